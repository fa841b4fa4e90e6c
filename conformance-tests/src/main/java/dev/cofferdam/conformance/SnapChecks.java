package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.NS_TIMESTAMPS;
import static dev.cofferdam.workspace.Capability.RECONNECT;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.SPECIAL_FILES;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RestoreResult;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks of the clauses SNAP-001, 002 and 004: what a snapshot records. */
final class SnapChecks {
    private static final SnapshotOptions PLAIN = SnapshotOptions.defaults();

    /** Remove all that is in the root, by the operations of the workspace. */
    static void clear(Probe ws) {
        for (Entry entry :
                ws.list("", ListOptions.defaults().includeHidden(true)).entries()) {
            ws.remove(entry.path(), RemoveOptions.defaults().withContents());
        }
    }

    static List<String> paths(List<SkippedPath> skipped) {
        return skipped.stream().map(SkippedPath::path).sorted().toList();
    }

    @Requirement(value = "WS-SNAP-001", statements = "a", level = Level.FULL, needs = SNAPSHOTS)
    void a_snapshot_records_files_and_directories_with_their_times(Probe ws) {
        Instant then = Instant.parse("2001-02-03T04:05:06Z");
        byte[] content = ExecStreamChecks.every(300);
        ws.write("d/e/bytes", content);
        ws.writeText("text", "é\n");
        ws.write("nothing", new byte[0]);
        ws.mkdir("empty/inner");
        ws.writeText(" odd 'na\"me\\", "odd");
        ws.writeText("-rf", "dash");
        ws.writeText(".hidden", "dot");
        List<String> paths = ws.tree();
        for (String path : List.of("d/e/bytes", "text", "empty/inner", "empty", "d/e", "d")) {
            ws.touch(path, then.plusSeconds(path.length()));
        }
        Snapshot taken = ws.snapshot();
        ws.expect.equal("files", 6L, taken.files());
        ws.expect.equal("bytes", content.length + 3L + 3 + 4 + 3, taken.bytes());
        clear(ws);
        ws.expect.equal("the tree in between", List.of(), ws.tree());
        ws.restore(taken.id());
        ws.expect.equal("the tree", paths, ws.tree());
        ws.expect.isTrue("bytes", Arrays.equals(content, ws.read("d/e/bytes")));
        ws.expect.equal("text", "é\n", ws.readText("text"));
        ws.expect.equal("a file with an odd name", "odd", ws.readText(" odd 'na\"me\\"));
        ws.expect.equal(
                "type of a directory",
                EntryType.DIRECTORY,
                ws.stat("empty/inner").type());
        for (String path : List.of("d/e/bytes", "text", "empty/inner", "empty", "d/e", "d")) {
            ws.expect.equal(
                    "time of " + path,
                    then.plusSeconds(path.length()),
                    ws.stat(path).modified());
        }
    }

    @Requirement(
            value = "WS-SNAP-001",
            statements = "a",
            level = Level.FULL,
            needs = {SNAPSHOTS, MODES})
    void a_snapshot_records_modes(Probe ws) {
        List<Integer> modes = List.of(0644, 0600, 0755, 0444, 0400, 0777);
        for (int mode : modes) {
            ws.writeText("f" + mode, "x");
            ws.setMode("f" + mode, mode);
        }
        ws.writeText("d/f", "x");
        ws.setMode("d", 0750);
        String id = ws.snapshot().id();
        for (int mode : modes) {
            ws.setMode("f" + mode, mode == 0640 ? 0600 : 0640);
        }
        ws.setMode("d", 0700);
        ws.remove("f" + 0755);
        ws.restore(id);
        for (int mode : modes) {
            ws.expect.equal("mode", mode, ws.stat("f" + mode).mode());
        }
        ws.expect.equal("mode of the directory", 0750, ws.stat("d").mode());
    }

    @Requirement(
            value = "WS-SNAP-001",
            statements = "ad",
            level = Level.FULL,
            needs = {SNAPSHOTS, SYMLINKS})
    void a_snapshot_records_links_as_they_are(Probe ws) {
        ws.writeText("d/f", "x");
        Map<String, String> links = Map.of(
                "in", "d/f", "dangling", "missing", "out", "../../..", "absolute", "/etc/passwd", "d/up", "../d");
        links.forEach(ws::symlink);
        Snapshot taken = ws.snapshot();
        ws.expect.equal("files", 1L, taken.files());
        links.keySet().forEach(ws::remove);
        ws.restore(taken.id());
        links.forEach((path, target) -> {
            ws.expect.equal("type of " + path, EntryType.SYMLINK, ws.stat(path).type());
            ws.expect.equal(
                    "target of " + path, Optional.of(target), ws.stat(path).linkTarget());
        });
        ws.expect.equal("through a link", "x", ws.readText("in"));
    }

