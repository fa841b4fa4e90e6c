package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Workspace;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A workspace that violates the contract in one way, and the names of the checks that must fail on it: these and no
 * others.
 */
record Mutant(String name, UnaryOperator<Opener> breaking, Set<String> caughtBy) {

    static Mutant of(String name, UnaryOperator<Workspace> broken, String... caughtBy) {
        return opening(name, opener -> Doubles.opening(options -> broken.apply(opener.open(options))), caughtBy);
    }

    static Mutant opening(String name, UnaryOperator<Opener> breaking, String... caughtBy) {
        return new Mutant(name, breaking, new TreeSet<>(List.of(caughtBy)));
    }

    /** Return every mutant. */
    static List<Mutant> all() {
        return java.util.stream.Stream.of(
                        PathMutants.all(), FileMutants.all(), WriteMutants.all(), ListMutants.all(), MoveMutants.all())
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
