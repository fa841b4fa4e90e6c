package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.RACE_FREE_CONFINEMENT;
import static dev.cofferdam.workspace.Capability.RAW_NAMES;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.Capability.TRASH;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.OUTSIDE_ROOT;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;
import java.util.Optional;

/** Checks of the clauses PATH about links, names that are not UTF-8, and races. */
final class PathLinkChecks {

    /** Links that lead out, made by the client and by commands; {@code inside} is a control that does not. */
    private static String linkOut(Probe ws) {
        String outside = ws.outside();
        ws.writeText("real/a.txt", "in");
        ws.symlink("inside", "real");
        ws.symlink("absolute-inside", ws.root() + "/real");
        ws.symlink("file", outside + "/secret");
        ws.symlink("dir", outside);
        ws.symlink("chain", "dir");
        ws.symlink("dangling", outside + "/new");
        ws.symlink("d/up", "../..");
        ws.sh("ln -s '" + outside + "/secret' c-file; ln -s '" + outside + "' c-dir; ln -s c-dir c-chain;" + " ln -s '"
                + outside + "/new' c-dangling");
        return outside;
    }

    private static void expectUntouched(Probe ws, String outside) {
        ws.expect.equal("entries outside", "secret\n", ws.sh("ls -A '" + outside + "'"));
        ws.expect.equal("secret outside", "outside", ws.sh("cat '" + outside + "/secret'"));
        ws.expect.equal("read inside/a.txt", "in", ws.readText("inside/a.txt"));
    }

    @Requirement(
            value = "WS-PATH-003",
            statements = "ade",
            needs = {SYMLINKS, EXEC})
    void a_link_that_leaves_the_root_is_refused(Probe ws) {
        String outside = linkOut(ws);
        for (String prefix : List.of("", "c-")) {
            for (String path : List.of("file", "dir/secret", "chain/secret")) {
                ws.expect.refused(OUTSIDE_ROOT, "read " + prefix + path, () -> ws.read(prefix + path));
                ws.expect.refused(OUTSIDE_ROOT, "write " + prefix + path, () -> ws.writeText(prefix + path, "x"));
                ws.expect.refused(OUTSIDE_ROOT, "exists " + prefix + path, () -> ws.exists(prefix + path));
            }
            for (String path : List.of("dir", "chain")) {
                ws.expect.refused(OUTSIDE_ROOT, "list " + prefix + path, () -> ws.list(prefix + path));
                ws.expect.refused(OUTSIDE_ROOT, "mkdir in " + prefix + path, () -> ws.mkdir(prefix + path + "/new"));
            }
        }
        ws.expect.refused(OUTSIDE_ROOT, "list d/up", () -> ws.list("d/up"));
        ws.expect.equal("list inside", 1, ws.list("inside").entries().size());
        ws.expect.equal("read by an absolute link", "in", ws.readText("absolute-inside/a.txt"));
        expectUntouched(ws, outside);
    }

    @Requirement(
            value = "WS-PATH-003",
            statements = "b",
            needs = {SYMLINKS, EXEC})
    void a_dangling_link_that_points_outside_is_refused(Probe ws) {
        String outside = linkOut(ws);
        for (String path : List.of("dangling", "c-dangling")) {
            ws.expect.refused(OUTSIDE_ROOT, "read " + path, () -> ws.read(path));
            ws.expect.refused(OUTSIDE_ROOT, "write " + path, () -> ws.writeText(path, "x"));
            ws.expect.refused(OUTSIDE_ROOT, "touch " + path, () -> ws.touch(path));
            ws.expect.refused(OUTSIDE_ROOT, "mkdir " + path, () -> ws.mkdir(path));
        }
        ws.symlink("dangling-inside", "real/new");
        ws.writeText("dangling-inside", "x");
        ws.expect.equal("read real/new", "x", ws.readText("real/new"));
        ws.remove("real/new");
        expectUntouched(ws, outside);
    }

