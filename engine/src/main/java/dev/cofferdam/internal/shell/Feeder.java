package dev.cofferdam.internal.shell;

import java.io.IOException;
import java.io.OutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a request to a helper; a long one in a thread of its own, which ends with it. */
final class Feeder implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Feeder.class);
    private static final int PART = 64 << 10;

    private final OutputStream out;
    private final byte[] head;
    private final byte[] content;

    Feeder(OutputStream out, byte[] head, byte[] content) {
        this.out = out;
        this.head = head;
        this.content = content;
    }

    @Override
    public void run() {
        try {
            out.write(head);
            for (int start = 0; start < content.length; start += PART) {
                out.write(content, start, Math.min(PART, content.length - start));
            }
            out.flush();
        } catch (IOException e) {
            // Whoever waits for the answer sees that none comes, or one that says what went wrong.
            LOG.debug("A helper shell takes no more input", e);
        }
    }

    void start() {
        Thread started = new Thread(this, "cofferdam-shell-input");
        started.setDaemon(true);
        started.start();
    }
}
