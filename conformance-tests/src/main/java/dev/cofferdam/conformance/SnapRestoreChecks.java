package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.ErrorCode.ABORTED;
import static dev.cofferdam.workspace.ErrorCode.IO;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RestoreResult;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.WorkspaceException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/** Checks of the clauses SNAP-003, 005 and 007: bringing back what a snapshot holds. */
final class SnapRestoreChecks {
    private static final SnapshotOptions PLAIN = SnapshotOptions.defaults();
    private static final RemoveOptions WITH_CONTENTS = RemoveOptions.defaults().withContents();

    /** Return everything of the tree that can be compared. */
    static Map<String, String> picture(Probe ws) {
        Map<String, String> picture = new TreeMap<>();
        ws.list("", Probe.everything()).entries().forEach(entry -> {
            String content = entry.isFile() ? digest(ws.read(entry.path())) : "";
            picture.put(
                    entry.path(),
                    entry.type() + " " + Integer.toOctalString(entry.mode()) + " "
                            + entry.linkTarget().orElse("") + " " + content);
        });
        return picture;
    }

    private static String digest(byte[] content) {
        CRC32C sum = new CRC32C();
        sum.update(content);
        return content.length + " " + sum.getValue();
    }

    @Requirement(value = "WS-SNAP-003", statements = "ab", level = Level.FULL, needs = SNAPSHOTS)
    void restore_brings_back_and_removes(Probe ws) {
        ws.writeText("changed", "old");
        ws.writeText("d/gone", "gone");
        ws.writeText("e/f/gone", "gone");
        ws.writeText("same", "same");
        Map<String, String> before = picture(ws);
        String id = ws.snapshot().id();
        ws.writeText("changed", "new and longer");
        ws.remove("d/gone");
        ws.remove("e", WITH_CONTENTS);
        ws.writeText("made", "new");
        ws.writeText("d/made/deep/er", "new");
        ws.mkdir("empty/er");
        ws.restore(id);
        ws.expect.equal("the tree", before, picture(ws));
        ws.expect.equal("changed", "old", ws.readText("changed"));
        ws.restore(id);
        ws.expect.equal("the tree after a second restore", before, picture(ws));
    }

    @Requirement(value = "WS-SNAP-003", statements = "c", level = Level.FULL, needs = SNAPSHOTS)
    void restore_leaves_excluded_and_skipped_paths_alone(Probe ws) {
        ws.writeText("out/a", "old");
        ws.writeText("in/a", "old");
        ws.write("in/big", new byte[2000]);
        Snapshot taken = ws.snapshot(PLAIN.exclude("out", "**/tmp/**").maxFileBytes(1000));
        ws.expect.equal("skipped", List.of("in/big"), SnapChecks.paths(taken.skipped()));
        ws.writeText("out/a", "new");
        ws.writeText("out/made", "new");
        ws.writeText("in/tmp/made", "new");
        ws.writeText("in/node_modules/made", "new");
        ws.writeText("in/a", "new");
        ws.writeText("in/big", "small now");
        RestoreResult result = ws.restore(taken.id());
        ws.expect.equal("in/a", "old", ws.readText("in/a"));
        for (String path : List.of("out/a", "out/made", "in/tmp/made", "in/node_modules/made")) {
            ws.expect.isTrue(
                    path + " is there", ws.exists(path) && ws.readText(path).equals("new"));
        }
        ws.expect.equal("in/big", "small now", ws.readText("in/big"));
        ws.expect.equal("restored", List.of("in/a"), result.restored());
        ws.expect.equal("deleted", List.of(), result.deleted());
    }

    @Requirement(value = "WS-SNAP-003", statements = "de", level = Level.FULL, needs = SNAPSHOTS)
    void restore_leaves_big_files_and_their_directories_alone(Probe ws) {
        ws.writeText("a", "x");
        String id = ws.snapshot(PLAIN.maxFileBytes(1000)).id();
        ws.write("big", new byte[1001]);
        ws.write("made/deep/big", new byte[1001]);
        ws.writeText("made/small", "x");
        ws.writeText("made/deep/small", "x");
        ws.write("fits", new byte[1000]);
        RestoreResult result = ws.restore(id);
        ws.expect.equal("the tree", List.of("a", "big", "made", "made/deep", "made/deep/big"), ws.tree());
        ws.expect.isTrue("kept: " + result.kept(), result.kept().containsAll(List.of("big", "made/deep/big")));
        ws.expect.isTrue(
                "deleted: " + result.deleted(),
                result.deleted().containsAll(List.of("fits", "made/small", "made/deep/small")));
    }

