package dev.cofferdam.internal.tree;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Reads a directory and looks at each of its names. Looking costs more than reading, so in a directory of more than a
 * few hundred names a second thread looks at the first ones while the rest are still being read.
 */
final class NodeReader {
    private static final int BATCH = 256;
    private static final long PAUSE_NANOS = 20_000;

    private final SecureDir dir;
    private final SecureDirectoryStream<Path> stream;
    private final Deque<Batch> waiting = new ConcurrentLinkedDeque<>();
    private final List<Batch> batches = new ArrayList<>();
    private volatile boolean allRead;
    private @Nullable Thread second;

    NodeReader(SecureDir dir, SecureDirectoryStream<Path> stream) {
        this.dir = dir;
        this.stream = stream;
    }

    /** Names that one thread looks at. */
    private static final class Batch {
        final List<Path> names = new ArrayList<>(BATCH);
        final List<Node> nodes = new ArrayList<>(BATCH);

        @Nullable
        IOException failure;
    }

    List<Node> read() throws IOException {
        try {
            readNames();
            lookAtTheRest();
        } finally {
            allRead = true;
            awaitSecond();
        }
        List<Node> nodes = new ArrayList<>(batches.size() * BATCH);
        for (Batch batch : batches) {
            if (batch.failure != null) {
                throw batch.failure;
            }
            nodes.addAll(batch.nodes);
        }
        return nodes;
    }

    private void readNames() throws IOException {
        Batch batch = new Batch();
        try {
            for (Path path : stream) {
                batch.names.add(path.getFileName());
                if (batch.names.size() == BATCH) {
                    hand(batch);
                    batch = new Batch();
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        batches.add(batch);
        waiting.add(batch);
        allRead = true;
    }

    private void hand(Batch batch) {
        batches.add(batch);
        waiting.add(batch);
        if (second == null) {
            second = new Thread(this::lookFromTheFront, "cofferdam-listing");
            second.setDaemon(true);
            second.start();
        }
    }

    private void lookFromTheFront() {
        while (true) {
            boolean last = allRead;
            Batch batch = waiting.pollFirst();
            if (batch != null) {
                look(batch);
            } else if (last) {
                return;
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private void lookAtTheRest() {
        for (Batch batch = waiting.pollLast(); batch != null; batch = waiting.pollLast()) {
            look(batch);
        }
    }

    private void look(Batch batch) {
        for (Path name : batch.names) {
            try {
                batch.nodes.add(dir.stat(stream, name, Names.of(name)));
            } catch (NoSuchFileException e) {
                // removed since the directory was read
            } catch (IOException e) {
                batch.failure = e;
                return;
            }
        }
    }

    /** Wait for the other thread, which has at most a batch left; an interrupt is kept for later. */
    private void awaitSecond() {
        if (second == null) {
            return;
        }
        boolean interrupted = false;
        while (true) {
            try {
                second.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
                waiting.clear();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
