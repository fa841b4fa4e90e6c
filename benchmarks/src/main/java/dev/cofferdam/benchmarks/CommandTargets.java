package dev.cofferdam.benchmarks;

import dev.cofferdam.Workspaces;
import dev.cofferdam.fakes.Fakes;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;

/** Running commands. */
final class CommandTargets {
    private static final double MILLISECOND = 1e6;

    private CommandTargets() {}

    static List<Target> all() {
        return List.of(new Target("exec", CommandTargets::exec), new Target("memory", CommandTargets::memory));
    }

    private static List<Row> exec(TargetOptions options, Path root) throws Exception {
        Command command = Command.of("true");
        try (Workspace workspace = Workspaces.local().root(root).open()) {
            Interleaved.Side byHand = Interleaved.Side.of(() -> Programs.drain("true"));
            Interleaved.Side ours = Interleaved.Side.of(
                    () -> Target.expect(0, workspace.exec(command).exitCode(), "as exit code"));
            // The compilers take about a thousand commands until they leave the code alone.
            Interleaved.Times times = new Interleaved(byHand, ours)
                    .measure(options.size(120, 0), options.rounds(60), options.size(10, 1));
            return List.of(Row.compared("exec of `true`", 2.2, times));
        }
    }

    private static List<Row> memory(TargetOptions options, Path scratch) throws Exception {
        int warmups = options.size(3_000, 1);
        double[] nanos = new double[options.rounds(2_000)];
        for (int i = -warmups; i < nanos.length; i++) {
            long start = System.nanoTime();
            try (Workspace workspace = Fakes.memory().open()) {
                Target.expect(0, workspace.exec("echo hi").exitCode(), "as exit code");
            }
            if (i >= 0) {
                nanos[i] = System.nanoTime() - start;
            }
        }
        return List.of(
                Row.absolute("memory: open, exec `echo`, close (median)", MILLISECOND, Interleaved.median(nanos)));
    }
}
