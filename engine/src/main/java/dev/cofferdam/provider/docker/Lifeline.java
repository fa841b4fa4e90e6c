package dev.cofferdam.provider.docker;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connection to a container's main process. That ends with it, and so does the container, unless it is to outlive
 * its client (WS-LIFE-007); whether the container runs is seen without asking the daemon; and on it the main process is
 * asked for the session of a command, at the price of neither a request nor a program.
 */
final class Lifeline implements Closeable {
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int MOST_WORDS = 1 << 20;

    private final HttpConnection connection;
    private final ReentrantLock lock = new ReentrantLock();
    private final FrameReader frames = new FrameReader(this::take);
    private final StringBuilder said = new StringBuilder();
    private boolean deaf;

    Lifeline(HttpConnection connection) {
        this.connection = connection;
    }

    /** Attach to a container, best before it starts: from its first moment on it hangs on this line. */
    static Lifeline attach(Daemon daemon, String container) throws IOException, InterruptedException {
        String path = daemon.path("/containers/" + container + "/attach?stream=1&stdin=1&stdout=1");
        return new Lifeline(
                daemon.hijack("hold the container", () -> daemon.transport().hijack(path, new byte[0])));
    }

    /** Tell whether it is whole, as it is while the container runs and the daemon lives. */
    boolean isWhole() {
        if (!lock.tryLock()) {
            // Whoever is asking will see.
            return true;
        }
        try {
            return drain();
        } finally {
            lock.unlock();
        }
    }

    /** Take what was said and not asked for, or late; tell whether the line is whole. */
    private boolean drain() {
        try {
            int read = connection.wire().isOpen() ? connection.readSome() : -1;
            while (read > 0) {
                frames.add(connection.buffered());
                said.setLength(0);
                read = connection.readSome();
            }
            return read == 0;
        } catch (IOException e) {
            // Broken, which is all that there is to know.
            return false;
        }
    }

    /**
     * Ask the main process.
     *
     * @param question words in one line
     * @return the lines of the answer; empty when there is none, so that it has to be found out in another way
     */
    Optional<List<String>> ask(String question) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (deaf || !drain()) {
                return Optional.empty();
            }
            Optional<List<String>> answer = exchange(question);
            // Somebody in the container stopped the main process or reads in its place: do not wait again.
            deaf = answer.isEmpty();
            return answer;
        } catch (IOException e) {
            // The line broke, or nobody who knows the language is at its other end.
            deaf = true;
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    private Optional<List<String>> exchange(String question) throws IOException, InterruptedException {
        String token = Machine.random(8);
        Deadline sending = Deadline.uninterrupted(ANSWER, Machine::nanos);
        connection.send(token + " " + question + "\n", new byte[0], sending);
        sending.done();
        long start = Machine.nanos();
        while (said.indexOf(token + " end\n") < 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long left = ANSWER.toNanos() - (Machine.nanos() - start);
            int read = connection.readSome();
            if (read < 0 || left <= 0 || said.length() > MOST_WORDS) {
                return Optional.empty();
            }
            if (read > 0) {
                frames.add(connection.buffered());
            } else {
                connection.wire().await(false, left);
            }
        }
        return Optional.of(answer(token));
    }

    private List<String> answer(String token) {
        List<String> lines = new ArrayList<>();
        for (String line : said.toString().split("\n", -1)) {
            if (line.equals(token + " end")) {
                break;
            }
            if (line.startsWith(token + " ")) {
                lines.add(line.substring(token.length() + 1));
            }
        }
        said.setLength(0);
        return lines;
    }

    private void take(int stream, byte[] bytes, int length) {
        if (stream == 1) {
            said.append(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
