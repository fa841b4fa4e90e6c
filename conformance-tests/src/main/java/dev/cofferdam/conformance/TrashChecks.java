package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.Capability.TRASH;
import static dev.cofferdam.workspace.ErrorCode.EXISTS;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.TrashItem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks of the clauses TRASH. */
final class TrashChecks {
    private static final RemoveOptions TO_TRASH = RemoveOptions.defaults().toTrash();
    private static final RemoveOptions ALL_TO_TRASH = TO_TRASH.withContents();

    private static final List<String> ODD = List.of(
            "-rf",
            "--",
            "*",
            "@x",
            " lead",
            "trail ",
            "a\nb",
            "tab\t",
            "quo'te\"",
            "back\\slash",
            "$x",
            "~",
            ".hidden",
            "é",
            "日本",
            "n".repeat(255));

    @Requirement(value = "WS-TRASH-001", statements = "a", level = Level.FULL, needs = TRASH)
    void what_is_in_the_trash_comes_back_as_it_was(Probe ws) {
        byte[] content = ExecStreamChecks.every(100);
        Instant then = Instant.parse("2005-06-07T08:09:10Z");
        ws.write("d/bytes", content);
        ws.writeText("d/e/f", "deep");
        ws.mkdir("d/empty");
        ws.touch("d/bytes", then);
        Map<String, String> before = SnapRestoreChecks.picture(ws);
        String id = ws.remove("d", ALL_TO_TRASH);
        ws.expect.equal("the tree in between", List.of(), ws.tree());
        ws.expect.equal("where it is again", "d", ws.restoreFromTrash(id));
        ws.expect.equal("the tree", before, SnapRestoreChecks.picture(ws));
        ws.expect.isTrue("bytes", Arrays.equals(content, ws.read("d/bytes")));
        ws.expect.equal("time", then, ws.stat("d/bytes").modified());
        ws.expect.equal("the trash", List.of(), ws.listTrash());
    }

    @Requirement(value = "WS-TRASH-001", statements = "a", level = Level.FULL, needs = TRASH)
    void names_in_the_trash_come_back_as_they_were(Probe ws) {
        List<String> ids = new ArrayList<>();
        for (String name : ODD) {
            ws.writeText(name, name);
            ids.add(ws.remove(name, TO_TRASH));
        }
        ws.expect.equal("the tree in between", List.of(), ws.tree());
        List<String> paths =
                ws.listTrash().stream().map(TrashItem::path).sorted().toList();
        ws.expect.equal("paths", ODD.stream().sorted().toList(), paths);
        for (int i = 0; i < ODD.size(); i++) {
            ws.expect.equal("path", ODD.get(i), ws.restoreFromTrash(ids.get(i)));
            ws.expect.equal("content of " + ODD.get(i), ODD.get(i), ws.readText(ODD.get(i)));
        }
        ws.writeText("dir/with\nnewline/-x/f", "x");
        ws.restoreFromTrash(ws.remove("dir", ALL_TO_TRASH));
        ws.expect.equal("in a directory", "x", ws.readText("dir/with\nnewline/-x/f"));
    }

    @Requirement(
            value = "WS-TRASH-001",
            statements = "a",
            level = Level.FULL,
            needs = {TRASH, MODES, SYMLINKS})
    void modes_and_links_in_the_trash_come_back_as_they_were(Probe ws) {
        ws.writeText("d/run", "x");
        ws.setMode("d/run", 0750);
        ws.writeText("d/shut", "x");
        ws.setMode("d/shut", 0400);
        ws.symlink("d/in", "run");
        ws.symlink("d/out", "/etc/passwd");
        ws.symlink("dangling", "missing");
        ws.setMode("d", 0711);
        String id = ws.remove("d", ALL_TO_TRASH);
        String link = ws.remove("dangling", TO_TRASH);
        ws.expect.equal("type of the link", EntryType.SYMLINK, item(ws, link).type());
        ws.restoreFromTrash(id);
        ws.restoreFromTrash(link);
        ws.expect.equal("mode of the directory", 0711, ws.stat("d").mode());
        ws.expect.equal("mode of a file", 0750, ws.stat("d/run").mode());
        ws.expect.equal("mode of a read-only file", 0400, ws.stat("d/shut").mode());
        ws.expect.equal("a link", Optional.of("run"), ws.stat("d/in").linkTarget());
        ws.expect.equal(
                "a link that leads out",
                Optional.of("/etc/passwd"),
                ws.stat("d/out").linkTarget());
        ws.expect.equal(
                "a dangling link", Optional.of("missing"), ws.stat("dangling").linkTarget());
    }

