package dev.cofferdam.benchmarks;

import dev.cofferdam.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A fresh workspace, opened and closed, beside a temporary directory, created and deleted. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class OpenBenchmark {
    /** Which provider is opened. */
    @State(Scope.Benchmark)
    public static class Provider {
        /** The provider. */
        @Param({"local", "memory"})
        @SuppressWarnings("NullAway.Init")
        public String provider;
    }

    /** Open and close a workspace. */
    @Benchmark
    public String openAndClose(Provider provider) {
        try (Workspace workspace = WorkspaceState.open(provider.provider)) {
            return workspace.root();
        }
    }

    /** Create and delete a directory. */
    @Benchmark
    public Path byHand() throws IOException {
        Path directory = DirectoryState.fresh();
        Trees.delete(directory);
        return directory;
    }
}
