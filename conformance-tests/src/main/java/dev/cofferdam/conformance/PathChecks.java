package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.Capability.TRASH;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.INVALID_PATH;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.IS_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.OUTSIDE_ROOT;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.WorkspaceException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Checks of the clauses PATH about names, normalisation and the workspace's own directory. */
final class PathChecks {
    /** Names that shells, options, globs or other platforms would take for something else. */
    static final List<String> ODD_NAMES = List.of(
            "new\nline",
            "two  blanks",
            " lead",
            "trail ",
            "-rf",
            "--",
            "-n",
            "'single'",
            "\"double\"",
            "$HOME",
            "`id`",
            "*",
            "?",
            "[a]",
            "{a,b}",
            "@x",
            "~",
            "#c",
            "a;b",
            "a&b",
            "a|b",
            "a>b",
            "!x",
            "%41",
            "a\\b",
            "C:\\x",
            "a:b",
            "...",
            "..x",
            "\t",
            "\u0001",
            "é",
            "e\u0301",
            "日本",
            "\ud83d\ude80",
            "\u007f",
            "=",
            "a=b");

    @Requirement(value = "WS-PATH-001", statements = "a")
    void a_relative_path_is_taken_from_the_root(Probe ws) {
        ws.writeText("d/a.txt", "deep");
        ws.expect.equal("read d/a.txt", "deep", ws.readText("d/a.txt"));
        ws.expect.equal("stat d/a.txt", "d/a.txt", ws.stat("d/a.txt").path());
        if (ws.has(EXEC)) {
            ws.expect.equal("cat d/a.txt", "deep", ws.sh("cat d/a.txt"));
            ws.expect.equal(
                    "cat of the absolute path",
                    "deep",
                    new String(ws.run("cat", ws.root() + "/d/a.txt"), java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    @Requirement(value = "WS-PATH-001", statements = "b")
    void an_absolute_path_in_the_root_is_accepted(Probe ws) {
        String root = ws.root();
        ws.writeText(root + "/d/a.txt", "deep");
        ws.expect.equal("read d/a.txt", "deep", ws.readText("d/a.txt"));
        ws.expect.equal("read absolute", "deep", ws.readText(root + "/d/a.txt"));
        ws.expect.equal("stat absolute", "d/a.txt", ws.stat(root + "/d/a.txt").path());
        ws.expect.equal("list of the root", List.of("d"), ws.list(root).paths());
        ws.expect.refused(OUTSIDE_ROOT, "a sibling that begins like the root", () -> ws.read(root + "x/d/a.txt"));
        ws.expect.refused(OUTSIDE_ROOT, "/etc/passwd", () -> ws.read("/etc/passwd"));
    }

    @Requirement(
            value = "WS-PATH-001",
            statements = "b",
            needs = {EXEC, SYMLINKS})
    void a_root_behind_a_link_has_two_spellings(Probe ws) {
        String outside = ws.outside();
        ws.sh("mkdir '" + outside + "/real' && ln -s real '" + outside + "/link'");
        Probe linked = ws.open(options -> options.root(outside + "/link").createRoot(false));
        try {
            linked.start();
        } catch (WorkspaceException e) {
            throw Unshown.notApplicable("another sandbox of this provider does not see files outside of its own root");
        }
        linked.writeText("a.txt", "here");
        ws.expect.equal("by the link", "here", linked.readText(outside + "/link/a.txt"));
        ws.expect.equal("by the target", "here", linked.readText(outside + "/real/a.txt"));
        ws.expect.refused(OUTSIDE_ROOT, "beside the root", () -> linked.read(outside + "/secret"));
    }

    @Requirement(value = "WS-PATH-001", statements = "c")
    void the_empty_path_and_the_dot_are_the_root(Probe ws) {
        ws.writeText("a.txt", "x");
        for (String path : List.of("", ".", "./", "./.", "d/..", ws.root())) {
            ws.expect.equal("list " + path, List.of("a.txt"), ws.list(path).paths());
            Entry entry = ws.stat(path);
            ws.expect.equal("stat " + path, "", entry.path());
            ws.expect.isTrue("stat " + path + " is a directory", entry.isDirectory());
            ws.expect.isTrue("exists " + path, ws.exists(path));
            ws.expect.refused(IS_DIRECTORY, "read " + path, () -> ws.read(path));
        }
    }

    @Requirement(value = "WS-PATH-001", statements = "d")
    void what_other_platforms_separate_is_a_part_of_a_name(Probe ws) {
        for (String name : List.of("a\\b", "C:", "C:\\x", "\\\\host\\share", "a:b", "..\\x", "nul", "a.")) {
            ws.writeText(name, name);
            ws.expect.equal("read " + name, name, ws.readText(name));
            ws.expect.equal("name of " + name, name, ws.stat(name).name());
        }
        ws.expect.equal("how many entries there are", 8, ws.tree().size());
    }

    @Requirement(value = "WS-PATH-002", statements = "a")
    void a_path_is_normalised_before_it_is_looked_up(Probe ws) {
        ws.writeText("d/e/a.txt", "deep");
        for (String path : List.of(
                "./d/e/a.txt",
                "d//e/a.txt",
                "d/./e/a.txt",
                "d/missing/../e/a.txt",
                "d/e/a.txt/",
                "d/e/a.txt//",
                "d/e/./a.txt/.",
                "missing/../d/e/a.txt",
                "d/e/a.txt/x/..",
                "d///./e/../e/a.txt")) {
            ws.expect.equal("read " + path, "deep", ws.readText(path));
            ws.expect.equal("stat " + path, "d/e/a.txt", ws.stat(path).path());
        }
        ws.writeText("d/../f//./b.txt/", "b");
        ws.expect.equal("the tree", List.of("d", "d/e", "d/e/a.txt", "f", "f/b.txt"), ws.tree());
    }

    @Requirement(value = "WS-PATH-002", statements = "b")
    void a_path_that_leaves_the_root_is_refused(Probe ws) {
        ws.writeText("a.txt", "in");
        for (String path : List.of(
                "..",
                "../a.txt",
                "../x/a.txt",
                "d/../../a.txt",
                "/",
                "/etc/passwd",
                "./..",
                "a.txt/../../x",
                ws.root() + "/../x",
                "a/b/../../../c")) {
            ws.expect.refused(OUTSIDE_ROOT, "read " + path, () -> ws.read(path));
            ws.expect.refused(OUTSIDE_ROOT, "write " + path, () -> ws.writeText(path, "out"));
            ws.expect.refused(OUTSIDE_ROOT, "list " + path, () -> ws.list(path));
            ws.expect.refused(OUTSIDE_ROOT, "stat " + path, () -> ws.stat(path));
            ws.expect.refused(OUTSIDE_ROOT, "exists " + path, () -> ws.exists(path));
            ws.expect.refused(OUTSIDE_ROOT, "mkdir " + path, () -> ws.mkdir(path));
            ws.expect.refused(OUTSIDE_ROOT, "remove " + path, () -> ws.remove(path));
            ws.expect.refused(OUTSIDE_ROOT, "rename to " + path, () -> ws.rename("a.txt", path));
            ws.expect.refused(OUTSIDE_ROOT, "copy to " + path, () -> ws.copy("a.txt", path));
        }
        ws.expect.equal("the tree", List.of("a.txt"), ws.tree());
        ws.expect.equal("read a.txt", "in", ws.readText("a.txt"));
    }

    @Requirement(value = "WS-PATH-006", statements = "abc")
    void strings_that_are_no_names_are_refused(Probe ws) {
        String longest = "a".repeat(255);
        String wide = "é".repeat(127) + "a";
        ws.writeText(longest, "255 bytes");
        ws.writeText(wide, "255 bytes too");
        ws.expect.equal("read of a name of 255 bytes", "255 bytes", ws.readText(longest));
        ws.expect.equal("read of a wide name of 255 bytes", "255 bytes too", ws.readText(wide));
        for (String path : List.of(
                "a\0b",
                "\0",
                "d/\0/x",
                "\ud800",
                "x\udc00",
                "d/\ud83d/x",
                longest + "a",
                "é".repeat(128),
                "d/" + longest + "b/x")) {
            ws.expect.refused(INVALID_PATH, "read", () -> ws.read(path));
            ws.expect.refused(INVALID_PATH, "write", () -> ws.writeText(path, "x"));
            ws.expect.refused(INVALID_PATH, "mkdir", () -> ws.mkdir(path));
            ws.expect.refused(INVALID_PATH, "list", () -> ws.list(path));
            ws.expect.refused(INVALID_PATH, "exists", () -> ws.exists(path));
            ws.expect.refused(INVALID_PATH, "remove", () -> ws.remove(path));
            ws.expect.refused(INVALID_PATH, "rename", () -> ws.rename(longest, path));
        }
        ws.expect.equal("how many entries there are", 2, ws.tree().size());
    }

    @Requirement(value = "WS-PATH-006", statements = "d")
    void a_path_has_at_most_3000_bytes(Probe ws) {
        String longest = ("d".repeat(249) + "/").repeat(11) + "f".repeat(250);
        ws.expect.equal("length of the path", 3000, longest.length());
        ws.writeText(longest, "deep");
        ws.expect.equal("read of a path of 3000 bytes", "deep", ws.readText(longest));
        ws.expect.refused(INVALID_PATH, "read of 3001 bytes", () -> ws.read(longest + "f"));
        ws.expect.refused(INVALID_PATH, "write of 3001 bytes", () -> ws.writeText(longest + "f", "x"));
        ws.expect.refused(INVALID_PATH, "mkdir of 5000 bytes", () -> ws.mkdir("d/".repeat(2500)));
    }

    @Requirement(value = "WS-PATH-006", statements = "e", needs = EXEC)
    void a_root_has_at_most_1000_bytes(Probe ws) {
        String base = ws.outside() + "/";
        String filling = ("r".repeat(199) + "/").repeat(5);
        String longest = base + filling.substring(0, 999 - base.length()) + "x";
        Probe fits = ws.open(options -> options.root(longest));
        fits.writeText("a.txt", "x");
        ws.expect.equal("read below a root of 1000 bytes", "x", fits.readText("a.txt"));
        ws.expect.refused(
                EnumSet.of(INVALID_PATH, INVALID_ARGUMENT),
                "a root of 1001 bytes",
                () -> ws.open(options -> options.root(longest + "x")).start());
    }

    @Requirement(value = "WS-PATH-006", statements = "f")
    void odd_characters_are_ordinary_characters_of_a_name(Probe ws) {
        for (String name : ODD_NAMES) {
            byte[] content = Probe.bytes("content of " + name);
            ws.write("in/" + name, content);
            ws.expect.equal("read " + name, content, ws.read("in/" + name));
            ws.expect.equal("stat " + name, "in/" + name, ws.stat("in/" + name).path());
            ws.expect.isFalse(name + " is lossy", ws.stat("in/" + name).lossy());
            ws.mkdir("dirs/" + name);
            ws.expect.isTrue(
                    "list shows " + name,
                    ws.list("in", Probe.everything()).paths().contains("in/" + name));
            ws.rename("in/" + name, "out/" + name);
            ws.copy("out/" + name, "in/" + name);
            ws.expect.equal("read of the copy of " + name, content, ws.read("in/" + name));
            ws.remove("in/" + name);
            ws.expect.isFalse(name + " is still there", ws.exists("in/" + name));
        }
        ws.expect.equal(
                "entries of out",
                ODD_NAMES.size(),
                ws.list("out", Probe.everything()).entries().size());
        ws.expect.equal(
                "entries of dirs",
                ODD_NAMES.size(),
                ws.list("dirs", Probe.everything()).entries().size());
    }

    @Requirement(value = "WS-PATH-006", statements = "f", needs = EXEC)
    void odd_names_are_the_same_to_commands(Probe ws) {
        for (String name : ODD_NAMES) {
            byte[] content = Probe.bytes("content of " + name);
            ws.write("d/" + name, content);
            ws.expect.equal("cat " + name, content, ws.run("cat", "d/" + name));
            ws.run("cp", "d/" + name, "e-" + name);
            ws.expect.equal("read of what cp made of " + name, content, ws.read("e-" + name));
        }
    }

    @Requirement(value = "WS-PATH-009", statements = "a", needs = EXEC)
    void the_own_directory_is_made_lazily(Probe ws) {
        ws.writeText("d/a.txt", "x");
        ws.read("d/a.txt");
        ws.list("");
        ws.rename("d/a.txt", "b.txt");
        ws.remove("d");
        ws.expect.equal("entries in the root", "b.txt\n", ws.sh("ls -A"));
        if (ws.has(TRASH)) {
            ws.remove("b.txt", RemoveOptions.defaults().toTrash());
            ws.expect.equal("entries in the root", ".cofferdam\n", ws.sh("ls -A"));
        }
    }

    @Requirement(
            value = "WS-PATH-009",
            statements = "b",
            needs = {EXEC, TRASH})
    void the_own_directory_is_private_and_ignored_by_git(Probe ws) {
        ws.writeText("a.txt", "x");
        ws.remove("a.txt", RemoveOptions.defaults().toTrash());
        ws.expect.equal("mode", "700\n", ws.sh("stat -c %a .cofferdam"));
        ws.expect.equal(".gitignore", "*", ws.sh("cat .cofferdam/.gitignore").strip());
    }

    @Requirement(value = "WS-PATH-009", statements = "c")
    void the_own_directory_is_out_of_reach(Probe ws) {
        ws.writeText("a.txt", "x");
        if (ws.has(TRASH)) {
            ws.writeText("b.txt", "x");
            ws.remove("b.txt", RemoveOptions.defaults().toTrash());
        }
        for (String path : List.of(
                ".cofferdam",
                ".cofferdam/",
                "./.cofferdam",
                "d/../.cofferdam",
                ".cofferdam/x",
                ".cofferdam/.gitignore",
                ".cofferdam/trash/x",
                ws.root() + "/.cofferdam/x")) {
            refusesEverywhere(ws, path);
        }
        ws.writeText("d/.cofferdam", "ordinary below the root");
        ws.expect.equal("d/.cofferdam", "ordinary below the root", ws.readText("d/.cofferdam"));
        ws.writeText(".cofferdam.txt", "ordinary");
        ws.expect.equal(".cofferdam.txt", "ordinary", ws.readText(".cofferdam.txt"));
    }

    @Requirement(
            value = "WS-PATH-009",
            statements = "c",
            needs = {SYMLINKS, TRASH})
    void the_own_directory_is_out_of_reach_through_links_too(Probe ws) {
        ws.writeText("a.txt", "x");
        ws.writeText("b.txt", "x");
        ws.remove("b.txt", RemoveOptions.defaults().toTrash());
        ws.symlink("link", ".cofferdam");
        ws.symlink("absolute", ws.root() + "/.cofferdam");
        ws.symlink("d/deep", "../.cofferdam/trash");
        ws.symlink("file", ".cofferdam/.gitignore");
        for (String path : List.of("link/x", "link/.gitignore", "absolute/.gitignore", "d/deep/x")) {
            refusesEverywhere(ws, path);
        }
        ws.expect.refused(OUTSIDE_ROOT, "read file", () -> ws.read("file"));
        ws.expect.refused(OUTSIDE_ROOT, "list link", () -> ws.list("link"));
        ws.expect.refused(OUTSIDE_ROOT, "exists link", () -> ws.exists("link"));
        ws.expect.equal("read a.txt", "x", ws.readText("a.txt"));
    }

    private static void refusesEverywhere(Probe ws, String path) {
        ws.expect.refused(OUTSIDE_ROOT, "read " + path, () -> ws.read(path));
        ws.expect.refused(OUTSIDE_ROOT, "write " + path, () -> ws.writeText(path, "out"));
        ws.expect.refused(OUTSIDE_ROOT, "list " + path, () -> ws.list(path));
        ws.expect.refused(OUTSIDE_ROOT, "stat " + path, () -> ws.stat(path));
        ws.expect.refused(OUTSIDE_ROOT, "exists " + path, () -> ws.exists(path));
        ws.expect.refused(OUTSIDE_ROOT, "mkdir " + path, () -> ws.mkdir(path));
        ws.expect.refused(OUTSIDE_ROOT, "touch " + path, () -> ws.touch(path));
        ws.expect.refused(
                OUTSIDE_ROOT,
                "remove " + path,
                () -> ws.remove(path, RemoveOptions.defaults().withContents()));
        ws.expect.refused(OUTSIDE_ROOT, "rename to " + path, () -> ws.rename("a.txt", path));
        ws.expect.refused(OUTSIDE_ROOT, "rename from " + path, () -> ws.rename(path, "b.txt"));
        ws.expect.refused(OUTSIDE_ROOT, "copy to " + path, () -> ws.copy("a.txt", path));
        ws.expect.refused(OUTSIDE_ROOT, "copy from " + path, () -> ws.copy(path, "c.txt"));
        if (ws.has(EXEC)) {
            ws.expect.refused(
                    OUTSIDE_ROOT, "cwd " + path, () -> ws.exec(Command.of("pwd").cwd(path)));
        }
    }

    @Requirement(
            value = "WS-PATH-009",
            statements = "d",
            needs = {EXEC, TRASH})
    void the_own_directory_is_never_listed(Probe ws) {
        ws.writeText("a.txt", "x");
        ws.writeText(".hidden", "x");
        ws.remove("a.txt", RemoveOptions.defaults().toTrash());
        ws.expect.equal("what commands see", ".cofferdam\n.hidden\n", ws.sh("ls -A"));
        ws.expect.equal("the tree", List.of(".hidden"), ws.tree());
        ws.expect.equal(
                "with a glob",
                List.of(".hidden"),
                ws.list("", Probe.everything().glob("**")).paths().stream()
                        .filter(path -> !path.isEmpty())
                        .toList());
    }

    @Requirement(
            value = "WS-PATH-009",
            statements = "e",
            level = Level.FULL,
            needs = {EXEC, SYMLINKS, TRASH})
    void an_own_directory_that_was_replaced_stops_the_trash(Probe ws) {
        Map<String, String> replaced = Map.of("a link", "ln -s d .cofferdam", "a file", "printf x > .cofferdam");
        replaced.forEach((what, line) -> {
            Probe one = ws.open();
            one.writeText("a.txt", "x");
            one.writeText("d/trash/kept.txt", "x");
            one.sh(line);
            List<String> before = one.tree();
            ws.expect.refused(
                    IO,
                    what + ": remove into the trash",
                    () -> one.remove("a.txt", RemoveOptions.defaults().toTrash()));
            ws.expect.refused(IO, what + ": emptyTrash", () -> one.emptyTrash(Duration.ZERO));
            ws.expect.refused(IO, what + ": restoreFromTrash", () -> one.restoreFromTrash("abc"));
            ws.expect.equal(what + ": the tree", before, one.tree());
            ws.expect.equal(what + ": read a.txt", "x", one.readText("a.txt"));
        });
    }

    @Requirement(
            value = "WS-PATH-009",
            statements = "e",
            level = Level.FULL,
            needs = {EXEC, SYMLINKS, SNAPSHOTS})
    void an_own_directory_that_was_replaced_stops_snapshots(Probe ws) {
        Map<String, String> replaced = Map.of("a link", "ln -s d .cofferdam", "a file", "printf x > .cofferdam");
        replaced.forEach((what, line) -> {
            Probe one = ws.open();
            one.writeText("a.txt", "x");
            one.writeText("d/snapshots/kept.txt", "x");
            one.sh(line);
            List<String> before = one.tree();
            ws.expect.refused(IO, what + ": snapshot", one::snapshot);
            ws.expect.equal(what + ": the tree", before, one.tree());
            ws.expect.equal(what + ": read a.txt", "x", one.readText("a.txt"));
        });
    }
}
