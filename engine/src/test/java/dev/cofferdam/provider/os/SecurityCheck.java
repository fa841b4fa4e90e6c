package dev.cofferdam.provider.os;

/**
 * Something that a hostile command tries and must not achieve, or that an ordinary one must still be able to do.
 *
 * @param name what holds, in a sentence
 * @param trial throws {@link AssertionError} when it does not hold
 */
record SecurityCheck(String name, Trial trial) {
    /** Tries it. */
    @FunctionalInterface
    interface Trial {
        void run(Bed bed) throws Exception;
    }

    @Override
    public String toString() {
        return name;
    }
}
