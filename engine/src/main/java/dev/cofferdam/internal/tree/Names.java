package dev.cofferdam.internal.tree;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * File names as strings that keep every byte: what is not UTF-8 is escaped, byte {@code 0xNN} (0x80 to 0xFF) as the
 * unpaired surrogate U+DCNN. No path from a user holds one (WS-PATH-006), so the two never meet.
 */
public final class Names {
    private static final char REPLACEMENT = '\uFFFD';

    /** Whether {@code Path} turns names into strings and back as UTF-8. */
    private static final boolean UTF8_PATHS = StandardCharsets.UTF_8
            .name()
            .equalsIgnoreCase(System.getProperty("sun.jnu.encoding", StandardCharsets.UTF_8.name()));

    private Names() {}

    /** Return the name that these bytes spell. */
    public static String decode(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        while (true) {
            CoderResult result = decoder.decode(in, out, true);
            if (!result.isError()) {
                break;
            }
            for (int i = 0; i < result.length(); i++) {
                out.put((char) (0xDC00 | (in.get() & 0xFF)));
            }
        }
        return out.flip().toString();
    }

    /** Return the bytes of a name. */
    public static byte[] encode(String name) {
        if (!isLossy(name)) {
            return name.getBytes(StandardCharsets.UTF_8);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(name.length() + 8);
        int i = 0;
        while (i < name.length()) {
            int c = name.codePointAt(i);
            if (isEscape(c)) {
                out.write(c & 0xFF);
            } else {
                out.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
            }
            i += Character.charCount(c);
        }
        return out.toByteArray();
    }

    /** Tell whether a name holds bytes that are not UTF-8. */
    public static boolean isLossy(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isHighSurrogate(c)) {
                i++;
            } else if (Character.isLowSurrogate(c)) {
                return true;
            }
        }
        return false;
    }

    /** Return a name for people: U+FFFD in place of each byte that is not UTF-8. */
    public static String display(String name) {
        if (!isLossy(name)) {
            return name;
        }
        StringBuilder out = new StringBuilder(name.length());
        name.codePoints().forEach(c -> out.appendCodePoint(isEscape(c) ? REPLACEMENT : c));
        return out.toString();
    }

    /** Compare two names by their bytes, unsigned (WS-LIST-001). */
    public static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                // UTF-8 sorts as code points do, except that UTF-16 puts surrogates below U+E000 to U+FFFF and that
                // escaped bytes are bytes: decide those by the bytes themselves.
                return x < 0xD800 && y < 0xD800 ? x - y : Arrays.compareUnsigned(encode(a), encode(b));
            }
        }
        return a.length() - b.length();
    }

    /** Return a relative path of one name on a file system. */
    public static Path toPath(FileSystem fileSystem, String name) {
        if (fileSystem != FileSystems.getDefault() || isAscii(name)) {
            return fileSystem.getPath(name);
        }
        if (UTF8_PATHS && !isLossy(name)) {
            return fileSystem.getPath(name);
        }
        // Only a URI carries bytes that the JVM's own file-name encoding cannot spell.
        StringBuilder uri = new StringBuilder("file:///");
        for (byte b : encode(name)) {
            uri.append('%').append(Character.forDigit((b >> 4) & 0xF, 16)).append(Character.forDigit(b & 0xF, 16));
        }
        return Path.of(URI.create(uri.toString())).getFileName();
    }

    /** Return a relative path of names on a file system. */
    static Path toPath(FileSystem fileSystem, List<String> names) {
        boolean plain = true;
        for (String name : names) {
            plain &= isAscii(name);
        }
        if (plain) {
            return fileSystem.getPath(String.join("/", names));
        }
        Path path = toPath(fileSystem, names.get(0));
        for (String name : names.subList(1, names.size())) {
            path = path.resolve(toPath(fileSystem, name));
        }
        return path;
    }

    /** Return the name of the last component of a path. */
    public static String of(Path path) {
        Path last = path.getFileName();
        if (last == null) {
            return "";
        }
        String text = last.toString();
        if (path.getFileSystem() != FileSystems.getDefault() || isAscii(text)) {
            return text;
        }
        if (UTF8_PATHS && text.indexOf(REPLACEMENT) < 0) {
            return text;
        }
        return decode(bytesOf(last));
    }

    /** Return the path on this machine's disks that a whole text spells, as the target of a link. */
    static Path toWholePath(String text) {
        if (isAscii(text) || (UTF8_PATHS && !isLossy(text))) {
            return Path.of(text);
        }
        StringBuilder uri = new StringBuilder("file:///");
        for (byte b : encode(text)) {
            uri.append('%').append(Character.forDigit((b >> 4) & 0xF, 16)).append(Character.forDigit(b & 0xF, 16));
        }
        Path absolute = Path.of(URI.create(uri.toString()));
        return text.startsWith("/") ? absolute : Path.of("/").relativize(absolute);
    }

    /** Return the whole text of a path, as the target of a link. */
    static String ofWhole(Path path) {
        String text = path.toString();
        if (isAscii(text) || (UTF8_PATHS && text.indexOf(REPLACEMENT) < 0)) {
            return text;
        }
        StringBuilder whole = new StringBuilder(path.isAbsolute() ? "/" : "");
        for (Path name : path) {
            if (!whole.isEmpty() && whole.charAt(whole.length() - 1) != '/') {
                whole.append('/');
            }
            whole.append(of(name));
        }
        return whole.toString();
    }

    private static byte[] bytesOf(Path name) {
        // Only an absolute path has a URI; it ends in / where a directory of that name exists.
        String raw = Path.of("/").resolve(name).toUri().getRawPath();
        ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length());
        int end = raw.length() > 1 && raw.endsWith("/") ? raw.length() - 1 : raw.length();
        for (int i = raw.lastIndexOf('/', end - 1) + 1; i < end; i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                out.write(Integer.parseInt(raw, i + 1, i + 3, 16));
                i += 2;
            } else {
                out.write(c);
            }
        }
        return out.toByteArray();
    }

    private static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static boolean isEscape(int codePoint) {
        return codePoint >= 0xDC80 && codePoint <= 0xDCFF;
    }

    /** Tell whether text can be encoded in UTF-8, that is, holds no unpaired surrogate. */
    public static boolean isEncodable(String text) {
        CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
        try {
            encoder.encode(CharBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
