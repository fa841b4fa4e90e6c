package dev.cofferdam.fakes.shell;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a shell does on signals and at its end. */
final class Traps {

    private final Task task;
    private final Map<Signal, String> actions = new EnumMap<>(Signal.class);
    private @Nullable String onExit;

    Traps(Task task) {
        this.task = task;
    }

    /** In a subshell handlers are gone, but what is ignored stays ignored. */
    Traps forSubshell(Task child) {
        Traps copy = new Traps(child);
        actions.forEach((signal, action) -> {
            if (action.isEmpty()) {
                copy.actions.put(signal, action);
            }
        });
        return copy;
    }

    boolean isEmpty() {
        return onExit == null && actions.isEmpty();
    }

    void onExit(@Nullable String action) {
        onExit = action;
    }

    @Nullable
    String takeOnExit() {
        String action = onExit;
        onExit = null;
        return action;
    }

    /** Sets an action; empty ignores the signal, null restores the default. */
    void set(Signal signal, @Nullable String action) {
        if (signal == Signal.KILL || signal == Signal.STOP) {
            return;
        }
        if (action == null) {
            actions.remove(signal);
            task.useDefault(signal);
        } else {
            actions.put(signal, action);
            if (action.isEmpty()) {
                task.ignore(signal);
            } else {
                task.handle(signal);
            }
        }
    }

    @Nullable
    String action(Signal signal) {
        return actions.get(signal);
    }

    /** Forgets everything, as {@code exec} does. */
    void clear() {
        onExit = null;
        actions.clear();
    }

    /** The commands that would set the traps again. */
    String listing() {
        StringBuilder text = new StringBuilder();
        if (onExit != null) {
            text.append("trap -- ").append(Quoting.quote(onExit)).append(" EXIT\n");
        }
        actions.forEach((signal, action) -> text.append("trap -- ")
                .append(Quoting.quote(action))
                .append(' ')
                .append(signal.name())
                .append('\n'));
        return text.toString();
    }
}
