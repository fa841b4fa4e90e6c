package dev.cofferdam.examples;

import dev.cofferdam.conformance.Level;
import dev.cofferdam.conformance.Subject;
import dev.cofferdam.conformance.SuiteOptions;
import dev.cofferdam.conformance.WorkspaceConformance;

class ShelfConformanceTests implements WorkspaceConformance {
    @Override
    public Subject subject() {
        return Subject.of(new ShelfProvider()).version("1.0");
    }

    @Override
    public SuiteOptions suiteOptions() {
        return SuiteOptions.defaults().level(Level.CORE);
    }
}
