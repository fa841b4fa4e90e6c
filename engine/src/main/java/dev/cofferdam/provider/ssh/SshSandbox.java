package dev.cofferdam.provider.ssh;

import dev.cofferdam.internal.exec.PlacedProcess;
import dev.cofferdam.internal.launch.Group;
import dev.cofferdam.internal.launch.Launch;
import dev.cofferdam.internal.launch.LaunchProbe;
import dev.cofferdam.internal.launch.Leader;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** A directory of a server, in which programs of its user run. */
final class SshSandbox implements Sandbox, PlacedProcess.Starter {
    /** The variable by which the processes of a workspace are found again. */
    static final String MARK = "COFFERDAM_WORKSPACE";

    private final SshSettings settings;
    private final Machine machine;
    private final Remote remote;
    private final Shells shells;
    private final Place place;
    private final Map<String, String> base;
    private final Set<SshProcess> live = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean released = new AtomicBoolean();

    /**
     * Create a sandbox.
     *
     * @param remote runs programs on the server; closed with this
     * @param launch how commands are started there
     * @param place its directories
     * @param ownHome whether commands get an empty home of their own
     */
    SshSandbox(SshSettings settings, Machine machine, Remote remote, Launch launch, Place place, boolean ownHome) {
        this.settings = settings;
        this.machine = machine;
        this.remote = remote;
        this.shells = new Shells(remote, machine, launch);
        this.place = place;
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("TMPDIR", place.own() + "/tmp");
        variables.put(MARK, place.name());
        if (ownHome) {
            variables.put("HOME", place.own() + "/home");
        }
        this.base = Map.copyOf(variables);
    }

    SshSettings settings() {
        return settings;
    }

    @Override
    public String id() {
        return place.id();
    }

    @Override
    public String root() {
        return place.root();
    }

    @Override
    public boolean exists() throws IOException, InterruptedException {
        return remote.run(List.of("sh", "-c", "[ -d \"$1\" ]", "sh", place.root()))
                        .exitCode()
                == 0;
    }

    @Override
    public SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException {
        return start(request, Launch::prologue, sink);
    }

    @Override
    public PlacedProcess startPlaced(ProcessRequest request, ProcessSink sink)
            throws IOException, InterruptedException {
        return start(request, Launch::placedPrologue, sink);
    }

    private SshProcess start(ProcessRequest request, Function<ProcessRequest, byte[]> prologue, ProcessSink sink)
            throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (released.get()) {
            throw WorkspaceException.of(ErrorCode.CLOSED, "the sandbox was released");
        }
        Map<String, String> env = new LinkedHashMap<>(base);
        env.putAll(request.env());
        env.put(MARK, place.name());
        ProcessRequest whole = new ProcessRequest(
                request.argv(),
                request.cwd(),
                env,
                request.stdin(),
                request.background(),
                request.allowedDomains(),
                request.onUnknownHost());
        byte[] lines = prologue.apply(whole);
        SshProcess process = new SshProcess(this, machine, shells.take(), whole, sink);
        live.add(process);
        boolean given = false;
        try {
            process.input().begin(lines, request.stdin());
            given = true;
        } finally {
            if (!given) {
                live.remove(process);
                process.close();
            }
        }
        shells.prepare();
        return process;
    }

    /** List the processes of a command and, where asked, signal them. */
    List<String> group(Leader leader, Optional<Signal> signal) throws IOException, InterruptedException {
        String token = machine.token();
        List<String> words = Group.words(leader, signal, token);
        // Whoever was killed does not mind, but others would be told the same again.
        boolean repeatable = signal.isEmpty() || signal.get() == Signal.KILL;
        LaunchProbe.Outcome outcome = repeatable ? remote.run(words) : remote.runOnce(words);
        return Group.members(outcome.stdout(), token);
    }

    void closed(SshProcess process) {
        if (!process.mayLive()) {
            live.remove(process);
        }
    }

    @Override
    public byte[] read(String path, long limit) throws IOException, InterruptedException {
        return RemoteFiles.read(this, path, limit);
    }

    @Override
    public void write(String path, InputStream content, long size) throws IOException, InterruptedException {
        RemoteFiles.write(this, path, content, size);
    }

    @Override
    public void release(OnClose how) throws IOException {
        if (!released.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            endProcesses();
            place.leave(remote, how);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            remote.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void endProcesses() throws IOException, InterruptedException {
        IOException first = null;
        for (SshProcess process : live) {
            try {
                process.signal(Signal.KILL);
            } catch (IOException e) {
                first = e;
            }
        }
        live.clear();
        if (first != null) {
            throw first;
        }
    }
}
