package dev.cofferdam.benchmarks;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Snapshots of many small files, and bringing them back into an empty root. */
final class SnapshotTargets {
    private SnapshotTargets() {}

    static List<Target> all() {
        return List.of(
                new Target("snapshot", SnapshotTargets::snapshot), new Target("restore", SnapshotTargets::restore));
    }

    private static List<Row> snapshot(TargetOptions options, Path scratch) throws Exception {
        Trial trial = Trial.make(options, scratch);
        try (Workspace workspace = Workspaces.local().root(trial.ours).open()) {
            Interleaved.Side byHand = new Interleaved.Side(
                    () -> Files.deleteIfExists(trial.archive), () -> Programs.tarCreate(trial.theirs, trial.archive));
            Interleaved.Side ours = new Interleaved.Side(
                    () -> {
                        for (Snapshot old : workspace.listSnapshots()) {
                            workspace.deleteSnapshot(old.id());
                        }
                    },
                    () -> Target.expect(trial.files, workspace.snapshot().files(), "files"));
            Interleaved.Times times = new Interleaved(byHand, ours).measure(options.size(8, 0), options.rounds(21), 1);
            return List.of(Row.compared(trial.named("snapshot"), 1.5, times));
        }
    }

    private static List<Row> restore(TargetOptions options, Path scratch) throws Exception {
        Trial trial = Trial.make(options, scratch);
        Programs.tarCreate(trial.theirs, trial.archive);
        try (Workspace workspace = Workspaces.local().root(trial.ours).open()) {
            String id = workspace.snapshot().id();
            Interleaved.Side byHand = new Interleaved.Side(
                    () -> Trees.clear(trial.theirs), () -> Programs.tarExtract(trial.archive, trial.theirs));
            Interleaved.Side ours = new Interleaved.Side(() -> Trees.clear(trial.ours), () -> workspace.restore(id));
            Interleaved.Times times = new Interleaved(byHand, ours).measure(options.size(8, 0), options.rounds(21), 1);
            Target.expect(trial.files, Trees.count(trial.theirs), "files");
            workspace.deleteSnapshot(id);
            Trees.delete(trial.ours.resolve(".cofferdam"));
            Target.expect(trial.files, Trees.count(trial.ours), "files");
            return List.of(Row.compared(trial.named("restore"), 3, times));
        }
    }

    /** Two equal trees. */
    private record Trial(Path theirs, Path ours, Path archive, int files) {
        static Trial make(TargetOptions options, Path scratch) throws Exception {
            int directories = options.size(100, 3);
            Trial trial = new Trial(
                    scratch.resolve("theirs"), scratch.resolve("ours"), scratch.resolve("a.tar"), 100 * directories);
            Trees.small(trial.theirs, directories, 100);
            Trees.small(trial.ours, directories, 100);
            return trial;
        }

        String named(String operation) {
            return String.format(Locale.ROOT, "%s of %,d files of 1 KiB", operation, files);
        }
    }
}