    @Requirement(
            value = "WS-PATH-003",
            statements = "c",
            needs = {SYMLINKS, EXEC})
    void a_missing_tail_is_judged_behind_its_link(Probe ws) {
        String outside = linkOut(ws);
        for (String path : List.of("dir/x", "dir/x/y", "chain/x/y", "c-dir/x", "c-chain/x/y", "d/up/x")) {
            ws.expect.refused(OUTSIDE_ROOT, "write " + path, () -> ws.writeText(path, "x"));
            ws.expect.refused(OUTSIDE_ROOT, "read " + path, () -> ws.read(path));
            ws.expect.refused(OUTSIDE_ROOT, "mkdir " + path, () -> ws.mkdir(path));
        }
        ws.writeText("inside/x/y", "tail");
        ws.expect.equal("read real/x/y", "tail", ws.readText("real/x/y"));
        expectUntouched(ws, outside);
    }

    @Requirement(
            value = "WS-PATH-003",
            statements = "df",
            needs = {SYMLINKS, EXEC})
    void neither_end_of_a_rename_or_copy_leaves_the_root(Probe ws) {
        String outside = linkOut(ws);
        for (String dir : List.of("dir", "chain", "c-dir", "c-chain")) {
            ws.expect.refused(OUTSIDE_ROOT, "rename from " + dir, () -> ws.rename(dir + "/secret", "stolen"));
            ws.expect.refused(OUTSIDE_ROOT, "rename into " + dir, () -> ws.rename("real/a.txt", dir + "/new"));
            ws.expect.refused(OUTSIDE_ROOT, "rename below " + dir, () -> ws.rename("real/a.txt", dir + "/n/new"));
            ws.expect.refused(
                    OUTSIDE_ROOT,
                    "rename over " + dir,
                    () -> ws.rename(
                            "real/a.txt",
                            dir + "/secret",
                            RenameOptions.defaults().overwriting()));
            ws.expect.refused(OUTSIDE_ROOT, "copy from " + dir, () -> ws.copy(dir + "/secret", "stolen"));
            ws.expect.refused(OUTSIDE_ROOT, "copy into " + dir, () -> ws.copy("real/a.txt", dir + "/new"));
        }
        ws.rename("inside/a.txt", "inside/b.txt");
        ws.copy("inside/b.txt", "inside/a.txt");
        ws.expect.isFalse("stolen exists", ws.exists("stolen"));
        expectUntouched(ws, outside);
    }

    @Requirement(
            value = "WS-PATH-003",
            statements = "dg",
            needs = {SYMLINKS, EXEC})
    void the_parent_of_what_is_removed_or_described_stays_in_the_root(Probe ws) {
        String outside = linkOut(ws);
        for (String dir : List.of("dir", "chain", "c-dir", "c-chain")) {
            ws.expect.refused(OUTSIDE_ROOT, "stat in " + dir, () -> ws.stat(dir + "/secret"));
            ws.expect.refused(OUTSIDE_ROOT, "remove in " + dir, () -> ws.remove(dir + "/secret"));
            ws.expect.refused(
                    OUTSIDE_ROOT,
                    "recursive remove in " + dir,
                    () -> ws.remove(dir + "/secret", RemoveOptions.defaults().withContents()));
        }
        ws.expect.equal("stat inside/a.txt", 2L, ws.stat("inside/a.txt").size());
        ws.remove("dir", RemoveOptions.defaults().withContents());
        ws.expect.equal(
                "dir is gone",
                List.of(),
                ws.tree().stream().filter("dir"::equals).toList());
        expectUntouched(ws, outside);
    }

    @Requirement(
            value = "WS-PATH-003",
            statements = "h",
            needs = {SYMLINKS, EXEC})
    void the_directory_of_a_command_stays_in_the_root(Probe ws) {
        String outside = linkOut(ws);
        for (String dir : List.of("dir", "chain", "c-dir", "d/up")) {
            ws.expect.refused(
                    OUTSIDE_ROOT,
                    "cwd " + dir,
                    () -> ws.exec(Command.shell("touch ran").cwd(dir)));
        }
        ws.expect.equal(
                "cwd inside",
                "in",
                ws.exec(Command.shell("cat a.txt").cwd("inside")).stdout().text());
        expectUntouched(ws, outside);
    }

