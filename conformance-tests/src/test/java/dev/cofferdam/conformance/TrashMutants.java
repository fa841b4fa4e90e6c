package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.TrashItem;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Violations of the clauses TRASH. */
final class TrashMutants {
    private TrashMutants() {}

    private static UnaryOperator<Workspace> items(UnaryOperator<TrashItem> change) {
        return Broken.results(
                (call, result) -> ((List<?>) result)
                        .stream().map(TrashItem.class::cast).map(change).toList(),
                "listTrash");
    }

    /** Do something more with each file that comes back. */
    private static UnaryOperator<Workspace> restoredFiles(BiConsumer<Workspace, Entry> more) {
        return Broken.after(
                call -> call.real().list("", Probe.everything()).entries().stream()
                        .filter(Entry::isFile)
                        .forEach(entry -> more.accept(call.real(), entry)),
                "restoreFromTrash");
    }

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "gives what comes back from the trash the time of now",
                        restoredFiles((ws, entry) -> ws.touch(entry.path())),
                        "what_is_in_the_trash_comes_back_as_it_was"),
                Mutant.of(
                        "lists names in the trash in ASCII",
                        items(i -> new TrashItem(
                                i.id(), i.path().replaceAll("[^ -~]", "?"), i.type(), i.size(), i.trashed())),
                        "names_in_the_trash_come_back_as_they_were"),
                Mutant.of(
                        "gives what comes back from the trash one mode",
                        restoredFiles((ws, entry) -> ws.setMode(entry.path(), 0644)),
                        "modes_and_links_in_the_trash_come_back_as_they_were"),
                Mutant.of(
                        "gives all items of a path one id",
                        TrashMutants::oneIdForEachPath,
                        "entries_of_one_name_do_not_collide"),
                Mutant.of(
                        "lists the oldest item of the trash first",
                        Broken.results((call, result) -> SnapshotMutants.reversed(result), "listTrash"),
                        "the_list_tells_what_is_in_the_trash",
                        "the_trash_can_be_bounded"),
                Mutant.of(
                        "gives each item of the trash the size 7",
                        items(i -> new TrashItem(i.id(), i.path(), i.type(), 7, i.trashed())),
                        "the_list_tells_what_is_in_the_trash"),
                Mutant.of(
                        "makes no parents for what comes back",
                        Broken.twist(call -> {
                            if (call.is("restoreFromTrash")
                                    && call.real().listTrash().stream()
                                            .filter(item -> item.id().equals(call.path()))
                                            .anyMatch(item -> !call.real().exists(parent(item.path())))) {
                                throw WorkspaceException.of(NOT_FOUND, "its parent is missing");
                            }
                            return call.proceed();
                        }),
                        "missing_parents_are_made_again"),
                Mutant.of(
                        "overwrites when it restores from the trash",
                        Broken.twist(call -> call.is("restoreFromTrash")
                                ? call.real().restoreFromTrash(call.path(), true)
                                : call.proceed()),
                        "a_taken_place_is_refused_unless_overwriting"),
                Mutant.of(
                        "never empties the trash",
                        Broken.twist(call -> call.is("emptyTrash") ? (Object) 0 : call.proceed()),
                        "the_trash_is_emptied_of_what_is_old"),
                Mutant.opening(
                        "has no bound of the trash",
                        Broken.options((builder, options) -> builder.maxTrashBytes(Long.MAX_VALUE)),
                        "the_trash_can_be_bounded"),
                Mutant.of(
                        "lists what commands put into the trash",
                        Broken.results((call, result) -> withJunk(call, (List<?>) result), "listTrash"),
                        "what_commands_put_into_the_trash_is_ignored"),
                Mutant.of(
                        "trusts the records of the trash",
                        Broken.twist(call -> call.is("restoreFromTrash")
                                        && call.real().exists("d/victim")
                                        && call.real().listTrash().isEmpty()
                                ? "../evil"
                                : call.proceed()),
                        "a_record_that_commands_changed_is_not_trusted"),
                Mutant.of(
                        "has another code for a directory of its own that was replaced",
                        Broken.recoding(IO, NOT_FOUND, "remove"),
                        "a_replaced_directory_of_the_workspace_is_not_used"),
                Mutant.of(
                        "takes restoring an unknown item for success",
                        Broken.forgiving(NOT_FOUND, "restoreFromTrash"),
                        "an_id_that_is_none_is_not_in_the_trash",
                        "missing_parents_are_made_again",
                        "the_trash_is_emptied_of_what_is_old",
                        "what_commands_put_into_the_trash_is_ignored"));
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private static Workspace oneIdForEachPath(Workspace real) {
        Map<String, String> ids = new ConcurrentHashMap<>();
        return Broken.results(
                        (call, result) -> result instanceof String id && !id.isEmpty()
                                ? ids.computeIfAbsent(call.path(), path -> id)
                                : result,
                        "remove")
                .apply(real);
    }

    private static List<Object> withJunk(Broken.Call call, List<?> items) {
        List<Object> more = new ArrayList<>(items);
        if (!call.real().exec("find .cofferdam -name junk").stdout().text().isEmpty()) {
            more.add(new TrashItem("junk", "junk", EntryType.FILE, 0, Instant.EPOCH));
        }
        return more;
    }
}
