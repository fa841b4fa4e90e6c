package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.ErrorCode.ENCODING;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.INVALID_PATH;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.OUTSIDE_ROOT;
import static dev.cofferdam.workspace.ErrorCode.UNSUPPORTED;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Checks of the clauses EXEC about what is run: words, directory, environment, program. */
final class ExecChecks {
    private static final List<String> SHELL_WORDS = List.of(
            "$HOME",
            "${HOME}",
            "*",
            "?",
            "[a-z]",
            "`echo x`",
            "$(echo x)",
            ";",
            "|",
            "&",
            "&&",
            ">",
            "<",
            "\"",
            "'",
            "\\",
            "\\n",
            "~",
            "#x",
            "{a,b}",
            "!",
            "!!",
            "a b",
            " lead",
            "trail ",
            "a\tb",
            "-n",
            "--",
            "-",
            "%s",
            "$",
            "$$");

    private static final List<String> BYTES =
            List.of("", "x", "", "a\nb", "\n", "line\n", "\n\n", "\r\n", "\t", " ", "\001\002\033[0m\177", "'\"\\", "");

    static Command printed(List<String> words) {
        List<String> argv = new ArrayList<>(List.of("printf", "%s\\0"));
        argv.addAll(words);
        return Command.of(argv);
    }

    static List<String> split(byte[] output) {
        List<String> words = new ArrayList<>(Arrays.asList(new String(output, StandardCharsets.UTF_8).split("\0", -1)));
        if (!words.isEmpty() && words.get(words.size() - 1).isEmpty()) {
            words.remove(words.size() - 1);
        }
        return words;
    }

    @Requirement(value = "WS-EXEC-001", statements = "a", needs = EXEC)
    void no_shell_interprets_the_words_of_a_command(Probe ws) {
        ws.writeText("a", "");
        ws.writeText("b", "");
        ws.expect.equal(
                "words",
                SHELL_WORDS,
                split(ws.exec(printed(SHELL_WORDS)).stdout().bytes()));
        ws.expect.equal("the tree", List.of("a", "b"), ws.tree());
        ws.expect.equal(
                "a program named with blanks and signs",
                127,
                ws.exec(Command.of("echo x; :")).exitCode());
    }

    @Requirement(value = "WS-EXEC-001", statements = "b", needs = EXEC)
    void a_shell_line_is_run_by_sh(Probe ws) {
        String line = "x=1; for w in b* \"$x\"; do printf '%s,' \"$w\"; done | tr a-z A-Z > out && cat out; exit 3";
        ws.writeText("b1", "");
        ws.writeText("b2", "");
        for (CommandResult result :
                List.of(ws.exec(line), ws.exec(Command.shell(line)), ws.exec(Command.of("sh", "-c", line)))) {
            ws.expect.equal("stdout", "B1,B2,1,", result.stdout().text());
            ws.expect.equal("exit code", 3, result.exitCode());
        }
        ws.expect.equal("an empty line", 0, ws.exec("").exitCode());
        ws.expect.equal("two lines", "1\n2\n", ws.sh("echo 1\necho 2"));
        ws.expect.equal("no arguments", "0\n", ws.sh("echo $#"));
    }

    @Requirement(value = "WS-EXEC-001", statements = "c", needs = EXEC)
    void every_argument_arrives_byte_for_byte(Probe ws) {
        ws.expect.equal(
                "arguments", BYTES, split(ws.exec(printed(BYTES)).stdout().bytes()));
        List<String> counted = new ArrayList<>(List.of("sh", "-c", "echo $#; printf '%s' \"$4\"", "name"));
        counted.addAll(BYTES);
        ws.expect.equal(
                "number and fourth argument",
                BYTES.size() + "\na\nb",
                ws.exec(Command.of(counted)).stdout().text());
        String big = "0123456789abcdef".repeat(6000);
        ws.expect.equal(
                "an argument of 96,000 bytes",
                big,
                ws.exec(Command.of("printf", "%s", big)).stdout().text());
        String line = "printf %s '" + big + "' | wc -c";
        ws.expect.equal("a line of 96,000 bytes", "96000", ws.sh(line).strip());
    }

