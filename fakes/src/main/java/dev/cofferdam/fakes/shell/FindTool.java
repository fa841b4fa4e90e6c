package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** {@code find}. */
final class FindTool {

    /** A file under test: its spelling, its place and its depth below the starting point. */
    private record Found(String spelling, Path path, FileStat stat, int depth) {

        String name() {
            String stripped = SystemTools.stripSlashes(spelling);
            return stripped.equals("/") ? stripped : stripped.substring(stripped.lastIndexOf('/') + 1);
        }
    }

    /** A test or action. */
    @FunctionalInterface
    private interface Predicate {
        boolean test(Found found) throws IOException;
    }

    private final Call call;
    private final List<String> args;
    private int next;
    private int minDepth;
    private int maxDepth = Integer.MAX_VALUE;
    private boolean childrenFirst;
    private boolean acts;
    private boolean pruned;
    private int status;
    private boolean quit;

    FindTool(Call call) {
        this.call = call;
        this.args = call.args();
    }

    int run() throws IOException {
        List<String> starts = new ArrayList<>();
        while (next < args.size()
                && !args.get(next).startsWith("-")
                && !args.get(next).matches("[!(]")) {
            starts.add(args.get(next++));
        }
        Predicate parsed = next < args.size() ? or() : found -> true;
        if (next < args.size()) {
            throw new Usage("paths must precede expression: '" + args.get(next) + "'");
        }
        Predicate expression = acts ? parsed : found -> parsed.test(found) && print(found, "\n");
        for (String start : starts.isEmpty() ? List.of(".") : starts) {
            try {
                Path path = call.path(start);
                visit(new Found(start, path, call.disk().stat(path, false), 0), expression);
            } catch (Errno e) {
                call.error("'" + start + "'", e);
                status = 1;
            }
        }
        return status;
    }

    private void visit(Found found, Predicate expression) throws IOException {
        call.task().checkpoint();
        pruned = false;
        if (quit) {
            return;
        }
        if (!childrenFirst && found.depth() >= minDepth) {
            expression.test(found);
        }
        if (found.stat().isDirectory() && !pruned && found.depth() < maxDepth) {
            children(found, expression);
        }
        if (childrenFirst && found.depth() >= minDepth && !quit) {
            expression.test(found);
        }
    }

    private void children(Found found, Predicate expression) throws IOException {
        List<String> names;
        try {
            names = call.disk().list(found.path());
        } catch (Errno e) {
            call.error("'" + found.spelling() + "'", e);
            status = 1;
            return;
        }
        String prefix = found.spelling().endsWith("/") ? found.spelling() : found.spelling() + "/";
        for (String name : names) {
            Path path = found.path().resolve(Bytes.decode(name));
            try {
                visit(new Found(prefix + name, path, call.disk().stat(path, false), found.depth() + 1), expression);
            } catch (Errno e) {
                // Gone since the directory was read.
            }
        }
    }

    private boolean print(Found found, String end) throws IOException {
        call.print(found.spelling() + end);
        return true;
    }

    private Predicate or() throws IOException {
        Predicate left = and();
        while (take("-o") || take("-or")) {
            Predicate first = left;
            Predicate second = and();
            left = found -> first.test(found) || second.test(found);
        }
        return left;
    }

    private Predicate and() throws IOException {
        Predicate left = not();
        while (next < args.size() && !args.get(next).matches("-o|-or|\\)")) {
            if (take("-a") || take("-and")) {
                continue;
            }
            Predicate first = left;
            Predicate second = not();
            left = found -> first.test(found) && second.test(found);
        }
        return left;
    }

    private Predicate not() throws IOException {
        if (take("!") || take("-not")) {
            Predicate inner = not();
            return found -> !inner.test(found);
        }
        if (take("(")) {
            Predicate inner = or();
            if (!take(")")) {
                throw new Usage("invalid expression; you have used a '(' without the ')'");
            }
            return inner;
        }
        return primary();
    }

    private boolean take(String word) {
        if (next < args.size() && args.get(next).equals(word)) {
            next++;
            return true;
        }
        return false;
    }

    private String operand(String of) throws Usage {
        if (next >= args.size()) {
            throw new Usage("missing argument to '" + of + "'");
        }
        return args.get(next++);
    }

    private Predicate primary() throws IOException {
        if (next >= args.size()) {
            throw new Usage("invalid expression");
        }
        String word = args.get(next++);
        switch (word) {
            case "-name", "-iname" -> {
                boolean fold = word.equals("-iname");
                String operand = operand(word);
                Pattern pattern = Pattern.ofPlain(fold ? TextTools.lower(operand) : operand);
                return found -> pattern.matches(fold ? TextTools.lower(found.name()) : found.name());
            }
            case "-path", "-wholename" -> {
                Pattern pattern = Pattern.ofPlain(operand(word));
                return found -> pattern.matches(found.spelling());
            }
            case "-type" -> {
                String types = operand(word);
                return found -> types.indexOf(
                                found.stat().isDirectory() ? 'd' : found.stat().isLink() ? 'l' : 'f')
                        >= 0;
            }
            case "-maxdepth" -> {
                maxDepth = (int) Options.size(operand(word));
                return found -> true;
            }
            case "-mindepth" -> {
                minDepth = (int) Options.size(operand(word));
                return found -> true;
            }
            case "-depth" -> {
                childrenFirst = true;
                return found -> true;
            }
            case "-true", "-xdev", "-mount" -> {
                return found -> true;
            }
            default -> {
                return word.startsWith("-") ? more(word) : unknown(word);
            }
        }
    }