    @Requirement(value = "WS-PATH-004", statements = "abc", needs = SYMLINKS)
    void a_final_link_is_acted_on_itself(Probe ws) {
        ws.writeText("target.txt", "kept");
        ws.writeText("dir/in.txt", "kept");
        ws.symlink("to-file", "target.txt");
        ws.symlink("to-dir", "dir");
        ws.symlink("dangling", "missing");
        for (String link : List.of("to-file", "to-dir", "dangling")) {
            Entry entry = ws.stat(link);
            ws.expect.equal("type of " + link, EntryType.SYMLINK, entry.type());
            ws.rename(link, "moved-" + link);
            ws.expect.equal(
                    "target of the renamed " + link,
                    entry.linkTarget(),
                    ws.stat("moved-" + link).linkTarget());
            ws.remove("moved-" + link, RemoveOptions.defaults().withContents());
        }
        ws.expect.equal("the tree", List.of("dir", "dir/in.txt", "target.txt"), ws.tree());
        ws.expect.equal("target.txt", "kept", ws.readText("target.txt"));
    }

    @Requirement(value = "WS-PATH-004", statements = "d", needs = SYMLINKS)
    void a_dangling_link_does_not_exist(Probe ws) {
        ws.symlink("link", "missing");
        ws.symlink("chain", "link");
        ws.expect.isFalse("exists(link)", ws.exists("link"));
        ws.expect.isFalse("exists(chain)", ws.exists("chain"));
        ws.writeText("missing", "here now");
        ws.expect.isTrue("exists(link) once its target is there", ws.exists("link"));
        ws.expect.isTrue("exists(chain) once its target is there", ws.exists("chain"));
    }

    @Requirement(value = "WS-PATH-004", statements = "e", needs = SYMLINKS)
    void whether_a_link_leads_to_something_outside_is_not_told(Probe ws) {
        ws.writeText("a.txt", "x");
        ws.symlink("inside", "a.txt");
        for (String target : List.of("/", "/etc/passwd", "/no/such/file", "..", "../x", ws.root() + "x")) {
            ws.symlink("link", target);
            ws.expect.refused(OUTSIDE_ROOT, "exists link to " + target, () -> ws.exists("link"));
            ws.remove("link");
        }
        ws.expect.isTrue("exists(inside)", ws.exists("inside"));
    }

    @Requirement(value = "WS-PATH-005", statements = "a", needs = SYMLINKS)
    void a_loop_of_links_fails_and_is_named(Probe ws) {
        ws.symlink("self", "self");
        ws.symlink("a", "b");
        ws.symlink("b", "a");
        ws.symlink("deep", "deep/x");
        ws.writeText("f.txt", "x");
        for (String path : List.of("self", "a", "b", "deep")) {
            loops(ws, "read " + path, () -> ws.read(path));
            loops(ws, "write " + path, () -> ws.writeText(path, "x"));
            loops(ws, "list " + path, () -> ws.list(path));
            loops(ws, "exists " + path, () -> ws.exists(path));
            loops(ws, "read " + path + "/x", () -> ws.read(path + "/x"));
            loops(ws, "write " + path + "/x", () -> ws.writeText(path + "/x", "x"));
            loops(ws, "stat " + path + "/x", () -> ws.stat(path + "/x"));
            loops(ws, "mkdir " + path + "/x/y", () -> ws.mkdir(path + "/x/y"));
            loops(ws, "remove " + path + "/x", () -> ws.remove(path + "/x"));
            loops(ws, "rename to " + path + "/x", () -> ws.rename("f.txt", path + "/x"));
            if (ws.has(EXEC)) {
                loops(ws, "cwd " + path, () -> ws.exec(Command.of("pwd").cwd(path)));
            }
            ws.expect.equal("type of " + path, EntryType.SYMLINK, ws.stat(path).type());
        }
        ws.remove("self");
        ws.expect.equal("read f.txt", "x", ws.readText("f.txt"));
    }

