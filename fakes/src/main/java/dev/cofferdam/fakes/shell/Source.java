package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The text of a script, read on as the parser needs it. */
final class Source {

    /** Where more text comes from; null at the end. */
    @FunctionalInterface
    interface More {
        @Nullable
        String next() throws IOException;
    }

    private static final char NONE = '\uffff';

    private final StringBuilder text;
    private final @Nullable More more;
    private int position;
    private int line = 1;
    private boolean complete;

    Source(String text) {
        this.text = new StringBuilder(text);
        this.more = null;
        this.complete = true;
    }

    Source(More more) {
        this.text = new StringBuilder();
        this.more = more;
    }

    /** The next char, or U+FFFF at the end. */
    char peek() {
        return peek(0);
    }

    char peek(int ahead) {
        while (position + ahead >= text.length() && !complete) {
            fill();
        }
        return position + ahead < text.length() ? text.charAt(position + ahead) : NONE;
    }

    private void fill() {
        try {
            String next = more == null ? null : more.next();
            if (next == null) {
                complete = true;
            } else {
                text.delete(0, position);
                position = 0;
                text.append(next);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean atEnd() {
        return peek() == NONE;
    }

    char next() {
        char c = peek();
        if (c != NONE) {
            position++;
            if (c == '\n') {
                line++;
            }
        }
        return c;
    }

    /** Takes a char if it is the next one. */
    boolean take(char c) {
        if (peek() == c) {
            next();
            return true;
        }
        return false;
    }

    /** Removes escaped line ends at the position. */
    void joinLines() {
        while (peek() == '\\' && peek(1) == '\n') {
            next();
            next();
        }
    }

    int line() {
        return line;
    }

    SyntaxError error(String message) {
        return new SyntaxError(line, message);
    }
}
