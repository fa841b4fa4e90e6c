package dev.cofferdam.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What is shown in a Java process of its own. */
final class ChildTargets {
    private static final int PROBE_AND_ITS_MENDING = 2;

    private ChildTargets() {}

    static List<Target> all() {
        return List.of(
                new Target("big-files", ChildTargets::bigFiles), new Target("fresh", ChildTargets::freshWorkspaces));
    }

    private static List<Row> bigFiles(TargetOptions options, Path scratch) throws Exception {
        int files = options.size(128, 3);
        ChildJvm.Outcome outcome = ChildJvm.run(
                scratch,
                List.of("-Xmx128m"),
                BigFiles.class,
                scratch.resolve("root").toString(),
                Integer.toString(files));
        if (outcome.code() != 0) {
            System.err.println(outcome.text());
        }
        return List.of(Row.fact(
                files + " files of 8 MiB: write, snapshot, read, restore, export",
                "works with -Xmx128m",
                outcome.summary(),
                outcome.code() == 0));
    }

    private static List<Row> freshWorkspaces(TargetOptions options, Path scratch) throws Exception {
        int workspaces = options.size(10_000, 20);
        ChildJvm.Outcome outcome =
                ChildJvm.run(scratch, List.of(), FreshWorkspaces.class, Integer.toString(workspaces));
        if (outcome.code() != 0) {
            throw new IllegalStateException("fresh workspaces failed: " + outcome.text());
        }
        String[] numbers = outcome.summary().split(" ", -1);
        int first = Integer.parseInt(numbers[0]);
        int later = Integer.parseInt(numbers[1]);
        String seen = String.format(
                Locale.ROOT,
                "%d processes for the first, %d for the others; %s each",
                first,
                later,
                Row.time(Double.parseDouble(numbers[2])));
        return List.of(Row.fact(
                String.format(Locale.ROOT, "%,d fresh workspaces opened and closed", workspaces),
                "probed once",
                seen,
                first <= PROBE_AND_ITS_MENDING && later == 0));
    }
}
