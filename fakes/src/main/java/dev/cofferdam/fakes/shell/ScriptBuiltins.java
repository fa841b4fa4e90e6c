package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builtins that execute something: {@code exec . command type trap}. */
final class ScriptBuiltins {

    private ScriptBuiltins() {}

    static int exec(Interpreter interpreter, List<String> words) throws IOException {
        List<String> command = words.subList(words.size() > 1 && words.get(1).equals("--") ? 2 : 1, words.size());
        if (command.isEmpty()) {
            return 0;
        }
        Shell shell = interpreter.shell();
        String path = shell.variables().get("PATH", "");
        Task task = shell.task();
        try {
            Executable program = shell.computer().toolbox().find(command.get(0), path, task.cwd());
            throw Jump.replaced(Launcher.run(
                    shell.computer(), task, program, command, shell.variables().environment()));
        } catch (Launcher.NotFound e) {
            throw new ShellError("exec: " + command.get(0) + ": " + e.text(), e.status());
        }
    }

    static int dot(Interpreter interpreter, List<String> words) throws IOException {
        if (words.size() < 2) {
            return 0;
        }
        Shell shell = interpreter.shell();
        String text = Bytes.of(read(shell, words.get(1)));
        try {
            return interpreter.evalText(text, 0);
        } catch (Jump jump) {
            if (jump.kind() == Jump.Kind.RETURN) {
                return jump.value();
            }
            throw jump;
        }
    }

    private static byte[] read(Shell shell, String name) {
        Disk disk = shell.computer().disk();
        String cwd = shell.task().cwd();
        try {
            if (name.indexOf('/') >= 0) {
                return disk.readAll(disk.path(cwd, name));
            }
            for (String directory : shell.variables().get("PATH", "").split(":", -1)) {
                Path file = disk.path(cwd, (directory.isEmpty() ? "." : directory) + "/" + name);
                if (disk.exists(file) && !disk.isDirectory(file)) {
                    return disk.readAll(file);
                }
            }
        } catch (IOException e) {
            throw new ShellError(".: cannot open " + name + ": " + Errno.of(e).text());
        }
        throw new ShellError(".: " + name + ": not found");
    }

    static int command(Interpreter interpreter, List<String> words) throws IOException {
        int i = 1;
        boolean describe = false;
        boolean verbose = false;
        while (i < words.size() && words.get(i).startsWith("-") && words.get(i).length() > 1) {
            String option = words.get(i++);
            if (option.equals("--")) {
                break;
            }
            describe |= option.indexOf('v') > 0;
            verbose |= option.indexOf('V') > 0;
        }
        List<String> rest = words.subList(i, words.size());
        if (rest.isEmpty()) {
            return 0;
        }
        if (describe || verbose) {
            int status = 0;
            for (String name : rest) {
                status |= verbose ? type(interpreter, name) : locate(interpreter, name);
            }
            return status;
        }
        Builtins.Builtin builtin = Builtins.SPECIAL.get(rest.get(0));
        if (builtin != null) {
            // Without its special properties: an error does not end the shell.
            try {
                return builtin.run(interpreter, rest);
            } catch (ShellError e) {
                interpreter.shell().complain(e.text());
                return e.status();
            }
        }
        return interpreter.runPlain(rest);
    }

    private static int locate(Interpreter interpreter, String name) throws IOException {
        Shell shell = interpreter.shell();
        String found = shell.functions().containsKey(name) || Builtins.exists(name) || isReserved(name)
                ? name
                : program(shell, name);
        if (found == null) {
            return 127;
        }
        shell.print(found + "\n");
        return 0;
    }

    private static @Nullable String program(Shell shell, String name) {
        String path = shell.variables().get("PATH", "");
        return shell.computer().toolbox().locate(name, path, shell.task().cwd());
    }

    private static boolean isReserved(String name) {
        return List.of(
                        "!", "{", "}", "case", "do", "done", "elif", "else", "esac", "fi", "for", "if", "in", "then",
                        "until", "while")
                .contains(name);
    }

    static int type(Interpreter interpreter, List<String> words) throws IOException {
        int status = 0;
        for (String name : words.subList(1, words.size())) {
            status |= type(interpreter, name);
        }
        return status;
    }

    private static int type(Interpreter interpreter, String name) throws IOException {
        Shell shell = interpreter.shell();
        String kind;
        if (isReserved(name)) {
            kind = " is a shell keyword";
        } else if (Builtins.SPECIAL.containsKey(name)) {
            kind = " is a special shell builtin";
        } else if (shell.functions().containsKey(name)) {
            kind = " is a shell function";
        } else if (Builtins.REGULAR.containsKey(name)) {
            kind = " is a shell builtin";
        } else {
            String found = program(shell, name);
            kind = found == null ? ": not found" : " is " + found;
        }
        shell.print(name + kind + "\n");
        return kind.startsWith(":") ? 127 : 0;
    }

    static int trap(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        List<String> args = words.subList(1, words.size());
        if (!args.isEmpty() && args.get(0).equals("--")) {
            args = args.subList(1, args.size());
        }
        if (args.isEmpty()) {
            shell.print(shell.traps().listing());
            return 0;
        }
        boolean reset = args.size() == 1 || args.get(0).equals("-") || isNumber(args.get(0));
        String action = reset ? null : args.get(0);
        List<String> names = args.size() > 1 && !isNumber(args.get(0)) ? args.subList(1, args.size()) : args;
        for (String name : names) {
            if (name.equals("EXIT") || name.equals("0")) {
                shell.traps().onExit(action == null || action.isEmpty() ? null : action);
                continue;
            }
            Signal signal = name.startsWith("SIG") ? null : Signal.parse(name);
            if (signal == null) {
                shell.complain("trap: " + name + ": bad trap");
                return 1;
            }
            shell.traps().set(signal, action);
        }
        return 0;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> WordReader.isDigit((char) c));
    }
}