    private static void loops(Probe ws, String what, Expect.Action action) {
        ws.expect
                .refused(IO, what, action)
                .ifPresent(e -> ws.expect.contains(
                        what + ": message", String.valueOf(e.getMessage()).toLowerCase(java.util.Locale.ROOT), "loop"));
    }

    @Requirement(value = "WS-PATH-003", statements = "a", absent = SYMLINKS)
    void without_links_none_can_be_made(Probe ws) {
        ws.writeText("a.txt", "x");
        ws.expect.refused(UNSUPPORTED, "symlink", () -> ws.symlink("link", "a.txt"));
        ws.expect.equal("the tree", List.of("a.txt"), ws.tree());
    }

    private static final String RAW = "d=$(printf 'raw-\\351'); mkdir -p \"t/$d\"; printf one > \"t/$d/f\";"
            + " printf two > \"t/$(printf '\\377\\376')\"; printf three > t/plain";

    @Requirement(
            value = "WS-PATH-007",
            statements = "a",
            needs = {RAW_NAMES, EXEC})
    void names_that_are_not_utf8_are_listed_as_lossy(Probe ws) {
        ws.sh(RAW);
        List<Entry> entries = ws.list("t").entries();
        ws.expect.equal(
                "entries",
                List.of("t/plain", "t/raw-\ufffd", "t/\ufffd\ufffd"),
                entries.stream().map(Entry::path).toList());
        ws.expect.equal(
                "lossy",
                List.of(false, true, true),
                entries.stream().map(Entry::lossy).toList());
        ws.expect.equal(
                "what is below", 4, ws.list("t", Probe.everything()).entries().size());
    }

    @Requirement(
            value = "WS-PATH-007",
            statements = "b",
            needs = {RAW_NAMES, EXEC})
    void a_recursive_remove_takes_names_that_are_not_utf8(Probe ws) {
        ws.sh(RAW);
        ws.expect.equal("entries", 3, ws.list("t").entries().size());
        ws.remove("t", RemoveOptions.defaults().withContents());
        ws.expect.equal("what commands see", "", ws.sh("ls -A"));
    }

    @Requirement(
            value = "WS-PATH-007",
            statements = "c",
            level = Level.FULL,
            needs = {RAW_NAMES, EXEC, TRASH})
    void the_trash_gives_back_names_that_are_not_utf8(Probe ws) {
        ws.sh(RAW);
        String before = ws.sh("find t -print | sort | base64");
        String id = ws.remove("t", RemoveOptions.defaults().withContents().toTrash());
        ws.expect.isFalse("t exists", ws.exists("t"));
        ws.restoreFromTrash(id);
        ws.expect.equal("names", before, ws.sh("find t -print | sort | base64"));
        ws.expect.equal("content", "one", ws.sh("cat \"t/$(printf 'raw-\\351')/f\""));
    }

    @Requirement(
            value = "WS-PATH-007",
            statements = "d",
            level = Level.FULL,
            needs = {RAW_NAMES, EXEC, SNAPSHOTS})
    void snapshots_keep_names_that_are_not_utf8(Probe ws) {
        ws.sh(RAW);
        String before = ws.sh("find t -print | sort | base64");
        String id = ws.snapshot().id();
        ws.sh("rm -rf t; mkdir t; printf new > \"t/$(printf 'new-\\351')\"");
        ws.restore(id);
        ws.expect.equal("names", before, ws.sh("find t -print | sort | base64"));
        ws.expect.equal("content", "one", ws.sh("cat \"t/$(printf 'raw-\\351')/f\""));
    }

    private static final int SWAPS = 400;