    @Requirement(value = "WS-SNAP-003", statements = "f", level = Level.FULL, needs = SNAPSHOTS)
    void restore_replaces_what_changed_its_type(Probe ws) {
        ws.writeText("file", "x");
        ws.writeText("dir/f", "x");
        ws.mkdir("empty");
        Map<String, String> before = picture(ws);
        String id = ws.snapshot().id();
        ws.remove("file");
        ws.writeText("file/inner/f", "y");
        ws.remove("dir", WITH_CONTENTS);
        ws.writeText("dir", "y");
        ws.remove("empty");
        ws.writeText("empty", "y");
        ws.restore(id);
        ws.expect.equal("the tree", before, picture(ws));
    }

    @Requirement(
            value = "WS-SNAP-003",
            statements = "fg",
            level = Level.FULL,
            needs = {SNAPSHOTS, SYMLINKS})
    void restore_removes_links_and_does_not_follow_them(Probe ws) {
        ws.writeText("dir/f", "old");
        ws.writeText("file", "old");
        ws.writeText("other/f", "other");
        ws.symlink("link", "file");
        Map<String, String> before = picture(ws);
        String id = ws.snapshot().id();
        ws.remove("dir", WITH_CONTENTS);
        ws.symlink("dir", "other");
        ws.remove("file");
        ws.symlink("file", "other/f");
        ws.remove("link");
        ws.writeText("link/f", "new");
        ws.restore(id);
        ws.expect.equal("the tree", before, picture(ws));
        ws.expect.equal("where the links led", "other", ws.readText("other/f"));
        ws.expect.equal("dir/f", "old", ws.readText("dir/f"));
    }

    @Requirement(
            value = "WS-SNAP-003",
            statements = "g",
            level = Level.FULL,
            needs = {SNAPSHOTS, SYMLINKS, EXEC})
    void restore_does_not_follow_a_link_out_of_the_root(Probe ws) {
        String outside = ws.outside();
        ws.writeText("dir/secret", "mine");
        ws.writeText("dir/more", "mine");
        String id = ws.snapshot().id();
        ws.remove("dir", WITH_CONTENTS);
        ws.symlink("dir", outside);
        ws.symlink("made", outside);
        ws.restore(id);
        ws.expect.equal(
                "outside",
                "outside",
                ws.exec(Command.of("cat", outside + "/secret")).stdout().text());
        ws.expect.equal(
                "what lies there",
                "secret\n",
                ws.exec(Command.of("ls", "-A", outside)).stdout().text());
        ws.expect.equal("dir", EntryType.DIRECTORY, ws.stat("dir").type());
        ws.expect.equal("dir/secret", "mine", ws.readText("dir/secret"));
        ws.expect.equal("the tree", List.of("dir", "dir/more", "dir/secret"), ws.tree());
    }

    @Requirement(value = "WS-SNAP-003", statements = "h", level = Level.FULL, needs = SNAPSHOTS)
    void restore_sets_the_times_of_directories_last(Probe ws) {
        Instant then = Instant.parse("2002-03-04T05:06:07Z");
        ws.writeText("d/e/f", "x");
        ws.writeText("d/g", "x");
        ws.mkdir("empty");
        List<String> directories = List.of("d/e", "d", "empty");
        directories.forEach(path -> ws.touch(path, then));
        String id = ws.snapshot().id();
        ws.remove("d/g");
        ws.writeText("d/e/made", "x");
        ws.writeText("empty/made", "x");
        ws.restore(id);
        directories.forEach(
                path -> ws.expect.equal("time of " + path, then, ws.stat(path).modified()));
        ws.expect.isTrue("d/g is there", ws.exists("d/g"));
    }

    @Requirement(value = "WS-SNAP-003", statements = "ij", level = Level.FULL, needs = SNAPSHOTS)
    void a_dry_run_reports_the_same_and_changes_nothing(Probe ws) {
        ws.writeText("a", "old");
        ws.writeText("d/b", "same");
        ws.writeText("out/x", "out");
        Snapshot taken = ws.snapshot(PLAIN.exclude("out").maxFileBytes(1000));
        ws.writeText("a", "new");
        ws.writeText("made", "x");
        ws.writeText("new/f", "x");
        ws.write("big", new byte[1001]);
        ws.remove("d", WITH_CONTENTS);
        Map<String, String> before = picture(ws);
        RestoreResult dry = ws.restore(taken.id(), true);
        ws.expect.equal("the tree after the dry run", before, picture(ws));
        ws.expect.isTrue("it says that it was dry", dry.dryRun());
        RestoreResult real = ws.restore(taken.id(), false);
        ws.expect.isFalse("the real one was dry", real.dryRun());
        ws.expect.equal(
                "restored",
                List.of("a", "d/b"),
                real.restored().stream().sorted().toList());
        ws.expect.isTrue("deleted: " + real.deleted(), real.deleted().containsAll(List.of("made", "new/f")));
        ws.expect.isTrue("kept: " + real.kept(), real.kept().contains("big"));
        ws.expect.equal("restored, dry", real.restored(), dry.restored());
        ws.expect.equal("deleted, dry", real.deleted(), dry.deleted());
        ws.expect.equal("kept, dry", real.kept(), dry.kept());
        ws.expect.equal("the tree", List.of("a", "big", "d", "d/b", "out", "out/x"), ws.tree());
        ws.expect.equal("a", "old", ws.readText("a"));
    }

