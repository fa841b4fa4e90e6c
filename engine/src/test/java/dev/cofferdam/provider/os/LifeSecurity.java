package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.internal.host.ProcStat;
import dev.cofferdam.internal.host.ProcessTable;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.OnClose;
import dev.cofferdam.workspace.Signal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** From the start of a command to its end, and what is left then. */
final class LifeSecurity {
    private LifeSecurity() {}

    static List<SecurityCheck> all() {
        return List.of(
                new SecurityCheck("a kill ends sessions of their own as well", LifeSecurity::sessions),
                new SecurityCheck("what a command leaves ends with it", LifeSecurity::left),
                new SecurityCheck("a sandbox outlives the thread that asked for it", LifeSecurity::thread),
                new SecurityCheck("early kills leave nothing", LifeSecurity::earlyKills),
                new SecurityCheck("a path stays protected when another command ends", LifeSecurity::counted),
                new SecurityCheck("git works and what it runs is protected", LifeSecurity::git),
                new SecurityCheck("a linked worktree commits and its pointer stays", LifeSecurity::worktree),
                new SecurityCheck("nothing is left in the root", LifeSecurity::nothingLeft));
    }

    /** Return the processes of sandboxes over a root. */
    static List<ProcStat> processes(Path root) {
        return ProcessTable.find(0, p -> {
            try {
                String line = Files.readString(Path.of("/proc/" + p.pid() + "/cmdline"));
                return p.name().equals("bwrap") && line.contains(root.toString());
            } catch (IOException e) {
                // It ended meanwhile.
                return false;
            }
        });
    }

    private static void expectNone(Path root) throws Exception {
        long start = System.nanoTime();
        while (!processes(root).isEmpty() && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(5)) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertThat(processes(root)).isEmpty();
    }

    private static void sessions(Bed bed) throws Exception {
        Inside.Running running = Inside.start(
                bed.open(),
                Map.of(),
                "sh",
                "-c",
                "setsid sh -c 'while :; do date +%N > beat; sleep 0.02; done' & nohup sleep 600 >/dev/null 2>&1 &"
                        + " while [ ! -s beat ]; do sleep 0.01; done; echo up; sleep 600");
        running.awaitOutput("up");
        running.process().signal(Signal.KILL);
        assertThat(running.end().exitCode()).isEqualTo(137);
        expectStill(bed);
    }

    private static void left(Bed bed) throws Exception {
        Inside result = bed.sh("setsid sh -c 'while :; do date +%N > beat; sleep 0.02; done' >/dev/null 2>&1 &"
                + " while [ ! -s beat ]; do sleep 0.01; done");
        assertThat(result.exitCode()).isZero();
        expectStill(bed);
    }

    private static void expectStill(Bed bed) throws Exception {
        Path beat = bed.root().resolve("beat");
        String before = Files.readString(beat);
        TimeUnit.MILLISECONDS.sleep(200);
        assertThat(beat).hasContent(before);
        expectNone(bed.root());
    }

    private static void thread(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        AtomicReference<Inside.Running> running = new AtomicReference<>();
        AtomicReference<Exception> failure = new AtomicReference<>();
        Thread thread = new Thread(() -> {
            try {
                running.set(Inside.start(sandbox, Map.of(), "sh", "-c", "sleep 1; echo survived"));
            } catch (Exception e) {
                failure.set(e);
            }
        });
        thread.start();
        thread.join();
        assertThat(failure.get()).isNull();
        assertThat(running.get().end()).isEqualTo(new Inside(0, "survived\n", ""));
    }

    private static void earlyKills(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        Inside.sh(sandbox, "true");
        for (int i = 0; i < 100; i++) {
            Inside.Running running = Inside.start(sandbox, Map.of(), "sleep", "600");
            TimeUnit.MICROSECONDS.sleep(i * 250L);
            running.process().signal(Signal.KILL);
            expectEnd(running);
            assertThat(processes(bed.root()))
                    .as("right after the end of the kill")
                    .isEmpty();
        }
        expectNone(bed.root());
        assertThat(bed.names()).isEmpty();
    }

