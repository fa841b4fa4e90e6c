package dev.cofferdam.conformance;

import dev.cofferdam.provider.docker.DockerProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Certifies the provider {@code docker} with its files in the container, on an image with the usual tools. */
@Tag("remote")
class DockerConformanceTests implements WorkspaceConformance {
    @BeforeAll
    static void find_the_daemon() {
        DockerDaemon.require();
    }

    @Override
    public Subject subject() {
        return Subject.of(new DockerProvider())
                .patience(Patience.local().times(4))
                .option("image", "sandbox-test:debian")
                .option("pull", "never");
    }
}
