package dev.cofferdam.examples;

import dev.cofferdam.conformance.Level;
import dev.cofferdam.conformance.Subject;
import dev.cofferdam.conformance.SuiteOptions;
import dev.cofferdam.conformance.WorkspaceConformance;
import org.junit.jupiter.api.Tag;

/** Certifies the driver of the five operations. */
@Tag("remote")
class RelayConformanceTests implements WorkspaceConformance {
    @Override
    public Subject subject() {
        return Subject.of(new RelayProvider()).version("1.0");
    }

    @Override
    public SuiteOptions suiteOptions() {
        return SuiteOptions.defaults().level(Level.CORE);
    }
}
