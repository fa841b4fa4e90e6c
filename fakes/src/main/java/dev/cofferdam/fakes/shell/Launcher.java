package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Turns a process into a program, as exec does. */
final class Launcher {

    private static final int MAX_INTERPRETERS = 5;

    /** A program that cannot be run. */
    static final class NotFound extends Exception {

        private static final long serialVersionUID = 1L;

        private final int status;

        private NotFound(int status, String message) {
            super(message, null, false, false);
            this.status = status;
        }

        static NotFound missing() {
            return new NotFound(127, "not found");
        }

        static NotFound denied() {
            return new NotFound(126, "Permission denied");
        }

        static NotFound malformed() {
            return new NotFound(126, "Exec format error");
        }

        int status() {
            return status;
        }

        String text() {
            return String.valueOf(getMessage());
        }
    }

    private Launcher() {}

    /** Runs a program to its end as the process {@code task}; the words begin with its name. */
    static int run(
            Computer computer, Task task, Executable program, List<String> words, Map<String, String> environment)
            throws IOException, NotFound {
        return run(computer, task, program, words, environment, 0);
    }

    private static int run(
            Computer computer,
            Task task,
            Executable program,
            List<String> words,
            Map<String, String> environment,
            int depth)
            throws IOException, NotFound {
        task.resetHandlers();
        task.rename(words.get(0).substring(words.get(0).lastIndexOf('/') + 1));
        if (program instanceof Executable.Own own) {
            Call call = new Call(computer, task, words, environment);
            int status = call.run(own.tool());
            return status;
        }
        if (program instanceof Executable.Added added) {
            return Added.run(computer, task, added.program(), words, environment);
        }
        Executable.File file = (Executable.File) program;
        return script(computer, task, file, words, environment, depth);
    }

    private static int script(
            Computer computer,
            Task task,
            Executable.File file,
            List<String> words,
            Map<String, String> environment,
            int depth)
            throws IOException, NotFound {
        Path path = file.path();
        String text;
        try {
            text = Bytes.of(computer.disk().readAll(path));
        } catch (Errno e) {
            throw NotFound.denied();
        }
        if (depth >= MAX_INTERPRETERS
                || text.substring(0, Math.min(text.length(), 256)).indexOf('\0') >= 0) {
            throw NotFound.malformed();
        }
        List<String> command = new ArrayList<>();
        if (text.startsWith("#!")) {
            String line = text.substring(2, text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n'))
                    .strip();
            String[] parts = line.split("[ \t]+", 2);
            command.add(parts[0]);
            if (parts.length > 1) {
                command.add(parts[1]);
            }
        } else {
            command.add("/bin/sh");
        }
        Executable interpreter = computer.toolbox().find(command.get(0), "", task.cwd());
        command.add(file.spelling());
        command.addAll(words.subList(1, words.size()));
        int status = run(computer, task, interpreter, command, environment, depth + 1);
        return status;
    }
}
