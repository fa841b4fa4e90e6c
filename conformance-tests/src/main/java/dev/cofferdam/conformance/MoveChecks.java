package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.Capability.TRASH;
import static dev.cofferdam.workspace.ErrorCode.EXISTS;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.NOT_EMPTY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/** Checks of the clauses MOVE about remove and rename. */
final class MoveChecks {
    private static final RemoveOptions RECURSIVE = RemoveOptions.defaults().withContents();
    private static final RenameOptions OVERWRITE = RenameOptions.defaults().overwriting();

    @Requirement(value = "WS-MOVE-001", statements = "a")
    void removing_what_is_missing_is_refused(Probe ws) {
        ws.writeText("f", "x");
        for (String path : List.of("missing", "missing/x", "d/../missing")) {
            ws.expect.refused(NOT_FOUND, "remove " + path, () -> ws.remove(path));
            ws.expect.refused(NOT_FOUND, "recursive remove " + path, () -> ws.remove(path, RECURSIVE));
        }
        ws.remove("f");
        ws.expect.refused(NOT_FOUND, "remove again", () -> ws.remove("f"));
        ws.expect.equal("the tree", List.of(), ws.tree());
    }

    @Requirement(value = "WS-MOVE-001", statements = "b")
    void a_directory_with_contents_is_removed_only_with_them(Probe ws) {
        ws.writeText("d/e/f", "x");
        ws.mkdir("empty");
        ws.expect.refused(NOT_EMPTY, "remove d", () -> ws.remove("d"));
        ws.expect.equal("d/e/f", "x", ws.readText("d/e/f"));
        ws.remove("empty");
        ws.expect.equal("the id without trash", "", ws.remove("d", RECURSIVE));
        ws.expect.equal("the tree", List.of(), ws.tree());
    }

    @Requirement(value = "WS-MOVE-001", statements = "c", level = Level.FULL, needs = TRASH)
    void a_directory_with_contents_is_trashed_only_with_them(Probe ws) {
        ws.writeText("d/f", "x");
        ws.expect.refused(
                NOT_EMPTY,
                "trash d",
                () -> ws.remove("d", RemoveOptions.defaults().toTrash()));
        ws.expect.equal("d/f", "x", ws.readText("d/f"));
        ws.expect.equal("the trash", 0, ws.listTrash().size());
        ws.remove("d", RECURSIVE.toTrash());
        ws.expect.equal("the trash", 1, ws.listTrash().size());
    }

    @Requirement(value = "WS-MOVE-001", statements = "d")
    void the_root_is_not_removed(Probe ws) {
        ws.writeText("f", "x");
        for (String path : List.of("", ".", "d/..", ws.root())) {
            ws.expect.refused(INVALID_ARGUMENT, "remove " + path, () -> ws.remove(path));
            ws.expect.refused(INVALID_ARGUMENT, "recursive remove " + path, () -> ws.remove(path, RECURSIVE));
        }
        ws.expect.equal("f", "x", ws.readText("f"));
        ws.remove("f");
        ws.expect.equal("the tree", List.of(), ws.tree());
    }

    @Requirement(value = "WS-MOVE-001", statements = "e", needs = EXEC)
    void a_tree_vanishes_as_a_whole(Probe ws) throws InterruptedException {
        int rounds = 3;
        for (int round = 0; round < rounds; round++) {
            ws.sh("mkdir -p t; cd t; for i in $(seq 1500); do printf x > f$i; done");
            ws.expect.isTrue("the tree is there", ws.exists("t/f1500"));
            Crowd.during(ws.expect, () -> ws.remove("t", RECURSIVE), 1, () -> {
                for (String[] pair : new String[][] {{"t/f1", "t/f1500"}, {"t/f1500", "t/f1"}, {"t/f700", "t/f2"}}) {
                    boolean first = ws.exists(pair[0]);
                    boolean second = ws.exists(pair[1]);
                    ws.expect.isFalse(pair[1] + " after " + pair[0] + " was gone", !first && second);
                }
            });
        }
        ws.expect.equal("the tree", List.of(), ws.tree());
        ws.expect.equal("what commands see", "", ws.sh("ls -A"));
    }

