package dev.cofferdam.fakes.shell;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** One run of a program: its arguments, environment, streams and files. */
final class Call {

    private static final int BUFFER = 8192;

    private final Computer computer;
    private final Task task;
    private final List<String> words;
    private final Map<String, String> environment;
    private final OutputStream out;
    private final AtomicBoolean failed;

    Call(Computer computer, Task task, List<String> words, Map<String, String> environment) {
        this.computer = computer;
        this.task = task;
        this.words = List.copyOf(words);
        this.environment = environment;
        this.out = new BufferedOutputStream(output(1), BUFFER);
        this.failed = new AtomicBoolean();
    }

    private Call(Call original, List<String> words) {
        this.computer = original.computer;
        this.task = original.task;
        this.words = List.copyOf(words);
        this.environment = original.environment;
        this.out = original.out;
        this.failed = original.failed;
    }

    /** Runs the tool, with its errors on standard error. */
    int run(Tool tool) throws IOException {
        int status;
        try {
            status = tool.run(this);
        } catch (Usage e) {
            error(e.text());
            status = e.status();
        } catch (IOException e) {
            error(Errno.of(e).text());
            status = 1;
        }
        try {
            out.flush();
        } catch (IOException e) {
            error("write error: " + Errno.of(e).text());
            status = 1;
        }
        return failed.get() && status == 0 ? 1 : status;
    }

    /** The same call with other words. */
    Call with(List<String> otherWords) {
        return new Call(this, otherWords);
    }

    Computer computer() {
        return computer;
    }

    Task task() {
        return task;
    }

    Disk disk() {
        return computer.disk();
    }

    String name() {
        return words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
    }

    List<String> words() {
        return words;
    }

    List<String> args() {
        return words.subList(1, words.size());
    }

    Map<String, String> environment() {
        return environment;
    }

    Path path(String name) throws Errno {
        Path path = disk().path(task.cwd(), name);
        if (name.endsWith("/") && disk().existsItself(path) && !disk().isDirectory(path) && !disk().isLink(path)) {
            throw new Errno(Errno.Code.ENOTDIR);
        }
        return path;
    }

    OutputStream out() {
        return out;
    }

    void print(String text) throws IOException {
        out.write(Bytes.raw(text));
    }

    void line(String text) throws IOException {
        print(text);
        out.write('\n');
    }

    /** Says what is wrong and makes the program fail, but lets it go on. */
    void error(String message) {
        failed.set(true);
        byte[] bytes = Bytes.raw(name() + ": " + message + "\n");
        try {
            out.flush();
            task.descriptors().write(task, 2, bytes, 0, bytes.length);
        } catch (IOException e) {
            // There is no place left to say it; the status does.
            task.checkpoint();
        }
    }

    void error(String what, IOException e) {
        error(what + ": " + Errno.of(e).text());
    }

    boolean failed() {
        return failed.get();
    }

    InputStream in() {
        return new DescriptorInput(task, 0);
    }

    OutputStream output(int fd) {
        return new DescriptorOutput(task, fd);
    }

    /** Opens an operand for reading; {@code -} is standard input. */
    InputStream open(String name) throws IOException {
        if (name.equals("-")) {
            return in();
        }
        OpenFile file = Opening.open(
                disk(), task.descriptors(), task.cwd(), name, Set.of(StandardOpenOption.READ), 0666 & ~task.umask());
        return new FileInput(task, file);
    }

    byte[] readAll(String name) throws IOException {
        try (InputStream in = open(name)) {
            return in.readAllBytes();
        }
    }

    /** Runs another program as a child and waits for it. */
    int spawn(List<String> command, Map<String, String> env) throws IOException {
        out.flush();
        Task child = computer.table().fork(task, task.descriptors().copy(), command.get(0));
        return computer.table().host(task, child, running -> become(running, command, env));
    }

    /** Makes a process, this one or a child, run another program. */
    int become(Task process, List<String> command, Map<String, String> env) throws IOException {
        try {
            String path = env.getOrDefault("PATH", Toolbox.DEFAULT_PATH);
            Executable program = computer.toolbox().find(command.get(0), path, process.cwd());
            return Launcher.run(computer, process, program, command, env);
        } catch (Launcher.NotFound e) {
            String reason = e.status() == 127 ? Errno.Code.ENOENT.text() : e.text();
            error("'" + command.get(0) + "': " + reason);
            return e.status();
        }
    }
}
