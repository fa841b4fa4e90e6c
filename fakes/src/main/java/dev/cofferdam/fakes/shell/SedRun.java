package dev.cofferdam.fakes.shell;

import java.util.List;
import java.util.regex.Matcher;

/** Runs a {@code sed} script over lines. */
final class SedRun {

    /** What the main loop does after a cycle. */
    private enum Next {
        PRINT,
        DELETE,
        RESTART,
        QUIT,
        QUIT_SILENTLY
    }

    private final List<SedScript.Command> commands;
    private final List<String> lines;
    private final boolean quiet;
    private final Task task;
    private final int[] rangeEnd;
    private final StringBuilder out = new StringBuilder();
    private final StringBuilder appended = new StringBuilder();
    private String pattern = "";
    private String hold = "";
    private int line;
    private int status;
    private boolean substituted;

    SedRun(SedScript script, List<String> lines, boolean quiet, Task task) {
        this.commands = script.commands();
        this.lines = lines;
        this.quiet = quiet;
        this.task = task;
        this.rangeEnd = new int[commands.size()];
    }

    String output() {
        return out.toString();
    }

    int run() {
        Next next = Next.PRINT;
        while (next != Next.QUIT && next != Next.QUIT_SILENTLY && (next == Next.RESTART || line < lines.size())) {
            task.checkpoint();
            if (next != Next.RESTART) {
                read();
            }
            next = cycle();
            if (!quiet && (next == Next.PRINT || next == Next.QUIT)) {
                print(pattern);
            }
            flushAppended();
        }
        return status;
    }

    private void read() {
        pattern = TextTools.chomp(lines.get(line++));
    }

    private boolean isLast() {
        return line >= lines.size();
    }

    /** Prints a line; only the very last one may lack its end. */
    private void print(String text) {
        out.append(text);
        if (!isLast() || lines.get(line - 1).endsWith("\n")) {
            out.append('\n');
        }
    }

    private void flushAppended() {
        if (!appended.isEmpty()) {
            if (!out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
                out.append('\n');
            }
            out.append(appended);
            appended.setLength(0);
        }
    }

    private Next cycle() {
        substituted = false;
        int i = 0;
        while (i < commands.size()) {
            task.checkpoint();
            SedScript.Command command = commands.get(i);
            boolean selected = selects(command, i) != command.negated;
            if (!selected) {
                i = command.name == '{' ? command.jump : i + 1;
                continue;
            }
            i++;
            switch (command.name) {
                case 'b' -> i = command.jump;
                case 't' -> {
                    i = substituted ? command.jump : i;
                    substituted = false;
                }
                case 'T' -> {
                    i = substituted ? i : command.jump;
                    substituted = false;
                }
                case 'd' -> {
                    return Next.DELETE;
                }
                case 'D' -> {
                    return deleteFirstLine();
                }
                case 'c' -> {
                    if (command.to == null || rangeEnd[i - 1] == 0) {
                        out.append(command.text).append('\n');
                    }
                    return Next.DELETE;
                }
                case 'q', 'Q' -> {
                    status = command.text.isEmpty() ? 0 : Integer.parseInt(command.text) & 0xff;
                    return command.name == 'q' ? Next.QUIT : Next.QUIT_SILENTLY;
                }
                case 'n', 'N' -> {
                    if (isLast()) {
                        return Next.QUIT;
                    }
                    advance(command.name == 'N');
                }
                default -> simple(command);
            }
        }
        return Next.PRINT;
    }

    private Next deleteFirstLine() {
        int end = pattern.indexOf('\n');
        pattern = pattern.substring(end + 1);
        return end < 0 ? Next.DELETE : Next.RESTART;
    }

    /** Reads the next line in the place of this one, or after it. */
    private void advance(boolean append) {
        String first = pattern;
        if (!append && !quiet) {
            print(first);
        }
        flushAppended();
        read();
        pattern = append ? first + "\n" + pattern : pattern;
    }

