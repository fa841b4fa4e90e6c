package dev.cofferdam.spi;

import dev.cofferdam.workspace.SandboxReport;
import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A program that was started in a sandbox, with the processes of its group.
 *
 * <p>{@link #await} is called by one thread at a time; the other methods by any thread.
 */
public interface SandboxProcess extends AutoCloseable {

    /**
     * Wait for the end of the program, for a time, and deliver its output meanwhile: on this thread, or on threads of
     * the driver's own. When the end is reported, all that the program itself printed has been delivered, and it is not
     * waited for other processes that hold its output open (WS-EXEC-008).
     *
     * @param atMost how long to wait, zero or more
     * @return the exit code, 128+n after signal n; empty when the program still runs
     * @throws IOException when something underneath fails, or what the sink threw
     * @throws InterruptedException when the thread is interrupted; the program runs on
     */
    OptionalInt await(Duration atMost) throws IOException, InterruptedException;

    /**
     * Return the input of a program that was started without one; closing it is end-of-file.
     *
     * @return the stream; it never blocks beyond {@link #close()}
     */
    OutputStream stdin();

    /**
     * Send a signal to the program's group, after checking that the group is still the program's (WS-EXEC-009). Does
     * nothing when no process of the group is left.
     *
     * @param signal the signal
     * @throws IOException when the signal could not be sent
     * @throws InterruptedException when the thread is interrupted
     */
    void signal(Signal signal) throws IOException, InterruptedException;

    /**
     * Tell which processes of the group are left, the program itself included while it runs.
     *
     * @return a short description of each, such as {@code 4711 sleep}, without arguments; empty when none is left
     * @throws IOException when it could not be found out
     * @throws InterruptedException when the thread is interrupted
     */
    List<String> groupMembers() throws IOException, InterruptedException;

    /**
     * Return the signal that ended the program, where the driver knows it.
     *
     * @return the signal's number
     */
    default OptionalInt endedBySignal() {
        return OptionalInt.empty();
    }

    /**
     * Return what the sandbox has to say about the program, once it ended.
     *
     * @return the report, where the driver has one
     */
    default Optional<SandboxReport> report() {
        return Optional.empty();
    }

    /**
     * Let go of the process without ending it: free streams, threads and descriptors. Never blocks on a pipe that
     * another process holds. Idempotent. For a process started with {@code KEEP}, output that comes later is dropped and
     * does not hurt the processes that print it.
     */
    @Override
    void close();
}
