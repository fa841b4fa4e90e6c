package dev.cofferdam.conformance;

import static dev.cofferdam.conformance.BrokenCommands.asked;
import static dev.cofferdam.conformance.BrokenCommands.commands;
import static dev.cofferdam.conformance.BrokenCommands.exit;
import static dev.cofferdam.conformance.BrokenCommands.line;
import static dev.cofferdam.conformance.BrokenCommands.output;
import static dev.cofferdam.conformance.BrokenCommands.results;
import static dev.cofferdam.conformance.BrokenCommands.run;
import static dev.cofferdam.conformance.BrokenCommands.runs;
import static dev.cofferdam.conformance.BrokenCommands.whole;
import static dev.cofferdam.conformance.BrokenCommands.without;
import static dev.cofferdam.conformance.BrokenCommands.words;
import static dev.cofferdam.workspace.ErrorCode.ENCODING;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.IO;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.OUTSIDE_ROOT;
import static dev.cofferdam.workspace.ErrorCode.TIMED_OUT;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Output;
import dev.cofferdam.workspace.OutputConsumer;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Stdin;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Violations of the clauses EXEC about what is run, and what comes in. */
final class CommandMutants {
    private CommandMutants() {}

    static List<Mutant> all() {
        return Stream.of(words(), environment(), programs(), input(), consumers())
                .flatMap(List::stream)
                .toList();
    }

    private static UnaryOperator<Workspace> eachWord(UnaryOperator<String> change) {
        return commands(c -> c.shellLine().isPresent()
                ? c
                : BrokenCommands.words(c, c.argv().stream().map(change).toList()));
    }

    /** Forgive where a command is to run outside of the root. */
    private static UnaryOperator<Workspace> forgivingDirectory(boolean link) {
        return Broken.twist(call -> {
            try {
                return call.proceed();
            } catch (WorkspaceException e) {
                if (e.code() == OUTSIDE_ROOT
                        && call.is("exec")
                        && asked(call).cwd().orElse("").equals("out") == link) {
                    return null;
                }
                throw e;
            }
        });
    }