    private static final Map<String, String> DAMAGES = Map.of(
            "cut in half", "head -c $((n / 2)) \"$f\" > t",
            "cut by its last blocks", "head -c $((n - 1024)) \"$f\" > t",
            "cut to nothing", ": > t",
            "cut by one byte", "head -c $((n - 1)) \"$f\" > t",
            "a byte changed", "{ head -c $((n / 2)) \"$f\"; printf Z; tail -c $((n - n / 2 - 1)) \"$f\"; } > t",
            "a byte changed otherwise",
                    "{ head -c $((n / 2)) \"$f\"; printf Q; tail -c $((n - n / 2 - 1)) \"$f\"; } > t",
            "a byte of its end changed", "{ head -c $((n - 2000)) \"$f\"; printf Z; tail -c 1999 \"$f\"; } > t",
            "longer", "{ cat \"$f\"; printf x; } > t",
            "something else", "printf 'no archive' > t");

    /** Return a shell line that does something with the biggest file of the workspace's own directory. */
    private static String onArchive(String action) {
        return "f=; n=0; for g in $(find .cofferdam -type f -print); do s=$(stat -c %s \"$g\");"
                + " if [ \"$s\" -gt \"$n\" ]; then f=$g; n=$s; fi; done; [ -n \"$f\" ] || exit 9; " + action;
    }

    private static void needsArchive(Probe ws) {
        if (!ws.exec(onArchive("[ \"$n\" -gt 60000 ]")).succeeded()) {
            throw ws.notRun("the snapshots of this subject are out of sight of its commands");
        }
    }

