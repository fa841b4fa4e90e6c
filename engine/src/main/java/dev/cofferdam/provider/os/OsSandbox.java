package dev.cofferdam.provider.os;

import dev.cofferdam.internal.egress.EgressProxy;
import dev.cofferdam.internal.host.Cleanup;
import dev.cofferdam.internal.host.Feed;
import dev.cofferdam.internal.host.FinishedProcess;
import dev.cofferdam.internal.host.Host;
import dev.cofferdam.internal.host.Launch;
import dev.cofferdam.internal.host.Leftovers;
import dev.cofferdam.internal.host.OsPipe;
import dev.cofferdam.internal.host.OutputEnd;
import dev.cofferdam.internal.host.OwnerRecord;
import dev.cofferdam.internal.host.PrivateDirectory;
import dev.cofferdam.internal.host.ProgramPath;
import dev.cofferdam.internal.launch.Words;
import dev.cofferdam.internal.tree.Interrupts;
import dev.cofferdam.spi.FileGuard;
import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.SandboxReport;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/** A directory of this host, and commands in the sandbox of the operating system that write there alone. */
final class OsSandbox implements Sandbox {
    private static final Pattern DESCRIPTOR = Pattern.compile("/proc/[^/]+/fd/[0-9]+");
    private static final String COMMAND_MARK = "COFFERDAM_COMMAND";
    private static final int LONGEST_SOCKET_PATH = 107;

    private final OsHost os;
    private final Optional<Tools> tools;
    private final OutsideCommands outside;
    private final PrivateDirectory own;
    private final Path root;
    private final boolean given;
    private final Layout layout;
    private final byte[] filter;
    private final Map<String, String> base;
    private final Set<OsProcess> live = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean released = new AtomicBoolean();
    private final AtomicLong commands = new AtomicLong();
    private boolean prepared;

    /**
     * Create a sandbox.
     *
     * @param os what all sandboxes share
     * @param tools the programs that make sandboxes; empty to run commands without one
     * @param own its directory among the temporary files
     * @param given whether the root was given by its path
     * @param layout what commands see of the host's files
     * @param home the home of its commands
     */
    OsSandbox(OsHost os, Optional<Tools> tools, PrivateDirectory own, boolean given, Layout layout, String home) {
        this.os = os;
        this.tools = tools;
        this.own = own;
        this.root = layout.root();
        this.given = given;
        this.layout = layout;
        this.outside = new OutsideCommands(layout, tools.isPresent(), os.host(), own);
        this.filter = os.machine()
                .map(known -> SeccompFilter.compose(known, layout.unixSockets()))
                .orElse(new byte[0]);
        Map<String, String> variables = os.host().baseEnvironment();
        variables.put("HOME", home);
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
    public Set<Path> covered() {
        return os.covers().below(root);
    }

    @Override
    public Optional<FileGuard> guard() {
        return PolicyGuard.of(os, layout);
    }

    @Override
    public boolean exists() {
        return Files.isDirectory(root);
    }

    @Override
    public SandboxProcess start(ProcessRequest request, ProcessSink sink) throws IOException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (released.get()) {
            throw WorkspaceException.of(ErrorCode.CLOSED, "the sandbox was released");
        }
        String cwd = directory(request.cwd());
        Map<String, String> environment = new HashMap<>(base);
        environment.putAll(request.env());
        environment.keySet().removeAll(layout.policy().credentials().envVars());
        Words.check(request.argv(), environment, os.host().words(), os.host().totalLimit());
        String program = request.argv().get(0);
        ProgramPath.Found found = ProgramPath.find(program, cwd, environment.getOrDefault("PATH", ""));
        if (found != ProgramPath.Found.PROGRAM) {
            return new FinishedProcess(program, found, sink, request.stdin().isPresent());
        }
        try {
            Optional<String> reason = outside.reason(request, cwd, environment.getOrDefault("PATH", ""));
            if (reason.isPresent()) {
                prepare();
                return outside.start(request, environment, sink, reason.get());
            }
            return launch(request, cwd, environment, sink);
        } catch (ClosedByInterruptException e) {
            throw Interrupts.of(e);
        }
    }

    /** The engine names a directory by an open descriptor of this process, which nobody in a sandbox can follow. */
    private static String directory(String cwd) throws IOException {
        if (!DESCRIPTOR.matcher(cwd).matches()) {
            return cwd;
        }
        Path real = Files.readSymbolicLink(Path.of(cwd));
        if (!real.isAbsolute() || !Files.isDirectory(real)) {
            throw WorkspaceException.of(ErrorCode.NOT_FOUND, "the directory of the command was removed or renamed");
        }
        return real.toString();
    }

