package dev.cofferdam.benchmarks;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.Workspace;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** Takes files of 8 MiB into a workspace and out of it in every way there is, in a heap far smaller than all of them. */
final class BigFiles {
    private static final int SIZE = 8 << 20;
    private static final long AMPLE = 4L << 30;

    private final Workspace workspace;
    private final int files;
    private final byte[] content = Trees.bytes(SIZE);

    private BigFiles(Workspace workspace, int files) {
        this.workspace = workspace;
        this.files = files;
    }

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        long start = System.nanoTime();
        try (Workspace workspace = Workspaces.local()
                .root(root)
                .createRoot(true)
                .limits(limits -> limits.maxSnapshotBytes(AMPLE).operationTimeout(Duration.ofMinutes(10)))
                .open()) {
            new BigFiles(workspace, Integer.parseInt(arguments[1])).inAndOut(root);
        }
        System.out.println("works, in " + Row.time((double) (System.nanoTime() - start)) + ", heap of "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB");
    }

    private void inAndOut(Path root) throws Exception {
        for (int i = 0; i < files; i++) {
            content[0] = (byte) i;
            workspace.write(name(i), content);
        }
        Snapshot snapshot = workspace.snapshot();
        Target.expect(files, snapshot.files(), "files in the snapshot");
        Target.expect((long) files * SIZE, snapshot.bytes(), "bytes in the snapshot");
        compare();
        Trees.clear(root);
        workspace.restore(snapshot.id());
        compare();
        Counter counter = new Counter();
        Target.expect(0, workspace.exportArchive("", counter).size(), "skipped paths");
        if (counter.bytes < (long) files * SIZE) {
            throw new IllegalStateException("the export had only " + counter.bytes + " bytes");
        }
    }

    private void compare() {
        for (int i = 0; i < files; i++) {
            content[0] = (byte) i;
            if (!Arrays.equals(content, workspace.read(name(i)))) {
                throw new IllegalStateException(name(i) + " changed");
            }
        }
    }

    private static String name(int number) {
        return "data/file-%03d.bin".formatted(number);
    }

    private static final class Counter extends OutputStream {
        private long bytes;

        @Override
        public void write(int oneByte) {
            bytes++;
        }

        @Override
        public void write(byte[] buffer, int offset, int length) {
            bytes += length;
        }
    }
}
