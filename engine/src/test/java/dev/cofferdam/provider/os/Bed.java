package dev.cofferdam.provider.os;

import dev.cofferdam.internal.egress.EgressRules;
import dev.cofferdam.internal.egress.Machine;
import dev.cofferdam.internal.host.Host;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A project, a home and something outside of both, on which a check tries what a hostile command would. */
final class Bed implements AutoCloseable {
    private final Path base;
    private final Blueprint blueprint;
    private final boolean counting;
    private final List<Sandbox> opened = new ArrayList<>();

    Bed(Path parent, Blueprint blueprint) throws IOException {
        this(parent, blueprint, true);
    }

    /**
     * Make a bed.
     *
     * @param counting whether workspaces see which placeholders others hold; only a mutant does not
     */
    Bed(Path parent, Blueprint blueprint, boolean counting) throws IOException {
        this.counting = counting;
        this.base = Files.createTempDirectory(parent, "bed").toRealPath();
        this.blueprint = blueprint;
        Files.createDirectory(root());
        Files.createDirectory(home());
        Files.createDirectory(outside());
        Files.createDirectory(state());
        Files.writeString(outside().resolve("f"), "outside");
    }

    Path root() {
        return base.resolve("root");
    }

    Path home() {
        return base.resolve("home");
    }

    Path outside() {
        return base.resolve("outside");
    }

    private Path state() {
        return base.resolve("state");
    }

    /** Make a file in the root, with its directories. */
    Path file(String path, String content) throws IOException {
        Path file = root().resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    Sandbox open() throws Exception {
        return open(SandboxPolicy.defaults());
    }

    Sandbox open(SandboxPolicy policy) throws Exception {
        // A mutant does not see what others hold.
        return open(root(), policy, counting ? state() : Files.createTempDirectory(base, "apart"));
    }

    /** Open a sandbox whose proxy sees another machine. */
    Sandbox openOn(Machine machine, SandboxPolicy policy) throws Exception {
        Blueprint.Egress egress = blueprint.egress();
        Blueprint other = blueprint.egress((socket, rules) ->
                egress.start(socket, new EgressRules(rules.rules(), rules.parents(), rules.limits(), machine)));
        WorkspaceOptions options =
                WorkspaceOptions.builder().root(root().toString()).build();
        Sandbox sandbox = provider(policy, state(), other).create(new SandboxRequest(options, Map.of()));
        opened.add(sandbox);
        return sandbox;
    }

    /** Open a sandbox over another root, which is made where it is missing. */
    Sandbox openAt(Path root, SandboxPolicy policy) throws Exception {
        return open(root, policy, state());
    }

    private Sandbox open(Path root, SandboxPolicy policy, Path state) throws Exception {
        WorkspaceOptions options = WorkspaceOptions.builder()
                .root(root.toString())
                .createRoot(true)
                .build();
        Sandbox sandbox = provider(policy, state).create(new SandboxRequest(options, Map.of()));
        opened.add(sandbox);
        return sandbox;
    }

    OsProvider provider(SandboxPolicy policy) {
        return provider(policy, state());
    }

    private OsProvider provider(SandboxPolicy policy, Path state) {
        return provider(policy, state, blueprint);
    }

    private OsProvider provider(SandboxPolicy policy, Path state, Blueprint made) {
        Host host = new Host(Map.of("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME", home().toString()));
        OsHost os = new OsHost(host, new Spawner(host.starting()), made, state, "Linux", System.getProperty("os.arch"));
        return new OsProvider(os, policy);
    }

    /** Run a line in a workspace of its own. */
    Inside sh(String line) throws Exception {
        return Inside.sh(open(), line);
    }

    /** Make a repository of the root. */
    void git() throws Exception {
        host(
                "git init -q . && git config user.email a@b.c && git config user.name a && echo x > tracked && git add tracked"
                        + " && git commit -q -m first");
    }

    /** Run a line outside of any sandbox, in the root. */
    String host(String line) throws Exception {
        Process process = new ProcessBuilder("/bin/sh", "-c", line)
                .directory(root().toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(line + " failed: " + said);
        }
        return said;
    }

    /** Tell what is in the root, at the top. */
    List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(root())) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public void close() throws IOException {
        for (Sandbox sandbox : opened) {
            sandbox.release(OnClose.DESTROY);
        }
    }
}
