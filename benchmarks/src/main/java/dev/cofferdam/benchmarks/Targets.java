package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Measures what Cofferdam must reach, each beside what a user would write by hand, in one run that takes them in
 * turn, and prints a Markdown table. The exit code is 1 when something was not met, 2 for bad arguments.
 */
public final class Targets {
    private static final List<Target> ALL = Stream.of(
                    FileTargets.all(),
                    CommandTargets.all(),
                    OsTargets.all(),
                    SshTargets.all(),
                    DockerTargets.all(),
                    ListTargets.all(),
                    SnapshotTargets.all(),
                    ChildTargets.all(),
                    McpTargets.all())
            .flatMap(List::stream)
            .toList();

    private Targets() {}

    /**
     * Measure.
     *
     * @param arguments see {@code --help}
     * @throws Exception when a measurement fails, which is not the same as a bound that is not met
     */
    public static void main(String[] arguments) throws Exception {
        if (List.of(arguments).contains("--help")) {
            System.out.print(TargetOptions.USAGE);
            System.out.println("Names: " + names());
            return;
        }
        TargetOptions options;
        try {
            options = TargetOptions.parse(List.of(arguments));
            check(options);
        } catch (IllegalArgumentException e) {
            System.err.println("targets: " + e.getMessage());
            System.err.print(TargetOptions.USAGE);
            System.exit(2);
            return;
        }
        boolean met = run(options, System.out).stream().allMatch(Row::met);
        System.exit(met || options.quick() ? 0 : 1);
    }

    /** Measure the wanted targets and print their rows as they come. */
    static List<Row> run(TargetOptions options, PrintStream out) throws Exception {
        check(options);
        Path scratch = Files.createTempDirectory(options.directory(), "cofferdam-targets-");
        String temporary = System.setProperty("java.io.tmpdir", scratch.toString());
        try {
            out.println(circumstances(options));
            out.println();
            out.println(Row.HEAD);
            List<Row> rows = new ArrayList<>();
            for (Target target : ALL) {
                if (options.wants(target.name())) {
                    rows.addAll(measure(target, options, scratch, out));
                }
            }
            out.println();
            out.println("Load afterwards: " + load());
            return rows;
        } finally {
            Trees.delete(scratch);
            if (temporary != null) {
                System.setProperty("java.io.tmpdir", temporary);
            }
        }
    }

    private static List<Row> measure(Target target, TargetOptions options, Path scratch, PrintStream out)
            throws Exception {
        Path own = Files.createDirectory(scratch.resolve(target.name()));
        try {
            List<Row> rows = target.measurement().measure(options, own);
            rows.forEach(row -> out.println(row.markdown()));
            return rows;
        } finally {
            Trees.delete(own);
        }
    }

    private static void check(TargetOptions options) {
        List<String> known = ALL.stream().map(Target::name).toList();
        for (String name : options.only()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("there is no target " + name + "; the names are " + names());
            }
        }
    }

    private static String names() {
        return ALL.stream().map(Target::name).collect(Collectors.joining(", "));
    }

    private static String circumstances(TargetOptions options) throws IOException {
        return "Java %s, %s %s, %d processors, trees on %s (%s), load %s%s"
                .formatted(
                        System.getProperty("java.vm.version"),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        Runtime.getRuntime().availableProcessors(),
                        options.directory(),
                        Files.getFileStore(options.directory()).type(),
                        load(),
                        options.quick() ? "; a quick run, whose figures say nothing" : "");
    }

    private static String load() {
        return String.format(
                Locale.ROOT,
                "%.1f",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    }
}
