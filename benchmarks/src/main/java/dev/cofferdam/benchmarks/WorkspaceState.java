package dev.cofferdam.benchmarks;

import dev.cofferdam.Workspaces;
import dev.cofferdam.fakes.Fakes;
import dev.cofferdam.workspace.Workspace;
import java.time.Duration;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** An open workspace of a provider. */
@State(Scope.Benchmark)
public class WorkspaceState {
    private static final long AMPLE = 4L << 30;

    /** The provider. */
    @Param({"local", "memory"})
    @SuppressWarnings("NullAway.Init")
    public String provider;

    @SuppressWarnings("NullAway.Init")
    private Workspace workspace;

    /** Open a fresh workspace of a provider. */
    static Workspace open(String provider) {
        return (provider.equals("memory") ? Fakes.memory().workspace() : Workspaces.provider(provider))
                .limits(limits -> limits.maxSnapshotBytes(AMPLE).operationTimeout(Duration.ofMinutes(10)))
                .open();
    }

    /** Open it. */
    @Setup(Level.Trial)
    public void open() {
        workspace = open(provider);
    }

    /** Close it. */
    @TearDown(Level.Trial)
    public void close() {
        workspace.close();
    }

    Workspace workspace() {
        return workspace;
    }
}
