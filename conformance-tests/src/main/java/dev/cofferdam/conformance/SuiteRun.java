package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** One run of the suite: several checks at once, and afterwards, one by one, those that ask to run alone. */
final class SuiteRun {
    private final Subject subject;
    private final SuiteOptions options;
    private final ProgressListener progress;
    private final List<Check> catalogue;
    private final CheckRunner runner;
    private final Map<String, CheckResult> results = new TreeMap<>();
    private final long start = Machine.nanos();
    private final Instant started = Machine.now();

    SuiteRun(Subject subject, SuiteOptions options, ProgressListener progress, List<Check> catalogue) {
        this.subject = subject;
        this.options = options;
        this.progress = progress;
        this.catalogue = catalogue;
        this.runner = new CheckRunner(subject, options);
        requireKnown(
                "known deviation",
                subject.deviations().stream().map(KnownDeviation::check).collect(Collectors.toSet()),
                catalogue.stream().map(Check::id).collect(Collectors.toSet()));
        Set<String> parts = new HashSet<>();
        for (Check check : catalogue) {
            parts.addAll(List.of(check.area(), check.clause(), check.id()));
        }
        requireKnown("selection", options.only(), parts);
    }

    private static void requireKnown(String what, Set<String> asked, Set<String> known) {
        for (String name : asked) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("The " + what + " names " + name
                        + ", which is not in the catalogue; it has areas such as FILE, clauses such as WS-FILE-001 and ids"
                        + " such as "
                        + known.stream()
                                .filter(id -> id.contains("/"))
                                .sorted()
                                .findFirst()
                                .orElse("?"));
            }
        }
    }

    ConformanceReport run() {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            return report(obstacle);
        }
        ExecutorService pool = Executors.newFixedThreadPool(options.parallelism(), task -> {
            Thread thread = new Thread(task, "conformance");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> together = new ArrayList<>();
            for (Check check : catalogue) {
                if (!check.alone()) {
                    together.add(pool.submit(() -> take(runner.run(check))));
                }
            }
            for (Future<?> one : together) {
                one.get();
            }
            catalogue.stream().filter(Check::alone).forEach(check -> take(runner.run(check)));
            return report(Optional.empty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return report(Optional.of("the run was interrupted"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("The suite broke", e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    /** Prove with one workspace that there is something to check at all. */
    private Optional<String> obstacle() {
        try (Workspace workspace = subject.opener().open(WorkspaceOptions.defaults())) {
            workspace.start();
            return Optional.empty();
        } catch (WorkspaceException e) {
            return Optional.of(
                    new Redactor(subject.secrets()).redact("no workspace could be opened: " + Recording.describe(e)));
        }
    }

    private synchronized void take(CheckResult result) {
        results.put(result.check().id(), result);
        progress.onResult(result, results.size(), catalogue.size(), elapsed());
    }

    private Duration elapsed() {
        return Machine.since(start);
    }

    private synchronized ConformanceReport report(Optional<String> obstacle) {
        List<CheckResult> all = new ArrayList<>();
        for (Check check : catalogue) {
            CheckResult result = results.get(check.id());
            all.add(
                    result != null
                            ? result
                            : new CheckResult(
                                    check, Status.NOT_RUN, obstacle.orElse("not reached"), Duration.ZERO, List.of()));
        }
        return new ConformanceReport(
                subject,
                runner.capabilities(),
                subject.provider().isolation().name(),
                Machine.facts(),
                options.level(),
                all,
                started,
                elapsed(),
                obstacle);
    }
}
