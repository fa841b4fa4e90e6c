package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * A workspace that violates the contract in one way, and the names of the checks that must fail on it: these and no
 * others.
 */
record Mutant(String name, UnaryOperator<Opener> breaking, Set<String> caughtBy) {

    static Mutant of(String name, UnaryOperator<Workspace> broken, String... caughtBy) {
        return opening(name, opener -> breaking(opener, broken), caughtBy);
    }

    static Mutant opening(String name, UnaryOperator<Opener> breaking, String... caughtBy) {
        return new Mutant(name, breaking, new TreeSet<>(List.of(caughtBy)));
    }

    private static Opener breaking(Opener opener, UnaryOperator<Workspace> broken) {
        return new Opener() {
            @Override
            public Workspace open(WorkspaceOptions options) {
                return broken.apply(opener.open(options));
            }

            @Override
            public Optional<Workspace> connect(String id, WorkspaceOptions options) {
                return opener.connect(id, options).map(broken);
            }
        };
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
