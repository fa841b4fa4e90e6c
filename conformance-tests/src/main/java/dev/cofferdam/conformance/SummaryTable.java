package dev.cofferdam.conformance;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes a report for a terminal: a line for each area, what is wrong, and the verdict. */
final class SummaryTable {

    String write(ConformanceReport report) {
        StringBuilder out = new StringBuilder();
        if (report.obstacle().isEmpty()) {
            table(out, report);
        }
        report.results().stream()
                .filter(result -> result.status() == Status.FAIL || result.status() == Status.ERROR)
                .forEach(result -> problem(out, result));
        report.results().stream()
                .filter(result -> result.status() == Status.DEVIATION)
                .forEach(result -> problem(out, result));
        if (report.obstacle().isEmpty()) {
            notRun(out, report);
        }
        report.capabilities()
                .leftOut()
                .forEach((capability, reason) -> out.append("  left out  ")
                        .append(capability)
                        .append(": ")
                        .append(reason)
                        .append('\n'));
        out.append(report.subject().name())
                .append(' ')
                .append(report.subject().version())
                .append(": ");
        return out.append(HtmlReportWriter.verdict(report)).append('\n').toString();
    }

    private static void table(StringBuilder out, ConformanceReport report) {
        Map<String, List<CheckResult>> areas = report.results().stream()
                .collect(Collectors.groupingBy(result -> result.check().area(), TreeMap::new, Collectors.toList()));
        out.append(String.format(
                Locale.ROOT,
                "%-6s %6s %6s %6s %6s %6s %6s %9s%n",
                "area",
                "pass",
                "fail",
                "error",
                "dev.",
                "n/a",
                "notrun",
                "time"));
        areas.forEach((area, results) -> row(out, area, results));
        row(out, "all", report.results());
        out.append('\n');
    }

    private static void row(StringBuilder out, String area, List<CheckResult> results) {
        Object[] cells = new Object[8];
        cells[0] = area;
        List<Status> columns = List.of(
                Status.PASS, Status.FAIL, Status.ERROR, Status.DEVIATION, Status.NOT_APPLICABLE, Status.NOT_RUN);
        for (int i = 0; i < columns.size(); i++) {
            Status status = columns.get(i);
            cells[i + 1] =
                    results.stream().filter(result -> result.status() == status).count();
        }
        cells[7] = HtmlReportWriter.seconds(results.stream()
                .mapToLong(result -> result.duration().toMillis())
                .sum());
        out.append(String.format(Locale.ROOT, "%-6s %6d %6d %6d %6d %6d %6d %9s%n", cells));
    }

    private static void notRun(StringBuilder out, ConformanceReport report) {
        Map<String, Long> reasons = report.results().stream()
                .filter(result -> result.status() == Status.NOT_RUN)
                .collect(Collectors.groupingBy(CheckResult::reason, TreeMap::new, Collectors.counting()));
        reasons.forEach((reason, count) -> out.append("  not run   ")
                .append(count)
                .append(" checks: ")
                .append(reason)
                .append('\n'));
    }

    static void problem(StringBuilder out, CheckResult result) {
        out.append(result.warning() ? "WARNING" : result.status())
                .append(' ')
                .append(result.check())
                .append("  [")
                .append(result.check().location())
                .append("]\n");
        result.reason()
                .lines()
                .limit(12)
                .forEach(line -> out.append("    ").append(line).append('\n'));
    }
}
