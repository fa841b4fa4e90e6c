package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.SPECIAL_FILES;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.OUTSIDE_ROOT;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.Seed;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotDiff;
import dev.cofferdam.workspace.SnapshotOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Checks of the clauses SNAP-005 and 006: differences, and archives that come and go. */
final class SnapArchiveChecks {

    @Requirement(value = "WS-SNAP-006", statements = "ab", level = Level.FULL, needs = SNAPSHOTS)
    void a_diff_tells_what_was_added_modified_and_deleted(Probe ws) {
        for (String path : List.of("same", "touched", "content", "size", "d/gone", "e/x", "out/x")) {
            ws.writeText(path, "12345");
        }
        Snapshot taken = ws.snapshot(SnapshotOptions.defaults().exclude("out"));
        ws.expect.isTrue("nothing differs at first", ws.diff(taken.id()).isEmpty());
        ws.touch("touched", Instant.parse("2003-04-05T06:07:08Z"));
        ws.writeText("same", "12345");
        ws.expect.isTrue("another time is no difference", ws.diff(taken.id()).isEmpty());
        Instant time = ws.stat("content").modified();
        ws.writeText("content", "54321");
        ws.touch("content", time);
        ws.writeText("size", "123456");
        ws.writeText("made", "x");
        ws.writeText("d/new", "x");
        ws.writeText("out/made", "x");
        ws.writeText("out/x", "changed");
        ws.remove("d/gone");
        ws.remove("e", RemoveOptions.defaults().withContents());
        SnapshotDiff diff = ws.diff(taken.id());
        ws.expect.equal("added", List.of("d/new", "made"), sorted(diff.added()));
        ws.expect.equal("modified", List.of("content", "size"), sorted(diff.modified()));
        ws.expect.isTrue("deleted: " + diff.deleted(), diff.deleted().containsAll(List.of("d/gone", "e/x")));
        ws.expect.isFalse(
                "deleted holds more: " + diff.deleted(), diff.deleted().size() > 3);
        ws.restore(taken.id());
        ws.expect.isTrue("nothing differs after a restore", ws.diff(taken.id()).isEmpty());
    }

    private static List<String> sorted(List<String> paths) {
        return paths.stream().sorted().toList();
    }

    @Requirement(
            value = "WS-SNAP-006",
            statements = "b",
            level = Level.FULL,
            needs = {SNAPSHOTS, MODES, SYMLINKS})
    void modes_targets_and_types_are_differences(Probe ws) {
        ws.writeText("f", "x");
        ws.mkdir("d");
        ws.writeText("type", "x");
        ws.symlink("link", "f");
        String id = ws.snapshot().id();
        ws.setMode("f", 0600);
        ws.expect.equal("a mode", List.of("f"), ws.diff(id).modified());
        ws.setMode("f", 0644);
        ws.setMode("d", 0700);
        ws.remove("link");
        ws.symlink("link", "d");
        ws.remove("type");
        ws.mkdir("type");
        SnapshotDiff diff = ws.diff(id);
        ws.expect.equal("modified", List.of("d", "link", "type"), sorted(diff.modified()));
        ws.expect.equal("added", List.of(), diff.added());
        ws.expect.equal("deleted", List.of(), diff.deleted());
    }

    @Requirement(value = "WS-SNAP-006", statements = "cd", level = Level.FULL, needs = SNAPSHOTS)
    void a_directory_goes_out_and_comes_in_as_one_stream(Probe ws) {
        byte[] content = ExecStreamChecks.every(1000);
        Instant then = Instant.parse("2004-05-06T07:08:09Z");
        ws.write("src/d/bytes", content);
        ws.writeText("src/é 'x'", "odd");
        ws.writeText("src/" + "n".repeat(120) + "/" + "m".repeat(120), "long");
        ws.mkdir("src/empty");
        ws.touch("src/d/bytes", then);
        ws.writeText("beside", "x");
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        ws.expect.equal("left out", List.of(), ws.exportArchive("src", archive));
        Probe other = ws.open();
        other.writeText("in/d/bytes", "replaced");
        other.writeText("in/there", "stays");
        other.importArchive("in", new ByteArrayInputStream(archive.toByteArray()));
        ws.expect.isTrue("bytes", Arrays.equals(content, other.read("in/d/bytes")));
        ws.expect.equal("time", then, other.stat("in/d/bytes").modified());
        ws.expect.equal("what was there", "stays", other.readText("in/there"));
        other.remove("in/there");
        ws.expect.equal("the tree", below(ws, "src"), below(other, "in"));
        other.importArchive("", new ByteArrayInputStream(archive.toByteArray()));
        ws.expect.equal("into the root", "odd", other.readText("é 'x'"));
    }

    private static Map<String, String> below(Probe ws, String directory) {
        Map<String, String> below = new TreeMap<>();
        for (Entry entry : ws.list(directory, Probe.everything()).entries()) {
            below.put(entry.path().substring(directory.length()), entry.type() + " " + entry.size());
        }
        return below;
    }

