package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Builtins about processes. */
final class JobBuiltins {

    private JobBuiltins() {}

    static int kill(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        Killing killing = new Killing(shell.computer(), shell.task());
        List<String> args = new ArrayList<>(words.subList(1, words.size()));
        args.replaceAll(
                word -> word.startsWith("%") ? Integer.toString(job(shell, word).pid()) : word);
        int status = killing.run(args);
        shell.print(killing.output());
        killing.errors().forEach(error -> shell.complain("kill: " + error));
        shell.task().checkpoint();
        return status;
    }

    static int await(Interpreter interpreter, List<String> words) {
        Shell shell = interpreter.shell();
        if (words.size() == 1) {
            for (Task job : shell.jobList()) {
                if (!shell.computer().table().join(shell.task(), job)) {
                    return interrupted(shell);
                }
                shell.jobs().remove(job.pid());
            }
            return 0;
        }
        int status = 0;
        for (String word : words.subList(1, words.size())) {
            Task job = find(shell, word);
            if (job == null) {
                status = 127;
            } else if (!shell.computer().table().join(shell.task(), job)) {
                return interrupted(shell);
            } else {
                shell.jobs().remove(job.pid());
                interpreter.announceDeath(job);
                status = shell.computer().table().statusOf(job);
            }
        }
        return status;
    }

    private static int interrupted(Shell shell) {
        Signal signal = shell.task().firstPending();
        return signal == null ? 0 : 128 + signal.number();
    }

    private static @org.jspecify.annotations.Nullable Task find(Shell shell, String word) {
        return word.startsWith("%") ? job(shell, word) : shell.jobs().get(Builtins.number(word));
    }

    private static Task job(Shell shell, String word) {
        List<Task> jobs = shell.jobList();
        String id = word.substring(1);
        int number = 0;
        if (id.isEmpty() || id.equals("%") || id.equals("+")) {
            number = jobs.size();
        } else if (id.matches("[0-9]{1,4}")) {
            number = Integer.parseInt(id);
        }
        if (number < 1 || number > jobs.size()) {
            throw new ShellError("No such job: " + word);
        }
        return jobs.get(number - 1);
    }

    static int jobs(Interpreter interpreter, List<String> words) throws IOException {
        Shell shell = interpreter.shell();
        int number = 0;
        for (Task job : shell.jobList()) {
            number++;
            boolean done = shell.computer().table().hasEnded(job);
            if (words.contains("-p")) {
                shell.print(job.pid() + "\n");
            } else {
                shell.print("[" + number + "] " + (done ? "Done" : "Running") + " " + job.command() + "\n");
            }
        }
        return 0;
    }
}
