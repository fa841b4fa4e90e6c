package dev.cofferdam.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands that the documents show. */
class CommandLineTests {
    private static final String GREETING = "./cofferdam run -- sh -c 'echo hello > greeting; cat greeting'";

    /** Lines that work in a second or two, from any directory and without a client at the other end. */
    private static final Set<String> QUICK = Set.of("run", "doctor", "--version");

    static Stream<String> lines() {
        return Documents.blocks("sh").stream()
                .flatMap(block -> block.code().lines())
                .map(line -> line.replaceFirst("\\s+#.*", ""))
                .filter(line -> line.startsWith("./cofferdam "))
                .distinct();
    }

    static Stream<String> quickLines() {
        return lines().filter(line -> QUICK.contains(line.split(" ", 3)[1]));
    }

    static Stream<String> serverLines() {
        return lines().filter(line -> line.startsWith("./cofferdam mcp "));
    }

    static Stream<String> certifyLines() {
        return lines().filter(line -> line.startsWith("./cofferdam certify "));
    }

    @ParameterizedTest
    @MethodSource("quickLines")
    void a_command_of_the_documents_works(String line) throws Exception {
        if (line.startsWith("./cofferdam run -")) {
            requireSandbox();
        }
        CommandLine.Result result = CommandLine.line(line);

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stdout()).isNotEmpty();
    }

    /** What runs in the sandbox of the system needs one: the packages that the README names, in CI without exception. */
    private static void requireSandbox() throws Exception {
        CommandLine.Result doctor = CommandLine.cofferdam(List.of("doctor", "--provider", "os"));
        if (System.getenv("CI") != null) {
            assertThat(doctor.exitCode()).as(doctor.stdout()).isZero();
        }
        assumeTrue(doctor.exitCode() == 0, doctor.stdout());
    }

    @ParameterizedTest
    @MethodSource("serverLines")
    void a_server_of_the_documents_offers_tools(String line) throws Exception {
        CommandLine.Result result = CommandLine.line(line.contains(" --list-tools") ? line : line + " --list-tools");

        assertThat(result.exitCode()).as(result.stderr()).isZero();
        assertThat(result.stdout()).contains("\"workspace_info\"");
    }

    /** Certifying takes minutes; with a check that is none, the other options are looked at and nothing is run. */
    @ParameterizedTest
    @MethodSource("certifyLines")
    void a_certification_of_the_documents_has_valid_options(String line) throws Exception {
        CommandLine.Result result = CommandLine.line(line + " --only NO-SUCH-CHECK");

        assertThat(result.stderr()).contains("not in the catalogue").doesNotContain("Usage:");
        assertThat(result.exitCode()).isEqualTo(2);
    }

    @Test
    void every_command_of_the_documents_is_tried() {
        assertThat(lines().filter(line -> !QUICK.contains(line.split(" ", 3)[1])))
                .isNotEmpty()
                .allMatch(line -> line.startsWith("./cofferdam mcp ") || line.startsWith("./cofferdam certify "));
    }

    @Test
    void the_readme_begins_with_a_greeting() throws Exception {
        assertThat(Documents.read(Documents.repository().resolve("README.md"))).contains(GREETING);
        requireSandbox();

        CommandLine.Result result = CommandLine.line(GREETING);

        assertThat(result.stdout()).isEqualTo("hello\n");
        assertThat(result.exitCode()).isZero();
    }

    @Test
    void the_shelf_is_certified_from_the_command_line() throws Exception {
        CommandLine.Result result = CommandLine.cofferdam(
                List.of("certify", "--provider", "shelf", "--level", "core", "--report", "certificate"));

        assertThat(result.stdout()).contains("shelf").doesNotContain("FAIL", "ERROR");
        assertThat(result.exitCode())
                .as(result.stdout() + result.stderr())
                .satisfiesAnyOf(code -> assertThat(code).isZero(), code -> ShelfCertificateTests.asRoot());
    }
}
