package dev.cofferdam.fakes;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.cofferdam.fakes.shell.Machine;
import dev.cofferdam.fakes.shell.Program;
import dev.cofferdam.fakes.shell.VirtualTime;
import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The provider {@code memory}: files in an in-memory file system, commands in a small POSIX shell in Java. Nothing
 * leaves the Java process and nothing outlives its workspace.
 */
public final class MemoryProvider implements SandboxProvider {
    private static final String NAME = "memory";
    private static final String DEFAULT_ROOT = "/workspace";
    private static final String NOTHING_STAYS = "nothing in memory outlives its workspace";
    private static final Capabilities CAPABILITIES = Capabilities.everything()
            .without(Capability.SPECIAL_FILES, "the in-memory file system has no FIFOs, sockets or devices")
            .without(Capability.RAW_NAMES, "the in-memory file system keeps names as text")
            .without(Capability.RECONNECT, NOTHING_STAYS)
            .without(Capability.LIFETIME, "a machine in memory has no end of its own")
            .without(Capability.PORTS, "a machine in memory has no network")
            .without(Capability.NETWORK_POLICY, "a machine in memory has no network")
            .without(Capability.RESOURCE_LIMITS, "a machine in memory shares the Java process");

    private final Map<String, FakeProgram> programs;
    private final VirtualTime time;
    private final Consumer<RecordedCommand> record;
    private final AtomicLong serial = new AtomicLong();

    /** Create the provider, as {@link java.util.ServiceLoader} does. */
    public MemoryProvider() {
        this(Map.of(), VirtualTime.system(), command -> {});
    }

    MemoryProvider(Map<String, FakeProgram> programs, VirtualTime time, Consumer<RecordedCommand> record) {
        this.programs = programs;
        this.time = time;
        this.record = record;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Isolation isolation() {
        return Isolation.MEMORY;
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public Sandbox create(SandboxRequest request) throws IOException {
        FileSystem files = Jimfs.newFileSystem(Configuration.unix().toBuilder()
                .setAttributeViews("basic", "owner", "posix", "unix")
                .setWorkingDirectory("/")
                .build());
        try {
            Path root = makeDirectories(files, request);
            Machine machine = new Machine(files, time, adapted());
            MountedRoot mount = new MountedRoot(root, root.toString(), false);
            return new MemorySandbox(NAME + "-" + serial.incrementAndGet(), files, machine, mount, record);
        } catch (IOException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    private static Path makeDirectories(FileSystem files, SandboxRequest request) throws IOException {
        for (String directory : new String[] {MemorySandbox.TMP, MemorySandbox.HOME}) {
            Files.createDirectories(files.getPath(directory));
        }
        Path root = files.getPath(DEFAULT_ROOT)
                .resolve(request.workspace().root().orElse(""))
                .normalize();
        if (request.workspace().root().isPresent() && !request.workspace().createRoot()) {
            throw WorkspaceException.of(
                    ErrorCode.UNAVAILABLE,
                    "the root does not exist in a machine that was just made; allow it to be made");
        }
        Files.createDirectories(root);
        return root;
    }

    private Map<String, Program> adapted() {
        Map<String, Program> adapted = new LinkedHashMap<>();
        programs.forEach((name, program) -> adapted.put(
                name,
                (arguments, io) -> program.run(
                        arguments, new ProgramIo(io.stdin(), io.stdout(), io.stderr(), io.cwd(), io.env()))));
        return adapted;
    }
}
