package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Programs that show or compare bytes: {@code sha256sum md5sum base64 od cmp diff}. */
final class DataTools {

    private DataTools() {}

    static void register(Map<String, Tool> tools) {
        tools.put("sha256sum", call -> digest(call, "SHA-256"));
        tools.put("sha1sum", call -> digest(call, "SHA-1"));
        tools.put("sha512sum", call -> digest(call, "SHA-512"));
        tools.put("md5sum", call -> digest(call, "MD5"));
        tools.put("base64", DataTools::base64);
        tools.put("od", DataTools::od);
        tools.put("cmp", DataTools::cmp);
        tools.put("diff", call -> new DiffTool(call).run());
    }

    private static int digest(Call call, String algorithm) throws IOException {
        Options options = Options.parse(call, "bt");
        for (String name : options.inputs()) {
            try (InputStream in = call.open(name)) {
                MessageDigest digest = MessageDigest.getInstance(algorithm);
                byte[] buffer = new byte[StreamTools.BLOCK];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    digest.update(buffer, 0, n);
                }
                call.line(HexFormat.of().formatHex(digest.digest()) + "  " + name);
            } catch (NoSuchAlgorithmException e) {
                throw new IOException(e.toString(), e);
            } catch (IOException e) {
                call.error(name, e);
            }
        }
        return 0;
    }

    private static int base64(Call call) throws IOException {
        Options options = Options.parse(call, "dw:i");
        byte[] input = call.readAll(options.inputs().get(0));
        if (options.has('d')) {
            try {
                call.out().write(Base64.getDecoder().decode(Bytes.of(input).replace("\n", "")));
            } catch (IllegalArgumentException e) {
                throw new Usage("invalid input");
            }
            return 0;
        }
        int width = (int) Options.size(options.value('w', "76"));
        String text = Base64.getEncoder().encodeToString(input);
        if (width <= 0) {
            call.print(text);
            return 0;
        }
        for (int i = 0; i < text.length(); i += width) {
            call.line(text.substring(i, Math.min(text.length(), i + width)));
        }
        return 0;
    }

    private static int od(Call call) throws IOException {
        Options options = Options.parse(call, "A:t:vN:j:cbx");
        boolean addresses = !options.value('A', "o").equals("n");
        String type = options.has('c') ? "c" : options.value('t', "o2");
        if (!List.of("x1", "o1", "u1", "d1", "c", "x2", "o2").contains(type)) {
            throw new Usage("type '" + type + "' is not supported in memory");
        }
        byte[] all = call.readAll(options.inputs().get(0));
        int from = (int) Math.min(all.length, Options.size(options.value('j', "0")));
        int to = (int) Math.min(all.length, from + Options.size(options.value('N', Integer.toString(all.length))));
        String previous = "";
        boolean starred = false;
        for (int i = from; i < to; i += 16) {
            StringBuilder row = new StringBuilder();
            int unit = type.endsWith("2") ? 2 : 1;
            for (int j = i; j < Math.min(to, i + 16); j += unit) {
                row.append(cell(type, all, j, to));
            }
            if (row.toString().equals(previous) && !options.has('v') && i + 16 <= to) {
                if (!starred) {
                    call.line("*");
                }
                starred = true;
                continue;
            }
            starred = false;
            previous = row.toString();
            call.line((addresses ? String.format(Locale.ROOT, "%07o", i) : "") + row);
        }
        if (addresses) {
            call.line(String.format(Locale.ROOT, "%07o", to));
        }
        return 0;
    }

    private static String cell(String type, byte[] bytes, int at, int end) {
        int value = bytes[at] & 0xff;
        int word = at + 1 < end ? value | (bytes[at + 1] & 0xff) << 8 : value;
        return switch (type) {
            case "x1" -> String.format(Locale.ROOT, " %02x", value);
            case "o1" -> String.format(Locale.ROOT, " %03o", value);
            case "u1" -> String.format(Locale.ROOT, " %3d", value);
            case "d1" -> String.format(Locale.ROOT, " %4d", bytes[at]);
            case "x2" -> String.format(Locale.ROOT, " %04x", word);
            case "o2" -> String.format(Locale.ROOT, " %06o", word);
            default -> character(value);
        };
    }

    private static String character(int value) {
        int at = "\0\u0007\b\f\n\r\t\u000b".indexOf(value);
        if (at >= 0) {
            return "  \\" + "0abfnrtv".charAt(at);
        }
        return value >= ' ' && value < 0x7f ? "   " + (char) value : String.format(Locale.ROOT, " %03o", value);
    }

    private static int cmp(Call call) throws IOException {
        Options options = Options.parse(call, "sln:b", true, 2);
        List<String> operands = new ArrayList<>(options.operands());
        if (operands.isEmpty()) {
            throw new Usage("missing operand after 'cmp'", 2);
        }
        if (operands.size() == 1) {
            operands.add("-");
        }
        byte[][] contents = new byte[2][];
        for (int i = 0; i < 2; i++) {
            try {
                contents[i] = call.readAll(operands.get(i));
            } catch (IOException e) {
                throw new Usage(operands.get(i) + ": " + Errno.of(e).text(), 2);
            }
        }
        int at = java.util.Arrays.mismatch(contents[0], contents[1]);
        if (at < 0) {
            return 0;
        }
        int shorter = Math.min(contents[0].length, contents[1].length);
        if (options.has('s')) {
            return 1;
        }
        if (at == shorter) {
            call.error("EOF on " + operands.get(contents[0].length < contents[1].length ? 0 : 1) + " after byte " + at);
            return 1;
        }
        long line =
                1 + Bytes.of(contents[0], 0, at).chars().filter(c -> c == '\n').count();
        call.line(operands.get(0) + " " + operands.get(1) + " differ: byte " + (at + 1) + ", line " + line);
        return 1;
    }
}
