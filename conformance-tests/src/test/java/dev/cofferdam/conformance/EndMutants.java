package dev.cofferdam.conformance;

import static dev.cofferdam.conformance.BrokenCommands.asked;
import static dev.cofferdam.conformance.BrokenCommands.commands;
import static dev.cofferdam.conformance.BrokenCommands.exit;
import static dev.cofferdam.conformance.BrokenCommands.line;
import static dev.cofferdam.conformance.BrokenCommands.output;
import static dev.cofferdam.conformance.BrokenCommands.results;
import static dev.cofferdam.conformance.BrokenCommands.whole;
import static dev.cofferdam.conformance.BrokenCommands.withSurvivor;

import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.KeepOutput;
import dev.cofferdam.workspace.Output;
import dev.cofferdam.workspace.Workspace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Violations of the clauses EXEC about output, time limits, and what commands leave. */
final class EndMutants {
    private static final String END = "__COFFERDAM_END__ 0\n";

    private EndMutants() {}

    static List<Mutant> all() {
        return Stream.of(printing(), limits(), leftovers())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> printing() {
        return List.of(
                Mutant.of(
                        "keeps the beginning of output whatever is asked for",
                        commands(c -> c.keep(KeepOutput.HEAD)),
                        "of_long_output_the_part_that_was_asked_for_is_kept"),
                Mutant.of(
                        "keeps the end of output for its beginning",
                        commands(c -> c.keep() == KeepOutput.HEAD ? c.keep(KeepOutput.TAIL) : c),
                        "the_beginning_is_kept_by_default",
                        "of_long_output_the_part_that_was_asked_for_is_kept"),
                Mutant.of(
                        "does not count what it leaves out",
                        results((call, r) ->
                                r.stdout().truncated() && r.stdout().bytes().length == 100
                                        ? output(r, Output.of(r.stdout().bytes(), true, 100), r.stderr())
                                        : r),
                        "what_was_left_out_is_counted"),
                Mutant.of(
                        "does not say why a command that prints without end was stopped",
                        results((call, r) ->
                                r.exitCode() == 143 && r.stderr().text().contains("maxStreamBytes")
                                        ? output(r, r.stdout(), Output.of(Probe.bytes("1"), true, 1))
                                        : r),
                        "a_command_that_prints_without_end_is_stopped"),
                Mutant.of(
                        "takes a printed end for the end",
                        results((call, r) -> r.stdout().text().contains(END) && r.exitCode() == 5 ? exit(r, 0) : r),
                        "output_does_not_change_the_exit_code"),
                Mutant.of(
                        "drops output behind a printed end",
                        results((call, r) -> {
                            String out = r.stdout().text();
                            int end = out.indexOf(END);
                            return end < 0 || !out.endsWith("last\n")
                                    ? r
                                    : output(r, whole(Probe.bytes(out.substring(0, end))), r.stderr());
                        }),
                        "output_does_not_end_the_call_early"),
                Mutant.of(
                        "takes printed frames for frames of its own",
                        results((call, r) ->
                                r.stdout().text().contains(END) && r.stderr().totalBytes() == 0
                                        ? output(r, r.stdout(), whole(Probe.bytes("abcd")))
                                        : r),
                        "output_is_not_taken_for_another_stream"));
    }

    private static List<Mutant> limits() {
        return List.of(
                Mutant.of(
                        "drops stderr of a command that takes too long",
                        results((call, r) -> r.timedOut() ? output(r, r.stdout(), Output.empty()) : r),
                        "a_command_that_takes_too_long_is_ended"),
                Mutant.of(
                        "gives no grace",
                        commands(c -> c.killGrace().equals(Optional.of(Duration.ofMillis(400)))
                                ? c.killGrace(Duration.ofNanos(1))
                                : c),
                        "what_ignores_to_be_asked_is_killed_after_the_grace"),
                Mutant.of(
                        "lets no command do anything when it is asked to end",
                        Broken.twist(call -> line(call).contains("> asked")
                                ? BrokenCommands.run(
                                        call,
                                        BrokenCommands.line(
                                                asked(call), line(call).replace("> asked", "> other")))
                                : call.proceed()),
                        "a_command_is_asked_to_end_before_it_is_killed",
                        "cancelling_ends_the_group_as_a_timeout_does",
                        "a_stopped_group_ends_when_it_is_asked_to"),
                Mutant.of(
                        "leaves one process of a command that takes too long",
                        results((call, r) ->
                                r.timedOut() && line(call).startsWith("sleep 600 & a=") ? withSurvivor(call, r) : r),
                        "the_group_of_a_command_that_takes_too_long_is_gone"),
                Mutant.of(
                        "says that every exit with 124 timed out",
                        results((call, r) -> r.exitCode() == 124 ? timedOut(r) : r),
                        "a_command_that_exits_with_124_is_not_timed_out"),
                Mutant.of(
                        "is late with timeouts",
                        results((call, r) -> {
                            if (r.timedOut()) {
                                LockSupport.parkNanos(Duration.ofMillis(350).toNanos());
                            }
                            return r;
                        }),
                        "a_timeout_comes_in_time"),
                Mutant.of(
                        "ignores an interrupt from the keyboard",
                        Broken.twist(call -> call.is("exec") && !line(call).isEmpty()
                                ? call.real().exec(BrokenCommands.line(asked(call), "trap '' INT; " + line(call)))
                                : call.proceed()),
                        "signals_have_their_default_effect"));
    }

    private static CommandResult timedOut(CommandResult of) {
        return new CommandResult(
                of.exitCode(), of.stdout(), of.stderr(), of.duration(), true, of.signal(), of.sandbox());
    }

    private static UnaryOperator<Workspace> leavingThreads() {
        return Broken.after(
                call -> {
                    if (!line(call).startsWith("ls ")) {
                        Thread left = new Thread(
                                () -> LockSupport.parkNanos(
                                        Duration.ofSeconds(20).toNanos()),
                                "left behind");
                        left.setDaemon(true);
                        left.start();
                    }
                },
                "exec");
    }

    private static List<Mutant> leftovers() {
        return List.of(
                Mutant.of(
                        "leaves the children of commands alive",
                        results((call, r) -> line(call).contains("& echo $!")
                                        && asked(call).background().orElse(Background.KILL) == Background.KILL
                                        && !r.timedOut()
                                ? withSurvivor(call, r)
                                : r),
                        "what_a_command_leaves_in_its_group_is_ended",
                        "what_a_command_leaves_is_killed_when_it_does_not_end",
                        "with_keep_what_a_command_leaves_lives_until_close"),
                Mutant.of(
                        "keeps nothing in the background",
                        commands(c -> c.background(Background.KILL)),
                        "with_keep_what_a_command_leaves_lives_until_close",
                        "with_keep_later_output_is_dropped_and_hurts_nobody"),
                Mutant.of(
                        "waits for children that hold stdout",
                        Broken.after(
                                call -> {
                                    if (line(call).equals("sleep 600 & echo $!")) {
                                        LockSupport.parkNanos(
                                                Duration.ofMillis(400).toNanos());
                                    }
                                },
                                "exec"),
                        "a_child_that_holds_stdout_does_not_hold_the_call"),
                Mutant.of(
                        "ends what has a session of its own",
                        Broken.results(
                                (call, result) -> {
                                    if (line(call).startsWith("rm -f s; setsid")) {
                                        CommandResult r = (CommandResult) result;
                                        call.real()
                                                .exec(Command.of(
                                                        "kill",
                                                        "-9",
                                                        r.stdout().text().strip()));
                                    }
                                    return result;
                                },
                                "exec"),
                        "a_process_with_a_session_of_its_own_lives_on",
                        "close_ends_processes_that_carry_the_workspace_s_id"),
                Mutant.of(
                        "leaves a thread for each command",
                        leavingThreads(),
                        "a_hundred_commands_in_a_row_leave_nothing",
                        "commands_that_fail_leave_nothing",
                        "sixteen_commands_at_once_leave_nothing",
                        "nothing_stays_blocked_on_a_pipe_that_a_child_holds"));
    }
}