    private static List<Mutant> words() {
        return List.of(
                Mutant.of(
                        "has a shell read stars in words",
                        eachWord(word -> word.equals("*") ? "a" : word),
                        "no_shell_interprets_the_words_of_a_command"),
                Mutant.of(
                        "gives shell lines an argument",
                        commands(c -> c.shellLine()
                                .map(line -> BrokenCommands.words(c, List.of("sh", "-c", line, "sh", "x")))
                                .orElse(c)),
                        "a_shell_line_is_run_by_sh"),
                Mutant.of(
                        "drops the newline at the end of a word",
                        eachWord(word -> word.equals("line\n") ? "line" : word),
                        "every_argument_arrives_byte_for_byte"),
                Mutant.of(
                        "runs commands outside of the root",
                        forgivingDirectory(false),
                        "the_directory_is_a_workspace_path"),
                Mutant.of(
                        "follows links out of the root to run a command",
                        forgivingDirectory(true),
                        "the_directory_is_not_left_through_a_link"),
                Mutant.opening(
                        "forgets the directory of the workspace",
                        Broken.options((builder, options) -> builder.cwd("")),
                        "the_directory_can_be_set_for_all_commands"),
                Mutant.of(
                        "runs in the root where a directory is missing",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                if (e.code() == NOT_FOUND && call.is("exec")) {
                                    return call.real().exec(asked(call).cwd("."));
                                }
                                throw e;
                            }
                        }),
                        "in_a_directory_that_is_none_nothing_runs"));
    }

    private static List<Mutant> environment() {
        return List.of(
                Mutant.opening(
                        "drops a variable of the workspace", Broken.optionsWithout("A"), "env_adds_to_the_environment"),
                Mutant.of(
                        "knows no variables that begin with an underscore",
                        commands(c -> without(c, "_1")),
                        "names_of_variables_are_plain"),
                Mutant.of(
                        "trims the values of variables",
                        commands(c -> BrokenCommands.env(c, env -> {
                            env.replaceAll((name, value) -> value.strip());
                            return env;
                        })),
                        "values_of_variables_arrive_byte_for_byte"),
                Mutant.of(
                        "has another umask",
                        commands(c -> c.shellLine()
                                .map(line -> BrokenCommands.line(c, "umask 077; " + line))
                                .orElse(c)),
                        "the_umask_is_022"),
                Mutant.of(
                        "sets another language",
                        commands(c -> c.env().containsKey("LANG") ? c : c.env("LANG", "en_US.UTF-8")),
                        "the_language_is_plain_unless_given"),
                Mutant.of(
                        "drops what was asked for from the environment",
                        commands(c -> without(c, "ASKED")),
                        "a_command_sees_no_variable_of_the_client"),
                Mutant.of(
                        "makes the root the home",
                        Broken.twist(call -> runs(call)
                                ? run(call, asked(call).env("HOME", call.real().root()))
                                : call.proceed()),
                        "a_fresh_root_has_an_empty_home_of_its_own",
                        "commands_of_two_workspaces_do_not_share_files"),
                Mutant.of(
                        "shows secrets in messages",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw runs(call)
                                        ? WorkspaceException.of(
                                                e.code(),
                                                e.getMessage() + " for "
                                                        + asked(call).env().values())
                                        : e;
                            }
                        }),
                        "secrets_are_redacted_where_they_could_be_shown",
                        "messages_hold_no_secret",
                        "messages_say_what_and_where"));
    }

    private static List<Mutant> programs() {
        return List.of(
                Mutant.of(
                        "looks programs up in a path of its own",
                        commands(c -> c.argv().equals(List.of("tool")) ? without(c, "PATH") : c),
                        "a_program_is_looked_up_in_the_path_of_the_command"),
                Mutant.of(
                        "is busy with a file that was just written",
                        results((call, r) -> asked(call).argv().equals(List.of("./run-0-7"))
                                ? output(exit(r, 126), Output.empty(), whole(Probe.bytes("text file busy")))
                                : r),
                        "a_file_can_be_run_as_soon_as_it_is_written"),
                Mutant.of(
                        "does not say how long an argument may be",
                        Broken.twist(call -> {
                            try {
                                return call.proceed();
                            } catch (WorkspaceException e) {
                                throw e.code() == INVALID_ARGUMENT && runs(call)
                                        ? WorkspaceException.of(INVALID_ARGUMENT, "too long")
                                        : e;
                            }
                        }),
                        "an_argument_that_is_too_long_is_refused_with_a_hint"),
                Mutant.of(
                        "refuses text beyond ASCII without a word",
                        Broken.twist(call -> {
                            if (runs(call) && asked(call).argv().contains("é")) {
                                throw WorkspaceException.of(ENCODING, "no");
                            }
                            return call.proceed();
                        }),
                        "text_beyond_ascii_arrives_whole_or_is_refused"),
                Mutant.of(
                        "runs what cannot be encoded",
                        Broken.forgiving(ENCODING, "exec"),
                        "text_that_cannot_be_encoded_is_refused"),
                Mutant.of(
                        "takes 42 for success",
                        results((call, r) -> r.exitCode() == 42 ? exit(r, 0) : r),
                        "the_exit_code_is_the_command_s_own"),
                Mutant.of(
                        "gives 1 for a program that is missing",
                        results((call, r) -> r.exitCode() == 127 && r.stderr().totalBytes() > 0 ? exit(r, 1) : r),
                        "a_missing_program_gives_127"),
                Mutant.of(
                        "gives 1 for a program that is not executable",
                        results((call, r) -> r.exitCode() == 126 && r.stderr().totalBytes() > 0 ? exit(r, 1) : r),
                        "a_program_that_is_not_executable_gives_126"),
                Mutant.of(
                        "tells a signal of every exit with 3",
                        results((call, r) -> r.exitCode() == 3 ? signalled(r) : r),
                        "a_signal_gives_128_and_its_number"),
                Mutant.of(
                        "measures nothing",
                        results((call, r) -> new CommandResult(
                                r.exitCode(),
                                r.stdout(),
                                r.stderr(),
                                Duration.ZERO,
                                r.timedOut(),
                                r.signal(),
                                r.sandbox())),
                        "the_result_tells_how_it_went"));
    }

    private static CommandResult signalled(CommandResult of) {
        return new CommandResult(
                of.exitCode(), of.stdout(), of.stderr(), of.duration(), of.timedOut(), OptionalInt.of(3), of.sandbox());
    }

    private static List<Mutant> input() {
        return List.of(
                Mutant.of(
                        "drops the last byte of input",
                        commands(c -> c.stdin() instanceof Stdin.Bytes in && in.bytes().length > 0
                                ? c.stdin(Arrays.copyOf(in.bytes(), in.bytes().length - 1))
                                : c),
                        "input_arrives_and_ends",
                        "three_mebibytes_go_through_cat",
                        "without_input_a_command_reads_its_end"),
                Mutant.of(
                        "makes up a line of input",
                        commands(c -> c.stdin() == Stdin.none() ? c.stdin("\n") : c),
                        "without_input_a_command_reads_its_end"),
                Mutant.of(
                        "fails where much input is ignored",
                        Broken.twist(call -> {
                            if (runs(call)
                                    && asked(call).stdin() instanceof Stdin.Bytes in
                                    && in.bytes().length == 20 << 20) {
                                throw WorkspaceException.of(IO, "the pipe is broken");
                            }
                            return call.proceed();
                        }),
                        "input_may_be_ignored"),
                Mutant.of(
                        "gives up where input does not come",
                        Broken.twist(call -> {
                            if (runs(call) && asked(call).stdin() instanceof Stdin.Stream stream) {
                                awaitFirst(stream);
                            }
                            return call.proceed();
                        }),
                        "input_that_never_comes_does_not_hold_the_call"),
                Mutant.of(
                        "cuts much input",
                        commands(c -> c.stdin() instanceof Stdin.Bytes in && in.bytes().length == 3 << 20
                                ? c.stdin(new byte[1 << 20])
                                : c),
                        "three_mebibytes_go_through_cat"));
    }

    private static void awaitFirst(Stdin.Stream stream) throws InterruptedException {
        Thread reader = new Thread(() -> {
            try {
                stream.source().get().read();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        reader.setDaemon(true);
        reader.start();
        reader.join(500);
        if (reader.isAlive()) {
            throw WorkspaceException.of(TIMED_OUT, "the input does not come");
        }
    }

    private static List<Mutant> consumers() {
        return List.of(
                Mutant.of(
                        "swaps the streams of binary output",
                        results((call, r) -> r.stdout().totalBytes() == 5
                                        && r.stderr().totalBytes() == 3
                                        && line(call).startsWith("printf")
                                ? output(r, r.stderr(), r.stdout())
                                : r),
                        "the_two_streams_are_captured_apart_as_bytes"),
                Mutant.of(
                        "decodes output in parts",
                        results((call, r) -> output(r, decodedInParts(r.stdout()), r.stderr())),
                        "text_is_decoded_once_at_the_end"),
                Mutant.of(
                        "shows consumers the output of started commands at its end",
                        Broken.twist(call -> call.is("start") && runs(call) ? startLate(call) : call.proceed()),
                        "consumers_see_output_while_the_command_runs"),
                Mutant.of(
                        "shows consumers only what is kept",
                        commands(c -> c.maxOutputBytes().isEmpty()
                                ? c
                                : BrokenCommands.consumers(
                                        c, consumer -> upTo(c.maxOutputBytes().getAsLong(), consumer))),
                        "consumers_see_every_byte_in_order"),
                Mutant.of(
                        "cuts characters apart for consumers",
                        commands(c -> BrokenCommands.consumers(c, consumer -> chunk -> {
                            int half = chunk.length / 2;
                            consumer.accept(Arrays.copyOf(chunk, half));
                            consumer.accept(Arrays.copyOfRange(chunk, half, chunk.length));
                        })),
                        "consumers_see_whole_characters"));
    }

    private static Output decodedInParts(Output output) {
        byte[] bytes = output.bytes();
        if (bytes.length < 10_000 || !Arrays.equals(bytes, new String(bytes, UTF_8).getBytes(UTF_8))) {
            return output;
        }
        ByteArrayOutputStream decoded = new ByteArrayOutputStream();
        for (int at = 0; at < bytes.length; at += 4096) {
            decoded.writeBytes(new String(bytes, at, Math.min(4096, bytes.length - at), UTF_8).getBytes(UTF_8));
        }
        return Output.of(decoded.toByteArray(), output.truncated(), output.totalBytes());
    }

    private static Object startLate(Broken.Call call) {
        Command command = asked(call);
        RunningCommand running = call.real().start(BrokenCommands.consumers(command, consumer -> chunk -> {}));
        running.onExit().thenAccept(result -> {
            command.onStdout().ifPresent(c -> c.accept(result.stdout().bytes()));
            command.onStderr().ifPresent(c -> c.accept(result.stderr().bytes()));
        });
        return running;
    }

    private static OutputConsumer upTo(long limit, OutputConsumer consumer) {
        AtomicLong seen = new AtomicLong();
        return chunk -> {
            long left = limit - seen.getAndAdd(chunk.length);
            if (left > 0) {
                consumer.accept(Arrays.copyOf(chunk, (int) Math.min(left, chunk.length)));
            }
        };
    }
}
