package dev.cofferdam.benchmarks;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A client of an MCP server on standard input and output that does one thing at a time. */
final class McpClient implements AutoCloseable {
    private static final String INITIALIZE = """
            {"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"targets","version":"1"}}""";
    private static final int PATIENCE_SECONDS = 20;

    private final Process process;
    private final OutputStream toServer;
    private final InputStream fromServer;
    private final Path errors;
    private int last;

    private McpClient(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.toServer = process.getOutputStream();
        this.fromServer = new BufferedInputStream(process.getInputStream());
    }

    static McpClient start(Path launcher, Map<String, String> environment) throws IOException {
        Path errors = Files.createTempFile(Path.of(System.getProperty("java.io.tmpdir", "/tmp")), "mcp-", ".log");
        ProcessBuilder builder =
                new ProcessBuilder(launcher.toString(), "mcp", "--provider", "memory").redirectError(errors.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return new McpClient(builder.start(), errors);
    }

    void shakeHands() throws IOException {
        request("initialize", INITIALIZE);
        send("""
                {"jsonrpc":"2.0","method":"notifications/initialized"}""");
    }

    void call(String tool, String arguments) throws IOException {
        String answer = request("tools/call", """
                {"name":"%s","arguments":%s}""".formatted(tool, arguments));
        if (answer.contains("\"isError\":true")) {
            throw new IOException(tool + " failed: " + answer);
        }
    }

    /** Send a request and wait for its answer. */
    String request(String method, String parameters) throws IOException {
        int id = ++last;
        send("""
                {"jsonrpc":"2.0","id":%d,"method":"%s","params":%s}""".formatted(id, method, parameters));
        String wanted = "\"id\":" + id;
        while (true) {
            String line = receive();
            if (line.contains(wanted + ",") || line.contains(wanted + "}")) {
                if (line.contains("\"error\":")) {
                    throw new IOException(method + " failed: " + line);
                }
                return line;
            }
        }
    }

    private void send(String message) throws IOException {
        toServer.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        toServer.flush();
    }

    private String receive() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            int next = fromServer.read();
            if (next < 0) {
                throw new IOException("the server ended; its errors were: " + Files.readString(errors));
            }
            if (next == '\n') {
                return line.toString(StandardCharsets.UTF_8);
            }
            line.write(next);
        }
    }

    @Override
    public void close() throws IOException {
        toServer.close();
        boolean ended = false;
        try {
            ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(errors);
        }
        if (!ended) {
            throw new IOException("the server did not end when its input did");
        }
    }
}
