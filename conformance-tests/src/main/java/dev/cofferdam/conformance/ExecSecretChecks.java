package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.OperationEvent;
import dev.cofferdam.workspace.Secret;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks of the clause EXEC-012: secrets and the environment of commands. */
final class ExecSecretChecks {
    private static final Set<String> OF_THE_USER = Set.of("PATH", "TMPDIR", "LANG", "USER", "HOME");

    /** A login sets them for its user, whoever the client is. */
    private static final Set<String> OF_THE_LOGIN = Set.of("LOGNAME", "MAIL", "SHELL");

    private static final Set<String> OF_THE_SHELL = Set.of("PWD", "OLDPWD", "SHLVL", "_");

    @Requirement(value = "WS-EXEC-012", statements = "a", level = Level.HARDENED, needs = EXEC)
    void a_command_sees_no_variable_of_the_client(Probe ws) {
        String shown = ws.exec(Command.of("env").env("ASKED", "for")).stdout().text();
        ws.expect.contains("what was asked for", "\n" + shown, "\nASKED=for\n");
        Map<String, String> client = Machine.environment();
        for (Map.Entry<String, String> variable : client.entrySet()) {
            String name = variable.getKey();
            boolean ofTheUser = OF_THE_USER.contains(name) || OF_THE_LOGIN.contains(name);
            if (!ofTheUser && !OF_THE_SHELL.contains(name) && !name.startsWith("LC_")) {
                String line = "\n" + name + "="
                        + variable.getValue().lines().findFirst().orElse("") + "\n";
                ws.expect.isFalse("the client's variable " + name, ("\n" + shown).contains(line));
            }
        }
        ws.expect.isTrue("the client has variables", !client.isEmpty());
    }

    @Requirement(value = "WS-EXEC-012", statements = "a", level = Level.HARDENED, needs = EXEC)
    void a_local_command_sees_few_variables(Probe ws) {
        if (!ws.provider().equals("local")) {
            throw Unshown.notApplicable("what the environment of a sandbox holds is its own affair");
        }
        Set<String> names = new TreeSet<>();
        ws.exec(Command.of("env").env("ASKED", "for"))
                .stdout()
                .text()
                .lines()
                .map(line -> line.split("=", 2)[0])
                .forEach(names::add);
        ws.expect.isTrue("what was asked for", names.remove("ASKED"));
        names.removeAll(OF_THE_USER);
        names.removeAll(OF_THE_SHELL);
        names.removeIf(name -> name.startsWith("LC_") || name.startsWith("COFFERDAM_"));
        ws.expect.equal("other variables", Set.of(), names);
    }

    @Requirement(value = "WS-EXEC-012", statements = "b", level = Level.HARDENED, needs = EXEC)
    void a_fresh_root_has_an_empty_home_of_its_own(Probe ws) {
        String home = home(ws);
        ws.expect.isTrue("it is absolute: " + home, home.startsWith("/"));
        ws.expect.equal("what is in it", "", ws.sh("ls -A \"$HOME\""));
        ws.expect.isFalse("it lies in the root: " + home, (home + "/").startsWith(ws.root() + "/"));
        ws.expect.isFalse(
                "it is the client's: " + home, home.equals(Machine.environment().get("HOME")));
        ws.sh("echo x > \"$HOME/kept\"");
        ws.expect.equal("it is the same for all commands", "kept\n", ws.sh("ls -A \"$HOME\""));
        Probe other = ws.open();
        ws.expect.equal("another workspace's is empty", "", other.sh("ls -A \"$HOME\""));
        ws.expect.equal("the tree", List.of(), ws.tree());
    }

    private static String home(Probe ws) {
        return ws.sh("printf %s \"$HOME\"");
    }

