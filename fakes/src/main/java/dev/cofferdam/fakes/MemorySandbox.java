package dev.cofferdam.fakes;

import dev.cofferdam.fakes.shell.Machine;
import dev.cofferdam.fakes.shell.MachineProcess;
import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Stdin;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A machine in memory. */
final class MemorySandbox implements Sandbox {
    static final String TMP = "/tmp";
    static final String HOME = "/home/user";

    /** What Linux allows for one argument, its end included, so that a test meets the same limit everywhere. */
    private static final int LARGEST_ARGUMENT = 131_072;

    private final String id;
    private final FileSystem files;
    private final Machine machine;
    private final MountedRoot mount;
    private final Consumer<RecordedCommand> record;

    MemorySandbox(String id, FileSystem files, Machine machine, MountedRoot mount, Consumer<RecordedCommand> record) {
        this.id = id;
        this.files = files;
        this.machine = machine;
        this.mount = mount;
        this.record = record;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String root() {
        return mount.seenAs();
    }

    @Override
    public Optional<MountedRoot> mount() {
        return Optional.of(mount);
    }

    @Override
    public boolean exists() {
        return files.isOpen();
    }

    @Override
    public SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException {
        requireArguments(request);
        record.accept(
                new RecordedCommand(request.argv(), request.cwd(), request.env().keySet()));
        MemoryOutput output = new MemoryOutput(sink);
        Stdin stdin = request.stdin().orElse(null);
        MachineProcess process = stdin == null
                ? machine.startWithPipe(
                        request.argv(), request.cwd(), environment(request), output.stdout(), output.stderr())
                : machine.start(
                        request.argv(),
                        request.cwd(),
                        environment(request),
                        open(stdin),
                        output.stdout(),
                        output.stderr());
        return new MemoryProcess(process, output, request.background());
    }

    private static void requireArguments(ProcessRequest request) {
        for (String word : request.argv()) {
            int bytes = encoded("a word of the command", word);
            if (bytes >= LARGEST_ARGUMENT) {
                throw WorkspaceException.of(
                        ErrorCode.INVALID_ARGUMENT,
                        "a word of the command has " + bytes + " bytes; at most " + (LARGEST_ARGUMENT - 1)
                                + " are allowed: give what is longer on stdin or in a file");
            }
        }
        request.env().forEach((name, value) -> encoded("the value of " + name, value));
    }

    private static int encoded(String what, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (!new String(bytes, StandardCharsets.UTF_8).equals(text)) {
            throw WorkspaceException.of(ErrorCode.ENCODING, what + " holds an unpaired surrogate, which has no bytes");
        }
        return bytes.length;
    }

    private static @Nullable InputStream open(Stdin stdin) {
        if (stdin instanceof Stdin.Bytes bytes) {
            return bytes.open();
        }
        return stdin instanceof Stdin.Stream stream ? stream.source().get() : null;
    }

    private Map<String, String> environment(ProcessRequest request) {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.put("HOME", HOME);
        environment.put("USER", "user");
        environment.put("TMPDIR", TMP);
        environment.put("LANG", "C.UTF-8");
        environment.put("COFFERDAM_WORKSPACE", id);
        environment.putAll(request.env());
        return environment;
    }

    @Override
    public void release(OnClose how) throws IOException {
        try {
            machine.close();
        } finally {
            files.close();
        }
    }
}
