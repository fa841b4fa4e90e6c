package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code kill}, as builtin and as program. */
final class Killing {

    private final Computer computer;
    private final Task self;
    private final List<String> errors = new ArrayList<>();
    private final StringBuilder output = new StringBuilder();

    Killing(Computer computer, Task self) {
        this.computer = computer;
        this.self = self;
    }

    List<String> errors() {
        return errors;
    }

    String output() {
        return output.toString();
    }

    int run(List<String> args) {
        if (args.isEmpty()) {
            errors.add("Usage: kill [-s sigspec | -signum | -sigspec] [pid | job]... or kill -l [exitstatus]");
            return 2;
        }
        if (args.get(0).equals("-l")) {
            return list(args.subList(1, args.size()));
        }
        String name = "TERM";
        int first = 0;
        if (args.get(0).equals("-s") && args.size() > 1) {
            name = args.get(1);
            first = 2;
        } else if (args.get(0).startsWith("-") && !args.get(0).equals("--")) {
            name = args.get(0).substring(1);
            first = 1;
        }
        Signal signal = Signal.parse(name);
        if (signal == null && !name.equals("0")) {
            errors.add("invalid signal number or name: " + name);
            return 2;
        }
        if (first < args.size() && args.get(first).equals("--")) {
            first++;
        }
        int status = 0;
        for (String target : args.subList(first, args.size())) {
            status |= send(target, signal);
        }
        return status;
    }

    private int send(String target, @Nullable Signal signal) {
        if (!target.matches("-?[0-9]{1,9}")) {
            errors.add("Illegal number: " + target);
            return 2;
        }
        int number = Integer.parseInt(target);
        Predicate<Task> matches;
        if (number > 0) {
            matches = task -> task.pid() == number;
        } else if (number == 0) {
            int group = self.group();
            matches = task -> task.group() == group;
        } else if (number == -1) {
            matches = task -> task != self;
        } else {
            matches = task -> task.group() == -number;
        }
        int count = signal == null
                ? computer.table().list(matches).size()
                : computer.table().signal(matches, signal);
        if (count == 0) {
            errors.add(Errno.Code.ESRCH.text());
            return 1;
        }
        return 0;
    }

    private int list(List<String> args) {
        if (args.isEmpty()) {
            for (Signal signal : Signal.values()) {
                output.append(signal.name()).append('\n');
            }
        }
        for (String arg : args) {
            int number = arg.matches("[0-9]{1,4}") ? Integer.parseInt(arg) : 0;
            Signal signal = Signal.ofNumber(number > 128 ? number - 128 : number);
            if (signal == null) {
                errors.add("invalid signal number or exit status: " + arg);
                return 2;
            }
            output.append(signal.name()).append('\n');
        }
        return 0;
    }
}