    private SandboxProcess launch(ProcessRequest request, String cwd, Map<String, String> environment, ProcessSink sink)
            throws IOException, InterruptedException {
        prepare();
        Host host = os.host();
        Launch launch = host.launch(own.path());
        String name = "c" + commands.incrementAndGet();
        String holder = own.name() + "-" + name;
        Cleanup cleanup = new Cleanup();
        try {
            cleanup.add(() -> PrivateDirectory.remove(own.path(), name));
            CommandPlace place = CommandPlace.make(own.path().resolve(name));
            temporary(place, request.env(), environment);
            Placeholders placeholders = os.placeholders();
            cleanup.add(() -> placeholders.release(holder));
            cleanup.add(() -> os.covers().release(holder));
            MountPlan plan = os.blueprint()
                    .plan()
                    .apply(placeholders.hold(
                            holder, OwnerRecord.ofSelf(own.name(), false), facts -> layout.plan(place, facts)));
            requireShown(cwd, plan);
            os.covers().hold(holder, plan.covered());
            GitExcludes.apply(place.excludes(), root, plan, environment);
            EgressProxy proxy = os.blueprint()
                    .egress()
                    .start(
                            place.socket(),
                            CommandViolations.rules(
                                    layout.policy(), request, os.host().clientEnvironment()));
            cleanup.add(proxy::close);
            CommandViolations.name(environment);
            ToolVariables.add(environment, plan);
            // The command leads a session of its own; the sandbox around it has another one.
            List<String> inner = launch.words(request.argv(), environment);
            place.write(
                    BubblewrapCommand.arguments(KernelFiles.closed(OsHost.isRoot()), place.control(), cwd, environment),
                    os.blueprint().filter().apply(filter));
            List<String> words = words(launch, plan, place, inner);
            Settlement settlement = new Settlement(
                    place, holder, CommandViolations.of(proxy, root, plan, layout.policy(), request, cwd));
            OsProcess process = spawn(request, words, launch, settlement, sink, cleanup);
            live.add(process);
            cleanup.forget();
            return process;
        } finally {
            cleanup.run();
        }
    }

    private void requireShown(String cwd, MountPlan plan) {
        if (plan.hides(Path.of(cwd))) {
            String what = root.startsWith(cwd) ? "the root of the workspace" : "the directory of the command";
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the policy hides " + what
                            + ", or all that is in it, from commands (denyRead, credentialFiles), so none"
                            + " can start there; name what is to be hidden more narrowly");
        }
    }

    private List<String> words(Launch launch, MountPlan plan, CommandPlace place, List<String> argv)
            throws IOException {
        Tools made = tools.orElseThrow();
        BubblewrapCommand command = new BubblewrapCommand(made.bwrap(), made.socat(), OsHost.isRoot());
        BubblewrapCommand.Place control =
                new BubblewrapCommand.Place(place.control(), closedFile(), launch.shell(), filter.length > 0);
        List<String> words = os.blueprint().words().apply(command.words(plan, control, argv));
        Words.check(words, Map.of(), os.host().words(), os.host().totalLimit());
        return words;
    }

    private OsProcess spawn(
            ProcessRequest request,
            List<String> command,
            Launch launch,
            Settlement settlement,
            ProcessSink sink,
            Cleanup cleanup)
            throws IOException, InterruptedException {
        OsPipe.Maker pipes = os.host().pipes();
        Feed feed = Feed.of(request.stdin(), pipes);
        cleanup.add(feed::close);
        OsPipe out = pipes.open();
        cleanup.add(out::close);
        OsPipe err = pipes.open();
        cleanup.add(err::close);
        Map<String, String> outside = new HashMap<>();
        outside.put("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        outside.put(Leftovers.MARK, own.name());
        outside.put(COMMAND_MARK, settlement.holder);
        Process process = os.spawner()
                .start(
                        launch.wordsAround(command, outside),
                        outside,
                        new Spawner.Files(feed.file(), new File(out.path()), new File(err.path())));
        ProcessTree tree = new ProcessTree(
                process,
                COMMAND_MARK + "=" + settlement.holder,
                settlement.place.armed(),
                launch.shell(),
                os.spawner(),
                os.blueprint().handshake());
        cleanup.add(tree::end);
        out.sink().close();
        err.sink().close();
        feed.started();
        OsProcess.Streams streams =
                new OsProcess.Streams(feed, new OutputEnd(out.source()), new OutputEnd(err.source()));
        return new OsProcess(process, tree, settlement.place, streams, sink, settlement);
    }

    /** Gives back what a command held. */
    private final class Settlement implements OsProcess.Ending {
        private final CommandPlace place;
        private final String holder;
        private final CommandViolations violations;
        private volatile List<String> found = List.of();

        Settlement(CommandPlace place, String holder, CommandViolations violations) {
            this.place = place;
            this.holder = holder;
            this.violations = violations;
        }

        @Override
        public void settle(OsProcess process, byte[] stderr) throws IOException {
            boolean interrupted = Thread.interrupted();
            try {
                found = violations.collect(stderr);
                os.covers().release(holder);
                os.placeholders().release(holder);
                PrivateDirectory.remove(
                        own.path(), String.valueOf(place.directory().getFileName()));
                live.remove(process);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public SandboxReport report() {
            return new SandboxReport(true, Optional.empty(), found);
        }
    }

    private static void temporary(CommandPlace place, Map<String, String> asked, Map<String, String> environment) {
        String tmp = place.tmp().toString();
        Map.of("TMPDIR", tmp, "TMP", tmp, "TEMP", tmp, "TMPPREFIX", tmp + "/zsh")
                .forEach((name, value) -> environment.put(name, asked.getOrDefault(name, value)));
    }

    private Path closedFile() {
        return own.path().resolve("closed");
    }

    private void prepare() throws IOException {
        synchronized (live) {
            if (!prepared) {
                own.prepareForCommands();
                if (!Files.exists(closedFile())) {
                    Files.createFile(
                            closedFile(),
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
                }
                requireShort(own.path());
                prepared = true;
            }
        }
    }

    private static void requireShort(Path own) {
        int length = own.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8).length + "/c1000000/c/p".length();
        if (length > LONGEST_SOCKET_PATH) {
            throw WorkspaceException.of(
                    ErrorCode.UNAVAILABLE,
                    "the path of the temporary directory (java.io.tmpdir) is too long for the socket of the sandbox's"
                            + " proxy; set -Djava.io.tmpdir to a shorter one");
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
        for (OsProcess process : live) {
            try {
                process.destroy();
            } catch (IOException e) {
                first = e;
            }
        }
        live.clear();
        outside.end();
        if (first != null) {
            throw first;
        }
    }
}
