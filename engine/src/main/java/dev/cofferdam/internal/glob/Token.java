package dev.cofferdam.internal.glob;

import org.jspecify.annotations.Nullable;

/**
 * A part of a pattern.
 *
 * @param kind what it is
 * @param codePoint the character of a literal
 * @param characters the class of a class
 */
record Token(Kind kind, int codePoint, @Nullable CharacterClass characters) {
    enum Kind {
        LITERAL,
        ONE,
        STAR,
        /** Two stars, which are not known yet to be a whole segment. */
        TWO_STARS,
        /** Two stars as a whole segment. */
        SEGMENTS,
        CLASS,
        OPEN,
        COMMA,
        CLOSE
    }

    static Token of(Kind kind) {
        return new Token(kind, 0, null);
    }

    static Token literal(int codePoint) {
        return new Token(Kind.LITERAL, codePoint, null);
    }

    boolean is(Kind other) {
        return kind == other;
    }

    boolean isSlash() {
        return kind == Kind.LITERAL && codePoint == '/';
    }
}
