package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Opens files for redirections. */
final class Redirector {

    /** A redirection that failed; the message says what could not be opened. */
    static final class Failure extends Exception {

        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message, null, false, false);
        }

        String text() {
            return String.valueOf(getMessage());
        }
    }

    /** A descriptor to put back. */
    private record Saved(int fd, @Nullable OpenFile file) {}

    private final Shell shell;
    private final Expander expander;

    Redirector(Shell shell, Expander expander) {
        this.shell = shell;
        this.expander = expander;
    }

    /** Redirects descriptors of a table for good. */
    void apply(List<Node.Redirect> redirects, Descriptors table) throws Failure {
        for (Node.Redirect redirect : redirects) {
            table.set(redirect.fd(), open(redirect, table));
        }
    }

    /** Redirects descriptors of the shell; what is returned undoes it. */
    Runnable applyFor(List<Node.Redirect> redirects) throws Failure {
        Descriptors table = shell.task().descriptors();
        List<Saved> saved = new ArrayList<>(redirects.size());
        Runnable undo = () -> restore(table, saved);
        try {
            for (Node.Redirect redirect : redirects) {
                OpenFile file = open(redirect, table);
                OpenFile old = table.find(redirect.fd());
                saved.add(new Saved(redirect.fd(), old == null ? null : old.retain()));
                table.set(redirect.fd(), file);
            }
        } catch (Failure | RuntimeException e) {
            undo.run();
            throw e;
        }
        return undo;
    }

    private static void restore(Descriptors table, List<Saved> saved) {
        Collections.reverse(saved);
        saved.forEach(entry -> table.set(entry.fd(), entry.file()));
        saved.clear();
    }

    /** Opens what a redirection names; null closes the descriptor. */
    private @Nullable OpenFile open(Node.Redirect redirect, Descriptors table) throws Failure {
        String target = expander.text(redirect.target());
        return switch (redirect.operator()) {
            case "<<" -> Streams.of(Bytes.raw(target));
            case "<&", ">&" -> duplicate(target, table);
            case "<" -> file(target, Set.of(StandardOpenOption.READ), "open", table);
            case "<>" ->
                file(
                        target,
                        Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
                        "create",
                        table);
            case ">>" ->
                file(
                        target,
                        Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                        "create",
                        table);
            default -> truncated(redirect.operator(), target, table);
        };
    }

    private OpenFile truncated(String operator, String target, Descriptors table) throws Failure {
        if (operator.equals(">") && shell.option('C')) {
            Path path = path(target, "create");
            if (shell.computer().disk().exists(path) && !target.startsWith("/dev/")) {
                throw new Failure("cannot create " + target + ": File exists");
            }
        }
        return file(
                target,
                Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING),
                "create",
                table);
    }

    private static @Nullable OpenFile duplicate(String target, Descriptors table) throws Failure {
        if (target.equals("-")) {
            return null;
        }
        if (target.isEmpty() || target.length() > 3 || !target.chars().allMatch(c -> WordReader.isDigit((char) c))) {
            throw new Failure("Bad fd number: " + target);
        }
        OpenFile file = table.find(Integer.parseInt(target));
        if (file == null) {
            throw new Failure(target + ": Bad file descriptor");
        }
        return file.retain();
    }

    private OpenFile file(String target, Set<? extends OpenOption> options, String verb, Descriptors table)
            throws Failure {
        try {
            Task task = shell.task();
            return Opening.open(shell.computer().disk(), table, task.cwd(), target, options, 0666 & ~task.umask());
        } catch (IOException e) {
            throw failure(verb, target, Errno.of(e));
        }
    }

    private Path path(String target, String verb) throws Failure {
        try {
            return shell.computer().disk().path(shell.task().cwd(), target);
        } catch (Errno e) {
            throw failure(verb, target, e);
        }
    }

    private static Failure failure(String verb, String target, Errno e) {
        String text = e.text();
        if (e.code() == Errno.Code.ENOENT) {
            text = verb.equals("create") ? "Directory nonexistent" : "No such file";
        }
        return new Failure("cannot " + verb + " " + target + ": " + text);
    }
}
