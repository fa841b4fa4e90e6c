package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** {@code ls} and {@code stat}. */
final class ListTools {

    private static final DateTimeFormatter RECENT = DateTimeFormatter.ofPattern("MMM ppd HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter OLD = DateTimeFormatter.ofPattern("MMM ppd  yyyy", Locale.ENGLISH);
    private static final DateTimeFormatter FULL =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSSSSS", Locale.ROOT);

    private record Entry(String name, Path path, FileStat stat) {}

    private ListTools() {}

    static int ls(Call call) throws IOException {
        Options options = Options.parse(call, "al1ARdtrFSCnqhi", true, 2);
        List<Entry> files = new ArrayList<>();
        List<Entry> directories = new ArrayList<>();
        int status = 0;
        for (String name : options.operands().isEmpty() ? List.of(".") : options.operands()) {
            try {
                Path path = call.path(name);
                boolean follow =
                        !options.has('l') && !options.has('d') && call.disk().exists(path);
                Entry entry = new Entry(name, path, call.disk().stat(path, follow));
                (entry.stat().isDirectory() && !options.has('d') ? directories : files).add(entry);
            } catch (IOException e) {
                call.error("cannot access '" + name + "'", e);
                status = 2;
            }
        }
        sort(files, options);
        sort(directories, options);
        print(call, files, options);
        boolean titled =
                options.has('R') || files.size() + directories.size() > 1 || (status != 0 && !directories.isEmpty());
        boolean first = files.isEmpty();
        for (Entry directory : directories) {
            list(call, directory, options, titled, first);
            first = false;
        }
        return status;
    }

    private static void sort(List<Entry> entries, Options options) {
        Comparator<Entry> order = Comparator.comparing(Entry::name);
        if (options.has('t')) {
            order = Comparator.comparing((Entry entry) -> entry.stat().modified())
                    .reversed()
                    .thenComparing(order);
        } else if (options.has('S')) {
            order = Comparator.comparingLong((Entry entry) -> entry.stat().size())
                    .reversed()
                    .thenComparing(order);
        }
        entries.sort(order);
        if (options.has('r')) {
            Collections.reverse(entries);
        }
    }

    private static void list(Call call, Entry directory, Options options, boolean titled, boolean first)
            throws IOException {
        call.task().checkpoint();
        if (titled) {
            call.print((first ? "" : "\n") + directory.name() + ":\n");
        }
        List<Entry> entries = new ArrayList<>();
        if (options.has('a')) {
            for (String dots : List.of(".", "..")) {
                Path path = directory.path().resolve(dots);
                entries.add(new Entry(dots, path, call.disk().stat(path, false)));
            }
        }
        for (String name : call.disk().list(directory.path())) {
            if (!name.startsWith(".") || options.has('a') || options.has('A')) {
                Path path = directory.path().resolve(Bytes.decode(name));
                try {
                    entries.add(new Entry(name, path, call.disk().stat(path, false)));
                } catch (Errno e) {
                    // Gone since the directory was read.
                }
            }
        }
        sort(entries, options);
        if (options.has('l')) {
            long blocks =
                    entries.stream().mapToLong(entry -> blocks(entry.stat())).sum();
            call.line("total " + blocks);
        }
        print(call, entries, options);
        if (options.has('R')) {
            for (Entry entry : entries) {
                if (entry.stat().isDirectory()
                        && !entry.name().equals(".")
                        && !entry.name().equals("..")) {
                    String name = directory.name().endsWith("/")
                            ? directory.name() + entry.name()
                            : directory.name() + "/" + entry.name();
                    list(call, new Entry(name, entry.path(), entry.stat()), options, true, false);
                }
            }
        }
    }

    private static long blocks(FileStat stat) {
        return stat.isDirectory() ? 4 : stat.isLink() ? 0 : (stat.size() + 4095) / 4096 * 4;
    }

    private static void print(Call call, List<Entry> entries, Options options) throws IOException {
        int links = entries.stream()
                .mapToInt(e -> Integer.toString(e.stat().links()).length())
                .max()
                .orElse(1);
        int sizes = entries.stream()
                .mapToInt(e -> Long.toString(e.stat().size()).length())
                .max()
                .orElse(1);
        for (Entry entry : entries) {
            FileStat stat = entry.stat();
            StringBuilder text = new StringBuilder();
            if (options.has('i')) {
                text.append(inode(stat)).append(' ');
            }
            if (options.has('l')) {
                text.append(stat.modeText())
                        .append(' ')
                        .append(padded(Integer.toString(stat.links()), links))
                        .append(options.has('n') ? " 1000 1000 " : " user user ")
                        .append(padded(Long.toString(stat.size()), sizes))
                        .append(' ')
                        .append(time(call, stat.modified()))
                        .append(' ');
            }
            text.append(entry.name());
            if (options.has('F')) {
                text.append(
                        stat.isDirectory()
                                ? "/"
                                : stat.isLink() && !options.has('l')
                                        ? "@"
                                        : (stat.mode() & 0111) != 0 && stat.isRegular() ? "*" : "");
            }
            if (options.has('l') && stat.isLink()) {
                text.append(" -> ").append(call.disk().readLink(entry.path()));
            }
            call.line(text.toString());
        }
    }

    private static String padded(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static String time(Call call, Instant time) {
        long age = call.computer().time().now().getEpochSecond() - time.getEpochSecond();
        return time.atZone(ZoneOffset.UTC).format(age > 15_778_476 || age < 0 ? OLD : RECENT);
    }

    private static String inode(FileStat stat) {
        return stat.key() instanceof Number number
                ? number.toString()
                : Integer.toString(stat.key().hashCode() & 0xffff);
    }

    static int stat(Call call) throws IOException {
        List<String> words = new ArrayList<>(call.words());
        words.replaceAll(word -> word.startsWith("--format=") ? "-c" + word.substring(9) : word);
        Options options = Options.parse(call.with(words), "c:Lt");
        for (String name : options.operands(1)) {
            try {
                Path path = call.path(name);
                FileStat stat = call.disk().stat(path, options.has('L'));
                call.line(format(
                        call,
                        options.value('c', "  File: %N\n  Size: %s\t%F\nAccess: (%04a/%A)\nModify: %y"),
                        name,
                        path,
                        stat));
            } catch (IOException e) {
                call.error("cannot statx '" + name + "'", e);
            }
        }
        return 0;
    }

    private static String format(Call call, String format, String name, Path path, FileStat stat) throws IOException {
        StringBuilder text = new StringBuilder();
        int i = 0;
        while (i < format.length()) {
            char c = format.charAt(i++);
            if (c != '%' || i == format.length()) {
                text.append(c);
                continue;
            }
            int start = i;
            while (i < format.length() - 1 && "0123456789.-".indexOf(format.charAt(i)) >= 0) {
                i++;
            }
            String value = field(call, format.charAt(i), name, path, stat);
            String flags = format.substring(start, i);
            if (flags.matches("0[0-9]+")) {
                value = "0".repeat(Math.max(0, Integer.parseInt(flags) - value.length())) + value;
            }
            text.append(value);
            i++;
        }
        return text.toString();
    }

    private static String field(Call call, char field, String name, Path path, FileStat stat) throws IOException {
        return switch (field) {
            case 'n' -> name;
            case 'N' ->
                "'" + name + "'" + (stat.isLink() ? " -> '" + call.disk().readLink(path) + "'" : "");
            case 's' -> Long.toString(stat.size());
            case 'a' -> Integer.toOctalString(stat.mode());
            case 'A' -> stat.modeText();
            case 'f' ->
                Integer.toHexString(stat.mode() | (stat.isDirectory() ? 0040000 : stat.isLink() ? 0120000 : 0100000));
            case 'F' -> stat.type();
            case 'h' -> Integer.toString(stat.links());
            case 'i' -> inode(stat);
            case 'd' -> "1";
            case 'u', 'g' -> "1000";
            case 'U', 'G' -> "user";
            case 'X', 'Y', 'Z' -> Long.toString(stat.modified().getEpochSecond());
            case 'x', 'y', 'z' -> stat.modified().atZone(ZoneOffset.UTC).format(FULL) + " +0000";
            case 'b' -> Long.toString((stat.size() + 511) / 512);
            case 'B' -> "512";
            case '%' -> "%";
            default -> "?";
        };
    }
}
