package dev.cofferdam.conformance;

import static dev.cofferdam.conformance.BrokenCommands.asked;
import static dev.cofferdam.conformance.BrokenCommands.commands;
import static dev.cofferdam.conformance.BrokenCommands.runs;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Violations that only a sandbox on this machine can show: of processes, special files, and what outlives a close. */
final class LocalMutants {
    private LocalMutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "gives commands one more variable",
                        commands(c -> c.env("ONE_MORE", "x")),
                        "a_local_command_sees_few_variables"),
                Mutant.opening(
                        "never lets commands have the user's home",
                        Broken.options((builder, options) -> builder.inheritHome(false)),
                        "a_root_given_by_path_keeps_the_user_s_home"),
                Mutant.of(
                        "passes values of variables as words",
                        Broken.twist(call -> {
                            if (!runs(call) || !asked(call).argv().contains("look")) {
                                return call.proceed();
                            }
                            List<String> words = new ArrayList<>(asked(call).argv());
                            words.addAll(asked(call).env().values());
                            return call.real().exec(BrokenCommands.words(asked(call), words));
                        }),
                        "values_are_in_no_command_line"),
                Mutant.opening(
                        "destroys whatever it closes",
                        Broken.options((builder, options) -> builder.onClose(OnClose.DESTROY)),
                        "what_close_does_with_the_sandbox_can_be_chosen",
                        "a_sandbox_that_was_connected_to_is_kept_by_default",
                        "a_sandbox_of_before_is_reached_with_its_files"),
                Mutant.opening(
                        "destroys what it connected to",
                        opener -> LifeMutants.connecting(
                                opener,
                                (id, options) -> opener.connect(
                                        id,
                                        WorkspaceOptions.builder()
                                                .onClose(OnClose.DESTROY)
                                                .build())),
                        "a_sandbox_that_was_connected_to_is_kept_by_default"),
                Mutant.opening(
                        "removes roots that it was given",
                        LocalMutants::removingRoots,
                        "a_root_given_by_path_is_always_kept"),
                Mutant.opening(
                        "finds no sandbox of before",
                        opener -> LifeMutants.connecting(opener, (id, options) -> Optional.empty()),
                        "a_sandbox_of_before_is_reached_with_its_files",
                        "what_close_does_with_the_sandbox_can_be_chosen",
                        "a_sandbox_that_was_connected_to_is_kept_by_default",
                        "a_root_given_by_path_is_always_kept"),
                Mutant.of(
                        "skips special and unreadable files without a word",
                        silent(),
                        "special_files_are_skipped_and_left_alone",
                        "big_files_are_skipped_and_listed",
                        "files_that_cannot_be_read_are_skipped_and_left_alone"),
                Mutant.of(
                        "looks into what is excluded",
                        Broken.twist(call -> call.is("snapshot")
                                        && call.args().length == 1
                                        && call.args()[0] instanceof SnapshotOptions options
                                        && options.exclude().contains("d/closed")
                                ? call.with(SnapshotOptions.defaults())
                                : call.proceed()),
                        "what_is_excluded_is_not_even_listed"),
                Mutant.of(
                        "leaves special files out without a word",
                        Broken.results((call, result) -> List.of(), "exportArchive"),
                        "special_files_are_left_out_of_an_archive"));
    }

    private static UnaryOperator<Workspace> silent() {
        return Broken.results(
                (call, result) -> {
                    Snapshot s = (Snapshot) result;
                    return new Snapshot(
                            s.id(),
                            s.created(),
                            s.label(),
                            s.metadata(),
                            s.files(),
                            s.bytes(),
                            s.exclude(),
                            s.maxFileBytes(),
                            List.of());
                },
                "snapshot");
    }

    private static Opener removingRoots(Opener opener) {
        Opener removing = Doubles.opening(options -> Broken.twist(call -> {
                    if (call.is("close") && options.root().isPresent()) {
                        call.real().exec(Command.of("rm", "-rf", options.root().get()));
                    }
                    return call.proceed();
                })
                .apply(opener.open(options)));
        return LifeMutants.connecting(removing, opener::connect);
    }
}
