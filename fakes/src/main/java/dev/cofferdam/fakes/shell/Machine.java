package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystem;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A computer in memory: files on a file system, processes on threads, programs in Java. It has no thread while no
 * process runs. Safe for use by several threads.
 */
public final class Machine implements AutoCloseable {

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final Computer computer;

    /**
     * Creates a machine.
     *
     * @param files where its files live, with POSIX paths; best with the attribute views {@code posix} and {@code unix}
     * @param time what {@code sleep} and {@code date} go by
     * @param programs programs beside the machine's own, by name; they come first
     */
    public Machine(FileSystem files, VirtualTime time, Map<String, Program> programs) {
        Disk disk = new Disk(files);
        this.computer = new Computer(disk, time, new ProcessTable(time), new Toolbox(disk, programs));
    }

    /**
     * Starts a process, which leads a session and a process group of its own. A program that is missing is a process
     * that ends with 127.
     *
     * @param argv the program, looked up in the PATH of {@code env}, and its arguments
     * @param cwd the working directory, absolute
     * @param env the whole environment
     * @param stdin what it reads; closed when no process holds it any more; null for nothing to read
     * @param stdout what it writes to; closed when no process holds it any more
     * @param stderr what it writes errors to; closed when no process holds it any more
     * @return the process
     * @throws NoSuchFileException when there is no such directory
     * @throws NotDirectoryException when it is something else
     * @throws IOException when the machine is closed or full
     */
    public MachineProcess start(
            List<String> argv,
            String cwd,
            Map<String, String> env,
            @Nullable InputStream stdin,
            OutputStream stdout,
            OutputStream stderr)
            throws IOException {
        OpenFile input = stdin == null ? Streams.nothing() : Streams.from(stdin);
        return start(argv, cwd, env, input, null, stdout, stderr);
    }

    /**
     * Starts a process that reads what is written to {@link MachineProcess#stdin()}.
     *
     * @param argv the program, looked up in the PATH of {@code env}, and its arguments
     * @param cwd the working directory, absolute
     * @param env the whole environment
     * @param stdout what it writes to; closed when no process holds it any more
     * @param stderr what it writes errors to; closed when no process holds it any more
     * @return the process
     * @throws NoSuchFileException when there is no such directory
     * @throws NotDirectoryException when it is something else
     * @throws IOException when the machine is closed or full
     */
    public MachineProcess startWithPipe(
            List<String> argv, String cwd, Map<String, String> env, OutputStream stdout, OutputStream stderr)
            throws IOException {
        Pipe pipe = new Pipe();
        return start(argv, cwd, env, pipe.source(), new PipeOutput(pipe), stdout, stderr);
    }

    private MachineProcess start(
            List<String> argv,
            String cwd,
            Map<String, String> env,
            OpenFile input,
            @Nullable OutputStream pipe,
            OutputStream stdout,
            OutputStream stderr)
            throws IOException {
        List<String> words = argv.stream().map(Bytes::encode).toList();
        if (words.isEmpty()) {
            throw new IllegalArgumentException("argv is empty");
        }
        String directory = directory(cwd);
        Map<String, String> environment = new LinkedHashMap<>();
        env.forEach((name, value) -> environment.put(Bytes.encode(name), Bytes.encode(value)));
        Descriptors descriptors = Descriptors.of(input, Streams.to(stdout), Streams.to(stderr));
        Task task = computer.table().fork(null, descriptors, words.get(0));
        task.chdir(directory);
        MachineProcess process = new MachineProcess(computer, task, pipe);
        computer.table().launch(task, leader -> execute(leader, words, environment));
        return process;
    }

    private String directory(String cwd) throws IOException {
        String name = Bytes.encode(cwd);
        Path path = computer.disk().path("/", name);
        if (!computer.disk().exists(path)) {
            throw new NoSuchFileException(cwd);
        }
        if (!computer.disk().isDirectory(path)) {
            throw new NotDirectoryException(cwd);
        }
        return name;
    }

    private int execute(Task leader, List<String> words, Map<String, String> environment) throws IOException {
        String path = environment.getOrDefault("PATH", Toolbox.DEFAULT_PATH);
        try {
            Executable program = computer.toolbox().find(words.get(0), path, leader.cwd());
            return Launcher.run(computer, leader, program, words, environment);
        } catch (Launcher.NotFound e) {
            byte[] bytes = Bytes.raw(words.get(0) + ": " + e.text() + "\n");
            leader.descriptors().write(leader, 2, bytes, 0, bytes.length);
            return e.status();
        }
    }

    /**
     * Lists the live processes.
     *
     * @return what runs now, by pid
     */
    public List<ProcessInfo> processes() {
        return computer.table().list(task -> true).stream().map(ProcessInfo::of).toList();
    }

    /**
     * Sends a signal to every process of a group.
     *
     * @param group the id of the group, which is the pid of its first leader
     * @param signal the number of the signal; 0 only counts
     * @return how many processes the group has
     */
    public int signalGroup(int group, int signal) {
        return MachineProcess.signal(computer, group, signal);
    }

    /**
     * Kills every process and waits for their threads; later starts fail.
     *
     * @throws IllegalStateException when a program that a test added does not end although its thread was interrupted
     */
    @Override
    public void close() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    if (!computer.table().close(CLOSE_PATIENCE.toNanos())) {
                        throw new IllegalStateException("a program does not end although its thread was interrupted");
                    }
                    return;
                } catch (InterruptedException e) {
                    // WS-EXEC-007: an interrupt does not keep close from doing its work.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
