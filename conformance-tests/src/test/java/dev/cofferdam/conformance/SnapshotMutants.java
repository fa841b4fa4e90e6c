package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.BUSY;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.RestoreResult;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotDiff;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Violations of the clauses SNAP. */
final class SnapshotMutants {
    private SnapshotMutants() {}

    static List<Mutant> all() {
        return Stream.of(recording(), keeping(), restoring(), linking(), archives())
                .flatMap(List::stream)
                .toList();
    }

    private static UnaryOperator<Workspace> snapshots(UnaryOperator<Snapshot> change) {
        return Broken.results((call, result) -> change.apply((Snapshot) result), "snapshot");
    }

    private static Snapshot counting(Snapshot of, long files) {
        return new Snapshot(
                of.id(),
                of.created(),
                of.label(),
                of.metadata(),
                files,
                of.bytes(),
                of.exclude(),
                of.maxFileBytes(),
                of.skipped());
    }

    private static Snapshot told(Snapshot of, Optional<String> label, List<SkippedPath> skipped) {
        return new Snapshot(
                of.id(),
                of.created(),
                label,
                of.metadata(),
                of.files(),
                of.bytes(),
                of.exclude(),
                of.maxFileBytes(),
                skipped);
    }

    /** Tell whether a call restores and changes the tree. */
    private static boolean restores(Broken.Call call) {
        return call.is("restore") && (call.args().length == 1 || call.args()[1].equals(false));
    }

    /** Do something more after each restore. */
    private static UnaryOperator<Workspace> restored(Consumer<Workspace> more) {
        return Broken.twist(call -> {
            Object result = call.proceed();
            if (restores(call)) {
                more.accept(call.real());
            }
            return result;
        });
    }

    /** Do something more with each entry after each restore, with the deepest first. */
    private static UnaryOperator<Workspace> restoredEntries(java.util.function.BiConsumer<Workspace, Entry> more) {
        return restored(ws -> entries(ws).forEach(entry -> more.accept(ws, entry)));
    }

    private static List<Entry> entries(Workspace ws) {
        List<Entry> entries = new ArrayList<>(ws.list("", Probe.everything()).entries());
        Collections.reverse(entries);
        return entries;
    }

    private static List<Mutant> recording() {
        return List.of(
                Mutant.of(
                        "restores files with the time of now",
                        restoredEntries((ws, entry) -> {
                            if (entry.type() == EntryType.FILE) {
                                ws.touch(entry.path());
                            }
                        }),
                        "a_snapshot_records_files_and_directories_with_their_times",
                        "times_keep_their_nanoseconds"),
                Mutant.of(
                        "restores all files with one mode",
                        restoredEntries((ws, entry) -> {
                            if (entry.type() == EntryType.FILE) {
                                ws.setMode(entry.path(), 0644);
                            }
                        }),
                        "a_snapshot_records_modes"),
                Mutant.of(
                        "restores no links to what is missing",
                        restoredEntries((ws, entry) -> {
                            if (entry.linkTarget().equals(Optional.of("missing"))) {
                                ws.remove(entry.path());
                            }
                        }),
                        "a_snapshot_records_links_as_they_are"),
                Mutant.of(
                        "keeps zeros",
                        Broken.after(
                                call -> {
                                    if (call.real().exists("zeros")) {
                                        call.real()
                                                .exec(Command.shell("cat > .cofferdam/zeros")
                                                        .stdin(new byte[3 << 20]));
                                    }
                                },
                                "snapshot"),
                        "runs_of_zeros_take_no_room"),
                Mutant.of(
                        "restores hard links as links",
                        restored(ws -> {
                            if (ws.exists("a") && ws.exists("b") && ws.exists("c")) {
                                ws.exec("rm b; ln a b");
                            }
                        }),
                        "hard_links_are_recorded_as_their_content"),
                Mutant.of(
                        "counts what it leaves out",
                        Broken.results(
                                (call, result) -> {
                                    Snapshot taken = (Snapshot) result;
                                    return call.real().exists("node_modules")
                                            ? counting(taken, taken.files() + 1)
                                            : taken;
                                },
                                "snapshot"),
                        "some_directories_are_left_out"),
                Mutant.of(
                        "takes a glob of one level for one of all",
                        Broken.twist(call -> call.is("snapshot")
                                        && call.args().length == 1
                                        && call.args()[0] instanceof SnapshotOptions options
                                        && options.exclude().contains("*.log")
                                ? call.with(options.exclude("**/*.log"))
                                : call.proceed()),
                        "exclude_leaves_out_what_its_globs_say"),
                Mutant.of(
                        "skips files without a word",
                        snapshots(s -> told(s, s.label(), List.of())),
                        "big_files_are_skipped_and_listed",
                        "a_file_that_keeps_changing_is_left_out_and_reported"),
                Mutant.of(
                        "rounds times to milliseconds",
                        restoredEntries((ws, entry) -> {
                            if (entry.type() != EntryType.SYMLINK) {
                                ws.touch(entry.path(), entry.modified().truncatedTo(ChronoUnit.MILLIS));
                            }
                        }),
                        "times_keep_their_nanoseconds"));
    }

