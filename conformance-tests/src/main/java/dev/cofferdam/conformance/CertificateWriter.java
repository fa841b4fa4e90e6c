package dev.cofferdam.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.cofferdam.workspace.Capability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes a report as {@code certificate.json}. */
final class CertificateWriter {
    private static final int SCHEMA_VERSION = 1;

    private final JsonMapper mapper =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    String write(ConformanceReport report) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("specVersion", ConformanceSuite.SPEC_VERSION);
        root.put("tckVersion", tckVersion());
        root.put("catalogueSha256", ConformanceSuite.catalogueSha256());
        root.put("subject", subject(report));
        root.put("environment", new TreeMap<>(report.environment()));
        root.put("certified", report.conforms());
        root.put("level", level(report));
        report.obstacle().ifPresent(why -> root.put("obstacle", why));
        root.put("capabilities", capabilities(report));
        root.put("counts", counts(report));
        root.put("deviations", deviations(report));
        root.put(
                "results",
                report.results().stream().map(CertificateWriter::result).toList());
        root.put("startedAt", report.started().toString());
        root.put("durationMs", report.duration().toMillis());
        try {
            return mapper.writeValueAsString(root) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Maps of strings and numbers can be written", e);
        }
    }

    static String tckVersion() {
        String version = ConformanceSuite.class.getPackage().getImplementationVersion();
        return version != null ? version : "development";
    }

    private static Map<String, Object> subject(ConformanceReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", report.subject().name());
        map.put("version", report.subject().version());
        map.put("provider", report.subject().provider().name());
        map.put("isolation", report.isolation());
        map.put("configRedacted", configRedacted(report.subject()));
        return map;
    }

    static Map<String, String> configRedacted(Subject subject) {
        List<String> secrets = subject.secrets();
        Map<String, String> config = new TreeMap<>(subject.options());
        config.replaceAll((name, value) -> secrets.contains(value) ? "***" : value);
        return config;
    }

    private static Map<String, Object> level(ConformanceReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("claimed", report.claimed());
        map.put("attained", report.attained().map(Level::name).orElse("NONE"));
        return map;
    }

    private static Map<String, Object> capabilities(ConformanceReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("declared", report.capabilities().declared());
        Map<Capability, String> leftOut = report.capabilities().leftOut();
        map.put("leftOut", leftOut);
        map.put(
                "timestampGranularity",
                report.capabilities().timestampGranularity().toString());
        map.put("maxConcurrentCommands", report.capabilities().maxConcurrentCommands());
        return map;
    }

    private static Map<String, Object> counts(ConformanceReport report) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("checks", report.results().size());
        for (Status status : Status.values()) {
            map.put(status.name().toLowerCase(Locale.ROOT), report.count(status));
        }
        map.put("warnings", report.warnings().size());
        return map;
    }

    private static List<Object> deviations(ConformanceReport report) {
        List<Object> list = new ArrayList<>();
        for (KnownDeviation deviation : report.subject().deviations()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("check", deviation.check());
            map.put("link", deviation.link());
            map.put("reason", deviation.reason());
            list.add(map);
        }
        return list;
    }

    private static Map<String, Object> result(CheckResult result) {
        Check check = result.check();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", check.id());
        map.put("clause", check.clause());
        map.put("statements", check.statements());
        map.put("title", check.title());
        map.put("level", check.level());
        map.put("keyword", check.keyword());
        map.put("status", result.status());
        map.put("durationMs", result.duration().toMillis());
        if (!result.reason().isEmpty()) {
            map.put("reason", result.reason());
        }
        map.put("artifacts", List.of("report.html#" + check.id()));
        return map;
    }
}
