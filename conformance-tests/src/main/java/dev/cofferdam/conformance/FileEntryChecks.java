package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.ErrorCode.EXISTS;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Checks of the clause FILE about operations on single entries. */
final class FileEntryChecks {
    private static final Instant TIME = Instant.parse("2001-02-03T04:05:06Z");

    @Requirement(value = "WS-FILE-008", statements = "a")
    void stat_tells_what_is_there(Probe ws) {
        ws.write("d/f", new byte[1234]);
        ws.touch("d/f", TIME);
        Entry file = ws.stat("d/f");
        ws.expect.equal("path", "d/f", file.path());
        ws.expect.equal("type of a file", EntryType.FILE, file.type());
        ws.expect.equal("size of a file", 1234L, file.size());
        ws.expect.equal("mtime of a file", TIME, file.modified());
        ws.expect.equal("link target of a file", Optional.empty(), file.linkTarget());
        Entry directory = ws.stat("d");
        ws.expect.equal("type of a directory", EntryType.DIRECTORY, directory.type());
        ws.expect.equal("size of a directory", 0L, directory.size());
        ws.expect.equal("what a listing says", file, ws.listed("d/f"));
        ws.expect.equal("what a listing says", directory, ws.listed("d"));
    }

    @Requirement(
            value = "WS-FILE-008",
            statements = "a",
            needs = {MODES, SYMLINKS, EXEC})
    void stat_agrees_with_what_commands_see(Probe ws) {
        ws.sh("printf 12345 > f; chmod 640 f; mkdir -m 750 d; ln -s f l; ln -s missing dangling");
        ws.expect.equal("mode of f", 0640, ws.stat("f").mode());
        ws.expect.equal("size of f", 5L, ws.stat("f").size());
        ws.expect.equal("mode of d", 0750, ws.stat("d").mode());
        ws.expect.equal("type of l", EntryType.SYMLINK, ws.stat("l").type());
        ws.expect.equal("target of l", Optional.of("f"), ws.stat("l").linkTarget());
        ws.expect.equal(
                "target of dangling",
                Optional.of("missing"),
                ws.stat("dangling").linkTarget());
        ws.touch("f", TIME);
        ws.expect.equal("mtime seen by a command", TIME.getEpochSecond() + "\n", ws.sh("stat -c %Y f"));
        for (String path : List.of("f", "d", "l", "dangling")) {
            ws.expect.equal("listing of " + path, ws.stat(path), ws.listed(path));
        }
    }

    @Requirement(value = "WS-FILE-008", statements = "b")
    void mkdir_makes_parents_and_accepts_what_is_there(Probe ws) {
        ws.expect.isTrue("a/b/c is made", ws.mkdir("a/b/c"));
        ws.writeText("a/b/f", "x");
        ws.expect.isFalse("a/b/c is made again", ws.mkdir("a/b/c"));
        ws.expect.isFalse("a/b is made again", ws.mkdir("a/b/"));
        ws.expect.isFalse("the root is made", ws.mkdir(""));
        ws.expect.equal("the tree", List.of("a", "a/b", "a/b/c", "a/b/f"), ws.tree());
        ws.expect.isTrue("a/b/c is a directory", ws.stat("a/b/c").isDirectory());
    }

    @Requirement(value = "WS-FILE-008", statements = "c")
    void mkdir_on_a_file_is_refused(Probe ws) {
        ws.writeText("f", "x");
        ws.expect.refused(EXISTS, "mkdir f", () -> ws.mkdir("f"));
        ws.expect.refused(NOT_A_DIRECTORY, "mkdir f/d", () -> ws.mkdir("f/d"));
        ws.expect.equal("f", "x", ws.readText("f"));
        ws.expect.isTrue("mkdir d", ws.mkdir("d"));
    }

    @Requirement(value = "WS-FILE-008", statements = "d")
    void copy_copies_files_and_trees(Probe ws) {
        ws.writeText("d/a.txt", "a");
        ws.writeText("d/e/b.txt", "b");
        ws.mkdir("d/empty");
        ws.touch("d/a.txt", TIME);
        ws.copy("d/a.txt", "new/parent/c.txt");
        ws.expect.equal("copy of a file", "a", ws.readText("new/parent/c.txt"));
        ws.expect.equal("time of the copy", TIME, ws.stat("new/parent/c.txt").modified());
        ws.copy("d", "copy");
        ws.expect.equal(
                "the copied tree",
                List.of("copy/a.txt", "copy/e", "copy/e/b.txt", "copy/empty"),
                ws.list("copy", Probe.everything()).paths());
        ws.writeText("copy/a.txt", "changed");
        ws.expect.equal("the original", "a", ws.readText("d/a.txt"));
        ws.expect.refused(NOT_FOUND, "copy of nothing", () -> ws.copy("missing", "x"));
        ws.expect.refused(EXISTS, "copy onto a file", () -> ws.copy("d/a.txt", "copy/a.txt"));
        ws.expect.refused(EXISTS, "copy onto a directory", () -> ws.copy("d", "copy"));
        ws.expect.refused(INVALID_ARGUMENT, "copy into its own subtree", () -> ws.copy("d", "d/e/f"));
        ws.expect.isFalse("d/e/f exists", ws.exists("d/e/f"));
    }

