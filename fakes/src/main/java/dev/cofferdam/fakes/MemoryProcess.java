package dev.cofferdam.fakes;

import dev.cofferdam.fakes.shell.MachineProcess;
import dev.cofferdam.fakes.shell.ProcessInfo;
import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A process of a machine in memory, and its group. */
final class MemoryProcess implements SandboxProcess {
    private static final Duration SLICE = Duration.ofMillis(20);

    private final MachineProcess process;
    private final MemoryOutput output;
    private final Background background;
    private volatile boolean asked;

    MemoryProcess(MachineProcess process, MemoryOutput output, Background background) {
        this.process = process;
        this.output = output;
        this.background = background;
    }

    @Override
    public OptionalInt await(Duration atMost) throws IOException, InterruptedException {
        // The process wakes this thread when it ends; only a failing sink is looked for in slices.
        Duration left = atMost;
        while (true) {
            Duration slice = left.compareTo(SLICE) < 0 ? left : SLICE;
            OptionalInt exit = process.waitFor(slice);
            output.rethrow();
            left = left.minus(slice);
            if (exit.isPresent()) {
                endRest();
                return exit;
            }
            if (left.isZero() || left.isNegative()) {
                return exit;
            }
        }
    }

    /** End what the program left; after a TERM the rest has its time to end, and whoever sent it looks after that. */
    private void endRest() throws InterruptedException {
        if (background == Background.KEEP || asked) {
            return;
        }
        while (process.signalGroup(Signal.KILL.number()) > 0) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Override
    public OutputStream stdin() {
        return process.stdin();
    }

    @Override
    public void signal(Signal signal) {
        if (signal == Signal.TERM) {
            asked = true;
        }
        process.signalGroup(signal.number());
    }

    @Override
    public List<String> groupMembers() {
        return process.groupMembers().stream().map(MemoryProcess::describe).toList();
    }

    private static String describe(ProcessInfo info) {
        return info.pid() + " " + info.command();
    }

    @Override
    public OptionalInt endedBySignal() {
        return process.endedBySignal();
    }

    @Override
    public void close() {
        output.drop();
    }
}
