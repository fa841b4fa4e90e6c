package dev.cofferdam.mcp.transport;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.cofferdam.mcp.tool.ArgumentCheck;
import dev.cofferdam.mcp.tool.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An MCP server on a pair of streams, one JSON message a line. Each message goes to the protocol era it belongs to, so
 * clients of both may even share one process.
 */
public final class StdioServer {
    private static final Logger LOG = LoggerFactory.getLogger(StdioServer.class);

    private final InputStream in;
    private final TransportLimits limits;
    private final SdkJson json = new SdkJson();
    private final OpenCalls calls = new OpenCalls();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final ExecutorService threads = WorkerThreads.create();
    private final MessageWriter writer;
    private final ToolDispatch dispatch;
    private final LegacyEra legacy;
    private final ModernEra modern;
    private boolean warm;

    /**
     * A server that has read nothing yet.
     *
     * @param in what the client writes
     * @param out what the client reads, written by nobody else
     * @param description what the server says of itself
     * @param limits bounds of the transport
     */
    public StdioServer(InputStream in, OutputStream out, ServerDescription description, TransportLimits limits) {
        this.in = in;
        this.limits = limits;
        this.writer = new MessageWriter(out, json.mapper(), this::stop);
        this.dispatch = new ToolDispatch(
                description, new ArgumentCheck(json.mapper(), json), threads, limits.progressInterval());
        this.legacy = new LegacyEra(description, dispatch, json, calls);
        this.modern = new ModernEra(description, dispatch, json);
    }

    /**
     * Serves until the client closes its end, reads no more, or {@link #stop} is called; then lets calls finish for a
     * moment, cancels the others and waits until each has ended what it started.
     *
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public void run() throws InterruptedException {
        Thread reader = new Thread(this::readAll, "mcp-reader");
        reader.setDaemon(true);
        reader.start();
        ended.await();
        calls.awaitNone(limits.drain());
        calls.cancelAll();
        if (!dispatch.awaitIdle(limits.cleanup())) {
            LOG.warn("a tool did not end within {}", limits.cleanup());
        }
        threads.shutdown();
    }

    /** Ends {@link #run} without waiting for open calls: nobody is there any more to read their answers. */
    public void stop() {
        calls.abandon();
        ended.countDown();
    }

    /** Loads what the first call of a tool needs, so that the first call is as fast as the others. */
    private void warmUp() {
        for (Tool tool : dispatch.tools()) {
            json.problem(tool.input(), Map.of());
        }
    }

    private void readAll() {
        FrameReader reader =
                new FrameReader(in, limits.maxMessageBytes(), json.mapper().getFactory());
        try {
            for (Frame frame = reader.read(); !(frame instanceof Frame.End); frame = reader.read()) {
                receive(frame);
            }
        } catch (IOException e) {
            LOG.warn("the input ended with an error: {}", e.toString());
        } finally {
            ended.countDown();
        }
    }

    private void receive(Frame frame) {
        if (frame instanceof Frame.TooLong tooLong) {
            writer.error(
                    tooLong.id(),
                    MessageWriter.INVALID_REQUEST,
                    "Message over the limit of " + limits.maxMessageBytes() + " bytes");
            return;
        }
        String text = text(((Frame.Line) frame).bytes());
        if (text == null) {
            writer.error(null, MessageWriter.PARSE_ERROR, "Parse error: not UTF-8");
        } else if (!text.isBlank()) {
            parse(text);
        }
    }

    /** Strict, since a replaced character would be written to a file as if it had been meant. */
    private static @Nullable String text(byte[] line) {
        boolean mark = line.length >= 3 && line[0] == (byte) 0xEF && line[1] == (byte) 0xBB && line[2] == (byte) 0xBF;
        ByteBuffer bytes = mark ? ByteBuffer.wrap(line, 3, line.length - 3) : ByteBuffer.wrap(line);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(bytes)
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    private void parse(String text) {
        Object message;
        try {
            message = json.mapper().readValue(text, Object.class);
        } catch (JsonProcessingException e) {
            writer.error(null, MessageWriter.PARSE_ERROR, "Parse error: not JSON");
            return;
        }
        if (message instanceof Map<?, ?> map) {
            route(map);
        } else {
            writer.error(null, MessageWriter.INVALID_REQUEST, "Invalid request: one object a line, no batches");
        }
    }

    private void route(Map<?, ?> message) {
        Object id = message.get("id");
        if (!(message.get("method") instanceof String method) || !"2.0".equals(message.get("jsonrpc"))) {
            if (!message.containsKey("result") && !message.containsKey("error")) {
                writer.error(scalar(id) ? id : null, MessageWriter.INVALID_REQUEST, "Invalid request");
            }
            return;
        }
        if (!message.containsKey("id")) {
            notification(method, message.get("params"));
        } else if (id != null && scalar(id)) {
            request(method, message.get("params"), id);
        } else {
            writer.error(null, MessageWriter.INVALID_REQUEST, "Invalid request: the id is a text or a number");
        }
    }

    private void request(String method, @Nullable Object params, Object id) {
        Call call = new Call(id, writer, calls);
        if (!calls.add(call)) {
            writer.error(id, MessageWriter.INVALID_REQUEST, "Invalid request: the id is in use");
            return;
        }
        if (ModernEra.owns(method, params)) {
            modern.request(method, params, call);
        } else {
            legacy.request(method, params, call);
        }
        if (method.equals("tools/list") && !warm) {
            warm = true;
            threads.execute(this::warmUp);
        }
    }

    private void notification(String method, @Nullable Object params) {
        if (method.equals("notifications/cancelled")) {
            Object id = params instanceof Map<?, ?> map ? map.get("requestId") : null;
            if (id != null) {
                calls.cancel(id);
            }
        } else {
            legacy.notification(method);
        }
    }

    private static boolean scalar(@Nullable Object id) {
        return id instanceof String || id instanceof Number;
    }
}
