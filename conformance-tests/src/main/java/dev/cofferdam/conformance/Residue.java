package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What commands may leave behind in this process and in the sandbox.
 *
 * @param threads how many threads this process has, but for those of the JDK that end by themselves
 * @param descriptors how many descriptors this process has open, empty where there is no telling
 * @param temporary what lies in the directory for temporary files and in the root, as commands see them
 */
record Residue(long threads, Optional<Long> descriptors, List<String> temporary) {
    // The JDK keeps threads for a minute: one for each process that it started, and a pool for completions.
    private static final Set<String> OF_THE_JDK =
            Set.of("process reaper", "ForkJoinPool", "Attach Listener", "Common-Cleaner", "Signal Dispatcher");

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    static Residue now(Probe ws) {
        String seen = ws.sh("ls -A -1 \"${TMPDIR:-/tmp}\"; echo; ls -A -1 .; echo; find . -type f -print");
        List<String> temporary = ws.isolation() == dev.cofferdam.workspace.Isolation.NONE
                        && ws.sh("printf %s \"$TMPDIR\"").isEmpty()
                ? List.of()
                : seen.lines().sorted().toList();
        return new Residue(countThreads(), countDescriptors(), temporary);
    }

    /** Return what there is once nothing changes any more. */
    static Residue settled(Probe ws) {
        Residue[] last = {now(ws)};
        ws.patience().await(() -> {
            Residue next = now(ws);
            boolean same = next.equals(last[0]);
            last[0] = next;
            return same;
        });
        return last[0];
    }

    /** Expect nothing to be there soon that was not there before. */
    static void expectNoMore(Probe ws, Residue before) {
        expectNoMore(ws, before, 0);
    }

    /** Expect nothing to be there soon that was not there before, but for so many threads that are processes. */
    static void expectNoMore(Probe ws, Residue before, int processes) {
        boolean gone = ws.patience().await(() -> now(ws).withinThat(before, processes));
        if (gone) {
            ws.expect.isTrue("nothing is left behind", true);
            return;
        }
        Residue after = now(ws);
        ws.expect.isTrue(
                "threads: " + before.threads + " before, " + after.threads + " after " + names(),
                after.threads <= before.threads + processes);
        ws.expect.isTrue(
                "descriptors: " + before.descriptors + " before, " + after.descriptors + " after",
                after.descriptors.orElse(0L) <= before.descriptors.orElse(0L));
        ws.expect.equal("files", before.temporary, after.temporary);
    }

    private boolean withinThat(Residue before, int processes) {
        return threads <= before.threads + processes
                && descriptors.orElse(0L) <= before.descriptors.orElse(0L)
                && temporary.equals(before.temporary);
    }

    private static long countThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Residue::counts)
                .count();
    }

    private static boolean counts(Thread thread) {
        return OF_THE_JDK.stream().noneMatch(name -> thread.getName().startsWith(name));
    }

    private static String names() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Residue::counts)
                .map(Thread::getName)
                .sorted()
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static Optional<Long> countDescriptors() {
        if (!Files.isDirectory(DESCRIPTORS)) {
            return Optional.empty();
        }
        long count = 0;
        try (DirectoryStream<Path> open = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : open) {
                count += descriptor.getFileName() != null ? 1 : 0;
            }
            return Optional.of(count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Return a command that prints its own process id and that of a child that it leaves. */
    static Command leaving() {
        return Command.shell("sleep 600 & echo $$ $!; echo x > \"${TMPDIR:-/tmp}/t.$$\"; rm \"${TMPDIR:-/tmp}/t.$$\"");
    }
}
