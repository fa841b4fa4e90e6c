package dev.cofferdam.benchmarks;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sandbox of the operating system, beside an npm package for the same purpose and beside no sandbox. */
final class OsTargets {
    private static final double MILLISECOND = 1e6;
    private static final int CONNECTIONS = 50;
    private static final String EXEC = "os: exec of `true`, beside npm sandbox-runtime";

    private OsTargets() {}

    static List<Target> all() {
        return List.of(
                target("os-exec", OsTargets::exec),
                target("os-globs", OsTargets::globs),
                target("os-proxy", OsTargets::proxy));
    }

    private static Target target(String name, Target.Measurement measurement) {
        return new Target(name, (options, scratch) -> {
            String missing = missing(scratch);
            if (missing != null) {
                return List.of(Row.fact(name, "see the documentation", "not measured: " + missing, false));
            }
            // In the sandbox of the npm package there is nothing of /dev/shm.
            Path own = Files.createTempDirectory(Path.of("/var/tmp"), "cofferdam-os-");
            String temporary = System.setProperty("java.io.tmpdir", own.toString());
            try {
                return measurement.measure(options, Files.createDirectory(own.resolve("root")));
            } finally {
                System.setProperty("java.io.tmpdir", String.valueOf(temporary));
                Trees.delete(own);
            }
        });
    }

    private static @Nullable String missing(Path scratch) throws InterruptedException {
        for (String program : List.of("bwrap", "socat", "curl")) {
            if (!Programs.succeeds(scratch, "sh", "-c", "command -v " + program)) {
                return "there is no " + program + ": run engine/ci/setup as root";
            }
        }
        return null;
    }

    private static WorkspaceBuilder os(Path root) {
        return Workspaces.provider("os").root(root);
    }

    private static List<Row> exec(TargetOptions options, Path root) throws Exception {
        Optional<Path> installed = RuntimePeer.installed(options.launcher());
        if (installed.isEmpty()) {
            return List.of(Row.fact(
                    EXEC, "≤ 1.10×", "not measured: the npm package is missing: run benchmarks/ci/setup", false));
        }
        try (Workspace workspace =
                        os(root).option("allowedDomains", "example.org").open();
                RuntimePeer peer = RuntimePeer.start(installed.get(), options.launcher(), root)) {
            requireSandboxes(workspace, peer);
            Interleaved.Side theirs = Interleaved.Side.of(() -> peer.run("true", 0, ""));
            Interleaved.Side ours = Interleaved.Side.of(
                    () -> Target.expect(0, workspace.exec("true").exitCode(), "as exit code"));
            Interleaved.Times times =
                    new Interleaved(theirs, ours).measure(options.size(60, 0), options.rounds(60), options.size(5, 1));
            return List.of(Row.compared(EXEC, 1.1, times.withoutCpu()));
        }
    }

    /** Both let a command write in the root and nowhere else; else something else would be measured. */
    private static void requireSandboxes(Workspace workspace, RuntimePeer peer) throws IOException {
        String line = "touch in && ! touch /var/tmp/out 2>/dev/null && rm in";
        Target.expect(0, workspace.exec(line).exitCode(), "as exit code of a command that looks around");
        peer.run(line, 0, "");
    }

    private static List<Row> globs(TargetOptions options, Path root) throws Exception {
        int directories = options.size(20, 4);
        int files = 100;
        for (int i = 0; i < directories; i++) {
            for (String name : List.of("whole", "mixed")) {
                Path directory = Files.createDirectories(root.resolve(name + "/d" + i));
                for (int j = 0; j < files; j++) {
                    Files.createFile(directory.resolve("f" + j + ".secret"));
                }
            }
            Files.createFile(root.resolve("mixed/d" + i + "/read.me"));
        }
        int matches = directories * files;
        return List.of(
                globs(options, root, "whole", matches, "folds"), globs(options, root, "mixed", matches, "fails"));
    }

    private static Row globs(TargetOptions options, Path root, String directory, int matches, String outcome)
            throws Exception {
        double[] nanos = new double[options.rounds(20)];
        try (Workspace workspace =
                os(root).option("denyRead", directory + "/**/*.secret").open()) {
            for (int i = -options.size(20, 0); i < nanos.length; i++) {
                long start = System.nanoTime();
                String seen = outcome(workspace, directory);
                double time = System.nanoTime() - start;
                if (!seen.equals(outcome)) {
                    throw new IllegalStateException("a command that " + outcome + " with its wildcards: " + seen);
                }
                if (i >= 0) {
                    nanos[i] = time;
                }
            }
        }
        return Row.absolute(
                "os: exec with %,d files that a wildcard hides, which %s (median of %d)"
                        .formatted(matches, outcome, nanos.length),
                100 * MILLISECOND,
                Interleaved.median(nanos));
    }

    private static String outcome(Workspace workspace, String directory) {
        try {
            int code = workspace.exec("! cat " + directory + "/d1/f1.secret").exitCode();
            return code == 0 ? "folds" : "exit code " + code;
        } catch (WorkspaceException e) {
            return e.code() == ErrorCode.INVALID_ARGUMENT ? "fails" : e.toString();
        }
    }

    private static List<Row> proxy(TargetOptions options, Path root) throws Exception {
        long bytes = options.size(4 << 20, 1 << 16);
        List<Row> rows = new ArrayList<>();
        try (BulkServer server = new BulkServer(bytes);
                Workspace workspace = os(root).option("allowedDomains", "127.0.0.1:" + server.port())
                        .open()) {
            for (String way : List.of("", "--proxytunnel ")) {
                String line = "curl --no-progress-meter -S -f -Z --parallel-immediate --parallel-max " + CONNECTIONS
                        + " " + way
                        + "-o /dev/null -w '%{size_download}\\n' 'http://127.0.0.1:" + server.port() + "/[1-"
                        + CONNECTIONS + "]'";
                Interleaved.Side outside =
                        Interleaved.Side.of(() -> requireAll(Programs.output("sh", "-c", line), bytes));
                Interleaved.Side inside = Interleaved.Side.of(() -> requireAll(text(workspace.exec(line)), bytes));
                Interleaved.Times times =
                        new Interleaved(outside, inside).measure(options.size(10, 0), options.rounds(20), 1);
                rows.add(Row.compared(
                        "os: %d connections at once, %d MiB each, %s, beside no sandbox"
                                .formatted(CONNECTIONS, bytes >> 20, way.isEmpty() ? "HTTP" : "tunnels"),
                        2,
                        times.withoutCpu()));
            }
        }
        return rows;
    }

    private static String text(CommandResult result) {
        if (result.exitCode() != 0) {
            throw new IllegalStateException(
                    "curl in the sandbox failed: " + result.stderr().text());
        }
        return result.stdout().text();
    }

    private static void requireAll(String sizes, long bytes) {
        long whole = sizes.lines().filter(Long.toString(bytes)::equals).count();
        Target.expect(CONNECTIONS, whole, "whole answers");
    }
}