    @Requirement(value = "WS-MOVE-001", statements = "f", needs = MODES)
    void what_cannot_be_removed_is_named(Probe ws) {
        ws.needsRefusals();
        ws.writeText("shut/f", "x");
        ws.writeText("shut/d/g", "x");
        ws.setMode("shut", 0555);
        for (String path : List.of("shut/f", "shut/d")) {
            ws.expect
                    .refused(ErrorCode.ACCESS_DENIED, "remove " + path, () -> ws.remove(path, RECURSIVE))
                    .ifPresent(e -> ws.expect.contains("message", String.valueOf(e.getMessage()), path));
        }
        ws.expect.equal("shut/f", "x", ws.readText("shut/f"));
        ws.setMode("shut", 0755);
        ws.remove("shut", RECURSIVE);
        ws.expect.equal("the tree", List.of(), ws.tree());
    }

    @Requirement(value = "WS-MOVE-001", statements = "g", needs = MODES)
    void directories_that_refuse_are_removed_with_their_tree(Probe ws) {
        ws.needsRefusals();
        ws.writeText("t/read-only/d/f", "x");
        ws.writeText("t/closed/d/f", "x");
        ws.writeText("t/blind/f", "x");
        ws.writeText("kept", "x");
        ws.setMode("t/read-only/d", 0555);
        ws.setMode("t/read-only", 0555);
        ws.setMode("t/closed/d", 0);
        ws.setMode("t/closed", 0);
        ws.setMode("t/blind", 0300);
        ws.remove("t", RECURSIVE);
        ws.expect.equal("the tree", List.of("kept"), ws.tree());
        ws.writeText("top/f", "x");
        ws.setMode("top", 0);
        ws.remove("top", RECURSIVE);
        ws.expect.equal("the tree", List.of("kept"), ws.tree());
    }

    @Requirement(value = "WS-MOVE-002", statements = "ab", level = Level.FULL, needs = TRASH)
    void what_is_trashed_has_an_id_and_can_come_back(Probe ws) {
        ws.writeText("d/f", "x");
        ws.writeText("g", "y");
        String file = ws.remove("g", RemoveOptions.defaults().toTrash());
        String tree = ws.remove("d", RECURSIVE.toTrash());
        ws.expect.isTrue("ids that differ and are not empty", !file.isEmpty() && !tree.isEmpty() && !file.equals(tree));
        ws.expect.equal("the tree", List.of(), ws.tree());
        ws.expect.equal(
                "ids in the trash",
                List.of(tree, file),
                ws.listTrash().stream().map(item -> item.id()).toList());
        ws.expect.equal("where g is again", "g", ws.restoreFromTrash(file));
        ws.restoreFromTrash(tree);
        ws.expect.equal("the tree", List.of("d", "d/f", "g"), ws.tree());
        ws.expect.equal("g", "y", ws.readText("g"));
        ws.expect.refused(
                NOT_FOUND,
                "trashing nothing",
                () -> ws.remove("missing", RemoveOptions.defaults().toTrash()));
    }

    @Requirement(value = "WS-MOVE-002", statements = "a", level = Level.FULL, absent = TRASH)
    void without_a_trash_nothing_is_trashed(Probe ws) {
        ws.writeText("f", "x");
        ws.expect.refused(
                UNSUPPORTED,
                "remove into the trash",
                () -> ws.remove("f", RemoveOptions.defaults().toTrash()));
        ws.expect.refused(UNSUPPORTED, "listTrash", ws::listTrash);
        ws.expect.refused(UNSUPPORTED, "restoreFromTrash", () -> ws.restoreFromTrash("abc"));
        ws.expect.refused(UNSUPPORTED, "emptyTrash", () -> ws.emptyTrash(Duration.ZERO));
        ws.expect.equal("f", "x", ws.readText("f"));
    }