    private static Predicate unknown(String word) throws Usage {
        throw new Usage(
                word.startsWith("-")
                        ? "unknown predicate '" + word + "'"
                        : "paths must precede expression: '" + word + "'");
    }

    private Predicate more(String word) throws IOException {
        switch (word) {
            case "-empty" -> {
                return found -> found.stat().isDirectory()
                        ? call.disk().list(found.path()).isEmpty()
                        : found.stat().isRegular() && found.stat().size() == 0;
            }
            case "-size" -> {
                return size(operand(word));
            }
            case "-newer" -> {
                FileStat reference = call.disk().stat(call.path(operand(word)), true);
                return found -> found.stat().modified().isAfter(reference.modified());
            }
            case "-mmin" -> {
                return age(operand(word), Duration.ofMinutes(1));
            }
            case "-mtime" -> {
                return age(operand(word), Duration.ofDays(1));
            }
            case "-perm" -> {
                return permissions(operand(word));
            }
            default -> {
                return action(word);
            }
        }
    }

    private static boolean compare(String operand, long actual) throws Usage {
        long number = Options.size(operand.startsWith("+") || operand.startsWith("-") ? operand.substring(1) : operand);
        return operand.startsWith("+") ? actual > number : operand.startsWith("-") ? actual < number : actual == number;
    }

    private static Predicate size(String operand) {
        char unit = operand.isEmpty() ? 'b' : operand.charAt(operand.length() - 1);
        long block = unit == 'c' ? 1 : unit == 'k' ? 1024 : unit == 'M' ? 1 << 20 : 512;
        String number = operand.replaceAll("[ckMb]$", "");
        return found -> compare(number, (found.stat().size() + block - 1) / block);
    }

    private Predicate age(String operand, Duration unit) {
        return found -> compare(
                operand,
                Duration.between(found.stat().modified(), call.computer().time().now())
                        .dividedBy(unit));
    }

    private static Predicate permissions(String operand) throws Usage {
        boolean all = operand.startsWith("-");
        boolean any = operand.startsWith("/");
        int mode = ModeChange.parse(all || any ? operand.substring(1) : operand).apply(0, false, 0);
        return found -> all
                ? (found.stat().mode() & mode) == mode
                : any
                        ? mode == 0 || (found.stat().mode() & mode) != 0
                        : found.stat().mode() == mode;
    }

    private Predicate action(String word) throws IOException {
        if (word.equals("-prune")) {
            return found -> {
                pruned = true;
                return true;
            };
        }
        acts = true;
        switch (word) {
            case "-print" -> {
                return found -> print(found, "\n");
            }
            case "-print0" -> {
                return found -> print(found, "\0");
            }
            case "-printf" -> {
                String format = operand(word);
                return found -> {
                    call.print(format(format, found));
                    return true;
                };
            }
            case "-quit" -> {
                return found -> {
                    quit = true;
                    return true;
                };
            }
            case "-delete" -> {
                childrenFirst = true;
                return this::delete;
            }
            case "-exec" -> {
                return exec();
            }
            default -> {
                return unknown(word);
            }
        }
    }

    private boolean delete(Found found) {
        if (found.spelling().equals(".")) {
            return true;
        }
        try {
            call.disk().delete(found.path());
            return true;
        } catch (IOException e) {
            call.error("cannot delete '" + found.spelling() + "'", e);
            status = 1;
            return false;
        }
    }

    /** Both forms run the command per file; the one with {@code +} is only about speed, but its failures count. */
    private Predicate exec() throws Usage {
        List<String> command = new ArrayList<>();
        while (next < args.size()
                && !args.get(next).equals(";")
                && !(args.get(next).equals("+") && command.contains("{}"))) {
            command.add(args.get(next++));
        }
        if (next >= args.size() || command.isEmpty()) {
            throw new Usage("missing argument to '-exec'");
        }
        boolean batch = args.get(next++).equals("+");
        return found -> {
            List<String> words = command.stream()
                    .map(word -> word.replace("{}", found.spelling()))
                    .toList();
            int result = call.spawn(words, call.environment());
            if (batch && result != 0) {
                status = 1;
            }
            return batch || result == 0;
        };
    }

    private String format(String format, Found found) throws IOException {
        StringBuilder text = new StringBuilder();
        String source = Escapes.of(format, false).text();
        for (int i = 0; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c != '%' || i + 1 == source.length()) {
                text.append(c);
                continue;
            }
            FileStat stat = found.stat();
            switch (source.charAt(++i)) {
                case 'p' -> text.append(found.spelling());
                case 'f' -> text.append(found.name());
                case 'P' -> text.append(relative(found));
                case 's' -> text.append(stat.size());
                case 'm' -> text.append(Integer.toOctalString(stat.mode()));
                case 'd' -> text.append(found.depth());
                case 'y' -> text.append(stat.isDirectory() ? 'd' : stat.isLink() ? 'l' : 'f');
                case 'l' -> text.append(stat.isLink() ? call.disk().readLink(found.path()) : "");
                case '%' -> text.append('%');
                default -> text.append('%').append(source.charAt(i));
            }
        }
        return text.toString();
    }

    private static String relative(Found found) {
        String[] parts = found.spelling().split("/");
        return String.join("/", List.of(parts).subList(Math.max(0, parts.length - found.depth()), parts.length));
    }
}
