package dev.cofferdam.mcp.transport;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The one writer to the client: whole messages, one a line, each flushed at once. */
final class MessageWriter {
    static final int PARSE_ERROR = -32700;
    static final int INVALID_REQUEST = -32600;

    private final OutputStream out;
    private final ObjectMapper json;
    private final Runnable onBroken;
    private boolean broken;

    MessageWriter(OutputStream out, ObjectMapper json, Runnable onBroken) {
        this.out = out;
        this.json = json;
        this.onBroken = onBroken;
    }

    /** Writes a message; once the client reads no more, messages are dropped. */
    void write(Object message) {
        try {
            writeLine(json.writeValueAsBytes(message));
        } catch (IOException e) {
            throw new IllegalStateException("a message that cannot be written as JSON", e);
        }
    }

    /** Answers what is not a proper request; the id is null when it is not known. */
    void error(@Nullable Object id, int code, String message) {
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("code", code);
        error.put("message", message);
        Map<String, @Nullable Object> reply = new LinkedHashMap<>();
        reply.put("jsonrpc", "2.0");
        reply.put("id", id);
        reply.put("error", error);
        write(reply);
    }

    private void writeLine(byte[] message) {
        synchronized (this) {
            if (broken) {
                return;
            }
            try {
                out.write(message);
                out.write('\n');
                out.flush();
                return;
            } catch (IOException e) {
                broken = true;
            }
        }
        onBroken.run();
    }
}
