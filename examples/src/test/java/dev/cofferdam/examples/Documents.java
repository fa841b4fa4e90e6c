package dev.cofferdam.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The README and the documents in {@code docs}, with their blocks of code. */
final class Documents {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

    private Documents() {}

    /**
     * A block of code.
     *
     * @param file where it is
     * @param language what stands behind its opening fence
     * @param code its lines
     */
    record Block(Path file, String language, String code) {
        @Override
        public String toString() {
            return file.getFileName() + ": " + code.lines().findFirst().orElse("");
        }
    }

    /** Return the root of the repository; tests run in the directory of their module. */
    static Path repository() {
        Path root = Path.of("").toAbsolutePath().getParent();
        if (!Files.isRegularFile(root.resolve("README.md"))) {
            throw new IllegalStateException("run this test in the directory of its module");
        }
        return root;
    }

    /** Return the blocks in a language. */
    static List<Block> blocks(String language) {
        return files().stream()
                .flatMap(file -> blocks(file).stream())
                .filter(block -> block.language().equals(language))
                .toList();
    }

    private static List<Path> files() {
        Path root = repository();
        try (Stream<Path> documents = Files.list(root.resolve("docs"))) {
            return Stream.concat(Stream.of(root.resolve("README.md")), documents.sorted())
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Block> blocks(Path file) {
        Matcher found = BLOCK.matcher(read(file));
        return found.results()
                .map(match -> new Block(file, match.group(1), match.group(2)))
                .toList();
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
