package dev.cofferdam.junit;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * A workspace that writes its commands down and hands everything else on. A proxy, since a listener does not see output
 * and a class with fifty methods that delegate would forget the next one.
 */
final class RecordingWorkspace implements InvocationHandler {
    private final Workspace workspace;
    private final CommandLog log;

    private RecordingWorkspace(Workspace workspace, CommandLog log) {
        this.workspace = workspace;
        this.log = log;
    }

    static Workspace over(Workspace workspace, CommandLog log) {
        return (Workspace) Proxy.newProxyInstance(
                RecordingWorkspace.class.getClassLoader(),
                new Class<?>[] {Workspace.class},
                new RecordingWorkspace(workspace, log));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
        return switch (method.getName()) {
            case "exec" -> {
                if (first instanceof String line) {
                    yield exec(Command.shell(line));
                }
                yield first instanceof Command command ? exec(command) : handOn(workspace, method, arguments);
            }
            case "start" -> {
                if (first instanceof Command command) {
                    yield start(command);
                }
                // start() returns the workspace itself, so here what records.
                yield handOn(workspace, method, arguments) == null ? null : proxy;
            }
            case "equals" -> proxy == first;
            case "hashCode" -> System.identityHashCode(proxy);
            default -> handOn(workspace, method, arguments);
        };
    }

    private CommandResult exec(Command command) {
        try {
            CommandResult result = workspace.exec(command);
            log.ended(command, result);
            return result;
        } catch (WorkspaceException e) {
            log.failed(command, e);
            throw e;
        }
    }

    private RunningCommand start(Command command) {
        try {
            RunningCommand running = workspace.start(command);
            log.started(running);
            return running;
        } catch (WorkspaceException e) {
            log.failed(command, e);
            throw e;
        }
    }

    /** Call a method on another object and throw what it throws. */
    static @Nullable Object handOn(Object target, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() != null ? e.getCause() : e;
        }
    }
}
