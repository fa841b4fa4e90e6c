package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Command;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Looks at processes by their numbers, through commands alone. */
final class Pids {
    // A process that ended and that nobody has asked for yet is no process to anybody but the table.
    private static final String LIVING = "for p in \"$@\"; do kill -0 \"$p\" 2>/dev/null"
            + " && ! grep -E -q 'State:.Z' \"/proc/$p/status\" 2>/dev/null && echo \"$p\"; done; :";

    private Pids() {}

    /** Return which of some processes are alive. */
    static List<String> living(Probe ws, List<String> pids) {
        List<String> argv = new ArrayList<>(List.of("sh", "-c", LIVING, "living"));
        argv.addAll(pids);
        return lines(new String(ws.run(argv.toArray(new String[0])), StandardCharsets.UTF_8));
    }

    private static List<String> living(Probe ws, String root, List<String> pids) {
        return OwnProcessTables.has(ws) ? OwnProcessTables.living(root, pids) : living(ws, pids);
    }

    static boolean alive(Probe ws, String pid) {
        return living(ws, ws.root(), List.of(pid)).contains(pid);
    }

    /** Expect processes to be alive now. */
    static void expectAlive(Probe ws, String what, List<String> pids) {
        expectNumbers(ws, what, pids);
        ws.expect.equal(what + ": the living ones", pids, living(ws, ws.root(), pids));
    }

    /** Expect processes to be gone soon. */
    static void expectGone(Probe ws, String what, List<String> pids) {
        expectGone(ws, ws.root(), what, pids);
    }

    /** Expect processes of another workspace, which may be closed, to be gone soon. */
    static void expectGone(Probe ws, String root, String what, List<String> pids) {
        expectNumbers(ws, what, pids);
        ws.eventually(what + ": gone are " + pids, () -> living(ws, root, pids).isEmpty());
    }

    private static void expectNumbers(Probe ws, String what, List<String> pids) {
        ws.expect.isTrue(
                what + ": process ids in " + pids,
                !pids.isEmpty() && pids.stream().allMatch(pid -> pid.matches("[1-9][0-9]*")));
        ws.expect.now();
    }

    /** End processes at the end of the check, whatever becomes of it. */
    static void killAtEnd(Probe ws, List<String> pids) {
        if (OwnProcessTables.has(ws)) {
            // Another command cannot, and need not.
            return;
        }
        for (String pid : pids) {
            ws.atEnd(() -> ws.exec(Command.of("sh", "-c", "kill -9 \"$1\" 2>/dev/null; :", "kill", pid)));
        }
    }

    /** Return the words of a text. */
    static List<String> words(String text) {
        return text.isBlank() ? List.of() : Arrays.asList(text.strip().split("\\s+"));
    }

    static List<String> lines(String text) {
        return text.isEmpty() ? List.of() : text.lines().toList();
    }
}
