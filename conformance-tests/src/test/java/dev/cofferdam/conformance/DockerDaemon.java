package dev.cofferdam.conformance;

import dev.cofferdam.provider.docker.DockerProvider;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** The daemon that the tests of {@code docker} need: under CI there must be one. */
final class DockerDaemon {
    private DockerDaemon() {}

    static void require() {
        Availability found = new DockerProvider().probe(new SandboxRequest(WorkspaceOptions.defaults(), Map.of()));
        if (found.ok()) {
            return;
        }
        String message = "NOT_RUN: " + found.reason() + "; " + found.mend();
        if (System.getenv("CI") != null) {
            Assertions.fail(message);
        }
        Assumptions.abort(message);
    }
}
