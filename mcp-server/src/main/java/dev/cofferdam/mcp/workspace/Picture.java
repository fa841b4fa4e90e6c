package dev.cofferdam.mcp.workspace;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Tells pictures by their bytes, since a name may say anything. */
final class Picture {
    private Picture() {}

    static Optional<String> mimeType(byte[] bytes) {
        if (begins(bytes, 0, "\u0089PNG\r\n\u001a\n")) {
            return Optional.of("image/png");
        }
        if (begins(bytes, 0, "\u00ff\u00d8\u00ff")) {
            return Optional.of("image/jpeg");
        }
        if (begins(bytes, 0, "GIF87a") || begins(bytes, 0, "GIF89a")) {
            return Optional.of("image/gif");
        }
        if (begins(bytes, 0, "RIFF") && begins(bytes, 8, "WEBP")) {
            return Optional.of("image/webp");
        }
        return Optional.empty();
    }

    private static boolean begins(byte[] bytes, int offset, String signature) {
        byte[] wanted = signature.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length < offset + wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[offset + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
