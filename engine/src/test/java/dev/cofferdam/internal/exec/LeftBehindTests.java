package dev.cofferdam.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Stdin;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Commands leave no process, thread, descriptor or file behind, and lose no output (WS-EXEC-014, WS-EXEC-004). */
@Timeout(120)
class LeftBehindTests {
    private static int descriptors() {
        String[] names = new File("/proc/self/fd").list();
        return names == null ? 0 : names.length;
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("cofferdam"))
                .collect(Collectors.toSet());
    }

    private static long children() {
        return ProcessHandle.current()
                .descendants()
                .filter(p -> LocalCommands.lives(p.pid()))
                .count();
    }

    private static void some(LocalCommands commands, int i) throws Exception {
        CommandResult result = switch (i % 4) {
            case 0 -> commands.sh("echo " + i);
            case 1 -> commands.sh("sleep 30 & echo " + i);
            case 2 -> commands.exec(Command.of("cat").stdin(i + "\n"));
            default ->
                commands.exec(Command.of("cat")
                        .stdin(Stdin.from(
                                () -> new ByteArrayInputStream((i + "\n").getBytes(StandardCharsets.UTF_8)))));
        };
        assertThat(result.stdout().text()).isEqualTo(i + "\n");
    }

    @Test
    void a_hundred_in_a_row_and_sixteen_at_once_leave_nothing() throws Exception {
        // Another provider's may be there: of those that start sandboxes one never ends.
        Set<Thread> others = threads();
        try (LocalCommands commands = new LocalCommands()) {
            for (int i = 0; i < 8; i++) {
                some(commands, i);
            }
            int before = descriptors();
            for (int i = 0; i < 100; i++) {
                some(commands, i);
            }
            ExecutorService pool = Executors.newFixedThreadPool(16);
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 16; t++) {
                int number = t;
                all.add(pool.submit(() -> {
                    some(commands, number);
                    return 0;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
            pool.shutdown();
            assertThat(LocalCommands.eventually(Duration.ofSeconds(10), () -> others.containsAll(threads())))
                    .as("%s threads, %s before", threads(), others)
                    .isTrue();
            assertThat(LocalCommands.eventually(Duration.ofSeconds(10), () -> children() == 0))
                    .isTrue();
            assertThat(LocalCommands.eventually(Duration.ofSeconds(10), () -> descriptors() <= before))
                    .as("%s descriptors, %s before", descriptors(), before)
                    .isTrue();
            try (var files = Files.list(commands.root().resolveSibling("tmp"))) {
                assertThat(files).isEmpty();
            }
        }
    }

    @Test
    void no_output_is_lost_when_a_command_ends_at_once() throws Exception {
        int commandsToRun = Integer.getInteger("cofferdam.test.shortCommands", 400);
        try (LocalCommands commands = new LocalCommands()) {
            Files.write(commands.root().resolve("data"), new byte[70 << 10]);
            for (int i = 0; i < commandsToRun; i++) {
                int size = 1 + i * 977 % (70 << 10);
                CommandResult result = commands.exec(Command.of("head", "-c", Integer.toString(size), "data"));
                assertThat(result.stdout().totalBytes()).isEqualTo(size);
            }
        }
    }

    @Test
    void a_file_written_a_moment_ago_runs_at_once() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try (LocalCommands commands = new LocalCommands()) {
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                int number = t;
                all.add(pool.submit(() -> {
                    for (int i = 0; i < 50; i++) {
                        Path tool = commands.root().resolve("tool" + number + "-" + i);
                        Files.writeString(tool, "#!/bin/sh\necho fine\n");
                        assertThat(tool.toFile().setExecutable(true)).isTrue();
                        CommandResult result = commands.exec(Command.of("./" + tool.getFileName()));
                        assertThat(result.stdout().text())
                                .as(result.stderr().text())
                                .isEqualTo("fine\n");
                    }
                    return 0;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