    @Requirement(value = "WS-EXEC-002", statements = "a", needs = EXEC)
    void the_directory_is_a_workspace_path(Probe ws) {
        ws.mkdir("d/e");
        for (String cwd : List.of("d/e", "./d/e", "d/../d/./e/", "d//e", ws.root() + "/d/e")) {
            ws.expect.equal(cwd, ws.root() + "/d/e\n", pwd(ws, cwd));
        }
        ws.expect.equal("the root", ws.root() + "\n", pwd(ws, "."));
        ws.expect.equal("by default", ws.root() + "\n", ws.sh("pwd -P"));
        for (String cwd : List.of("..", "d/../..", "/", ws.root() + "/..")) {
            ws.expect.refused(OUTSIDE_ROOT, cwd, () -> ws.exec(marking(ws).cwd(cwd)));
        }
        ws.expect.refused(INVALID_PATH, "a NUL", () -> ws.exec(marking(ws).cwd("d\0e")));
        ws.expect.equal("what ran", List.of("d", "d/e"), ws.tree());
    }

    @Requirement(
            value = "WS-EXEC-002",
            statements = "a",
            needs = {EXEC, SYMLINKS})
    void the_directory_is_not_left_through_a_link(Probe ws) {
        ws.mkdir("d");
        ws.symlink("in", "d");
        ws.symlink("out", "..");
        ws.expect.equal("a link that stays inside", ws.root() + "/d\n", pwd(ws, "in"));
        ws.expect.refused(
                OUTSIDE_ROOT, "a link that leads out", () -> ws.exec(marking(ws).cwd("out")));
        ws.expect.isFalse("it ran", ws.exists("ran"));
    }

    @Requirement(value = "WS-EXEC-002", statements = "a", needs = EXEC)
    void the_directory_can_be_set_for_all_commands(Probe ws) {
        Probe other = ws.open(options -> options.cwd("d"));
        other.mkdir("d/e");
        ws.expect.equal("the workspace's", other.root() + "/d\n", other.sh("pwd -P"));
        ws.expect.equal("the command's", other.root() + "/d/e\n", pwd(other, "d/e"));
    }

    @Requirement(value = "WS-EXEC-002", statements = "b", needs = EXEC)
    void in_a_directory_that_is_none_nothing_runs(Probe ws) {
        ws.writeText("f", "x");
        ws.expect.refused(NOT_FOUND, "missing", () -> ws.exec(marking(ws).cwd("missing")));
        ws.expect.refused(
                NOT_FOUND, "start in missing", () -> ws.start(marking(ws).cwd("missing")));
        ws.expect.refused(NOT_A_DIRECTORY, "a file", () -> ws.exec(marking(ws).cwd("f")));
        ws.expect.refused(
                NOT_A_DIRECTORY, "below a file", () -> ws.exec(marking(ws).cwd("f/d")));
        ws.expect.equal("what ran", List.of("f"), ws.tree());
        ws.exec(marking(ws).cwd("."));
        ws.expect.isTrue("it runs in the root", ws.exists("ran"));
    }

    private static Command marking(Probe ws) {
        return Command.of("sh", "-c", "echo x > \"$1/ran\"", "mark", ws.root());
    }

    private static String pwd(Probe ws, String cwd) {
        return ws.exec(Command.of("pwd", "-P").cwd(cwd)).stdout().text();
    }

    @Requirement(value = "WS-EXEC-002", statements = "c", needs = EXEC)
    void env_adds_to_the_environment(Probe ws) {
        String line = "printf '%s|%s|%s' \"$A\" \"$B\" \"$C\"";
        Probe other = ws.open(options -> options.env("A", "a").env("B", "b"));
        ws.expect.equal("the workspace's", "a|b|", other.sh(line));
        Command command = Command.shell(line).env("B", "2").env("C", "3");
        ws.expect.equal(
                "with the command's", "a|2|3", other.exec(command).stdout().text());
        ws.expect.equal("afterwards", "a|b|", other.sh(line));
        ws.expect.isTrue("PATH is still there", !other.sh("printf %s \"$PATH\"").isEmpty());
    }

    @Requirement(value = "WS-EXEC-002", statements = "d", needs = EXEC)
    void names_of_variables_are_plain(Probe ws) {
        for (String name : List.of("a", "_", "_1", "A_b9", "Z".repeat(200))) {
            ws.expect.equal(name, "v", value(ws, name, "v"));
        }
        for (String name : List.of("", "1A", "A-B", "A=B", "A B", "A.B", "é", "A\n", "A\0")) {
            ws.expect.refused(INVALID_ARGUMENT, name, () -> ws.exec(marking(ws).env(name, "v")));
        }
        ws.expect.isFalse("it ran", ws.exists("ran"));
    }

