package dev.cofferdam.fakes.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs the same scripts in the machine and in a real dash with GNU programs, and compares what comes out. */
class DashComparisonTests {

    private static final byte[] INPUT = "in1\nin2 x  y\n".getBytes(StandardCharsets.UTF_8);
    private static final String[] ARGUMENTS = {"sh", "a b", "c"};
    private static final int SIZE_FLOOR = 250;

    /** What a run left: exit code, output, and whether anything was said on standard error. */
    private record Outcome(int status, String output, boolean complained, String errors) {

        boolean sameAs(Outcome other) {
            return status == other.status && output.equals(other.output) && complained == other.complained;
        }
    }

    @TempDir
    Path temporary;

    @Test
    void the_table_is_there() throws IOException {
        assertThat(scripts()).hasSizeGreaterThanOrEqualTo(SIZE_FLOOR);
    }

    @TestFactory
    Stream<DynamicTest> the_machine_does_what_dash_does() throws IOException {
        requireDash();
        List<String> scripts = scripts();
        return IntStream.range(0, scripts.size())
                .mapToObj(i -> DynamicTest.dynamicTest(
                        scripts.get(i).lines().findFirst().orElse(""), () -> compare(scripts.get(i), i)));
    }

    private static void requireDash() throws IOException {
        Path shell = Path.of("/bin/sh");
        boolean dash = Files.exists(shell) && shell.toRealPath().endsWith("dash") && Files.exists(Path.of("/bin/stat"));
        if (!dash && System.getenv("CI") != null) {
            throw new AssertionError("CI needs a /bin/sh that is dash, and GNU programs");
        }
        Assumptions.assumeTrue(dash, "NOT_RUN: /bin/sh is not dash");
    }

    private static List<String> scripts() throws IOException {
        List<String> scripts = new ArrayList<>();
        for (String table : List.of("language.txt", "processes.txt", "programs.txt")) {
            try (InputStream in = DashComparisonTests.class.getResourceAsStream(table)) {
                String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                for (String script : text.split("(?m)^---\n", -1)) {
                    scripts.add(script.stripTrailing());
                }
            }
        }
        return scripts;
    }

    private void compare(String script, int number) throws Exception {
        Outcome expected = real(script, number);
        Outcome actual = memory(script);
        assertThat(actual)
                .as("%s%n--- dash: %s%n--- machine: %s%n", script, expected, actual)
                .matches(expected::sameAs, "is what dash does");
    }

    private static Outcome memory(String script) throws Exception {
        try (TestMachine machine = new TestMachine()) {
            machine.env.put("LANG", "C.UTF-8");
            machine.env.put("TZ", "UTC");
            int status = machine.run(INPUT, TestMachine.argv(script, ARGUMENTS));
            String output = machine.out.toString(StandardCharsets.ISO_8859_1);
            return new Outcome(status, output, machine.err.size() > 0, machine.errors());
        }
    }

    private Outcome real(String script, int number) throws Exception {
        Path directory = Files.createDirectory(temporary.resolve("w" + number));
        File input = Files.write(temporary.resolve("in" + number), INPUT).toFile();
        File output = temporary.resolve("out" + number).toFile();
        File errors = temporary.resolve("err" + number).toFile();
        List<String> argv = new ArrayList<>(List.of(TestMachine.argv(script, ARGUMENTS)));
        argv.set(0, "/bin/sh");
        // A shell ignores SIGINT for what it runs in the background, and so would everything below this test.
        argv.addAll(0, List.of("/usr/bin/env", "--default-signal=INT,QUIT"));
        ProcessBuilder builder = new ProcessBuilder(argv).directory(directory.toFile());
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of("PATH", "/usr/bin:/bin", "HOME", directory.toString(), "LANG", "C.UTF-8", "TZ", "UTC"));
        Process process = builder.redirectInput(input)
                .redirectOutput(output)
                .redirectError(errors)
                .start();
        if (!process.waitFor(TestMachine.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("dash did not end");
        }
        String text = Files.readString(output.toPath(), StandardCharsets.ISO_8859_1)
                .replace(directory.toString(), TestMachine.DIRECTORY);
        String complaints = Files.readString(errors.toPath(), StandardCharsets.ISO_8859_1);
        return new Outcome(process.exitValue(), text, !complaints.isEmpty(), complaints);
    }
}
