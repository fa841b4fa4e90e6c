package dev.cofferdam.provider.local;

import dev.cofferdam.internal.host.FinishedProcess;
import dev.cofferdam.internal.host.Host;
import dev.cofferdam.internal.host.HostPrograms;
import dev.cofferdam.internal.host.Leftovers;
import dev.cofferdam.internal.host.PrivateDirectory;
import dev.cofferdam.internal.host.ProgramPath;
import dev.cofferdam.internal.launch.Words;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/** A directory of this host, in which programs of this user run. */
final class LocalSandbox implements Sandbox {

    private final Host host;
    private final PrivateDirectory own;
    private final Path root;
    private final boolean given;
    private final Map<String, String> base;
    private final HostPrograms programs;
    private final AtomicBoolean released = new AtomicBoolean();
    private boolean prepared;

    /**
     * Create a sandbox.
     *
     * @param host the host
     * @param own its directory among the temporary files
     * @param root the root, without links
     * @param given whether the root was given by its path
     * @param home the home of its commands
     */
    LocalSandbox(Host host, PrivateDirectory own, Path root, boolean given, String home) {
        this.host = host;
        this.own = own;
        this.root = root;
        this.given = given;
        this.programs = new HostPrograms(host, own, root);
        Map<String, String> variables = host.baseEnvironment();
        variables.put("HOME", home);
        variables.put("TMPDIR", own.tmp().toString());
        variables.put(Leftovers.MARK, own.name());
        this.base = Map.copyOf(variables);
    }

    @Override
    public String id() {
        return given ? root.toUri().getRawPath() : own.name();
    }

    @Override
    public String root() {
        return root.toString();
    }

    @Override
    public Optional<MountedRoot> mount() {
        return Optional.of(new MountedRoot(root, root.toString(), given));
    }

    @Override
    public boolean exists() {
        return Files.isDirectory(root);
    }

    /** Prove that programs can be started (WS-LIFE-001). */
    void prove() throws IOException, InterruptedException {
        host.launch(own.path());
    }

    @Override
    public SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (released.get()) {
            throw WorkspaceException.of(ErrorCode.CLOSED, "the sandbox was released");
        }
        Map<String, String> environment = new HashMap<>(base);
        environment.putAll(request.env());
        environment.put(Leftovers.MARK, own.name());
        Words.check(request.argv(), environment, host.words(), host.totalLimit());
        String program = request.argv().get(0);
        ProgramPath.Found found = ProgramPath.find(program, request.cwd(), environment.getOrDefault("PATH", ""));
        if (found != ProgramPath.Found.PROGRAM) {
            return new FinishedProcess(program, found, sink, request.stdin().isPresent());
        }
        try {
            prepare();
            return programs.start(request, environment, sink, Optional.empty());
        } catch (ClosedByInterruptException e) {
            throw Interrupts.of(e);
        }
    }

    private void prepare() throws IOException {
        synchronized (programs) {
            if (!prepared) {
                own.prepareForCommands();
                prepared = true;
            }
        }
    }

    @Override
    public void release(OnClose how) throws IOException {
        if (!released.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            programs.end();
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            programs.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (given || how == OnClose.DESTROY) {
            own.delete();
        } else if (Files.isDirectory(own.path())) {
            own.keep();
        }
    }
}
