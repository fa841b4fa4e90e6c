package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The commands that a shell executes by itself. */
final class Builtins {

    /** A builtin; the words begin with its name. */
    @FunctionalInterface
    interface Builtin {
        int run(Interpreter interpreter, List<String> words) throws IOException;
    }

    /** The builtins whose errors end the shell and whose assignments stay. */
    static final Map<String, Builtin> SPECIAL = special();

    /** All others. */
    static final Map<String, Builtin> REGULAR = regular();

    private Builtins() {}

    private static Map<String, Builtin> special() {
        Map<String, Builtin> map = new HashMap<>();
        map.put(":", (interpreter, words) -> 0);
        map.put("break", (interpreter, words) -> jump(interpreter, words, true));
        map.put("continue", (interpreter, words) -> jump(interpreter, words, false));
        map.put("return", (interpreter, words) -> {
            throw Jump.returning(status(interpreter, words));
        });
        map.put("exit", (interpreter, words) -> {
            throw Jump.exit(status(interpreter, words));
        });
        map.put(
                "eval",
                (interpreter, words) -> interpreter.evalText(String.join(" ", words.subList(1, words.size())), 0));
        map.put("exec", ScriptBuiltins::exec);
        map.put(".", ScriptBuiltins::dot);
        map.put("shift", Builtins::shift);
        map.put("trap", ScriptBuiltins::trap);
        map.put("times", (interpreter, words) -> {
            interpreter.shell().print("0m0.00s 0m0.00s\n0m0.00s 0m0.00s\n");
            return 0;
        });
        map.put("set", VariableBuiltins::set);
        map.put("export", VariableBuiltins::export);
        map.put("readonly", VariableBuiltins::readonly);
        map.put("unset", VariableBuiltins::unset);
        return Map.copyOf(map);
    }

    private static Map<String, Builtin> regular() {
        Map<String, Builtin> map = new HashMap<>();
        map.put("true", (interpreter, words) -> 0);
        map.put("false", (interpreter, words) -> 1);
        map.put("echo", (interpreter, words) -> {
            interpreter.shell().print(Echo.dash(words.subList(1, words.size())));
            return 0;
        });
        map.put("printf", (interpreter, words) -> printf(interpreter.shell(), words));
        map.put("test", Builtins::test);
        map.put("[", Builtins::test);
        map.put("cd", DirectoryBuiltins::cd);
        map.put("pwd", DirectoryBuiltins::pwd);
        map.put("umask", DirectoryBuiltins::umask);
        map.put("local", VariableBuiltins::local);
        map.put("read", VariableBuiltins::read);
        map.put("getopts", VariableBuiltins::getopts);
        map.put("kill", JobBuiltins::kill);
        map.put("wait", JobBuiltins::await);
        map.put("jobs", JobBuiltins::jobs);
        map.put("command", ScriptBuiltins::command);
        map.put("type", ScriptBuiltins::type);
        map.put("hash", (interpreter, words) -> 0);
        map.put("ulimit", (interpreter, words) -> {
            interpreter.shell().print("unlimited\n");
            return 0;
        });
        return Map.copyOf(map);
    }

    static boolean exists(String name) {
        return SPECIAL.containsKey(name) || REGULAR.containsKey(name);
    }

    private static int jump(Interpreter interpreter, List<String> words, boolean leave) {
        int count = words.size() > 1 ? number(words.get(1)) : 1;
        if (count < 1) {
            throw new ShellError("Illegal number: " + words.get(1));
        }
        int loops = interpreter.shell().loops();
        if (loops == 0) {
            return 0;
        }
        int levels = Math.min(count, loops);
        throw leave ? Jump.outOf(levels) : Jump.next(levels);
    }

    private static int status(Interpreter interpreter, List<String> words) {
        return words.size() > 1 ? number(words.get(1)) : interpreter.shell().status();
    }

    static int number(String text) {
        if (text.isEmpty() || text.length() > 9 || !text.chars().allMatch(c -> WordReader.isDigit((char) c))) {
            throw new ShellError("Illegal number: " + text);
        }
        return Integer.parseInt(text);
    }

    private static int shift(Interpreter interpreter, List<String> words) {
        List<String> parameters = interpreter.shell().parameters();
        int count = words.size() > 1 ? number(words.get(1)) : 1;
        if (count > parameters.size()) {
            throw new ShellError("shift: can't shift that many");
        }
        interpreter.shell().parameters(parameters.subList(count, parameters.size()));
        return 0;
    }

    private static int printf(Shell shell, List<String> words) throws IOException {
        Printf printf = new Printf();
        int status = printf.run(words.subList(1, words.size()));
        shell.print(printf.output());
        printf.errors().forEach(error -> shell.complain("printf: " + error));
        return status;
    }

    private static int test(Interpreter interpreter, List<String> words) {
        Shell shell = interpreter.shell();
        try {
            return new TestExpression(shell.computer(), shell.task()).run(words);
        } catch (Usage e) {
            shell.complain(words.get(0) + ": " + e.text());
            return 2;
        }
    }
}
