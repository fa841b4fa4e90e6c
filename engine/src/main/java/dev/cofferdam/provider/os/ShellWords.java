package dev.cofferdam.provider.os;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a shell line into the words of its commands, as long as every POSIX shell would cut it in the same way. Whatever
 * expands, redirects, nests or is merely unusual makes it give up.
 */
final class ShellWords {
    /** What may stand for itself outside of quotes besides letters, digits and what is not ASCII. */
    private static final String PLAIN = "%+,-./:=@_^";

    /** What expands to names of files, which arguments may. */
    private static final String WILDCARD = "*?[]~";

    private final String line;
    private final List<List<String>> commands = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean inWord;
    private boolean needsCommand = true;
    private int at;

    private ShellWords(String line) {
        this.line = line;
    }

    /** Return the words of each command, empty when the line is unknown. */
    static Optional<List<List<String>>> read(String line) {
        ShellWords words = new ShellWords(line);
        return words.readAll() ? Optional.of(words.commands) : Optional.empty();
    }

    private boolean readAll() {
        while (at < line.length()) {
            if (!step(line.charAt(at++))) {
                return false;
            }
        }
        endWord();
        boolean ended = words.isEmpty() ? !needsCommand : endCommand();
        return ended && !commands.isEmpty();
    }

    private boolean step(char c) {
        return switch (c) {
            case ' ', '\t' -> endWord();
            case '\n', ';' -> separator(false);
            case '&', '|' -> operator(c);
            case '\'' -> singleQuoted();
            case '"' -> doubleQuoted();
            case '\\' -> escaped();
            default -> plain(c);
        };
    }

    private boolean endWord() {
        if (inWord) {
            words.add(word.toString());
            word.setLength(0);
            inWord = false;
        }
        return true;
    }

    private boolean endCommand() {
        if (words.isEmpty()) {
            return false;
        }
        commands.add(words);
        words = new ArrayList<>();
        needsCommand = false;
        return true;
    }

    /** End a command; blank lines may follow one, and nothing may follow an operator but a command. */
    private boolean separator(boolean commandFollows) {
        endWord();
        boolean blank = words.isEmpty() && !commandFollows && line.charAt(at - 1) == '\n' && !needsCommand;
        boolean ended = blank || endCommand();
        needsCommand = commandFollows;
        return ended;
    }

    /** Read {@code &}, {@code &&}, {@code |} or {@code ||}, and no other that begins like one. */
    private boolean operator(char c) {
        boolean doubled = at < line.length() && line.charAt(at) == c;
        at += doubled ? 1 : 0;
        boolean odd = at < line.length() && "&|;".indexOf(line.charAt(at)) >= 0;
        return !odd && separator(doubled || c == '|');
    }

    private boolean singleQuoted() {
        int end = line.indexOf('\'', at);
        if (end < 0 || line.substring(at, end).chars().anyMatch(ShellWords::isOdd)) {
            return false;
        }
        word.append(line, at, end);
        inWord = true;
        at = end + 1;
        return true;
    }

    private boolean doubleQuoted() {
        inWord = true;
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return true;
            }
            if (c == '$' || c == '`' || c == '!' || isOdd(c)) {
                return false;
            }
            if (c == '\\') {
                char next = at < line.length() ? line.charAt(at) : '\n';
                if (next == '\n') {
                    return false;
                }
                if ("$`\"\\".indexOf(next) >= 0) {
                    c = next;
                    at++;
                }
            }
            word.append(c);
        }
        return false;
    }

    private boolean escaped() {
        if (at >= line.length() || line.charAt(at) == '\n' || isOdd(line.charAt(at))) {
            return false;
        }
        inWord = true;
        word.append(line.charAt(at++));
        return true;
    }

    private boolean plain(char c) {
        boolean letter = Character.isLetterOrDigit(c) && c < 0x80;
        boolean argument = WILDCARD.indexOf(c) >= 0 && !words.isEmpty();
        boolean foreign = c >= 0xA1 && !isOdd(c);
        if (!letter && !argument && !foreign && PLAIN.indexOf(c) < 0) {
            return false;
        }
        inWord = true;
        word.append(c);
        return true;
    }

    /** Tell whether a character is one that people or programs do not see as it is. */
    private static boolean isOdd(int c) {
        int type = Character.getType(c);
        return (Character.isISOControl(c) && c != '\n' && c != '\t')
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.UNASSIGNED
                || (Character.isSpaceChar(c) && c != ' ');
    }
}