    @Requirement(value = "WS-MOVE-003", statements = "a")
    void an_existing_destination_is_refused(Probe ws) {
        ws.writeText("f", "f");
        ws.writeText("g", "g");
        ws.writeText("d/x", "x");
        ws.mkdir("empty");
        for (String[] pair : new String[][] {{"f", "g"}, {"f", "d"}, {"f", "empty"}, {"d", "f"}, {"d", "empty"}}) {
            ws.expect.refused(EXISTS, "rename " + pair[0] + " to " + pair[1], () -> ws.rename(pair[0], pair[1]));
        }
        ws.expect.refused(NOT_FOUND, "rename of nothing", () -> ws.rename("missing", "new"));
        ws.expect.equal("f and g", "fg", ws.readText("f") + ws.readText("g"));
        ws.rename("f", "new");
        ws.rename("d", "moved");
        ws.expect.equal("the tree", List.of("empty", "g", "moved", "moved/x", "new"), ws.tree());
        ws.expect.equal("new", "f", ws.readText("new"));
    }

    @Requirement(value = "WS-MOVE-003", statements = "b")
    void of_several_renames_to_one_place_exactly_one_succeeds(Probe ws) throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            boolean directories = round % 2 == 1;
            String destination = "to" + round;
            for (int i = 0; i < 8; i++) {
                ws.writeText("from" + round + "/" + i + (directories ? "/f" : ""), "of " + i);
            }
            String source = "from" + round + "/";
            List<Crowd.Attempt> attempts = Crowd.of(8, i -> () -> {
                ws.rename(source + i, destination);
                return null;
            });
            Crowd.expectOneWinner(ws.expect, directories ? "directories" : "files", attempts, EXISTS);
            for (Crowd.Attempt attempt : attempts) {
                if (attempt.succeeded()) {
                    String path = destination + (directories ? "/f" : "");
                    ws.expect.equal(path, "of " + attempt.number(), ws.readText(path));
                } else {
                    ws.expect.isTrue("the source of a loser is there", ws.exists(source + attempt.number()));
                }
            }
        }
    }

    @Requirement(value = "WS-MOVE-003", statements = "b")
    void a_rename_never_replaces_what_is_created_meanwhile(Probe ws) throws InterruptedException {
        for (int round = 0; round < 30; round++) {
            String to = "to" + round;
            String from = "from" + round;
            ws.writeText(from, "renamed");
            List<Crowd.Attempt> attempts = Crowd.of(2, i -> () -> {
                if (i == 0) {
                    ws.rename(from, to);
                } else {
                    ws.writeText(
                            to,
                            "created",
                            dev.cofferdam.workspace.WriteOptions.defaults().asNew());
                }
                return null;
            });
            Crowd.expectOneWinner(ws.expect, "round " + round, attempts, EXISTS);
            String winner = attempts.get(0).succeeded() ? "renamed" : "created";
            ws.expect.equal("content", winner, ws.readText(to));
        }
    }

    @Requirement(value = "WS-MOVE-003", statements = "c")
    void overwriting_lets_a_file_replace_a_file(Probe ws) {
        ws.writeText("f", "new");
        ws.writeText("g", "old");
        ws.expect.isTrue("something was replaced", ws.rename("f", "g", OVERWRITE));
        ws.expect.equal("g", "new", ws.readText("g"));
        ws.expect.isFalse("something was replaced", ws.rename("g", "h", OVERWRITE));
        ws.expect.equal("the tree", List.of("h"), ws.tree());
    }

    @Requirement(value = "WS-MOVE-003", statements = "d")
    void overwriting_lets_a_directory_replace_an_empty_one(Probe ws) {
        ws.writeText("d/f", "x");
        ws.mkdir("empty");
        ws.expect.isTrue("something was replaced", ws.rename("d", "empty", OVERWRITE));
        ws.expect.equal("the tree", List.of("empty", "empty/f"), ws.tree());
        ws.expect.equal("empty/f", "x", ws.readText("empty/f"));
    }

    @Requirement(value = "WS-MOVE-003", statements = "e")
    void overwriting_replaces_nothing_else(Probe ws) {
        ws.writeText("f", "f");
        ws.writeText("full/x", "x");
        ws.writeText("d/y", "y");
        ws.mkdir("empty");
        for (String[] pair : new String[][] {
            {"f", "full"}, {"f", "empty"}, {"d", "f"}, {"d", "full"}, {"empty", "f"}, {"empty", "full"}
        }) {
            ws.expect.refused(
                    EnumSet.of(EXISTS, NOT_EMPTY),
                    "rename " + pair[0] + " over " + pair[1],
                    () -> ws.rename(pair[0], pair[1], OVERWRITE));
        }
        ws.expect.equal("the tree", List.of("d", "d/y", "empty", "f", "full", "full/x"), ws.tree());
        ws.expect.isFalse("something was replaced", ws.rename("f", "g", OVERWRITE));
    }

    @Requirement(value = "WS-MOVE-003", statements = "f", needs = SYMLINKS)
    void a_link_at_the_destination_counts_and_is_never_followed(Probe ws) {
        ws.writeText("f", "new");
        ws.writeText("target", "old");
        ws.mkdir("d");
        ws.symlink("to-file", "target");
        ws.symlink("to-dir", "d");
        ws.symlink("dangling", "missing");
        for (String link : List.of("to-file", "to-dir", "dangling")) {
            ws.expect.refused(EXISTS, "rename to " + link, () -> ws.rename("f", link));
        }
        ws.expect.isTrue("to-file was replaced", ws.rename("f", "to-file", OVERWRITE));
        ws.expect.equal("type of to-file", EntryType.FILE, ws.stat("to-file").type());
        ws.expect.equal("target", "old", ws.readText("target"));
        ws.rename("to-file", "to-dir", OVERWRITE);
        ws.expect.equal("type of to-dir", EntryType.FILE, ws.stat("to-dir").type());
        ws.rename("to-dir", "dangling", OVERWRITE);
        ws.expect.equal("the tree", List.of("d", "dangling", "target"), ws.tree());
        ws.expect.equal("dangling", "new", ws.readText("dangling"));
    }

    @Requirement(value = "WS-MOVE-003", statements = "g")
    void a_rename_into_its_own_subtree_is_refused(Probe ws) {
        ws.writeText("d/e/f", "x");
        for (String to : List.of("d/new", "d/e/new", "d/e/n/o")) {
            ws.expect.refused(INVALID_ARGUMENT, "rename d to " + to, () -> ws.rename("d", to));
            ws.expect.refused(INVALID_ARGUMENT, "rename d over " + to, () -> ws.rename("d", to, OVERWRITE));
        }
        ws.rename("d", "de");
        ws.rename("de", "d/e");
        ws.expect.equal("the tree", List.of("d", "d/e", "d/e/e", "d/e/e/f"), ws.tree());
    }

    @Requirement(value = "WS-MOVE-003", statements = "h")
    void parents_of_a_destination_are_made(Probe ws) {
        ws.writeText("f", "x");
        ws.mkdir("d");
        ws.rename("f", "a/b/c");
        ws.rename("d", "a/e/g");
        ws.expect.equal("the tree", List.of("a", "a/b", "a/b/c", "a/e", "a/e/g"), ws.tree());
        ws.expect.equal("a/b/c", "x", ws.readText("a/b/c"));
    }

    @Requirement(value = "WS-MOVE-003", statements = "i")
    void a_rename_onto_itself_does_nothing(Probe ws) {
        ws.writeText("d/f", "x");
        for (String same : List.of("d/f", "d//f", "./d/f/", "d/x/../f")) {
            ws.rename("d/f", same);
            ws.expect.isFalse("something was replaced", ws.rename("d/f", same, OVERWRITE));
        }
        ws.rename("d", "d");
        ws.expect.equal("the tree", List.of("d", "d/f"), ws.tree());
        ws.expect.equal("d/f", "x", ws.readText("d/f"));
        ws.expect.refused(NOT_FOUND, "nothing onto itself", () -> ws.rename("missing", "missing"));
    }

    @Requirement(value = "WS-MOVE-003", statements = "j", needs = EXEC)
    void a_rename_onto_another_link_of_the_same_file_takes_the_source_away(Probe ws) {
        ws.writeText("a", "x");
        ws.sh("ln a b; mkdir d; ln a d/c");
        ws.expect.refused(EXISTS, "without overwrite", () -> ws.rename("a", "b"));
        ws.rename("a", "b", OVERWRITE);
        ws.expect.equal("the tree", List.of("b", "d", "d/c"), ws.tree());
        ws.rename("b", "d/c", OVERWRITE);
        ws.expect.equal("the tree", List.of("d", "d/c"), ws.tree());
        ws.expect.equal("d/c", "x", ws.readText("d/c"));
    }
}
