package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.ACCESS_DENIED;
import static dev.cofferdam.workspace.ErrorCode.BUSY;
import static dev.cofferdam.workspace.ErrorCode.EXISTS;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_EMPTY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;
import java.util.function.UnaryOperator;

/** Violations of the clauses MOVE. */
final class MoveMutants {
    private MoveMutants() {}

    private static UnaryOperator<Workspace> renames(Broken.Twist twist) {
        return Broken.twist(call -> call.is("rename") ? twist.call(call) : call.proceed());
    }

    static List<Mutant> all() {
        return List.of(
                Mutant.of("removes what is missing", Broken.forgiving(NOT_FOUND, "remove")),
                Mutant.of(
                        "removes every directory with its contents",
                        Broken.twist(call -> call.is("remove")
                                ? call.real()
                                        .remove(
                                                call.path(),
                                                call.args().length == 2
                                                        ? ((RemoveOptions) call.args()[1]).withContents()
                                                        : RemoveOptions.defaults()
                                                                .withContents())
                                : call.proceed())),
                Mutant.of("takes an attempt on the root for success", Broken.forgiving(INVALID_ARGUMENT, "remove")),
                Mutant.of("removes one by one", Broken.twist(call -> {
                    if (call.is("remove")
                            && call.path().equals("t")
                            && call.real().exists("t/f700")) {
                        for (Entry entry : call.real().list("t")) {
                            call.real().remove(entry.path());
                        }
                    }
                    return call.proceed();
                })),
                Mutant.of("does not name what it could not remove", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        throw e.code() == ACCESS_DENIED && call.is("remove")
                                ? WorkspaceException.of(ACCESS_DENIED, "something was refused")
                                : e;
                    }
                })),
                Mutant.of("is stopped by directories that refuse", Broken.twist(call -> {
                    if (call.is("remove")
                            && List.of("t", "top").contains(call.path())
                            && call.real().exists("kept")) {
                        throw WorkspaceException.at(ACCESS_DENIED, call.path(), "refused");
                    }
                    return call.proceed();
                })),
                Mutant.of(
                        "gives trashed entries no id",
                        Broken.results((call, result) -> result == null ? null : "", "remove")),
                Mutant.of(
                        "overwrites unasked",
                        renames(call -> call.real()
                                .rename(
                                        call.path(),
                                        (String) call.args()[1],
                                        RenameOptions.defaults().overwriting()))),
                Mutant.of("looks first and renames then", renames(call -> {
                    if (call.args().length == 3) {
                        return call.proceed();
                    }
                    String to = (String) call.args()[1];
                    if (call.real().exists(to)) {
                        return call.proceed();
                    }
                    Thread.sleep(5);
                    return call.real()
                            .rename(call.path(), to, RenameOptions.defaults().overwriting());
                })),
                Mutant.of("never overwrites", renames(call -> {
                    if (call.args().length == 2 || call.path().startsWith("link")) {
                        return call.proceed();
                    }
                    call.real().rename(call.path(), (String) call.args()[1]);
                    return false;
                })),
                Mutant.of("claims to replace whatever is there", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        if (call.is("rename")
                                && call.args().length == 3
                                && (e.code() == EXISTS || e.code() == NOT_EMPTY)) {
                            return true;
                        }
                        throw e;
                    }
                })),
                Mutant.of("has another code for a rename into itself", Broken.recoding(INVALID_ARGUMENT, IO, "rename")),
                Mutant.of("makes no parents for a rename", renames(call -> {
                    String to = (String) call.args()[1];
                    int slash = to.lastIndexOf('/');
                    if (slash > 0 && !call.real().exists(to.substring(0, slash))) {
                        throw WorkspaceException.at(NOT_FOUND, to, "its parent is missing");
                    }
                    return call.proceed();
                })),
                Mutant.of("refuses a rename onto itself", renames(call -> {
                    if (call.path().equals(call.args()[1])) {
                        throw WorkspaceException.at(EXISTS, call.path(), "exists already");
                    }
                    return call.proceed();
                })),
                Mutant.of(
                        "leaves another link of the same file",
                        Broken.twist(call -> call.is("rename")
                                        && call.args().length == 3
                                        && List.of("a", "b").contains(call.path())
                                        && call.real().exists((String) call.args()[1])
                                ? true
                                : call.proceed())),
                Mutant.of("follows a link at the destination", renames(call -> {
                    if (call.args().length == 3 && call.args()[1].equals("to-file")) {
                        return call.real()
                                .rename(
                                        call.path(),
                                        "target",
                                        RenameOptions.defaults().overwriting());
                    }
                    return call.proceed();
                })),
                Mutant.of(
                        "minds no command",
                        Broken.forgiving(
                                BUSY,
                                "remove",
                                "rename",
                                "restore",
                                "restoreFromTrash",
                                "emptyTrash",
                                "importArchive")),
                Mutant.of("does not name the command", Broken.twist(call -> {
                    try {
                        return call.proceed();
                    } catch (WorkspaceException e) {
                        throw e.code() == BUSY ? WorkspaceException.of(BUSY, "busy") : e;
                    }
                })),
                Mutant.of(
                        "runs a command at once",
                        Broken.twist(call -> call.is("exec")
                                        && call.args()[0] instanceof Command command
                                        && command.toString().equals("cat i/f")
                                ? dev.cofferdam.workspace.Workspace.class
                                        .cast(call.real())
                                        .exec("echo early")
                                : call.proceed())),
                Mutant.of(
                        "writes where it only reads",
                        Broken.after(
                                call -> call.real().exec("chmod 755 . && mkdir -p .cofferdam; chmod 555 ."),
                                "readText")),
                Mutant.of("counts processes of other sessions", Broken.twist(call -> {
                    if (call.is("remove") && call.real().exists("out")) {
                        throw WorkspaceException.of(BUSY, "busy with sleep");
                    }
                    return call.proceed();
                })),
                Mutant.of("goes ahead for nobody", Broken.twist(call -> {
                    if (call.args().length == 2
                            && call.args()[1] instanceof RemoveOptions options
                            && options.evenIfBusy()) {
                        throw WorkspaceException.of(UNSUPPORTED, "never");
                    }
                    return call.proceed();
                })));
    }
}
