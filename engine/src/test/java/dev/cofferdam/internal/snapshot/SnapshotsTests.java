package dev.cofferdam.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.internal.archive.TestTree;
import dev.cofferdam.internal.archive.WatchedDir;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.RestoreResult;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotDiff;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotsTests {
    private static final Instant NOW = Instant.parse("2026-05-04T03:02:01.123456789Z");
    private static final SnapshotOptions DEFAULTS = SnapshotOptions.defaults();

    @TempDir
    Path temp;

    private TestTree tree;
    private Snapshots snapshots;

    @BeforeEach
    void open() throws IOException {
        tree = new TestTree(temp);
        snapshots = snapshots(Limits.defaults());
    }

    @AfterEach
    void close() throws IOException {
        tree.close();
    }

    private Snapshots snapshots(Limits limits) {
        return new Snapshots(tree.own(), limits, Clock.fixed(NOW, ZoneOffset.UTC), new Random(7));
    }

    private Snapshot take() throws IOException {
        return snapshots.take(tree.dir(), DEFAULTS);
    }

    private RestoreResult restore(Snapshot snapshot) throws IOException {
        return snapshots.restore(tree.dir(), snapshot.id(), false);
    }

    private static void fails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private void fill() throws IOException {
        tree.file("a/x", "one").file("a/b/y", "two").file("a-d", "three").file("empty", "");
        tree.directory("hollow/deep").link("dangling", "/nowhere/at all").link("a/up", "../a-d");
        tree.mode("a/x", "rwxr-x---").mode("a/b", "rwx------").mode("hollow", "r-xr-xr-x");
        tree.modified("a/x", Instant.parse("2001-02-03T04:05:06.123456789Z"));
        tree.modified("a-d", Instant.parse("1960-02-03T04:05:06.987654321Z"));
        tree.modified("a", Instant.parse("2003-02-03T04:05:06Z"));
    }

    @Test
    void everything_comes_back_as_it_was() throws IOException {
        fill();
        Map<String, String> before = tree.state();

        Snapshot snapshot = take();
        tree.mode("hollow", "rwxr-xr-x");
        for (String name : List.of("a", "a-d", "empty", "hollow", "dangling")) {
            tree.delete(name);
        }
        RestoreResult result = restore(snapshot);

        assertThat(tree.state()).isEqualTo(before);
        assertThat(result)
                .isEqualTo(new RestoreResult(List.of("a/b/y", "a/x", "a-d", "empty"), List.of(), List.of(), false));
        assertThat(snapshot.files()).isEqualTo(4);
        assertThat(snapshot.bytes()).isEqualTo(11);
    }

    @Test
    void a_changed_tree_becomes_what_it_was() throws IOException {
        fill();
        Map<String, String> before = tree.state();
        Snapshot snapshot = take();

        tree.file("a/x", "other").file("a/b/new/z", "new").file("made", "since").link("link", "a");
        tree.mode("a-d", "rwxrwxrwx").mode("a", "rwx------");
        RestoreResult result = restore(snapshot);

        assertThat(tree.state()).isEqualTo(before);
        assertThat(result.deleted()).containsExactly("a/b/new", "a/b/new/z", "link", "made");
        assertThat(restore(snapshot).deleted()).isEmpty();
        assertThat(tree.state()).isEqualTo(before);
    }

    @Test
    void a_change_that_keeps_size_and_time_is_undone() throws IOException {
        Instant time = Instant.parse("2001-02-03T04:05:06.123456789Z");
        tree.file("f", "abc").modified("f", time);
        Snapshot snapshot = take();

        tree.file("f", "xyz").modified("f", time);
        restore(snapshot);

        assertThat(tree.text("f")).isEqualTo("abc");
    }

    @Test
    void setuid_and_sticky_bits_come_back() throws IOException {
        tree.file("program", "x").directory("shared");
        tree.dir().setMode("program", 04755);
        tree.dir().setMode("shared", 03777);
        Snapshot snapshot = take();
        tree.delete("program");
        tree.delete("shared");

        restore(snapshot);

        assertThat(tree.dir().stat("program").mode()).isEqualTo(04755);
        assertThat(tree.dir().stat("shared").mode()).isEqualTo(03777);
    }

    @Test
    void names_keep_their_bytes() throws IOException {
        String odd = Names.decode(new byte[] {'-', ' ', (byte) 0xFF, '\n', (byte) 0xC3});
        String longName = "é".repeat(127);
        tree.dir().mkdir(odd, 0755);
        try (Dir dir = tree.dir().open(odd)) {
            dir.createFile(odd, 0644).close();
            dir.createFile(longName, 0644).close();
            dir.symlink("link", odd + "/" + longName);
        }
        Snapshot snapshot = take();
        try (Dir dir = tree.dir().open(odd)) {
            dir.unlink(odd);
            dir.unlink(longName);
            dir.unlink("link");
            dir.createFile(odd + "x", 0644).close();
        }

        RestoreResult result = restore(snapshot);

        try (Dir dir = tree.dir().open(odd)) {
            assertThat(dir.names()).containsExactlyInAnyOrder(odd, longName, "link");
            assertThat(dir.readLink("link")).isEqualTo(odd + "/" + longName);
        }
        assertThat(result.deleted()).containsExactly(Names.display(odd + "/" + odd + "x"));
    }

    @Test
    void a_deep_tree_of_long_names_comes_back() throws IOException {
        String name = "d".repeat(60) + "/" + "e".repeat(120) + "/" + "f".repeat(200);
        tree.file(name, "deep");
        Snapshot snapshot = take();
        tree.delete("d".repeat(60));

        restore(snapshot);

        assertThat(tree.text(name)).isEqualTo("deep");
    }

    @Test
    void holes_are_recorded_as_holes() throws IOException {
        byte[] bytes = new byte[9 << 20];
        bytes[5 << 20] = 1;
        bytes[bytes.length - 300_000] = 2;
        byte[] small = new byte[100_000];
        small[99_999] = 3;
        tree.file("large", bytes).file("small", small).file("zeros", new byte[70_000]);

        Snapshot snapshot = take();
        for (String name : List.of("large", "small", "zeros")) {
            tree.delete(name);
        }
        restore(snapshot);

        assertThat(temp.resolve("large")).hasBinaryContent(bytes);
        assertThat(temp.resolve("small")).hasBinaryContent(small);
        assertThat(temp.resolve("zeros")).hasBinaryContent(new byte[70_000]);
        assertThat(Files.size(temp.resolve(".cofferdam/snapshots/" + snapshot.id() + ".tar")))
                .isLessThan(300_000);
    }

    @Test
    void a_hard_link_is_recorded_as_its_content() throws IOException {
        tree.file("f", "x");
        Files.createLink(tree.path("g"), tree.path("f"));
        Snapshot snapshot = take();
        tree.delete("f");
        tree.delete("g");

        restore(snapshot);

        assertThat(tree.text("f")).isEqualTo("x");
        assertThat(tree.text("g")).isEqualTo("x");
        assertThat(snapshot.files()).isEqualTo(2);
    }

    @Test
    void defaults_and_globs_are_left_out_and_left_alone() throws IOException {
        tree.file("node_modules/m", "1").file("a/.git/config", "1").file("a/node_modules", "1");
        tree.file("out/o", "1")
                .file("tmp/t", "1")
                .file("x/cache/c", "1")
                .file("a/k", "1")
                .file("a/k.log", "1");
        Snapshot snapshot = snapshots.take(tree.dir(), DEFAULTS.exclude("out", "tmp/**", "**/cache/**", "**/*.log"));

        assertThat(snapshot.files()).isEqualTo(1);
        assertThat(snapshot.exclude()).containsExactly("out", "tmp/**", "**/cache/**", "**/*.log");
        tree.file("out/new", "2").file("tmp/new", "2").file("x/cache/new", "2").file("b/new.log", "2");
        tree.file("b/gone", "2").file("a/k", "3");
        RestoreResult result = restore(snapshot);

        assertThat(tree.text("a/k")).isEqualTo("1");
        assertThat(result.deleted()).containsExactly("b/gone");
        assertThat(result.kept())
                .containsExactly(
                        "a/.git",
                        "a/k.log",
                        "a/node_modules",
                        "b",
                        "b/new.log",
                        "node_modules",
                        "out",
                        "tmp/new",
                        "tmp/t",
                        "x/cache/c",
                        "x/cache/new");
    }

    @Test
    void directories_whose_contents_alone_are_excluded_come_back() throws IOException {
        tree.file("tmp/t", "1").file("x/cache/c", "1");
        Snapshot snapshot = snapshots.take(tree.dir(), DEFAULTS.exclude("tmp/**", "**/cache/**"));
        tree.delete("tmp");
        tree.delete("x");

        restore(snapshot);

        assertThat(tree.path("tmp")).isEmptyDirectory();
        assertThat(tree.path("x/cache")).isEmptyDirectory();
    }

    @Test
    void a_bad_glob_is_refused_and_nothing_kept() throws IOException {
        fails(ErrorCode.INVALID_ARGUMENT, () -> snapshots.take(tree.dir(), DEFAULTS.exclude("[")));
        assertThat(snapshots.list()).isEmpty();
    }

    @Test
    void large_files_are_skipped_and_left_alone() throws IOException {
        tree.file("big", "123456").file("small", "12345").file("d/big", "1234567");
        Snapshot snapshot = snapshots.take(tree.dir(), DEFAULTS.maxFileBytes(5));
        assertThat(snapshot.skipped()).extracting(SkippedPath::path).containsExactly("big", "d/big");
        assertThat(snapshot.skipped().get(0).reason()).isEqualTo("6 bytes, over maxFileBytes 5");

        tree.file("big", "now")
                .file("made/since/large", "123456")
                .file("made/small", "1")
                .file("small", "1234567");
        RestoreResult result = restore(snapshot);

        assertThat(tree.text("big")).isEqualTo("now");
        assertThat(tree.text("small")).isEqualTo("12345");
        assertThat(result.deleted()).containsExactly("made/small");
        assertThat(result.kept()).containsExactly("big", "d/big", "made", "made/since", "made/since/large");
    }

    @Test
    void special_files_are_skipped_with_the_reason_and_left_alone() throws Exception {
        tree.file("f", "x");
        assertThat(new ProcessBuilder("mkfifo", tree.path("fifo").toString())
                        .start()
                        .waitFor())
                .isZero();
        Snapshot snapshot = take();

        assertThat(snapshot.skipped()).containsExactly(new SkippedPath("fifo", "a FIFO, a socket or a device"));
        assertThat(restore(snapshot).kept()).containsExactly("fifo");
        assertThat(tree.exists("fifo")).isTrue();
    }

    @Test
    void what_cannot_be_read_is_skipped_with_the_reason_and_left_alone() throws IOException {
        tree.file("f", "x").file("secret", "x").file("closed/in", "x");
        Dir refusing = WatchedDir.watch(tree.dir(), (call, name) -> {
            if ((call.equals("openFile") && name.equals("secret")) || (call.equals("open") && name.equals("closed"))) {
                throw new AccessDeniedException(name);
            }
        });
        Snapshot snapshot = snapshots.take(refusing, DEFAULTS);

        assertThat(snapshot.skipped())
                .containsExactly(
                        new SkippedPath("closed", "cannot be read: permission denied"),
                        new SkippedPath("secret", "cannot be read: permission denied"));
        tree.file("closed/new", "y");
        assertThat(restore(snapshot).kept()).containsExactly("closed", "secret");
        assertThat(tree.text("closed/new")).isEqualTo("y");
    }

    @Test
    void paths_whose_type_changed_are_replaced() throws IOException {
        tree.file("file1", "1")
                .file("file2", "2")
                .directory("dir1")
                .file("dir2/in", "3")
                .link("link1", "x")
                .link("link2", "y");
        Map<String, String> before = tree.state();
        Snapshot snapshot = take();
        for (String name : List.of("file1", "file2", "dir1", "dir2", "link1", "link2")) {
            tree.delete(name);
        }
        tree.file("file1/in", "x").link("file2", "dir1").file("dir1", "x").directory("elsewhere");
        tree.file("elsewhere/in", "untouched")
                .link("dir2", "elsewhere")
                .file("link1", "x")
                .file("link2/in/deep", "x");
        Snapshot changed = take();

        RestoreResult result = restore(snapshot);

        assertThat(tree.state()).isEqualTo(before);
        assertThat(result.deleted())
                .containsExactly("elsewhere", "elsewhere/in", "file1/in", "link2/in", "link2/in/deep");
        restore(changed);
        assertThat(tree.text("elsewhere/in")).isEqualTo("untouched");
        assertThat(tree.dir().readLink("dir2")).isEqualTo("elsewhere");
    }

    @Test
    void a_directory_that_became_a_link_is_removed_and_never_followed(@TempDir Path outside) throws IOException {
        Files.writeString(outside.resolve("f"), "untouched");
        tree.file("d/f", "inside");
        Snapshot snapshot = take();
        tree.delete("d");
        tree.link("d", outside.toString());

        restore(snapshot);

        assertThat(outside.resolve("f")).hasContent("untouched");
        assertThat(tree.path("d"))
                .isDirectory()
                .satisfies(d -> assertThat(Files.isSymbolicLink(d)).isFalse());
        assertThat(tree.text("d/f")).isEqualTo("inside");
    }

    @Test
    void links_are_never_written_through(@TempDir Path outside) throws IOException {
        Files.writeString(outside.resolve("f"), "untouched");
        tree.file("f", "inside");
        Snapshot snapshot = take();
        tree.delete("f");
        tree.link("f", outside.resolve("f").toString());

        restore(snapshot);

        assertThat(outside.resolve("f")).hasContent("untouched");
        assertThat(tree.text("f")).isEqualTo("inside");
    }

    @Test
    void what_must_stay_is_not_replaced_by_a_file() throws IOException {
        tree.file("f", "x").file("g", "y");
        Snapshot snapshot = take();
        tree.delete("f");
        tree.file("f/node_modules/m", "precious").file("f/other", "z");

        RestoreResult result = restore(snapshot);

        assertThat(tree.text("f/node_modules/m")).isEqualTo("precious");
        assertThat(result.restored()).containsExactly("g");
        assertThat(result.kept()).containsExactly("f", "f/node_modules");
        assertThat(result.deleted()).containsExactly("f/other");
    }

    @Test
    void a_dry_run_reports_the_same_and_changes_nothing() throws IOException {
        fill();
        Snapshot snapshot = take();
        tree.delete("a");
        tree.file("a", "file now")
                .file("new/node_modules/x", "1")
                .file("new/y", "1")
                .file("made", "1");
        Map<String, String> changed = tree.state();

        RestoreResult dry = snapshots.restore(tree.dir(), snapshot.id(), true);

        assertThat(tree.state()).isEqualTo(changed);
        RestoreResult real = restore(snapshot);
        assertThat(dry.restored()).isEqualTo(real.restored());
        assertThat(dry.deleted()).isEqualTo(real.deleted()).containsExactly("made", "new/y");
        assertThat(dry.kept()).isEqualTo(real.kept()).containsExactly("new", "new/node_modules");
        assertThat(dry.dryRun()).isTrue();
    }

    @Test
    void files_of_operations_under_way_are_not_recorded() throws IOException {
        tree.file("f", "x").file(".cofferdam-0123456789", "half").file("d/.cofferdam-0123456789", "half");
        tree.file("d/.cofferdam/x", "not at the root");

        assertThat(take().files()).isEqualTo(2);
    }

    @Test
    void more_than_a_snapshot_may_hold_is_refused_and_nothing_kept() throws IOException {
        snapshots = snapshots(Limits.defaults().maxSnapshotBytes(10));
        tree.file("a", "12345").file("b", "12345");
        take();
        tree.file("c", "1");

        fails(ErrorCode.TOO_LARGE, this::take);

        assertThat(snapshots.list()).hasSize(1);
        assertThat(temp.resolve(".cofferdam/snapshots").toFile().list()).hasSize(2);
    }

    @Test
    void the_record_holds_what_was_given_and_counted() throws IOException {
        tree.file("f", "abc");
        SnapshotOptions options =
                DEFAULTS.label("before").metadata(Map.of("k", "v")).maxFileBytes(99);

        Snapshot snapshot = snapshots.take(tree.dir(), options);

        assertThat(snapshot.created()).isEqualTo(NOW);
        assertThat(snapshot.label()).contains("before");
        assertThat(snapshot.metadata()).isEqualTo(Map.of("k", "v"));
        assertThat(snapshot.maxFileBytes()).isEqualTo(99);
        assertThat(snapshot.id()).matches("[A-Za-z0-9_-]{1,64}");
        assertThat(snapshots.list()).containsExactly(snapshot);
    }

    @Test
    void snapshots_are_listed_newest_first_and_deleted_one_by_one() throws IOException {
        Snapshot first = take();
        Snapshot second = take();
        Snapshot third = take();
        assertThat(snapshots.list()).containsExactly(third, second, first);

        snapshots.delete(second.id());

        assertThat(snapshots.list()).containsExactly(third, first);
        fails(ErrorCode.NOT_FOUND, () -> snapshots.delete(second.id()));
        fails(ErrorCode.NOT_FOUND, () -> restore(second));
        assertThat(temp.resolve(".cofferdam/snapshots").toFile().list()).hasSize(4);
    }

    @Test
    void unknown_and_malformed_ids_are_not_found() throws IOException {
        take();
        for (String id : List.of("", "..", "../x", "a/b", "x".repeat(65), "unknown", "\0")) {
            fails(ErrorCode.NOT_FOUND, () -> snapshots.restore(tree.dir(), id, false));
            fails(ErrorCode.NOT_FOUND, () -> snapshots.diff(tree.dir(), id));
            fails(ErrorCode.NOT_FOUND, () -> snapshots.delete(id));
        }
    }

    @Test
    void a_file_that_changes_once_is_read_again(@TempDir Path large) throws IOException {
        byte[] big = new byte[3 << 20];
        new Random(1).nextBytes(big);
        tree.file("small", "1").file("large", big).file("z", "end");
        int[] changes = {0};
        Dir changing = changing(changes, 1);
        Snapshot snapshot = snapshots.take(changing, DEFAULTS);
        Map<String, String> before = tree.state();
        tree.delete("small");
        tree.delete("large");

        restore(snapshot);

        assertThat(snapshot.skipped()).isEmpty();
        assertThat(tree.state()).isEqualTo(before);
        assertThat(tree.text("small")).isEqualTo("1+");
    }

    @Test
    void a_file_that_keeps_changing_is_left_out_and_reported() throws IOException {
        byte[] big = new byte[3 << 20];
        new Random(1).nextBytes(big);
        tree.file("small", "1").file("large", big).file("z", "end");
        Snapshot snapshot = snapshots.take(changing(new int[] {0}, Integer.MAX_VALUE), DEFAULTS);

        assertThat(snapshot.skipped())
                .containsExactly(
                        new SkippedPath("large", "changed while it was read"),
                        new SkippedPath("small", "changed while it was read"));
        assertThat(snapshot.files()).isEqualTo(1);
        assertThat(restore(snapshot).restored()).containsExactly("z");
    }

    /** Let each of two files grow whenever it is opened, {@code times} times in all. */
    private Dir changing(int[] changes, int times) {
        Map<String, Integer> counts = new java.util.HashMap<>();
        return WatchedDir.watch(tree.dir(), (call, name) -> {
            boolean ours = name.equals("small") || name.equals("large");
            if (call.equals("openFile") && ours && counts.merge(name, 1, Integer::sum) <= times) {
                Files.writeString(tree.path(name), "+", StandardOpenOption.APPEND);
                changes[0]++;
            }
        });
    }

    @Test
    void a_restore_that_died_can_be_repeated_wherever_it_died() throws IOException {
        fill();
        Map<String, String> before = tree.state();
        Snapshot snapshot = take();
        for (int death = 1; death < 60; death++) {
            tree.mode("hollow", "rwxr-xr-x");
            tree.delete("a");
            tree.file("a", "in the way")
                    .file("new/x", "1")
                    .file("a-d", "changed")
                    .link("hollow/deep/l", "x");
            int[] calls = {death};
            Dir dying = WatchedDir.watch(tree.dir(), (call, name) -> {
                if (!call.equals("stat") && --calls[0] <= 0) {
                    throw new IOException("death");
                }
            });
            try {
                snapshots.restore(dying, snapshot.id(), false);
            } catch (WorkspaceException e) {
                assertThat(e).hasMessageContaining("Restore again").hasStackTraceContaining("death");
            }
            restore(snapshot);
            assertThat(tree.state()).isEqualTo(before);
        }
    }

    @Test
    void an_interrupted_thread_stops_and_keeps_nothing() throws IOException {
        tree.file("f", "x");
        Snapshot snapshot = take();
        tree.file("f", "y");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(this::take).isInstanceOf(IOException.class);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            assertThatThrownBy(() -> restore(snapshot))
                    .isInstanceOfAny(InterruptedIOException.class, java.nio.channels.ClosedByInterruptException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(snapshots.list()).hasSize(1);
        assertThat(tree.text("f")).isEqualTo("y");
    }

    @Test
    void a_diff_tells_added_modified_and_deleted() throws IOException {
        fill();
        byte[] large = new byte[200_000];
        tree.file("same-size", "abc").file("big", large).file("node_modules/m", "1");
        Snapshot snapshot = take();
        assertThat(snapshots.diff(tree.dir(), snapshot.id()).isEmpty()).isTrue();

        large[199_999] = 1;
        tree.modified("a/x", NOW).file("same-size", "abd").file("big", large).mode("empty", "rwxrwxrwx");
        tree.file("new/in", "1").file("node_modules/other", "2");
        tree.delete("a/b");
        tree.delete("dangling");
        tree.link("dangling", "elsewhere");
        tree.mode("hollow", "rwxr-xr-x");
        tree.delete("hollow");
        tree.file("hollow", "a file now");

        SnapshotDiff diff = snapshots.diff(tree.dir(), snapshot.id());

        assertThat(diff.added()).containsExactly("new", "new/in");
        assertThat(diff.modified()).containsExactly("big", "dangling", "empty", "hollow", "same-size");
        assertThat(diff.deleted()).containsExactly("a/b", "a/b/y", "hollow/deep");
    }

    @Test
    void it_works_in_memory() throws IOException {
        tree.close();
        tree = TestTree.inMemory();
        snapshots = snapshots(Limits.defaults());
        tree.file("a/x", "one").link("a/l", "x").directory("empty").file("zeros", new byte[100_000]);
        tree.mode("a/x", "rwxr-x---").modified("a/x", Instant.parse("2001-02-03T04:05:06.123Z"));
        Map<String, String> before = tree.state();
        Snapshot snapshot = take();
        tree.delete("a");
        tree.file("a", "in the way").file("new/x", "1").file("zeros", "changed");

        RestoreResult result = restore(snapshot);

        assertThat(tree.state()).isEqualTo(before);
        assertThat(result.deleted()).containsExactly("new", "new/x");
        assertThat(snapshots.diff(tree.dir(), snapshot.id()).isEmpty()).isTrue();
    }

    @Test
    void a_link_in_the_place_of_the_own_directory_is_refused_and_nothing_touched() throws IOException {
        tree.file("f", "x");
        Snapshot snapshot = take();
        Files.move(temp.resolve(".cofferdam"), temp.resolve("moved"));
        tree.link(".cofferdam", "moved");
        Map<String, String> before = tree.state();

        fails(ErrorCode.IO, this::take);
        fails(ErrorCode.IO, () -> restore(snapshot));
        fails(ErrorCode.IO, () -> snapshots.list());

        assertThat(tree.state()).isEqualTo(before);
    }
}
