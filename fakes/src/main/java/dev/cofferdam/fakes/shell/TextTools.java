package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Programs on lines and bytes: {@code uniq tr cut tac rev paste nl}; others have classes of their own. */
final class TextTools {

    private TextTools() {}

    static void register(Map<String, Tool> tools) {
        tools.put("sort", SortTool::run);
        tools.put("uniq", TextTools::uniq);
        tools.put("tr", call -> new TrTool(call).run());
        tools.put("cut", TextTools::cut);
        tools.put("tac", TextTools::tac);
        tools.put("rev", TextTools::rev);
        tools.put("paste", TextTools::paste);
        tools.put("grep", call -> new GrepTool(call).run());
        tools.put("egrep", call -> new GrepTool(call).run());
        tools.put("fgrep", call -> new GrepTool(call).run());
        tools.put("sed", SedTool::run);
        tools.put("expr", call -> new ExprTool(call).run());
        DataTools.register(tools);
    }

    /** Lower case of ASCII letters; other bytes stay. */
    static String lower(String text) {
        return text.chars().allMatch(c -> c < 0x80) ? text.toLowerCase(Locale.ROOT) : asciiLower(text);
    }

    private static String asciiLower(String text) {
        StringBuilder lower = new StringBuilder(text);
        for (int i = 0; i < lower.length(); i++) {
            char c = lower.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                lower.setCharAt(i, (char) (c + 32));
            }
        }
        return lower.toString();
    }

    /** The line without its end. */
    static String chomp(String line) {
        return line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
    }

    /** The lines of all inputs, without their ends; inputs that cannot be read are reported. */
    static List<String> inputLines(Call call, List<String> names) {
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            try (InputStream in = call.open(name)) {
                StreamTools.lines(in).forEach(line -> lines.add(chomp(line)));
            } catch (IOException e) {
                call.error(name, e);
            }
        }
        return lines;
    }

    private static int uniq(Call call) throws IOException {
        Options options = Options.parse(call, "cdui");
        List<String> lines = inputLines(
                call,
                options.operands().isEmpty() ? List.of("-") : options.operands().subList(0, 1));
        int i = 0;
        while (i < lines.size()) {
            int end = i + 1;
            while (end < lines.size() && same(lines.get(i), lines.get(end), options.has('i'))) {
                end++;
            }
            int count = end - i;
            boolean wanted = !(options.has('d') && count == 1) && !(options.has('u') && count > 1);
            if (wanted) {
                String prefix = options.has('c') ? String.format(Locale.ROOT, "%7d ", count) : "";
                call.line(prefix + lines.get(i));
            }
            i = end;
        }
        return 0;
    }

    private static boolean same(String left, String right, boolean fold) {
        return fold ? lower(left).equals(lower(right)) : left.equals(right);
    }

    /** Parses a list such as {@code 1,3-5,7-}. */
    static BitSet positions(String list) throws Usage {
        BitSet set = new BitSet();
        for (String range : list.split(",", -1)) {
            if (!range.matches("[0-9]{1,6}|[0-9]{1,6}-[0-9]{0,6}|-[0-9]{1,6}")) {
                throw new Usage("invalid field value '" + range + "'");
            }
            int dash = range.indexOf('-');
            int first = dash == 0 ? 1 : Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0
                    ? first
                    : dash == range.length() - 1 ? 1_000_000 : Integer.parseInt(range.substring(dash + 1));
            if (first < 1 || last < first) {
                throw new Usage("fields and positions are numbered from 1");
            }
            set.set(first, last + 1);
        }
        return set;
    }

    private static int cut(Call call) throws IOException {
        Options options = Options.parse(call, "d:f:c:b:sn");
        char letter = options.has('f') ? 'f' : options.has('c') ? 'c' : 'b';
        if (!options.has(letter)) {
            throw new Usage("you must specify a list of bytes, characters, or fields");
        }
        BitSet wanted = positions(options.value(letter, ""));
        String delimiter = options.value('d', "\t");
        if (delimiter.length() != 1) {
            throw new Usage("the delimiter must be a single character");
        }
        for (String line : inputLines(call, options.inputs())) {
            if (letter != 'f') {
                call.line(bytes(line, wanted));
            } else if (line.indexOf(delimiter) >= 0) {
                call.line(fields(line, delimiter, wanted));
            } else if (!options.has('s')) {
                call.line(line);
            }
        }
        return 0;
    }

    private static String bytes(String line, BitSet wanted) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            if (wanted.get(i + 1)) {
                text.append(line.charAt(i));
            }
        }
        return text.toString();
    }

    private static String fields(String line, String delimiter, BitSet wanted) {
        String[] fields = line.split(java.util.regex.Pattern.quote(delimiter), -1);
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < fields.length; i++) {
            if (wanted.get(i + 1)) {
                kept.add(fields[i]);
            }
        }
        return String.join(delimiter, kept);
    }

    private static int tac(Call call) throws IOException {
        List<String> lines = inputLines(call, Options.parse(call, "").inputs());
        Collections.reverse(lines);
        for (String line : lines) {
            call.line(line);
        }
        return 0;
    }

    private static int rev(Call call) throws IOException {
        for (String line : inputLines(call, Options.parse(call, "").inputs())) {
            call.line(new StringBuilder(line).reverse().toString());
        }
        return 0;
    }

    private static int paste(Call call) throws IOException {
        Options options = Options.parse(call, "sd:");
        String delimiter = Escapes.of(options.value('d', "\t"), false).text();
        List<List<String>> columns = new ArrayList<>();
        for (String name : options.inputs()) {
            columns.add(inputLines(call, List.of(name)));
        }
        if (options.has('s')) {
            for (List<String> column : columns) {
                call.line(String.join(delimiter, column));
            }
            return 0;
        }
        int rows = columns.stream().mapToInt(List::size).max().orElse(0);
        for (int row = 0; row < rows; row++) {
            List<String> cells = new ArrayList<>();
            for (List<String> column : columns) {
                cells.add(row < column.size() ? column.get(row) : "");
            }
            call.line(String.join(delimiter, cells));
        }
        return 0;
    }
}
