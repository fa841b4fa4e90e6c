package dev.cofferdam.internal.exec;

import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Output;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Takes what a command prints: keeps a part, counts, and shows it to the command's consumers. */
final class Sink implements ProcessSink {
    private final OutputCollector stdout;
    private final OutputCollector stderr;
    private final Optional<Relay> toStdout;
    private final Optional<Relay> toStderr;
    private final long limit;
    private final AtomicLong total = new AtomicLong();
    private volatile @Nullable Throwable failure;
    private volatile boolean overflow;

    Sink(Command command, long maxOutputBytes, long maxStreamBytes) {
        this.stdout = new OutputCollector(command.keep(), maxOutputBytes);
        this.stderr = new OutputCollector(command.keep(), maxOutputBytes);
        this.toStdout = command.onStdout().map(Relay::new);
        this.toStderr = command.onStderr().map(Relay::new);
        this.limit = maxStreamBytes;
    }

    @Override
    public void stdout(byte[] buffer, int length) {
        take(buffer, length, stdout, toStdout);
    }

    @Override
    public void stderr(byte[] buffer, int length) {
        take(buffer, length, stderr, toStderr);
    }

    private void take(byte[] buffer, int length, OutputCollector collector, Optional<Relay> relay) {
        if (overflow) {
            collector.drop(length);
            return;
        }
        long before = total.getAndAdd(length);
        int allowed = (int) Math.max(0, Math.min(length, limit - before));
        if (allowed > 0) {
            collector.add(buffer, allowed);
            relay.ifPresent(r -> show(() -> r.add(buffer, allowed)));
        }
        if (allowed < length) {
            collector.drop(length - allowed);
            overflow = true;
        }
    }

    /** Show the consumers what was held back. */
    void end() {
        toStdout.ifPresent(r -> show(r::end));
        toStderr.ifPresent(r -> show(r::end));
    }

    @SuppressWarnings("CatchingUnchecked") // whatever the caller's code throws comes out of the call
    private void show(Runnable call) {
        if (failure != null) {
            return;
        }
        try {
            call.run();
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /** Return what a consumer threw. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Tell whether the command printed more than it may. */
    boolean overflow() {
        return overflow;
    }

    /** Say on stderr why the command was stopped. */
    void noteOverflow() {
        stderr.note("cofferdam: the command was stopped because it printed more than " + limit
                + " bytes (maxStreamBytes)\n");
    }

    Output stdout() {
        return stdout.output();
    }

    Output stderr() {
        return stderr.output();
    }
}
