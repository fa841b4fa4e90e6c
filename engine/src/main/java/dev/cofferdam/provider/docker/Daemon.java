package dev.cofferdam.provider.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.transport.DockerHttpClient.Request;
import com.github.dockerjava.transport.DockerHttpClient.Response;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The Docker daemon, spoken to in a version that both sides know. */
final class Daemon implements Closeable {
    private final DockerTransport transport;
    private final DockerClient client;
    private final ApiVersion version;

    private Daemon(DockerTransport transport, DockerClient client, ApiVersion version) {
        this.transport = transport;
        this.client = client;
        this.version = version;
    }

    /** Find the daemon: the first of the places where one answers. */
    static Daemon connect(Map<String, String> options, Surroundings here) throws IOException, InterruptedException {
        List<DaemonFinder.Candidate> candidates = new DaemonFinder(here)
                .candidates(Optional.ofNullable(options.get("dockerHost")).filter(text -> !text.isBlank()));
        List<String> failures = new ArrayList<>();
        WorkspaceException last = null;
        for (DaemonFinder.Candidate candidate : candidates) {
            try {
                return open(candidate, options, here);
            } catch (ClosedByInterruptException e) {
                Thread.interrupted();
                throw interrupted(e);
            } catch (IOException e) {
                last = Refusals.unavailable(reason(candidate, e), mend(candidate.endpoint()))
                        .causedBy(e);
                failures.add(reason(candidate, e));
            }
        }
        if (last == null || failures.size() > 1) {
            throw Refusals.unavailable(
                    "no Docker daemon answers: " + String.join(", ", failures),
                    "start Docker, or set DOCKER_HOST to where it listens");
        }
        throw last;
    }

    private static Daemon open(DaemonFinder.Candidate candidate, Map<String, String> options, Surroundings here)
            throws IOException {
        int connections = Sizes.number("connections", options.getOrDefault("connections", "4"), 1, 64);
        int seconds = Sizes.number("callTimeout", options.getOrDefault("callTimeout", "60"), 1, 3600);
        DockerTransport transport = new DockerTransport(
                new Dialer(candidate.endpoint()), connections, Duration.ofSeconds(seconds), Machine::nanos);
        boolean done = false;
        try {
            ApiVersion version = ApiVersion.agree(ping(transport), here.variable("DOCKER_API_VERSION"));
            DockerClient client = DockerClientImpl.getInstance(
                    new ClientConfig(candidate.endpoint(), version, here.config()), transport);
            done = true;
            return new Daemon(transport, client, version);
        } finally {
            if (!done) {
                transport.close();
            }
        }
    }

