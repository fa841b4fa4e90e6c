package dev.cofferdam.conformance;

import dev.cofferdam.provider.docker.DockerProvider;

/** Certifies the provider {@code docker} with a directory of the host, on an image that has little but a shell. */
class DockerHostConformanceTests implements WorkspaceConformance {
    @Override
    public Subject subject() {
        return Subject.of(new DockerProvider())
                .named("docker-host")
                .option("host", "fresh")
                .option("image", "sandbox-test:busybox")
                .option("pull", "never");
    }
}
