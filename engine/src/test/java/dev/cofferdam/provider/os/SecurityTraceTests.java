package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The table of what is tried, in both directions: every row has checks, and every check is in a row. */
class SecurityTraceTests {
    private static final List<String> PACKAGES = List.of("dev.cofferdam.provider.os.", "dev.cofferdam.workspace.");

    /**
     * A row of the table.
     *
     * @param number its number
     * @param shown the names of checks, and the test methods in backquotes
     */
    record Row(String number, List<String> shown) {}

    private static List<Row> rows() throws Exception {
        try (Stream<String> lines = Files.lines(Path.of("../docs/security-checks.md"))) {
            return lines.filter(line -> line.matches("\\| [0-9].*"))
                    .map(line -> line.split(" *\\| *"))
                    .map(cells -> new Row(cells[1], List.of(cells[3].split("; "))))
                    .toList();
        }
    }

    private static List<String> checks() {
        return SecurityTests.checks().map(SecurityCheck::name).toList();
    }

    @Test
    void rows_are_numbered_without_a_gap() throws Exception {
        List<Row> rows = rows();
        assertThat(rows.stream().map(Row::number))
                .containsExactlyElementsOf(IntStream.rangeClosed(1, rows.size())
                        .mapToObj(number -> "%02d".formatted(number))
                        .toList());
        assertThat(rows).hasSizeGreaterThanOrEqualTo(55);
    }

    @Test
    void every_row_is_shown_by_checks_that_exist() throws Exception {
        List<String> missing = new ArrayList<>();
        for (Row row : rows()) {
            for (String name : row.shown) {
                boolean there =
                        name.startsWith("`") ? isTest(name.substring(1, name.length() - 1)) : checks().contains(name);
                if (!there) {
                    missing.add(row.number + ": " + name);
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void every_check_is_in_a_row_and_has_a_name_of_its_own() throws Exception {
        List<String> shown = new ArrayList<>();
        for (Row row : rows()) {
            shown.addAll(row.shown);
        }
        assertThat(checks()).doesNotHaveDuplicates().allMatch(shown::contains);
    }

    @Test
    void a_test_that_does_not_exist_is_noticed() {
        assertThat(isTest("SecurityTraceTests.a_test_that_does_not_exist_is_noticed"))
                .isTrue();
        assertThat(isTest("SecurityTraceTests.rows")).isFalse();
        assertThat(isTest("NoSuchTests.x")).isFalse();
    }

    private static boolean isTest(String name) {
        int dot = name.indexOf('.');
        for (String start : PACKAGES) {
            try {
                for (Method method :
                        Class.forName(start + name.substring(0, dot)).getDeclaredMethods()) {
                    if (method.getName().equals(name.substring(dot + 1))
                            && (method.isAnnotationPresent(Test.class)
                                    || method.isAnnotationPresent(ParameterizedTest.class))) {
                        return true;
                    }
                }
            } catch (ClassNotFoundException e) {
                // Then it is in another package, or nowhere.
            }
        }
        return false;
    }
}