    private static ApiVersion ping(DockerTransport transport) throws IOException {
        Request ping =
                Request.builder().method(Request.Method.GET).path("/_ping").build();
        try (Response response = transport.execute(ping)) {
            response.getBody().readAllBytes();
            return ApiVersion.parse(String.valueOf(response.getHeader("Api-Version")))
                    .filter(version -> response.getStatusCode() == 200)
                    .orElseThrow(() -> new IOException(
                            "it answers " + response.getStatusCode() + " to a ping, without the version of its API"));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static String reason(DaemonFinder.Candidate candidate, IOException failure) {
        String place = candidate.origin() + ": ";
        Optional<Path> socket = candidate.endpoint().socket();
        if (socket.isPresent() && !Files.exists(socket.get())) {
            return place + "there is no socket " + name(socket.get());
        }
        if (socket.isPresent() && !Files.isWritable(socket.get())) {
            return place + "this user may not use the socket " + name(socket.get());
        }
        if (failure instanceof SocketTimeoutException) {
            return place + "the daemon does not answer in time";
        }
        return place
                + (socket.isPresent()
                        ? "the socket " + name(socket.get())
                        : candidate.endpoint().url()) + " has no daemon that answers (" + failure.getMessage() + ")";
    }

    private static String name(Path socket) {
        return String.valueOf(socket.getFileName());
    }

    private static String mend(Endpoint endpoint) {
        if (endpoint.socket().isPresent()
                && Files.exists(endpoint.socket().get())
                && !Files.isWritable(endpoint.socket().get())) {
            return "add the user to the socket's group (usermod -aG docker USER) and log in again";
        }
        return "start Docker, or set DOCKER_HOST to where it listens";
    }

    DockerTransport transport() {
        return transport;
    }

    DockerClient client() {
        return client;
    }

    ApiVersion version() {
        return version;
    }

    /** Return a path of the API. */
    String path(String rest) {
        return "/v" + version + rest;
    }

    /** What is asked of the daemon. */
    @FunctionalInterface
    interface Hijacking {
        HttpConnection run() throws IOException;
    }

    /** Call the daemon; what docker-java throws becomes what the contract knows. */
    <T> T call(String what, Supplier<T> work) throws IOException, InterruptedException {
        try {
            return work.get();
        } catch (DockerException e) {
            throw failure(what, e);
        } catch (RuntimeException e) {
            throw underneath(what, e);
        }
    }

    /** Call the daemon for a connection of one's own. */
    HttpConnection hijack(String what, Hijacking work) throws IOException, InterruptedException {
        try {
            return work.run();
        } catch (DockerTransport.Refusal e) {
            throw failed(what, e.status(), String.valueOf(e.getMessage()), e);
        } catch (ClosedByInterruptException e) {
            Thread.interrupted();
            throw interrupted(e);
        }
    }

    private IOException failure(String what, DockerException e) {
        return failed(what, e.getHttpStatus(), String.valueOf(e.getMessage()), e);
    }

    private static IOException failed(String what, int status, String message, Exception cause) {
        if (message.contains("client version") && status == 400) {
            throw Refusals.unavailable(
                            "the Docker daemon refuses our version of its API: " + text(message),
                            "update Docker or Cofferdam, or set DOCKER_API_VERSION")
                    .causedBy(cause);
        }
        return new IOException("the Docker daemon could not " + what + ": " + text(message), cause);
    }

    /** Return what the daemon said, without the wrapping, in a bounded length. */
    static String text(String message) {
        String text = message.replaceFirst("^Status [0-9]+: ", "").strip();
        if (text.startsWith("{\"message\":\"") && text.endsWith("\"}")) {
            text = text.substring("{\"message\":\"".length(), text.length() - 2);
        }
        return text.length() > 500 ? text.substring(0, 500) + "…" : text;
    }

    private static IOException underneath(String what, RuntimeException e) throws InterruptedException {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClosedByInterruptException || cause instanceof InterruptedException) {
                Thread.interrupted();
                throw interrupted(cause);
            }
            if (cause instanceof WorkspaceException refusal) {
                throw refusal;
            }
            if (cause instanceof IOException io) {
                return new IOException("the Docker daemon could not be asked to " + what + ": " + io.getMessage(), e);
            }
        }
        throw e;
    }

    /** Tell whether a container is there and runs. */
    boolean isRunning(String container) throws IOException, InterruptedException {
        try {
            return Boolean.TRUE.equals(call(
                    "look at a container",
                    () -> client.inspectContainerCmd(container)
                            .exec()
                            .getState()
                            .getRunning()));
        } catch (IOException e) {
            if (isMissing(e)) {
                return false;
            }
            throw e;
        }
    }

    static InterruptedException interrupted(Throwable cause) {
        InterruptedException interrupted = new InterruptedException();
        interrupted.initCause(cause);
        return interrupted;
    }

    /** Tell whether a failure says that what was asked for is not there. */
    static boolean isMissing(IOException failure) {
        return failure.getCause() instanceof NotFoundException
                || (failure.getCause() instanceof DockerTransport.Refusal refusal && refusal.status() == 404);
    }

    /** Tell whether a failure says that something is not in the state for it, such as a container that ended. */
    static boolean isConflict(IOException failure) {
        return failure.getCause() instanceof ConflictException
                || (failure.getCause() instanceof DockerTransport.Refusal refusal && refusal.status() == 409);
    }

    static WorkspaceException gone() {
        return WorkspaceException.of(
                ErrorCode.GONE,
                "the container of the workspace no longer runs: it was removed or killed from outside, or the daemon was"
                        + " restarted; open another workspace");
    }

    @Override
    public void close() {
        transport.close();
    }
}
