package dev.cofferdam.workspace;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a provider declares: everything, but for what it leaves out with a reason, and its numbers.
 *
 * @param leftOut the capabilities that the provider does not have, each with the reason that a certificate prints
 * @param timestampGranularity the smallest difference of modification times that the provider keeps
 * @param maxConcurrentCommands how many commands may run at once in one sandbox, at least 1
 */
public record Capabilities(Map<Capability, String> leftOut, Duration timestampGranularity, int maxConcurrentCommands) {

    /** Check and copy the components. */
    public Capabilities {
        EnumMap<Capability, String> copy = new EnumMap<>(Capability.class);
        copy.putAll(leftOut);
        copy.forEach((capability, reason) -> {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("Leaving out " + capability + " needs a reason");
            }
        });
        for (Capability capability : Capability.values()) {
            if (!copy.containsKey(capability)) {
                for (Capability needed : capability.implied()) {
                    if (copy.containsKey(needed)) {
                        throw new IllegalArgumentException(
                                capability + " cannot be declared while " + needed + " is left out");
                    }
                }
            }
        }
        leftOut = Collections.unmodifiableMap(copy);
        if (timestampGranularity.isNegative() || timestampGranularity.isZero()) {
            throw new IllegalArgumentException("timestampGranularity must be positive");
        }
        if (maxConcurrentCommands < 1) {
            throw new IllegalArgumentException("maxConcurrentCommands must be at least 1");
        }
    }

    /**
     * Declare every capability, with nanosecond timestamps and 256 commands at once.
     *
     * @return the full declaration
     */
    public static Capabilities everything() {
        return new Capabilities(Map.of(), Duration.ofNanos(1), 256);
    }

    /**
     * Return this declaration without a capability and without those that need it.
     *
     * @param capability what the provider does not have
     * @param reason why, in a sentence that a certificate prints
     * @return the smaller declaration
     */
    public Capabilities without(Capability capability, String reason) {
        EnumMap<Capability, String> gaps = new EnumMap<>(Capability.class);
        gaps.putAll(leftOut);
        gaps.put(capability, reason);
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Capability other : Capability.values()) {
                if (!gaps.containsKey(other) && other.implied().stream().anyMatch(gaps::containsKey)) {
                    gaps.put(other, reason);
                    grown = true;
                }
            }
        }
        return new Capabilities(gaps, timestampGranularity, maxConcurrentCommands);
    }

    /**
     * Return this declaration with another timestamp granularity.
     *
     * @param granularity the smallest difference of modification times that is kept, positive
     * @return the changed declaration
     */
    public Capabilities withTimestampGranularity(Duration granularity) {
        return new Capabilities(leftOut, granularity, maxConcurrentCommands);
    }

    /**
     * Return this declaration with another number of commands at once.
     *
     * @param commands how many commands may run at once in one sandbox, at least 1
     * @return the changed declaration
     */
    public Capabilities withMaxConcurrentCommands(int commands) {
        return new Capabilities(leftOut, timestampGranularity, commands);
    }

    /**
     * Tell whether a capability is declared.
     *
     * @param capability the capability asked for
     * @return {@code true} unless it is left out
     */
    public boolean has(Capability capability) {
        return !leftOut.containsKey(capability);
    }

    /**
     * Return what is declared.
     *
     * @return an immutable set, in the order of the enum
     */
    public Set<Capability> declared() {
        EnumSet<Capability> set = Capability.all();
        set.removeAll(leftOut.keySet());
        return Collections.unmodifiableSet(set);
    }

    /**
     * Return why a capability is left out.
     *
     * @param capability the capability asked for
     * @return the reason, empty when the capability is declared
     */
    public Optional<String> reasonFor(Capability capability) {
        return Optional.ofNullable(leftOut.get(capability));
    }
}
