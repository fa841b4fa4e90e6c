package dev.cofferdam.conformance;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** Writes tar archives that no honest program writes. */
final class TarBytes {
    private static final int BLOCK = 512;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    TarBytes file(String name, String content) {
        return entry('0', name, "", 0644, content.getBytes(StandardCharsets.UTF_8));
    }

    TarBytes file(String name, String content, int mode) {
        return entry('0', name, "", mode, content.getBytes(StandardCharsets.UTF_8));
    }

    TarBytes directory(String name) {
        return entry('5', name + "/", "", 0755, new byte[0]);
    }

    TarBytes symlink(String name, String target) {
        return entry('2', name, target, 0777, new byte[0]);
    }

    TarBytes hardLink(String name, String target) {
        return entry('1', name, target, 0644, new byte[0]);
    }

    /** Add an entry of any type: {@code 3} and {@code 4} are devices, {@code 6} is a FIFO. */
    TarBytes entry(char type, String name, String target, int mode, byte[] content) {
        byte[] header = new byte[BLOCK];
        put(header, 0, 100, name);
        put(header, 100, 8, octal(mode, 7));
        put(header, 108, 8, octal(4711, 7));
        put(header, 116, 8, octal(4712, 7));
        put(header, 124, 12, octal(content.length, 11));
        put(header, 136, 12, octal(981_173_106, 11));
        put(header, 148, 8, "        ");
        header[156] = (byte) type;
        put(header, 157, 100, target);
        put(header, 257, 8, "ustar\00000");
        put(header, 329, 8, octal(1, 7));
        put(header, 337, 8, octal(3, 7));
        int sum = 0;
        for (byte one : header) {
            sum += one & 255;
        }
        put(header, 148, 8, octal(sum, 6) + "\0 ");
        out.writeBytes(header);
        out.writeBytes(Arrays.copyOf(content, (content.length + BLOCK - 1) / BLOCK * BLOCK));
        return this;
    }

    private static void put(byte[] header, int offset, int length, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, header, offset, Math.min(bytes.length, length));
    }

    private static String octal(long value, int digits) {
        return String.format(Locale.ROOT, "%0" + digits + "o", value);
    }

    byte[] bytes() {
        byte[] entries = out.toByteArray();
        return Arrays.copyOf(entries, entries.length + 2 * BLOCK);
    }

    InputStream stream() {
        return new ByteArrayInputStream(bytes());
    }

    byte[] compressed() {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
