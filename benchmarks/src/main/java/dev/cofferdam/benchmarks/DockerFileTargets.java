package dev.cofferdam.benchmarks;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Files in a container, beside Testcontainers' copying, an exec for each operation, and the archives of the daemon's
 * API. The exec is our own, as it is the fastest one.
 */
final class DockerFileTargets {
    private static final int KIB = 1024;

    private DockerFileTargets() {}

    static List<Row> measure(TargetOptions options) throws Exception {
        List<Row> rows = new ArrayList<>();
        try (Workspace workspace = DockerTargets.docker().open();
                Peer peer = new Peer("sandbox-test:debian")) {
            peer.start();
            DockerArchive archive = new DockerArchive(peer.id());
            Files files = new Files(workspace, options);
            for (int size : new int[] {KIB, 64 * KIB, KIB * KIB}) {
                double bound = size <= 64 * KIB ? 1.0 / 8 : 1.0 / 4;
                byte[] content = Trees.bytes(size);
                rows.add(files.write("Testcontainers", bound, size, () -> peer.write("/workspace/f", content)));
                rows.add(files.write("an exec", bound, size, () -> files.execWrite(content)));
                rows.add(files.read("Testcontainers", bound, size, () -> check(size, peer.read("/workspace/f"))));
                rows.add(files.read("an exec", bound, size, () -> files.execRead(size)));
            }
            int large = options.size(10, 2) * KIB * KIB;
            byte[] content = Trees.bytes(large);
            byte[] packed = DockerArchive.pack("f", content);
            rows.add(files.write("an exec", 1.5, large, () -> files.execWrite(content)));
            rows.add(files.write("an archive", 1.5, large, () -> archive.put("/workspace", packed)));
            rows.add(files.read("an exec", 1.5, large, () -> files.execRead(large)));
            rows.add(files.read("an archive", 1.5, large, () -> check(large, archive.get("/workspace/f"))));
        }
        return rows;
    }

    private static void check(int size, byte[] content) {
        Target.expect(size, content.length, "bytes");
    }

    /** Measures one operation in a workspace. */
    private record Files(Workspace workspace, TargetOptions options) {
        Row write(String base, double bound, int size, Work other) throws Exception {
            byte[] content = Trees.bytes(size);
            return DockerTargets.compared(
                    name("write", size, base),
                    bound,
                    Interleaved.Side.of(other),
                    Interleaved.Side.of(() -> workspace.write("f", content)),
                    options);
        }

        Row read(String base, double bound, int size, Work other) throws Exception {
            workspace.write("f", Trees.bytes(size));
            return DockerTargets.compared(
                    name("read", size, base),
                    bound,
                    Interleaved.Side.of(other),
                    Interleaved.Side.of(() -> check(size, workspace.read("f"))),
                    options);
        }

        void execWrite(byte[] content) {
            Command command =
                    Command.of("sh", "-c", "cat > g.new && mv g.new g").stdin(content);
            Target.expect(0, workspace.exec(command).exitCode(), "as exit code");
        }

        void execRead(int size) {
            byte[] content = workspace
                    .exec(Command.of("cat", "f").maxOutputBytes(size + 1L))
                    .stdout()
                    .bytes();
            check(size, content);
        }

        private static String name(String what, int size, String base) {
            String shown = size < KIB * KIB ? size / KIB + " KiB" : size / KIB / KIB + " MiB";
            return String.format(Locale.ROOT, "docker: %s %s, beside %s", what, shown, base);
        }
    }
}
