package dev.cofferdam.conformance;

/** What a certificate covers. Each level includes the ones before it. */
public enum Level {
    /** Paths, files, listings, remove and rename, running commands, limits, errors. */
    CORE,
    /** Trash, snapshots, background processes, streaming, cancellation, lifecycle and reconnecting as well. */
    FULL,
    /** Races, forged output, secrets, signalling of groups and leftovers as well. */
    HARDENED;

    /**
     * Tell whether this level includes another.
     *
     * @param other the other level
     * @return {@code true} for this level and those before it
     */
    public boolean includes(Level other) {
        return other.compareTo(this) <= 0;
    }
}