    @Requirement(value = "WS-EXEC-012", statements = "bc", level = Level.HARDENED, needs = EXEC)
    void a_root_given_by_path_keeps_the_user_s_home(Probe ws) {
        if (!ws.provider().equals("local")) {
            throw Unshown.notApplicable("the user's HOME is on another machine than the commands");
        }
        String users = Machine.environment().getOrDefault("HOME", "");
        Probe given = ws.open(options -> options.root(ws.hostDirectory().toString()));
        Probe asked = ws.open(options -> options.inheritHome(true));
        Probe refused =
                ws.open(options -> options.root(ws.hostDirectory().toString()).inheritHome(false));
        ws.expect.isTrue("the home is absolute: " + home(given), home(given).startsWith("/"));
        if (!users.isEmpty()) {
            ws.expect.equal("home", users, home(given));
        }
        ws.expect.equal("home of a fresh root with inheritHome", home(given), home(asked));
        ws.expect.isFalse("home of a given root without", home(given).equals(home(refused)));
        ws.expect.equal("what is in that", "", refused.sh("ls -A \"$HOME\""));
    }

    @Requirement(value = "WS-EXEC-012", statements = "d", level = Level.HARDENED, needs = EXEC)
    void values_are_in_no_command_line(Probe ws) {
        String marker = "marker-" + Machine.unique();
        String look = "cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\000' ' '; :";
        String control = ws.exec(Command.of("sh", "-c", look, marker)).stdout().text();
        if (!control.contains(marker)) {
            throw Unshown.notApplicable("commands see no command lines here");
        }
        ws.expect.contains("a word of a command", control, marker);
        String value = "value-" + Machine.unique();
        String common = "common-" + Machine.unique();
        Probe other = ws.open(options -> options.env("COMMON", common));
        Command command = Command.of("sh", "-c", "printf '%s|' \"$V\" \"$COMMON\"; " + look, "look");
        String shown = other.exec(command.env("V", value)).stdout().text();
        ws.expect.isTrue("the command sees them", shown.startsWith(value + "|" + common + "|"));
        String lines = shown.substring(Math.min(shown.length(), value.length() + common.length() + 2));
        ws.expect.isFalse("a value is in a command line", lines.contains(value));
        ws.expect.isFalse("a value of the workspace is in a command line", lines.contains(common));
    }

    @Requirement(value = "WS-EXEC-012", statements = "f", level = Level.HARDENED, needs = EXEC)
    void secrets_are_redacted_where_they_could_be_shown(Probe ws) {
        String secret = "hunter-" + Machine.unique();
        String common = "tiger-" + Machine.unique();
        List<OperationEvent> events = Collections.synchronizedList(new ArrayList<>());
        Probe other = ws.open(options -> options.env("TOKEN", Secret.of(common)).listener(events::add));
        Command command = Command.shell("printf '%s,' \"$PASSWORD\" \"$TOKEN\" " + secret + " " + common)
                .env("PASSWORD", Secret.of(secret));
        String expected = String.join(",", secret, common, secret, common) + ",";
        ws.expect.equal(
                "the command gets them", expected, other.exec(command).stdout().text());
        ws.expect.isTrue("the listener saw the command", !events.isEmpty());
        other.start(command).waitFor();
        ws.expect
                .refused(ErrorCode.NOT_FOUND, "cwd", () -> other.exec(command.cwd("missing")))
                .ifPresent(e -> expectHidden(ws, "message", String.valueOf(e.getMessage()), secret, common));
        List.copyOf(events).forEach(event -> expectHidden(ws, "event", event.toString(), secret, common));
        expectHidden(ws, "options", other.options().toString(), secret, common);
        expectHidden(ws, "the secret itself", Secret.of(secret) + "", secret, common);
        String shown = Command.of("env").env("PASSWORD", Secret.of(secret)).toString();
        expectHidden(ws, "a command", shown, secret, common);
    }

    private static void expectHidden(Probe ws, String what, String text, String... secrets) {
        for (String secret : secrets) {
            ws.expect.isFalse(what + " holds a secret", text.contains(secret));
        }
    }
}
