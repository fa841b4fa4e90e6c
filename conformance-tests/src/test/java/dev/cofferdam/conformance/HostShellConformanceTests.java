package dev.cofferdam.conformance;

/** Certifies the shell engine by a driver that has the five operations and nothing else. */
class HostShellConformanceTests implements WorkspaceConformance {
    @Override
    public Subject subject() {
        return Subject.of(new HostShellProvider(true));
    }
}
