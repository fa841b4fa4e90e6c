package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.ErrorCode.ABORTED;
import static dev.cofferdam.workspace.ErrorCode.CONFLICT;
import static dev.cofferdam.workspace.ErrorCode.ENCODING;
import static dev.cofferdam.workspace.ErrorCode.EXISTS;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WriteOptions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** Checks of the clauses FILE about writing. */
final class FileWriteChecks {
    private static final WriteOptions PLAIN = WriteOptions.defaults();

    private static byte[] filled(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static boolean uniform(byte[] bytes, int size) {
        for (byte one : bytes) {
            if (one != bytes[0]) {
                return false;
            }
        }
        return bytes.length == size;
    }

    static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    @Requirement(value = "WS-FILE-005", statements = "a", needs = EXEC)
    void a_reading_command_sees_the_old_or_the_new_content(Probe ws) throws InterruptedException {
        int size = 200_000;
        ws.write("f", filled(size, 'a'));
        AtomicInteger looks = new AtomicInteger();
        Crowd.during(
                ws.expect,
                () -> {
                    for (int n = 0; n < 60 || (looks.get() < 5 && n < 3000); n++) {
                        ws.write("f", filled(size, 'a' + n % 26));
                    }
                },
                1,
                () -> {
                    // GNU cp refuses a file that is replaced between its look at it and its opening.
                    String counts = ws.sh("cat f > g && wc -c < g && tr -d \"$(head -c 1 g)\" < g | wc -c");
                    ws.expect.equal(
                            "size and number of other bytes",
                            size + " 0",
                            counts.strip().replaceAll("\\s+", " "));
                    looks.incrementAndGet();
                });
        ws.expect.isTrue("commands looked at it", looks.get() > 0);
    }

    @Requirement(value = "WS-FILE-005", statements = "b")
    void an_upload_arrives_with_all_its_bytes(Probe ws) {
        byte[] content = FileChecks.pattern((8 << 20) + 3);
        ws.write("big", content);
        ws.expect.equal("size", (long) content.length, ws.stat("big").size());
        ws.expect.equal("digest", sha256(content), sha256(ws.read("big")));
        if (ws.has(EXEC)) {
            ws.expect.equal(
                    "digest seen by a command",
                    sha256(content),
                    ws.sh("sha256sum big").substring(0, 64));
        }
    }

    @Requirement(value = "WS-FILE-005", statements = "cd")
    void a_write_that_is_cut_leaves_the_old_content_and_nothing_else(Probe ws) throws InterruptedException {
        ws.write("d/f", filled(300_000, 'o'));
        Thread.currentThread().interrupt();
        ws.expect.refused(ABORTED, "a write of an interrupted thread", () -> ws.write("d/f", filled(300_000, 'n')));
        ws.expect.isTrue("the thread is still interrupted", Thread.interrupted());
        ws.expect.equal("first byte", (byte) 'o', ws.read("d/f")[0]);
        AtomicInteger cut = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        for (int round = 0; round < 60; round++) {
            long pause = round * 20_000L;
            Thread writer = new Thread(() -> {
                try {
                    ws.write("d/f", filled(3_000_000, 'n'));
                    ended.incrementAndGet();
                } catch (WorkspaceException e) {
                    ws.expect.equal("failure of the cut write", ABORTED, e.code());
                    cut.incrementAndGet();
                }
            });
            writer.start();
            java.util.concurrent.locks.LockSupport.parkNanos(pause);
            writer.interrupt();
            writer.join();
            byte[] found = ws.read("d/f");
            ws.expect.isTrue("the file is old or new, whole", uniform(found, found[0] == 'o' ? 300_000 : 3_000_000));
            ws.write("d/f", filled(300_000, 'o'));
        }
        ws.expect.isTrue("some writes are cut", cut.get() > 0);
        ws.expect.equal("the tree", List.of("d", "d/f"), ws.tree());
        if (ws.has(EXEC)) {
            ws.expect.equal("what commands see", "f\n", ws.sh("ls -A d"));
        }
    }

    @Requirement(value = "WS-FILE-005", statements = "cd")
    void a_write_that_is_refused_leaves_the_old_content_and_nothing_else(Probe ws) {
        Probe small = ws.open(options -> options.limits(options.limits().maxFileBytes(1000)));
        small.writeText("f", "old");
        ws.expect.refused(TOO_LARGE, "over the limit", () -> small.write("f", filled(1001, 'n')));
        ws.expect.refused(TOO_LARGE, "over the limit, new", () -> small.write("d/new", filled(1001, 'n')));
        ws.expect.refused(ENCODING, "a lone surrogate", () -> small.writeText("f", "new\ud800"));
        ws.expect.refused(EXISTS, "CREATE_NEW", () -> small.writeText("f", "new", PLAIN.asNew()));
        ws.expect.refused(CONFLICT, "ifSha256", () -> small.writeText("f", "new", PLAIN.ifSha256("0".repeat(64))));
        ws.expect.equal("content", "old", small.readText("f"));
        ws.expect.equal("the tree", List.of("f"), small.tree());
    }

    @Requirement(value = "WS-FILE-006", statements = "a", needs = MODES)
    void an_existing_file_keeps_its_mode(Probe ws) {
        for (int mode : new int[] {0644, 0600, 0755, 0640, 0444, 0777}) {
            ws.writeText("f", "old");
            ws.setMode("f", mode);
            ws.writeText("f", "new");
            ws.expect.equal("mode", mode, ws.stat("f").mode());
            ws.expect.equal("content", "new", ws.readText("f"));
            if (ws.has(EXEC)) {
                ws.expect.equal("mode seen by a command", Integer.toOctalString(mode) + "\n", ws.sh("stat -c %a f"));
            }
        }
    }

    @Requirement(value = "WS-FILE-006", statements = "b", needs = MODES)
    void a_new_file_has_mode_0644(Probe ws) {
        ws.writeText("d/f", "x");
        ws.touch("t");
        ws.expect.equal("content", "x", ws.readText("d/f"));
        ws.expect.equal("mode of a written file", 0644, ws.stat("d/f").mode());
        ws.expect.equal("mode of a touched file", 0644, ws.stat("t").mode());
    }

    @Requirement(value = "WS-FILE-006", statements = "c", needs = MODES)
    void the_mode_given_with_a_write_is_the_mode_of_a_new_file(Probe ws) {
        for (int mode : new int[] {0600, 0755, 0444, 0777, 0666}) {
            String path = "f" + mode;
            ws.writeText(path, "x", PLAIN.mode(mode));
            ws.expect.equal("mode", mode, ws.stat(path).mode());
        }
    }

    @Requirement(value = "WS-FILE-007", statements = "f", needs = MODES)
    void a_mode_can_be_given_for_an_existing_file(Probe ws) {
        ws.writeText("f", "x");
        ws.writeText("f", "y", PLAIN.mode(0700));
        ws.expect.equal("mode", 0700, ws.stat("f").mode());
        ws.writeText("f", "z", PLAIN.appending().mode(0640));
        ws.expect.equal("mode", 0640, ws.stat("f").mode());
        ws.expect.equal("content", "yz", ws.readText("f"));
    }

    @Requirement(value = "WS-FILE-006", statements = "c", absent = MODES)
    void without_modes_none_can_be_given(Probe ws) {
        ws.writeText("f", "x");
        ws.expect.refused(UNSUPPORTED, "write with a mode", () -> ws.writeText("g", "x", PLAIN.mode(0600)));
        ws.expect.refused(UNSUPPORTED, "setMode", () -> ws.setMode("f", 0600));
        ws.expect.equal("the tree", List.of("f"), ws.tree());
        ws.expect.equal("mode", 0644, ws.stat("f").mode());
    }

    @Requirement(value = "WS-FILE-006", statements = "d")
    void parents_are_made_unless_that_is_turned_off(Probe ws) {
        ws.writeText("a/b/c", "x");
        ws.expect.equal("read a/b/c", "x", ws.readText("a/b/c"));
        ws.expect.refused(
                NOT_FOUND, "write without parents", () -> ws.writeText("n/o/p", "x", PLAIN.createParents(false)));
        ws.writeText("a/d", "y", PLAIN.createParents(false));
        ws.expect.equal("the tree", List.of("a", "a/b", "a/b/c", "a/d"), ws.tree());
    }

    @Requirement(value = "WS-FILE-006", statements = "e", needs = SYMLINKS)
    void a_write_through_a_link_keeps_the_link(Probe ws) {
        ws.writeText("d/target", "old");
        ws.symlink("link", "d/target");
        ws.symlink("d/chain", "../link");
        ws.symlink("new", "d/made");
        ws.writeText("link", "first");
        ws.expect.equal("target", "first", ws.readText("d/target"));
        ws.writeText("d/chain", "second");
        ws.expect.equal("target", "second", ws.readText("d/target"));
        ws.writeText("link", "!", PLAIN.appending());
        ws.expect.equal("target", "second!", ws.readText("d/target"));
        ws.writeText("new", "third");
        ws.expect.equal("made", "third", ws.readText("d/made"));
        for (String link : List.of("link", "d/chain", "new")) {
            ws.expect.equal("type of " + link, EntryType.SYMLINK, ws.stat(link).type());
        }
        ws.expect.equal("link target", Optional.of("d/target"), ws.stat("link").linkTarget());
    }

    @Requirement(value = "WS-FILE-006", statements = "g", needs = MODES)
    void a_read_only_file_is_replaced(Probe ws) {
        ws.writeText("f", "old");
        ws.setMode("f", 0444);
        ws.writeText("f", "new");
        ws.expect.equal("content", "new", ws.readText("f"));
        ws.setMode("f", 0400);
        ws.writeText("f", "!", PLAIN.appending());
        ws.expect.equal("content", "new!", ws.readText("f"));
    }

    @Requirement(value = "WS-FILE-006", statements = "h", needs = EXEC)
    void a_hard_link_is_broken_by_a_write(Probe ws) {
        ws.writeText("a", "old");
        ws.sh("ln a b");
        ws.expect.equal("links before", "2\n", ws.sh("stat -c %h a"));
        ws.writeText("a", "new");
        ws.expect.equal("a", "new", ws.readText("a"));
        ws.expect.equal("b", "old", ws.readText("b"));
        ws.expect.equal("links after", "1\n1\n", ws.sh("stat -c %h a b"));
    }

    @Requirement(value = "WS-FILE-006", statements = "j")
    void text_with_a_lone_surrogate_is_refused(Probe ws) {
        ws.writeText("f", "old");
        for (String text : List.of("\ud800", "a\udc00b", "\udc00\ud800", "x\ud83d")) {
            ws.expect.refused(ENCODING, "writeText", () -> ws.writeText("f", text));
            ws.expect.refused(ENCODING, "writeText of a new file", () -> ws.writeText("g", text));
        }
        ws.writeText("h", "\ud83d\ude80");
        ws.expect.equal("a pair", Probe.bytes("\ud83d\ude80"), ws.read("h"));
        ws.expect.equal("content", "old", ws.readText("f"));
        ws.expect.equal("the tree", List.of("f", "h"), ws.tree());
    }

    @Requirement(value = "WS-FILE-007", statements = "a")
    void create_new_refuses_what_exists(Probe ws) {
        ws.writeText("f", "old", PLAIN.asNew());
        ws.mkdir("d");
        ws.expect.refused(EXISTS, "a file", () -> ws.writeText("f", "new", PLAIN.asNew()));
        ws.expect.refused(EXISTS, "a directory", () -> ws.writeText("d", "new", PLAIN.asNew()));
        if (ws.has(dev.cofferdam.workspace.Capability.SYMLINKS)) {
            ws.symlink("link", "f");
            ws.symlink("dangling", "missing");
            ws.expect.refused(EXISTS, "a link", () -> ws.writeText("link", "new", PLAIN.asNew()));
            ws.expect.refused(EXISTS, "a dangling link", () -> ws.writeText("dangling", "new", PLAIN.asNew()));
        }
        ws.expect.equal("content", "old", ws.readText("f"));
    }

    @Requirement(value = "WS-FILE-007", statements = "b")
    void of_several_creators_exactly_one_succeeds(Probe ws) throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            String path = "d/f" + round;
            List<Crowd.Attempt> attempts = Crowd.of(16, i -> () -> {
                ws.writeText(path, "by " + i, PLAIN.asNew());
                return null;
            });
            Crowd.expectOneWinner(ws.expect, "creating " + path, attempts, EXISTS);
            attempts.stream()
                    .filter(Crowd.Attempt::succeeded)
                    .forEach(winner -> ws.expect.equal(path, "by " + winner.number(), ws.readText(path)));
        }
        ws.expect.equal(
                "how many files there are",
                20,
                ws.list("d", Probe.everything()).entries().size());
    }

    @Requirement(value = "WS-FILE-007", statements = "c")
    void appending_adds_to_the_end(Probe ws) {
        ws.writeText("f", "one", PLAIN.appending());
        ws.writeText("f", "two", PLAIN.appending());
        ws.write("f", new byte[0], PLAIN.appending());
        ws.expect.equal("content", "onetwo", ws.readText("f"));
        ws.write("g", filled(100_000, 'x'));
        ws.write("g", filled(3, 'y'), PLAIN.appending());
        ws.expect.equal("size", 100_003L, ws.stat("g").size());
        ws.expect.equal("end", "xyyy", new String(ws.read("g", 99_999, 10), java.nio.charset.StandardCharsets.UTF_8));
    }

    @Requirement(value = "WS-FILE-007", statements = "c")
    void a_reader_sees_an_append_whole(Probe ws) throws InterruptedException {
        int record = 10_000;
        ws.write("f", filled(record, 'a'));
        Crowd.during(
                ws.expect,
                () -> {
                    for (int n = 1; n < 60; n++) {
                        ws.write("f", filled(record, 'a' + n % 26), PLAIN.appending());
                    }
                },
                4,
                () -> {
                    int length = ws.read("f").length;
                    ws.expect.equal("bytes beyond whole records in " + length, 0, length % record);
                });
        ws.expect.equal("size", 60L * record, ws.stat("f").size());
    }

    @Requirement(value = "WS-FILE-007", statements = "d")
    void a_write_on_another_content_than_expected_is_a_conflict(Probe ws) {
        ws.writeText("f", "old");
        String old = sha256(Probe.bytes("old"));
        ws.writeText("f", "new", PLAIN.ifSha256(old));
        ws.expect.refused(CONFLICT, "a second time", () -> ws.writeText("f", "newer", PLAIN.ifSha256(old)));
        ws.expect.equal("content", "new", ws.readText("f"));
        ws.writeText("f", "!", PLAIN.ifSha256(sha256(Probe.bytes("new"))).appending());
        ws.expect.equal("content", "new!", ws.readText("f"));
    }

    @Requirement(value = "WS-FILE-007", statements = "e")
    void of_several_writers_on_the_same_content_exactly_one_succeeds(Probe ws) throws InterruptedException {
        ws.writeText("f", "start");
        for (int round = 0; round < 20; round++) {
            int now = round;
            String expected = sha256(ws.read("f"));
            List<Crowd.Attempt> attempts = Crowd.of(8, i -> () -> {
                ws.writeText("f", now + " by " + i, PLAIN.ifSha256(expected));
                return null;
            });
            Crowd.expectOneWinner(ws.expect, "round " + round, attempts, CONFLICT);
            attempts.stream()
                    .filter(Crowd.Attempt::succeeded)
                    .forEach(winner -> ws.expect.equal("content", now + " by " + winner.number(), ws.readText("f")));
        }
    }

    @Requirement(value = "WS-FILE-007", statements = "g")
    void content_over_the_limit_is_refused(Probe ws) {
        Probe small = ws.open(options -> options.limits(options.limits().maxFileBytes(1000)));
        small.write("fits", filled(1000, 'x'));
        ws.expect.equal("size", 1000L, small.stat("fits").size());
        ws.expect.refused(TOO_LARGE, "write", () -> small.write("over", filled(1001, 'x')));
        ws.expect.refused(TOO_LARGE, "writeText", () -> small.writeText("over", "é".repeat(501)));
        ws.expect.refused(TOO_LARGE, "write as new", () -> small.write("d/over", filled(1001, 'x'), PLAIN.asNew()));
        ws.expect.equal("the tree", List.of("fits"), small.tree());
    }

    @Requirement(value = "WS-FILE-009", statements = "b", level = Level.HARDENED)
    void the_longest_name_is_written_as_any_other(Probe ws) {
        String name = "n".repeat(255);
        ws.write("d/" + name, filled(100_000, 'a'));
        ws.write("d/" + name, filled(100_000, 'b'));
        ws.writeText("d/" + name, "c", PLAIN.appending());
        ws.writeText("d/" + "m".repeat(255), "x", PLAIN.asNew());
        ws.expect.equal("size", 100_001L, ws.stat("d/" + name).size());
        ws.expect.equal("how many entries there are", 2, ws.list("d").entries().size());
    }

    @Requirement(value = "WS-FILE-009", statements = "c", level = Level.HARDENED)
    void what_is_on_its_way_into_place_is_never_listed(Probe ws) throws InterruptedException {
        ws.write("d/f", filled(1 << 20, 'a'));
        AtomicInteger looks = new AtomicInteger();
        Crowd.during(
                ws.expect,
                () -> {
                    for (int n = 0; n < 40 || (looks.get() < 100 && n < 2000); n++) {
                        ws.write("d/f", filled(1 << 20, 'a' + n % 26));
                    }
                },
                2,
                () -> {
                    ws.expect.equal(
                            "list d",
                            List.of("d/f"),
                            ws.list("d", Probe.everything()).paths());
                    looks.incrementAndGet();
                });
    }

    @Requirement(value = "WS-FILE-009", statements = "d", level = Level.HARDENED, needs = SNAPSHOTS)
    void what_is_on_its_way_into_place_is_never_in_a_snapshot(Probe ws) throws InterruptedException {
        ws.write("d/f", filled(300_000, 'a'));
        Crowd.during(
                ws.expect,
                () -> {
                    for (int n = 0; n < 8; n++) {
                        long files = ws.snapshot().files();
                        ws.expect.isTrue("files in the snapshot, of one: " + files, files <= 1);
                    }
                },
                1,
                () -> ws.write("d/f", filled(300_000, 'b')));
    }

    @Requirement(value = "WS-FILE-010", statements = "a", seconds = 60)
    void a_hundred_readers_during_twenty_overwrites_see_whole_files(Probe ws) throws InterruptedException {
        int size = 64 << 10;
        ws.write("f", filled(size, 'a'));
        Crowd.during(
                ws.expect,
                () -> {
                    for (int n = 1; n <= 20; n++) {
                        ws.write("f", filled(size, 'a' + n));
                    }
                },
                100,
                () -> {
                    ws.expect.isTrue("a read is whole", uniform(ws.read("f"), size));
                    ws.expect.equal("size", (long) size, ws.stat("f").size());
                });
        ws.expect.equal("the last content", (byte) ('a' + 20), ws.read("f")[0]);
    }
}
