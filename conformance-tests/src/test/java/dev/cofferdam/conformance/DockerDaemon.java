package dev.cofferdam.conformance;

import dev.cofferdam.provider.docker.DockerProvider;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.Map;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** The daemon that the tests of {@code docker} need: under CI there must be one, and elsewhere they take too long. */
final class DockerDaemon {
    private DockerDaemon() {}

    static void require() {
        if (System.getenv("CI") == null) {
            Assumptions.abort(
                    "NOT_RUN: takes minutes; set CI to run it, or use ./cofferdam certify --provider docker --option ...");
        }
        Availability found = new DockerProvider().probe(new SandboxRequest(WorkspaceOptions.defaults(), Map.of()));
        if (!found.ok()) {
            Assertions.fail(found.reason() + "; " + found.mend());
        }
    }
}
