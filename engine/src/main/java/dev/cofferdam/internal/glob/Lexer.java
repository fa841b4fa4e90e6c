package dev.cofferdam.internal.glob;

import dev.cofferdam.internal.glob.Token.Kind;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.ArrayList;
import java.util.List;

/** Reads the tokens of a pattern and finds all that is wrong with it. */
final class Lexer {
    private final String pattern;
    private final int[] text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;
    private int open = -1;

    Lexer(String pattern) {
        this.pattern = pattern;
        this.text = pattern.codePoints().toArray();
    }

    List<Token> tokens() {
        if (text.length == 0) {
            throw bad(0, "it is empty.");
        }
        while (at < text.length) {
            token();
        }
        if (open >= 0) {
            throw bad(open, "the '{' is not closed; write '\\{' for the character.");
        }
        return tokens;
    }

    private void token() {
        int c = text[at];
        switch (c) {
            case '*' -> stars();
            case '?' -> tokens.add(simple(Kind.ONE));
            case '[' -> characterClass();
            case '\\' -> tokens.add(Token.literal(escaped()));
            case '{' -> {
                if (open >= 0) {
                    throw bad(at, "alternatives do not nest; write '\\{' for the character.");
                }
                open = at;
                tokens.add(simple(Kind.OPEN));
            }
            case ',' -> tokens.add(open >= 0 ? simple(Kind.COMMA) : literal(c));
            case '}' -> {
                tokens.add(open >= 0 ? simple(Kind.CLOSE) : literal(c));
                open = -1;
            }
            default -> tokens.add(literal(c));
        }
    }

    private Token simple(Kind kind) {
        at++;
        return Token.of(kind);
    }

    private Token literal(int c) {
        at++;
        return Token.literal(c);
    }

    private void stars() {
        int begin = at;
        while (at < text.length && text[at] == '*') {
            at++;
        }
        tokens.add(Token.of(at - begin == 2 ? Kind.TWO_STARS : Kind.STAR));
    }

    private int escaped() {
        if (at + 1 >= text.length) {
            throw bad(at, "nothing follows the '\\'; write '\\\\' for a backslash.");
        }
        at += 2;
        return text[at - 1];
    }

    private void characterClass() {
        int begin = at++;
        boolean negated = at < text.length && text[at] == '!';
        if (negated) {
            at++;
        }
        List<Integer> ranges = new ArrayList<>();
        while (at < text.length && text[at] != ']') {
            range(ranges);
        }
        if (at >= text.length) {
            throw bad(begin, "the '[' is not closed; write '\\[' for the character.");
        }
        if (ranges.isEmpty()) {
            throw bad(begin, "the class is empty; write '\\]' for a ']' in it.");
        }
        at++;
        int[] bounds = ranges.stream().mapToInt(Integer::intValue).toArray();
        tokens.add(new Token(Kind.CLASS, 0, new CharacterClass(negated, bounds)));
    }

    private void range(List<Integer> ranges) {
        int begin = at;
        int low = member();
        int high = low;
        if (at + 1 < text.length && text[at] == '-' && text[at + 1] != ']') {
            at++;
            high = member();
        }
        if (high < low) {
            throw bad(begin, "the range ends before it begins.");
        }
        ranges.add(low);
        ranges.add(high);
    }

    private int member() {
        int begin = at;
        int c = text[at] == '\\' ? escaped() : text[at++];
        if (c == '/') {
            throw bad(begin, "a class cannot hold '/'.");
        }
        return c;
    }

    private WorkspaceException bad(int position, String problem) {
        return Glob.bad(pattern, position, problem);
    }
}