    @Requirement(
            value = "WS-SNAP-006",
            statements = "cd",
            level = Level.FULL,
            needs = {SNAPSHOTS, SYMLINKS, MODES})
    void an_archive_keeps_modes_and_links(Probe ws) {
        ws.writeText("src/run", "x");
        ws.setMode("src/run", 0750);
        ws.symlink("src/link", "run");
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        ws.exportArchive("src", archive);
        ws.importArchive("copy", new ByteArrayInputStream(archive.toByteArray()));
        ws.expect.equal("mode", 0750, ws.stat("copy/run").mode());
        ws.expect.equal("link", Optional.of("run"), ws.stat("copy/link").linkTarget());
    }

    @Requirement(value = "WS-SNAP-006", statements = "c", level = Level.FULL, needs = SNAPSHOTS)
    void the_root_goes_out_without_the_workspace_s_own_directory(Probe ws) {
        ws.writeText("a", "x");
        ws.snapshot();
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        ws.exportArchive("", archive);
        Probe other = ws.open();
        other.importArchive(".", new ByteArrayInputStream(archive.toByteArray()));
        ws.expect.equal("the tree", List.of("a"), other.tree());
        ws.expect.equal("snapshots", List.of(), other.listSnapshots());
        ws.expect.refused(NOT_FOUND, "missing", () -> ws.exportArchive("missing", new ByteArrayOutputStream()));
        ws.expect.refused(NOT_A_DIRECTORY, "a file", () -> ws.exportArchive("a", new ByteArrayOutputStream()));
        ws.expect.refused(OUTSIDE_ROOT, "upwards", () -> ws.exportArchive("..", new ByteArrayOutputStream()));
        ws.expect.refused(
                OUTSIDE_ROOT, "import upwards", () -> ws.importArchive("../x", new TarBytes().file("f", "x").stream()));
    }

    @Requirement(
            value = "WS-SNAP-006",
            statements = "c",
            level = Level.FULL,
            needs = {SNAPSHOTS, EXEC, SPECIAL_FILES})
    void special_files_are_left_out_of_an_archive(Probe ws) {
        ws.writeText("src/f", "x");
        ws.sh("mkfifo src/fifo");
        ByteArrayOutputStream archive = new ByteArrayOutputStream();
        List<SkippedPath> skipped = ws.exportArchive("src", archive);
        ws.expect.isTrue(
                "it is reported: " + skipped,
                skipped.size() == 1 && skipped.get(0).path().endsWith("fifo"));
        ws.importArchive("copy", new ByteArrayInputStream(archive.toByteArray()));
        ws.expect.equal("what arrived", List.of("copy/f"), ws.list("copy").paths());
    }

    private static TarBytes honest() {
        return new TarBytes()
                .directory("d")
                .file("d/f", "honest")
                .file("run", "#!/bin/sh\n", 0755)
                .file("./dot/f", "dot")
                .hardLink("same", "d/f");
    }

    @Requirement(value = "WS-SNAP-006", statements = "d", level = Level.FULL, needs = SNAPSHOTS)
    void a_foreign_archive_is_taken_plain_or_compressed(Probe ws) {
        ws.importArchive("plain", honest().stream());
        ws.importArchive("gzip", new ByteArrayInputStream(honest().compressed()));
        for (String directory : List.of("plain", "gzip")) {
            ws.expect.equal(directory + "/d/f", "honest", ws.readText(directory + "/d/f"));
            ws.expect.equal(directory + "/dot/f", "dot", ws.readText(directory + "/dot/f"));
            ws.expect.equal(directory + "/same", "honest", ws.readText(directory + "/same"));
            ws.expect.equal(
                    "time",
                    Instant.ofEpochSecond(981_173_106),
                    ws.stat(directory + "/d/f").modified());
        }
        ws.expect.equal("below both", below(ws, "plain"), below(ws, "gzip"));
    }

    private static Map<String, TarBytes> hostile() {
        Map<String, TarBytes> archives = new LinkedHashMap<>();
        archives.put("an absolute name", honest().file("/tmp/cofferdam-hostile", "x"));
        archives.put("a name upwards", honest().file("../cofferdam-hostile", "x"));
        archives.put("a name up and down", honest().file("d/../../cofferdam-hostile", "x"));
        archives.put("a name that ends upwards", honest().directory("d/.."));
        archives.put("a character device", honest().entry('3', "null", "", 0666, new byte[0]));
        archives.put("a block device", honest().entry('4', "disk", "", 0666, new byte[0]));
        archives.put("a FIFO", honest().entry('6', "fifo", "", 0666, new byte[0]));
        archives.put("a hard link to an absolute name", honest().hardLink("h", "/etc/passwd"));
        archives.put("a hard link upwards", honest().hardLink("h", "../../etc/passwd"));
        archives.put("the workspace's own directory", honest().file(".cofferdam/x", "x"));
        return archives;
    }

