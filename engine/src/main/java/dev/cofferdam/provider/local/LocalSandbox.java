package dev.cofferdam.provider.local;

import dev.cofferdam.internal.host.Cleanup;
import dev.cofferdam.internal.host.Feed;
import dev.cofferdam.internal.host.FinishedProcess;
import dev.cofferdam.internal.host.Host;
import dev.cofferdam.internal.host.Launch;
import dev.cofferdam.internal.host.Leftovers;
import dev.cofferdam.internal.host.OsPipe;
import dev.cofferdam.internal.host.OutputEnd;
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
import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** A directory of this host, in which programs of this user run. */
final class LocalSandbox implements Sandbox {

    private final Host host;
    private final PrivateDirectory own;
    private final Path root;
    private final boolean given;
    private final Map<String, String> base;
    private final Drain drain = new Drain();
    private final Set<LocalProcess> live = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean released = new AtomicBoolean();
    private boolean prepared;
    private final AtomicLong firstPid = new AtomicLong(-1);

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
            return launch(request, environment, sink);
        } catch (ClosedByInterruptException e) {
            throw Interrupts.of(e);
        }
    }

    private SandboxProcess launch(ProcessRequest request, Map<String, String> environment, ProcessSink sink)
            throws IOException, InterruptedException {
        prepare();
        Launch launch = host.launch(own.path());
        Cleanup cleanup = new Cleanup();
        try {
            Feed feed = Feed.of(request.stdin(), host.pipes());
            cleanup.add(feed::close);
            OsPipe out = host.pipes().open();
            cleanup.add(out::close);
            OsPipe err = host.pipes().open();
            cleanup.add(err::close);
            ProcessBuilder builder = new ProcessBuilder()
                    .directory(new File(request.cwd()))
                    .redirectInput(feed.file())
                    .redirectOutput(new File(out.path()))
                    .redirectError(new File(err.path()));
            List<String> words = launch.words(request.argv(), environment);
            builder.command(words);
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = startOne(builder);
            firstPid.compareAndSet(-1, process.pid());
            Session session = new Session(process, Leftovers.MARK + "=" + own.name(), launch.shell());
            cleanup.add(session::end);
            out.sink().close();
            err.sink().close();
            feed.started();
            OutputEnd stdout = new OutputEnd(out.source());
            OutputEnd stderr = new OutputEnd(err.source());
            LocalProcess result = new LocalProcess(
                    process, session, feed, stdout, stderr, sink, request.background(), drain, this::closed);
            live.add(result);
            cleanup.forget();
            return result;
        } finally {
            cleanup.run();
        }
    }

    private void prepare() throws IOException {
        synchronized (live) {
            if (!prepared) {
                own.prepareForCommands();
                prepared = true;
            }
        }
    }

    private Process startOne(ProcessBuilder builder) throws IOException, InterruptedException {
        host.starting().lockInterruptibly();
        try {
            return builder.start();
        } catch (IOException e) {
            if (!exists()) {
                throw WorkspaceException.of(ErrorCode.GONE, "the root of the workspace vanished")
                        .causedBy(e);
            }
            throw e;
        } finally {
            host.starting().unlock();
        }
    }

    private void closed(LocalProcess process) {
        if (process.isOver()) {
            live.remove(process);
        }
    }

    @Override
    public void release(OnClose how) throws IOException {
        if (!released.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            endProcesses();
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            drain.close();
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

    private void endProcesses() throws IOException, InterruptedException {
        IOException first = null;
        for (LocalProcess process : live) {
            try {
                process.destroy();
            } catch (IOException e) {
                first = e;
            }
        }
        live.clear();
        if (firstPid.get() >= 0) {
            Leftovers.endProcesses(own.name());
        }
        if (first != null) {
            throw first;
        }
    }
}
