package dev.cofferdam.provider.os;

import java.nio.file.Path;

/**
 * What a path and all below it are to be for commands.
 *
 * @param verdict what they are to be
 * @param path an absolute, normal path, links not resolved
 * @param stub what stands in when a protected path is absent
 */
record Rule(Verdict verdict, Path path, Placeholder.Stub stub) {
    /** What a rule says. */
    enum Verdict {
        /** May be written. */
        WRITE,
        /** Must not be written, whatever else allows it. */
        KEEP,
        /** Must not be written, but for what a narrower {@link #INNER} says; no other rule opens it. */
        FENCE,
        /** May be written within a fence. */
        INNER,
        /** Must not be read, unless a narrower rule opens it again. */
        HIDE,
        /** May be read within something hidden. */
        READ
    }

    static Rule of(Verdict verdict, Path path) {
        return new Rule(verdict, path, Placeholder.Stub.NOTHING);
    }

    static Rule fence(Path path) {
        return new Rule(Verdict.FENCE, path, Placeholder.Stub.DIRECTORY);
    }

    static Rule keep(Path path, Placeholder.Stub stub) {
        return new Rule(Verdict.KEEP, path, stub);
    }
}
