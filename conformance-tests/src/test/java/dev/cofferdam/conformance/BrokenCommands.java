package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Output;
import dev.cofferdam.workspace.OutputConsumer;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Workspace;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Ways to break commands and what is known of them. */
final class BrokenCommands {
    private BrokenCommands() {}

    static boolean runs(Broken.Call call) {
        return call.is("exec", "start") && call.args().length == 1;
    }

    static Command asked(Broken.Call call) {
        return call.args()[0] instanceof String line ? Command.shell(line) : (Command) call.args()[0];
    }

    static String line(Broken.Call call) {
        return call.is("exec", "start") && call.args().length == 1
                ? asked(call).shellLine().orElse("")
                : "";
    }

    static Object run(Broken.Call call, Command command) {
        return call.is("exec") ? call.real().exec(command) : call.real().start(command);
    }

    /** Run another command than the one that is asked for. */
    static UnaryOperator<Workspace> commands(UnaryOperator<Command> change) {
        return Broken.twist(call -> runs(call) ? run(call, change.apply(asked(call))) : call.proceed());
    }

    /** Give another result than the command's. */
    static UnaryOperator<Workspace> results(BiFunction<Broken.Call, CommandResult, CommandResult> change) {
        return Broken.results((call, result) -> change.apply(call, (CommandResult) result), "exec");
    }

    /** What is done instead of an operation of a handle. */
    @FunctionalInterface
    interface HandleTwist {
        Object call(HandleCall call) throws Throwable;
    }

    /** An operation of a handle under way. */
    @SuppressWarnings("ArrayRecordComponent") // handed to Method.invoke as it is
    record HandleCall(Workspace workspace, RunningCommand real, Method method, Object[] args) {
        boolean is(String... operations) {
            return List.of(operations).contains(method.getName());
        }

        Object proceed() throws Throwable {
            try {
                return method.invoke(real, args);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    /** Break the handles of started commands. */
    static UnaryOperator<Workspace> handles(HandleTwist twist) {
        return Broken.results(
                (call, result) -> result instanceof RunningCommand real ? handle(call.real(), real, twist) : result,
                "start");
    }

    private static RunningCommand handle(Workspace workspace, RunningCommand real, HandleTwist twist) {
        return (RunningCommand) Proxy.newProxyInstance(
                BrokenCommands.class.getClassLoader(),
                new Class<?>[] {RunningCommand.class},
                (proxy, method, args) ->
                        twist.call(new HandleCall(workspace, real, method, args == null ? new Object[0] : args)));
    }

    /** Return a command with other words and everything else as it was. */
    static Command words(Command of, List<String> words) {
        return with(of, Command.of(words), of.env());
    }

    /** Return a command with another line and everything else as it was. */
    static Command line(Command of, String line) {
        return with(of, Command.shell(line), of.env());
    }

    /** Return a command with another environment and everything else as it was. */
    static Command env(Command of, UnaryOperator<Map<String, String>> change) {
        return with(of, bare(of), change.apply(new TreeMap<>(of.env())));
    }

    /** Return a command without a part of its environment. */
    static Command without(Command of, String variable) {
        return env(of, env -> {
            env.remove(variable);
            return env;
        });
    }

    private static Command bare(Command of) {
        return of.shellLine().map(Command::shell).orElseGet(() -> Command.of(of.argv()));
    }

    private static Command with(Command of, Command bare, Map<String, String> env) {
        Command[] copy = {bare.stdin(of.stdin()).keep(of.keep())};
        env.forEach((name, value) -> copy[0] =
                of.secretNames().contains(name) ? copy[0].env(name, Secret.of(value)) : copy[0].env(name, value));
        of.cwd().ifPresent(cwd -> copy[0] = copy[0].cwd(cwd));
        of.timeout().ifPresent(timeout -> copy[0] = copy[0].timeout(timeout));
        of.killGrace().ifPresent(grace -> copy[0] = copy[0].killGrace(grace));
        of.background().ifPresent(choice -> copy[0] = copy[0].background(choice));
        of.maxOutputBytes().ifPresent(bytes -> copy[0] = copy[0].maxOutputBytes(bytes));
        of.maxStreamBytes().ifPresent(bytes -> copy[0] = copy[0].maxStreamBytes(bytes));
        of.onStdout().ifPresent(consumer -> copy[0] = copy[0].onStdout(consumer));
        of.onStderr().ifPresent(consumer -> copy[0] = copy[0].onStderr(consumer));
        of.cancelToken().ifPresent(token -> copy[0] = copy[0].cancelToken(token));
        return copy[0];
    }

    /** Return a command whose consumers are changed. */
    static Command consumers(Command of, UnaryOperator<OutputConsumer> change) {
        Command out = of.onStdout().map(c -> of.onStdout(change.apply(c))).orElse(of);
        return out.onStderr().map(c -> out.onStderr(change.apply(c))).orElse(out);
    }

    static CommandResult exit(CommandResult of, int code) {
        return new CommandResult(
                code, of.stdout(), of.stderr(), of.duration(), of.timedOut(), of.signal(), of.sandbox());
    }

    static CommandResult output(CommandResult of, Output stdout, Output stderr) {
        return new CommandResult(
                of.exitCode(), stdout, stderr, of.duration(), of.timedOut(), of.signal(), of.sandbox());
    }

    static Output whole(byte[] bytes) {
        return Output.of(bytes, false, bytes.length);
    }

    /** Return a result in which the first process id is that of a process that lives. */
    static CommandResult withSurvivor(Broken.Call call, CommandResult of) {
        String pid = call.real()
                .exec(Command.shell("sleep 600 & echo $!").background(Background.KEEP))
                .stdout()
                .text()
                .strip();
        String printed = of.stdout().text().replaceFirst("[0-9]+", pid);
        return output(of, whole(Probe.bytes(printed)), of.stderr());
    }
}
