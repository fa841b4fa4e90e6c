package dev.cofferdam.conformance;

import org.junit.jupiter.api.Tag;

/**
 * Certifies the shell engine where each request is a run of its own. Takes minutes, as every look at a file starts a
 * shell.
 */
@Tag("soak")
class OneShotShellConformanceTests implements WorkspaceConformance {
    @Override
    public Subject subject() {
        return Subject.of(new HostShellProvider(false)).patience(Patience.remote());
    }
}
