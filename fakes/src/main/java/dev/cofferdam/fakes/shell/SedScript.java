package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A parsed {@code sed} script. */
final class SedScript {

    /** An address: a line number, the last line, or an expression. */
    record Address(int line, boolean last, @Nullable Pattern regex, boolean relative) {}

    /** A command with its addresses; blocks hold the index of the command after them in {@code jump}. */
    static final class Command {
        final @Nullable Address from;
        final @Nullable Address to;
        final boolean negated;
        final char name;
        String text = "";

        @Nullable
        Pattern regex;

        String flags = "";
        int occurrence = 1;
        int jump = -1;

        Command(@Nullable Address from, @Nullable Address to, boolean negated, char name) {
            this.from = from;
            this.to = to;
            this.negated = negated;
            this.name = name;
        }
    }

    private final String source;
    private final boolean extended;
    private final List<Command> commands = new ArrayList<>();
    private int position;

    private SedScript(String source, boolean extended) {
        this.source = source;
        this.extended = extended;
    }

    static SedScript parse(String source, boolean extended) throws Usage {
        SedScript script = new SedScript(source, extended);
        script.block(false, 0);
        script.resolveLabels();
        return script;
    }

    List<Command> commands() {
        return commands;
    }

    private void resolveLabels() throws Usage {
        for (Command command : commands) {
            if ("btT".indexOf(command.name) < 0) {
                continue;
            }
            command.jump = command.text.isEmpty() ? commands.size() : -1;
            for (int i = 0; i < commands.size(); i++) {
                if (commands.get(i).name == ':' && commands.get(i).text.equals(command.text)) {
                    command.jump = i;
                }
            }
            if (command.jump < 0) {
                throw new Usage(
                        "-e expression #1, char " + position + ": can't find label for jump to '" + command.text + "'");
            }
        }
    }

    private void block(boolean inner, int depth) throws Usage {
        if (depth > 100) {
            throw error("nested too deep");
        }
        while (true) {
            skip(" \t\n;");
            if (position >= source.length()) {
                if (inner) {
                    throw error("unmatched `{'");
                }
                return;
            }
            char c = source.charAt(position);
            if (c == '}') {
                if (!inner) {
                    throw error("unexpected `}'");
                }
                position++;
                return;
            }
            if (c == '#') {
                skipLine();
                continue;
            }
            command(depth);
        }
    }

    private void command(int depth) throws Usage {
        Address from = address();
        Address to = null;
        skip(" \t");
        if (from != null && peek() == ',') {
            position++;
            skip(" \t");
            to = address();
            if (to == null) {
                throw error("unexpected `,'");
            }
        }
        skip(" \t");
        boolean negated = peek() == '!';
        skip(" \t!");
        if (position >= source.length()) {
            throw error("missing command");
        }
        char name = source.charAt(position++);
        Command command = new Command(from, to, negated, name);
        commands.add(command);
        switch (name) {
            case '{' -> {
                block(true, depth + 1);
                command.jump = commands.size();
            }
            case 's' -> substitute(command);
            case 'y' -> transliterate(command);
            case 'a', 'i', 'c' -> command.text = text();
            case ':', 'b', 't', 'T' -> {
                skip(" \t");
                int start = position;
                skipUntil("\n;}");
                command.text = source.substring(start, position).strip();
            }
            case 'q', 'Q' -> {
                skip(" \t");
                int start = position;
                skip("0123456789");
                command.text = source.substring(start, position);
            }
            case 'p', 'd', 'D', 'P', 'n', 'N', 'h', 'H', 'g', 'G', 'x', '=', 'l' -> {}
            default -> throw error("unknown command: `" + name + "'");
        }
        if ("{aic".indexOf(name) < 0) {
            skip(" \t");
            if (position < source.length() && "\n;}#".indexOf(peek()) < 0) {
                throw error("extra characters after command");
            }
        }
    }

