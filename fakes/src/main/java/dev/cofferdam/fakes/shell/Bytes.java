package dev.cofferdam.fakes.shell;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Conversions between text and byte strings, whose every char is one byte. */
final class Bytes {

    private Bytes() {}

    /** Encodes text as UTF-8 into a byte string. */
    static String encode(String text) {
        return isAscii(text) ? text : new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Decodes a byte string as UTF-8; what is not UTF-8 becomes U+FFFD. */
    static String decode(String bytes) {
        return isAscii(bytes) ? bytes : new String(raw(bytes), StandardCharsets.UTF_8);
    }

    /** Decodes a byte string that must be UTF-8, as names of files on a Java file system have to be. */
    static String decodeStrictly(String bytes) throws Errno {
        if (isAscii(bytes)) {
            return bytes;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw(bytes)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Errno(Errno.Code.EILSEQ);
        }
    }

    static byte[] raw(String bytes) {
        return bytes.getBytes(StandardCharsets.ISO_8859_1);
    }

    static String of(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    static String of(byte[] bytes, int offset, int length) {
        return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
