package dev.cofferdam.benchmarks;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Containers, beside the docker command, Testcontainers and the daemon's own API. */
final class DockerTargets {
    private static final String IMAGE = "sandbox-test:debian";
    private static final double MILLISECOND = 1e6;
    private static final Duration TIMEOUT = Duration.ofMillis(300);

    private DockerTargets() {}

    static List<Target> all() {
        return List.of(
                target("docker-exec", DockerTargets::exec),
                target("docker-files", DockerFileTargets::measure),
                target("docker-life", DockerTargets::life),
                target("docker-child", DockerTargets::child),
                target("docker-timeout", DockerTargets::timeout));
    }

    /** Measures what needs a daemon. */
    @FunctionalInterface
    private interface Measurement {
        List<Row> measure(TargetOptions options) throws Exception;
    }

    private static Target target(String name, Measurement measurement) {
        return new Target(name, (options, scratch) -> {
            String missing = missing(scratch);
            return missing == null
                    ? measurement.measure(options)
                    : List.of(Row.fact(name, "see the documentation", "not measured: " + missing, false));
        });
    }

    private static @Nullable String missing(Path scratch) throws InterruptedException {
        if (!"true".equals(System.getenv("TESTCONTAINERS_CHECKS_DISABLE"))) {
            return "begin it by benchmarks/run, which sets what Testcontainers needs";
        }
        return Programs.succeeds(scratch, "docker", "image", "inspect", IMAGE)
                ? null
                : "no Docker daemon with the image " + IMAGE + " answers: run engine/ci/setup as root";
    }

    static WorkspaceBuilder docker() {
        return Workspaces.provider("docker").option("image", IMAGE).option("pull", "never");
    }

    private static List<Row> exec(TargetOptions options) throws Exception {
        Command command = Command.of("true");
        try (Workspace workspace = docker().open();
                Peer peer = new Peer(IMAGE)) {
            peer.start();
            Interleaved.Side ours = Interleaved.Side.of(
                    () -> Target.expect(0, workspace.exec(command).exitCode(), "as exit code"));
            Interleaved.Side client = Interleaved.Side.of(() -> Programs.drain("docker", "exec", peer.id(), "true"));
            Interleaved.Side other = Interleaved.Side.of(() -> Target.expect(0, peer.exec("true"), "as exit code"));
            return List.of(
                    compared("docker: exec of `true`, beside `docker exec`", 0.85, client, ours, options),
                    compared("docker: exec of `true`, beside Testcontainers", 1.0, other, ours, options));
        }
    }

    static Row compared(String name, double bound, Interleaved.Side base, Interleaved.Side ours, TargetOptions options)
            throws Exception {
        return Row.compared(
                name, bound, new Interleaved(base, ours).measure(options.size(10, 0), options.rounds(60), 1));
    }

    private static List<Row> life(TargetOptions options) throws Exception {
        try (Opened opened = new Opened();
                Peer peer = new Peer(IMAGE)) {
            List<Row> rows = new ArrayList<>();
            rows.add(compared(
                    "docker: start, beside Testcontainers",
                    0.9,
                    new Interleaved.Side(peer::stop, peer::start),
                    new Interleaved.Side(opened::close, opened::open),
                    options));
            rows.add(compared(
                    "docker: close, beside the stop of Testcontainers",
                    0.8,
                    new Interleaved.Side(peer::start, peer::stop),
                    new Interleaved.Side(opened::open, opened::close),
                    options));
            return rows;
        }
    }

    /** A workspace that is opened and closed many times. */
    private static final class Opened implements AutoCloseable {
        private @Nullable Workspace workspace;

        void open() {
            if (workspace == null) {
                Workspace fresh = docker().open();
                workspace = fresh;
                fresh.start();
            }
        }

        @Override
        public void close() {
            if (workspace != null) {
                workspace.close();
                workspace = null;
            }
        }
    }

    /** The container shares our clock: a command says when it ends. */
    private static List<Row> child(TargetOptions options) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (Workspace workspace = docker().open()) {
            for (String line : List.of("sleep 3 & date +%s%N", "setsid sleep 3 & date +%s%N")) {
                double[] nanos = new double[options.rounds(50)];
                for (int i = -options.size(5, 0); i < nanos.length; i++) {
                    CommandResult result = workspace.exec(line);
                    double late = wallNanos()
                            - Double.parseDouble(result.stdout().text().strip());
                    if (i >= 0) {
                        nanos[i] = late;
                    }
                }
                rows.add(Row.absolute(
                        "docker: from the end of `" + line.substring(0, line.indexOf('&') + 1) + " …` (worst of "
                                + nanos.length + ", median " + Row.time(Interleaved.median(nanos)) + ")",
                        150 * MILLISECOND,
                        worst(nanos)));
            }
        }
        return rows;
    }

    private static double wallNanos() {
        java.time.Instant now = java.time.Instant.now();
        return now.getEpochSecond() * 1e9 + now.getNano();
    }

    private static List<Row> timeout(TargetOptions options) throws Exception {
        double[] nanos = new double[options.rounds(50)];
        try (Workspace workspace = docker().open()) {
            Command command = Command.of("sleep", "60").timeout(TIMEOUT);
            for (int i = -options.size(3, 0); i < nanos.length; i++) {
                long start = System.nanoTime();
                Target.expect(124, workspace.exec(command).exitCode(), "as exit code");
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - start - TIMEOUT.toNanos();
                }
            }
        }
        return List.of(Row.absolute(
                "docker: beyond a timeout of 300 ms (worst of " + nanos.length + ", median "
                        + Row.time(Interleaved.median(nanos)) + ")",
                200 * MILLISECOND,
                worst(nanos)));
    }

    private static double worst(double[] values) {
        return java.util.Arrays.stream(values).max().orElseThrow();
    }
}
