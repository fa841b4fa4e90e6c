package dev.cofferdam.conformance;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes a report as {@code junit.xml}, a suite for each area, for tools that read such files. */
final class JunitReportWriter {

    String write(ConformanceReport report) {
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
        attribute(out, "name", "conformance of " + report.subject().name());
        out.append(">\n");
        Map<String, List<CheckResult>> areas = report.results().stream()
                .collect(Collectors.groupingBy(result -> result.check().area(), TreeMap::new, Collectors.toList()));
        areas.forEach((area, results) -> suite(out, report.subject().name(), area, results));
        return out.append("</testsuites>\n").toString();
    }

    private static void suite(StringBuilder out, String subject, String area, List<CheckResult> results) {
        out.append("  <testsuite");
        attribute(out, "name", area);
        attribute(out, "tests", String.valueOf(results.size()));
        attribute(out, "failures", count(results, Status.FAIL));
        attribute(out, "errors", count(results, Status.ERROR));
        attribute(
                out,
                "skipped",
                String.valueOf(results.stream()
                        .filter(result -> skipped(result.status()))
                        .count()));
        out.append(">\n");
        for (CheckResult result : results) {
            testCase(out, subject, area, result);
        }
        out.append("  </testsuite>\n");
    }

    private static void testCase(StringBuilder out, String subject, String area, CheckResult result) {
        out.append("    <testcase");
        attribute(out, "classname", "cofferdam." + subject + "." + area);
        attribute(out, "name", result.check().reference() + " " + result.check().title());
        attribute(
                out,
                "time",
                String.format(Locale.ROOT, "%.3f", result.duration().toMillis() / 1000.0));
        if (result.status() == Status.PASS) {
            out.append("/>\n");
            return;
        }
        String element = switch (result.status()) {
            case FAIL -> "failure";
            case ERROR -> "error";
            default -> "skipped";
        };
        out.append(">\n      <").append(element);
        String reason = result.reason();
        attribute(
                out,
                "message",
                result.status() + ": " + reason.lines().findFirst().orElse(""));
        out.append('>').append(escape(reason)).append("</").append(element).append(">\n    </testcase>\n");
    }

    private static boolean skipped(Status status) {
        return status != Status.PASS && status != Status.FAIL && status != Status.ERROR;
    }

    private static String count(List<CheckResult> results, Status status) {
        return String.valueOf(
                results.stream().filter(result -> result.status() == status).count());
    }

    private static void attribute(StringBuilder out, String name, String value) {
        out.append(' ')
                .append(name)
                .append("=\"")
                .append(escape(value).replace("\n", "&#10;"))
                .append('"');
    }

    /** Escape text for XML and HTML; what XML cannot hold becomes U+FFFD. */
    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(fits(c) ? c : 0xFFFD);
            }
        });
        return out.toString();
    }

    private static boolean fits(int c) {
        return c == '\t' || c == '\n' || (c >= 0x20 && c <= 0xD7FF) || (c >= 0xE000 && c <= 0xFFFD) || c >= 0x10000;
    }
}
