package dev.cofferdam.internal.glob;

import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;

/**
 * A pattern for relative paths (WS-LIST-003), matched by code points: {@code *} and {@code ?} within a segment,
 * {@code **} as a whole segment for any number of segments, none included (so {@code a/**} matches {@code a} too),
 * classes {@code [a-z]} and {@code [!x]}, which never match {@code /}, alternatives {@code {a,b}} that do not nest and
 * may hold {@code /}, and {@code \} before a character that stands for itself. Immutable.
 *
 * <p>A pattern is a program for a set of states that move together, so that no pattern takes longer than its length
 * times that of the path.
 */
public final class Glob {
    private final String pattern;
    private final Program program;
    private final boolean crosses;

    private Glob(String pattern, Program program, boolean crosses) {
        this.pattern = pattern;
        this.program = program;
        this.crosses = crosses;
    }

    /**
     * Compile a pattern.
     *
     * @param pattern the pattern
     * @return the glob
     * @throws WorkspaceException {@code INVALID_ARGUMENT} saying where the pattern is wrong
     */
    public static Glob compile(String pattern) {
        GlobParser parser = new GlobParser(pattern);
        return new Glob(pattern, parser.parse(), parser.crossesDirectories());
    }

    static WorkspaceException bad(String pattern, int position, String problem) {
        return WorkspaceException.of(
                ErrorCode.INVALID_ARGUMENT,
                "The glob '" + Names.display(pattern) + "' is malformed at character " + (position + 1) + ": "
                        + problem);
    }

    /**
     * Tell whether a path matches.
     *
     * @param relativePath the path from the listed directory; bytes that are not UTF-8 count as U+FFFD each
     * @return whether it matches
     */
    public boolean matches(String relativePath) {
        StateSet states = program.start();
        return program.run(states, Names.display(relativePath)) && states.accepting();
    }

    /**
     * Tell whether something below a directory may match, so that a listing need not enter where nothing can.
     *
     * @param directoryPath the path of the directory from the listed directory, {@code ""} for that one itself
     * @return {@code false} when nothing below can match
     */
    public boolean mayMatchBelow(String directoryPath) {
        if (directoryPath.isEmpty()) {
            return true;
        }
        StateSet states = program.start();
        return program.run(states, Names.display(directoryPath)) && program.run(states, "/");
    }

    /**
     * Tell whether the pattern holds {@code /} or {@code **}, which makes a listing unlimited in depth (WS-LIST-002).
     *
     * @return whether it does
     */
    public boolean crossesDirectories() {
        return crosses;
    }

    /**
     * Return the pattern.
     *
     * @return the pattern as it was given
     */
    public String pattern() {
        return pattern;
    }

    @Override
    public String toString() {
        return pattern;
    }
}
