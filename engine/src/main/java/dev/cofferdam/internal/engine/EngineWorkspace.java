package dev.cofferdam.internal.engine;

import dev.cofferdam.internal.exec.Driver;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.RestoreResult;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Seed;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotDiff;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.TrashItem;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import dev.cofferdam.workspace.WriteOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The workspace of every provider: checks what is asked, then has the session do it. */
public final class EngineWorkspace implements Workspace {
    private final SandboxProvider provider;
    private final SandboxRequest request;
    private final Capabilities capabilities;
    private final Life life;
    private final Operations operations;

    private EngineWorkspace(SandboxProvider provider, SandboxRequest request, @Nullable Sandbox connected) {
        this.provider = provider;
        this.request = request;
        this.capabilities = provider.capabilities();
        Watchdog watchdog = Watchdog.shared();
        this.life = new Life(provider, request, connected, watchdog);
        this.operations = new Operations(life, request.workspace(), watchdog, System::nanoTime, life::id);
    }

    /** Open a workspace whose sandbox is created when it is first needed. */
    public static Workspace open(SandboxProvider provider, SandboxRequest request) {
        return new EngineWorkspace(provider, request, null);
    }

    /** Open a workspace on a sandbox of before. */
    public static Optional<Workspace> connect(SandboxProvider provider, SandboxRequest request, String id) {
        return Outside.call(() -> provider.connect(id, request))
                .map(sandbox -> new EngineWorkspace(provider, request, sandbox));
    }

    /** Suspend a sandbox of before. */
    public static boolean suspend(SandboxProvider provider, SandboxRequest request, String id) {
        return Outside.call(() -> provider.suspend(id, request));
    }

    /** Destroy a sandbox of before. */
    public static boolean destroy(SandboxProvider provider, SandboxRequest request, String id) {
        return Outside.call(() -> provider.destroy(id, request));
    }

    @Override
    public String id() {
        return operations.untimed("id", null, () -> life.session().sandbox().id());
    }

    @Override
    public String provider() {
        return provider.name();
    }

