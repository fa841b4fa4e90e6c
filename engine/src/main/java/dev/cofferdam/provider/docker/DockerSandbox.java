package dev.cofferdam.provider.docker;

import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Stdin;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A container, with its files inside or on this host. In the second case it is made for the first command, as files do
 * not need it (WS-LIFE-001).
 */
final class DockerSandbox implements Sandbox {
    static final String HOME = "/tmp/cofferdam-home";

    /** Only the end of the words says that all went well. */
    private static final String DONE = "done\n";

    private static final int MOST_WORDS = 8192;
    private static final String READ = "head -c \"$2\" <\"$1\" && echo done >&2";
    private static final String WRITE = "umask 077; set -C; cat >\"$1\" || exit 1;"
            + " if [ \"$(wc -c <\"$1\")\" -eq \"$2\" ]; then echo done >&2; else rm -f \"$1\"; echo it was cut >&2; fi";

    private final String id;
    private final Settings settings;
    private final Optional<HostRoot> host;
    private final Starter starter;
    private final ReentrantLock starting = new ReentrantLock();
    private volatile @Nullable Container container;
    private volatile boolean released;

    /** Makes the container. */
    @FunctionalInterface
    interface Starter {
        Container start() throws IOException, InterruptedException;
    }

    private DockerSandbox(
            String id, Settings settings, Optional<HostRoot> host, Starter starter, @Nullable Container container) {
        this.id = id;
        this.settings = settings;
        this.host = host;
        this.starter = starter;
        this.container = container;
    }

    /** Create a sandbox with its files in a container that runs. */
    static DockerSandbox inside(Container container, Settings settings) {
        return new DockerSandbox(container.name(), settings, Optional.empty(), () -> container, container);
    }

    /** Create a sandbox with its files on this host. */
    static DockerSandbox over(HostRoot root, Settings settings, Starter starter) {
        return new DockerSandbox(root.id(), settings, Optional.of(root), starter, null);
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String root() {
        return host.isPresent() ? settings.seenRoot() : settings.root();
    }

    @Override
    public Optional<MountedRoot> mount() {
        return host.map(root -> new MountedRoot(root.path(), settings.seenRoot(), root.given()));
    }

    private Container container() throws IOException, InterruptedException {
        Container present = container;
        if (present != null) {
            return present;
        }
        starting.lockInterruptibly();
        try {
            if (released) {
                throw WorkspaceException.of(ErrorCode.CLOSED, "the sandbox was released");
            }
            present = container;
            if (present == null) {
                present = starter.start();
                container = present;
            }
            return present;
        } finally {
            starting.unlock();
        }
    }

    @Override
    public boolean exists() throws IOException, InterruptedException {
        Container present = container;
        return host.map(root -> Files.isDirectory(root.path())).orElse(true) && (present == null || present.isAlive());
    }

    @Override
    public SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (request.allowedDomains().isPresent() || request.onUnknownHost().isPresent()) {
            throw Refusals.unsupported("Docker cannot limit which hosts a command reaches; choose the network of the"
                    + " whole container by the option network");
        }
        Map<String, String> env = new LinkedHashMap<>();
        env.put("LANG", "C.UTF-8");
        if (!settings.inheritHome()) {
            env.put("HOME", HOME);
        }
        env.putAll(request.env());
        CommandWords.check(request.argv(), env);
        return ExecProcess.start(container(), request, Container.assignments(env), sink);
    }

    @Override
    public byte[] read(String path, long limit) throws IOException, InterruptedException {
        FileOutput output = new FileOutput();
        run(script(READ, Stdin.none(), path, String.valueOf(limit)), output);
        return output.done("read");
    }

    @Override
    public void write(String path, InputStream content, long size) throws IOException, InterruptedException {
        FileOutput output = new FileOutput();
        InputStream open = new FilterInputStream(content) {
            @Override
            public void close() {
                // The caller's to close.
            }
        };
        run(script(WRITE, Stdin.from(() -> open), path, String.valueOf(size)), output);
        output.done("write");
    }

    private static ProcessRequest script(String script, Stdin input, String... arguments) {
        List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        argv.addAll(List.of(arguments));
        return new ProcessRequest(
                argv, "/", Map.of(), Optional.of(input), Background.KILL, Optional.empty(), Optional.empty());
    }

    /** What a script of ours says: a file, or on stderr why there is none. */
    private static final class FileOutput implements ProcessSink {
        private final ByteArrayOutputStream file = new ByteArrayOutputStream();
        private final ByteArrayOutputStream words = new ByteArrayOutputStream();

        @Override
        public synchronized void stdout(byte[] buffer, int length) {
            file.write(buffer, 0, length);
        }

        @Override
        public synchronized void stderr(byte[] buffer, int length) {
            if (words.size() < MOST_WORDS) {
                words.write(buffer, 0, length);
            }
        }

        synchronized byte[] done(String what) throws IOException {
            String text = words.toString(StandardCharsets.UTF_8);
            if (!text.endsWith(DONE)) {
                throw new IOException("a file of the container could not be " + what + ": " + text.strip());
            }
            return file.toByteArray();
        }
    }

    @Override
    public URI endpoint(int port) throws IOException {
        try {
            return container().endpoint(port);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WorkspaceException.of(ErrorCode.ABORTED, "the thread was interrupted")
                    .causedBy(e);
        }
    }

    @Override
    public void release(OnClose how) throws IOException {
        released = true;
        boolean interrupted = Thread.interrupted();
        starting.lock();
        try {
            Container present = container;
            if (present != null) {
                releaseContainer(present, how);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            starting.unlock();
            try {
                releaseRoot(how);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private void releaseRoot(OnClose how) throws IOException {
        if (host.isPresent() && how == OnClose.DESTROY) {
            host.get().delete();
        } else if (host.isPresent()) {
            host.get().keep();
        }
    }

    private void releaseContainer(Container present, OnClose how) throws IOException, InterruptedException {
        try (present) {
            if (host.isPresent() || how == OnClose.DESTROY) {
                present.remove();
            } else if (how == OnClose.STOP) {
                present.stop();
            }
        }
    }
}
