package dev.cofferdam.conformance;

import org.junit.jupiter.api.Tag;

/** Certifies the shell engine by a driver that has the five operations and nothing else. */
@Tag("remote")
class HostShellConformanceTests implements WorkspaceConformance {
    @Override
    public Subject subject() {
        return Subject.of(new HostShellProvider(true)).patience(Patience.local().times(4));
    }
}
