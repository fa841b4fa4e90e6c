package dev.cofferdam.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class TargetsTests {
    /** Stands in for a built command: answers requests as an MCP server does. */
    private static final String SERVER = """
            #!/bin/sh
            number=0
            while IFS= read -r line; do
              case $line in
                *'"id":'*) number=$((number + 1)); printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}\\n' "$number" ;;
              esac
            done
            """;

    @TempDir
    Path directory;

    @Test
    void every_target_is_measured_in_a_quick_run() throws Exception {
        // Scripts and peers are looked for beside the launcher, as in a checkout.
        Path home = Files.createDirectory(directory.resolve("home"));
        Files.createSymbolicLink(home.resolve("engine"), Path.of("../engine").toRealPath());
        Files.createSymbolicLink(home.resolve("benchmarks"), Path.of("").toRealPath());
        Path trees = Files.createDirectory(directory.resolve("trees"));
        Path launcher = home.resolve("launcher");
        Files.writeString(launcher, SERVER);
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        List<Row> rows = Targets.run(
                TargetOptions.parse(List.of("--quick", "--dir", trees.toString(), "--launcher", launcher.toString())),
                new PrintStream(printed, true, StandardCharsets.UTF_8));

        assertThat(rows)
                .extracting(Row::target)
                .doesNotHaveDuplicates()
                .anySatisfy(target -> assertThat(target).contains("tools/list"));
        assertThat(rows.stream().filter(row -> !isOfDocker(row) && !isOfOs(row)))
                .hasSize(15);
        assertThat(rows.stream().filter(TargetsTests::isOfOs).toList())
                .as("of the sandbox, or why there is nothing")
                .satisfiesAnyOf(
                        some -> assertThat(some)
                                .hasSize(5)
                                .filteredOn(TargetsTests::isMissing)
                                .hasSizeLessThan(2),
                        some -> assertThat(some).hasSize(3).allMatch(TargetsTests::isMissing));
        assertThat(rows.stream().filter(TargetsTests::isOfDocker))
                .as("of Docker, or why there is nothing")
                .satisfiesAnyOf(
                        some -> assertThat(some).hasSize(23).noneMatch(TargetsTests::isMissing),
                        some -> assertThat(some).hasSize(5).allMatch(TargetsTests::isMissing));
        if (System.getenv("CI") != null) {
            assertThat(rows).noneMatch(TargetsTests::isMissing);
        }
        assertThat(rows.stream().filter(row -> row.bound().startsWith("works")))
                .singleElement()
                .satisfies(row -> assertThat(row.met()).as(row.ours()).isTrue());
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains(Row.HEAD)
                .contains(rows.get(0).markdown());
        assertThat(trees).isEmptyDirectory();
    }

    private static boolean isOfDocker(Row row) {
        return row.target().startsWith("docker");
    }

    private static boolean isOfOs(Row row) {
        return row.target().startsWith("os");
    }

    private static boolean isMissing(Row row) {
        return row.ours().startsWith("not measured");
    }

    @Test
    void only_the_wanted_targets_are_measured() throws Exception {
        List<Row> rows = Targets.run(
                TargetOptions.parse(List.of("--quick", "--only", "write", "--dir", directory.toString())),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));

        assertThat(rows).extracting(Row::target).containsExactly("write 1 KiB");
    }

    @Test
    void an_unknown_target_is_refused_with_the_names_of_all() throws Exception {
        TargetOptions options = TargetOptions.parse(List.of("--only", "nonsense"));

        assertThatThrownBy(() -> Targets.run(options, System.out))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nonsense")
                .hasMessageContaining("list-flat");
    }

    @Test
    void options_that_make_no_sense_are_refused() {
        assertThatThrownBy(() -> TargetOptions.parse(List.of("--rounds", "none")))
                .hasMessageContaining("none");
        assertThatThrownBy(() -> TargetOptions.parse(List.of("--rounds", "0"))).hasMessageContaining("0");
        assertThatThrownBy(() -> TargetOptions.parse(List.of("--rounds"))).hasMessageContaining("--rounds");
        assertThatThrownBy(() -> TargetOptions.parse(List.of("--speed", "up"))).hasMessageContaining("--speed");
    }
}
