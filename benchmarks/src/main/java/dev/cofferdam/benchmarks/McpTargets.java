package dev.cofferdam.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The MCP server as a client starts it: by the launcher, on {@code memory}. */
final class McpTargets {
    private static final double WITH_ARCHIVE = 250e6;
    private static final double WITHOUT_ARCHIVE = 500e6;
    private static final double STEADY_CALL = 1e6;

    private McpTargets() {}

    static List<Target> all() {
        return List.of(new Target("mcp-start", McpTargets::start), new Target("mcp-call", McpTargets::call));
    }

    private static List<Row> start(TargetOptions options, Path scratch) throws Exception {
        int rounds = options.rounds(20);
        double[] with = new double[rounds];
        double[] without = new double[rounds];
        // The first start builds, and makes the class-data archive.
        for (int i = -options.size(2, 1); i < rounds; i++) {
            double first = untilTools(options, Map.of());
            double second = untilTools(options, withoutArchive());
            if (i >= 0) {
                with[i] = first;
                without[i] = second;
            }
        }
        return List.of(
                Row.absolute(
                        "MCP: spawn to first `tools/list` answer, class-data archive (median of " + rounds + ")",
                        WITH_ARCHIVE,
                        Interleaved.median(with)),
                Row.absolute("MCP: the same without the archive", WITHOUT_ARCHIVE, Interleaved.median(without)));
    }

    private static double untilTools(TargetOptions options, Map<String, String> environment) throws Exception {
        long start = System.nanoTime();
        try (McpClient client = McpClient.start(options.launcher(), environment)) {
            client.shakeHands();
            String tools = client.request("tools/list", "{}");
            double nanos = System.nanoTime() - start;
            if (!tools.contains("\"tools\"")) {
                throw new IOException("no tools in " + tools);
            }
            return nanos;
        }
    }

    /**
     * Variables that have the launcher's Java use the JDK's own class-data archive instead of ours: the JVM reads
     * {@code _JAVA_OPTIONS} after its command line, so all else stays the same.
     */
    private static Map<String, String> withoutArchive() {
        Path server = Path.of(System.getProperty("java.home"), "lib", "server");
        for (String name : List.of("classes.jsa", "classes_nocoops.jsa")) {
            if (Files.exists(server.resolve(name))) {
                return Map.of("_JAVA_OPTIONS", "-XX:SharedArchiveFile=" + server.resolve(name));
            }
        }
        return Map.of("_JAVA_OPTIONS", "-Xshare:off");
    }

    private static List<Row> call(TargetOptions options, Path scratch) throws Exception {
        int calls = options.size(5_000, 20);
        double[] nanos = new double[calls];
        try (McpClient client = McpClient.start(options.launcher(), Map.of())) {
            client.shakeHands();
            client.call("write_file", """
                    {"path":"a.txt","content":"hello\\n"}""");
            for (int i = -options.size(3_000, 5); i < calls; i++) {
                long start = System.nanoTime();
                client.call("file_info", """
                        {"path":"a.txt"}""");
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - start;
                }
            }
        }
        double median = Interleaved.median(nanos);
        Arrays.sort(nanos);
        return List.of(Row.absolute(
                String.format(Locale.ROOT, "MCP: p95 of %,d calls of `file_info` (median %s)", calls, Row.time(median)),
                STEADY_CALL,
                nanos[(int) Math.ceil(0.95 * calls) - 1]));
    }
}
