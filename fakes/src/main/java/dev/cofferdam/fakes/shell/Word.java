package dev.cofferdam.fakes.shell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A word before expansion. */
record Word(List<Part> parts) {

    static final Word EMPTY = new Word(List.of());

    /** The text, if the word is unquoted and free of expansions, so that it may be a reserved word. */
    @Nullable
    String plain() {
        if (parts.size() == 1 && parts.get(0) instanceof Literal literal) {
            return literal.text();
        }
        return null;
    }

    /** Tells whether any part is quoted, as matters for the delimiter of a here-document. */
    boolean isQuoted() {
        return parts.stream().anyMatch(Quoted.class::isInstance);
    }

    /** Literal and quoted text put together, without expansions. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Literal literal) {
                text.append(literal.text());
            } else if (part instanceof Quoted quoted) {
                text.append(quoted.text());
            }
        }
        return text.toString();
    }

    /** A piece of a word. */
    sealed interface Part {}

    /** Unquoted text. */
    record Literal(String text) implements Part {}

    /** Quoted text; empty for an empty pair of quotes. */
    record Quoted(String text) implements Part {}

    /**
     * {@code $name} or {@code ${name…}}.
     *
     * @param operator empty, {@code length}, or the operator as written
     */
    record Parameter(String name, String operator, Word argument, boolean quoted) implements Part {}

    /** {@code $( … )} or backquotes. */
    record Substitution(Node body, boolean quoted) implements Part {}

    /** {@code $(( … ))}. */
    record Arithmetic(Word expression, boolean quoted) implements Part {}
}
