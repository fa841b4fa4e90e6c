package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Programs that pass bytes on: {@code cat head tail tee wc}. */
final class StreamTools {

    static final int BLOCK = 32 << 10;

    private StreamTools() {}

    static void register(Map<String, Tool> tools) {
        tools.put("cat", StreamTools::cat);
        tools.put("head", StreamTools::head);
        tools.put("tail", StreamTools::tail);
        tools.put("tee", StreamTools::tee);
        tools.put("wc", StreamTools::wc);
    }

    private static int cat(Call call) throws IOException {
        Options options = Options.parse(call, "un");
        int line = 0;
        for (String name : options.inputs()) {
            try (InputStream in = call.open(name)) {
                if (options.has('n')) {
                    for (String text : lines(in)) {
                        call.print(String.format(java.util.Locale.ROOT, "%6d\t%s", ++line, text));
                    }
                } else if (isOutput(call, in)) {
                    call.error(name + ": input file is output file");
                } else {
                    copy(call, in);
                }
            } catch (IOException e) {
                call.error(name, e);
            }
        }
        return 0;
    }

    /** Tells whether a file would be read and appended to without end. */
    private static boolean isOutput(Call call, InputStream in) {
        OpenFile target = call.task().descriptors().find(1);
        OpenFile read = in instanceof FileInput file
                ? file.file()
                : call.task().descriptors().find(0);
        if (target == null || read == null || target.file() == null) {
            return false;
        }
        return Objects.equals(target.file(), read.file()) && isAppended(target, read);
    }

    private static boolean isAppended(OpenFile target, OpenFile read) {
        try {
            return target.size() > 0 && read.position() < target.size();
        } catch (IOException e) {
            return false;
        }
    }

