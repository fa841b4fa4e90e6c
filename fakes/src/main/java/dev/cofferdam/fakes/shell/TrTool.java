package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.util.BitSet;
import java.util.List;

/** {@code tr}, on bytes. */
final class TrTool {

    private final Call call;

    TrTool(Call call) {
        this.call = call;
    }

    int run() throws IOException {
        Options options = Options.parse(call, "dscCt", false, 1);
        List<String> operands = options.operands(1);
        boolean delete = options.has('d');
        boolean squeeze = options.has('s');
        if (operands.size() < 2 && !delete && !squeeze) {
            throw new Usage("missing operand after '" + operands.get(0) + "'");
        }
        String first = set(operands.get(0));
        if (options.has('c') || options.has('C')) {
            first = complement(first);
        }
        String second = operands.size() > 1 ? set(operands.get(1)) : "";
        int[] map = map(first, second, delete);
        String squeezed = squeeze ? (operands.size() > 1 ? second : first) : "";
        BitSet repeats = new BitSet(256);
        squeezed.chars().forEach(repeats::set);
        translate(map, repeats);
        return 0;
    }

    private static int[] map(String first, String second, boolean delete) throws Usage {
        int[] map = new int[256];
        for (int i = 0; i < 256; i++) {
            map[i] = i;
        }
        if (!delete && second.isEmpty()) {
            return map;
        }
        for (int i = 0; i < first.length(); i++) {
            map[first.charAt(i)] = delete ? -1 : second.charAt(Math.min(i, second.length() - 1));
        }
        return map;
    }

    private void translate(int[] map, BitSet repeats) throws IOException {
        InputStream in = call.in();
        byte[] buffer = new byte[StreamTools.BLOCK];
        int previous = -1;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            for (int i = 0; i < n; i++) {
                int mapped = map[buffer[i] & 0xff];
                if (mapped < 0 || (mapped == previous && repeats.get(mapped))) {
                    continue;
                }
                previous = mapped;
                call.out().write(mapped);
            }
            call.out().flush();
        }
    }

    private static String complement(String set) {
        StringBuilder others = new StringBuilder();
        for (char c = 0; c < 256; c++) {
            if (set.indexOf(c) < 0) {
                others.append(c);
            }
        }
        return others.toString();
    }

    /** Expands escapes, ranges and classes. */
    private static String set(String text) throws Usage {
        StringBuilder set = new StringBuilder();
        String source = Escapes.of(text.replace("\\-", "\\055"), false).text();
        int i = 0;
        while (i < source.length()) {
            int close = source.startsWith("[:", i) ? source.indexOf(":]", i + 2) : -1;
            if (close > 0) {
                BitSet members = new BitSet(256);
                Pattern.addClass(members, source.substring(i + 2, close));
                if (members.isEmpty()) {
                    throw new Usage("invalid character class '" + source.substring(i + 2, close) + "'");
                }
                members.stream().forEach(c -> set.append((char) c));
                i = close + 2;
            } else if (i + 2 < source.length() && source.charAt(i + 1) == '-') {
                char low = source.charAt(i);
                char high = source.charAt(i + 2);
                if (low > high) {
                    throw new Usage(
                            "range-endpoints of '" + low + "-" + high + "' are in reverse collating sequence order");
                }
                for (char c = low; c <= high; c++) {
                    set.append(c);
                }
                i += 3;
            } else {
                set.append(source.charAt(i++));
            }
        }
        return set.toString();
    }
}
