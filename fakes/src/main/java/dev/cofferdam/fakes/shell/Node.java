package dev.cofferdam.fakes.shell;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A command of the shell language, as parsed. */
sealed interface Node {

    /** Assignments, words and redirections. */
    record Simple(List<Assignment> assignments, List<Word> words, List<Redirect> redirects, int line) implements Node {}

    /** {@code name=value} before a command. */
    record Assignment(String name, Word value) {}

    /** {@code a | b | c}. */
    record Pipeline(List<Node> parts) implements Node {}

    /** {@code ! command}. */
    record Not(Node command) implements Node {}

    /** {@code a && b} or {@code a || b}. */
    record AndOr(Node left, boolean and, Node right) implements Node {}

    /** {@code a; b}. */
    record Sequence(List<Node> parts) implements Node {}

    /** {@code command &}. */
    record Background(Node command) implements Node {}

    /** {@code ( … )}. */
    record Subshell(Node body) implements Node {}

    /** A compound command with redirections. */
    record Redirected(Node command, List<Redirect> redirects) implements Node {}

    /** {@code if … then … else … fi}; an {@code elif} is an if in the else branch. */
    record If(Node condition, Node then, @Nullable Node otherwise) implements Node {}

    /** {@code while} or {@code until}. */
    record Loop(Node condition, boolean until, Node body) implements Node {}

    /** {@code for}; without words it runs over the positional parameters. */
    record For(String name, @Nullable List<Word> words, Node body) implements Node {}

    /** {@code case}. */
    record Case(Word subject, List<Branch> branches) implements Node {}

    /** {@code pattern | pattern) body ;;}. */
    record Branch(List<Word> patterns, Node body) {}

    /** {@code name() body}. */
    record Function(String name, Node body) implements Node {}

    /**
     * A redirection.
     *
     * @param fd the descriptor
     * @param operator the operator, such as {@code >&}
     * @param target the word after it; for here-documents the body
     */
    record Redirect(int fd, String operator, Word target) {}
}
