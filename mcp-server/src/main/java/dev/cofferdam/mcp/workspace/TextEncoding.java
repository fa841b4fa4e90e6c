package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.ToolException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a text file stores its characters, its byte order mark included. */
final class TextEncoding {
    static final TextEncoding UTF_8 = new TextEncoding("utf-8", StandardCharsets.UTF_8, new byte[0]);

    /** For files that are no UTF-8: every byte is one character and comes back as it was. */
    static final TextEncoding BYTES = new TextEncoding("unknown", StandardCharsets.ISO_8859_1, new byte[0]);

    private static final TextEncoding UTF_8_BOM =
            new TextEncoding("utf-8-bom", StandardCharsets.UTF_8, new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
    private static final TextEncoding UTF_16LE =
            new TextEncoding("utf-16le", StandardCharsets.UTF_16LE, new byte[] {(byte) 0xFF, (byte) 0xFE});
    private static final TextEncoding UTF_16BE =
            new TextEncoding("utf-16be", StandardCharsets.UTF_16BE, new byte[] {(byte) 0xFE, (byte) 0xFF});

    private static final int BINARY_PROBE = 8 << 10;

    private final String name;
    private final Charset charset;
    private final byte[] mark;

    private TextEncoding(String name, Charset charset, byte[] mark) {
        this.name = name;
        this.charset = charset;
        this.mark = mark;
    }

    /** The encoding by the name that a client gave. */
    static TextEncoding named(String given) {
        String wanted = given.toLowerCase(Locale.ROOT);
        for (TextEncoding known : new TextEncoding[] {UTF_8, UTF_8_BOM, UTF_16LE, UTF_16BE}) {
            if (known.name.equals(wanted)) {
                return known;
            }
        }
        try {
            Charset charset = Charset.forName(wanted);
            return new TextEncoding(charset.name().toLowerCase(Locale.ROOT), charset, new byte[0]);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw ToolException.invalid(
                            "unknown encoding `" + given + "`",
                            "auto, utf-8, utf-8-bom, utf-16le, utf-16be, or a charset such as windows-1252")
                    .causedBy(e);
        }
    }

    /** The encoding by the file's first bytes; UTF-8 unless a byte order mark says otherwise. */
    static TextEncoding byMark(byte[] head) {
        for (TextEncoding marked : new TextEncoding[] {UTF_8_BOM, UTF_16LE, UTF_16BE}) {
            if (marked.isMarkedIn(head)) {
                return marked;
            }
        }
        return UTF_8;
    }

    /** Whether bytes are no text: a NUL near their beginning, where no byte order mark announces UTF-16. */
    static boolean isBinary(byte[] bytes) {
        TextEncoding marked = byMark(bytes);
        if (marked == UTF_16LE || marked == UTF_16BE) {
            return bytes.length % 2 != 0 || (bytes.length >= 4 && bytes[2] == 0 && bytes[3] == 0);
        }
        int end = Math.min(bytes.length, BINARY_PROBE);
        for (int i = 0; i < end; i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    String name() {
        return name;
    }

    /** The text without its byte order mark, or nothing when a byte does not fit. */
    Optional<String> decode(byte[] bytes) {
        int start = isMarkedIn(bytes) ? mark.length : 0;
        try {
            return Optional.of(charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, start, bytes.length - start))
                    .toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** The bytes of a whole file, its byte order mark included. */
    byte[] encode(String text) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(text.length() + mark.length);
        all.writeBytes(mark);
        all.writeBytes(encodePart(text));
        return all.toByteArray();
    }

    /** The bytes of what is added to a file. */
    byte[] encodePart(String text) {
        try {
            ByteBuffer bytes = charset.newEncoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .encode(CharBuffer.wrap(text));
            return Arrays.copyOfRange(
                    bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.arrayOffset() + bytes.limit());
        } catch (CharacterCodingException e) {
            throw ToolException.of(
                            "ENCODING",
                            "the text holds a character that " + name + " cannot store",
                            "encoding=utf-8, or the text without it")
                    .causedBy(e);
        }
    }

    private boolean isMarkedIn(byte[] bytes) {
        return mark.length > 0
                && bytes.length >= mark.length
                && Arrays.equals(bytes, 0, mark.length, mark, 0, mark.length);
    }
}
