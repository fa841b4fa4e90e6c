package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A plain temporary directory, for what a user would write by hand. */
@State(Scope.Benchmark)
public class DirectoryState {
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    /** Make it. */
    @Setup(Level.Trial)
    public void create() throws IOException {
        directory = fresh();
    }

    /** Delete it. */
    @TearDown(Level.Trial)
    public void delete() throws IOException {
        Trees.delete(directory);
    }

    /** Make a directory where {@code java.io.tmpdir} is now; the JDK's own method remembers where it was. */
    static Path fresh() throws IOException {
        return Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir", "/tmp")), "by-hand-");
    }

    Path directory() {
        return directory;
    }
}