    private static void expectRefused(Probe ws, Map<String, TarBytes> archives) {
        Map<String, String> before = SnapRestoreChecks.picture(ws);
        archives.forEach((what, tar) -> {
            ws.expect.refused(IO, what, () -> ws.importArchive("", tar.stream()));
            ws.expect.refused(
                    IO, what + ", compressed", () -> ws.importArchive("", new ByteArrayInputStream(tar.compressed())));
            ws.expect.refused(IO, what + ", as a seed", () -> ws.seed(Seed.tar(tar::stream)));
            ws.expect.equal("the tree after " + what, before, SnapRestoreChecks.picture(ws));
        });
    }

    @Requirement(value = "WS-SNAP-005", statements = "c", level = Level.FULL, needs = SNAPSHOTS)
    void a_hostile_archive_is_refused_before_anything_is_touched(Probe ws) {
        ws.writeText("d/f", "mine");
        expectRefused(ws, hostile());
        ws.importArchive("", honest().stream());
        ws.expect.equal("an honest one", "honest", ws.readText("d/f"));
    }

    @Requirement(
            value = "WS-SNAP-005",
            statements = "de",
            level = Level.FULL,
            needs = {SNAPSHOTS, SYMLINKS})
    void links_of_a_foreign_archive_that_lead_out_are_refused(Probe ws) {
        ws.writeText("d/f", "mine");
        Map<String, TarBytes> archives = new LinkedHashMap<>();
        archives.put("a link to an absolute path", honest().symlink("l", "/etc"));
        archives.put("a link upwards", honest().symlink("l", ".."));
        archives.put("a link up and out", honest().symlink("d/l", "../../x"));
        archives.put("a link that leads out by detours", honest().symlink("d/l", "e/../../.."));
        expectRefused(ws, archives);
        ws.importArchive("", honest().symlink("d/l", "../run").symlink("m", "d/f").stream());
        ws.expect.equal("a link inside", Optional.of("../run"), ws.stat("d/l").linkTarget());
        ws.expect.equal("through a link inside", "honest", ws.readText("m"));
    }

    @Requirement(
            value = "WS-SNAP-005",
            statements = "d",
            level = Level.FULL,
            needs = {SNAPSHOTS, SYMLINKS})
    void nothing_of_an_archive_is_written_through_a_link(Probe ws) {
        ws.writeText("target/f", "mine");
        ws.writeText("file", "mine");
        ws.symlink("there", "target");
        ws.symlink("link", "file");
        Map<String, TarBytes> archives = Map.of(
                "a link of its own", new TarBytes().symlink("l", "target").file("l/f", "x"),
                "a link that was there", new TarBytes().directory("there").file("there/f", "x"));
        archives.forEach((what, tar) -> {
            try {
                ws.importArchive("", tar.stream());
            } catch (dev.cofferdam.workspace.WorkspaceException e) {
                ws.expect.isTrue(
                        what + ": " + e.code(), Set.of(IO, NOT_A_DIRECTORY).contains(e.code()));
            }
            ws.expect.equal("what the link leads to, " + what, "mine", ws.readText("target/f"));
        });
        ws.importArchive("", new TarBytes().file("link", "new").stream());
        ws.expect.equal("file", "mine", ws.readText("file"));
        ws.expect.equal("link", "new", ws.readText("link"));
    }

    @Requirement(value = "WS-SNAP-006", statements = "e", level = Level.FULL, needs = SNAPSHOTS)
    void a_damaged_archive_is_not_imported(Probe ws) {
        ws.writeText("d/f", "mine");
        Map<String, String> before = SnapRestoreChecks.picture(ws);
        byte[] whole = new TarBytes()
                .file("d/f", "x".repeat(5000))
                .file("e/g", "y".repeat(5000))
                .bytes();
        byte[] broken = whole.clone();
        broken[148] = 'X';
        byte[] packed = new TarBytes().file("d/f", "x".repeat(5000)).compressed();
        Map<String, byte[]> archives = Map.of(
                "cut in a file", Arrays.copyOf(whole, 3000),
                "cut in a header", Arrays.copyOf(whole, 6000),
                "no archive", Probe.bytes("no archive at all, and longer than one block. ".repeat(30)),
                "a wrong checksum", broken,
                "compressed and cut", Arrays.copyOf(packed, packed.length / 2));
        archives.forEach((what, bytes) -> {
            ws.expect.refused(IO, what, () -> ws.importArchive("", new ByteArrayInputStream(bytes)));
            ws.expect.equal("the tree after " + what, before, SnapRestoreChecks.picture(ws));
        });
        ws.importArchive("", new ByteArrayInputStream(whole));
        ws.expect.equal("a whole one", 5000L, ws.stat("e/g").size());
    }
}
