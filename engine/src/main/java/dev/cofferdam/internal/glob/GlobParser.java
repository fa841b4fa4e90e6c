package dev.cofferdam.internal.glob;

import dev.cofferdam.internal.glob.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Turns the tokens of a pattern into a program. */
final class GlobParser {
    private final List<Token> tokens;
    private final boolean crosses;
    private final Program program = new Program();
    private int at;

    GlobParser(String pattern) {
        List<Token> raw = new Lexer(pattern).tokens();
        this.crosses = raw.stream().anyMatch(t -> t.isSlash() || t.is(Kind.TWO_STARS));
        this.tokens = findSegments(raw);
    }

    boolean crossesDirectories() {
        return crosses;
    }

    Program parse() {
        while (at < tokens.size()) {
            if (tokens.get(at).is(Kind.OPEN)) {
                alternatives();
            } else {
                element();
            }
        }
        program.accept();
        return program;
    }

    private void alternatives() {
        int choice = program.split();
        List<Integer> begins = new ArrayList<>();
        List<Integer> jumps = new ArrayList<>();
        do {
            at++;
            begins.add(program.size());
            while (!tokens.get(at).is(Kind.COMMA) && !tokens.get(at).is(Kind.CLOSE)) {
                element();
            }
            jumps.add(program.split());
        } while (!tokens.get(at).is(Kind.CLOSE));
        at++;
        program.target(choice, begins.stream().mapToInt(Integer::intValue).toArray());
        int end = program.size();
        jumps.forEach(jump -> program.target(jump, end));
    }

    private void element() {
        Token token = tokens.get(at++);
        switch (token.kind()) {
            case ONE -> program.withinSegment();
            case STAR, TWO_STARS -> repeat(program::withinSegment);
            case SEGMENTS -> segments();
            case CLASS -> {
                if (token.characters() != null) {
                    program.characters(token.characters());
                }
            }
            default -> literal(token);
        }
    }

    private void literal(Token token) {
        if (token.isSlash() && isLastSegments(at)) {
            // No segment at all matches too, and then the slash before is not there either.
            at++;
            repeat(() -> {
                program.character('/');
                repeat(program::withinSegment);
            });
        } else {
            program.character(token.codePoint());
        }
    }

    private void segments() {
        if (at < tokens.size() && tokens.get(at).isSlash()) {
            at++;
            repeat(() -> {
                repeat(program::withinSegment);
                program.character('/');
            });
        } else {
            repeat(program::any);
        }
    }

    private boolean isLastSegments(int index) {
        return index < tokens.size()
                && tokens.get(index).is(Kind.SEGMENTS)
                && !(index + 1 < tokens.size() && tokens.get(index + 1).isSlash());
    }

    private void repeat(Runnable body) {
        int loop = program.split();
        body.run();
        program.split(loop);
        program.target(loop, loop + 1, program.size());
    }

    /** Mark what is a whole segment, several of which in a row are as good as one. */
    private static List<Token> findSegments(List<Token> raw) {
        List<Token> out = new ArrayList<>(raw.size());
        for (int i = 0; i < raw.size(); i++) {
            boolean segments = raw.get(i).is(Kind.TWO_STARS) && beginsSegment(raw, i) && endsSegment(raw, i);
            if (!segments || isWholeAlternative(raw, i)) {
                out.add(raw.get(i));
                continue;
            }
            int last = out.size() - 1;
            if (last > 0 && out.get(last).isSlash() && out.get(last - 1).is(Kind.SEGMENTS)) {
                out.remove(last);
            } else {
                out.add(Token.of(Kind.SEGMENTS));
            }
        }
        return out;
    }

    private static boolean beginsSegment(List<Token> tokens, int index) {
        if (index == 0 || tokens.get(index - 1).isSlash()) {
            return true;
        }
        if (!isLeftEdge(tokens.get(index - 1))) {
            return false;
        }
        int open = index - 1;
        while (!tokens.get(open).is(Kind.OPEN)) {
            open--;
        }
        return open == 0 || tokens.get(open - 1).isSlash();
    }

    private static boolean endsSegment(List<Token> tokens, int index) {
        int last = tokens.size() - 1;
        if (index == last || tokens.get(index + 1).isSlash()) {
            return true;
        }
        if (!isRightEdge(tokens.get(index + 1))) {
            return false;
        }
        int close = index + 1;
        while (!tokens.get(close).is(Kind.CLOSE)) {
            close++;
        }
        return close == last || tokens.get(close + 1).isSlash();
    }

    /** Two stars that are all of an alternative have no slash there to go with them. */
    private static boolean isWholeAlternative(List<Token> tokens, int index) {
        return index > 0
                && index + 1 < tokens.size()
                && isLeftEdge(tokens.get(index - 1))
                && isRightEdge(tokens.get(index + 1));
    }

    private static boolean isLeftEdge(Token token) {
        return token.is(Kind.OPEN) || token.is(Kind.COMMA);
    }

    private static boolean isRightEdge(Token token) {
        return token.is(Kind.COMMA) || token.is(Kind.CLOSE);
    }
}
