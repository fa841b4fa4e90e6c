package dev.cofferdam.conformance;

import static dev.cofferdam.conformance.BrokenCommands.asked;
import static dev.cofferdam.conformance.BrokenCommands.commands;
import static dev.cofferdam.conformance.BrokenCommands.handles;
import static dev.cofferdam.conformance.BrokenCommands.run;
import static dev.cofferdam.conformance.BrokenCommands.runs;
import static dev.cofferdam.workspace.ErrorCode.ABORTED;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;

import dev.cofferdam.workspace.CancelToken;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Output;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Violations of the clauses EXEC about cancelling, signals, and the handles of started commands. */
final class HandleMutants {
    private HandleMutants() {}

    static List<Mutant> all() {
        return Stream.of(cancelling(), handling(), signalling())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Mutant> cancelling() {
        return List.of(
                Mutant.of(
                        "forgets why a command was cancelled",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == ABORTED && call.is("exec")
                                        ? WorkspaceException.of(ABORTED, "the operation was cancelled")
                                        : e;
                            }
                        }),
                        "a_token_cancels_with_its_reason",
                        "cancelling_ends_the_group_as_a_timeout_does",
                        "with_a_cancelled_token_nothing_runs"),
                Mutant.of(
                        "cancels one command of those with a token",
                        HandleMutants::onceForEachToken,
                        "one_token_cancels_several_commands"),
                Mutant.of(
                        "kills where it should cancel",
                        handles(call -> {
                            if (call.is("close") && call.real().isRunning()) {
                                call.real().signal(Signal.KILL);
                                call.real().waitFor();
                                return null;
                            }
                            return call.proceed();
                        }),
                        "closing_the_handle_cancels"),
                Mutant.of(
                        "swallows interrupts",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == ABORTED && call.is("exec")) {
                                    Thread.interrupted();
                                }
                                throw e;
                            }
                        }),
                        "an_interrupt_cancels_and_stays",
                        "in_an_interrupted_thread_nothing_runs"),
                Mutant.of(
                        "looks at no token that is cancelled already",
                        commands(c ->
                                c.cancelToken().filter(CancelToken::isCancelled).isPresent()
                                        ? c.cancelToken(CancelToken.create())
                                        : c),
                        "with_a_cancelled_token_nothing_runs"),
                Mutant.of(
                        "runs commands in interrupted threads",
                        uninterrupted(BrokenCommands::runs),
                        "in_an_interrupted_thread_nothing_runs"),
                Mutant.of(
                        "reads files in interrupted threads",
                        uninterrupted(call -> call.is("read")),
                        "an_interrupt_ends_file_operations"),
                Mutant.of(
                        "aborts all commands once one is",
                        HandleMutants::abortingAll,
                        "an_interrupt_ends_the_operation_of_its_own_thread_only"),
                Mutant.of(
                        "closes nothing in an interrupted thread",
                        Broken.twist(call ->
                                call.is("close") && Thread.currentThread().isInterrupted() ? null : call.proceed()),
                        "close_does_its_work_in_an_interrupted_thread"));
    }

    private static Workspace onceForEachToken(Workspace real) {
        java.util.Set<CancelToken> seen = java.util.concurrent.ConcurrentHashMap.newKeySet();
        return Broken.twist(call -> {
                    if (!call.is("start") || !runs(call)) {
                        return call.proceed();
                    }
                    Command command = asked(call);
                    boolean again = command.cancelToken()
                            .filter(token -> !seen.add(token))
                            .isPresent();
                    return run(call, again ? command.cancelToken(later(command)) : command);
                })
                .apply(real);
    }

    /** Return a token that is cancelled with that of a command, and without its reason. */
    private static CancelToken later(Command command) {
        CancelToken token = CancelToken.create();
        command.cancelToken().orElseThrow().onCancel(() -> token.cancel("something else"));
        return token;
    }

    private static UnaryOperator<Workspace> uninterrupted(java.util.function.Predicate<Broken.Call> which) {
        return Broken.twist(call -> {
            if (!which.test(call) || !Thread.interrupted()) {
                return call.proceed();
            }
            try {
                return call.proceed();
            } finally {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static Workspace abortingAll(Workspace real) {
        AtomicInteger aborted = new AtomicInteger();
        return Broken.twist(call -> {
                    if (!call.is("exec")) {
                        return call.proceed();
                    }
                    int before = aborted.get();
                    try {
                        Object result = call.proceed();
                        if (aborted.get() != before) {
                            throw WorkspaceException.of(ABORTED, "another command was aborted");
                        }
                        return result;
                    } catch (WorkspaceException e) {
                        if (e.code() == ABORTED) {
                            aborted.incrementAndGet();
                        }
                        throw e;
                    }
                })
                .apply(real);
    }

    private static List<Mutant> handling() {
        return List.of(
                Mutant.of(
                        "starts another command where a directory is missing",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == NOT_FOUND && call.is("start")) {
                                    return call.real().start(Command.of("true"));
                                }
                                throw e;
                            }
                        }),
                        "a_command_that_cannot_be_started_says_so"),
                Mutant.of(
                        "never sees an end in time",
                        handles(call ->
                                call.is("waitFor") && call.args().length == 1 ? Optional.empty() : call.proceed()),
                        "a_handle_can_be_waited_for_for_a_time",
                        "an_interrupt_ends_the_waiting_and_not_the_command"),
                Mutant.of(
                        "kills without a reason",
                        handles(call -> {
                            if (call.is("kill")) {
                                call.real().kill("killed");
                                return null;
                            }
                            return call.proceed();
                        }),
                        "a_handle_kills_with_a_reason"),
                Mutant.of(
                        "shows no stderr while a command runs",
                        handles(call -> call.is("stderr") && call.real().isRunning() ? Output.empty() : call.proceed()),
                        "a_handle_shows_output_while_the_command_runs"),
                Mutant.of(
                        "takes more input where there is some",
                        handles(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == INVALID_ARGUMENT && call.is("stdin")) {
                                    return OutputStream.nullOutputStream();
                                }
                                throw e;
                            }
                        }),
                        "a_handle_takes_input"),
                Mutant.of(
                        "says the end of a command anew",
                        handles(call -> call.is("onExit")
                                ? call.real().onExit().thenApply(Function.identity())
                                : call.proceed()),
                        "a_handle_tells_when_the_command_ended"),
                Mutant.of(
                        "swallows the interrupts of those who wait",
                        handles(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == ABORTED && call.is("waitFor")) {
                                    Thread.interrupted();
                                }
                                throw e;
                            }
                        }),
                        "an_interrupt_ends_the_waiting_and_not_the_command"),
                Mutant.of(
                        "has one id for all commands",
                        handles(call -> call.is("id") ? "1" : call.proceed()),
                        "several_commands_run_at_once_with_their_own_limits"));
    }

    private static List<Mutant> signalling() {
        return List.of(
                Mutant.of(
                        "loses signals",
                        handles(call -> call.is("signal") && call.args()[0] == Signal.USR1 ? null : call.proceed()),
                        "a_handle_sends_signals"),
                Mutant.of(
                        "sends another signal than an interrupt",
                        handles(call -> {
                            if (call.is("signal")
                                    && call.args()[0] == Signal.INT
                                    && call.real().isRunning()) {
                                call.real().signal(Signal.TERM);
                                return null;
                            }
                            return call.proceed();
                        }),
                        "an_interrupt_reaches_a_started_command"),
                Mutant.of(
                        "sends signals to what a command left",
                        handles(call -> {
                            if (call.is("signal", "kill") && !call.real().isRunning()) {
                                String pid = call.real().stdout().text().strip();
                                call.workspace().exec(Command.of("kill", "-9", pid));
                            }
                            return call.proceed();
                        }),
                        "signals_after_the_end_reach_nobody"));
    }
}