    private @Nullable Address address() throws Usage {
        char c = peek();
        if (c == '$') {
            position++;
            return new Address(0, true, null, false);
        }
        boolean relative = c == '+';
        if (relative) {
            position++;
        }
        if (relative || WordReader.isDigit(c)) {
            int start = position;
            skip("0123456789");
            String digits = source.substring(start, position);
            if (digits.isEmpty() || digits.length() > 9) {
                throw error("invalid address");
            }
            return new Address(Integer.parseInt(digits), false, null, relative);
        }
        if (c != '/' && c != '\\') {
            return null;
        }
        position++;
        char delimiter = c == '/' ? c : source.charAt(Math.min(position++, source.length() - 1));
        String regex = delimited(delimiter, true);
        boolean fold = peek() == 'I';
        if (fold) {
            position++;
        }
        return new Address(0, false, Regex.compile(regex, extended, fold), false);
    }

    private void substitute(Command command) throws Usage {
        if (position >= source.length()) {
            throw error("unterminated `s' command");
        }
        char delimiter = source.charAt(position++);
        String regex = delimited(delimiter, true);
        command.text = delimited(delimiter, false);
        int start = position;
        while (position < source.length() && "gpiIme0123456789".indexOf(peek()) >= 0) {
            position++;
        }
        command.flags = source.substring(start, position);
        String digits = command.flags.replaceAll("[^0-9]", "");
        if (!digits.isEmpty() && digits.length() < 7) {
            command.occurrence = Integer.parseInt(digits);
        }
        command.regex = Regex.compile(regex, extended, command.flags.matches(".*[iI].*"));
    }

    private void transliterate(Command command) throws Usage {
        if (position >= source.length()) {
            throw error("unterminated `y' command");
        }
        char delimiter = source.charAt(position++);
        String from = unescape(delimited(delimiter, false));
        String to = unescape(delimited(delimiter, false));
        if (from.length() != to.length()) {
            throw error("strings for `y' command are different lengths");
        }
        command.text = from + to;
    }

    private static String unescape(String text) {
        return text.replace("\\n", "\n").replace("\\\\", "\\");
    }

    /** Reads up to the delimiter, which may be escaped or stand in brackets. */
    private String delimited(char delimiter, boolean regex) throws Usage {
        StringBuilder text = new StringBuilder();
        boolean bracket = false;
        while (position < source.length()) {
            char c = source.charAt(position++);
            if (c == delimiter && !bracket) {
                return text.toString();
            }
            if (c == '\\' && position < source.length() && !bracket) {
                char escaped = source.charAt(position++);
                if (escaped == delimiter && (regex || delimiter != '&')) {
                    text.append(escaped);
                } else {
                    text.append(c).append(escaped);
                }
                continue;
            }
            if (regex && c == '[' && !bracket) {
                bracket = true;
                text.append(c);
                if (peek() == '^') {
                    text.append(source.charAt(position++));
                }
                if (peek() == ']') {
                    text.append(source.charAt(position++));
                }
                continue;
            }
            bracket &= c != ']';
            text.append(c);
        }
        throw error("unterminated command");
    }

    /** The text of {@code a}, {@code i} and {@code c}, in the one-line form or after a backslash. */
    private String text() {
        skip(" \t");
        if (peek() == '\\') {
            position++;
            skip(" \t");
            if (peek() == '\n') {
                position++;
            }
        }
        StringBuilder text = new StringBuilder();
        while (position < source.length()) {
            char c = source.charAt(position++);
            if (c == '\n') {
                break;
            }
            text.append(c == '\\' && position < source.length() ? source.charAt(position++) : c);
        }
        return text.toString();
    }

    private char peek() {
        return position < source.length() ? source.charAt(position) : '\uffff';
    }

    private void skip(String chars) {
        while (position < source.length() && chars.indexOf(source.charAt(position)) >= 0) {
            position++;
        }
    }

    private void skipUntil(String chars) {
        while (position < source.length() && chars.indexOf(source.charAt(position)) < 0) {
            position++;
        }
    }

    private void skipLine() {
        skipUntil("\n");
    }

    private Usage error(String message) {
        return new Usage("-e expression #1, char " + position + ": " + message);
    }
}
