package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.STDIN;
import static dev.cofferdam.workspace.Capability.STREAMING;
import static dev.cofferdam.workspace.ErrorCode.ENCODING;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Stdin;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Checks of the clauses EXEC about standard input and output. */
final class ExecStreamChecks {
    private static final int EURO_SIGNS = 60_000;

    static byte[] every(int rounds) {
        byte[] bytes = new byte[256 * rounds];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i + i / 256);
        }
        return bytes;
    }

    /** Collects what a consumer sees. */
    static final class Seen {
        private final ByteArrayOutputStream all = new ByteArrayOutputStream();
        private int split;

        synchronized void accept(byte[] chunk) {
            all.write(chunk, 0, chunk.length);
            try {
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(chunk));
            } catch (CharacterCodingException e) {
                split++;
            }
        }

        synchronized byte[] bytes() {
            return all.toByteArray();
        }

        synchronized String text() {
            return all.toString(StandardCharsets.UTF_8);
        }

        /** Return how many chunks were not whole characters. */
        synchronized int split() {
            return split;
        }
    }

    @Requirement(
            value = "WS-EXEC-003",
            statements = "a",
            needs = {EXEC, STDIN})
    void input_arrives_and_ends(Probe ws) {
        Command cat = Command.of("cat");
        ws.expect.equal(
                "every byte", every(3), ws.exec(cat.stdin(every(3))).stdout().bytes());
        ws.expect.equal(
                "text", Probe.bytes("é\n"), ws.exec(cat.stdin("é\n")).stdout().bytes());
        ws.expect.equal(
                "nothing", new byte[0], ws.exec(cat.stdin(new byte[0])).stdout().bytes());
        Stdin stream = Stdin.from(() -> slowly(every(2)));
        ws.expect.equal(
                "a stream", every(2), ws.exec(cat.stdin(stream)).stdout().bytes());
        String line = "read x; cat > rest; echo \"$x\"";
        ws.expect.equal(
                "a line",
                "one\n",
                ws.exec(Command.shell(line).stdin("one\ntwo")).stdout().text());
        ws.expect.equal("the rest", "two", ws.readText("rest"));
    }

    /** A stream that gives few bytes at a time. */
    private static InputStream slowly(byte[] bytes) {
        return new InputStream() {
            private int at;

            @Override
            public int read() {
                return at < bytes.length ? bytes[at++] & 255 : -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                if (at >= bytes.length) {
                    return -1;
                }
                int count = Math.min(Math.min(length, 7), bytes.length - at);
                System.arraycopy(bytes, at, target, offset, count);
                at += count;
                return count;
            }
        };
    }

    @Requirement(
            value = "WS-EXEC-003",
            statements = "b",
            needs = {EXEC, STDIN})
    void without_input_a_command_reads_its_end(Probe ws) {
        ws.expect.equal("cat", new byte[0], ws.run("cat"));
        ws.expect.equal("read", "1\n", ws.sh("read x; echo $?"));
        ws.expect.equal(
                "none, said so",
                "0",
                ws.exec(Command.of("wc", "-c").stdin(Stdin.none()))
                        .stdout()
                        .text()
                        .strip());
        ws.expect.equal(
                "some",
                "2",
                ws.exec(Command.of("wc", "-c").stdin("xy")).stdout().text().strip());
    }

    @Requirement(
            value = "WS-EXEC-003",
            statements = "c",
            needs = {EXEC, STDIN})
    void input_may_be_ignored(Probe ws) {
        byte[] big = new byte[20 << 20];
        ws.expect.equal("true", 0, ws.exec(Command.of("true").stdin(big)).exitCode());
        ws.expect.equal("exit 7", 7, ws.exec(Command.shell("exit 7").stdin(big)).exitCode());
        CommandResult head = ws.exec(Command.of("head", "-c", "3").stdin(every(10_000)));
        ws.expect.equal(
                "the first bytes", Arrays.copyOf(every(1), 3), head.stdout().bytes());
        Stdin endless = Stdin.from(() -> new InputStream() {
            @Override
            public int read() {
                return 'y';
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                Arrays.fill(target, offset, offset + length, (byte) 'y');
                return length;
            }
        });
        ws.expect.equal(
                "of an endless stream",
                "yy",
                ws.exec(Command.of("head", "-c", "2").stdin(endless)).stdout().text());
    }

    @Requirement(
            value = "WS-EXEC-003",
            statements = "c",
            needs = {EXEC, STDIN})
    void input_that_never_comes_does_not_hold_the_call(Probe ws) {
        CountDownLatch released = new CountDownLatch(1);
        ws.atEnd(released::countDown);
        Stdin silent = Stdin.from(() -> new InputStream() {
            @Override
            public int read() {
                try {
                    released.await(20, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                return read();
            }
        });
        long start = Machine.nanos();
        ws.expect.equal(
                "exit code", 5, ws.exec(Command.shell("exit 5").stdin(silent)).exitCode());
        ws.expect.isTrue(
                "the call returns before the input comes", Machine.since(start).compareTo(Duration.ofSeconds(10)) < 0);
    }

    @Requirement(
            value = "WS-EXEC-003",
            statements = "d",
            needs = {EXEC, STDIN})
    void three_mebibytes_go_through_cat(Probe ws) {
        byte[] big = every(3 << 12);
        CommandResult result = ws.exec(Command.of("cat").stdin(big).maxOutputBytes(4 << 20));
        ws.expect.isTrue(
                "the bytes come back identical",
                Arrays.equals(big, result.stdout().bytes()));
        ws.expect.equal("total", (long) big.length, result.stdout().totalBytes());
        ws.exec(Command.shell("cat > big").stdin(big));
        ws.expect.isTrue("they are in a file", Arrays.equals(big, ws.read("big")));
    }

    @Requirement(value = "WS-EXEC-003", statements = "a", needs = EXEC, absent = STDIN)
    void without_input_as_a_capability_it_is_refused(Probe ws) {
        Command command = Command.shell("echo x > ran");
        ws.expect.refused(UNSUPPORTED, "bytes", () -> ws.exec(command.stdin("x")));
        ws.expect.refused(UNSUPPORTED, "start", () -> ws.start(command.stdin("x")));
        ws.expect.isFalse("it ran", ws.exists("ran"));
        ws.exec(command);
        ws.expect.isTrue("it runs without", ws.exists("ran"));
    }

    @Requirement(value = "WS-EXEC-004", statements = "a", needs = EXEC)
    void the_two_streams_are_captured_apart_as_bytes(Probe ws) {
        CommandResult result =
                ws.exec("printf '\\000\\377\\n'; printf '\\376\\001' >&2; printf 'a\\r'; printf 'b' >&2");
        ws.expect.equal(
                "stdout",
                new byte[] {0, (byte) 255, '\n', 'a', '\r'},
                result.stdout().bytes());
        ws.expect.equal(
                "stderr", new byte[] {(byte) 254, 1, 'b'}, result.stderr().bytes());
        CommandResult merged = ws.exec("echo a; echo b >&2; { echo c >&2; } 2>&1");
        ws.expect.equal(
                "stdout with a part of stderr", "a\nc\n", merged.stdout().text());
        ws.expect.equal("the rest of stderr", "b\n", merged.stderr().text());
        ws.write("every", every(400));
        CommandResult both = ws.exec("cat every >&2 & cat every; wait");
        ws.expect.equal("every byte on stdout", every(400), both.stdout().bytes());
        ws.expect.equal("every byte on stderr", every(400), both.stderr().bytes());
        ws.expect.equal("nothing", new byte[0], ws.exec("true").stdout().bytes());
    }

    @Requirement(value = "WS-EXEC-004", statements = "b", needs = EXEC)
    void text_is_decoded_once_at_the_end(Probe ws) {
        CommandResult parts = ws.exec("printf '\\342'; sleep 0.03; printf '\\202'; sleep 0.03; printf '\\254'");
        ws.expect.equal("a character in three parts", "€", parts.stdout().text());
        ws.writeText("euros", "x" + "€".repeat(EURO_SIGNS));
        CommandResult many = ws.exec("cat euros; cat euros >&2");
        ws.expect.equal(
                "many characters", "x" + "€".repeat(EURO_SIGNS), many.stdout().text());
        ws.expect.equal("on stderr", "x" + "€".repeat(EURO_SIGNS), many.stderr().text(StandardCharsets.UTF_8));
        CommandResult bad = ws.exec("printf 'a\\377b'");
        ws.expect.equal("what is not UTF-8", "a\ufffdb", bad.stdout().text());
        ws.expect.refused(ENCODING, "strictly", () -> bad.stdout().text(StandardCharsets.UTF_8));
        ws.expect.equal("Latin 1", "aÿb", bad.stdout().text(StandardCharsets.ISO_8859_1));
    }

    @Requirement(
            value = "WS-EXEC-004",
            statements = "c",
            level = Level.FULL,
            needs = {EXEC, STREAMING})
    void consumers_see_output_while_the_command_runs(Probe ws) {
        Seen out = new Seen();
        Seen err = new Seen();
        Command command = Command.shell("echo out; echo err >&2; while [ ! -e go ]; do sleep 0.02; done; echo end")
                .onStdout(out::accept)
                .onStderr(err::accept);
        try (RunningCommand running = ws.start(command)) {
            ws.eventually("stdout is seen", () -> out.text().equals("out\n"));
            ws.eventually("stderr is seen", () -> err.text().equals("err\n"));
            ws.expect.isTrue("the command still runs", running.isRunning());
            ws.writeText("go", "");
            ws.expect.equal("kept", "out\nend\n", running.waitFor().stdout().text());
        }
        ws.expect.equal("seen", "out\nend\n", out.text());
    }

    @Requirement(
            value = "WS-EXEC-004",
            statements = "d",
            level = Level.FULL,
            needs = {EXEC, STREAMING})
    void consumers_see_every_byte_in_order(Probe ws) {
        ws.write("every", every(2000));
        Seen out = new Seen();
        Seen err = new Seen();
        Command command = Command.shell("seq 1 30000 >&2 & cat every; wait; printf '\\303'")
                .onStdout(out::accept)
                .onStderr(err::accept);
        CommandResult result = ws.exec(command.maxOutputBytes(100));
        byte[] expected = Arrays.copyOf(every(2000), 512_001);
        expected[512_000] = (byte) 0303;
        ws.expect.isTrue("stdout is whole and in order", Arrays.equals(expected, out.bytes()));
        String[] lines = err.text().split("\n", -1);
        ws.expect.equal("lines of stderr", 30_001, lines.length);
        for (int i = 0; i < lines.length - 1; i++) {
            if (!lines[i].equals(String.valueOf(i + 1))) {
                ws.expect.equal("line of stderr", String.valueOf(i + 1), lines[i]);
                break;
            }
        }
        ws.expect.equal("kept", 100, result.stdout().bytes().length);
    }

    @Requirement(
            value = "WS-EXEC-004",
            statements = "e",
            level = Level.FULL,
            needs = {EXEC, STREAMING})
    void consumers_see_whole_characters(Probe ws) {
        Seen parts = new Seen();
        String line = "printf 'a\\360\\237'; sleep 0.05; printf '\\232'; sleep 0.05; printf '\\200\\303'; sleep 0.05;"
                + " printf '\\251z'";
        ws.exec(Command.shell(line).onStdout(parts::accept).onStderr(parts::accept));
        ws.expect.equal("text", "a\ud83d\ude80éz", parts.text());
        ws.expect.equal("chunks with split characters", 0, parts.split());
        ws.writeText("euros", "x" + "€".repeat(EURO_SIGNS));
        Seen out = new Seen();
        Seen err = new Seen();
        ws.exec(Command.shell("cat euros; cat euros >&2").onStdout(out::accept).onStderr(err::accept));
        ws.expect.equal("split on stdout", 0, out.split());
        ws.expect.equal("split on stderr", 0, err.split());
        ws.expect.equal("bytes on stdout", 1 + 3 * EURO_SIGNS, out.bytes().length);
        ws.expect.equal("bytes on stderr", 1 + 3 * EURO_SIGNS, err.bytes().length);
    }

    @Requirement(value = "WS-EXEC-004", statements = "c", level = Level.FULL, needs = EXEC, absent = STREAMING)
    void without_streaming_consumers_are_refused(Probe ws) {
        Command command = Command.shell("echo x > ran");
        ws.expect.refused(UNSUPPORTED, "onStdout", () -> ws.exec(command.onStdout(chunk -> {})));
        ws.expect.refused(UNSUPPORTED, "onStderr", () -> ws.start(command.onStderr(chunk -> {})));
        ws.expect.isFalse("it ran", ws.exists("ran"));
        ws.exec(command);
        ws.expect.equal("it runs without", List.of("ran"), ws.tree());
    }
}
