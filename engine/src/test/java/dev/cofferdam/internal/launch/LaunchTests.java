package dev.cofferdam.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.spi.ProcessRequest;
import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Signal;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LaunchTests {
    private static final byte[] NOTHING = {};
    private static final long SEED = 20_261_130;

    @TempDir
    Path directory;

    private ProcessRequest request(String... argv) {
        return Shells.request(List.of(argv), directory.toString(), Map.of(), Background.KILL);
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void words_variables_and_input_arrive_byte_for_byte(List<String> shell) throws Exception {
        Random random = new Random(SEED);
        List<String> argv = new ArrayList<>(List.of("sh", "-c", "printf '%s\\0' \"$@\" \"$A\" \"$B\"; cat", "sh"));
        argv.addAll(List.of("", "-n", "a\nb", "\n", "it's", "\\", "$cdm_n", "\u0081\u0088", "é\u2028"));
        for (int i = 0; i < 200; i++) {
            StringBuilder word = new StringBuilder();
            random.ints(random.nextInt(9), 1, 0x300).forEach(word::appendCodePoint);
            argv.add(word.toString());
        }
        Map<String, String> env = new LinkedHashMap<>();
        env.put("A", " lead\n\n'q' \\n");
        env.put("B", "x\n");
        byte[] input = new byte[300_000];
        Arrays.fill(input, (byte) '\n');
        ProcessRequest request = Shells.request(argv, directory.toString(), env, Background.KILL);
        try (Shells.Started started = new Shells.Started(shell, request, input)) {
            assertThat(started.waitFor()).isZero();
            List<String> expected = new ArrayList<>(argv.subList(4, argv.size()));
            expected.addAll(env.values());
            assertThat(started.out.text())
                    .isEqualTo(String.join("\0", expected) + "\0" + new String(input, StandardCharsets.US_ASCII));
            assertThat(started.err.text()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void exit_codes_are_the_command_s_own_or_those_of_a_shell(List<String> shell) throws Exception {
        Path locked = Files.createFile(directory.resolve("locked"));
        Path script = Files.createFile(
                directory.resolve("-dash"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(script, "#!/bin/sh\nexit 9\n");
        assertThat(exit(shell, request("sh", "-c", "exit 3"))).isEqualTo(3);
        assertThat(exit(shell, request("sh", "-c", "exit 124"))).isEqualTo(124);
        assertThat(exit(shell, request("sh", "-c", "kill -9 $$"))).isEqualTo(137);
        assertThat(exit(shell, request("sh", "-c", "kill -TERM $$"))).isEqualTo(143);
        assertThat(exit(shell, request("no-such-program"))).isEqualTo(127);
        assertThat(exit(shell, request("-no-such-program"))).isEqualTo(127);
        assertThat(exit(shell, request(""))).isEqualTo(127);
        assertThat(exit(shell, request("./missing"))).isEqualTo(127);
        assertThat(exit(shell, request(locked.toString()))).isEqualTo(126);
        assertThat(exit(shell, request(directory.toString()))).isEqualTo(126);
        Map<String, String> path = Map.of("PATH", directory + ":/usr/bin:/bin");
        assertThat(exit(shell, Shells.request(List.of("-dash"), "/", path, Background.KILL)))
                .isEqualTo(9);
        assertThat(exit(shell, Shells.request(List.of("true"), directory + "/none", Map.of(), Background.KILL)))
                .isEqualTo(127);
        assertThat(exit(shell, Shells.request(List.of("true"), locked.toString(), Map.of(), Background.KILL)))
                .isEqualTo(127);
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void a_placed_command_runs_only_where_no_link_leads(List<String> shell) throws Exception {
        Path real = Files.createDirectory(directory.toRealPath().resolve("-d 'q'\n"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);
        Path file = Files.createFile(directory.resolve("file"));
        for (String there : List.of(real.toString(), "/")) {
            try (Shells.Started started = placed(shell, there)) {
                assertThat(started.waitFor()).isEqualTo(6);
                assertThat(started.out.text()).isEqualTo(there + ".");
                assertThat(started.err.text()).isEmpty();
                assertThat(started.out.marks.misplaced()).isFalse();
            }
        }
        for (Path elsewhere : List.of(link, file, directory.resolve("none"))) {
            try (Shells.Started started = placed(shell, elsewhere.toString())) {
                started.waitFor();
                assertThat(started.out.text()).isEmpty();
                assertThat(started.err.text()).isEmpty();
                assertThat(started.out.marks.misplaced()).isTrue();
                assertThat(started.err.marks.misplaced()).isTrue();
            }
        }
    }

    private static Shells.Started placed(List<String> shell, String cwd) throws Exception {
        List<String> argv = List.of("sh", "-c", "printf %s. \"$PWD\"; exit 6");
        return new Shells.Started(
                shell, Launch.placedPrologue(Shells.request(argv, cwd, Map.of(), Background.KILL)), NOTHING);
    }

    private static long ignoredHere() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return mask(
                    lines.filter(line -> line.startsWith("SigIgn:")).findFirst().orElseThrow());
        }
    }

    private static int exit(List<String> shell, ProcessRequest request) throws Exception {
        try (Shells.Started started = new Shells.Started(shell, request, NOTHING)) {
            int exit = started.waitFor();
            String said = started.err.text();
            assertThat(said.isEmpty()).as(said).isEqualTo(exit != 126 && exit != 127);
            return exit;
        }
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void a_command_finds_default_signals_umask_022_and_a_session_of_its_own(List<String> shell) throws Exception {
        String look =
                "umask; grep -E '^Sig(Blk|Ign)' /proc/self/status; read -r s </proc/$$/stat; echo $PPID ${s##*) }";
        try (Shells.Started started = new Shells.Started(shell, request("sh", "-c", look), NOTHING)) {
            assertThat(started.waitFor()).isZero();
            String[] lines = started.out.text().split("\n", -1);
            assertThat(lines[0]).isEqualTo("0022");
            // Java itself hands on that two signals of its library's own, above 31, are ignored, and no shell can take
            // back what was ignored around this test: that is what the probe's prefix is for.
            assertThat(mask(lines[2]) & 0x7fff_ffff & ~ignoredHere())
                    .as(lines[2])
                    .isZero();
            // It also starts programs with SIGQUIT blocked, and not every shell lets it through.
            assertThat(mask(lines[1]) & ~(1 << 2)).as(lines[1]).isZero();
            String[] fields = lines[3].split(" ", -1);
            assertThat(fields[4])
                    .as("session")
                    .isEqualTo(Long.toString(started.leader().pid()));
        }
    }

    private static long mask(String line) {
        return Long.parseUnsignedLong(line.substring(line.indexOf(':') + 1).strip(), 16);
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void what_a_command_leaves_is_ended_unless_it_is_kept(List<String> shell) throws Exception {
        String leave = "sleep 31 & (sleep 32 & ) ; echo said";
        try (Shells.Started ended = new Shells.Started(shell, request("sh", "-c", leave), NOTHING);
                Shells.Started kept = new Shells.Started(
                        shell, Shells.request(List.of("sh", "-c", leave), "/", Map.of(), Background.KEEP), NOTHING)) {
            assertThat(ended.waitFor()).isZero();
            assertThat(kept.waitFor()).isZero();
            assertThat(ended.out.text()).isEqualTo("said\n");
            assertThat(kept.out.text()).isEqualTo("said\n");
            assertThat(members(shell, ended.leader(), Optional.empty())).isEmpty();
            assertThat(members(shell, kept.leader(), Optional.empty()))
                    .hasSize(2)
                    .allMatch(s -> s.matches("\\d+ (sh|sleep)"));
            assertThat(members(shell, kept.leader(), Optional.of(Signal.KILL))).hasSize(2);
            awaitNone(shell, kept.leader());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void a_signal_reaches_the_whole_session_and_the_command_s_answer_counts(List<String> shell) throws Exception {
        String trap = "trap 'echo got; exit 7' TERM; echo ready; while :; do :; done";
        try (Shells.Started started = new Shells.Started(shell, request("sh", "-c", trap), NOTHING)) {
            Leader leader = started.leader();
            awaitText(started, "ready");
            assertThat(members(shell, leader, Optional.of(Signal.TERM))).isNotEmpty();
            assertThat(started.waitFor()).isEqualTo(7);
            assertThat(started.out.text()).isEqualTo("ready\ngot\n");
            assertThat(started.err.text()).isEmpty();
        }
        try (Shells.Started started = new Shells.Started(shell, request("sleep", "33"), NOTHING)) {
            members(shell, started.leader(), Optional.of(Signal.KILL));
            assertThat(started.waitFor()).isEqualTo(137);
            awaitNone(shell, started.leader());
        }
    }

    private static void awaitText(Shells.Started started, String text) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        synchronized (started.out) {
            while (!started.out.soFar().contains(text) && System.nanoTime() < deadline) {
                started.out.wait(10);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void a_group_whose_number_belongs_to_somebody_else_is_left_alone(List<String> shell) throws Exception {
        try (Shells.Started started = new Shells.Started(shell, request("sleep", "34"), NOTHING)) {
            Leader leader = started.leader();
            Leader before = new Leader(leader.pid(), leader.started() - 1);
            assertThat(members(shell, before, Optional.of(Signal.KILL))).isEmpty();
            assertThat(members(shell, leader, Optional.of(Signal.KILL))).isNotEmpty();
            assertThat(started.waitFor()).isEqualTo(137);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void names_of_processes_cannot_confuse_the_search(List<String> shell) throws Exception {
        Path odd = directory.resolve("a) S 1\n(b");
        Files.createSymbolicLink(odd, Path.of("/bin/sleep"));
        String leave = "\"$0\" 35 & echo said";
        try (Shells.Started kept = new Shells.Started(
                        shell,
                        Shells.request(List.of("sh", "-c", leave, odd.toString()), "/", Map.of(), Background.KEEP),
                        NOTHING);
                Shells.Started ended = new Shells.Started(shell, request("sh", "-c", leave, odd.toString()), NOTHING)) {
            kept.waitFor();
            ended.waitFor();
            assertThat(members(shell, ended.leader(), Optional.empty())).isEmpty();
            List<String> names = List.of();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (!String.join(",", names).endsWith(" a) S 1 (b") && System.nanoTime() < deadline) {
                names = members(shell, kept.leader(), Optional.empty());
            }
            assertThat(names).singleElement().asString().endsWith(" a) S 1 (b");
            assertThat(members(shell, kept.leader(), Optional.of(Signal.KILL))).isEqualTo(names);
            awaitNone(shell, kept.leader());
        }
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void a_secret_is_in_no_command_line(List<String> shell) throws Exception {
        Map<String, String> env = Map.of("SECRET", "s3cr3t-value");
        ProcessRequest request = Shells.request(
                List.of(
                        "sh",
                        "-c",
                        "tr '\\0' ' ' </proc/$PPID/cmdline; tr '\\0' ' ' </proc/$PPID/environ; echo $SECRET"),
                "/",
                env,
                Background.KILL);
        try (Shells.Started started = new Shells.Started(shell, request, NOTHING)) {
            assertThat(started.waitFor()).isZero();
            assertThat(started.out.text()).containsOnlyOnce("s3cr3t-value").doesNotContain(Shells.TOKEN);
        }
    }

    @Test
    void the_script_can_be_quoted_for_any_login_shell() {
        assertThat(Launch.SCRIPT).doesNotContain("\n", "'", "\\", "!");
        assertThat(Launch.direct().words()).containsExactly("sh", "-c", Launch.SCRIPT);
    }

    @Test
    void what_cannot_be_passed_is_refused() {
        refused(ErrorCode.INVALID_ARGUMENT, request("echo", "x".repeat(131_072)));
        refused(ErrorCode.INVALID_ARGUMENT, request("echo", "a\0b"));
        refused(ErrorCode.ENCODING, request("echo", "\ud800"));
        refused(ErrorCode.INVALID_ARGUMENT, Shells.request(List.of("x"), "/", Map.of("UID", "1"), Background.KILL));
        String[] many = new String[40];
        Arrays.fill(many, "x".repeat(100_000));
        refused(ErrorCode.INVALID_ARGUMENT, request(many));
        assertThat(Launch.prologue(request("echo", "x".repeat(131_071)))).hasSizeGreaterThan(131_071);
    }

    private static void refused(ErrorCode code, ProcessRequest request) {
        assertThatThrownBy(() -> Launch.prologue(request))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static List<String> members(List<String> shell, Leader leader, Optional<Signal> signal) throws Exception {
        List<String> words = Shells.with(shell, Group.words(leader, signal, Shells.TOKEN));
        return Group.members(Shells.run(words).stdout(), Shells.TOKEN);
    }

    private static void awaitNone(List<String> shell, Leader leader) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        List<String> rest = members(shell, leader, Optional.empty());
        while (!rest.isEmpty() && System.nanoTime() < deadline) {
            rest = members(shell, leader, Optional.empty());
        }
        assertThat(rest).isEmpty();
    }
}
