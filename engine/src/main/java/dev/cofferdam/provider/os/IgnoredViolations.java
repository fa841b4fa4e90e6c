package dev.cofferdam.provider.os;

import java.util.List;
import java.util.Map;

/**
 * Violations that are expected and therefore not told.
 *
 * @param expected what the text of a command holds, or {@code *} for every command, and what the violation holds
 */
record IgnoredViolations(Map<String, List<String>> expected) {
    private static final String EVERY_COMMAND = "*";

    /** Return the violations of a command that are told. */
    List<String> told(String command, List<String> violations) {
        return violations.stream()
                .filter(violation -> expected.entrySet().stream()
                        .noneMatch(entry -> isMeant(entry.getKey(), command)
                                && entry.getValue().stream().anyMatch(violation::contains)))
                .toList();
    }

    private static boolean isMeant(String key, String command) {
        return key.equals(EVERY_COMMAND) || command.contains(key);
    }
}
