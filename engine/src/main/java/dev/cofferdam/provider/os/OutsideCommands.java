package dev.cofferdam.provider.os;

import dev.cofferdam.internal.host.Host;
import dev.cofferdam.internal.host.HostPrograms;
import dev.cofferdam.internal.host.Leftovers;
import dev.cofferdam.internal.host.PrivateDirectory;
import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.SandboxReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The commands of a workspace that the user lets run outside of the sandbox, and why each of them does. */
final class OutsideCommands {
    /** There is no sandbox here, and the policy goes without. */
    static final String UNAVAILABLE = "unavailable";

    /** The call asked for it, and the policy lets calls ask. */
    static final String REQUESTED = "dangerouslyDisableSandbox";

    /** The policy lets the command out. */
    static final String EXCLUDED = "excludedCommands";

    private final Layout layout;
    private final boolean available;
    private final PrivateDirectory own;
    private final HostPrograms programs;

    /**
     * Create the decision of a workspace.
     *
     * @param layout what its commands see
     * @param available whether there is a sandbox
     * @param host where they run otherwise
     * @param own the workspace's directory
     */
    OutsideCommands(Layout layout, boolean available, Host host, PrivateDirectory own) {
        this.layout = layout;
        this.available = available;
        this.own = own;
        this.programs = new HostPrograms(host, own, layout.root());
    }

    /**
     * Return why a command runs outside; empty when it does not.
     *
     * @param cwd where it runs
     * @param path the directories in which its programs are looked for
     */
    Optional<String> reason(ProcessRequest request, String cwd, String path) throws IOException {
        SandboxPolicy policy = layout.policy();
        if (!available) {
            return Optional.of(UNAVAILABLE);
        }
        if (request.dangerouslyDisableSandbox() && policy.allowUnsandboxed()) {
            return Optional.of(REQUESTED);
        }
        if (policy.excludedCommands().isEmpty()) {
            return Optional.empty();
        }
        Optional<CommandLine> excluded =
                CommandLine.ofWords(request.argv()).filter(line -> line.isExcluded(policy.excludedCommands()));
        if (excluded.isEmpty()) {
            return Optional.empty();
        }
        MountPlan plan = layout.plan(
                new NarrowFacts(new HostFacts(Set.of()), layout.root(), false, layout.root(), new HashMap<>()));
        for (String program : programs(request, excluded.get())) {
            if (!isOutOfReach(program, cwd, path, plan)) {
                return Optional.empty();
            }
        }
        return Optional.of(EXCLUDED);
    }

    private static List<String> programs(ProcessRequest request, CommandLine line) {
        List<String> programs = new ArrayList<>();
        programs.add(request.argv().get(0));
        line.commands().forEach(words -> programs.add(words.get(0)));
        return programs;
    }

    /**
     * Tell whether no command in the sandbox can have made the program, or make one that is found before it: a rule for
     * {@code docker} means the one that the user installed.
     */
    private boolean isOutOfReach(String program, String cwd, String path, MountPlan plan) {
        try {
            if (program.indexOf('/') >= 0) {
                return isUnwritable(Path.of(cwd).resolve(program), plan);
            }
            for (String directory : path.split(":", -1)) {
                Path candidate = Path.of(cwd).resolve(directory).resolve(program);
                if (!isUnwritable(candidate, plan)) {
                    return false;
                }
                if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                    return true;
                }
            }
            return false;
        } catch (IOException | InvalidPathException e) {
            // What cannot be looked at stays inside.
            return false;
        }
    }

    /** Tell whether neither the name nor what it leads to lies where commands write. */
    private boolean isUnwritable(Path file, MountPlan plan) throws IOException {
        Path normal = file.normalize();
        Path directory = normal.getParent();
        if (isOpen(normal, plan)) {
            return false;
        }
        if (directory != null && Files.isDirectory(directory) && isOpen(directory.toRealPath(), plan)) {
            return false;
        }
        return !Files.exists(normal) || !isOpen(normal.toRealPath(), plan);
    }

    /** Tell whether commands may write at a path, at one time or another. */
    private boolean isOpen(Path path, MountPlan plan) {
        return path.startsWith(layout.root()) || path.startsWith(layout.workspaces()) || plan.isWritable(path, false);
    }

    /** Start a command outside. */
    SandboxProcess start(ProcessRequest request, Map<String, String> environment, ProcessSink sink, String reason)
            throws IOException, InterruptedException {
        Map<String, String> whole = new HashMap<>(environment);
        whole.putIfAbsent("TMPDIR", own.tmp().toString());
        whole.put(Leftovers.MARK, own.name());
        SandboxReport report = new SandboxReport(false, Optional.of(reason), List.of());
        return programs.start(request, whole, sink, Optional.of(report));
    }

    /** End those that run. */
    void end() throws IOException, InterruptedException {
        try {
            programs.end();
        } finally {
            programs.close();
        }
    }
}
