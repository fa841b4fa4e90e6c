package dev.cofferdam.junit.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.junit.SandboxWorkspace;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/junit.md} to the code. */
class DocumentationTests {
    private static final Path PAGE = Path.of("../docs/junit.md");
    private static final Path EXAMPLES = Path.of("src/test/java/dev/cofferdam/junit/docs");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @Test
    void each_example_is_compiled_and_run_here() throws IOException {
        List<String> sources = new java.util.ArrayList<>();
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path file : files.toList()) {
                sources.add(withoutIndent(Files.readString(file)));
            }
        }
        List<String> examples = JAVA.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();

        assertThat(examples)
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(example ->
                        assertThat(sources).as(example).anyMatch(source -> source.contains(withoutIndent(example))));
    }

    private static String withoutIndent(String text) {
        return text.lines().map(String::strip).filter(line -> !line.isEmpty()).reduce("", (a, b) -> a + b + "\n");
    }

    @Test
    void each_configuration_key_is_explained() throws IllegalAccessException, IOException {
        String page = Files.readString(PAGE);
        int keys = 0;
        for (Field field : SandboxWorkspace.class.getDeclaredFields()) {
            assertThat(page).contains("`" + field.get(null) + "`");
            keys++;
        }
        assertThat(keys).isGreaterThanOrEqualTo(10);
    }
}
