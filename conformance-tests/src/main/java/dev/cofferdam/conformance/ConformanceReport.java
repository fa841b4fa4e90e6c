package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Capabilities;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run of the suite found out.
 *
 * @param subject what was certified
 * @param capabilities what the provider declares
 * @param isolation the isolation that the provider declares
 * @param environment facts about this machine
 * @param claimed the level that was claimed
 * @param results how each check of the catalogue ended, in the order of the catalogue
 * @param started when the run began
 * @param duration how long it took
 * @param obstacle why nothing could be run; empty when it could
 */
public record ConformanceReport(
        Subject subject,
        Capabilities capabilities,
        String isolation,
        Map<String, String> environment,
        Level claimed,
        List<CheckResult> results,
        Instant started,
        Duration duration,
        Optional<String> obstacle) {

    /** Copy the collections. */
    public ConformanceReport {
        environment = Map.copyOf(environment);
        results = List.copyOf(results);
    }

    /**
     * Count the results with a status.
     *
     * @param status the status
     * @return how many checks ended so
     */
    public long count(Status status) {
        return results.stream().filter(result -> result.status() == status).count();
    }

    /**
     * Return the results that keep the provider from conforming.
     *
     * @return failures of a MUST or MAY, and errors
     */
    public List<CheckResult> blocking() {
        return results.stream().filter(CheckResult::blocking).toList();
    }

    /**
     * Return the failures of a SHOULD.
     *
     * @return the warnings
     */
    public List<CheckResult> warnings() {
        return results.stream().filter(CheckResult::warning).toList();
    }

    /**
     * Tell whether the provider is what it declares to be: nothing blocks, something was executed, and nothing of the
     * claimed level was left out. Only then there is a certificate.
     *
     * @return {@code true} when the provider conforms to its declaration
     */
    public boolean conforms() {
        return obstacle.isEmpty()
                && results.stream().anyMatch(result -> result.status().executed())
                && results.stream().filter(this::ofClaimedLevel).noneMatch(ConformanceReport::spoils);
    }

    /**
     * Return the highest level of which every MUST was shown, without deviations.
     *
     * @return the level, at most the claimed one; empty for none
     */
    public Optional<Level> attained() {
        Optional<Level> highest = Optional.empty();
        for (Level level : Level.values()) {
            boolean shown = obstacle.isEmpty()
                    && claimed.includes(level)
                    && results.stream().anyMatch(result -> result.status().executed())
                    && results.stream()
                            .filter(result -> level.includes(result.check().level()))
                            .noneMatch(result -> result.status() == Status.DEVIATION || spoils(result));
            if (!shown) {
                return highest;
            }
            highest = Optional.of(level);
        }
        return highest;
    }

    /**
     * Return the exit code of a command that runs the suite. Where only a part was selected, it speaks of that part.
     *
     * @return 0 when the provider conforms to its declaration, 1 when a result says that it does not, 3 when something
     *     could not be run and the rest says nothing against it
     */
    public int exitCode() {
        if (obstacle.isPresent()
                || results.stream().noneMatch(result -> result.status().executed())) {
            return 3;
        }
        List<CheckResult> spoiling = results.stream()
                .filter(this::ofClaimedLevel)
                .filter(ConformanceReport::spoils)
                .filter(result -> !result.notSelected())
                .toList();
        if (spoiling.isEmpty()) {
            return 0;
        }
        return spoiling.stream().anyMatch(CheckResult::blocking) ? 1 : 3;
    }

    private boolean ofClaimedLevel(CheckResult result) {
        return claimed.includes(result.check().level());
    }

    private static boolean spoils(CheckResult result) {
        return result.blocking() || result.status() == Status.NOT_RUN;
    }
}
