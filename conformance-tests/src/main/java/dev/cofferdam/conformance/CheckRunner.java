package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.WorkspaceException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Carries out single checks against a subject. Safe for use by several threads. */
final class CheckRunner {
    private static final Duration LAST_CHANCE = Duration.ofSeconds(2);

    private final Subject subject;
    private final SuiteOptions options;
    private final Redactor redactor;
    private final Capabilities capabilities;

    CheckRunner(Subject subject, SuiteOptions options) {
        this.subject = subject;
        this.options = options;
        this.redactor = new Redactor(subject.secrets());
        this.capabilities = subject.provider().capabilities();
    }

    Capabilities capabilities() {
        return capabilities;
    }

    CheckResult run(Check check) {
        Optional<CheckResult> left = leftOut(check);
        if (left.isPresent()) {
            return left.get();
        }
        long start = Machine.nanos();
        Bench bench = new Bench(subject, redactor);
        Outcome outcome = within(check, bench);
        Duration duration = Machine.since(start);
        Outcome judged = judge(check, outcome);
        return new CheckResult(
                check,
                judged.status(),
                redactor.redact(judged.reason()),
                duration,
                redactor.redact(bench.transcript().lines()));
    }

    /** A status with its reason. */
    private record Outcome(Status status, String reason) {}

    private Optional<CheckResult> leftOut(Check check) {
        if (!options.level().includes(check.level())) {
            return leftOut(check, Status.NOT_RUN, "above the claimed level " + options.level());
        }
        if (!options.selects(check)) {
            return leftOut(check, Status.NOT_RUN, CheckResult.NOT_SELECTED);
        }
        for (Capability capability : check.needs()) {
            if (!capabilities.has(capability)) {
                String why = capabilities.reasonFor(capability).orElse("not declared");
                return leftOut(check, Status.NOT_APPLICABLE, capability + " is left out: " + why);
            }
        }
        if (check.absent().filter(capabilities::has).isPresent()) {
            return leftOut(check, Status.NOT_APPLICABLE, check.absent().get() + " is declared");
        }
        return Optional.empty();
    }

    private static Optional<CheckResult> leftOut(Check check, Status status, String reason) {
        return Optional.of(new CheckResult(check, status, reason, Duration.ZERO, List.of()));
    }

    /** Run the check on a thread of its own, so that neither an interrupt nor a hang of it reaches the next one. */
    private Outcome within(Check check, Bench bench) {
        Outcome[] outcome = new Outcome[1];
        Thread thread = new Thread(
                () -> {
                    Outcome found = carryOut(check, bench);
                    synchronized (outcome) {
                        outcome[0] = found;
                    }
                },
                "check " + check.id());
        thread.setDaemon(true);
        thread.start();
        Duration deadline = check.deadline().multipliedBy(subject.patience().factor());
        try {
            thread.join(deadline.toMillis());
            if (thread.isAlive()) {
                String where = Arrays.stream(thread.getStackTrace())
                        .limit(25)
                        .map(frame -> "    at " + frame)
                        .collect(Collectors.joining("\n"));
                thread.interrupt();
                thread.join(LAST_CHANCE.toMillis());
                return new Outcome(
                        Status.FAIL,
                        String.join("\n", bench.expect().wrong()) + "\ndid not end within " + deadline.toSeconds()
                                + " s; it was\n" + where);
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            return new Outcome(Status.NOT_RUN, "interrupted");
        }
        synchronized (outcome) {
            return outcome[0] != null ? outcome[0] : new Outcome(Status.ERROR, "the check died without a word");
        }
    }

    private Outcome carryOut(Check check, Bench bench) {
        Throwable thrown = null;
        try {
            check.run(new Probe(bench.open(bench.options().build()), bench));
        } catch (Throwable e) { // whatever a check throws is a result, and the thread ends here
            thrown = e;
        }
        Thread.interrupted(); // clearing up is not cancelled by what the check did to its own thread
        Throwable left = bench.clear();
        if (thrown instanceof Unshown unshown && bench.expect().wrong().isEmpty()) {
            return new Outcome(
                    unshown.status(), Optional.ofNullable(unshown.getMessage()).orElse(""));
        }
        return outcome(bench.expect(), thrown, left);
    }

    private static Outcome outcome(Expect expect, @Nullable Throwable thrown, @Nullable Throwable left) {
        StringBuilder reason = new StringBuilder(String.join("\n", expect.wrong()));
        boolean broken = false;
        if (thrown instanceof Misbehaviour) {
            if (!reason.toString().equals(thrown.getMessage())) {
                line(reason, String.valueOf(thrown.getMessage()));
            }
        } else if (thrown instanceof WorkspaceException) {
            line(reason, "unexpected " + Recording.describe(thrown) + where(thrown));
        } else if (thrown != null) {
            broken = true;
            line(reason, "the check itself broke: " + thrown + where(thrown));
        }
        if (left != null) {
            line(reason, "clearing up failed: " + Recording.describe(left));
        }
        if (broken) {
            return new Outcome(Status.ERROR, reason.toString());
        }
        if (!reason.isEmpty()) {
            return new Outcome(Status.FAIL, reason.toString());
        }
        if (expect.made() == 0) {
            return new Outcome(Status.ERROR, "the check looked at nothing");
        }
        return new Outcome(Status.PASS, "");
    }

    private Outcome judge(Check check, Outcome outcome) {
        Optional<KnownDeviation> known = subject.deviations().stream()
                .filter(deviation -> deviation.check().equals(check.id()))
                .findFirst();
        if (known.isEmpty()) {
            return outcome;
        }
        return switch (outcome.status()) {
            case FAIL ->
                new Outcome(
                        Status.DEVIATION,
                        known.get().reason() + " (" + known.get().link() + ")\n" + outcome.reason());
            case PASS ->
                new Outcome(
                        Status.FAIL,
                        "the known deviation is stale: the check passes; take it out ("
                                + known.get().link() + ")");
            default -> outcome;
        };
    }

    private static void line(StringBuilder reason, String line) {
        if (!reason.isEmpty()) {
            reason.append('\n');
        }
        reason.append(line);
    }

    private static String where(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().endsWith("Checks"))
                .findFirst()
                .map(frame -> " at " + frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("");
    }
}
