package dev.cofferdam.fakes.shell;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A machine with a working directory and the streams of its last process. */
final class TestMachine implements AutoCloseable {

    static final String DIRECTORY = "/w";
    static final Duration PATIENCE = Duration.ofSeconds(20);

    final FileSystem files;
    final Machine machine;
    final Map<String, String> env = new HashMap<>();
    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();

    TestMachine() throws IOException {
        this(VirtualTime.system(), Map.of());
    }

    TestMachine(VirtualTime time, Map<String, Program> programs) throws IOException {
        files = Jimfs.newFileSystem(Configuration.unix().toBuilder()
                .setAttributeViews("basic", "owner", "posix", "unix")
                .setWorkingDirectory("/")
                .build());
        Files.createDirectories(files.getPath(DIRECTORY));
        Files.createDirectories(files.getPath("/tmp"));
        machine = new Machine(files, time, programs);
        env.put("PATH", "/usr/bin:/bin");
        env.put("HOME", DIRECTORY);
    }

    Path file(String name) {
        return files.getPath(DIRECTORY, name);
    }

    MachineProcess start(String... argv) throws IOException {
        return machine.start(List.of(argv), DIRECTORY, env, null, out, err);
    }

    MachineProcess startShell(String script) throws IOException {
        return start("sh", "-c", script);
    }

    /** Runs a script to its end. */
    int run(String script, String... args) throws Exception {
        return run(new byte[0], argv(script, args));
    }

    int run(byte[] input, String... argv) throws Exception {
        return await(machine.start(List.of(argv), DIRECTORY, env, new ByteArrayInputStream(input), out, err));
    }

    static String[] argv(String script, String... args) {
        String[] argv = new String[args.length + 3];
        argv[0] = "sh";
        argv[1] = "-c";
        argv[2] = script;
        System.arraycopy(args, 0, argv, 3, args.length);
        return argv;
    }

    static int await(MachineProcess process) throws InterruptedException {
        OptionalInt status = process.waitFor(PATIENCE);
        if (status.isEmpty()) {
            throw new AssertionError("still running: " + process.groupMembers());
        }
        return status.getAsInt();
    }

    /** Waits for a condition, looking again and again. */
    static void eventually(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("it never came true");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String errors() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        machine.close();
        files.close();
    }
}
