package dev.cofferdam.conformance;

import dev.cofferdam.fakes.MemoryProvider;

/** Certifies the provider {@code memory}. */
class MemoryConformanceTests implements WorkspaceConformance {
    @Override
    public Subject subject() {
        return Subject.of(new MemoryProvider());
    }
}