    /** A process that is left can also be seen by what it still writes among the files of its command. */
    private static void expectEnd(Inside.Running running) throws Exception {
        try {
            running.end();
        } catch (IOException e) {
            throw new AssertionError("the files of a killed command could not be deleted", e);
        }
    }

    private static void counted(Bed bed) throws Exception {
        Sandbox one = bed.open();
        Sandbox two = bed.open();
        Inside.Running first = Inside.start(one, Map.of(), "sh", "-c", "echo up; sleep 600");
        first.awaitOutput("up");
        Inside.Running second = Inside.start(
                two,
                Map.of(),
                "sh",
                "-c",
                "echo up; while [ ! -e go ]; do sleep 0.02; done; echo evil > .bashrc; mkdir -p .git/hooks; echo evil > .git/hooks/h;"
                        + " echo evil > HEAD");
        second.awaitOutput("up");
        assertThat(bed.root().resolve(".bashrc")).exists();
        first.process().signal(Signal.KILL);
        first.end();
        bed.file("go", "");
        second.end();
        assertThat(bed.names()).containsExactly("go");
    }

    private static void git(Bed bed) throws Exception {
        bed.git();
        Sandbox sandbox = bed.open();
        Inside result = Inside.sh(
                sandbox,
                "echo y > new && git add -A && git commit -q -m second && git status --porcelain && git checkout -q -b side"
                        + " && echo z >> new && git stash -q -u && git stash pop -q && git log --oneline HEAD | wc -l");
        assertThat(result).isEqualTo(new Inside(0, "2\n", ""));
        assertThat(bed.host("git status --porcelain")).isEqualTo(" M new\n");
        for (String line : List.of(
                "echo evil > .git/hooks/pre-commit",
                "git config core.fsmonitor evil",
                "echo /elsewhere > .git/commondir",
                "echo '[core]' > .git/config.worktree",
                "mv .git/hooks .git/h2")) {
            assertThat(Inside.sh(sandbox, line).exitCode()).as(line).isNotZero();
        }
        assertThat(bed.root().resolve(".git/commondir")).doesNotExist();
        assertThat(bed.root().resolve(".git/config.worktree")).doesNotExist();
        assertThat(bed.host("git fsck 2>&1")).doesNotContain("error");
    }

    private static void worktree(Bed bed) throws Exception {
        Path main = bed.outside().resolve("main");
        bed.host("git init -q " + main + " && cd " + main + " && git config user.email a@b.c && git config user.name a"
                + " && echo x > f && git add f && git commit -q -m first && git worktree add -q -b tree "
                + bed.outside()
                + "/tree && cd " + bed.outside() + "/tree && cp -a . " + bed.root() + " && rm -rf " + bed.outside()
                + "/tree && echo " + bed.root() + "/.git > " + main + "/.git/worktrees/tree/gitdir");
        Sandbox sandbox = bed.open();
        assertThat(Inside.sh(
                        sandbox, "echo y > g && git add g && git commit -q -m second && git log --oneline | wc -l"))
                .isEqualTo(new Inside(0, "2\n", ""));
        for (String line : List.of(
                "echo evil > .git",
                "rm -f .git",
                "echo evil > " + main + "/f",
                "echo evil > " + main + "/.git/hooks/pre-commit",
                "echo evil >> " + main + "/.git/config",
                "mv " + main + "/.git " + main + "/.git2",
                "echo evil > " + main + "/.git/worktrees/tree/commondir")) {
            assertThat(Inside.sh(sandbox, line).exitCode()).as(line).isNotZero();
        }
        assertThat(main.resolve("f")).hasContent("x");
    }

    private static void nothingLeft(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        for (int i = 0; i < 10; i++) {
            assertThat(Inside.sh(sandbox, "true").exitCode()).isZero();
        }
        assertThat(bed.names()).isEmpty();
        Inside.start(sandbox, Map.of(), "sleep", "600");
        assertThat(bed.names()).isNotEmpty();
        sandbox.release(OnClose.DESTROY);
        assertThat(bed.names()).isEmpty();
        expectNone(bed.root());
    }
}
