package dev.cofferdam.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documents show is what is compiled and run here. */
class DocumentationTests {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:\\s]+)(?:#[^)]*)?\\)");

    /** The document of the JUnit extension has its examples, and the same test, in that module. */
    static Stream<Documents.Block> java() {
        return Documents.blocks("java").stream().filter(block -> !block.file().endsWith("junit.md"));
    }

    static Stream<Documents.Block> json() {
        return Documents.blocks("json").stream();
    }

    @ParameterizedTest
    @MethodSource("java")
    void a_java_example_is_part_of_a_test(Documents.Block block) {
        String shown = squeezed(block.code());
        assertThat(sources())
                .as("sources of the examples, one of which holds what %s shows", block.file())
                .anyMatch(source -> squeezed(source).contains(shown));
    }

    @Test
    void code_that_is_in_no_test_is_noticed() {
        assertThat(sources()).noneMatch(source -> squeezed(source).contains(squeezed("workspace.doesNot" + "Exist()")));
    }

    @ParameterizedTest
    @MethodSource("json")
    void a_client_configuration_starts_a_server(Documents.Block block) throws Exception {
        JsonNode server = new ObjectMapper().readTree(block.code()).at("/mcpServers/workspace");
        List<String> arguments = new ArrayList<>();
        server.get("args").forEach(argument -> arguments.add(argument.asText()));
        assertThat(server.get("command").asText()).endsWith("/cofferdam");
        arguments.add("--list-tools");

        CommandLine.Result result = CommandLine.cofferdam(arguments);

        assertThat(result.stderr()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout()).contains("\"read_file\"");
    }

    @Test
    void links_lead_somewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path file : documents()) {
            Matcher link = LINK.matcher(Documents.read(file));
            while (link.find()) {
                if (!Files.exists(file.resolveSibling(link.group(1)))) {
                    broken.add(file.getFileName() + " -> " + link.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static List<Path> documents() throws IOException {
        Path root = Documents.repository();
        try (Stream<Path> all = Files.walk(root.resolve("docs"))) {
            return Stream.concat(Stream.of(root.resolve("README.md")), all)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static List<String> sources() {
        try (Stream<Path> all = Files.walk(Path.of("src/test/java"))) {
            return all.filter(file -> file.toString().endsWith(".java"))
                    .map(Documents::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The formatter breaks lines as it likes, and documents do not indent as deep as sources. */
    private static String squeezed(String code) {
        return code.replaceAll("\\s+", "");
    }
}