    @Requirement(value = "WS-EXEC-002", statements = "e", needs = EXEC)
    void values_of_variables_arrive_byte_for_byte(Probe ws) {
        for (String value : List.of("", " ", "a=b", "a\nb\n", "\t", "$HOME `x` $(x) *", "'\"\\", "\001\033\177")) {
            ws.expect.equal("value", value, value(ws, "V", value));
        }
        String big = "v".repeat(50_000);
        ws.expect.equal("a big value", big, value(ws, "V", big));
        ws.expect.refused(INVALID_ARGUMENT, "a NUL", () -> ws.exec(marking(ws).env("V", "a\0b")));
        ws.expect.isFalse("it ran", ws.exists("ran"));
    }

    private static String value(Probe ws, String name, String value) {
        Command command = Command.shell("printf '%s.' \"$" + name + "\"").env(name, value);
        String shown = ws.exec(command).stdout().text();
        return shown.endsWith(".") ? shown.substring(0, shown.length() - 1) : shown + " without its end";
    }

    @Requirement(
            value = "WS-EXEC-002",
            statements = "f",
            needs = {EXEC, MODES})
    void the_umask_is_022(Probe ws) {
        ws.sh("echo x > f; mkdir d");
        ws.expect.equal("modes", "644 755", ws.sh("stat -c %a f d").strip().replaceAll("\\s+", " "));
        ws.expect.equal("mode of the file", 0644, ws.stat("f").mode());
    }

    @Requirement(value = "WS-EXEC-002", statements = "g", needs = EXEC)
    void the_language_is_plain_unless_given(Probe ws) {
        Command command = Command.shell("printf %s \"$LANG\"");
        ws.expect.equal("by default", "C.UTF-8", ws.exec(command).stdout().text());
        ws.expect.equal(
                "the command's", "C", ws.exec(command.env("LANG", "C")).stdout().text());
        Probe other = ws.open(options -> options.env("LANG", "POSIX"));
        ws.expect.equal("the workspace's", "POSIX", other.exec(command).stdout().text());
    }

    @Requirement(value = "WS-EXEC-015", statements = "a", needs = EXEC)
    void a_program_is_looked_up_in_the_path_of_the_command(Probe ws) {
        ws.sh("mkdir d e; echo 'echo mine' > d/tool; echo 'echo other' > e/tool; chmod 755 d/tool e/tool;"
                + " for f in d/tool e/tool; do { echo '#!/bin/sh'; cat $f; } > t; cat t > $f; done");
        String old = ws.sh("printf %s \"$PATH\"");
        String mine = ws.root() + "/d:" + ws.root() + "/e:" + old;
        ws.expect.equal(
                "without the directory in PATH",
                127,
                ws.exec(Command.of("tool")).exitCode());
        CommandResult found = ws.exec(Command.of("tool").env("PATH", mine));
        ws.expect.equal("with it", "mine\n", found.stdout().text());
        CommandResult byLine = ws.exec(Command.shell("tool").env("PATH", mine));
        ws.expect.equal("in a shell line", "mine\n", byLine.stdout().text());
        Command lost = Command.of("sha256sum", "d/tool").env("PATH", ws.root() + "/d");
        ws.expect.equal("a program of the old PATH alone", 127, ws.exec(lost).exitCode());
        // Where a workspace does not see the files of another, the directory is in its own.
        Probe other = ws.open(options -> options.env("PATH", mine + ":d"));
        other.writeText(
                "d/tool", "#!/bin/sh\necho mine\n", WriteOptions.defaults().mode(0755));
        ws.expect.equal(
                "PATH of the workspace",
                "mine\n",
                other.exec(Command.of("tool")).stdout().text());
    }

    @Requirement(
            value = "WS-EXEC-015",
            statements = "b",
            needs = {EXEC, MODES},
            seconds = 60)
    void a_file_can_be_run_as_soon_as_it_is_written(Probe ws) throws InterruptedException {
        int writers = Math.min(4, ws.capabilities().maxConcurrentCommands());
        List<Crowd.Attempt> attempts = Crowd.of(writers, i -> () -> {
            for (int n = 0; n < 25; n++) {
                String name = "run-" + i + "-" + n;
                ws.writeText(
                        name,
                        "#!/bin/sh\necho " + name + "\n",
                        WriteOptions.defaults().mode(0755));
                CommandResult result = ws.exec(Command.of("./" + name));
                ws.expect.equal("stderr of " + name, "", result.stderr().text());
                ws.expect.equal(
                        "stdout of " + name, name + "\n", result.stdout().text());
            }
            return null;
        });
        attempts.forEach(attempt -> ws.expect.equal("thread " + attempt.number(), null, attempt.failure()));
    }

