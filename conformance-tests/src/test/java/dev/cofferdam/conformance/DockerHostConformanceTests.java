package dev.cofferdam.conformance;

import dev.cofferdam.provider.docker.DockerProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Certifies the provider {@code docker} with a directory of the host, on an image that has little but a shell. */
@Tag("remote")
class DockerHostConformanceTests implements WorkspaceConformance {
    @BeforeAll
    static void find_the_daemon() {
        DockerDaemon.require();
    }

    @Override
    public Subject subject() {
        return Subject.of(new DockerProvider())
                .patience(Patience.local().times(4))
                .named("docker-host")
                .option("host", "fresh")
                .option("image", "sandbox-test:busybox")
                .option("pull", "never");
    }
}
