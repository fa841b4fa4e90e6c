package dev.cofferdam.provider.ssh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.sshd.client.channel.ChannelExec;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelListener;
import org.apache.sshd.common.channel.StreamingChannel;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A program on the server. Its output is queued as it comes; the server may go on as far as the queue is emptied, so
 * that one program that prints much holds up no other of the same connection.
 */
final class SshChannel extends ChannelExec {
    private static final Map<String, Integer> SIGNALS = Map.ofEntries(
            Map.entry("HUP", 1),
            Map.entry("INT", 2),
            Map.entry("QUIT", 3),
            Map.entry("ILL", 4),
            Map.entry("TRAP", 5),
            Map.entry("ABRT", 6),
            Map.entry("BUS", 7),
            Map.entry("FPE", 8),
            Map.entry("KILL", 9),
            Map.entry("USR1", 10),
            Map.entry("SEGV", 11),
            Map.entry("USR2", 12),
            Map.entry("PIPE", 13),
            Map.entry("ALRM", 14),
            Map.entry("TERM", 15));

    private final Arrivals arrivals;
    private final byte[] first;
    private volatile boolean requested;
    private volatile @Nullable IoWriteFuture sent;

    /**
     * Create a channel that is not open.
     *
     * @param command the line for the login shell
     * @param first what the program gets on its input as soon as the server takes it; may be empty
     * @param arrivals takes its output
     */
    SshChannel(String command, byte[] first, Arrivals arrivals) {
        super(command, StandardCharsets.UTF_8, null, null);
        this.arrivals = arrivals;
        this.first = first.clone();
        setStreaming(StreamingChannel.Streaming.Async);
        addChannelListener(new ChannelListener() {
            @Override
            public void channelStateChanged(Channel channel, String hint) {
                arrivals.wake();
            }

            @Override
            public void channelClosed(Channel channel, Throwable reason) {
                // One that was refused is followed by another one for the same output.
                if (requested) {
                    arrivals.closed();
                }
            }
        });
    }

    /** Tell whether the server may have been asked to run the program: then it is not asked again. */
    boolean requested() {
        return requested;
    }

    /** Return the exit code that the server reports, 128+n after signal n. */
    OptionalInt exitCode() {
        Integer status = getExitStatus();
        if (status != null) {
            return OptionalInt.of(status);
        }
        OptionalInt signal = endedBySignal();
        return signal.isPresent() ? OptionalInt.of(128 + signal.getAsInt()) : signal;
    }

    /** Return the signal that ended the program, where the server names one. */
    OptionalInt endedBySignal() {
        return Optional.ofNullable(getExitSignal())
                .map(name ->
                        OptionalInt.of(SIGNALS.getOrDefault(name.startsWith("SIG") ? name.substring(3) : name, 127)))
                .orElse(OptionalInt.empty());
    }

    /** Let the server send as much again as was taken from the queue. */
    void taken(int length) throws IOException {
        if (isOpen()) {
            getLocalWindow().release(length);
        }
    }

    @Override
    protected void doOpen() throws IOException {
        requested = true;
        super.doOpen();
        if (first.length > 0) {
            sent = getAsyncIn().writeBuffer(new ByteArrayBuffer(first));
        }
    }

    /** Wait, once the channel is open, until the server has taken what the program gets first. */
    void awaitFirst(Duration timeout) throws IOException, InterruptedException {
        IoWriteFuture future = sent;
        if (future != null) {
            Connection.await(
                    future, timeout, "the server did not take the input of a program in time (option execTimeout)");
        }
    }

    @Override
    protected void doWriteData(byte[] data, int offset, long length) throws IOException {
        arrived(false, data, offset, (int) length);
    }

    @Override
    protected void doWriteExtendedData(byte[] data, int offset, long length) throws IOException {
        arrived(true, data, offset, (int) length);
    }

    private void arrived(boolean error, byte[] data, int offset, int length) throws IOException {
        if (!arrivals.add(error, data, offset, length)) {
            taken(length);
        }
    }

    @Override
    public void handleEof() throws IOException {
        super.handleEof();
        arrivals.endOfOutput();
    }
}
