package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.workspace.ErrorCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ReportTests {
    private static final List<Check> SAMPLES = ConformanceSuite.collect(List.of(SampleChecks.class));

    private final Subject idle = Subject.of(Doubles.DeclaringProvider.ofEverything())
            .patience(new Patience(Duration.ofMillis(50), Duration.ofMillis(20), Duration.ofMillis(5), 1))
            .option("image", "<b>debian</b>")
            .option("token", "s3cr3t-token")
            .opening(Doubles.opening(options -> Doubles.idle()));

    @Test
    void only_a_run_without_failures_and_gaps_conforms() {
        assertThat(run("passes").conforms()).isTrue();
        assertThat(run("passes").attained()).contains(Level.HARDENED);
        assertThat(run("passes", "finds_two_things_wrong").conforms()).isFalse();
        assertThat(run("passes", "breaks_by_itself").conforms()).isFalse();
        assertThat(run("passes", "cannot_be_shown_here").conforms()).isFalse();
        assertThat(run("passes", "finds_two_things_wrong").exitCode()).isEqualTo(1);
    }

    @Test
    void what_could_not_be_shown_here_says_nothing_against_the_provider() {
        assertThat(run("passes", "cannot_be_shown_here").exitCode()).isEqualTo(3);
        assertThat(run("passes", "cannot_be_shown_here", "finds_two_things_wrong")
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void the_exit_code_of_a_selection_speaks_of_it_alone() {
        ConformanceReport report = selected("passes");
        assertThat(report.exitCode()).isZero();
        assertThat(report.conforms()).as("a part gives no certificate").isFalse();
        assertThat(selected("finds_two_things_wrong").exitCode()).isEqualTo(1);
        assertThat(selected("cannot_be_shown_here").exitCode()).isEqualTo(3);
    }

    private ConformanceReport selected(String name) {
        List<Check> samples = samples("passes", "finds_two_things_wrong", "cannot_be_shown_here");
        String id = samples.stream()
                .map(Check::id)
                .filter(sample -> sample.endsWith("/" + name))
                .findFirst()
                .orElseThrow();
        return new SuiteRun(
                        idle, SuiteOptions.defaults().only(Set.of(id)), (result, done, total, elapsed) -> {}, samples)
                .run();
    }

    @Test
    void a_run_without_an_executed_check_gives_no_certificate() {
        ConformanceReport report = run("needs_no_trash");
        assertThat(report.conforms()).isFalse();
        assertThat(report.attained()).isEmpty();
        assertThat(report.exitCode()).isEqualTo(3);
    }

    @Test
    void a_missed_should_is_a_warning() {
        ConformanceReport report = run("passes", "misses_a_should");
        assertThat(report.conforms()).isTrue();
        assertThat(report.warnings()).hasSize(1);
    }

    @Test
    void a_failure_costs_its_level_and_those_above() {
        assertThat(run("passes", "needs_the_trash", "shows_a_secret").attained())
                .contains(Level.FULL);
        assertThat(run("passes", "finds_two_things_wrong", "needs_the_trash").attained())
                .isEmpty();
    }

    @Test
    void checks_above_the_claimed_level_are_not_run_and_do_no_harm() {
        ConformanceReport report = new SuiteRun(
                        idle,
                        SuiteOptions.defaults().level(Level.FULL),
                        (result, done, total, elapsed) -> {},
                        samples("passes", "shows_a_secret"))
                .run();
        assertThat(report.conforms()).isTrue();
        assertThat(report.attained()).contains(Level.FULL);
        assertThat(report.count(Status.NOT_RUN)).isEqualTo(1);
    }

    @Test
    void a_deviation_conforms_but_does_not_attain_its_level() {
        Subject known = Subject.of(Doubles.DeclaringProvider.ofEverything())
                .deviating(new KnownDeviation("WS-FILE-001/finds_two_things_wrong", "https://example.org/1", "known"))
                .opening(Doubles.opening(options -> Doubles.idle()));
        ConformanceReport report = run(known, "passes", "finds_two_things_wrong");
        assertThat(report.conforms()).isTrue();
        assertThat(report.attained()).isEmpty();
    }

    @Test
    void a_subject_that_cannot_be_opened_gives_exit_code_3() {
        Subject missing = Subject.of(Doubles.DeclaringProvider.ofEverything()).opening(Doubles.opening(options -> {
            throw dev.cofferdam.workspace.WorkspaceException.of(ErrorCode.UNAVAILABLE, "no daemon; start it");
        }));
        ConformanceReport report = run(missing, "passes");
        assertThat(report.exitCode()).isEqualTo(3);
        assertThat(new SummaryTable().write(report)).contains("Could not run", "no daemon; start it");
    }

    @Test
    void progress_counts_every_check() {
        List<String> seen = new ArrayList<>();
        new SuiteRun(
                        idle,
                        SuiteOptions.defaults(),
                        (result, done, total, elapsed) -> seen.add(done + "/" + total),
                        samples("passes", "needs_the_trash", "finds_two_things_wrong"))
                .run();
        assertThat(seen).containsExactly("1/3", "2/3", "3/3");
    }

    @Test
    void the_certificate_has_its_fields_and_no_secret() throws Exception {
        String text = new CertificateWriter().write(run("passes", "shows_a_secret", "needs_no_trash"));
        assertThat(text).doesNotContain("s3cr3t-token").doesNotContain("hunter2");
        JsonNode root = new ObjectMapper().readTree(text);
        List<String> fields = new ArrayList<>();
        root.fieldNames().forEachRemaining(fields::add);
        assertThat(fields)
                .containsExactly(
                        "schemaVersion",
                        "specVersion",
                        "tckVersion",
                        "catalogueSha256",
                        "subject",
                        "environment",
                        "certified",
                        "level",
                        "capabilities",
                        "counts",
                        "deviations",
                        "results",
                        "startedAt",
                        "durationMs");
        assertThat(root.at("/subject/configRedacted/token").asText()).isEqualTo("***");
        assertThat(root.at("/counts/pass").asInt()).isEqualTo(1);
        assertThat(root.at("/results/0/id").asText()).isEqualTo("WS-EXEC-012/shows_a_secret");
        assertThat(root.at("/level/attained").asText()).isEqualTo("FULL");
    }

    @Test
    void the_html_report_is_escaped_and_needs_nothing_else() {
        String html = new HtmlReportWriter().write(run("passes", "shows_a_secret"));
        assertThat(html)
                .contains("&lt;b&gt;debian&lt;/b&gt;", "&lt;***&gt;", "data-area=\"EXEC\"")
                .doesNotContain("<b>debian")
                .doesNotContain("hunter2")
                .doesNotContain("s3cr3t-token")
                .doesNotContain("src=")
                .doesNotContain("href=");
    }

    @Test
    void the_junit_report_is_well_formed() throws Exception {
        String xml = new JunitReportWriter()
                .write(run("passes", "finds_two_things_wrong", "needs_no_trash", "shows_a_secret"));
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("testcase").getLength()).isEqualTo(4);
        assertThat(document.getElementsByTagName("failure").getLength()).isEqualTo(2);
        assertThat(document.getElementsByTagName("skipped").getLength()).isEqualTo(1);
        assertThat(JunitReportWriter.escape("\u0000\u001b<\ud800")).isEqualTo("\ufffd\ufffd&lt;\ufffd");
    }

    @Test
    void a_certification_writes_three_files_and_returns_the_exit_code(@TempDir Path directory) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int code = Certification.of(idle)
                .options(SuiteOptions.defaults().only(Set.of("GEN")))
                .writeTo(directory.resolve("a/b"))
                .run(new PrintStream(out, true, StandardCharsets.UTF_8), System.err);
        assertThat(code).isEqualTo(Certification.DOES_NOT_CONFORM);
        assertThat(directory.resolve("a/b/certificate.json")).exists();
        assertThat(directory.resolve("a/b/report.html")).exists();
        assertThat(directory.resolve("a/b/junit.xml")).exists();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("area", "No certificate");
    }

    @Test
    void an_unknown_selection_or_deviation_is_a_usage_error() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Certification.of(idle)
                .options(SuiteOptions.defaults().only(Set.of("WS-FILES-1")))
                .run(System.out, new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isEqualTo(Certification.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("WS-FILES-1", "WS-FILE-001");
        Subject unknown = Subject.of(Doubles.DeclaringProvider.ofEverything())
                .deviating(new KnownDeviation("WS-FILE-001/no_such_check", "https://example.org", "why"));
        assertThatThrownBy(() -> ConformanceSuite.run(unknown, SuiteOptions.defaults(), (r, d, t, e) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no_such_check");
    }

    @Test
    void reports_that_cannot_be_written_are_said_so(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Certification.of(idle)
                .options(SuiteOptions.defaults().only(Set.of("GEN")))
                .writeTo(file)
                .run(
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
        assertThat(code).isEqualTo(Certification.COULD_NOT_RUN);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("could not be written");
    }

    private ConformanceReport run(String... names) {
        return run(idle, names);
    }

    private static ConformanceReport run(Subject subject, String... names) {
        return new SuiteRun(subject, SuiteOptions.defaults(), (result, done, total, elapsed) -> {}, samples(names))
                .run();
    }

    private static List<Check> samples(String... names) {
        return SAMPLES.stream()
                .filter(check -> List.of(names).contains(check.name()))
                .toList();
    }
}
