package dev.cofferdam.benchmarks;

import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Listing a directory of empty files, beside GNU {@code find -printf} piped to {@code sort}. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class ListBenchmark {
    /** How many files there are. */
    @State(Scope.Benchmark)
    public static class Size {
        /** How many files there are. */
        @Param({"1000", "100000"})
        public int files;
    }

    /** A workspace with the files. */
    @State(Scope.Benchmark)
    public static class WithFiles {
        @SuppressWarnings("NullAway.Init")
        private Workspace workspace;

        /** Make the files. */
        @Setup(Level.Trial)
        public void fill(WorkspaceState open, Size size) throws Exception {
            workspace = open.workspace();
            if (open.provider.equals("local")) {
                Trees.flat(Path.of(workspace.root()), size.files, new byte[0]);
                return;
            }
            for (int i = 0; i < size.files; i++) {
                workspace.write("file-%06d.txt".formatted(i), new byte[0]);
            }
        }
    }

    /** A directory with the files. */
    @State(Scope.Benchmark)
    public static class DirectoryWithFiles {
        private Path directory = Path.of("");

        /** Make the files. */
        @Setup(Level.Trial)
        public void fill(DirectoryState open, Size size) throws Exception {
            directory = open.directory();
            Trees.flat(directory, size.files, new byte[0]);
        }
    }

    /** List the files of a workspace. */
    @Benchmark
    public Listing list(WithFiles state, Size size) {
        Listing listing = state.workspace.list("", ListOptions.recursive());
        Target.expect(size.files, listing.entries().size(), "entries");
        return listing;
    }

    /** List the files of a directory. */
    @Benchmark
    public void findAndSort(DirectoryWithFiles state, Size size) throws Exception {
        Programs.findSorted(state.directory);
    }
}
