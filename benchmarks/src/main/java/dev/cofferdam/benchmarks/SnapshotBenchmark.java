package dev.cofferdam.benchmarks;

import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
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

/** A snapshot of a tree, and bringing it back into an empty root, beside GNU {@code tar}. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 5)
@Measurement(iterations = 10)
@Fork(1)
public class SnapshotBenchmark {
    private static final int IN_A_DIRECTORY = 100;

    /** What the tree looks like. */
    @State(Scope.Benchmark)
    public static class Tree {
        /** How many files of how many bytes: 10,000 small ones, or 1 GiB. */
        @Param({"10000x1024", "256x4194304"})
        @SuppressWarnings("NullAway.Init")
        public String tree;

        int files() {
            return Integer.parseInt(tree.substring(0, tree.indexOf('x')));
        }

        byte[] content() {
            return Trees.bytes(Integer.parseInt(tree.substring(tree.indexOf('x') + 1)));
        }

        String name(int number) {
            return String.format(Locale.ROOT, "directory-%03d/file-%06d.bin", number / IN_A_DIRECTORY, number);
        }
    }

    /** A workspace with the tree and a snapshot of it. */
    @State(Scope.Benchmark)
    public static class WithTree {
        @SuppressWarnings("NullAway.Init")
        private Workspace workspace;

        private String kept = "";
        private int files;

        /** Make the tree. */
        @Setup(Level.Trial)
        public void fill(WorkspaceState open, Tree tree) {
            workspace = open.workspace();
            byte[] content = tree.content();
            files = tree.files();
            for (int i = 0; i < files; i++) {
                workspace.write(tree.name(i), content);
            }
            kept = workspace.snapshot().id();
        }

        Workspace workspace() {
            return workspace;
        }

        String kept() {
            return kept;
        }

        /** Delete the snapshots that benchmarks made. */
        @Setup(Level.Invocation)
        public void clear() {
            for (Snapshot snapshot : workspace.listSnapshots()) {
                if (!snapshot.id().equals(kept)) {
                    workspace.deleteSnapshot(snapshot.id());
                }
            }
        }
    }

    /** A workspace whose root was emptied. */
    public static class Emptied extends WithTree {
        /** Empty the root. */
        @Setup(Level.Invocation)
        public void empty() {
            RemoveOptions everything = RemoveOptions.defaults().withContents();
            workspace().list("").paths().forEach(path -> workspace().remove(path, everything));
        }
    }

    /** A directory with the tree, and an archive of it. */
    @State(Scope.Benchmark)
    public static class DirectoryWithTree {
        private Path root = Path.of("");
        private Path archive = Path.of("");
        private Path target = Path.of("");

        /** Make the tree. */
        @Setup(Level.Trial)
        public void fill(DirectoryState open, Tree tree) throws Exception {
            root = open.directory().resolve("tree");
            archive = open.directory().resolve("kept.tar");
            target = open.directory().resolve("target");
            byte[] content = tree.content();
            for (int i = 0; i < tree.files(); i++) {
                Path file = root.resolve(tree.name(i));
                Files.createDirectories(file.getParent());
                Files.write(file, content);
            }
            Programs.tarCreate(root, archive);
        }

        /** Empty the directory into which the archive is extracted. */
        @Setup(Level.Invocation)
        public void empty() throws Exception {
            Trees.delete(target);
            Files.createDirectory(target);
        }
    }

    /** Take a snapshot. */
    @Benchmark
    public Snapshot snapshot(WithTree state, Tree tree) {
        Snapshot snapshot = state.workspace().snapshot();
        Target.expect(state.files, snapshot.files(), "files");
        return snapshot;
    }

    /** Make an archive. */
    @Benchmark
    public void tarCreate(DirectoryWithTree state, Tree tree) throws Exception {
        Programs.tarCreate(state.root, state.target.resolve("new.tar"));
    }

    /** Restore a snapshot. */
    @Benchmark
    public int restore(Emptied state, Tree tree) {
        return state.workspace().restore(state.kept()).restored().size();
    }

    /** Extract an archive. */
    @Benchmark
    public void tarExtract(DirectoryWithTree state, Tree tree) throws Exception {
        Programs.tarExtract(state.archive, state.target);
    }
}
