package dev.cofferdam.junit;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The secrets that were seen so far, and how they are blotted out in what leaves the workspace. */
final class Redaction {
    private static final String BLOT = "***";

    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    void add(String secret) {
        if (!secret.isEmpty()) {
            secrets.add(secret);
        }
    }

    void addFrom(Command command) {
        addNamed(command.env(), command.secretNames());
    }

    void addFrom(WorkspaceOptions options) {
        addNamed(options.env(), options.secretNames());
    }

    private void addNamed(Map<String, String> env, Set<String> secretNames) {
        for (String name : secretNames) {
            add(env.getOrDefault(name, ""));
        }
    }

    boolean isEmpty() {
        return secrets.isEmpty();
    }

    String apply(String text) {
        String redacted = text;
        for (String secret : longestFirst()) {
            redacted = redacted.replace(secret, BLOT);
        }
        return redacted;
    }

    byte[] apply(byte[] bytes) {
        if (isEmpty()) {
            return bytes;
        }
        // Latin-1 maps each byte to one character and back, so the bytes around a secret stay as they are.
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        String redacted = text;
        for (String secret : longestFirst()) {
            String needle = new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
            redacted = redacted.replace(needle, BLOT);
        }
        return redacted.equals(text) ? bytes : redacted.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** A secret may be a part of another one, whose rest would then be shown. */
    private List<String> longestFirst() {
        return secrets.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }
}