    @Requirement(value = "WS-EXEC-015", statements = "c", needs = EXEC)
    void an_argument_that_is_too_long_is_refused_with_a_hint(Probe ws) {
        String big = "x".repeat(8 << 20);
        ws.expect
                .refused(INVALID_ARGUMENT, "an argument of 8 MiB", () -> ws.exec(Command.of("printf", "%s", big)))
                .ifPresent(e -> hints(ws, e));
        ws.expect
                .refused(INVALID_ARGUMENT, "a line of 8 MiB", () -> ws.exec("echo x > ran; : " + big))
                .ifPresent(e -> hints(ws, e));
        ws.expect.isFalse("it ran", ws.exists("ran"));
        String fits = "x".repeat(100_000);
        ws.expect.equal(
                "an argument of 100,000 bytes",
                fits,
                ws.exec(Command.of("printf", "%s", fits)).stdout().text());
    }

    private static void hints(Probe ws, WorkspaceException e) {
        String message = String.valueOf(e.getMessage());
        ws.expect.isTrue(
                "the message points to stdin or a file: " + Expect.show(message),
                message.contains("stdin") || message.contains("file"));
        ws.expect.isTrue("the message states the limit: " + Expect.show(message), message.matches("(?s).*[0-9]{2}.*"));
    }

    @Requirement(value = "WS-EXEC-015", statements = "d", needs = EXEC)
    void text_that_cannot_be_encoded_is_refused(Probe ws) {
        for (String bad : List.of("\ud800", "a\udc00b", "x\ud83d")) {
            ws.expect.refused(ENCODING, "an argument", () -> ws.exec(Command.of("sh", "-c", "echo x > ran", bad)));
            ws.expect.refused(ENCODING, "a line", () -> ws.exec("echo x > ran; : '" + bad + "'"));
            ws.expect.refused(
                    ENCODING,
                    "a value",
                    () -> ws.exec(Command.shell("echo x > ran").env("V", bad)));
            ws.expect.refused(ENCODING, "a program", () -> ws.exec(Command.of("./" + bad)));
        }
        ws.expect.isFalse("it ran", ws.exists("ran"));
        ws.sh("echo x > ran");
        ws.expect.isTrue("other text runs", ws.exists("ran"));
    }

    @Requirement(value = "WS-EXEC-015", statements = "d", needs = EXEC)
    void text_beyond_ascii_arrives_whole_or_is_refused(Probe ws) {
        List<String> words = List.of("é", "e\u0301", "日本", "\ud83d\ude80", "\u00a0", "ß");
        try {
            ws.expect.equal(
                    "arguments", words, split(ws.exec(printed(words)).stdout().bytes()));
            for (String word : words) {
                ws.expect.equal("value", word, value(ws, "V", word));
            }
            ws.expect.equal(
                    "line",
                    words.stream().collect(Collectors.joining("")),
                    ws.sh("printf %s " + String.join("", words)));
        } catch (WorkspaceException e) {
            ws.expect.equal("code", ENCODING, e.code());
            ws.expect.contains("message", String.valueOf(e.getMessage()), "UTF-8");
        }
        ws.writeText("t", String.join("", words));
        ws.expect.equal("a file", Probe.bytes(String.join("", words)), ws.run("cat", "t"));
    }

    @Requirement(value = "WS-EXEC-001", statements = "ab", absent = EXEC)
    void without_commands_none_is_run(Probe ws) {
        ws.expect.refused(UNSUPPORTED, "a line", () -> ws.exec("echo x > ran"));
        ws.expect.refused(UNSUPPORTED, "words", () -> ws.exec(Command.of("sh", "-c", "echo x > ran")));
        ws.expect.refused(UNSUPPORTED, "start", () -> ws.start(Command.shell("echo x > ran")));
        ws.writeText("f", "x");
        ws.expect.equal("the tree", List.of("f"), ws.tree());
    }
}
