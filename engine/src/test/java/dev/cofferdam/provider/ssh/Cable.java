package dev.cofferdam.provider.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A line to a server that tests can cut. */
final class Cable implements AutoCloseable {
    private final ServerSocket socket;
    private final int target;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong sentBeforeCut = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong receivedBeforeCut = new AtomicLong(Long.MAX_VALUE);
    private volatile int silentUpTo;
    private volatile boolean broken;

    Cable(int target) throws IOException {
        this.target = target;
        this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread(() -> {
            while (true) {
                connect(socket.accept());
            }
        });
    }

    int port() {
        return socket.getLocalPort();
    }

    /** Return how many connections were made. */
    int connections() {
        return connections.get();
    }

    /** Break all connections; new ones work, unless it stays broken. */
    void cut(boolean stays) throws IOException {
        broken = stays;
        for (Socket end : open) {
            end.close();
        }
        open.clear();
    }

    /** Break all connections once so many more bytes were sent to the server; new ones work. */
    void cutAfterSending(long bytes) {
        sentBeforeCut.set(bytes);
    }

    /** Break all connections once so many more bytes came from the server; new ones work. */
    void cutAfterReceiving(long bytes) {
        receivedBeforeCut.set(bytes);
    }

    /** Let the connections that there are carry nothing more, without an end; new ones work. */
    void silence() {
        silentUpTo = connections.get();
    }

    private void connect(Socket near) throws IOException {
        if (broken) {
            near.close();
            return;
        }
        int number = connections.incrementAndGet();
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
        open.addAll(List.of(near, far));
        thread(() -> copy(near.getInputStream(), far.getOutputStream(), number, sentBeforeCut));
        thread(() -> copy(far.getInputStream(), near.getOutputStream(), number, receivedBeforeCut));
    }

    private void copy(InputStream from, OutputStream to, int number, AtomicLong beforeCut) throws IOException {
        byte[] buffer = new byte[8192];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            if (number > silentUpTo) {
                to.write(buffer, 0, read);
            }
            if (beforeCut.get() != Long.MAX_VALUE && beforeCut.addAndGet(-read) < 0) {
                beforeCut.set(Long.MAX_VALUE);
                cut(false);
            }
        }
        to.close();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void thread(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // The line is cut: that is what it is for.
                        return;
                    }
                },
                "test-cable");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        cut(true);
    }
}