    private static TrashItem item(Probe ws, String id) {
        return ws.listTrash().stream()
                .filter(item -> item.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new Misbehaviour("the trash does not list " + id));
    }

    @Requirement(value = "WS-TRASH-001", statements = "b", level = Level.FULL, needs = TRASH)
    void entries_of_one_name_do_not_collide(Probe ws) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            ws.writeText("same", "number " + i);
            ids.add(ws.remove("same", TO_TRASH));
        }
        ws.writeText("d/same", "in d");
        ids.add(ws.remove("d/same", TO_TRASH));
        ws.expect.equal("different ids", 13L, ids.stream().distinct().count());
        ws.expect.equal("items", 13, ws.listTrash().size());
        for (int i : List.of(7, 0, 11)) {
            ws.restoreFromTrash(ids.get(i));
            ws.expect.equal("same", "number " + i, ws.readText("same"));
            ws.remove("same");
        }
        ws.restoreFromTrash(ids.get(12));
        ws.expect.equal("d/same", "in d", ws.readText("d/same"));
    }

    @Requirement(value = "WS-TRASH-002", statements = "a", level = Level.FULL, needs = TRASH)
    void the_list_tells_what_is_in_the_trash(Probe ws) {
        Instant start = Machine.now().minusSeconds(2);
        ws.expect.equal("at first", List.of(), ws.listTrash());
        ws.writeText("d/f", "12345");
        ws.writeText("dir/a", "123");
        ws.writeText("dir/b/c", "4567");
        String file = ws.remove("d/f", TO_TRASH);
        String directory = ws.remove("dir", ALL_TO_TRASH);
        ws.writeText("last", "");
        String last = ws.remove("last", TO_TRASH);
        List<TrashItem> items = ws.listTrash();
        ws.expect.equal(
                "newest first",
                List.of(last, directory, file),
                items.stream().map(TrashItem::id).toList());
        ws.expect.equal(
                "paths",
                List.of("last", "dir", "d/f"),
                items.stream().map(TrashItem::path).toList());
        ws.expect.equal(
                "sizes",
                List.of(0L, 7L, 5L),
                items.stream().map(TrashItem::size).toList());
        ws.expect.equal(
                "types",
                List.of(EntryType.FILE, EntryType.DIRECTORY, EntryType.FILE),
                items.stream().map(TrashItem::type).toList());
        for (TrashItem item : items) {
            ws.expect.isTrue("id " + item.id(), item.id().matches("[A-Za-z0-9_-]{1,64}"));
            ws.expect.isTrue(
                    "time " + item.trashed(),
                    item.trashed().isAfter(start)
                            && item.trashed().isBefore(Machine.now().plusSeconds(2)));
        }
        ws.expect.equal("the tree", List.of("d"), ws.tree());
    }

    @Requirement(value = "WS-TRASH-002", statements = "b", level = Level.FULL, needs = TRASH)
    void missing_parents_are_made_again(Probe ws) {
        ws.writeText("a/b/c/f", "x");
        ws.writeText("p/f", "y");
        String id = ws.remove("a/b/c/f", TO_TRASH);
        String other = ws.remove("p/f", TO_TRASH);
        ws.remove("a", RemoveOptions.defaults().withContents());
        ws.expect.equal("where it is again", "a/b/c/f", ws.restoreFromTrash(id));
        ws.expect.equal("content", "x", ws.readText("a/b/c/f"));
        ws.restoreFromTrash(other);
        ws.expect.equal("with its parent", "y", ws.readText("p/f"));
        ws.expect.refused(NOT_FOUND, "a second time", () -> ws.restoreFromTrash(id));
    }

    @Requirement(value = "WS-TRASH-002", statements = "c", level = Level.FULL, needs = TRASH)
    void a_taken_place_is_refused_unless_overwriting(Probe ws) {
        ws.writeText("f", "old");
        ws.writeText("d/x", "old");
        String file = ws.remove("f", TO_TRASH);
        String directory = ws.remove("d", ALL_TO_TRASH);
        ws.writeText("f", "new");
        ws.writeText("d", "a file now");
        ws.expect.refused(EXISTS, "a file", () -> ws.restoreFromTrash(file));
        ws.expect.refused(EXISTS, "said so", () -> ws.restoreFromTrash(file, false));
        ws.expect.refused(EXISTS, "a directory", () -> ws.restoreFromTrash(directory));
        ws.expect.equal("f", "new", ws.readText("f"));
        ws.expect.equal("d", "a file now", ws.readText("d"));
        ws.expect.equal("both are still in the trash", 2, ws.listTrash().size());
        ws.restoreFromTrash(file, true);
        ws.restoreFromTrash(directory, true);
        ws.expect.equal("f, overwritten", "old", ws.readText("f"));
        ws.expect.equal("d/x, overwritten", "old", ws.readText("d/x"));
        ws.expect.equal("the trash", List.of(), ws.listTrash());
    }

    @Requirement(value = "WS-TRASH-002", statements = "d", level = Level.FULL, needs = TRASH)
    void the_trash_is_emptied_of_what_is_old(Probe ws) {
        for (String path : List.of("a", "b", "c")) {
            ws.writeText(path, "x");
            ws.remove(path, TO_TRASH);
        }
        ws.expect.equal("older than an hour", 0, ws.emptyTrash(Duration.ofHours(1)));
        ws.expect.equal("items", 3, ws.listTrash().size());
        String id = ws.listTrash().get(0).id();
        ws.expect.equal("all", 3, ws.emptyTrash(Duration.ZERO));
        ws.expect.equal("items afterwards", List.of(), ws.listTrash());
        ws.expect.refused(NOT_FOUND, "restore afterwards", () -> ws.restoreFromTrash(id));
        ws.expect.equal("nothing more", 0, ws.emptyTrash(Duration.ZERO));
        ws.writeText("f", "x");
        Instant first = Machine.now();
        ws.remove("f", TO_TRASH);
        ws.writeText("g", "x");
        ws.eventually("some time passes", () -> Machine.now().isAfter(first.plusMillis(400)));
        ws.remove("g", TO_TRASH);
        ws.expect.equal("older than a moment", 1, ws.emptyTrash(Duration.ofMillis(300)));
        ws.expect.equal(
                "what is left",
                List.of("g"),
                ws.listTrash().stream().map(TrashItem::path).toList());
    }

    @Requirement(value = "WS-TRASH-002", statements = "e", level = Level.FULL, needs = TRASH)
    void the_trash_can_be_bounded(Probe ws) {
        Probe bounded = ws.open(options -> options.maxTrashBytes(2500));
        for (String path : List.of("a", "b", "c", "d")) {
            bounded.write(path, new byte[1000]);
            bounded.remove(path, TO_TRASH);
        }
        ws.expect.equal(
                "the oldest went",
                List.of("d", "c"),
                bounded.listTrash().stream().map(TrashItem::path).toList());
        bounded.write("big", new byte[3000]);
        bounded.remove("big", TO_TRASH);
        long sum = bounded.listTrash().stream().mapToLong(TrashItem::size).sum();
        ws.expect.isTrue("the bytes in the trash: " + sum, sum <= 2500);
        ws.expect.equal("the tree", List.of(), bounded.tree());
        for (String path : List.of("a", "b", "c", "d")) {
            ws.write(path, new byte[1000]);
            ws.remove(path, TO_TRASH);
        }
        ws.expect.equal("without a bound", 4, ws.listTrash().size());
    }

    @Requirement(
            value = "WS-TRASH-002",
            statements = "f",
            level = Level.FULL,
            needs = {TRASH, EXEC})
    void what_commands_put_into_the_trash_is_ignored(Probe ws) {
        ws.writeText("f", "mine");
        String id = ws.remove("f", TO_TRASH);
        List<TrashItem> before = ws.listTrash();
        ws.sh("for d in $(find .cofferdam -type d -print); do echo junk > $d/junk; echo '{}' > $d/junk.json;"
                + " mkdir -p $d/made $d/made2/x; echo junk > $d/made/f; ln -s / $d/link; done");
        ws.expect.equal("the list", before, ws.listTrash());
        for (String name : List.of("junk", "junk.json", "made", "made2", "link")) {
            ws.expect.refused(NOT_FOUND, "restore " + name, () -> ws.restoreFromTrash(name));
        }
        ws.expect.equal("where it is again", "f", ws.restoreFromTrash(id));
        ws.expect.equal("content", "mine", ws.readText("f"));
        ws.expect.equal("the tree", List.of("f"), ws.tree());
    }

    @Requirement(
            value = "WS-TRASH-002",
            statements = "f",
            level = Level.FULL,
            needs = {TRASH, EXEC})
    void a_record_that_commands_changed_is_not_trusted(Probe ws) {
        ws.writeText("d/victim", "mine");
        ws.writeText("f", "trashed");
        String id = ws.remove("f", TO_TRASH);
        ws.sh("for r in $(find .cofferdam -name '*.json' -print); do sed 's/\"f\"/\"..\\/evil\"/g' $r > t; cat t > $r;"
                + " done; rm t");
        String path = "f";
        try {
            path = ws.restoreFromTrash(id);
        } catch (dev.cofferdam.workspace.WorkspaceException e) {
            ws.expect.equal("code", NOT_FOUND, e.code());
        }
        ws.expect.isFalse("something came back outside: " + path, path.contains(".."));
        ws.expect.isFalse("outside", ws.exec("test -e ../evil").succeeded());
        ws.expect.equal("another file", "mine", ws.readText("d/victim"));
        ws.writeText("g", "x");
        ws.expect.equal("the trash still works", "g", ws.restoreFromTrash(ws.remove("g", TO_TRASH)));
    }

    @Requirement(
            value = "WS-TRASH-002",
            statements = "f",
            level = Level.FULL,
            needs = {TRASH, EXEC, SYMLINKS})
    void a_replaced_directory_of_the_workspace_is_not_used(Probe ws) {
        String outside = ws.outside();
        ws.writeText("f", "mine");
        ws.restoreFromTrash(ws.remove("f", TO_TRASH));
        ws.sh("rm -rf .cofferdam; ln -s " + outside + " .cofferdam");
        ws.expect.refused(IO, "trash through a link", () -> ws.remove("f", TO_TRASH));
        ws.expect.equal("f", "mine", ws.readText("f"));
        ws.expect.equal(
                "outside",
                "secret\n",
                ws.exec(dev.cofferdam.workspace.Command.of("ls", "-A", outside))
                        .stdout()
                        .text());
        ws.sh("rm .cofferdam; echo x > .cofferdam");
        ws.expect.refused(IO, "trash into a file", () -> ws.remove("f", TO_TRASH));
        ws.expect.equal("f after both", "mine", ws.readText("f"));
        ws.sh("rm .cofferdam");
        ws.expect.equal("once it is gone", "f", ws.restoreFromTrash(ws.remove("f", TO_TRASH)));
    }

    @Requirement(value = "WS-TRASH-002", statements = "g", level = Level.FULL, needs = TRASH)
    void an_id_that_is_none_is_not_in_the_trash(Probe ws) {
        ws.writeText("f", "x");
        String id = ws.remove("f", TO_TRASH);
        for (String bad : List.of(
                "",
                ".",
                "..",
                "nope",
                "../" + id,
                id + "/",
                id + "/entry",
                "a\0b",
                "x".repeat(65),
                id + "\n",
                "é",
                "*")) {
            ws.expect.refused(NOT_FOUND, "restore " + bad, () -> ws.restoreFromTrash(bad));
            ws.expect.refused(NOT_FOUND, "overwrite " + bad, () -> ws.restoreFromTrash(bad, true));
        }
        ws.expect.equal("the true one", "f", ws.restoreFromTrash(id));
    }

    @Requirement(value = "WS-TRASH-002", statements = "abcd", level = Level.FULL, absent = TRASH)
    void without_a_trash_all_of_it_is_refused(Probe ws) {
        ws.writeText("f", "x");
        ws.expect.refused(UNSUPPORTED, "remove", () -> ws.remove("f", TO_TRASH));
        ws.expect.refused(UNSUPPORTED, "listTrash", ws::listTrash);
        ws.expect.refused(UNSUPPORTED, "restoreFromTrash", () -> ws.restoreFromTrash("x"));
        ws.expect.refused(UNSUPPORTED, "emptyTrash", () -> ws.emptyTrash(Duration.ZERO));
        ws.expect.equal("the tree", List.of("f"), ws.tree());
    }
}
