package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** {@code sort}, by bytes. */
final class SortTool {

    private SortTool() {}

    static int run(Call call) throws IOException {
        Options options = Options.parse(call, "rnufbt:k:o:zcsVh", true, 2);
        List<String> lines = options.has('z')
                ? ProcessTools.ended(Bytes.of(call.readAll(options.inputs().get(0))), '\0')
                : TextTools.inputLines(call, options.inputs());
        if (call.failed()) {
            return 2;
        }
        Comparator<String> key = key(options);
        Comparator<String> order =
                options.has('u') || options.has('s') ? key : key.thenComparing(Comparator.naturalOrder());
        if (options.has('r')) {
            order = order.reversed();
        }
        if (options.has('c')) {
            return check(call, lines, order);
        }
        lines = new ArrayList<>(lines);
        lines.sort(order);
        StringBuilder text = new StringBuilder();
        String previous = null;
        for (String line : lines) {
            if (!options.has('u') || previous == null || key.compare(previous, line) != 0) {
                text.append(line).append(options.has('z') ? '\0' : '\n');
            }
            previous = line;
        }
        write(call, options, text.toString());
        return 0;
    }

    private static int check(Call call, List<String> lines, Comparator<String> order) {
        for (int i = 1; i < lines.size(); i++) {
            if (order.compare(lines.get(i - 1), lines.get(i)) > 0) {
                call.error("-:" + (i + 1) + ": disorder: " + lines.get(i));
                return 1;
            }
        }
        return 0;
    }

    private static void write(Call call, Options options, String text) throws IOException {
        if (!options.has('o')) {
            call.print(text);
            return;
        }
        OpenFile file = Opening.open(
                call.disk(),
                call.task().descriptors(),
                call.task().cwd(),
                options.value('o', ""),
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING),
                0666 & ~call.task().umask());
        try {
            byte[] bytes = Bytes.raw(text);
            file.write(call.task(), bytes, 0, bytes.length);
        } finally {
            file.release();
        }
    }

    private static Comparator<String> key(Options options) throws Usage {
        String spec = options.value('k', "");
        boolean numeric = options.has('n') || options.has('h') || spec.indexOf('n') >= 0;
        boolean fold = options.has('f') || spec.indexOf('f') >= 0;
        String separator = options.value('t', "");
        String[] ends = spec.replaceAll("[a-zA-Z]", "").split(",", -1);
        if (!spec.isEmpty() && !ends[0].matches("[0-9]{1,5}(\\.[0-9]{1,5})?")) {
            throw new Usage("invalid number at field start: '" + spec + "'", 2);
        }
        int first = spec.isEmpty() ? 0 : Integer.parseInt(ends[0].split("\\.", -1)[0]);
        int last = ends.length > 1 && !ends[1].isEmpty()
                ? Integer.parseInt(ends[1].split("\\.", -1)[0])
                : Integer.MAX_VALUE;
        Comparator<String> order = numeric
                ? Comparator.comparing(SortTool::number)
                : fold ? Comparator.comparing(TextTools::lower) : Comparator.naturalOrder();
        Comparator<String> byKey =
                first == 0 ? order : Comparator.comparing(line -> field(line, separator, first, last), order);
        return spec.indexOf('r') >= 0 ? byKey.reversed() : byKey;
    }

    private static String field(String line, String separator, int first, int last) {
        List<Integer> starts = new ArrayList<>();
        starts.add(0);
        for (int i = 1; i <= line.length(); i++) {
            if (separator.isEmpty()) {
                if (i < line.length() && isBlank(line.charAt(i)) && !isBlank(line.charAt(i - 1))) {
                    starts.add(i);
                }
            } else if (line.charAt(i - 1) == separator.charAt(0)) {
                starts.add(i);
            }
        }
        if (first > starts.size()) {
            return "";
        }
        int end = last >= starts.size() ? line.length() : starts.get(last) - (separator.isEmpty() ? 0 : 1);
        return line.substring(starts.get(first - 1), Math.max(starts.get(first - 1), end));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    private static BigDecimal number(String text) {
        String stripped = text.stripLeading();
        int end = stripped.startsWith("-") ? 1 : 0;
        boolean point = false;
        while (end < stripped.length()
                && (WordReader.isDigit(stripped.charAt(end)) || (stripped.charAt(end) == '.' && !point))) {
            point |= stripped.charAt(end) == '.';
            end++;
        }
        String digits = stripped.substring(0, end);
        return digits.matches(".*[0-9].*") ? new BigDecimal(digits) : BigDecimal.ZERO;
    }
}