    private void simple(SedScript.Command command) {
        switch (command.name) {
            case 's' -> substitute(command);
            case 'p' -> print(pattern);
            case 'P' -> print(pattern.split("\n", 2)[0]);
            case '=' -> out.append(line).append('\n');
            case 'a' -> appended.append(command.text).append('\n');
            case 'i' -> out.append(command.text).append('\n');
            case 'h' -> hold = pattern;
            case 'H' -> hold = hold + "\n" + pattern;
            case 'g' -> pattern = hold;
            case 'G' -> pattern = pattern + "\n" + hold;
            case 'x' -> {
                String old = pattern;
                pattern = hold;
                hold = old;
            }
            case 'y' -> pattern = transliterate(command.text);
            default -> {
                // Labels, braces and `l', whose output nobody compares.
            }
        }
    }

    private String transliterate(String map) {
        int half = map.length() / 2;
        StringBuilder text = new StringBuilder(pattern);
        for (int i = 0; i < text.length(); i++) {
            int at = map.substring(0, half).indexOf(text.charAt(i));
            if (at >= 0) {
                text.setCharAt(i, map.charAt(half + at));
            }
        }
        return text.toString();
    }

    private void substitute(SedScript.Command command) {
        if (command.regex == null) {
            return;
        }
        Matcher matcher = command.regex.matcher(pattern);
        boolean global = command.flags.indexOf('g') >= 0;
        StringBuilder text = new StringBuilder();
        int end = 0;
        int count = 0;
        boolean changed = false;
        while (matcher.find()) {
            // An empty match right after a match is none.
            if (matcher.end() == matcher.start() && count > 0 && matcher.start() == end && changed) {
                continue;
            }
            count++;
            if (count < command.occurrence) {
                continue;
            }
            text.append(pattern.substring(end, matcher.start()));
            replace(command.text, matcher, text);
            end = matcher.end();
            changed = true;
            if (!global) {
                break;
            }
        }
        if (changed) {
            pattern = text.append(pattern, end, pattern.length()).toString();
            substituted = true;
            if (command.flags.indexOf('p') >= 0) {
                print(pattern);
            }
        }
    }

    private static void replace(String replacement, Matcher matcher, StringBuilder text) {
        for (int i = 0; i < replacement.length(); i++) {
            char c = replacement.charAt(i);
            if (c == '&') {
                text.append(matcher.group());
            } else if (c == '\\' && i + 1 < replacement.length()) {
                char escaped = replacement.charAt(++i);
                if (escaped >= '0' && escaped <= '9') {
                    int group = escaped - '0';
                    String value = group <= matcher.groupCount() ? matcher.group(group) : null;
                    text.append(value == null ? "" : value);
                } else {
                    text.append(escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped);
                }
            } else {
                text.append(c);
            }
        }
    }

    private boolean selects(SedScript.Command command, int index) {
        if (command.from == null) {
            return true;
        }
        if (command.to == null) {
            return matches(command.from);
        }
        if (rangeEnd[index] == 0) {
            if (!matches(command.from)) {
                return false;
            }
            begin(command.to, index);
            return true;
        }
        if (rangeEnd[index] > 0 ? line >= rangeEnd[index] : matches(command.to)) {
            boolean inside = rangeEnd[index] < 0 || line <= rangeEnd[index];
            rangeEnd[index] = 0;
            return inside || matches(command.from);
        }
        return true;
    }

    /** Opens a range: its end is a line number, or -1 while an expression or the last line is awaited. */
    private void begin(SedScript.Address to, int index) {
        if (to.relative()) {
            rangeEnd[index] = to.line() == 0 ? 0 : line + to.line();
        } else if (to.regex() != null || to.last()) {
            rangeEnd[index] = to.last() && isLast() ? 0 : -1;
        } else {
            rangeEnd[index] = to.line() > line ? to.line() : 0;
        }
    }

    private boolean matches(SedScript.Address address) {
        if (address.regex() != null) {
            return address.regex().matcher(pattern).find();
        }
        return address.last() ? isLast() : address.line() == line;
    }
}