    @Requirement(
            value = "WS-SNAP-001",
            statements = "b",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC})
    void runs_of_zeros_take_no_room(Probe ws) {
        byte[] sparse = new byte[9 << 20];
        sparse[0] = 1;
        sparse[5 << 20] = 2;
        sparse[sparse.length - 1] = 3;
        ws.write("sparse", sparse);
        ws.write("zeros", new byte[8 << 20]);
        String id = ws.snapshot().id();
        long kept = 0;
        String sizes = ws.sh("find .cofferdam -type f -print | while read f; do stat -c %s \"$f\"; done");
        for (String size : Pids.words(sizes)) {
            kept += Long.parseLong(size);
        }
        if (kept == 0) {
            throw ws.notRun("the snapshots of this subject are out of sight of its commands");
        }
        ws.expect.isTrue("17 MiB of zeros take less than 2 MiB: " + kept, kept < 2 << 20);
        ws.remove("sparse");
        ws.remove("zeros");
        ws.restore(id);
        ws.expect.isTrue("the sparse file", Arrays.equals(sparse, ws.read("sparse")));
        ws.expect.isTrue("the file of zeros", Arrays.equals(new byte[8 << 20], ws.read("zeros")));
    }

    @Requirement(
            value = "WS-SNAP-001",
            statements = "c",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC})
    void hard_links_are_recorded_as_their_content(Probe ws) {
        ws.writeText("a", "both");
        ws.sh("ln a b; ln a c");
        Snapshot taken = ws.snapshot();
        ws.expect.equal("files", 3L, taken.files());
        ws.sh("rm a b; echo new > c");
        ws.restore(taken.id());
        for (String path : List.of("a", "b", "c")) {
            ws.expect.equal(path, "both", ws.readText(path));
        }
        ws.sh("echo more >> a");
        ws.expect.equal("b after a was added to", "both", ws.readText("b"));
    }

    @Requirement(
            value = "WS-SNAP-001",
            statements = "f",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC, SPECIAL_FILES})
    void special_files_are_skipped_and_left_alone(Probe ws) {
        ws.writeText("d/f", "x");
        ws.sh("mkfifo d/pipe fifo");
        Snapshot taken = ws.snapshot();
        ws.expect.equal("skipped", List.of("d/pipe", "fifo"), paths(taken.skipped()));
        taken.skipped()
                .forEach(skipped ->
                        ws.expect.isFalse("no reason", skipped.reason().isBlank()));
        ws.expect.equal("files", 1L, taken.files());
        ws.remove("d/f");
        RestoreResult result = ws.restore(taken.id());
        ws.expect.equal("fifo", EntryType.OTHER, ws.stat("fifo").type());
        ws.expect.equal("d/pipe", EntryType.OTHER, ws.stat("d/pipe").type());
        ws.expect.equal("d/f", "x", ws.readText("d/f"));
        ws.expect.isTrue("kept: " + result.kept(), result.kept().containsAll(List.of("d/pipe", "fifo")));
    }

    @Requirement(
            value = "WS-SNAP-001",
            statements = "f",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC, MODES})
    void files_that_cannot_be_read_are_skipped_and_left_alone(Probe ws) {
        ws.needsRefusals();
        ws.writeText("d/secret", "s");
        ws.writeText("d/f", "x");
        ws.setMode("d/secret", 0);
        Snapshot taken = ws.snapshot();
        ws.expect.equal("skipped", List.of("d/secret"), paths(taken.skipped()));
        ws.writeText("d/f", "changed");
        ws.restore(taken.id());
        ws.expect.equal("d/f", "x", ws.readText("d/f"));
        ws.expect.equal("mode of the skipped file", 0, ws.stat("d/secret").mode());
        ws.setMode("d/secret", 0600);
        ws.expect.equal("its content", "s", ws.readText("d/secret"));
    }

    @Requirement(value = "WS-SNAP-001", statements = "g", level = Level.FULL, needs = SNAPSHOTS)
    void some_directories_are_left_out(Probe ws) {
        List<String> out = List.of("node_modules/m/i.js", "d/node_modules/x", ".git/HEAD", "d/e/.git/config");
        List<String> in = List.of("d/git/x", "node_modules.txt", "d/.gitignore", "d/.cofferdam/x", "e/xnode_modules/y");
        out.forEach(path -> ws.writeText(path, "out"));
        in.forEach(path -> ws.writeText(path, "in"));
        Snapshot taken = ws.snapshot();
        ws.expect.equal("files", (long) in.size(), taken.files());
        out.forEach(path -> ws.writeText(path, "changed"));
        in.forEach(path -> ws.writeText(path, "changed"));
        ws.snapshot();
        ws.restore(taken.id());
        out.forEach(path -> ws.expect.equal(path, "changed", ws.readText(path)));
        in.forEach(path -> ws.expect.equal(path, "in", ws.readText(path)));
        ws.expect.equal("the snapshots are still there", 2, ws.listSnapshots().size());
    }

    @Requirement(value = "WS-SNAP-001", statements = "h", level = Level.FULL, needs = SNAPSHOTS)
    void exclude_leaves_out_what_its_globs_say(Probe ws) {
        List<String> all = List.of(
                "a/x", "a/b/x", "b/a/x", "c/x", "c/d/x", "d/tmp/x", "tmp/x", "e/tmp/y/z", "f.log", "e/f.log", "ab/x");
        all.forEach(path -> ws.writeText(path, "old"));
        expectLeftOut(ws, all, List.of("a"), List.of("a/x", "a/b/x"));
        expectLeftOut(ws, all, List.of("a/b"), List.of("a/b/x"));
        expectLeftOut(ws, all, List.of("c/**"), List.of("c/x", "c/d/x"));
        expectLeftOut(ws, all, List.of("**/tmp/**"), List.of("d/tmp/x", "tmp/x", "e/tmp/y/z"));
        expectLeftOut(ws, all, List.of("*.log"), List.of("f.log"));
        expectLeftOut(ws, all, List.of("**/*.log", "a"), List.of("f.log", "e/f.log", "a/x", "a/b/x"));
        expectLeftOut(ws, all, List.of(), List.of());
        ws.expect.refused(INVALID_ARGUMENT, "a bad glob", () -> ws.snapshot(PLAIN.exclude("[a")));
    }

    private static void expectLeftOut(Probe ws, List<String> all, List<String> exclude, List<String> out) {
        all.forEach(path -> ws.writeText(path, "old"));
        Snapshot taken = ws.snapshot(PLAIN.exclude(exclude.toArray(new String[0])));
        all.forEach(path -> ws.writeText(path, "new"));
        ws.restore(taken.id());
        List<String> unchanged = new ArrayList<>();
        for (String path : all) {
            if (ws.exists(path) && ws.readText(path).equals("new")) {
                unchanged.add(path);
            }
        }
        ws.expect.equal(
                "left out by " + exclude,
                out.stream().sorted().toList(),
                unchanged.stream().sorted().toList());
        ws.expect.equal("files without " + exclude, (long) all.size() - out.size(), taken.files());
        ws.expect.equal("exclude in the record", exclude, taken.exclude());
    }

    @Requirement(value = "WS-SNAP-001", statements = "i", level = Level.FULL, needs = SNAPSHOTS)
    void big_files_are_skipped_and_listed(Probe ws) {
        ws.write("d/big", new byte[1001]);
        ws.write("fits", new byte[1000]);
        Snapshot taken = ws.snapshot(PLAIN.maxFileBytes(1000));
        ws.expect.equal("skipped", List.of("d/big"), paths(taken.skipped()));
        taken.skipped()
                .forEach(skipped ->
                        ws.expect.isFalse("no reason", skipped.reason().isBlank()));
        ws.expect.equal("files", 1L, taken.files());
        ws.expect.equal("maxFileBytes", 1000L, taken.maxFileBytes());
        ws.expect.equal("maxFileBytes by default", 10L << 20, ws.snapshot().maxFileBytes());
        Probe large = ws.open(options -> options.limits(options.limits().maxFileBytes(20 << 20)));
        large.write("over", new byte[(10 << 20) + 1]);
        large.write("just", new byte[10 << 20]);
        ws.expect.equal(
                "skipped by default", List.of("over"), paths(large.snapshot().skipped()));
    }

    @Requirement(
            value = "WS-SNAP-001",
            statements = "j",
            level = Level.FULL,
            needs = {SNAPSHOTS, NS_TIMESTAMPS})
    void times_keep_their_nanoseconds(Probe ws) {
        Instant file = Instant.parse("2001-02-03T04:05:06.123456789Z");
        Instant old = Instant.parse("1960-01-02T03:04:05Z");
        ws.writeText("d/f", "x");
        ws.writeText("old", "x");
        ws.touch("d/f", file);
        ws.touch("old", old);
        ws.touch("d", file.plusNanos(1));
        ws.expect.equal("before", file, ws.stat("d/f").modified());
        String id = ws.snapshot().id();
        clear(ws);
        ws.restore(id);
        ws.expect.equal("a file", file, ws.stat("d/f").modified());
        ws.expect.equal("a directory", file.plusNanos(1), ws.stat("d").modified());
        ws.expect.equal("an old file", old, ws.stat("old").modified());
    }

    @Requirement(value = "WS-SNAP-002", statements = "ab", level = Level.FULL, needs = SNAPSHOTS)
    void the_record_says_what_a_snapshot_holds(Probe ws) {
        Instant start = Machine.now().minusSeconds(2);
        ws.writeText("a", "12345");
        ws.writeText("tmp/b", "x");
        Map<String, String> metadata = Map.of("key", "value", "é\n", "", "k2", "a=b");
        Snapshot first = ws.snapshot(
                PLAIN.label("the first").metadata(metadata).exclude("tmp").maxFileBytes(5000));
        Snapshot second = ws.snapshot();
        Snapshot third = ws.snapshot(PLAIN.label(""));
        ws.expect.equal("label", Optional.of("the first"), first.label());
        ws.expect.equal("metadata", metadata, first.metadata());
        ws.expect.equal("exclude", List.of("tmp"), first.exclude());
        ws.expect.equal("maxFileBytes", 5000L, first.maxFileBytes());
        ws.expect.equal("files", 1L, first.files());
        ws.expect.equal("bytes", 5L, first.bytes());
        ws.expect.equal("label of one without", Optional.empty(), second.label());
        ws.expect.isTrue(
                "created now: " + first.created(),
                first.created().isAfter(start)
                        && first.created().isBefore(Machine.now().plusSeconds(2)));
        ws.expect.isTrue("the id " + first.id(), first.id().matches("[A-Za-z0-9_-]{1,64}"));
        ws.expect.equal("newest first", List.of(third, second, first), ws.listSnapshots());
    }

    @Requirement(value = "WS-SNAP-002", statements = "c", level = Level.FULL, needs = SNAPSHOTS)
    void a_snapshot_can_be_deleted(Probe ws) {
        ws.writeText("a", "x");
        Snapshot first = ws.snapshot();
        Snapshot second = ws.snapshot();
        ws.deleteSnapshot(first.id());
        ws.expect.equal("what is left", List.of(second), ws.listSnapshots());
        ws.expect.refused(NOT_FOUND, "restore", () -> ws.restore(first.id()));
        ws.expect.refused(NOT_FOUND, "diff", () -> ws.diff(first.id()));
        ws.expect.refused(NOT_FOUND, "delete again", () -> ws.deleteSnapshot(first.id()));
        ws.expect.equal(
                "restored from the other", List.of("a"), ws.restore(second.id()).restored());
    }

    @Requirement(value = "WS-SNAP-002", statements = "d", level = Level.FULL, needs = SNAPSHOTS)
    void an_id_that_is_none_is_not_found(Probe ws) {
        ws.writeText("a", "x");
        Snapshot taken = ws.snapshot();
        for (String id : List.of(
                "",
                ".",
                "..",
                "nope",
                "../" + taken.id(),
                taken.id() + "/",
                "a\0b",
                "x".repeat(65),
                taken.id() + "\n",
                taken.id() + ".tar",
                "é",
                "*")) {
            ws.expect.refused(NOT_FOUND, "restore " + id, () -> ws.restore(id));
            ws.expect.refused(NOT_FOUND, "dry run of " + id, () -> ws.restore(id, true));
            ws.expect.refused(NOT_FOUND, "diff " + id, () -> ws.diff(id));
            ws.expect.refused(NOT_FOUND, "delete " + id, () -> ws.deleteSnapshot(id));
        }
        ws.expect.equal("the snapshot is still there", List.of(taken), ws.listSnapshots());
        ws.expect.isTrue("its id works", ws.diff(taken.id()).isEmpty());
    }

    @Requirement(value = "WS-SNAP-002", statements = "e", level = Level.FULL, needs = SNAPSHOTS)
    void snapshots_belong_to_their_sandbox(Probe ws) {
        ws.writeText("a", "x");
        Snapshot taken = ws.snapshot();
        Probe other = ws.open();
        ws.expect.equal("snapshots of another workspace", List.of(), other.listSnapshots());
        ws.expect.refused(NOT_FOUND, "restore there", () -> other.restore(taken.id()));
        ws.expect.equal("snapshots here", List.of(taken), ws.listSnapshots());
        if (ws.has(RECONNECT)) {
            Probe kept = ws.open(Probe.kept());
            kept.writeText("a", "old");
            Snapshot living = kept.snapshot(PLAIN.label("l"));
            String id = kept.id();
            kept.close();
            ws.connect(id, options -> options.onClose(OnClose.DESTROY))
                    .ifPresentOrElse(
                            again -> {
                                ws.expect.equal("snapshots of before", List.of(living), again.listSnapshots());
                                again.writeText("a", "new");
                                again.restore(living.id());
                                ws.expect.equal("a", "old", again.readText("a"));
                            },
                            () -> ws.expect.fail("the kept sandbox is gone"));
        }
    }

    @Requirement(value = "WS-SNAP-004", statements = "a", level = Level.FULL, needs = SNAPSHOTS)
    void a_snapshot_that_is_too_large_is_refused_and_not_kept(Probe ws) {
        Probe small = ws.open(options -> options.limits(options.limits().maxSnapshotBytes(100_000)));
        byte[] part = ExecStreamChecks.every(200);
        small.write("a", part);
        Snapshot fits = small.snapshot();
        small.write("b", part);
        ws.expect
                .refused(TOO_LARGE, "snapshot", small::snapshot)
                .ifPresent(e -> ws.expect.contains("message", String.valueOf(e.getMessage()), "maxSnapshotBytes"));
        ws.expect.equal("snapshots", List.of(fits), small.listSnapshots());
        Snapshot without = small.snapshot(PLAIN.exclude("b"));
        ws.expect.equal("without the second file", List.of(without, fits), small.listSnapshots());
        if (ws.has(EXEC)) {
            String before = small.sh("find .cofferdam -type f -print | sort");
            ws.expect.refused(TOO_LARGE, "again", small::snapshot);
            ws.expect.equal("what is kept", before, small.sh("find .cofferdam -type f -print | sort"));
        }
    }

    @Requirement(
            value = "WS-SNAP-004",
            statements = "b",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC, MODES})
    void what_is_excluded_is_not_even_listed(Probe ws) {
        ws.needsRefusals();
        ws.writeText("f", "x");
        for (String directory : List.of("closed", "d/closed", "tmp", "d/tmp")) {
            ws.writeText(directory + "/x", "x");
            ws.setMode(directory, 0);
        }
        Snapshot all = ws.snapshot();
        ws.expect.isTrue(
                "a closed directory is skipped: " + all.skipped(),
                !all.skipped().isEmpty());
        Snapshot without = ws.snapshot(PLAIN.exclude("closed", "d/closed", "**/tmp/**"));
        ws.expect.equal("skipped", List.of(), without.skipped());
        ws.expect.equal("files", 1L, without.files());
    }

    @Requirement(value = "WS-SNAP-001", statements = "a", level = Level.FULL, absent = SNAPSHOTS)
    void without_snapshots_all_of_it_is_refused(Probe ws) {
        ws.writeText("d/f", "x");
        ws.expect.refused(UNSUPPORTED, "snapshot", ws::snapshot);
        ws.expect.refused(UNSUPPORTED, "snapshot with options", () -> ws.snapshot(PLAIN.label("l")));
        ws.expect.refused(UNSUPPORTED, "listSnapshots", ws::listSnapshots);
        ws.expect.refused(UNSUPPORTED, "restore", () -> ws.restore("x"));
        ws.expect.refused(UNSUPPORTED, "diff", () -> ws.diff("x"));
        ws.expect.refused(UNSUPPORTED, "deleteSnapshot", () -> ws.deleteSnapshot("x"));
        ws.expect.refused(UNSUPPORTED, "exportArchive", () -> ws.exportArchive("d", new ByteArrayOutputStream()));
        ws.expect.refused(
                UNSUPPORTED, "importArchive", () -> ws.importArchive("e", new ByteArrayInputStream(new byte[1024])));
        ws.expect.equal("the tree", List.of("d", "d/f"), ws.tree());
    }
}
