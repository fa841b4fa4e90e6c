package dev.cofferdam.benchmarks;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Reading and writing single files of one KiB. */
final class FileTargets {
    private static final int SIZE = 1024;
    private static final int FILES = 64;
    private static final int WARMUPS = 30;
    private static final int ROUNDS = 60;

    private FileTargets() {}

    static List<Target> all() {
        return List.of(
                new Target("read-1", (options, scratch) -> read(options, scratch, "", 1, 1.5)),
                new Target("read-4", (options, scratch) -> read(options, scratch, "src/main/java/", 4, 3)),
                new Target("write", FileTargets::write));
    }

    private static List<Row> read(TargetOptions options, Path root, String parent, int depth, double bound)
            throws Exception {
        byte[] content = Trees.bytes(SIZE);
        Trees.flat(root.resolve(parent), FILES, content);
        List<String> names = new ArrayList<>();
        List<Path> paths = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            names.add(parent + "file-%06d.txt".formatted(i));
            paths.add(root.resolve(names.get(i)));
        }
        int repetitions = options.size(40, 1);
        try (Workspace workspace = Workspaces.local().root(root).open()) {
            Work byHand = () -> {
                for (Path path : paths) {
                    Target.expect(SIZE, Files.readAllBytes(path).length, "bytes");
                }
            };
            Work ours = () -> {
                for (String name : names) {
                    Target.expect(SIZE, workspace.read(name).length, "bytes");
                }
            };
            Interleaved.Times times = new Interleaved(Interleaved.Side.of(byHand), Interleaved.Side.of(ours))
                    .measure(options.size(WARMUPS, 0), options.rounds(ROUNDS), repetitions);
            return List.of(Row.compared("read 1 KiB at depth " + depth, bound, times.per(FILES)));
        }
    }

    private static List<Row> write(TargetOptions options, Path scratch) throws Exception {
        byte[] content = Trees.bytes(SIZE);
        Path theirs = Files.createDirectory(scratch.resolve("theirs"));
        Path root = Files.createDirectory(scratch.resolve("ours"));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            names.add("file-%06d.txt".formatted(i));
        }
        List<Path> paths = names.stream().map(theirs::resolve).toList();
        int repetitions = options.size(20, 1);
        try (Workspace workspace = Workspaces.local().root(root).open()) {
            Work byHand = () -> {
                for (Path path : paths) {
                    writeAndMove(path, content);
                }
            };
            Work ours = () -> {
                for (String name : names) {
                    workspace.write(name, content);
                }
            };
            Interleaved.Times times = new Interleaved(Interleaved.Side.of(byHand), Interleaved.Side.of(ours))
                    .measure(options.size(WARMUPS, 0), options.rounds(ROUNDS), repetitions);
            Target.expect(FILES, Trees.count(theirs), "files");
            Target.expect(FILES, workspace.list("").entries().size(), "files");
            return List.of(Row.compared("write 1 KiB", 1.3, times.per(FILES)));
        }
    }

    /** Write a file so that no reader sees a part of it. */
    static void writeAndMove(Path path, byte[] content) throws Exception {
        Path temporary = path.resolveSibling(path.getFileName() + ".tmp");
        Files.write(temporary, content, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE);
    }
}
