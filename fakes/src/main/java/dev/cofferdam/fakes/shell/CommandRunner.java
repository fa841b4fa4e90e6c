package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Executes simple commands: assignments, functions, builtins, programs. */
final class CommandRunner {

    private final Shell shell;
    private final Interpreter interpreter;
    private final Expander expander;
    private final Redirector redirector;

    CommandRunner(Shell shell, Interpreter interpreter, Expander expander, Redirector redirector) {
        this.shell = shell;
        this.interpreter = interpreter;
        this.expander = expander;
        this.redirector = redirector;
    }

    int run(Node.Simple command, int flags) {
        shell.line(command.line());
        shell.substitutionStatus(0);
        List<String> words = expander.fields(command.words());
        if (words.isEmpty()) {
            return assignOnly(command);
        }
        trace(command, words);
        return run(command, words, flags, true);
    }

    /** Runs expanded words; {@code command} passes over functions. */
    int run(Node.Simple command, List<String> words, int flags, boolean functions) {
        String name = words.get(0);
        Builtins.Builtin special = Builtins.SPECIAL.get(name);
        if (special != null) {
            return special(command, special, words);
        }
        Node function = functions ? shell.functions().get(name) : null;
        if (function != null) {
            return inScope(command, () -> interpreter.call(function, words.subList(1, words.size()), flags));
        }
        Builtins.Builtin builtin = Builtins.REGULAR.get(name);
        if (builtin != null) {
            return inScope(command, () -> builtin(builtin, words));
        }
        return external(command, words, flags);
    }

    private int assignOnly(Node.Simple command) {
        try {
            redirector.applyFor(command.redirects()).run();
        } catch (Redirector.Failure e) {
            shell.complain(e.text());
            return 2;
        }
        for (Node.Assignment assignment : command.assignments()) {
            assign(assignment);
        }
        trace(command, List.of());
        return shell.substitutionStatus();
    }

    private void assign(Node.Assignment assignment) {
        shell.variables().set(assignment.name(), expander.value(assignment.value()));
        if (shell.option('a')) {
            shell.variables().export(assignment.name());
        }
    }

    private void trace(Node.Simple command, List<String> words) {
        if (shell.option('x')) {
            StringBuilder text = new StringBuilder(shell.variables().get("PS4", "+ "));
            command.assignments()
                    .forEach(assignment -> text.append(assignment.name())
                            .append('=')
                            .append(shell.variables().get(assignment.name(), ""))
                            .append(' '));
            text.append(String.join(" ", words));
            shell.say(text.toString().stripTrailing());
        }
    }

    /** Special builtins: assignments last, and errors end the shell. */
    private int special(Node.Simple command, Builtins.Builtin builtin, List<String> words) {
        boolean forGood = words.get(0).equals("exec") && words.size() == 1;
        Runnable undo = () -> {};
        try {
            if (forGood) {
                redirector.apply(command.redirects(), shell.task().descriptors());
            } else {
                undo = redirector.applyFor(command.redirects());
            }
        } catch (Redirector.Failure e) {
            throw new ShellError(e.text());
        }
        try {
            command.assignments().forEach(this::assign);
            return builtin(builtin, words);
        } finally {
            undo.run();
        }
    }

    private int builtin(Builtins.Builtin builtin, List<String> words) {
        try {
            return builtin.run(interpreter, words);
        } catch (Errno e) {
            shell.complain(words.get(0) + ": " + (e.code() == Errno.Code.EINTR ? e.text() : "I/O error"));
            return 1;
        } catch (IOException e) {
            shell.complain(words.get(0) + ": " + e.getMessage());
            return 1;
        }
    }

    /** Something that runs with redirections and assignments of its own. */
    @FunctionalInterface
    private interface Work {
        int run();
    }

    private int inScope(Node.Simple command, Work work) {
        Runnable undo;
        try {
            undo = redirector.applyFor(command.redirects());
        } catch (Redirector.Failure e) {
            shell.complain(e.text());
            return 2;
        }
        boolean scoped = !command.assignments().isEmpty();
        if (scoped) {
            shell.variables().open();
        }
        try {
            for (Node.Assignment assignment : command.assignments()) {
                shell.variables().local(assignment.name());
                assign(assignment);
                shell.variables().export(assignment.name());
            }
            return work.run();
        } finally {
            if (scoped) {
                shell.variables().close();
            }
            undo.run();
        }
    }

    private int external(Node.Simple command, List<String> words, int flags) {
        Task task = shell.task();
        boolean tail = (flags & Interpreter.TAIL) != 0 && shell.traps().isEmpty();
        Descriptors table = tail ? task.descriptors() : task.descriptors().copy();
        try {
            redirector.apply(command.redirects(), table);
        } catch (Redirector.Failure e) {
            if (!tail) {
                table.closeAll();
            }
            shell.complain(e.text());
            return 2;
        }
        Map<String, String> environment = environment(command);
        String path = environment.getOrDefault("PATH", shell.variables().get("PATH", ""));
        Task.Body body = child -> execute(child, path, words, environment);
        if (tail) {
            try {
                throw Jump.replaced(body.run(task) & 0xff);
            } catch (IOException e) {
                throw Jump.replaced(1);
            }
        }
        Task child;
        try {
            child = shell.computer().table().fork(task, table, words.get(0));
        } catch (Errno e) {
            throw new ShellError("Cannot fork");
        }
        int status = shell.computer().table().host(task, child, body);
        interpreter.announceDeath(child);
        return status;
    }

    private Map<String, String> environment(Node.Simple command) {
        Map<String, String> environment = shell.variables().environment();
        if (!command.assignments().isEmpty()) {
            environment = new HashMap<>(environment);
            for (Node.Assignment assignment : command.assignments()) {
                environment.put(assignment.name(), expander.value(assignment.value()));
            }
        }
        return environment;
    }

    /** Finds a program and runs it as the process {@code child}. */
    int execute(Task child, String path, List<String> words, Map<String, String> environment) throws IOException {
        String name = words.get(0);
        try {
            Executable program = shell.computer().toolbox().find(name, path, child.cwd());
            return Launcher.run(shell.computer(), child, program, words, environment);
        } catch (Launcher.NotFound e) {
            String message = shell.name() + ": " + shell.line() + ": " + name + ": " + e.text() + "\n";
            byte[] bytes = Bytes.raw(message);
            child.descriptors().write(child, 2, bytes, 0, bytes.length);
            // What a search finds but cannot run counts as not found, as in dash.
            return name.indexOf('/') >= 0 ? e.status() : 127;
        }
    }
}
