package dev.cofferdam.mcp.workspace;

import dev.cofferdam.mcp.tool.ToolException;
import java.util.Optional;

/**
 * The text of a file and how it was stored.
 *
 * @param text its characters, without a byte order mark
 * @param encoding how they were stored
 */
record TextFile(String text, TextEncoding encoding) {
    /** Reads text by its byte order mark, else as UTF-8; nothing for what is neither. */
    static Optional<TextFile> detect(byte[] bytes) {
        if (TextEncoding.isBinary(bytes)) {
            return Optional.empty();
        }
        TextEncoding encoding = TextEncoding.byMark(bytes);
        return encoding.decode(bytes).map(text -> new TextFile(text, encoding));
    }

    /** Reads text as the client asks for. */
    static TextFile read(String path, byte[] bytes, String encoding) {
        boolean auto = encoding.equals("auto");
        if (auto && TextEncoding.isBinary(bytes)) {
            throw ToolException.of(
                            "BINARY",
                            path + ": the file is not text (" + bytes.length + " bytes)",
                            "file_info for its size and hash, or a command that understands it")
                    .about(path);
        }
        TextEncoding used = auto ? TextEncoding.byMark(bytes) : TextEncoding.named(encoding);
        String text = used.decode(bytes).orElseThrow(() -> notIn(path, used));
        return new TextFile(text, used);
    }

    private static ToolException notIn(String path, TextEncoding encoding) {
        return ToolException.of(
                        "ENCODING",
                        path + ": the file is not valid " + encoding.name(),
                        "the `encoding` it really has, such as windows-1252 or iso-8859-1")
                .about(path);
    }

    /** How its lines end. */
    String eol() {
        boolean lf = false;
        boolean crlf = false;
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            boolean afterReturn = at > 0 && text.charAt(at - 1) == '\r';
            crlf |= afterReturn;
            lf |= !afterReturn;
        }
        if (lf && crlf) {
            return "mixed";
        }
        return crlf ? "crlf" : lf ? "lf" : "none";
    }
}