    /** Passes on what comes as it comes. */
    private static void copy(Call call, InputStream in) throws IOException {
        byte[] buffer = new byte[BLOCK];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            call.out().write(buffer, 0, n);
            call.out().flush();
        }
    }

    /** The lines of a stream with their ends, of which the last may lack one. */
    static List<String> lines(InputStream in) throws IOException {
        return split(Bytes.of(in.readAllBytes()), '\n');
    }

    /** Cuts text after every {@code end}. */
    static List<String> split(String text, char end) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int at = text.indexOf(end, start);
            int next = at < 0 ? text.length() : at + 1;
            lines.add(text.substring(start, next));
            start = next;
        }
        return lines;
    }

    /** Puts the count of the old form, {@code -5}, into the new one. */
    private static Call modern(Call call) {
        List<String> words = new ArrayList<>(call.words());
        if (words.size() > 1 && words.get(1).matches("-[0-9]+")) {
            words.set(1, "-n" + words.get(1).substring(1));
            return call.with(words);
        }
        return call;
    }

    private static int head(Call original) throws IOException {
        Call call = modern(original);
        Options options = Options.parse(call, "n:c:qv");
        boolean bytes = options.has('c');
        String count = options.value(bytes ? 'c' : 'n', "10");
        boolean titles = options.operands().size() > 1 && !options.has('q');
        boolean first = true;
        for (String name : options.inputs()) {
            try (InputStream in = call.open(name)) {
                if (titles) {
                    call.print((first ? "" : "\n") + "==> " + name + " <==\n");
                }
                first = false;
                if (count.startsWith("-")) {
                    allBut(call, in, Options.size(count.substring(1)), bytes);
                } else {
                    first(call, in, Options.size(count), bytes);
                }
            } catch (Usage e) {
                throw e;
            } catch (IOException e) {
                call.error("cannot open '" + name + "' for reading", e);
            }
        }
        return 0;
    }

    private static void first(Call call, InputStream in, long count, boolean bytes) throws IOException {
        byte[] buffer = new byte[BLOCK];
        long left = count;
        while (left > 0) {
            int n = in.read(buffer, 0, bytes ? (int) Math.min(left, BLOCK) : BLOCK);
            if (n < 0) {
                return;
            }
            int end = bytes ? n : 0;
            while (!bytes && end < n && left > 0) {
                left -= buffer[end++] == '\n' ? 1 : 0;
            }
            left -= bytes ? n : 0;
            call.out().write(buffer, 0, end);
            if (end < n && !(in instanceof FileInput)) {
                giveBack(call, n - end);
            }
        }
    }

    /** Leaves what was read too far for the next reader, where that is possible. */
    private static void giveBack(Call call, int count) throws IOException {
        OpenFile input = call.task().descriptors().find(0);
        if (input != null && input.file() != null) {
            input.seek(input.position() - count);
        }
    }

    private static void allBut(Call call, InputStream in, long count, boolean bytes) throws IOException {
        String text = Bytes.of(in.readAllBytes());
        if (bytes) {
            call.print(text.substring(0, (int) Math.max(0, text.length() - count)));
            return;
        }
        List<String> lines = split(text, '\n');
        for (int i = 0; i < lines.size() - count; i++) {
            call.print(lines.get(i));
        }
    }

    private static int tail(Call original) throws IOException {
        Call call = modern(original);
        Options options = Options.parse(call, "n:c:qv");
        boolean bytes = options.has('c');
        String count = options.value(bytes ? 'c' : 'n', "10");
        boolean fromStart = count.startsWith("+");
        long number = Options.size(count.startsWith("+") || count.startsWith("-") ? count.substring(1) : count);
        boolean titles = options.operands().size() > 1 && !options.has('q');
        boolean first = true;
        for (String name : options.inputs()) {
            try (InputStream in = call.open(name)) {
                if (titles) {
                    call.print((first ? "" : "\n") + "==> " + name + " <==\n");
                }
                first = false;
                last(call, Bytes.of(in.readAllBytes()), number, bytes, fromStart);
            } catch (IOException e) {
                call.error("cannot open '" + name + "' for reading", e);
            }
        }
        return 0;
    }

    private static void last(Call call, String text, long count, boolean bytes, boolean fromStart) throws IOException {
        if (bytes) {
            long start = fromStart ? Math.max(0, count - 1) : Math.max(0, text.length() - count);
            call.print(text.substring((int) Math.min(start, text.length())));
            return;
        }
        List<String> lines = split(text, '\n');
        long start = fromStart ? Math.max(0, count - 1) : Math.max(0, lines.size() - count);
        for (int i = (int) Math.min(start, lines.size()); i < lines.size(); i++) {
            call.print(lines.get(i));
        }
    }

    private static int tee(Call call) throws IOException {
        Options options = Options.parse(call, "ai");
        Set<StandardOpenOption> mode = options.has('a')
                ? Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
                : Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        List<OpenFile> files = new ArrayList<>();
        Task task = call.task();
        try {
            for (String name : options.operands()) {
                try {
                    files.add(Opening.open(
                            call.disk(), task.descriptors(), task.cwd(), name, mode, 0666 & ~task.umask()));
                } catch (IOException e) {
                    call.error(name, e);
                }
            }
            byte[] buffer = new byte[BLOCK];
            InputStream in = call.in();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                call.out().write(buffer, 0, n);
                call.out().flush();
                for (OpenFile file : files) {
                    file.write(task, buffer, 0, n);
                }
            }
        } finally {
            files.forEach(OpenFile::release);
        }
        return 0;
    }

    private static int wc(Call call) throws IOException {
        Options options = Options.parse(call, "lwcmL");
        List<String[]> rows = new ArrayList<>();
        long[] total = new long[4];
        boolean piped = false;
        for (String name : options.inputs()) {
            try (InputStream in = call.open(name)) {
                long[] counts = count(in);
                for (int i = 0; i < 4; i++) {
                    total[i] += counts[i];
                }
                piped |= name.equals("-");
                rows.add(row(options, counts, options.operands().isEmpty() ? "" : name));
            } catch (IOException e) {
                call.error(name, e);
            }
        }
        if (options.inputs().size() > 1) {
            rows.add(row(options, total, "total"));
        }
        int columns = rows.isEmpty() ? 0 : rows.get(0).length - 1;
        int width = columns == 1 && rows.size() == 1
                ? 1
                : piped ? 7 : Long.toString(total[2]).length();
        for (String[] row : rows) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < row.length - 1; i++) {
                text.append(i == 0 ? "" : " ")
                        .append(" ".repeat(Math.max(0, width - row[i].length())))
                        .append(row[i]);
            }
            text.append(row[row.length - 1].isEmpty() ? "" : " " + row[row.length - 1]);
            call.line(text.toString());
        }
        return 0;
    }

    private static String[] row(Options options, long[] counts, String name) {
        boolean all = !options.has('l') && !options.has('w') && !options.has('c') && !options.has('m');
        List<String> row = new ArrayList<>();
        if (all || options.has('l')) {
            row.add(Long.toString(counts[0]));
        }
        if (all || options.has('w')) {
            row.add(Long.toString(counts[1]));
        }
        if (options.has('m')) {
            row.add(Long.toString(counts[3]));
        }
        if (all || options.has('c')) {
            row.add(Long.toString(counts[2]));
        }
        row.add(name);
        return row.toArray(String[]::new);
    }

    /** Counts lines, words, bytes and characters. */
    private static long[] count(InputStream in) throws IOException {
        long[] counts = new long[4];
        byte[] buffer = new byte[BLOCK];
        boolean inWord = false;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            counts[2] += n;
            for (int i = 0; i < n; i++) {
                byte b = buffer[i];
                counts[0] += b == '\n' ? 1 : 0;
                counts[3] += (b & 0xc0) == 0x80 ? 0 : 1;
                boolean blank = b == ' ' || (b >= '\t' && b <= '\r');
                counts[1] += !blank && !inWord ? 1 : 0;
                inWord = !blank;
            }
        }
        return counts;
    }
}
