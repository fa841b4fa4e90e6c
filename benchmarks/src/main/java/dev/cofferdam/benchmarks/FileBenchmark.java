package dev.cofferdam.benchmarks;

import dev.cofferdam.workspace.Workspace;
import java.nio.file.Files;
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

/** Reading and writing one file, beside {@link Files}: a write by hand is one to a temporary file that is moved. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class FileBenchmark {
    private static final String NAME = "file.bin";

    /** What is written and read. */
    @State(Scope.Benchmark)
    public static class Content {
        /** The size of the file. */
        @Param({"1024", "1048576"})
        public int size;

        private byte[] bytes = {};

        /** Make the bytes. */
        @Setup(Level.Trial)
        public void fill() {
            bytes = Trees.bytes(size);
        }
    }

    /** A workspace with the file. */
    @State(Scope.Benchmark)
    public static class WithFile {
        @SuppressWarnings("NullAway.Init")
        private Workspace workspace;

        /** Write the file. */
        @Setup(Level.Trial)
        public void write(WorkspaceState open, Content content) {
            workspace = open.workspace();
            workspace.write(NAME, content.bytes);
        }
    }

    /** A directory with the file. */
    @State(Scope.Benchmark)
    public static class DirectoryWithFile {
        private Path path = Path.of("");

        /** Write the file. */
        @Setup(Level.Trial)
        public void write(DirectoryState directory, Content content) throws Exception {
            path = directory.directory().resolve(NAME);
            FileTargets.writeAndMove(path, content.bytes);
        }
    }

    /** Read the file of a workspace. */
    @Benchmark
    public byte[] read(WithFile state, Content content) {
        return state.workspace.read(NAME);
    }

    /** Read a file. */
    @Benchmark
    public byte[] readByHand(DirectoryWithFile state, Content content) throws Exception {
        return Files.readAllBytes(state.path);
    }

    /** Write the file of a workspace. */
    @Benchmark
    public void write(WithFile state, Content content) {
        state.workspace.write(NAME, content.bytes);
    }

    /** Write a file. */
    @Benchmark
    public Path writeByHand(DirectoryWithFile state, Content content) throws Exception {
        FileTargets.writeAndMove(state.path, content.bytes);
        return state.path;
    }
}