    @Override
    public String root() {
        return operations.untimed("root", null, () -> life.session().sandbox().root());
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public Isolation isolation() {
        return provider.isolation();
    }

    @Override
    public WorkspaceOptions options() {
        return request.workspace();
    }

    @Override
    public Workspace start() {
        operations.untimed("start", null, life::session);
        return this;
    }

    @Override
    public void close() {
        life.close();
    }

    @Override
    public byte[] read(String path) {
        return file("read", path, (files, parsed) -> files.read(parsed, path));
    }

    @Override
    public byte[] read(String path, long offset, long length) {
        return file("read", path, (files, parsed) -> files.read(parsed, path, offset, length));
    }

    @Override
    public String readText(String path) {
        return readText(path, StandardCharsets.UTF_8);
    }

    @Override
    public String readText(String path, Charset charset) {
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(read(path))).toString();
        } catch (CharacterCodingException e) {
            throw WorkspaceException.at(
                            ErrorCode.ENCODING, path, "is not " + charset.name() + "; read it as bytes or leniently")
                    .causedBy(e);
        }
    }

    @Override
    public String readTextLenient(String path) {
        return new String(read(path), StandardCharsets.UTF_8);
    }

    @Override
    public void write(String path, byte[] content) {
        write(path, content, WriteOptions.defaults());
    }

    @Override
    public void write(String path, byte[] content, WriteOptions options) {
        if (options.mode().isPresent()) {
            require(Capability.MODES, "a mode for " + path);
        }
        file("write", path, (files, parsed) -> {
            files.write(parsed, path, content, options);
            return true;
        });
    }

    @Override
    public void writeText(String path, String text) {
        writeText(path, text, WriteOptions.defaults());
    }

    @Override
    public void writeText(String path, String text, WriteOptions options) {
        if (!Names.isEncodable(text)) {
            throw WorkspaceException.at(
                    ErrorCode.ENCODING, path, "the text holds an unpaired surrogate and cannot be encoded in UTF-8");
        }
        write(path, text.getBytes(StandardCharsets.UTF_8), options);
    }

    @Override
    public boolean exists(String path) {
        return file("exists", path, (files, parsed) -> files.exists(parsed, path));
    }

    @Override
    public Entry stat(String path) {
        return file("stat", path, (files, parsed) -> files.stat(parsed, path));
    }

    @Override
    public Listing list(String path) {
        return list(path, ListOptions.defaults());
    }

    @Override
    public Listing list(String path, ListOptions options) {
        return file("list", path, (files, parsed) -> files.list(parsed, path, options));
    }

    @Override
    public boolean mkdir(String path) {
        return file("mkdir", path, (files, parsed) -> files.mkdir(parsed, path));
    }

    @Override
    public void copy(String source, String destination) {
        file("copy", source, (files, parsed) -> {
            files.copy(parsed, source, files.parser().parse(destination), destination);
            return true;
        });
    }

    @Override
    public void symlink(String path, String target) {
        require(Capability.SYMLINKS, "a symbolic link");
        file("symlink", path, (files, parsed) -> {
            files.symlink(parsed, path, target);
            return true;
        });
    }

    @Override
    public void setMode(String path, int mode) {
        require(Capability.MODES, "setting a mode");
        file("setMode", path, (files, parsed) -> {
            files.setMode(parsed, path, mode);
            return true;
        });
    }

    @Override
    public void touch(String path) {
        touchAt(path, null);
    }

    @Override
    public void touch(String path, Instant modified) {
        touchAt(path, modified);
    }

    private void touchAt(String path, @Nullable Instant modified) {
        file("touch", path, (files, parsed) -> {
            files.touch(parsed, path, modified);
            return true;
        });
    }

    @Override
    public void copyIn(Path hostPath, String path) {
        file("copyIn", path, (files, parsed) -> {
            files.copyIn(hostPath, parsed, path);
            return true;
        });
    }

    @Override
    public void copyOut(String path, Path hostPath) {
        file("copyOut", path, (files, parsed) -> {
            files.copyOut(parsed, path, hostPath);
            return true;
        });
    }

    @Override
    public void remove(String path) {
        remove(path, RemoveOptions.defaults());
    }

    @Override
    public String remove(String path, RemoveOptions options) {
        if (options.trash()) {
            require(Capability.TRASH, "the trash");
        }
        requireRaceFree(options.evenIfBusy());
        return exclusive("remove", path, options.evenIfBusy(), files -> {
            WorkspacePath parsed = files.parser().parse(path);
            if (options.trash()) {
                return files.trash(parsed, path, options.recursive());
            }
            files.remove(parsed, path, options.recursive());
            return "";
        });
    }

    @Override
    public void rename(String source, String destination) {
        rename(source, destination, RenameOptions.defaults());
    }

    @Override
    public boolean rename(String source, String destination, RenameOptions options) {
        requireRaceFree(options.evenIfBusy());
        return exclusive(
                "rename",
                source,
                options.evenIfBusy(),
                files -> files.rename(
                        files.parser().parse(source),
                        source,
                        files.parser().parse(destination),
                        destination,
                        options.overwrite()));
    }

    private void requireRaceFree(boolean evenIfBusy) {
        if (evenIfBusy) {
            require(Capability.RACE_FREE_CONFINEMENT, "going ahead while commands run");
        }
    }

    @Override
    public List<TrashItem> listTrash() {
        require(Capability.TRASH, "the trash");
        return whole("listTrash", null, FileEngine::listTrash);
    }

    @Override
    public String restoreFromTrash(String id) {
        return restoreFromTrash(id, false);
    }

    @Override
    public String restoreFromTrash(String id, boolean overwrite) {
        require(Capability.TRASH, "the trash");
        return exclusive("restoreFromTrash", null, false, files -> files.restoreFromTrash(id, overwrite));
    }

    @Override
    public int emptyTrash(Duration olderThan) {
        require(Capability.TRASH, "the trash");
        if (olderThan.isNegative()) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "olderThan must be zero or more");
        }
        return exclusive("emptyTrash", null, false, files -> files.emptyTrash(olderThan));
    }

    @Override
    public CommandResult exec(String shellLine) {
        return exec(Command.shell(shellLine));
    }

    @Override
    public CommandResult exec(Command command) {
        require(Capability.EXEC, "running a command");
        return operations.untimed(
                "exec", life.describe(command), () -> life.session().exec(command));
    }

    @Override
    public RunningCommand start(Command command) {
        require(Capability.EXEC, "running a command");
        return operations.untimed(
                "start", life.describe(command), () -> life.session().start(command));
    }

    @Override
    public Snapshot snapshot() {
        return snapshot(SnapshotOptions.defaults());
    }

    @Override
    public Snapshot snapshot(SnapshotOptions options) {
        require(Capability.SNAPSHOTS, "a snapshot");
        return whole("snapshot", null, files -> files.snapshot(options));
    }

    @Override
    public List<Snapshot> listSnapshots() {
        require(Capability.SNAPSHOTS, "a snapshot");
        return whole("listSnapshots", null, FileEngine::listSnapshots);
    }

    @Override
    public RestoreResult restore(String id) {
        return restore(id, false);
    }

    @Override
    public RestoreResult restore(String id, boolean dryRun) {
        require(Capability.SNAPSHOTS, "a snapshot");
        return dryRun
                ? whole("restore", null, files -> files.restore(id, true))
                : exclusive("restore", null, false, files -> files.restore(id, false));
    }

    @Override
    public SnapshotDiff diff(String id) {
        require(Capability.SNAPSHOTS, "a snapshot");
        return whole("diff", null, files -> files.diff(id));
    }

    @Override
    public void deleteSnapshot(String id) {
        require(Capability.SNAPSHOTS, "a snapshot");
        whole("deleteSnapshot", null, files -> {
            files.deleteSnapshot(id);
            return true;
        });
    }

    @Override
    public void seed(Seed seed) {
        exclusive("seed", null, false, files -> {
            files.seed(seed);
            return true;
        });
    }

    @Override
    public List<SkippedPath> exportArchive(String path, OutputStream target) {
        return whole(
                "exportArchive",
                path,
                files -> files.exportArchive(files.parser().parse(path), path, target));
    }

    @Override
    public void importArchive(String path, InputStream source) {
        exclusive("importArchive", path, false, files -> {
            files.importArchive(files.parser().parse(path), path, source);
            return true;
        });
    }

    @Override
    public URI endpoint(int port) {
        require(Capability.PORTS, "the address of a port");
        if (port < 1 || port > 65_535) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "port is " + port + "; it must be 1 to 65535");
        }
        return operations.untimed("endpoint", null, () -> {
            Sandbox sandbox = life.session().sandbox();
            return operations.bounded(() -> sandbox.endpoint(port));
        });
    }

    /** The work of an operation on one path. */
    @FunctionalInterface
    private interface PathWork<T> {
        T run(FileEngine files, WorkspacePath path) throws IOException;
    }

    /** The work of an operation on the whole workspace. */
    @FunctionalInterface
    private interface FilesWork<T> {
        T run(FileEngine files) throws IOException;
    }

    private <T> T file(String name, String path, PathWork<T> work) {
        return operations.untimed(name, path, () -> {
            Session session = life.session();
            T result = session.looking(() -> operations.bounded(
                    () -> work.run(session.files(), session.files().parser().parse(path))));
            if (isSuspicious(result)) {
                session.requireRoot();
            }
            return result;
        });
    }

    /** Tell whether a result is what a root that vanished gives as well (WS-LIFE-006). */
    private static boolean isSuspicious(Object result) {
        return result.equals(false)
                || (result instanceof Listing listing && listing.entries().isEmpty());
    }

    /** Run what may take as long as the workspace is big. */
    private <T> T whole(String name, @Nullable String path, FilesWork<T> work) {
        return operations.untimed(name, path, () -> {
            Session session = life.session();
            session.requireRoot();
            return session.looking(() -> life.abortable(() -> work.run(session.files())));
        });
    }

    /** Run what must not meet a command of the same root (WS-MOVE-004). */
    private <T> T exclusive(String name, @Nullable String path, boolean evenIfBusy, FilesWork<T> work) {
        return operations.untimed(name, path, () -> {
            Session session = life.session();
            return session.looking(() ->
                    life.abortable(() -> session.exclusively(name, evenIfBusy, () -> work.run(session.files()))));
        });
    }

    private void require(Capability capability, String what) {
        Driver.require(provider.name(), capabilities, capability, what);
    }
}
