package dev.cofferdam.fakes.shell;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The variables of a shell, with the scopes that {@code local} and prefixed assignments open. */
final class Variables {

    private record Value(@Nullable String text, boolean exported, boolean readonly) {}

    private static final Value UNSET = new Value(null, false, false);

    private final Map<String, Value> values;
    private final Deque<Map<String, Value>> scopes = new ArrayDeque<>(0);

    private Variables(Map<String, Value> values) {
        this.values = values;
    }

    static Variables of(Map<String, String> environment) {
        Map<String, Value> values = new HashMap<>();
        environment.forEach((name, text) -> {
            if (WordReader.isName(name)) {
                values.put(name, new Value(text, true, false));
            }
        });
        return new Variables(values);
    }

    Variables copy() {
        Variables copy = new Variables(new HashMap<>(values));
        scopes.descendingIterator().forEachRemaining(scope -> copy.scopes.push(new HashMap<>(scope)));
        return copy;
    }

    @Nullable
    String get(String name) {
        Value value = values.get(name);
        return value == null ? null : value.text();
    }

    String get(String name, String otherwise) {
        String value = get(name);
        return value == null ? otherwise : value;
    }

    void set(String name, String text) {
        Value old = values.getOrDefault(name, UNSET);
        if (old.readonly()) {
            throw new ShellError(name + ": is read only");
        }
        values.put(name, new Value(text, old.exported(), false));
    }

    void unset(String name) {
        Value old = values.get(name);
        if (old != null && old.readonly()) {
            throw new ShellError("unset: " + name + ": is read only");
        }
        values.remove(name);
    }

    void export(String name) {
        Value old = values.getOrDefault(name, UNSET);
        values.put(name, new Value(old.text(), true, old.readonly()));
    }

    void protect(String name) {
        Value old = values.getOrDefault(name, UNSET);
        values.put(name, new Value(old.text(), old.exported(), true));
    }

    void open() {
        scopes.push(new HashMap<>());
    }

    /** Restores what was saved since the scope was opened. */
    void close() {
        scopes.pop().forEach((name, value) -> {
            if (value.equals(UNSET)) {
                values.remove(name);
            } else {
                values.put(name, value);
            }
        });
    }

    boolean inScope() {
        return !scopes.isEmpty();
    }

    /** Saves a variable, which keeps its value, until the scope is closed. */
    void local(String name) {
        Map<String, Value> scope = scopes.peek();
        if (scope != null) {
            scope.putIfAbsent(name, values.getOrDefault(name, UNSET));
        }
    }

    /** What programs get. */
    Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        values.forEach((name, value) -> {
            if (value.exported() && value.text() != null) {
                environment.put(name, value.text());
            }
        });
        return environment;
    }

    Map<String, String> exported() {
        return new TreeMap<>(environment());
    }

    Map<String, String> readonly() {
        Map<String, String> readonly = new TreeMap<>();
        values.forEach((name, value) -> {
            if (value.readonly()) {
                readonly.put(name, value.text() == null ? "" : value.text());
            }
        });
        return readonly;
    }

    Map<String, String> all() {
        Map<String, String> all = new TreeMap<>();
        values.forEach((name, value) -> {
            if (value.text() != null) {
                all.put(name, value.text());
            }
        });
        return all;
    }
}
