package dev.cofferdam.conformance;

import static dev.cofferdam.conformance.BrokenCommands.asked;
import static dev.cofferdam.conformance.BrokenCommands.line;
import static dev.cofferdam.conformance.BrokenCommands.run;
import static dev.cofferdam.conformance.BrokenCommands.runs;
import static dev.cofferdam.workspace.ErrorCode.ABORTED;
import static dev.cofferdam.workspace.ErrorCode.BUSY;
import static dev.cofferdam.workspace.ErrorCode.CLOSED;
import static dev.cofferdam.workspace.ErrorCode.GONE;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.UNAVAILABLE;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Violations of the clauses LIFE and ISO. */
final class LifeMutants {
    private LifeMutants() {}

    static List<Mutant> all() {
        return Stream.of(life(), isolation()).flatMap(List::stream).toList();
    }

    private static List<Mutant> life() {
        return List.of(
                Mutant.of(
                        "has another code for a root that is missing",
                        Broken.recoding(UNAVAILABLE, NOT_FOUND),
                        "the_sandbox_is_made_when_it_is_first_needed",
                        "a_failed_start_leaves_nothing"),
                Mutant.of(
                        "has an id for each thread",
                        Broken.results(
                                (call, result) -> result + "-" + System.identityHashCode(Thread.currentThread()), "id"),
                        "of_sixteen_threads_one_makes_the_sandbox"),
                Mutant.of(
                        "does not say what is missing",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == UNAVAILABLE ? WorkspaceException.of(UNAVAILABLE, "no") : e;
                            }
                        }),
                        "a_refusal_says_what_is_missing_and_what_to_do"),
                Mutant.of(
                        "says that commands run on after it is closed",
                        afterClose(true),
                        "close_ends_what_commands_left"),
                Mutant.of(
                        "answers questions after it is closed",
                        Broken.forgiving(CLOSED, "exists"),
                        "after_close_every_operation_is_refused"),
                Mutant.of(
                        "has another code for what its close aborts",
                        afterClose(false),
                        "a_close_aborts_what_is_under_way"),
                Mutant.of(
                        "starts in an interrupted thread",
                        Broken.twist(call -> {
                            boolean interrupted = call.is("start") && call.args().length == 0 && Thread.interrupted();
                            Object result = call.proceed();
                            if (interrupted) {
                                Thread.currentThread().interrupt();
                            }
                            return result;
                        }),
                        "a_failed_start_leaves_nothing"),
                Mutant.of(
                        "claims to write where the root is gone",
                        Broken.forgiving(GONE, "writeText"),
                        "a_root_that_vanished_is_gone_and_not_made_anew"),
                Mutant.opening(
                        "finds no sandbox where it cannot look for one",
                        opener -> connecting(opener, (id, options) -> Optional.empty()),
                        "without_reconnecting_it_is_refused"),
                Mutant.of(
                        "has no address where it cannot have one",
                        Broken.forgiving(UNSUPPORTED, "endpoint"),
                        "without_ports_an_address_is_refused"));
    }

    /** How a sandbox of before is reached. */
    @FunctionalInterface
    interface Connecting {
        Optional<Workspace> connect(String id, WorkspaceOptions options);
    }

    static Opener connecting(Opener opener, Connecting connecting) {
        return new Opener() {
            @Override
            public Workspace open(WorkspaceOptions options) {
                return opener.open(options);
            }

            @Override
            public Optional<Workspace> connect(String id, WorkspaceOptions options) {
                return connecting.connect(id, options);
            }
        };
    }

    /** Tell of commands, once the workspace is closed, that they run, or that they failed by another code. */
    private static UnaryOperator<Workspace> afterClose(boolean running) {
        return real -> {
            AtomicBoolean closed = new AtomicBoolean();
            UnaryOperator<Workspace> noting = Broken.twist(call -> {
                closed.compareAndSet(false, call.is("close"));
                try {
                    return call.proceed();
                } catch (WorkspaceException e) {
                    throw !running && closed.get() && e.code() == ABORTED
                            ? WorkspaceException.of(IO, "the connection broke")
                            : e;
                }
            });
            return BrokenCommands.handles(
                            call -> running && closed.get() && call.is("isRunning") ? true : call.proceed())
                    .apply(noting.apply(real));
        };
    }

    private static List<Mutant> isolation() {
        return List.of(
                Mutant.of(
                        "declares another isolation",
                        Broken.results((call, result) -> Isolation.OS, "isolation"),
                        "the_isolation_is_declared"),
                Mutant.opening(
                        "reads what another workspace has",
                        LifeMutants::readingOthers,
                        "two_workspaces_do_not_share_files"),
                Mutant.opening(
                        "ends the commands of all workspaces with one",
                        opener -> knowingAll(opener, false),
                        "the_end_of_one_workspace_does_not_touch_the_processes_of_another"),
                Mutant.opening(
                        "is busy with the commands of all workspaces",
                        opener -> knowingAll(opener, true),
                        "a_command_of_one_workspace_does_not_keep_another_busy"),
                Mutant.opening(
                        "gives all workspaces the variables of one",
                        LifeMutants::sharingEnvironment,
                        "two_workspaces_do_not_share_their_environment"),
                Mutant.of(
                        "writes changes back into fixtures",
                        LifeMutants::writingBack,
                        "fixtures_are_copied_and_not_linked"),
                Mutant.of(
                        "runs commands without their network policy",
                        Broken.twist(call -> runs(call)
                                        && (asked(call).allowedDomains().isPresent()
                                                || asked(call).onUnknownHost().isPresent())
                                ? run(call, BrokenCommands.line(asked(call), line(call)))
                                : call.proceed()),
                        "a_network_policy_that_cannot_be_kept_is_refused"));
    }

    private static Opener readingOthers(Opener opener) {
        AtomicReference<Workspace> last = new AtomicReference<>();
        return Doubles.opening(options -> {
            Workspace opened = opener.open(options);
            Workspace before = last.getAndSet(opened);
            return Broken.twist(call -> {
                        try {
                            return call.proceed();
                        } catch (WorkspaceException e) {
                            if (e.code() == NOT_FOUND && call.is("read") && before != null) {
                                return before.read(call.path());
                            }
                            throw e;
                        }
                    })
                    .apply(opened);
        });
    }

    private static Opener knowingAll(Opener opener, boolean busy) {
        List<RunningCommand> all = new CopyOnWriteArrayList<>();
        return Doubles.opening(options -> Broken.twist(call -> {
                    if (busy && call.is("rename") && all.stream().anyMatch(RunningCommand::isRunning)) {
                        throw WorkspaceException.of(BUSY, "a command runs");
                    }
                    if (!busy && call.is("close")) {
                        all.stream().filter(RunningCommand::isRunning).forEach(RunningCommand::close);
                    }
                    Object result = call.proceed();
                    if (result instanceof RunningCommand running) {
                        all.add(running);
                    }
                    return result;
                })
                .apply(opener.open(options)));
    }

    private static Opener sharingEnvironment(Opener opener) {
        Map<String, String> all = new ConcurrentHashMap<>();
        return Broken.options((builder, options) -> {
                    all.putAll(options.env());
                    all.forEach(builder::env);
                    return builder;
                })
                .apply(opener);
    }

    private static Workspace writingBack(Workspace real) {
        AtomicReference<Path> fixture = new AtomicReference<>();
        return Broken.twist(call -> {
                    if (call.is("copyIn")) {
                        fixture.set((Path) call.args()[0]);
                    }
                    Object result = call.proceed();
                    if (result instanceof CommandResult && fixture.get() != null) {
                        append(fixture.get());
                    }
                    return result;
                })
                .apply(real);
    }

    private static void append(Path file) throws IOException {
        Files.writeString(file, Files.readString(file) + "more");
    }
}
