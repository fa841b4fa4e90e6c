package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Violations of the clauses LIST. */
final class ListMutants {
    private ListMutants() {}

    private static UnaryOperator<Workspace> options(UnaryOperator<ListOptions> change) {
        return Broken.twist(call -> call.is("list")
                ? call.real()
                        .list(
                                call.path(),
                                change.apply(
                                        call.args().length == 2
                                                ? (ListOptions) call.args()[1]
                                                : ListOptions.defaults()))
                : call.proceed());
    }

    private static UnaryOperator<Workspace> globs(UnaryOperator<String> change) {
        return options(o -> new ListOptions(
                o.depth(), o.includeHidden(), o.skipDirs(), o.glob().map(change), o.after(), o.limit()));
    }

    private static UnaryOperator<Workspace> listings(UnaryOperator<Listing> change) {
        return Broken.results((call, result) -> change.apply((Listing) result), "list");
    }

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "sorts paths as text",
                        listings(listing -> new Listing(
                                listing.entries().stream()
                                        .sorted(Comparator.comparing(Entry::path))
                                        .toList(),
                                listing.truncated(),
                                listing.unreadable()))),
                Mutant.of(
                        "lists two levels",
                        options(o -> o.depth().isEmpty() && o.glob().isEmpty() ? o.depth(2) : o)),
                Mutant.of("keeps a glob on one level", options(o -> o.depth().isEmpty() ? o.depth(1) : o)),
                Mutant.of("shows hidden names", options(o -> o.includeHidden(true))),
                Mutant.of("enters every directory", options(o -> o.skipDirs(Set.of()))),
                Mutant.of(
                        "never says that it was cut",
                        listings(listing -> new Listing(listing.entries(), false, listing.unreadable()))),
                Mutant.of(
                        "ignores the cursor",
                        options(o -> new ListOptions(
                                o.depth(), o.includeHidden(), o.skipDirs(), o.glob(), Optional.empty(), o.limit()))),
                Mutant.of(
                        "gives no more than five entries",
                        options(o -> o.limit().isPresent() || o.glob().isPresent()
                                ? o
                                : new ListOptions(
                                        o.depth(),
                                        o.includeHidden(),
                                        o.skipDirs(),
                                        o.glob(),
                                        o.after(),
                                        OptionalInt.of(5)))),
                Mutant.of("lists what is missing", Broken.twist(call -> empty(call, NOT_FOUND))),
                Mutant.of("lists files", Broken.twist(call -> empty(call, NOT_A_DIRECTORY))),
                Mutant.of("has no way out of a listing that is too large", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        throw e.code() == TOO_LARGE && call.is("list")
                                ? WorkspaceException.of(TOO_LARGE, "too large")
                                : e;
                    }
                })),
                Mutant.of("fails where a directory vanishes", Broken.twist(call -> {
                    Object result = call.proceed();
                    if (result instanceof Listing listing && listing.paths().contains("v")) {
                        throw WorkspaceException.of(NOT_FOUND, "vanished");
                    }
                    return result;
                })),
                Mutant.of(
                        "says nothing of what it could not read",
                        listings(listing -> new Listing(listing.entries(), listing.truncated(), List.of()))),
                Mutant.of("fails in the depth", Broken.twist(call -> {
                    Object result = call.proceed();
                    if (result instanceof Listing listing && listing.entries().size() > 500) {
                        throw WorkspaceException.of(IO, "File name too long");
                    }
                    return result;
                })),
                Mutant.of("removes no deep tree", Broken.twist(call -> {
                    if (call.is("remove")
                            && call.path().equals("top")
                            && call.real().exists("keep")) {
                        throw WorkspaceException.of(IO, "File name too long");
                    }
                    return call.proceed();
                })),
                Mutant.of("leaves a deep tree at its end", Broken.twist(call -> {
                    if (call.is("close") && call.real().exists("top")) {
                        call.real().exec("mkdir -p \"${TMPDIR:-/tmp}\"");
                        return null;
                    }
                    return call.proceed();
                })),
                Mutant.of(
                        "matches globs from the root",
                        Broken.twist(call -> call.is("list")
                                        && call.args().length == 2
                                        && call.args()[1] instanceof ListOptions o
                                        && o.glob().isPresent()
                                        && !call.path().isEmpty()
                                ? call.with(
                                        call.path(),
                                        o.glob(call.path() + "/" + o.glob().get()))
                                : call.proceed())),
                Mutant.of("lets a star cross directories", globs(glob -> glob.equals("*c") ? "**/*c" : glob)),
                Mutant.of("takes two stars for one", globs(glob -> glob.replace("**", "*"))),
                Mutant.of("knows no negated class", globs(glob -> glob.replace("[!", "["))),
                Mutant.of(
                        "knows no alternatives",
                        globs(glob -> glob.replace("{", "\\{").replace("}", "\\}"))),
                Mutant.of("knows no escape", globs(glob -> glob.replace("\\", "\\\\"))),
                Mutant.of(
                        "takes a bad glob for one that matches nothing",
                        Broken.twist(call -> call.is("list")
                                        && call.args().length == 2
                                        && ((ListOptions) call.args()[1]).glob().isPresent()
                                ? empty(call, INVALID_ARGUMENT)
                                : call.proceed())),
                Mutant.of(
                        "filters with a narrower glob first",
                        Broken.results(
                                (call, result) -> call.args().length == 2
                                                && ((ListOptions) call.args()[1])
                                                        .glob()
                                                        .filter(glob -> glob.contains("?"))
                                                        .isPresent()
                                        ? new Listing(
                                                ((Listing) result)
                                                        .entries().stream()
                                                                .filter(entry -> entry.path()
                                                                        .chars()
                                                                        .allMatch(c -> c < 128))
                                                                .toList(),
                                                false,
                                                List.of())
                                        : result,
                                "list")),
                Mutant.of(
                        "enters links",
                        Broken.results(
                                (call, result) -> {
                                    Listing listing = (Listing) result;
                                    if (call.args().length == 1
                                            || !listing.paths().contains("to-d")) {
                                        return result;
                                    }
                                    return new Listing(
                                            Stream.concat(
                                                            listing.entries().stream(),
                                                            call.real().list("to-d").entries().stream())
                                                    .toList(),
                                            false,
                                            List.of());
                                },
                                "list")));
    }

    private static Object empty(Broken.Call call, dev.cofferdam.workspace.ErrorCode code) throws Throwable {
        try {
            return call.proceed();
        } catch (WorkspaceException e) {
            if (e.code() == code && call.is("list")) {
                return new Listing(List.of(), false, List.of());
            }
            throw e;
        }
    }
}
