package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builtins that set variables, parameters and options. */
final class VariableBuiltins {

    private static final Map<String, Character> LONG_OPTIONS = Map.of(
            "errexit",
            'e',
            "nounset",
            'u',
            "xtrace",
            'x',
            "noglob",
            'f',
            "noexec",
            'n',
            "verbose",
            'v',
            "allexport",
            'a',
            "noclobber",
            'C');

    private VariableBuiltins() {}

    static int set(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        if (words.size() == 1) {
            StringBuilder text = new StringBuilder();
            shell.variables()
                    .all()
                    .forEach((name, value) -> text.append(name)
                            .append('=')
                            .append(Quoting.quote(value))
                            .append('\n'));
            shell.print(text.toString());
            return 0;
        }
        int next = options(shell, words, 1);
        if (next < words.size()
                || words.get(next - 1).equals("--")
                || words.get(next - 1).equals("-")) {
            shell.parameters(words.subList(next, words.size()));
        }
        return 0;
    }

    /** Applies options and returns the index of the first word after them. */
    static int options(Shell shell, List<String> words, int first) {
        int i = first;
        while (i < words.size()) {
            String word = words.get(i);
            if (word.equals("--") || word.equals("-")) {
                return i + 1;
            }
            boolean on = word.startsWith("-");
            if (word.length() < 2 || (!on && !word.startsWith("+"))) {
                return i;
            }
            i++;
            for (char letter : word.substring(1).toCharArray()) {
                if (letter == 'o') {
                    String name = i < words.size() ? words.get(i++) : "";
                    Character option = LONG_OPTIONS.get(name);
                    if (option == null) {
                        throw new ShellError("set: Illegal option -o " + name);
                    }
                    shell.option(option, on);
                } else if (!shell.option(letter, on)) {
                    throw new ShellError("set: Illegal option " + word.charAt(0) + letter);
                }
            }
        }
        return i;
    }

    static int export(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        if (words.size() == 1 || words.get(1).equals("-p")) {
            shell.print(listing("export", shell.variables().exported()));
            return 0;
        }
        for (String word : arguments(words)) {
            shell.variables().export(assign(shell, "export", word));
        }
        return 0;
    }

    private static String listing(String builtin, Map<String, String> values) {
        StringBuilder text = new StringBuilder();
        values.forEach((name, value) -> text.append(builtin)
                .append(' ')
                .append(name)
                .append('=')
                .append(Quoting.quote(value))
                .append('\n'));
        return text.toString();
    }

    static int readonly(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        if (words.size() == 1 || words.get(1).equals("-p")) {
            shell.print(listing("readonly", shell.variables().readonly()));
            return 0;
        }
        for (String word : arguments(words)) {
            shell.variables().protect(assign(shell, "readonly", word));
        }
        return 0;
    }

    static int local(Interpreter interpreter, List<String> words) {
        Shell shell = interpreter.shell();
        if (!shell.variables().inScope()) {
            throw new ShellError("local: not in a function");
        }
        for (String word : arguments(words)) {
            String name = word.split("=", 2)[0];
            if (!WordReader.isName(name)) {
                throw new ShellError("local: " + name + ": bad variable name");
            }
            shell.variables().local(name);
            assign(shell, "local", word);
        }
        return 0;
    }

    private static List<String> arguments(List<String> words) {
        int first = words.size() > 1 && words.get(1).equals("--") ? 2 : 1;
        return words.subList(first, words.size());
    }

    private static String assign(Shell shell, String builtin, String word) {
        String[] parts = word.split("=", 2);
        if (!WordReader.isName(parts[0])) {
            throw new ShellError(builtin + ": " + parts[0] + ": bad variable name");
        }
        if (parts.length > 1) {
            shell.variables().set(parts[0], parts[1]);
        }
        return parts[0];
    }

    static int unset(Interpreter interpreter, List<String> words) {
        Shell shell = interpreter.shell();
        boolean functions = false;
        for (String word : words.subList(1, words.size())) {
            if (word.equals("-f") || word.equals("-v") || word.equals("--")) {
                functions = word.equals("-f");
            } else if (functions) {
                shell.functions().remove(word);
            } else {
                if (!WordReader.isName(word)) {
                    throw new ShellError("unset: " + word + ": bad variable name");
                }
                shell.variables().unset(word);
            }
        }
        return 0;
    }

    static int read(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        boolean raw = false;
        int i = 1;
        while (i < words.size() && words.get(i).startsWith("-")) {
            String option = words.get(i++);
            raw |= option.equals("-r");
            if (option.equals("-p") && i < words.size()) {
                shell.task()
                        .descriptors()
                        .write(
                                shell.task(),
                                2,
                                Bytes.raw(words.get(i)),
                                0,
                                words.get(i).length());
                i++;
            }
            if (option.equals("--")) {
                break;
            }
        }
        List<String> names = words.subList(i, words.size());
        if (names.isEmpty()) {
            throw new ShellError("read: arg count");
        }
        StringBuilder line = new StringBuilder();
        boolean complete = new LineReader(shell.task()).read(line, raw);
        List<String> values = FieldSplitter.firstFields(line, shell.variables().get("IFS", " \t\n"), names.size());
        for (int n = 0; n < names.size(); n++) {
            if (!WordReader.isName(names.get(n))) {
                throw new ShellError("read: " + names.get(n) + ": bad variable name");
            }
            shell.variables().set(names.get(n), n < values.size() ? values.get(n) : "");
        }
        return complete ? 0 : 1;
    }

    static int getopts(Interpreter interpreter, List<String> words) {
        Shell shell = interpreter.shell();
        if (words.size() < 3) {
            throw new ShellError("getopts: Usage: getopts optstring var [arg...]");
        }
        List<String> args = words.size() > 3 ? words.subList(3, words.size()) : shell.parameters();
        return new OptionScanner(shell, words.get(1), words.get(2), new ArrayList<>(args)).next();
    }
}
