package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** A container as users of Testcontainers have one. */
final class Peer implements AutoCloseable {
    private final GenericContainer<?> container;

    Peer(String image) {
        container = new GenericContainer<>(DockerImageName.parse(image))
                .withCommand("sleep", "3600")
                .withImagePullPolicy(name -> false);
    }

    String id() {
        return container.getContainerId();
    }

    void start() {
        container.start();
    }

    void stop() {
        container.stop();
    }

    int exec(String... words) throws IOException, InterruptedException {
        return container.execInContainer(words).getExitCode();
    }

    void write(String path, byte[] content) {
        container.copyFileToContainer(Transferable.of(content), path);
    }

    byte[] read(String path) throws IOException, InterruptedException {
        return container.copyFileFromContainer(path, InputStream::readAllBytes);
    }

    @Override
    public void close() {
        container.stop();
    }
}
