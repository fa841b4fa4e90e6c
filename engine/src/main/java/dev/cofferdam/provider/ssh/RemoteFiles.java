package dev.cofferdam.provider.ssh;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.spi.ProcessSink;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Stdin;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Moves the bytes of single files, by {@code head} and {@code cat}. */
final class RemoteFiles {
    private static final String READ = "[ -f \"$1\" ] || exit 3; exec head -c \"$2\" \"$1\"";

    /** Makes the file, fills it, and takes it away again when it did not come whole. */
    private static final String WRITE = "umask 077; set -C; true >\"$1\" || exit 4; set +C; cat >>\"$1\" &&"
            + " [ \"$(wc -c <\"$1\")\" -eq \"$2\" ] && exit 0; rm -f \"$1\"; exit 5";

    private static final int MISSING = 3;
    private static final int EXISTS = 4;
    private static final int CUT = 5;

    private RemoteFiles() {}

    static byte[] read(Sandbox sandbox, String path, long limit) throws IOException, InterruptedException {
        Collected output = new Collected();
        int exit =
                sandbox.run(request(List.of("sh", "-c", READ, "sh", path, Long.toString(limit)), Stdin.none()), output);
        if (exit == MISSING) {
            throw new NoSuchFileException(path);
        }
        if (exit != 0) {
            throw new IOException("a file could not be read: " + output.said());
        }
        return output.stdout.toByteArray();
    }

    static void write(Sandbox sandbox, String path, InputStream content, long size)
            throws IOException, InterruptedException {
        Collected output = new Collected();
        InputStream kept = new FilterInputStream(content) {
            @Override
            public void close() {
                // It is the caller's.
            }
        };
        int exit = sandbox.run(
                request(List.of("sh", "-c", WRITE, "sh", path, Long.toString(size)), Stdin.from(() -> kept)), output);
        if (exit == EXISTS) {
            throw new FileAlreadyExistsException(path, null, output.said());
        }
        if (exit == CUT) {
            throw new IOException("a file did not arrive whole and was taken away again: " + output.said());
        }
        if (exit != 0) {
            throw new IOException("a file could not be written: " + output.said());
        }
    }

    private static ProcessRequest request(List<String> argv, Stdin stdin) {
        return new ProcessRequest(
                argv, "/", Map.of(), Optional.of(stdin), Background.KILL, Optional.empty(), Optional.empty());
    }

    private static final class Collected implements ProcessSink {
        private static final int MOST_SAID = 500;
        private final ByteArrayOutputStream stdout = new ByteArrayOutputStream();
        private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();

        @Override
        public void stdout(byte[] buffer, int length) {
            stdout.write(buffer, 0, length);
        }

        @Override
        public void stderr(byte[] buffer, int length) {
            stderr.write(buffer, 0, Math.min(length, Math.max(0, MOST_SAID - stderr.size())));
        }

        String said() {
            return stderr.toString(StandardCharsets.UTF_8).strip();
        }
    }
}
