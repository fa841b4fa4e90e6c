package dev.cofferdam.provider.docker;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the daemon tells by itself of the ends of execs in a container, so that nobody needs to ask for each. Whoever
 * waits for an end reads for all; there is no thread for it. Where the daemon does not tell, its record is asked.
 */
final class ExecEnds implements Closeable {
    private static final int LONGEST_LINE = 1 << 18;
    private static final Pattern EXEC = Pattern.compile("\"execID\":\"([0-9a-f]{64})\"");
    private static final Pattern CODE = Pattern.compile("\"exitCode\":\"([0-9]{1,3})\"");

    private final @Nullable HttpConnection events;
    private final Map<String, OptionalInt> awaited = new HashMap<>();
    /** The beginning of an event; used by who reads. */
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    private boolean reading;
    private boolean over;

    private ExecEnds(@Nullable HttpConnection events) {
        this.events = events;
        this.over = events == null;
    }

    /** Have the daemon tell the ends in a container, of all execs from its first moment on. */
    static ExecEnds of(Daemon daemon, String container) {
        String filters = "{\"type\":[\"container\"],\"container\":[\"" + container + "\"],\"event\":[\"exec_die\"]}";
        // From the beginning of time, so that nothing is lost before the daemon listens to us.
        String path = "/events?since=0&filters=" + URLEncoder.encode(filters, StandardCharsets.UTF_8);
        try {
            return new ExecEnds(daemon.transport().subscribe(daemon.path(path)));
        } catch (IOException e) {
            // Somebody between us and the daemon keeps this from us.
            return new ExecEnds(null);
        }
    }

    /** Take note of an exec before it starts. */
    synchronized void expect(String exec) {
        awaited.put(exec, OptionalInt.empty());
    }

    synchronized void forget(String exec) {
        awaited.remove(exec);
    }

    /** Tell whether ends are told. */
    synchronized boolean isOpen() {
        return !over;
    }

    /**
     * Wait for the end of an exec, for a time.
     *
     * @param exec which
     * @param nanos how long, 0 to only look
     * @return the exit code that the daemon tells; empty when it did not, or does not tell any more
     */
    OptionalInt await(String exec, long nanos) throws IOException, InterruptedException {
        long end = Machine.nanos() + nanos;
        boolean looked = false;
        while (true) {
            long left = end - Machine.nanos();
            synchronized (this) {
                OptionalInt code = awaited.getOrDefault(exec, OptionalInt.empty());
                if (code.isPresent() || over || (looked && left <= 0)) {
                    return code;
                }
                if (reading) {
                    if (left <= 0) {
                        return code;
                    }
                    TimeUnit.NANOSECONDS.timedWait(this, left);
                    continue;
                }
                reading = true;
            }
            looked = true;
            read(left);
        }
    }

    private void read(long nanos) throws InterruptedException {
        boolean lost = false;
        try {
            lost = !readSome(nanos);
        } catch (IOException e) {
            // The daemon went away, which commands will see.
            lost = true;
        } finally {
            synchronized (this) {
                reading = false;
                over |= lost;
                notifyAll();
            }
        }
    }

    /** Read what is there, or wait for something; tell whether more can come. */
    private boolean readSome(long nanos) throws IOException, InterruptedException {
        HttpConnection connection = events;
        if (connection == null) {
            return false;
        }
        int read = connection.readSome();
        if (read == 0 && nanos > 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            connection.wire().await(false, nanos);
            read = connection.readSome();
        }
        ByteBuffer bytes = connection.buffered();
        while (read > 0 && bytes.hasRemaining()) {
            byte b = bytes.get();
            if (b == '\n') {
                take(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else {
                line.write(b);
            }
        }
        return read >= 0 && line.size() <= LONGEST_LINE;
    }

    /** Take an event. Quotes within its texts have a backslash before them, so that no text passes for a field. */
    private synchronized void take(String event) {
        Matcher exec = EXEC.matcher(event);
        Matcher code = CODE.matcher(event);
        if (exec.find() && code.find()) {
            awaited.computeIfPresent(exec.group(1), (id, none) -> OptionalInt.of(Integer.parseInt(code.group(1))));
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            over = true;
            notifyAll();
        }
        if (events != null) {
            events.close();
        }
    }
}
