package dev.cofferdam.mcp.transport;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the input into lines, at line feeds and nowhere else, and never holds more than the limit of a line.
 */
final class FrameReader {
    private static final int CHUNK = 64 << 10;

    private final InputStream in;
    private final int limit;
    private final JsonFactory json;
    private final byte[] chunk = new byte[CHUNK];
    private int next;
    private int filled;

    FrameReader(InputStream in, int limit, JsonFactory json) {
        this.in = in;
        this.limit = limit;
        this.json = json;
    }

    /** Reads one line; a last line without a line feed counts. */
    Frame read() throws IOException {
        ByteArrayOutputStream line = null;
        while (fill()) {
            int end = lineFeed();
            int length = (end < 0 ? filled : end) - next;
            int before = line == null ? 0 : line.size();
            if (length > limit - before) {
                return tooLong(line == null ? new byte[0] : line.toByteArray());
            }
            if (end >= 0 && line == null) {
                byte[] whole = new byte[length];
                System.arraycopy(chunk, next, whole, 0, length);
                next = end + 1;
                return new Frame.Line(whole);
            }
            if (line == null) {
                line = new ByteArrayOutputStream(2 * CHUNK);
            }
            line.write(chunk, next, length);
            next = end < 0 ? filled : end + 1;
            if (end >= 0) {
                return new Frame.Line(line.toByteArray());
            }
        }
        return line == null ? new Frame.End() : new Frame.Line(line.toByteArray());
    }

    private boolean fill() throws IOException {
        if (next < filled) {
            return true;
        }
        next = 0;
        filled = Math.max(0, in.read(chunk));
        return filled > 0;
    }

    private int lineFeed() {
        for (int i = next; i < filled; i++) {
            if (chunk[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    private Frame tooLong(byte[] head) throws IOException {
        try (InputStream rest = new RestOfLine();
                InputStream whole = new SequenceInputStream(new ByteArrayInputStream(head), rest)) {
            Object id = idOf(whole);
            rest.transferTo(OutputStream.nullOutputStream());
            return new Frame.TooLong(id);
        }
    }

    /** Looks for the id without keeping the message: clients write it first or last. */
    private @Nullable Object idOf(InputStream message) throws IOException {
        try (JsonParser parser = json.createParser(message)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals("id");
                JsonToken value = parser.nextToken();
                if (wanted) {
                    return scalar(parser, value);
                }
                parser.skipChildren();
            }
            return null;
        } catch (JacksonException e) {
            return null;
        }
    }

    private static @Nullable Object scalar(JsonParser parser, JsonToken token) throws IOException {
        return switch (token) {
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            default -> null;
        };
    }

    /** The bytes up to the next line feed, or to the end of the input. */
    private final class RestOfLine extends InputStream {
        private boolean ended;

        @Override
        public int read() throws IOException {
            if (ended || !fill()) {
                return -1;
            }
            int octet = chunk[next++] & 0xff;
            ended = octet == '\n';
            return ended ? -1 : octet;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (ended || !fill()) {
                return -1;
            }
            int end = lineFeed();
            int count = Math.min(length, (end < 0 ? filled : end) - next);
            if (count == 0) {
                next++;
                ended = true;
                return -1;
            }
            System.arraycopy(chunk, next, target, offset, count);
            next += count;
            return count;
        }
    }
}