    /** A command that makes d a directory and a link that leads out, in turns, whatever the client does to d. */
    private static RunningCommand swapping(Probe ws, String outside) {
        ws.writeText("d/secret", "inside");
        ws.sh("printf x > '" + outside + "/only-outside'");
        return ws.start(Command.of(
                "sh",
                "-c",
                "while [ ! -e stop ]; do rm -rf d; ln -s \"$1\" d; rm -f d; mkdir d; printf inside > d/secret; done",
                "sh",
                outside));
    }

    @Requirement(
            value = "WS-PATH-008",
            statements = "a",
            level = Level.HARDENED,
            needs = {RACE_FREE_CONFINEMENT, EXEC, SYMLINKS},
            seconds = 60)
    void a_swapped_directory_never_makes_a_read_leave_the_root(Probe ws) {
        String outside = ws.outside();
        int read = 0;
        try (RunningCommand swapper = swapping(ws, outside)) {
            for (int i = 0; i < SWAPS || (read == 0 && i < 20 * SWAPS); i++) {
                Optional<String> text = attempt(() -> ws.readText("d/secret"));
                read += text.filter("inside"::equals).isPresent() ? 1 : 0;
                text.ifPresent(found -> ws.expect.isFalse("read of d/secret outside", found.equals("outside")));
                attempt(() -> ws.list("d", Probe.everything()).paths().toString())
                        .ifPresent(found -> ws.expect.excludes("list d", found, "only-outside"));
                attempt(() -> String.valueOf(ws.exists("d/only-outside")))
                        .ifPresent(found -> ws.expect.equal("exists d/only-outside", "false", found));
                attempt(() -> {
                            ws.copy("d/secret", "copy");
                            String found = ws.readText("copy");
                            ws.remove("copy", RemoveOptions.defaults().despiteCommands());
                            return found;
                        })
                        .ifPresent(found -> ws.expect.isFalse("copy of d/secret outside", found.equals("outside")));
            }
            ws.expect.isTrue("the swapping goes on", swapper.isRunning());
            ws.writeText("stop", "");
        }
        ws.expect.isTrue("some reads succeed", read > 0);
    }

    @Requirement(
            value = "WS-PATH-008",
            statements = "b",
            level = Level.HARDENED,
            needs = {RACE_FREE_CONFINEMENT, EXEC, SYMLINKS},
            seconds = 60)
    void a_swapped_directory_never_makes_a_write_leave_the_root(Probe ws) {
        String outside = ws.outside();
        int written = 0;
        try (RunningCommand swapper = swapping(ws, outside)) {
            for (int i = 0; i < SWAPS || (written == 0 && i < 20 * SWAPS); i++) {
                String name = "d/n" + i;
                Optional<String> wrote = attempt(() -> {
                    ws.writeText(name, "new");
                    return name;
                });
                written += wrote.isPresent() ? 1 : 0;
                attempt(() -> String.valueOf(ws.mkdir("d/m/o")));
                attempt(() -> String.valueOf(ws.rename(
                        name, "d/r", RenameOptions.defaults().overwriting().despiteCommands())));
                attempt(() -> ws.remove("d/secret", RemoveOptions.defaults().despiteCommands()));
                attempt(() -> {
                    ws.symlink("d/s", "x");
                    return name;
                });
            }
            ws.expect.isTrue("the swapping goes on", swapper.isRunning());
            ws.writeText("stop", "");
        }
        ws.expect.isTrue("some writes succeed", written > 0);
        ws.expect.equal("entries outside", "only-outside\nsecret\n", ws.sh("ls -A '" + outside + "'"));
        ws.expect.equal("secret outside", "outside", ws.sh("cat '" + outside + "/secret'"));
    }

    /** Whatever a race makes of an operation is fine, as long as it stays in the root. */
    private static Optional<String> attempt(java.util.function.Supplier<String> operation) {
        try {
            return Optional.of(operation.get());
        } catch (WorkspaceException e) {
            return Optional.empty();
        }
    }
}
