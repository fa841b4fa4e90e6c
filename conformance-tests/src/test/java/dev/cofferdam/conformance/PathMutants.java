package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.INVALID_PATH;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.OUTSIDE_ROOT;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Violations of the clauses PATH. */
final class PathMutants {
    private PathMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "gives absolute paths",
                        Broken.results(
                                (call, result) ->
                                        at((Entry) result, call.real().root() + "/" + ((Entry) result).path()),
                                "stat")),
                Mutant.of("refuses absolute paths", Broken.refusing(OUTSIDE_ROOT, path -> path.startsWith("/"))),
                Mutant.of("knows one spelling of its root", Broken.twist(call -> {
                    if (call.path().startsWith("/")
                            && !call.is("exec", "start")
                            && !call.path().startsWith(call.real().root())) {
                        throw WorkspaceException.at(OUTSIDE_ROOT, call.path(), "refused");
                    }
                    return call.proceed();
                })),
                Mutant.of("takes a dot for a name", Broken.refusing(NOT_FOUND, "."::equals)),
                Mutant.of("takes backslashes for slashes", Broken.paths(path -> path.replace('\\', '/'))),
                Mutant.of("does not know a dot within", Broken.refusing(NOT_FOUND, path -> path.contains("/./"))),
                Mutant.of("stops at the root", Broken.paths(path -> path.startsWith("../") ? path.substring(3) : path)),
                Mutant.of(
                        "has another code for strings that are no paths",
                        Broken.recoding(INVALID_PATH, INVALID_ARGUMENT)),
                Mutant.of("takes no long path", Broken.refusing(INVALID_PATH, path -> path.length() > 2000)),
                Mutant.opening(
                        "takes any root",
                        opener -> Doubles.opening(options -> opener.open(
                                options.root()
                                                .filter(root -> root.length() > 1000)
                                                .isPresent()
                                        ? dev.cofferdam.workspace.WorkspaceOptions.defaults()
                                        : options))),
                Mutant.of("trims names", Broken.paths(String::strip)),
                Mutant.of("knows no newline", Broken.paths(path -> path.replace('\n', '_'))),
                Mutant.of(
                        "makes its directory at once",
                        Broken.after(call -> call.real().exec("mkdir -p .cofferdam"), "writeText")),
                Mutant.of(
                        "shows its directory to everyone",
                        Broken.after(
                                call -> call.real().exec("chmod 755 .cofferdam; rm -f .cofferdam/.gitignore"),
                                "remove")),
                Mutant.of("tells what is in its directory", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        throw e.code() == OUTSIDE_ROOT && call.path().contains(".cofferdam")
                                ? WorkspaceException.of(NOT_FOUND, "not there")
                                : e;
                    }
                })),
                Mutant.of(
                        "lists its directory",
                        Broken.results(
                                (call, result) -> call.path().isEmpty()
                                                && call.real()
                                                        .exec(Command.of("test", "-d", ".cofferdam/trash"))
                                                        .succeeded()
                                        ? with((Listing) result, call.real().stat(""))
                                        : result,
                                "list")),
                Mutant.of("trashes into whatever is there", Broken.forgiving(IO, "remove")),
                Mutant.of("snapshots into whatever is there", Broken.forgiving(IO, "snapshot")),
                Mutant.of("reads outside", Broken.forgiving(OUTSIDE_ROOT, "read", "readText")),
                Mutant.of("writes outside", Broken.forgiving(OUTSIDE_ROOT, "write", "writeText")),
                Mutant.of("lists outside", Broken.forgiving(OUTSIDE_ROOT, "list")),
                Mutant.of("makes directories outside", Broken.forgiving(OUTSIDE_ROOT, "mkdir")),
                Mutant.of("renames outside", Broken.forgiving(OUTSIDE_ROOT, "rename")),
                Mutant.of("copies outside", Broken.forgiving(OUTSIDE_ROOT, "copy")),
                Mutant.of("removes outside", Broken.forgiving(OUTSIDE_ROOT, "remove")),
                Mutant.of("describes what is outside", Broken.forgiving(OUTSIDE_ROOT, "stat")),
                Mutant.of("tells whether there is something outside", Broken.forgiving(OUTSIDE_ROOT, "exists")),
                Mutant.of("runs outside", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        if (e.code() == OUTSIDE_ROOT && call.args()[0] instanceof Command command) {
                            return call.real().exec(command.cwd("."));
                        }
                        throw e;
                    }
                })),
                Mutant.of(
                        "describes the target of a link",
                        Broken.results(
                                (call, result) -> result instanceof Entry entry && entry.type() == EntryType.SYMLINK
                                        ? new Entry(
                                                entry.path(),
                                                EntryType.FILE,
                                                entry.size(),
                                                entry.modified(),
                                                entry.mode(),
                                                Optional.empty(),
                                                false)
                                        : result,
                                "stat")),
                Mutant.of(
                        "takes a dangling link for something",
                        Broken.results((call, result) -> (boolean) result || isLink(call), "exists")),
                Mutant.of("takes a loop for nothing", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        throw String.valueOf(e.getMessage()).contains("loop")
                                ? WorkspaceException.of(NOT_FOUND, "not there")
                                : e;
                    }
                })),
                Mutant.of(
                        "does not flag names that are not UTF-8",
                        Broken.entries(entry -> new Entry(
                                entry.path(),
                                entry.type(),
                                entry.size(),
                                entry.modified(),
                                entry.mode(),
                                entry.linkTarget(),
                                false))),
                Mutant.of(
                        "leaves names that are not UTF-8",
                        Broken.after(
                                call -> call.real()
                                        .exec("[ -d t ] || { mkdir -p t; printf x > \"t/$(printf '\\351')\"; }"),
                                "remove")),
                Mutant.of(
                        "loses names that are not UTF-8 from the trash",
                        Broken.after(
                                call -> call.real().exec("rm -f \"t/$(printf '\\377\\376')\""), "restoreFromTrash")),
                Mutant.of(
                        "loses names that are not UTF-8 from snapshots",
                        Broken.after(call -> call.real().exec("rm -f \"t/$(printf '\\377\\376')\""), "restore")),
                Mutant.of(
                        "reads by path",
                        Broken.twist(call -> call.is("readText") && call.path().equals("d/secret")
                                ? call.real().exec("cat d/secret").stdout().text()
                                : call.proceed())),
                Mutant.of("writes by path", Broken.twist(call -> {
                    if (call.is("writeText") && call.path().startsWith("d/n")) {
                        call.real().exec(Command.of("sh", "-c", "printf new > \"$1\"", "sh", call.path()));
                        return null;
                    }
                    return call.proceed();
                })));
    }

    private static boolean isLink(Broken.Call call) {
        try {
            return call.real().stat(call.path()).type() == EntryType.SYMLINK;
        } catch (WorkspaceException e) {
            return false;
        }
    }

    private static Entry at(Entry entry, String path) {
        return new Entry(
                path, entry.type(), entry.size(), entry.modified(), entry.mode(), entry.linkTarget(), entry.lossy());
    }

    private static Listing with(Listing listing, Entry root) {
        List<Entry> entries = new ArrayList<>(listing.entries());
        entries.add(0, at(root, ".cofferdam"));
        return new Listing(entries, listing.truncated(), listing.unreadable());
    }
}
