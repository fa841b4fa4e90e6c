package dev.cofferdam.conformance;

import dev.cofferdam.provider.local.LocalProvider;

/** Certifies the provider {@code local}. */
class LocalConformanceTests implements WorkspaceConformance {
    @Override
    public Subject subject() {
        return Subject.of(new LocalProvider());
    }
}
