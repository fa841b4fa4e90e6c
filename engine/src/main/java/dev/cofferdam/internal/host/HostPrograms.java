package dev.cofferdam.internal.host;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.SandboxReport;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The programs of one workspace that run on this host as its user, without a sandbox. Safe for use by several threads. */
public final class HostPrograms {
    private final Host host;
    private final PrivateDirectory own;
    private final Path root;
    private final Drain drain = new Drain();
    private final Set<HostProcess> live = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean any = new AtomicBoolean();

    /**
     * Create the place for them; nothing runs.
     *
     * @param host the host
     * @param own the workspace's directory among the temporary files, whose name marks the processes
     * @param root the workspace's root
     */
    public HostPrograms(Host host, PrivateDirectory own, Path root) {
        this.host = host;
        this.own = own;
        this.root = root;
    }

    /**
     * Start a program.
     *
     * @param request what to start; its environment does not count
     * @param environment all its variables, the mark of the workspace included
     * @param sink takes the output
     * @param report what its result says of a sandbox
     */
    public SandboxProcess start(
            ProcessRequest request, Map<String, String> environment, ProcessSink sink, Optional<SandboxReport> report)
            throws IOException, InterruptedException {
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
            any.set(true);
            Session session = new Session(process, Leftovers.MARK + "=" + own.name(), launch.shell());
            cleanup.add(session::end);
            out.sink().close();
            err.sink().close();
            feed.started();
            OutputEnd stdout = new OutputEnd(out.source());
            OutputEnd stderr = new OutputEnd(err.source());
            HostProcess result = new HostProcess(
                    process, session, feed, stdout, stderr, sink, request.background(), drain, report, this::closed);
            live.add(result);
            cleanup.forget();
            return result;
        } finally {
            cleanup.run();
        }
    }

    private Process startOne(ProcessBuilder builder) throws IOException, InterruptedException {
        host.starting().lockInterruptibly();
        try {
            return builder.start();
        } catch (IOException e) {
            if (!Files.isDirectory(root)) {
                throw WorkspaceException.of(ErrorCode.GONE, "the root of the workspace vanished")
                        .causedBy(e);
            }
            throw e;
        } finally {
            host.starting().unlock();
        }
    }

    private void closed(HostProcess process) {
        if (process.isOver()) {
            live.remove(process);
        }
    }

    /** End all of them, also those that left their session and still carry the mark. */
    public void end() throws IOException, InterruptedException {
        IOException first = null;
        for (HostProcess process : live) {
            try {
                process.destroy();
            } catch (IOException e) {
                first = e;
            }
        }
        live.clear();
        if (any.get()) {
            Leftovers.endProcesses(own.name());
        }
        if (first != null) {
            throw first;
        }
    }

    /** Stop reading what kept processes print. */
    public void close() {
        drain.close();
    }
}
