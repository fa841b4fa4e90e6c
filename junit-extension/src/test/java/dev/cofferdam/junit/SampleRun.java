package dev.cofferdam.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** Runs a sample test class with the toy provider in a directory of its own and tells what came of it. */
final class SampleRun {
    private final Path home;
    private final Path attachments;
    private final Map<String, String> configuration = new LinkedHashMap<>();

    SampleRun(Path directory) {
        try {
            home = Files.createDirectories(directory.resolve("home"));
            attachments = Files.createDirectories(directory.resolve("attachments"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        with(SandboxWorkspace.PROVIDER_KEY, "toy");
        mode("pass");
    }

    SampleRun with(String key, String value) {
        configuration.put(key, value);
        return this;
    }

    SampleRun mode(String mode) {
        return with(SandboxWorkspace.OPTIONS_KEY, "home=" + home + ",mode=" + mode);
    }

    Path home() {
        return home;
    }

    Result run(Class<?> testCase) {
        EngineExecutionResults results = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(testCase))
                .configurationParameters(configuration)
                .outputDirectoryCreator(new Directories(attachments))
                .execute();
        return new Result(results, home, attachments);
    }

    private record Directories(Path getRootDirectory) implements OutputDirectoryCreator {
        @Override
        public Path createOutputDirectory(TestDescriptor test) throws IOException {
            String name = test.getUniqueId().toString().replaceAll("[^A-Za-z0-9-]+", "_");
            return Files.createDirectories(getRootDirectory().resolve(name));
        }
    }

    /** What a run left behind. */
    record Result(EngineExecutionResults results, Path home, Path attachments) {
        Events tests() {
            return results.testEvents();
        }

        /** Return what tests and classes failed with. */
        List<Throwable> failures() {
            return results.allEvents().failed().stream()
                    .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                    .flatMap(result -> result.getThrowable().stream())
                    .toList();
        }

        /** Return the sandboxes that are still there. */
        List<Path> boxes() {
            try (Stream<Path> files = Files.list(home)) {
                return files.filter(file -> file.getFileName().toString().startsWith("box"))
                        .toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Return what the provider was asked for. */
        List<String> journal() {
            Path journal = home.resolve("journal");
            try {
                return Files.exists(journal) ? Files.readAllLines(journal) : List.of();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        long asked(String line) {
            return journal().stream().filter(line::equals).count();
        }

        List<String> reported(String key) {
            return results.allEvents().reportingEntryPublished().stream()
                    .map(event -> event.getRequiredPayload(ReportEntry.class))
                    .flatMap(entry -> Stream.ofNullable(entry.getKeyValuePairs().get(key)))
                    .toList();
        }

        /** Return the attached files and directories by name, the last of each name. */
        Map<String, Path> attached() {
            Map<String, Path> files = new LinkedHashMap<>();
            for (Event event : results.allEvents().fileEntryPublished().list()) {
                Path path = event.getRequiredPayload(FileEntry.class).getPath();
                files.put(path.getFileName().toString(), path);
            }
            return files;
        }
    }
}