    private static List<Mutant> keeping() {
        return List.of(
                Mutant.of(
                        "forgets the label of a snapshot",
                        snapshots(s -> told(s, Optional.empty(), s.skipped())),
                        "the_record_says_what_a_snapshot_holds"),
                Mutant.of(
                        "lists the oldest snapshot first",
                        Broken.results((call, result) -> reversed(result), "listSnapshots"),
                        "the_record_says_what_a_snapshot_holds"),
                Mutant.of(
                        "takes deleting an unknown snapshot for success",
                        Broken.forgiving(NOT_FOUND, "deleteSnapshot"),
                        "an_id_that_is_none_is_not_found",
                        "a_snapshot_can_be_deleted"),
                Mutant.of(
                        "takes restoring an unknown snapshot for success",
                        Broken.forgiving(NOT_FOUND, "restore"),
                        "snapshots_belong_to_their_sandbox",
                        "a_snapshot_can_be_deleted",
                        "an_id_that_is_none_is_not_found"),
                Mutant.of(
                        "does not say which limit a snapshot is over",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == TOO_LARGE && call.is("snapshot")
                                        ? WorkspaceException.of(TOO_LARGE, "it is too large")
                                        : e;
                            }
                        }),
                        "a_snapshot_that_is_too_large_is_refused_and_not_kept"));
    }

    static List<Object> reversed(Object list) {
        List<Object> copy = new ArrayList<>((List<?>) list);
        Collections.reverse(copy);
        return copy;
    }

    private static List<Mutant> restoring() {
        return List.of(
                Mutant.of(
                        "leaves what was made since",
                        Broken.twist(call -> {
                            boolean made = restores(call) && call.real().exists("made");
                            boolean file = made && call.real().stat("made").isFile();
                            Object result = call.proceed();
                            if (file) {
                                call.real().writeText("made", "new");
                            }
                            return result;
                        }),
                        "restore_brings_back_and_removes",
                        "a_dry_run_reports_the_same_and_changes_nothing",
                        "restore_does_not_follow_a_link_out_of_the_root"),
                Mutant.of(
                        "restores what was excluded",
                        restored(ws -> {
                            if (ws.exists("out/a")) {
                                ws.writeText("out/a", "old");
                            }
                        }),
                        "restore_leaves_excluded_and_skipped_paths_alone"),
                Mutant.of(
                        "removes big files",
                        restored(ws -> {
                            if (ws.exists("big")) {
                                ws.remove("big");
                            }
                        }),
                        "restore_leaves_big_files_and_their_directories_alone",
                        "a_dry_run_reports_the_same_and_changes_nothing"),
                Mutant.of(
                        "restores no empty directories",
                        restoredEntries((ws, entry) -> {
                            if (entry.type() == EntryType.DIRECTORY
                                    && ws.list(entry.path()).entries().isEmpty()) {
                                ws.remove(entry.path());
                            }
                        }),
                        "restore_replaces_what_changed_its_type",
                        "restore_sets_the_times_of_directories_last"),
                Mutant.of(
                        "sets the times of directories too early",
                        restoredEntries((ws, entry) -> {
                            if (entry.type() == EntryType.DIRECTORY) {
                                ws.touch(entry.path());
                            }
                        }),
                        "restore_sets_the_times_of_directories_last"),
                Mutant.of(
                        "restores in a dry run",
                        Broken.twist(call -> {
                            if (call.is("restore") && !restores(call)) {
                                RestoreResult real = call.real().restore(call.path());
                                return new RestoreResult(real.restored(), real.deleted(), real.kept(), true);
                            }
                            return call.proceed();
                        }),
                        "a_dry_run_reports_the_same_and_changes_nothing",
                        "while_a_command_runs_a_restore_is_refused_and_a_look_is_not"),
                Mutant.of(
                        "says nothing of what it deleted",
                        Broken.results(
                                (call, result) -> {
                                    RestoreResult real = (RestoreResult) result;
                                    return new RestoreResult(real.restored(), List.of(), real.kept(), real.dryRun());
                                },
                                "restore"),
                        "a_dry_run_reports_the_same_and_changes_nothing",
                        "restore_leaves_big_files_and_their_directories_alone"),
                Mutant.of(
                        "claims to restore while a command runs",
                        Broken.forgiving(BUSY, "restore"),
                        "while_a_command_runs_a_restore_is_refused_and_a_look_is_not"),
                Mutant.of(
                        "spoils the tree when it restores again",
                        SnapshotMutants::spoiling,
                        "a_restore_that_was_cut_can_be_repeated"));
    }

    private static Workspace spoiling(Workspace real) {
        AtomicInteger count = new AtomicInteger();
        return restored(ws -> {
                    if (count.incrementAndGet() > 1) {
                        ws.writeText("again", "x");
                    }
                })
                .apply(real);
    }

    private static List<Mutant> linking() {
        return List.of(
                Mutant.of(
                        "follows a link that took the place of a file",
                        Broken.twist(call -> {
                            boolean link = restores(call) && isLink(call.real(), "file");
                            Object result = call.proceed();
                            if (link && call.real().exists("other/f")) {
                                call.real().writeText("other/f", "old");
                            }
                            return result;
                        }),
                        "restore_removes_links_and_does_not_follow_them"),
                Mutant.of(
                        "follows a link out of the root when it restores",
                        Broken.twist(call -> {
                            String target = restores(call) && isLink(call.real(), "dir")
                                    ? call.real().stat("dir").linkTarget().orElse("")
                                    : "";
                            Object result = call.proceed();
                            if (target.startsWith("/")) {
                                call.real().exec(Command.of("sh", "-c", "echo x > \"$1/secret\"", "sh", target));
                            }
                            return result;
                        }),
                        "restore_does_not_follow_a_link_out_of_the_root"),
                Mutant.of(
                        "restores no links that lead out",
                        restoredEntries((ws, entry) -> {
                            if (entry.linkTarget().orElse("").startsWith("/")) {
                                ws.remove(entry.path());
                            }
                        }),
                        "links_of_a_snapshot_are_restored_as_data"),
                Mutant.of(
                        "writes through links when it imports",
                        Broken.after(
                                call -> {
                                    if (call.real().exists("file")
                                            && call.real().exists("there")) {
                                        call.real().writeText("file", "new");
                                    }
                                },
                                "importArchive"),
                        "nothing_of_an_archive_is_written_through_a_link"));
    }

    private static boolean isLink(Workspace ws, String path) {
        return ws.list("").entries().stream()
                .anyMatch(entry -> entry.path().equals(path) && entry.type() == EntryType.SYMLINK);
    }

    private static List<Mutant> archives() {
        return List.of(
                Mutant.of(
                        "restores damaged snapshots",
                        Broken.forgiving(IO, "restore"),
                        "a_damaged_archive_is_refused_before_anything_is_touched",
                        "a_hostile_archive_in_its_place_is_refused"),
                Mutant.of(
                        "takes damaged and hostile archives for imported",
                        Broken.forgiving(IO, "importArchive"),
                        "a_hostile_archive_is_refused_before_anything_is_touched",
                        "links_of_a_foreign_archive_that_lead_out_are_refused",
                        "a_damaged_archive_is_not_imported"),
                Mutant.of(
                        "tells no differences",
                        Broken.results((call, result) -> new SnapshotDiff(List.of(), List.of(), List.of()), "diff"),
                        "a_diff_tells_what_was_added_modified_and_deleted",
                        "modes_targets_and_types_are_differences"),
                Mutant.of(
                        "reports what it has not left out",
                        Broken.results(
                                (call, result) -> List.of(new SkippedPath("x", "no reason at all")), "exportArchive"),
                        "a_directory_goes_out_and_comes_in_as_one_stream"),
                Mutant.of(
                        "exports a file for a directory",
                        Broken.forgiving(NOT_A_DIRECTORY, "exportArchive"),
                        "the_root_goes_out_without_the_workspace_s_own_directory"),
                Mutant.of(
                        "imports all files with one mode",
                        Broken.after(
                                call -> entries(call.real()).stream()
                                        .filter(Entry::isFile)
                                        .forEach(entry -> call.real().setMode(entry.path(), 0644)),
                                "importArchive"),
                        "an_archive_keeps_modes_and_links"),
                Mutant.of(
                        "imports no compressed archives",
                        Broken.twist(call -> {
                            if (!call.is("importArchive")) {
                                return call.proceed();
                            }
                            InputStream stream = new BufferedInputStream((InputStream) call.args()[1]);
                            if (isCompressed(stream)) {
                                throw WorkspaceException.of(IO, "this is no archive");
                            }
                            return call.with(call.args()[0], stream);
                        }),
                        "a_foreign_archive_is_taken_plain_or_compressed"));
    }

    private static boolean isCompressed(InputStream stream) throws IOException {
        stream.mark(2);
        boolean compressed = stream.read() == 0x1f && stream.read() == 0x8b;
        stream.reset();
        return compressed;
    }
}
