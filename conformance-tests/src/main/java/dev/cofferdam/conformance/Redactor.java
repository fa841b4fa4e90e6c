package dev.cofferdam.conformance;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArraySet;

/** Puts {@code ***} in place of secrets, before anything is written. Safe for use by several threads. */
final class Redactor {
    private final CopyOnWriteArraySet<String> secrets = new CopyOnWriteArraySet<>();

    Redactor(Collection<String> known) {
        known.forEach(this::add);
    }

    void add(String secret) {
        if (!secret.isBlank()) {
            secrets.add(secret);
        }
    }

    /** Replace the longest secrets first, since one may be a part of another. */
    String redact(String text) {
        String clean = text;
        for (String secret : secrets.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList()) {
            clean = clean.replace(secret, "***");
            clean = clean.replace(Expect.show(secret).replaceAll("^\"|\"$", ""), "***");
        }
        return clean;
    }

    List<String> redact(List<String> lines) {
        return lines.stream().map(this::redact).toList();
    }
}
