package dev.cofferdam.conformance;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a check finds wrong, so that one run names every misbehaviour and not only the first. Safe for use by
 * several threads.
 */
final class Expect {
    private static final int LONGEST = 300;

    private final List<String> wrong = new ArrayList<>();
    private int made;

    /** An action that may throw anything. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    synchronized void isTrue(String what, boolean condition) {
        made++;
        if (!condition) {
            wrong.add("expected: " + what);
        }
    }

    synchronized void isFalse(String what, boolean condition) {
        made++;
        if (condition) {
            wrong.add("not expected: " + what);
        }
    }

    void equal(String what, @Nullable Object expected, @Nullable Object actual) {
        boolean same = Objects.deepEquals(expected, actual);
        synchronized (this) {
            made++;
            if (!same) {
                wrong.add(what + ": expected " + show(expected) + " but was " + show(actual));
            }
        }
    }

    synchronized void contains(String what, String text, String part) {
        made++;
        if (!text.contains(part)) {
            wrong.add(what + ": expected " + show(part) + " in " + show(text));
        }
    }

    synchronized void excludes(String what, String text, String part) {
        made++;
        if (text.contains(part)) {
            wrong.add(what + ": did not expect " + show(part) + " in " + show(text));
        }
    }

    synchronized void fail(String what) {
        made++;
        wrong.add(what);
    }

    /** Expect an action to fail with a code. The exception is there when it did. */
    Optional<WorkspaceException> refused(ErrorCode code, String what, Action action) {
        return refused(EnumSet.of(code), what, action);
    }

    /** Expect an action to fail with one of several codes. The exception is there when it did. */
    Optional<WorkspaceException> refused(Set<ErrorCode> codes, String what, Action action) {
        Object found = "success";
        try {
            action.run();
        } catch (WorkspaceException e) {
            if (codes.contains(e.code())) {
                isTrue(what, true);
                return Optional.of(e);
            }
            found = e.code() + " (" + e.getMessage() + ")";
        } catch (Misbehaviour | Unshown e) {
            throw e;
        } catch (Exception e) {
            found = e;
        }
        String wanted = codes.size() == 1 ? codes.iterator().next().name() : "one of " + codes;
        fail(what + ": expected " + wanted + " but was " + found);
        return Optional.empty();
    }

    /** Stop here when something was wrong so far. */
    synchronized void now() {
        if (!wrong.isEmpty()) {
            throw new Misbehaviour(String.join("\n", wrong));
        }
    }

    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }

    /** Return how many expectations were made, so that a check that looked at nothing is found out. */
    synchronized int made() {
        return made;
    }

    static String show(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            String text = new String(bytes, 0, Math.min(bytes.length, LONGEST), StandardCharsets.UTF_8);
            return bytes.length + " bytes " + quoted(text);
        }
        if (value instanceof CharSequence text) {
            return quoted(text.toString());
        }
        if (value instanceof Collection<?> items) {
            return shortened(items.stream().map(Expect::show).toList().toString());
        }
        return shortened(String.valueOf(value));
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().limit(LONGEST).forEach(c -> {
            switch (c) {
                case '\n' -> out.append("\\n");
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                default -> {
                    if (Character.isISOControl(c)) {
                        out.append(String.format(java.util.Locale.ROOT, "\\u%04x", c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        });
        return out.append(text.length() > LONGEST ? "\"…" : "\"").toString();
    }

    private static String shortened(String text) {
        return text.length() > 2 * LONGEST ? text.substring(0, 2 * LONGEST) + "…" : text;
    }
}
