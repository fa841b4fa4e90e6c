package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SNAPSHOTS;
import static dev.cofferdam.workspace.Capability.TRASH;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.TrashItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/** Checks of the clauses GEN. */
final class GenChecks {
    private static final List<String> LOCALES =
            List.of("tr-TR", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "th-TH-u-ca-buddhist");

    @Requirement(value = "WS-GEN-001", statements = "a", alone = true)
    void the_default_locale_does_not_matter(Probe ws) {
        Locale before = Locale.getDefault();
        ws.atEnd(() -> Locale.setDefault(before));
        for (String tag : LOCALES) {
            Locale.setDefault(Locale.forLanguageTag(tag));
            carryOn(ws.open(), ws.expect, tag);
        }
        Locale.setDefault(before);
    }

    @Requirement(value = "WS-GEN-001", statements = "b", alone = true)
    void the_default_time_zone_does_not_matter(Probe ws) {
        TimeZone before = TimeZone.getDefault();
        ws.atEnd(() -> TimeZone.setDefault(before));
        for (String zone : List.of("Asia/Kathmandu", "America/St_Johns", "Pacific/Kiritimati")) {
            TimeZone.setDefault(TimeZone.getTimeZone(zone));
            Probe other = ws.open();
            carryOn(other, ws.expect, zone);
            Instant now = Machine.now();
            other.touch("now");
            Duration apart = Duration.between(now, other.stat("now").modified()).abs();
            ws.expect.isTrue(
                    zone + ": the time of a touch, apart by " + apart, apart.compareTo(Duration.ofMinutes(5)) < 0);
        }
        TimeZone.setDefault(before);
    }

    /** Do a little of everything that could depend on the client's defaults. */
    private static void carryOn(Probe ws, Expect expect, String where) {
        Instant then = Instant.parse("2001-02-03T04:05:06Z");
        ws.writeText("FILE.TXT", "TITLE \u0130 i");
        ws.writeText("file.txt", "x");
        ws.touch("FILE.TXT", then);
        expect.equal(where + ": time", then, ws.stat("FILE.TXT").modified());
        expect.equal(where + ": text", "TITLE \u0130 i", ws.readText("FILE.TXT"));
        expect.equal(
                where + ": glob",
                List.of("FILE.TXT"),
                ws.list("", ListOptions.defaults().glob("FI*")).paths());
        expect.equal(
                where + ": order", List.of("FILE.TXT", "file.txt"), ws.list("").paths());
        expect.refused(TOO_LARGE, where + ": too large", () -> ws.write("big", new byte[(10 << 20) + 1]))
                .ifPresent(e -> expectPlainDigits(expect, where, String.valueOf(e.getMessage())));
        if (ws.has(MODES)) {
            ws.setMode("file.txt", 0751);
            expect.equal(where + ": mode", 0751, ws.stat("file.txt").mode());
        }
        if (ws.has(TRASH)) {
            String id = ws.remove("file.txt", RemoveOptions.defaults().toTrash());
            expectPlain(expect, where, id);
            expect.equal(
                    where + ": trash",
                    List.of("file.txt"),
                    ws.listTrash().stream().map(TrashItem::path).toList());
            expect.equal(where + ": restored", "file.txt", ws.restoreFromTrash(id));
        }
        if (ws.has(SNAPSHOTS)) {
            carryOnWithSnapshots(ws, expect, where);
        }
        if (ws.has(EXEC)) {
            carryOnWithCommands(ws, expect, where);
        }
    }

    private static void carryOnWithSnapshots(Probe ws, Expect expect, String where) {
        Map<String, String> before = SnapRestoreChecks.picture(ws);
        Snapshot taken = ws.snapshot(SnapshotOptions.defaults().label("I\u0130\u0131i"));
        expectPlain(expect, where, taken.id());
        ws.remove("FILE.TXT");
        ws.restore(taken.id());
        expect.equal(where + ": restored", before, SnapRestoreChecks.picture(ws));
        expect.equal(
                where + ": time",
                Instant.parse("2001-02-03T04:05:06Z"),
                ws.stat("FILE.TXT").modified());
        expect.equal(where + ": snapshots", List.of(taken), ws.listSnapshots());
    }

    private static void carryOnWithCommands(Probe ws, Expect expect, String where) {
        expect.equal(where + ": a command", "1234 TITLE\n", ws.sh("echo 1234 $(head -c 5 FILE.TXT)"));
        expect.equal(where + ": an exit code", 143, ws.exec("kill -TERM $$").exitCode());
        expect.isTrue(
                where + ": a timeout",
                ws.exec(Command.of("sleep", "60").timeout(Duration.ofMillis(150)))
                        .timedOut());
        String noted = ws.exec(
                        Command.shell("while :; do echo xxxxxxxxxx; done").maxStreamBytes(10_000))
                .stderr()
                .text();
        expectPlainDigits(expect, where, noted);
        String env = ws.exec(Command.shell("echo $LANG $TITLE").env("TITLE", "i"))
                .stdout()
                .text();
        expect.equal(where + ": environment", "C.UTF-8 i\n", env);
    }

    private static void expectPlain(Expect expect, String where, String id) {
        expect.isTrue(where + ": the id " + id, id.matches("[A-Za-z0-9_-]{1,64}"));
    }

    private static void expectPlainDigits(Expect expect, String where, String text) {
        expect.isTrue(
                where + ": plain digits in " + Expect.show(text),
                text.chars().anyMatch(c -> c >= '0' && c <= '9')
                        && text.chars().allMatch(c -> !Character.isDigit(c) || c <= '9'));
    }
}
