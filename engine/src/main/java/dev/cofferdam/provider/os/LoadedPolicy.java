package dev.cofferdam.provider.os;

import java.util.List;
import java.util.Set;

/**
 * What a {@link PolicyLoader} found.
 *
 * @param policy the policy
 * @param unknownKeys the keys of the {@code sandbox} sections that nothing is known of, such as {@code network.newKey}
 * @param warnings what was left out or read differently, in sentences
 */
public record LoadedPolicy(SandboxPolicy policy, Set<String> unknownKeys, List<String> warnings) {
    /** Copy the collections. */
    public LoadedPolicy {
        unknownKeys = Set.copyOf(unknownKeys);
        warnings = List.copyOf(warnings);
    }
}
