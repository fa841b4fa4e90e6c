package dev.cofferdam.benchmarks;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/** Running {@code true}, beside a {@link ProcessBuilder} whose process is started, drained and waited for. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ExecBenchmark {
    private static final Command TRUE = Command.of("true");

    /** Run it in a workspace. */
    @Benchmark
    public CommandResult exec(WorkspaceState state) {
        CommandResult result = state.workspace().exec(TRUE);
        Target.expect(0, result.exitCode(), "as exit code");
        return result;
    }

    /** Run it with a process builder. */
    @Benchmark
    public void byHand() throws Exception {
        Programs.drain("true");
    }
}
