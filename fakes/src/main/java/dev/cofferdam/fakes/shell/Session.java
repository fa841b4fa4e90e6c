package dev.cofferdam.fakes.shell;

import java.io.UncheckedIOException;

/** A shell from its start to its end: what leaves it, and what runs last. */
final class Session {

    private final Shell shell;
    private final Interpreter interpreter;

    Session(Shell shell) {
        this.shell = shell;
        this.interpreter = new Interpreter(shell);
    }

    /** What may leave a shell early. */
    @FunctionalInterface
    private interface Work {
        int run();
    }

    /** Runs a script and the exit trap. */
    int runScript(Source source, boolean tail) {
        return toTheEnd(() -> interpreter.evalSource(source, tail ? Interpreter.TAIL : 0));
    }

    /** Runs a command in a forked shell. */
    int runForked(Node node) {
        return toTheEnd(() -> interpreter.eval(node, Interpreter.TAIL));
    }

    private int toTheEnd(Work work) {
        int status = guarded(work);
        String action = shell.traps().takeOnExit();
        if (action == null) {
            return status;
        }
        shell.status(status);
        // An exit in the trap decides; otherwise the status stays what it was.
        int result = guarded(() -> {
            interpreter.evalText(action, 0);
            return status;
        });
        return result;
    }

    private int guarded(Work work) {
        try {
            return work.run();
        } catch (Jump jump) {
            if (jump.kind() == Jump.Kind.REPLACED) {
                shell.traps().clear();
            }
            return switch (jump.kind()) {
                case EXIT, REPLACED, RETURN -> jump.value();
                case BREAK, CONTINUE -> shell.status();
            };
        } catch (UncheckedIOException e) {
            shell.complain(String.valueOf(e.getMessage()));
            return 2;
        } catch (ShellError e) {
            shell.complain(e.text());
            return e.status();
        }
    }
}
