package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes each operation of a workspace into a transcript, and tells the subject's misbehaviour from the suite's own. */
final class Recording implements InvocationHandler {
    private final Workspace workspace;
    private final String name;
    private final Transcript transcript;
    private final Consumer<Command> commands;

    private Recording(Workspace workspace, String name, Transcript transcript, Consumer<Command> commands) {
        this.workspace = workspace;
        this.name = name;
        this.transcript = transcript;
        this.commands = commands;
    }

    static Workspace of(Workspace workspace, String name, Transcript transcript, Consumer<Command> commands) {
        return (Workspace) Proxy.newProxyInstance(
                Recording.class.getClassLoader(),
                new Class<?>[] {Workspace.class},
                new Recording(workspace, name, transcript, commands));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        Object[] arguments = args == null ? new Object[0] : args;
        for (Object argument : arguments) {
            if (argument instanceof Command command) {
                commands.accept(command);
            }
        }
        if (method.getName().equals("exec") && arguments[0] instanceof String line) {
            commands.accept(Command.shell(line));
        }
        String call = name + method.getName() + "("
                + Arrays.stream(arguments).map(Recording::argument).collect(Collectors.joining(", ")) + ")";
        try {
            Object result = method.invoke(workspace, arguments);
            transcript.add(call + (method.getReturnType() == void.class ? "" : " → " + result(result)));
            return result;
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause() != null ? e.getCause() : e;
            transcript.add(call + " ✗ " + describe(thrown));
            if (thrown instanceof WorkspaceException || thrown instanceof Error) {
                throw thrown;
            }
            throw new Misbehaviour(
                    method.getName() + " threw " + thrown
                            + " where only a WorkspaceException may be thrown (WS-ERR-001)",
                    thrown);
        }
    }

    static String describe(@Nullable Throwable thrown) {
        return thrown instanceof WorkspaceException e ? e.code() + " " + e.getMessage() : String.valueOf(thrown);
    }

    private static String argument(Object value) {
        return value instanceof Command command ? Expect.show(command.toString()) : Expect.show(value);
    }

    private static String result(@Nullable Object value) {
        if (value instanceof CommandResult result) {
            return "exit " + result.exitCode() + (result.timedOut() ? " timed out" : "")
                    + " stdout " + Expect.show(result.stdout().bytes())
                    + (result.stderr().totalBytes() > 0
                            ? " stderr " + Expect.show(result.stderr().bytes())
                            : "");
        }
        if (value instanceof Listing listing) {
            return listing.entries().size() + " entries "
                    + Expect.show(listing.entries().stream()
                            .limit(20)
                            .map(Entry::path)
                            .toList())
                    + (listing.truncated() ? " truncated" : "")
                    + (listing.unreadable().isEmpty() ? "" : " unreadable " + Expect.show(listing.unreadable()));
        }
        return Expect.show(value);
    }
}
