package dev.cofferdam.provider.ssh;

import dev.cofferdam.workspace.Stdin;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.sshd.common.io.IoOutputStream;
import org.apache.sshd.common.io.IoWriteFuture;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The input of a program: first what starts the command, then the command's own. Bytes are sent as the server takes
 * them, without a thread; a stream, which may block for ever, gets one.
 */
final class Input {
    private static final int PART = 1 << 15;

    private final IoOutputStream out;
    private @Nullable IoWriteFuture last;
    private volatile @Nullable Thread pump;
    private volatile boolean finished;

    Input(IoOutputStream out) {
        this.out = out;
    }

    /** Begin to send. */
    void begin(byte[] prologue, Optional<Stdin> stdin) throws IOException {
        if (stdin.isEmpty()) {
            send(prologue, 0, prologue.length);
        } else if (stdin.get() instanceof Stdin.Stream stream) {
            send(prologue, 0, prologue.length);
            Thread thread = new Thread(() -> copy(stream), "cofferdam-stdin");
            thread.setDaemon(true);
            pump = thread;
            thread.start();
        } else if (stdin.get() instanceof Stdin.Bytes bytes) {
            send(prologue, 0, prologue.length)
                    .addListener(future -> then(
                            future,
                            () -> send(bytes.bytes(), 0, bytes.bytes().length)
                                    .addListener(sent -> then(sent, this::end))));
        } else {
            send(prologue, 0, prologue.length).addListener(future -> then(future, this::end));
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void then(IoWriteFuture future, Step next) {
        try {
            if (future.isWritten()) {
                next.run();
            }
        } catch (IOException e) {
            // The program does not want more, which is its right (WS-EXEC-003); its end is reported elsewhere.
            return;
        }
    }

    private synchronized IoWriteFuture send(byte[] bytes, int offset, int length) throws IOException {
        IoWriteFuture future = out.writeBuffer(new ByteArrayBuffer(bytes, offset, length));
        last = future;
        return future;
    }

    private synchronized void end() {
        finished = true;
        out.close(false);
    }

    /** Return a stream for a program that was started without input. */
    OutputStream stream() {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                for (int done = 0; done < length; done += PART) {
                    // What was written before is waited for, and this by whoever writes next: most write no more.
                    sent();
                    int part = Math.min(PART, length - done);
                    send(Arrays.copyOfRange(bytes, offset + done, offset + done + part), 0, part);
                }
            }

            @Override
            public void close() throws IOException {
                if (!finished) {
                    sent();
                    end();
                }
            }
        };
    }

    private void sent() throws IOException {
        IoWriteFuture future;
        synchronized (this) {
            future = last;
        }
        if (finished) {
            throw new IOException("the input of the command was closed");
        }
        if (future == null) {
            return;
        }
        try {
            future.verify();
        } catch (InterruptedIOException e) {
            Thread.currentThread().interrupt();
            throw e;
        }
    }

    private void copy(Stdin.Stream stream) {
        try (InputStream in = stream.source().get()) {
            byte[] part = new byte[PART];
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                sent();
                if (read > 0) {
                    send(part, 0, read);
                    sent();
                }
            }
            sent();
            end();
        } catch (IOException e) {
            // Either end was closed: the program sees the end of its input, as it should.
            end();
        }
    }

    /** Let go; whoever is blocked in a write gets an exception. */
    void close() {
        if (!finished) {
            finished = true;
            out.close(true);
        }
        Thread thread = pump;
        if (thread != null) {
            // It may be blocked in the stream that it reads from.
            thread.interrupt();
        }
    }
}
