package dev.cofferdam.conformance;

import java.util.Set;

/**
 * How the suite is run. Immutable; start from {@link #defaults()}.
 *
 * @param level the level that is claimed; checks above it are not run
 * @param only areas ({@code FILE}), clauses ({@code WS-FILE-005}) or ids of checks, to run these alone, which gives no
 *     certificate; empty for all
 * @param parallelism how many checks run at once, at least 1
 */
public record SuiteOptions(Level level, Set<String> only, int parallelism) {
    private static final SuiteOptions DEFAULTS = new SuiteOptions(Level.HARDENED, Set.of(), 2);

    /** Check and copy the components. */
    public SuiteOptions {
        only = Set.copyOf(only);
        if (parallelism < 1) {
            throw new IllegalArgumentException("parallelism is " + parallelism + "; it must be at least 1");
        }
    }

    /**
     * Return the defaults: every check of every level, two at once.
     *
     * @return the defaults
     */
    public static SuiteOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Return these options claiming another level.
     *
     * @param claimed the level
     * @return the changed options
     */
    public SuiteOptions level(Level claimed) {
        return new SuiteOptions(claimed, only, parallelism);
    }

    /**
     * Return these options running a part of the catalogue.
     *
     * @param parts areas, clauses or ids of checks; empty for all
     * @return the changed options
     */
    public SuiteOptions only(Set<String> parts) {
        return new SuiteOptions(level, parts, parallelism);
    }

    /**
     * Return these options running another number of checks at once.
     *
     * @param checks how many, at least 1
     * @return the changed options
     */
    public SuiteOptions parallelism(int checks) {
        return new SuiteOptions(level, only, checks);
    }

    boolean selects(Check check) {
        return only.isEmpty()
                || only.contains(check.area())
                || only.contains(check.clause())
                || only.contains(check.id());
    }
}
