package dev.cofferdam.conformance;

import static dev.cofferdam.conformance.JunitReportWriter.escape;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes a report as {@code report.html}: one file that needs nothing else. */
final class HtmlReportWriter {

    String write(ConformanceReport report) {
        StringBuilder out = new StringBuilder();
        head(out, report);
        tiles(out, report);
        areas(out, report);
        capabilities(out, report);
        facts(out, report);
        checks(out, report);
        return out.append("</main>\n<script>\n")
                .append(resource("report.js"))
                .append("</script>\n</body>\n</html>\n")
                .toString();
    }

    private static void head(StringBuilder out, ConformanceReport report) {
        String name = escape(report.subject().name());
        out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append(
                        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Conformance of ")
                .append(name)
                .append("</title>\n<style>\n")
                .append(resource("report.css"))
                .append("</style>\n</head>\n<body>\n<main>\n<h1>Conformance of ")
                .append(name)
                .append("</h1>\n<p class=\"sub\">Version ")
                .append(escape(report.subject().version()))
                .append(" · isolation ")
                .append(escape(report.isolation()))
                .append(" · specification ")
                .append(ConformanceSuite.SPEC_VERSION)
                .append(" · ")
                .append(escape(report.started().toString()))
                .append("</p>\n<p class=\"verdict ")
                .append(report.conforms() ? "yes" : "no")
                .append("\">")
                .append(escape(verdict(report)))
                .append("</p>\n");
    }

    static String verdict(ConformanceReport report) {
        if (report.obstacle().isPresent()) {
            return "Could not run: " + report.obstacle().get();
        }
        String attained = report.attained().map(level -> "attains " + level).orElse("attains no level");
        return report.conforms()
                ? "Conforms to its declaration, " + attained
                : "No certificate: claims " + report.claimed() + ", " + attained;
    }

    private static void tiles(StringBuilder out, ConformanceReport report) {
        out.append("<div class=\"tiles\">\n");
        for (Status status : Status.values()) {
            out.append("<div class=\"tile\"><b class=\"")
                    .append(status)
                    .append("\">")
                    .append(report.count(status))
                    .append("</b><span>")
                    .append(label(status))
                    .append("</span></div>\n");
        }
        out.append("<div class=\"tile\"><b>")
                .append(seconds(report.duration().toMillis()))
                .append("</b><span>in all</span></div>\n</div>\n");
    }

    private static void areas(StringBuilder out, ConformanceReport report) {
        out.append("<h2>Areas</h2>\n<table>\n<tr><th>Area</th>");
        for (Status status : Status.values()) {
            out.append("<th>").append(label(status)).append("</th>");
        }
        out.append("</tr>\n");
        byArea(report).forEach((area, results) -> {
            out.append("<tr><td>").append(area).append("</td>");
            for (Status status : Status.values()) {
                long count = results.stream().filter(r -> r.status() == status).count();
                out.append("<td class=\"n ")
                        .append(count == 0 ? "NOT_RUN" : status)
                        .append("\">")
                        .append(count);
                out.append("</td>");
            }
            out.append("</tr>\n");
        });
        out.append("</table>\n");
    }

    private static void capabilities(StringBuilder out, ConformanceReport report) {
        out.append("<h2>Capabilities</h2>\n<table>\n<tr><th>Capability</th><th>Declared</th></tr>\n");
        for (var capability : dev.cofferdam.workspace.Capability.values()) {
            String why = report.capabilities()
                    .reasonFor(capability)
                    .map(reason -> "left out: " + reason)
                    .orElse("yes");
            row(out, capability.name(), why);
        }
        out.append("</table>\n");
    }

    private static void facts(StringBuilder out, ConformanceReport report) {
        out.append("<h2>Environment</h2>\n<table>\n<tr><th>Fact</th><th>Value</th></tr>\n");
        new TreeMap<>(report.environment()).forEach((name, value) -> row(out, name, value));
        CertificateWriter.configRedacted(report.subject()).forEach((name, value) -> row(out, "option " + name, value));
        row(out, "catalogue", ConformanceSuite.catalogueSha256());
        out.append("</table>\n");
    }

    private static void row(StringBuilder out, String name, String value) {
        out.append("<tr><td><code>")
                .append(escape(name))
                .append("</code></td><td>")
                .append(escape(value))
                .append("</td></tr>\n");
    }

    private static void checks(StringBuilder out, ConformanceReport report) {
        out.append("<h2>Checks</h2>\n<div class=\"filters\">\n<select id=\"area\" aria-label=\"Area\">")
                .append("<option value=\"\">every area</option>");
        byArea(report).keySet().forEach(area -> option(out, area, area));
        out.append("</select>\n<select id=\"status\" aria-label=\"Status\"><option value=\"\">every status</option>");
        Stream.of(Status.values()).forEach(status -> option(out, status.name(), label(status)));
        out.append(
                        "</select>\n<input id=\"text\" type=\"search\" placeholder=\"clause or words\" aria-label=\"Search\">\n")
                .append("<output id=\"shown\"></output>\n</div>\n");
        report.results().forEach(result -> check(out, result));
    }

    private static void option(StringBuilder out, String value, String label) {
        out.append("<option value=\"").append(value).append("\">").append(label).append("</option>");
    }

    private static void check(StringBuilder out, CheckResult result) {
        Check check = result.check();
        out.append("<details class=\"check\" id=\"").append(escape(check.id())).append("\" data-area=\"");
        out.append(check.area())
                .append("\" data-status=\"")
                .append(result.status())
                .append("\">\n<summary>");
        out.append("<span class=\"status ")
                .append(result.status())
                .append("\">")
                .append(label(result.status()));
        out.append("</span><span class=\"ref\">")
                .append(escape(check.reference()))
                .append("</span><span>");
        out.append(escape(check.title())).append("</span><span class=\"time\">");
        out.append(seconds(result.duration().toMillis())).append("</span></summary>\n<div class=\"body\">");
        out.append(check.keyword()).append(" · ").append(check.level()).append(" · <code>");
        out.append(escape(check.location())).append("</code>\n");
        if (!result.reason().isEmpty()) {
            out.append("<pre class=\"reason\">").append(escape(result.reason())).append("</pre>\n");
        }
        List<String> transcript = result.transcript();
        if (!transcript.isEmpty()) {
            out.append("<pre>").append(escape(String.join("\n", transcript))).append("</pre>\n");
        }
        out.append("</div>\n</details>\n");
    }

    private static Map<String, List<CheckResult>> byArea(ConformanceReport report) {
        return report.results().stream()
                .collect(Collectors.groupingBy(result -> result.check().area(), TreeMap::new, Collectors.toList()));
    }

    private static String label(Status status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static String seconds(long millis) {
        return String.format(Locale.ROOT, millis < 10_000 ? "%.2f s" : "%.1f s", millis / 1000.0);
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HtmlReportWriter.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
