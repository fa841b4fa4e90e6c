package dev.cofferdam.internal.shell;

import dev.cofferdam.spi.SandboxProcess;
import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rest of a file, printed by a program that opened it once. */
final class FileStream {
    private static final Logger LOG = LoggerFactory.getLogger(FileStream.class);

    private final SandboxProcess process;
    private final Tape tape;
    private final String name;
    private long position;
    private long count;
    private boolean ended;

    private FileStream(SandboxProcess process, Tape tape, String name, long position) {
        this.process = process;
        this.tape = tape;
        this.name = name;
        this.position = position;
    }

    static FileStream open(ShellDir dir, String name, long position) throws IOException {
        String token = dir.exchange().token();
        Request request = Request.of(Request.Effort.LONG_LOOK, "stream", dir.path(), name, Long.toString(position));
        Tape tape = new Tape(token);
        try {
            SandboxProcess process = dir.exchange().sandbox().start(Script.once(token, request, "-"), tape);
            return new FileStream(process, tape, name, position);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static ClosedByInterruptException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        ClosedByInterruptException failure = new ClosedByInterruptException();
        failure.initCause(cause);
        return failure;
    }

    long position() {
        return position;
    }

    /** Read some bytes, -1 at the end of the file. */
    int read(ByteBuffer target) throws IOException {
        try {
            int taken = next(target);
            if (taken < 0) {
                tape.requireEnd(name, count);
                return -1;
            }
            position += taken;
            count += taken;
            return taken;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private int next(ByteBuffer target) throws IOException, InterruptedException {
        while (true) {
            int taken = tape.take(target);
            if (taken != 0) {
                return taken;
            }
            if (!ended) {
                tape.reader(Thread.currentThread());
                OptionalInt exit = process.await(Duration.ZERO);
                if (exit.isPresent()) {
                    ended = true;
                    tape.end();
                    continue;
                }
            }
            tape.await();
        }
    }

    void close() {
        tape.leave();
        boolean interrupted = Thread.interrupted();
        try {
            if (!ended) {
                process.signal(Signal.KILL);
            }
        } catch (IOException e) {
            LOG.debug("A program that reads a file could not be ended", e);
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            process.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