    @Requirement(
            value = "WS-FILE-008",
            statements = "d",
            needs = {MODES, SYMLINKS})
    void copy_keeps_modes_and_links(Probe ws) {
        ws.writeText("d/run", "x");
        ws.setMode("d/run", 0755);
        ws.mkdir("d/private");
        ws.setMode("d/private", 0700);
        ws.symlink("d/link", "run");
        ws.symlink("d/dangling", "/no/such");
        ws.copy("d", "e");
        ws.expect.equal("mode of a file", 0755, ws.stat("e/run").mode());
        ws.expect.equal("mode of a directory", 0700, ws.stat("e/private").mode());
        ws.expect.equal("a link", Optional.of("run"), ws.stat("e/link").linkTarget());
        ws.expect.equal(
                "a link that leads out",
                Optional.of("/no/such"),
                ws.stat("e/dangling").linkTarget());
        ws.copy("d/link", "f");
        ws.expect.equal("a link by itself", Optional.of("run"), ws.stat("f").linkTarget());
    }

    @Requirement(value = "WS-FILE-008", statements = "e", needs = SYMLINKS)
    void a_link_holds_the_target_as_given(Probe ws) {
        ws.writeText("f", "x");
        int n = 0;
        for (String target : List.of("f", "missing", "/etc/passwd", "../..", "a b\n", "é", "./f")) {
            String link = "d/link" + n++;
            ws.symlink(link, target);
            ws.expect.equal("target", Optional.of(target), ws.stat(link).linkTarget());
            ws.expect.equal("type", EntryType.SYMLINK, ws.stat(link).type());
        }
        ws.expect.refused(EXISTS, "a link onto a file", () -> ws.symlink("f", "x"));
        ws.expect.refused(EXISTS, "a link onto a link", () -> ws.symlink("d/link1", "x"));
        ws.expect.equal("f", "x", ws.readText("f"));
    }

    @Requirement(value = "WS-FILE-008", statements = "f", needs = MODES)
    void set_mode_sets_the_mode(Probe ws) {
        ws.writeText("f", "x");
        ws.mkdir("d");
        for (int mode : new int[] {0, 0400, 0644, 0755, 0777, 0111}) {
            ws.setMode("f", mode);
            ws.expect.equal("mode of a file", mode, ws.stat("f").mode());
        }
        ws.setMode("d", 0700);
        ws.expect.equal("mode of a directory", 0700, ws.stat("d").mode());
        ws.expect.refused(NOT_FOUND, "a missing file", () -> ws.setMode("missing", 0644));
        ws.expect.refused(INVALID_ARGUMENT, "mode 010000", () -> ws.setMode("f", 010000));
        ws.expect.refused(INVALID_ARGUMENT, "mode -1", () -> ws.setMode("f", -1));
        ws.expect.equal("mode of a file", 0111, ws.stat("f").mode());
    }

    @Requirement(value = "WS-FILE-008", statements = "g")
    void touch_makes_an_empty_file_or_renews_the_time(Probe ws) {
        ws.touch("d/new");
        ws.expect.equal("content", "", ws.readText("d/new"));
        ws.writeText("f", "kept");
        ws.touch("f", TIME);
        ws.expect.equal("mtime", TIME, ws.stat("f").modified());
        ws.touch("f");
        Duration age = Duration.between(ws.stat("f").modified(), Machine.now()).abs();
        ws.expect.isTrue("the mtime is now and not " + age + " away", age.compareTo(Duration.ofMinutes(10)) < 0);
        ws.touch("d", TIME);
        ws.expect.equal("mtime of a directory", TIME, ws.stat("d").modified());
        ws.expect.equal("content", "kept", ws.readText("f"));
    }

    @Requirement(value = "WS-FILE-008", statements = "h")
    void copy_in_copies_from_the_host(Probe ws) throws IOException {
        Path host = ws.hostDirectory();
        Files.createDirectories(host.resolve("d/empty"));
        byte[] content = FileChecks.pattern(100_000);
        Files.write(host.resolve("d/f"), content);
        Files.writeString(host.resolve("d/g"), "g");
        ws.copyIn(host.resolve("d/f"), "x/f");
        ws.expect.equal("a file", content, ws.read("x/f"));
        ws.writeText("y/g", "old");
        ws.writeText("y/kept", "kept");
        ws.copyIn(host.resolve("d"), "y");
        ws.expect.equal(
                "a directory",
                List.of("y/empty", "y/f", "y/g", "y/kept"),
                ws.list("y", Probe.everything()).paths());
        ws.expect.equal("a replaced file", "g", ws.readText("y/g"));
        ws.expect.refused(NOT_FOUND, "nothing", () -> ws.copyIn(host.resolve("missing"), "z"));
        ws.expect.isFalse("z exists", ws.exists("z"));
    }

    @Requirement(value = "WS-FILE-008", statements = "i")
    void copy_out_copies_to_the_host(Probe ws) throws IOException {
        Path host = ws.hostDirectory();
        byte[] content = FileChecks.pattern(100_000);
        ws.write("d/f", content);
        ws.mkdir("d/empty");
        ws.copyOut("d/f", host.resolve("f"));
        ws.expect.equal("a file", content, Files.readAllBytes(host.resolve("f")));
        ws.copyOut("d", host.resolve("e"));
        ws.expect.equal("a file of a directory", content, Files.readAllBytes(host.resolve("e/f")));
        ws.expect.isTrue("an empty directory", Files.isDirectory(host.resolve("e/empty")));
        ws.expect.refused(EXISTS, "an existing destination", () -> ws.copyOut("d/f", host.resolve("e")));
        ws.expect.refused(EXISTS, "an existing file", () -> ws.copyOut("d/f", host.resolve("f")));
        ws.expect.refused(NOT_FOUND, "nothing", () -> ws.copyOut("missing", host.resolve("m")));
        ws.expect.isFalse("m exists", Files.exists(host.resolve("m")));
    }
}
