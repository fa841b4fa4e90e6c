package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The state of a running shell. */
final class Shell {

    /** The option letters a script may set. */
    private static final String OPTIONS = "aefnuvxCs";

    private final Computer computer;
    private final Task task;
    private final Variables variables;
    private final Map<String, Node> functions;
    private final Traps traps;
    private final Map<Integer, Task> jobs = new LinkedHashMap<>();
    private final TreeSet<Character> options = new TreeSet<>();
    private final int rootPid;
    private String name;
    private List<String> parameters;
    private int status;
    private int substitutionStatus;
    private int lastBackground;
    private int line = 1;
    private int loops;
    private int calls;

    Shell(Computer computer, Task task, Map<String, String> environment, String name, List<String> parameters) {
        this.computer = computer;
        this.task = task;
        this.variables = Variables.of(environment);
        this.functions = new HashMap<>();
        this.traps = new Traps(task);
        this.rootPid = task.pid();
        this.name = name;
        this.parameters = List.copyOf(parameters);
        variables.set("IFS", " \t\n");
        variables.set("OPTIND", "1");
        if (variables.get("PATH") == null) {
            variables.set("PATH", Toolbox.DEFAULT_PATH);
        }
        variables.set("PPID", Integer.toString(task.parent()));
        variables.set("PWD", task.cwd());
        variables.export("PWD");
    }

    private Shell(Shell parent, Task child) {
        this.computer = parent.computer;
        this.task = child;
        this.variables = parent.variables.copy();
        this.functions = new HashMap<>(parent.functions);
        this.traps = parent.traps.forSubshell(child);
        this.options.addAll(parent.options);
        this.rootPid = parent.rootPid;
        this.name = parent.name;
        this.parameters = parent.parameters;
        this.status = parent.status;
        this.lastBackground = parent.lastBackground;
        this.line = parent.line;
        this.loops = parent.loops;
        this.calls = parent.calls;
    }

    /** The shell of a subshell: a copy, in another process. */
    Shell fork(Task child) {
        return new Shell(this, child);
    }

    Computer computer() {
        return computer;
    }

    Task task() {
        return task;
    }

    Variables variables() {
        return variables;
    }

    Map<String, Node> functions() {
        return functions;
    }

    Traps traps() {
        return traps;
    }

    Map<Integer, Task> jobs() {
        return jobs;
    }

    String name() {
        return name;
    }

    void rename(String value) {
        name = value;
    }

    List<String> parameters() {
        return parameters;
    }

    void parameters(List<String> values) {
        parameters = List.copyOf(values);
    }

    int status() {
        return status;
    }

    void status(int value) {
        status = value;
    }

    int substitutionStatus() {
        return substitutionStatus;
    }

    void substitutionStatus(int value) {
        substitutionStatus = value;
    }

    void lastBackground(int pid) {
        lastBackground = pid;
    }

    int line() {
        return line;
    }

    void line(int value) {
        line = value;
    }

    int loops() {
        return loops;
    }

    void loops(int value) {
        loops = value;
    }

    int calls() {
        return calls;
    }

    void calls(int value) {
        calls = value;
    }

    boolean option(char letter) {
        return options.contains(letter);
    }

    /** Sets or clears an option; false when there is no such option. */
    boolean option(char letter, boolean on) {
        if (OPTIONS.indexOf(letter) < 0) {
            return letter == 'm' || letter == 'b' || letter == 'i';
        }
        if (on) {
            options.add(letter);
        } else {
            options.remove(letter);
        }
        return true;
    }

    String optionLetters() {
        StringBuilder letters = new StringBuilder();
        options.forEach(letters::append);
        return letters.toString();
    }

    /** The value of a parameter, or null if it is not set; {@code @} and {@code *} are for the expander. */
    @Nullable
    String parameter(String parameter) {
        char first = parameter.charAt(0);
        if (WordReader.isDigit(first)) {
            int index = parameter.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(parameter);
            if (index == 0) {
                return name;
            }
            return index <= parameters.size() ? parameters.get(index - 1) : null;
        }
        return switch (first) {
            case '#' -> Integer.toString(parameters.size());
            case '?' -> Integer.toString(status);
            case '$' -> Integer.toString(rootPid);
            case '!' -> lastBackground == 0 ? null : Integer.toString(lastBackground);
            case '-' -> optionLetters();
            default -> variables.get(parameter);
        };
    }

    void print(String text) throws IOException {
        byte[] bytes = Bytes.raw(text);
        if (bytes.length > 0) {
            task.descriptors().write(task, 1, bytes, 0, bytes.length);
        }
    }

    /** Says something on standard error, with the shell's name and the line. */
    void complain(String message) {
        say(name + ": " + line + ": " + message);
    }

    /** Says something on standard error. */
    void say(String message) {
        byte[] bytes = Bytes.raw(message + "\n");
        try {
            task.descriptors().write(task, 2, bytes, 0, bytes.length);
        } catch (IOException e) {
            // A shell whose standard error is closed stays silent.
            task.checkpoint();
        }
    }

    List<Task> jobList() {
        return new ArrayList<>(jobs.values());
    }
}
