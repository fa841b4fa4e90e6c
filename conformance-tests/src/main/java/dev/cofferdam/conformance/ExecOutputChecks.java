package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.KeepOutput;
import dev.cofferdam.workspace.Output;
import java.util.Arrays;
import java.util.List;

/** Checks of the clauses EXEC about how much output is kept, and about output that pretends to be something else. */
final class ExecOutputChecks {
    private static final byte[] NUMBERS = numbers(2000);

    private static byte[] numbers(int last) {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= last; i++) {
            text.append(i).append('\n');
        }
        return Probe.bytes(text.toString());
    }

    private static byte[] head(int size) {
        return Arrays.copyOf(NUMBERS, size);
    }

    private static byte[] tail(int size) {
        return Arrays.copyOfRange(NUMBERS, NUMBERS.length - size, NUMBERS.length);
    }

    private static CommandResult limited(Probe ws, KeepOutput keep, long bytes) {
        return ws.exec(Command.shell("seq 1 2000; echo short >&2").keep(keep).maxOutputBytes(bytes));
    }

    @Requirement(value = "WS-EXEC-010", statements = "a", needs = EXEC)
    void of_long_output_the_part_that_was_asked_for_is_kept(Probe ws) {
        ws.expect.equal(
                "HEAD", head(100), limited(ws, KeepOutput.HEAD, 100).stdout().bytes());
        ws.expect.equal(
                "TAIL", tail(100), limited(ws, KeepOutput.TAIL, 100).stdout().bytes());
        CommandResult both = limited(ws, KeepOutput.HEAD_AND_TAIL, 100);
        byte[] kept = both.stdout().bytes();
        ws.expect.equal("size of HEAD_AND_TAIL", 100, kept.length);
        ws.expect.equal("its beginning", head(50), Arrays.copyOf(kept, 50));
        ws.expect.equal("its end", tail(50), Arrays.copyOfRange(kept, Math.max(0, kept.length - 50), kept.length));
        ws.expect.equal("the other stream", "short\n", both.stderr().text());
        for (KeepOutput keep : KeepOutput.values()) {
            CommandResult whole = limited(ws, keep, NUMBERS.length);
            ws.expect.equal(
                    "what just fits, by " + keep, NUMBERS, whole.stdout().bytes());
            ws.expect.isFalse("truncated, by " + keep, whole.truncated());
            ws.expect.equal(
                    "nothing, by " + keep, 0, limited(ws, keep, 0).stdout().bytes().length);
        }
        CommandResult err = ws.exec(Command.shell("seq 1 2000 >&2; echo short")
                .keep(KeepOutput.TAIL)
                .maxOutputBytes(64));
        ws.expect.equal("TAIL of stderr", tail(64), err.stderr().bytes());
        ws.expect.equal("stdout beside it", "short\n", err.stdout().text());
    }

    @Requirement(value = "WS-EXEC-010", statements = "b", needs = EXEC)
    void the_beginning_is_kept_by_default(Probe ws) {
        CommandResult result = ws.exec(Command.shell("seq 1 2000").maxOutputBytes(100));
        ws.expect.equal("stdout", head(100), result.stdout().bytes());
        Probe other = ws.open(options -> options.limits(options.limits().maxOutputBytes(50)));
        ws.expect.equal(
                "by the workspace's limit",
                head(50),
                other.exec("seq 1 2000").stdout().bytes());
        CommandResult more = other.exec(Command.shell("seq 1 2000").maxOutputBytes(60));
        ws.expect.equal("by the command's limit", head(60), more.stdout().bytes());
    }

    @Requirement(value = "WS-EXEC-010", statements = "c", needs = EXEC)
    void what_was_left_out_is_counted(Probe ws) {
        CommandResult result =
                ws.exec(Command.shell("seq 1 2000; echo short >&2").maxOutputBytes(100));
        expectOutput(ws, "stdout", result.stdout(), true, NUMBERS.length);
        expectOutput(ws, "stderr", result.stderr(), false, 6);
        ws.expect.isTrue("the result is truncated", result.truncated());
        ws.expect.equal("exit code", 0, result.exitCode());
        for (KeepOutput keep : KeepOutput.values()) {
            CommandResult over = limited(ws, keep, NUMBERS.length - 1);
            expectOutput(ws, "one byte over, by " + keep, over.stdout(), true, NUMBERS.length);
        }
        CommandResult whole = ws.exec("seq 1 2000");
        expectOutput(ws, "within the default limit", whole.stdout(), false, NUMBERS.length);
        ws.expect.isFalse("that result is truncated", whole.truncated());
        ws.write("big", new byte[(1 << 20) + 1]);
        CommandResult big = ws.exec("cat big");
        expectOutput(ws, "over the default limit", big.stdout(), true, (1 << 20) + 1);
        ws.expect.equal("kept of it", 1 << 20, big.stdout().bytes().length);
    }

    private static void expectOutput(Probe ws, String what, Output output, boolean truncated, long total) {
        ws.expect.equal(what + ": truncated", truncated, output.truncated());
        ws.expect.equal(what + ": total", total, output.totalBytes());
    }

    @Requirement(value = "WS-EXEC-010", statements = "d", needs = EXEC)
    void a_command_that_prints_without_end_is_stopped(Probe ws) {
        ws.writeText("line", "x".repeat(1000));
        Command endless = Command.shell("echo $$ > pid; while :; do cat line; cat line >&2; done");
        CommandResult result = ws.exec(endless.maxStreamBytes(200_000));
        ws.expect.equal("exit code", 143, result.exitCode());
        ws.expect.isTrue("truncated", result.truncated());
        ws.expect.isFalse("timed out", result.timedOut());
        ws.expect.contains("stderr", result.stderr().text(), "maxStreamBytes");
        long total = result.stdout().totalBytes() + result.stderr().totalBytes();
        ws.expect.isTrue("the total of " + total + " reaches the limit", total >= 200_000);
        Pids.expectGone(ws, "the command", Pids.words(ws.readText("pid")));
        CommandResult within =
                ws.exec(Command.shell("cat line line >&2; cat line").maxStreamBytes(3000));
        ws.expect.equal("exit code at the limit", 0, within.exitCode());
        ws.expect.isFalse("truncated at the limit", within.truncated());
        CommandResult small = ws.exec(endless.maxStreamBytes(50_000).maxOutputBytes(100));
        ws.expect.contains(
                "stderr beside a small maxOutputBytes", small.stderr().text(), "maxStreamBytes");
    }

    private static final List<String> FORGERIES = List.of(
            "__exit:0",
            "exit code 0",
            "\\000\\001\\002\\003",
            "\\036{\"exit\":0}\\036",
            "EOF",
            "\\004",
            "\\n__COFFERDAM_END__ 0\\n",
            "\\033]0;exit\\007",
            "\\002\\000\\000\\000\\000\\000\\000\\004abcd",
            "\\001\\000\\000\\000\\0377\\0377\\0377\\0377",
            "HTTP/1.1 200 OK\\r\\n\\r\\n");

    private static String forged(String redirection) {
        StringBuilder line = new StringBuilder();
        for (String forgery : FORGERIES) {
            line.append("printf '%b\\n' '")
                    .append(forgery)
                    .append('\'')
                    .append(redirection)
                    .append("; ");
        }
        return line.toString();
    }

    @Requirement(value = "WS-EXEC-011", statements = "a", level = Level.HARDENED, needs = EXEC)
    void output_does_not_change_the_exit_code(Probe ws) {
        ws.expect.equal(
                "exit code", 5, ws.exec(forged("") + forged(" >&2") + "exit 5").exitCode());
        CommandResult timed = ws.exec(forged("") + "exit 124");
        ws.expect.equal("exit code 124", 124, timed.exitCode());
        ws.expect.isFalse("timed out", timed.timedOut());
        ws.expect.equal(
                "a killed command", 137, ws.exec(forged("") + "kill -9 $$").exitCode());
    }

    @Requirement(value = "WS-EXEC-011", statements = "b", level = Level.HARDENED, needs = EXEC)
    void output_does_not_end_the_call_early(Probe ws) {
        CommandResult result =
                ws.exec(forged("") + forged(" >&2") + "sleep 0.1; echo last; echo end >&2; echo x > done");
        ws.expect.isTrue("stdout has its end", result.stdout().text().endsWith("\nlast\n"));
        ws.expect.isTrue("stderr has its end", result.stderr().text().endsWith("\nend\n"));
        ws.expect.isTrue("the command came to its end", ws.exists("done"));
    }

    @Requirement(value = "WS-EXEC-011", statements = "c", level = Level.HARDENED, needs = EXEC)
    void output_is_not_taken_for_another_stream(Probe ws) {
        byte[] printed = ws.exec(forged("")).stdout().bytes();
        ws.expect.isTrue("the forgeries are printed", printed.length > 100);
        CommandResult out = ws.exec(forged(""));
        ws.expect.equal(
                "stderr when all is on stdout", new byte[0], out.stderr().bytes());
        CommandResult err = ws.exec(forged(" >&2"));
        ws.expect.equal(
                "stdout when all is on stderr", new byte[0], err.stdout().bytes());
        ws.expect.equal("stderr", printed, err.stderr().bytes());
        ws.expect.contains("stdout", out.stdout().text(), "\n__COFFERDAM_END__ 0\n");
    }
}
