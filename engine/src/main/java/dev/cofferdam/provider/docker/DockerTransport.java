package dev.cofferdam.provider.docker;

import com.github.dockerjava.transport.DockerHttpClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries the requests of docker-java to the daemon. Every call ends by a deadline, and an interrupt of its thread ends
 * it as well; either costs the one connection and no other.
 */
final class DockerTransport implements DockerHttpClient {
    /** A pull says what it does; when it says nothing for so long it hangs. */
    private static final Duration SILENCE = Duration.ofMinutes(3);

    private static final Set<String> REPEATABLE = Set.of("GET", "HEAD", "DELETE");

    private final Dialer dialer;
    private final ConnectionPool pool;
    private final Duration callTimeout;
    private final LongSupplier nanoTime;

    /**
     * Create a transport.
     *
     * @param dialer opens connections
     * @param connections how many are open at most, hijacked ones not counted
     * @param callTimeout how long a call may take
     * @param nanoTime the time
     */
    DockerTransport(Dialer dialer, int connections, Duration callTimeout, LongSupplier nanoTime) {
        this.dialer = dialer;
        this.pool = new ConnectionPool(dialer, connections);
        this.callTimeout = callTimeout;
        this.nanoTime = nanoTime;
    }

    Endpoint endpoint() {
        return dialer.endpoint();
    }

    @Override
    public Response execute(Request request) {
        if (request.hijackedInput() != null) {
            throw new UnsupportedOperationException("input goes over a hijacked connection");
        }
        Deadline deadline = request.path().contains("/images/create")
                ? Deadline.whileSilent(SILENCE, nanoTime)
                : Deadline.after(callTimeout, nanoTime);
        try {
            return call(request, deadline);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Response call(Request request, Deadline deadline) throws IOException {
        while (true) {
            HttpConnection connection = pool.take(deadline);
            boolean fresh = !connection.isUsed();
            boolean done = false;
            try {
                HttpHead head = exchange(connection, request, deadline);
                BodyStream body = BodyStream.of(request.method(), head, connection, deadline, pool::give);
                done = true;
                return new Answer(head, body);
            } catch (InterruptedIOException | ClosedByInterruptException e) {
                throw e;
            } catch (IOException e) {
                // The daemon closed a connection that it found idle, just when it was used again.
                if (fresh || !REPEATABLE.contains(request.method())) {
                    throw e;
                }
            } finally {
                if (!done) {
                    pool.give(connection, false);
                }
            }
        }
    }

    private static HttpHead exchange(HttpConnection connection, Request request, Deadline deadline) throws IOException {
        byte[] bytes = request.bodyBytes();
        InputStream stream = bytes == null ? request.body() : null;
        String length;
        if (stream != null) {
            length = "Transfer-Encoding: chunked\r\n";
        } else if (bytes != null
                || request.method().equals("POST")
                || request.method().equals("PUT")) {
            length = "Content-Length: " + (bytes == null ? 0 : bytes.length) + "\r\n";
        } else {
            length = "";
        }
        connection.send(
                head(request.method(), request.path(), request.headers(), length),
                bytes == null ? new byte[0] : bytes,
                deadline);
        if (stream != null) {
            connection.sendChunks(stream, deadline);
        }
        return connection.readHead(deadline);
    }

    private static String head(String method, String path, Map<String, String> headers, String more) {
        return head(method, path, "HTTP/1.1", headers, more);
    }

    private static String head(String method, String path, String protocol, Map<String, String> headers, String more) {
        StringBuilder head = new StringBuilder()
                .append(method)
                .append(' ')
                .append(path)
                .append(' ')
                .append(protocol)
                .append("\r\nHost: docker\r\nUser-Agent: cofferdam\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append(more).append("\r\n").toString();
    }

    /**
     * Send a request after which the connection carries raw bytes both ways. An interrupt is put off: what the daemon
     * has begun by then would go on for nobody.
     *
     * @return the connection when the daemon agreed; the caller closes it
     * @throws Refusal when it did not
     */
    HttpConnection hijack(String path, byte[] json) throws IOException {
        Deadline deadline = Deadline.uninterrupted(callTimeout, nanoTime);
        HttpConnection connection = new HttpConnection(dialer.dial(deadline));
        boolean done = false;
        try {
            String head = head(
                    "POST",
                    path,
                    Map.of("Connection", "Upgrade", "Upgrade", "tcp", "Content-Type", "application/json"),
                    "Content-Length: " + json.length + "\r\n");
            connection.send(head, json, deadline);
            HttpHead answer = connection.readHead(deadline);
            // Old daemons answer 200 and switch all the same.
            if (answer.status() != 101 && answer.status() != 200) {
                BodyStream body = BodyStream.of("POST", answer, connection, deadline, (c, reusable) -> {});
                throw new Refusal(answer.status(), new String(body.readNBytes(1 << 16), StandardCharsets.UTF_8));
            }
            done = true;
            return connection;
        } finally {
            deadline.done();
            if (!done) {
                connection.close();
            }
        }
    }

    /**
     * Ask for something whose answer never ends: lines, each when there is something to tell. It is asked for by
     * HTTP/1.0, which knows no chunks, so that the lines arrive as they are.
     *
     * @return the connection that brings the lines; the caller closes it
     */
    HttpConnection subscribe(String path) throws IOException {
        Deadline deadline = Deadline.uninterrupted(callTimeout, nanoTime);
        HttpConnection connection = new HttpConnection(dialer.dial(deadline));
        boolean done = false;
        try {
            connection.send(head("GET", path, "HTTP/1.0", Map.of(), ""), new byte[0], deadline);
            HttpHead answer = connection.readHead(deadline);
            if (answer.status() != 200 || answer.isChunked()) {
                throw new IOException("the Docker daemon does not tell what happens");
            }
            done = true;
            return connection;
        } finally {
            deadline.done();
            if (!done) {
                connection.close();
            }
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    /** The daemon refused to hand over a connection. */
    static final class Refusal extends IOException {
        private static final long serialVersionUID = 1L;
        private final int status;

        Refusal(int status, String message) {
            super(message);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /** An answer of the daemon. */
    private record Answer(HttpHead head, BodyStream body) implements Response {
        @Override
        public int getStatusCode() {
            return head.status();
        }

        @Override
        public Map<String, List<String>> getHeaders() {
            return head.headers();
        }

        @Override
        public @Nullable String getHeader(String name) {
            return head.header(name).orElse(null);
        }

        @Override
        public InputStream getBody() {
            return body;
        }

        @Override
        public void close() {
            body.close();
        }
    }
}
