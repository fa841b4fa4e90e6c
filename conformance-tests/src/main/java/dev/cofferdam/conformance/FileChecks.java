package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SPECIAL_FILES;
import static dev.cofferdam.workspace.ErrorCode.ENCODING;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.IS_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_FILE;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TIMED_OUT;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/** Checks of the clauses FILE about reading. */
final class FileChecks {

    private static final Instant OLD = Instant.parse("2001-02-03T04:05:06Z");

    static byte[] pattern(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31 + (i >> 8));
        }
        return bytes;
    }

    @Requirement(value = "WS-FILE-001", statements = "a")
    void a_file_comes_back_byte_for_byte(Probe ws) {
        for (int size : new int[] {0, 1, 2, 255, 4095, 4096, 4097, 65_536, (1 << 20) + 1}) {
            byte[] content = pattern(size);
            ws.write("f" + size, content);
            ws.expect.equal("read of " + size + " bytes", content, ws.read("f" + size));
            ws.expect.equal(
                    "size of " + size + " bytes",
                    (long) size,
                    ws.stat("f" + size).size());
        }
        for (String text : List.of("\r\n", "\n\n", "a\0b", "\ufeffx", "é", "no newline", "\u001b[0m")) {
            ws.writeText("text", text);
            ws.expect.equal("text", text, ws.readText("text"));
        }
    }

    @Requirement(value = "WS-FILE-001", statements = "a", needs = EXEC)
    void what_the_client_and_commands_write_is_the_same_to_both(Probe ws) {
        byte[] content = pattern(70_000);
        ws.write("by-client", content);
        ws.expect.equal("cat by-client", content, ws.run("cat", "by-client"));
        ws.sh("cp by-client by-command");
        ws.expect.equal("read by-command", content, ws.read("by-command"));
        ws.sh("printf '\\000\\377\\n' > raw");
        ws.expect.equal("read raw", new byte[] {0, (byte) 255, '\n'}, ws.read("raw"));
    }

    @Requirement(value = "WS-FILE-001", statements = "b", needs = EXEC)
    void a_file_over_the_limit_is_refused_with_both_sizes(Probe ws) {
        Probe small = ws.open(options -> options.limits(options.limits().maxFileBytes(1000)));
        small.sh("printf '%01000d' 7 > fits; printf '%01001d' 7 > over");
        ws.expect.equal("read of 1000 bytes", 1000, small.read("fits").length);
        ws.expect
                .refused(TOO_LARGE, "read of 1001 bytes", () -> small.read("over"))
                .ifPresent(e -> {
                    String message = String.valueOf(e.getMessage()).replaceAll("[,. _](?=\\d{3})", "");
                    ws.expect.contains("message", message, "1001");
                    ws.expect.contains("message", message, "1000");
                });
        ws.expect.refused(TOO_LARGE, "readText of 1001 bytes", () -> small.readText("over"));
        ws.expect.equal("a part of it", 10, small.read("over", 991, 100).length);
    }

    @Requirement(value = "WS-FILE-001", statements = "c", needs = EXEC)
    void a_growing_file_is_never_read_beyond_the_limit(Probe ws) {
        Probe small = ws.open(options -> options.limits(options.limits().maxFileBytes(100_000)));
        small.writeText("grow", "");
        int whole = 0;
        int refused = 0;
        try (RunningCommand grower = small.start(Command.shell(
                "while [ ! -e stop ]; do : > grow; for i in $(seq 40); do printf '%05000d' 7 >> grow; done; done"))) {
            // On a busy machine the grower may wait long for its turn.
            long end = Machine.nanos() + Duration.ofSeconds(20).toNanos();
            for (int i = 0; i < 200 || ((whole == 0 || refused == 0) && Machine.nanos() < end); i++) {
                try {
                    ws.expect.isTrue("at most 100000 bytes", small.read("grow").length <= 100_000);
                    whole++;
                } catch (WorkspaceException e) {
                    ws.expect.equal("refusal of a growing file", TOO_LARGE, e.code());
                    refused++;
                }
            }
            ws.expect.isTrue("the file goes on growing", grower.isRunning());
            small.writeText("stop", "");
        }
        ws.expect.isTrue("some reads succeed", whole > 0);
        ws.expect.isTrue("some reads are refused", refused > 0);
    }

    @Requirement(value = "WS-FILE-002", statements = "a")
    void a_missing_file_is_not_found(Probe ws) {
        ws.writeText("there", "x");
        ws.mkdir("d");
        for (String path : List.of("missing", "d/missing", "missing/missing", "There", "there ")) {
            ws.expect.refused(NOT_FOUND, "read " + path, () -> ws.read(path));
            ws.expect.refused(NOT_FOUND, "readText " + path, () -> ws.readText(path));
            ws.expect.refused(NOT_FOUND, "read of a part of " + path, () -> ws.read(path, 0, 1));
            ws.expect.refused(NOT_FOUND, "stat " + path, () -> ws.stat(path));
            ws.expect.isFalse("exists " + path, ws.exists(path));
        }
        ws.expect.equal("read there", "x", ws.readText("there"));
    }

    @Requirement(value = "WS-FILE-002", statements = "b")
    void a_file_is_no_directory(Probe ws) {
        ws.writeText("file", "x");
        ws.expect.refused(NOT_A_DIRECTORY, "read file/x", () -> ws.read("file/x"));
        ws.expect.refused(NOT_A_DIRECTORY, "read file/x/y", () -> ws.read("file/x/y"));
        ws.expect.refused(NOT_A_DIRECTORY, "write file/x", () -> ws.writeText("file/x", "y"));
        ws.expect.refused(NOT_A_DIRECTORY, "stat file/x", () -> ws.stat("file/x"));
        ws.expect.equal("read file", "x", ws.readText("file"));
    }

    @Requirement(value = "WS-FILE-002", statements = "c")
    void a_directory_is_no_file(Probe ws) {
        ws.mkdir("d");
        ws.expect.refused(IS_DIRECTORY, "read d", () -> ws.read("d"));
        ws.expect.refused(IS_DIRECTORY, "readText d", () -> ws.readText("d"));
        ws.expect.refused(IS_DIRECTORY, "read of a part of d", () -> ws.read("d", 0, 1));
        ws.expect.refused(IS_DIRECTORY, "write d", () -> ws.writeText("d", "x"));
        ws.writeText("d/x", "x");
        ws.expect.equal("read d/x", "x", ws.readText("d/x"));
    }

    @Requirement(
            value = "WS-FILE-002",
            statements = "d",
            needs = {SPECIAL_FILES, EXEC},
            alone = true)
    void a_fifo_is_refused_without_being_opened(Probe ws) {
        ws.sh("mkfifo fifo; mkfifo d");
        try (RunningCommand writer = ws.start(Command.shell("printf x > fifo; printf y > opened"))) {
            long start = Machine.nanos();
            ws.expect.refused(NOT_A_FILE, "read fifo", () -> ws.read("fifo"));
            ws.expect.refused(NOT_A_FILE, "readText fifo", () -> ws.readText("fifo"));
            ws.expect.refused(NOT_A_FILE, "read of a part of fifo", () -> ws.read("fifo", 0, 1));
            ws.expect.refused(NOT_A_FILE, "write fifo", () -> ws.writeText("fifo", "x"));
            ws.expect.isTrue("refused at once", Machine.since(start).toMillis() < 1000);
            ws.expect.equal(
                    "type",
                    dev.cofferdam.workspace.EntryType.OTHER,
                    ws.stat("fifo").type());
            ws.expect.isFalse("somebody opened the FIFO", ws.exists("opened"));
            ws.expect.isTrue("the writer still waits", writer.isRunning());
            ws.expect.equal("cat fifo", "x", ws.sh("cat fifo"));
            ws.eventually("the writer sees that the FIFO was opened", () -> ws.exists("opened"));
        }
    }

    @Requirement(
            value = "WS-FILE-002",
            statements = "e",
            needs = {SPECIAL_FILES, EXEC},
            alone = true,
            seconds = 60)
    void a_fifo_that_is_swapped_in_holds_no_read(Probe ws) {
        ws.writeText("f", "content");
        ws.sh("mkfifo p");
        ws.read("f");
        int before = Thread.activeCount();
        int read = 0;
        try (RunningCommand swapper =
                ws.start(Command.shell("while [ ! -e stop ]; do mv f k; mv p f; mv f p; mv k f; done"))) {
            long end = Machine.nanos() + Duration.ofSeconds(4).toNanos();
            while (Machine.nanos() < end) {
                long start = Machine.nanos();
                try {
                    ws.expect.equal("read", "content", ws.readText("f"));
                    read++;
                } catch (WorkspaceException e) {
                    ws.expect.isTrue(
                            "no other failure than " + e.code(),
                            EnumSet.of(NOT_A_FILE, TIMED_OUT, NOT_FOUND).contains(e.code()));
                }
                ws.expect.isTrue("a read ends within 2 s", Machine.since(start).toMillis() < 3000);
            }
            ws.expect.isTrue("the swapping goes on", swapper.isRunning());
            ws.writeText("stop", "");
        }
        ws.expect.isTrue("some reads succeed", read > 0);
        ws.eventually("no thread is left behind", () -> Thread.activeCount() <= before);
    }

    @Requirement(value = "WS-FILE-003", statements = "a", needs = EXEC)
    void reading_leaves_the_root_as_it_is(Probe ws) {
        ws.writeText("d/a.txt", "x");
        ws.writeText("b.txt", "y");
        ws.touch("d/a.txt", OLD);
        ws.touch("b.txt", OLD);
        String before = ws.sh("find . -print | sort; stat -c '%n %s %a %i %Y' . d d/a.txt b.txt");
        Entry root = ws.stat("");
        Entry directory = ws.stat("d");
        ws.read("d/a.txt");
        ws.read("d/a.txt", 0, 1);
        ws.readText("b.txt");
        ws.exists("c.txt");
        ws.list("", Probe.everything());
        ws.expect.refused(NOT_FOUND, "read of a missing file", () -> ws.read("missing/x"));
        ws.expect.equal("the tree", before, ws.sh("find . -print | sort; stat -c '%n %s %a %i %Y' . d d/a.txt b.txt"));
        ws.expect.equal("mtime of the root", root.modified(), ws.stat("").modified());
        ws.expect.equal("mtime of d", directory.modified(), ws.stat("d").modified());
    }

    @Requirement(value = "WS-FILE-003", statements = "a", needs = MODES)
    void a_directory_that_cannot_be_written_can_be_read(Probe ws) {
        ws.writeText("d/a.txt", "x");
        ws.setMode("d", 0555);
        ws.expect.equal("read", "x", ws.readText("d/a.txt"));
        ws.expect.equal("list", List.of("d/a.txt"), ws.list("d").paths());
        ws.expect.equal("mode", 0555, ws.stat("d").mode());
        ws.setMode("d", 0755);
    }

    @Requirement(value = "WS-FILE-004", statements = "a")
    void a_part_of_a_file_is_read(Probe ws) {
        byte[] content = pattern(10_000);
        ws.write("f", content);
        for (long[] part : new long[][] {
            {0, 0},
            {0, 1},
            {0, 10_000},
            {0, 20_000},
            {1, 9_999},
            {4095, 2},
            {9_999, 1},
            {9_999, 5},
            {10_000, 1},
            {20_000, 1},
            {5_000, 0},
            {Long.MAX_VALUE, 1}
        }) {
            int from = (int) Math.min(part[0], content.length);
            byte[] expected = Arrays.copyOfRange(content, from, (int) Math.min(from + part[1], content.length));
            ws.expect.equal("read from " + part[0] + " of " + part[1], expected, ws.read("f", part[0], part[1]));
        }
        ws.expect.refused(INVALID_ARGUMENT, "a negative offset", () -> ws.read("f", -1, 1));
        ws.expect.refused(INVALID_ARGUMENT, "a negative length", () -> ws.read("f", 0, -1));
    }

    @Requirement(value = "WS-FILE-004", statements = "b")
    void text_that_is_not_utf8_is_refused(Probe ws) {
        for (byte[] bad : List.of(
                new byte[] {(byte) 0xff},
                new byte[] {'a', (byte) 0xc3},
                new byte[] {(byte) 0xc0, (byte) 0x80},
                new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
                new byte[] {(byte) 0xf5, 'x', 'y', 'z'})) {
            ws.write("bad", bad);
            ws.expect.refused(ENCODING, "readText", () -> ws.readText("bad"));
        }
        ws.write("good", Probe.bytes("é\ud83d\ude80\0"));
        ws.expect.equal("readText", "é\ud83d\ude80\0", ws.readText("good"));
    }

    @Requirement(value = "WS-FILE-004", statements = "c")
    void text_is_decoded_in_the_charset_asked_for(Probe ws) {
        ws.write("latin", new byte[] {'a', (byte) 0xe9});
        ws.expect.equal("ISO-8859-1", "aé", ws.readText("latin", StandardCharsets.ISO_8859_1));
        ws.write("wide", "é".getBytes(StandardCharsets.UTF_16BE));
        ws.expect.equal("UTF-16BE", "é", ws.readText("wide", StandardCharsets.UTF_16BE));
        ws.expect.refused(ENCODING, "US-ASCII", () -> ws.readText("latin", StandardCharsets.US_ASCII));
    }

    @Requirement(value = "WS-FILE-004", statements = "d")
    void text_is_decoded_leniently_when_asked_for(Probe ws) {
        ws.write("bad", new byte[] {'a', (byte) 0xff, 'b'});
        ws.expect.equal("lenient", "a\ufffdb", ws.readTextLenient("bad"));
        ws.write("good", Probe.bytes("é"));
        ws.expect.equal("lenient of good text", "é", ws.readTextLenient("good"));
    }

    private static Probe hurried(Probe ws) {
        Probe hurried = ws.open(options -> options.limits(options.limits().operationTimeout(Duration.ofMillis(1))));
        hurried.sh("mkdir d; for i in $(seq 4000); do printf x > d/f$i; done");
        return hurried;
    }

    @Requirement(value = "WS-FILE-011", statements = "a", needs = EXEC)
    void an_operation_over_its_time_is_ended(Probe ws) {
        Probe hurried = hurried(ws);
        ws.expect.refused(TIMED_OUT, "copy of 4000 files in 1 ms", () -> hurried.copy("d", "e"));
        ws.expect.equal(
                "what commands see", "4000\n", hurried.sh("ls d | wc -l").replace(" ", ""));
        ws.writeText("d/a.txt", "x");
        ws.copy("d", "e");
        ws.expect.equal("a copy in the default time", "x", ws.readText("e/a.txt"));
    }

    @Requirement(value = "WS-FILE-011", statements = "b", needs = EXEC, alone = true)
    void an_operation_over_its_time_frees_what_it_holds(Probe ws) {
        Probe hurried = hurried(ws);
        int refused = 0;
        int threads = 0;
        for (int i = 0; i < 60 && refused < 12; i++) {
            try {
                hurried.copy("d", "e" + i);
            } catch (WorkspaceException e) {
                refused += e.code() == TIMED_OUT ? 1 : 0;
                threads = refused == 2 ? Thread.activeCount() : threads;
            }
        }
        int allowed = threads + 2;
        ws.expect.equal("copies that ran out of time", 12, refused);
        ws.eventually("no thread is left behind", () -> Thread.activeCount() <= allowed);
    }
}
