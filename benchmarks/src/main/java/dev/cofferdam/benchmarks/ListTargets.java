package dev.cofferdam.benchmarks;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Listing large trees. */
final class ListTargets {
    private ListTargets() {}

    static List<Target> all() {
        return List.of(
                new Target("list-flat", (options, root) -> {
                    int files = options.size(100_000, 300);
                    Trees.flat(root, files, new byte[0]);
                    return list(
                            options, root, files, String.format(Locale.ROOT, "list %,d files in one directory", files));
                }),
                new Target("list-tree", (options, root) -> {
                    int directories = options.size(100, 3);
                    int inEach = options.size(1_000, 100);
                    Trees.empty(root, directories, inEach);
                    String name = String.format(
                            Locale.ROOT, "list %,d files in %d directories", directories * inEach, directories);
                    return list(options, root, directories + directories * inEach, name);
                }));
    }

    private static List<Row> list(TargetOptions options, Path root, int entries, String name) throws Exception {
        try (Workspace workspace = Workspaces.local().root(root).open()) {
            Interleaved.Side byHand = Interleaved.Side.of(() -> Programs.findSorted(root));
            Interleaved.Side ours = Interleaved.Side.of(() -> Target.expect(
                    entries,
                    workspace.list("", ListOptions.recursive()).entries().size(),
                    "entries"));
            Interleaved.Times times = new Interleaved(byHand, ours).measure(options.size(8, 0), options.rounds(21), 1);
            return List.of(Row.compared(name, 1.0, times));
        }
    }
}