    @Requirement(
            value = "WS-SNAP-005",
            statements = "ab",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC})
    void a_damaged_archive_is_refused_before_anything_is_touched(Probe ws) {
        ws.write("a", ExecStreamChecks.every(300));
        ws.writeText("d/b", "ZQZQ".repeat(1000));
        String id = ws.snapshot().id();
        needsArchive(ws);
        ws.writeText("d/b", "new");
        ws.writeText("made", "new");
        Map<String, String> before = picture(ws);
        ws.sh(onArchive("cp \"$f\" .cofferdam/whole && printf %s \"$f\" > .cofferdam/name"));
        int changed = 0;
        for (Map.Entry<String, String> damage : DAMAGES.entrySet()) {
            ws.sh("f=.cofferdam/whole; n=$(stat -c %s $f); " + damage.getValue().replace("> t", "> .cofferdam/t")
                    + "; cat .cofferdam/t > \"$(cat .cofferdam/name)\"");
            String same = ws.sh("sha256sum < .cofferdam/whole; sha256sum < .cofferdam/t");
            if (same.lines().distinct().count() == 1) {
                continue;
            }
            changed++;
            ws.expect.refused(IO, "restore of one " + damage.getKey(), () -> ws.restore(id));
            ws.expect.refused(IO, "dry run of one " + damage.getKey(), () -> ws.restore(id, true));
            ws.expect.refused(IO, "diff of one " + damage.getKey(), () -> ws.diff(id));
            ws.expect.equal("the tree, one " + damage.getKey(), before, picture(ws));
        }
        ws.expect.isTrue("archives were damaged", changed >= DAMAGES.size() - 2);
        ws.sh("cat .cofferdam/whole > \"$(cat .cofferdam/name)\"");
        ws.restore(id);
        ws.expect.equal("the tree, once it is whole again", List.of("a", "d", "d/b"), ws.tree());
    }

    @Requirement(
            value = "WS-SNAP-005",
            statements = "c",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC})
    void a_hostile_archive_in_its_place_is_refused(Probe ws) {
        ws.write("a", ExecStreamChecks.every(300));
        String id = ws.snapshot().id();
        needsArchive(ws);
        ws.writeText("made", "new");
        Map<String, String> before = picture(ws);
        Map<String, TarBytes> hostile = Map.of(
                "absolute", new TarBytes().file("/tmp/cofferdam-hostile", "x"),
                "upwards", new TarBytes().file("../cofferdam-hostile", "x"),
                "a device", new TarBytes().entry('3', "null", "", 0666, new byte[0]),
                "the workspace's own", new TarBytes().file(".cofferdam/x", "x"));
        ws.sh(onArchive("cp \"$f\" .cofferdam/whole && printf %s \"$f\" > .cofferdam/name"));
        hostile.forEach((what, tar) -> {
            ws.exec(Command.shell("cat > \"$(cat .cofferdam/name)\"").stdin(tar.bytes()));
            ws.expect.refused(IO, what, () -> ws.restore(id));
            ws.expect.equal("the tree, " + what, before, picture(ws));
        });
        ws.expect.isFalse("upwards", ws.exec("test -e ../cofferdam-hostile").succeeded());
        ws.sh("cat .cofferdam/whole > \"$(cat .cofferdam/name)\"");
        ws.restore(id);
        ws.expect.equal("the tree, once it is whole again", List.of("a"), ws.tree());
    }

    @Requirement(
            value = "WS-SNAP-005",
            statements = "d",
            level = Level.FULL,
            needs = {SNAPSHOTS, SYMLINKS, EXEC})
    void links_of_a_snapshot_are_restored_as_data(Probe ws) {
        String outside = ws.outside();
        ws.symlink("out", outside);
        ws.symlink("file", outside + "/secret");
        ws.writeText("z", "x");
        String id = ws.snapshot().id();
        ws.remove("out");
        ws.writeText("out/secret", "mine");
        ws.remove("file");
        ws.writeText("file", "mine");
        ws.remove("z");
        ws.restore(id);
        ws.expect.equal("out", outside, ws.stat("out").linkTarget().orElse(""));
        ws.expect.equal(
                "file", outside + "/secret", ws.stat("file").linkTarget().orElse(""));
        ws.expect.equal(
                "outside",
                "outside",
                ws.exec(Command.of("cat", outside + "/secret")).stdout().text());
        ws.expect.equal("z", "x", ws.readText("z"));
    }

    @Requirement(value = "WS-SNAP-005", statements = "f", level = Level.FULL, needs = SNAPSHOTS)
    void a_restore_that_was_cut_can_be_repeated(Probe ws) throws InterruptedException {
        for (int i = 0; i < 60; i++) {
            ws.writeText("d" + i % 10 + "/f" + i, "old " + i);
        }
        Map<String, String> before = picture(ws);
        String id = ws.snapshot().id();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 60; i += 3) {
                ws.writeText("d" + i % 10 + "/f" + i, "new");
                ws.writeText("made" + i + "/f", "new");
            }
            ws.remove("d7", WITH_CONTENTS);
            Elsewhere<RestoreResult> cut = new Elsewhere<>(() -> ws.restore(id));
            LockSupport.parkNanos(1_000_000L * (1 + 9L * round));
            cut.interrupt();
            try {
                cut.get();
            } catch (WorkspaceException e) {
                ws.expect.equal("how the cut restore failed", ABORTED, e.code());
            }
            ws.restore(id);
            ws.expect.equal("the tree after it was repeated", before, picture(ws));
        }
    }

    @Requirement(
            value = "WS-SNAP-007",
            statements = "b",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC},
            seconds = 60)
    void a_file_that_keeps_changing_is_left_out_and_reported(Probe ws) {
        ws.write("busy", ExecStreamChecks.every(20_000));
        ws.writeText("calm", "calm");
        List<Snapshot> taken = new ArrayList<>();
        boolean reported = false;
        try (RunningCommand running = ws.start(Command.shell("while [ ! -e stop ]; do echo more >> busy; done"))) {
            for (int i = 0; i < 40 && !reported; i++) {
                Snapshot snapshot = ws.snapshot();
                taken.add(snapshot);
                reported = SnapChecks.paths(snapshot.skipped()).contains("busy");
            }
            ws.writeText("stop", "");
            running.waitFor();
        }
        ws.expect.isTrue("one of " + taken.size() + " snapshots left it out", reported);
        Snapshot last = taken.get(taken.size() - 1);
        last.skipped()
                .forEach(skipped ->
                        ws.expect.isFalse("no reason", skipped.reason().isBlank()));
        ws.writeText("calm", "changed");
        ws.writeText("busy", "mine");
        ws.restore(last.id());
        ws.expect.equal("calm", "calm", ws.readText("calm"));
        ws.expect.equal("busy", "mine", ws.readText("busy"));
    }

    @Requirement(
            value = "WS-SNAP-003",
            statements = "a",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC})
    void while_a_command_runs_a_restore_is_refused_and_a_look_is_not(Probe ws) {
        ws.writeText("a", "old");
        String id = ws.snapshot().id();
        ws.writeText("a", "new");
        try (RunningCommand running = ws.start(Command.of("sleep", "600"))) {
            ws.expect.refused(EnumSet.of(ErrorCode.BUSY), "restore", () -> ws.restore(id));
            ws.expect.equal("a", "new", ws.readText("a"));
            ws.expect.equal("a dry run", List.of("a"), ws.restore(id, true).restored());
            ws.expect.isTrue("it still runs", running.isRunning());
        }
        ws.restore(id);
        ws.expect.equal("a afterwards", "old", ws.readText("a"));
    }
}
