package dev.cofferdam.mcp.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A client's end of the wire, byte for byte; every line that comes back must be a JSON-RPC message. */
public final class Wire {
    public static final String INITIALIZE = """
            {"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}""";
    public static final String INITIALIZED = """
            {"jsonrpc":"2.0","method":"notifications/initialized"}""";
    public static final String MODERN_META = """
            "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{}}""";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final OutputStream toServer;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final Thread reader;

    public Wire(OutputStream toServer, InputStream fromServer) {
        this.toServer = toServer;
        this.reader = new Thread(() -> readLines(fromServer), "wire-client");
        reader.setDaemon(true);
        reader.start();
    }

    /** Does the handshake of the legacy era. */
    public Wire shakeHands() throws IOException, InterruptedException {
        send(INITIALIZE);
        receive();
        send(INITIALIZED);
        return this;
    }

    public void send(String message) throws IOException {
        sendBytes((message + "\n").getBytes(StandardCharsets.UTF_8));
    }

    public void sendBytes(byte[] bytes) throws IOException {
        toServer.write(bytes);
        toServer.flush();
    }

    public void call(String id, String tool, String arguments) throws IOException {
        send("""
                {"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s}}""".formatted(id, tool, arguments));
    }

    public void callModern(String id, String tool, String arguments) throws IOException {
        send("""
                {"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s,%s}}""".formatted(id, tool, arguments, MODERN_META));
    }

    public void cancel(String id) throws IOException {
        send("""
                {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s,"reason":"test"}}""".formatted(id));
    }

    public void close() throws IOException {
        toServer.close();
    }

    public JsonNode receive() throws IOException, InterruptedException {
        String line = lines.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        if (line == null) {
            throw new AssertionError("no message within " + PATIENCE);
        }
        JsonNode message = JSON.readTree(line);
        if (!"2.0".equals(message.path("jsonrpc").asText())) {
            throw new AssertionError("not a JSON-RPC message: " + line);
        }
        return message;
    }

    /** The next answer, whatever progress is reported before it. */
    public JsonNode receiveAnswer() throws IOException, InterruptedException {
        JsonNode message = receive();
        while (message.has("method")) {
            message = receive();
        }
        return message;
    }

    /** Waits for the server's end to close and returns how many messages came before. */
    public int messagesUntilEnd() throws InterruptedException {
        reader.join(PATIENCE.toMillis());
        if (reader.isAlive()) {
            throw new AssertionError("the server kept its end open");
        }
        return lines.size();
    }

    public static String textOf(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asText();
    }

    private void readLines(InputStream fromServer) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(fromServer, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("the wire broke: " + e);
        }
    }
}
