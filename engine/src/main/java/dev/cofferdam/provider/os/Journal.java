package dev.cofferdam.provider.os;

import dev.cofferdam.internal.host.OwnerRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is written down about placeholders: which there are, and who holds them. Read and written under a lock. */
final class Journal {
    private static final String UNKNOWN = "-";

    private final Path file;
    private final Map<String, OwnerRecord> holders = new LinkedHashMap<>();
    private final Map<Path, Entry> entries = new TreeMap<>();

    /**
     * A placeholder that was made, or is about to be.
     *
     * @param placeholder the placeholder
     * @param key identifies the file that was made; empty when that was not written down
     * @param holders who holds it
     */
    record Entry(Placeholder placeholder, Optional<String> key, Set<String> holders) {}

    private Journal(Path file) {
        this.file = file;
    }

    static Journal read(Path file) throws IOException {
        Journal journal = new Journal(file);
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.US_ASCII);
        } catch (NoSuchFileException e) {
            return journal;
        }
        try {
            lines.forEach(line -> journal.take(line.split(" ", -1)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new IOException("the journal of placeholders cannot be read; remove it when no command runs", e);
        }
        return journal;
    }

    private void take(String[] fields) {
        if (fields[0].equals("holder")) {
            OwnerRecord owner =
                    OwnerRecord.parse(decode(fields[2])).orElseThrow(() -> new IllegalArgumentException("no owner"));
            holders.put(fields[1], owner);
        } else if (fields[0].equals("placeholder")) {
            Path path = Path.of(decode(fields[3]));
            Placeholder placeholder = new Placeholder(path, Placeholder.Stub.valueOf(fields[1]));
            Optional<String> key = fields[2].equals(UNKNOWN) ? Optional.empty() : Optional.of(fields[2]);
            Set<String> names = new TreeSet<>(List.of(fields[4].split(",")));
            names.retainAll(holders.keySet());
            entries.put(path, new Entry(placeholder, key, names));
        } else {
            throw new IllegalArgumentException("unknown line");
        }
    }

    void write() throws IOException {
        if (entries.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        StringBuilder text = new StringBuilder();
        holders.forEach((name, owner) -> text.append("holder ")
                .append(name)
                .append(' ')
                .append(encode(owner.text()))
                .append('\n'));
        entries.forEach((path, entry) -> text.append("placeholder ")
                .append(entry.placeholder().stub())
                .append(' ')
                .append(entry.key().orElse(UNKNOWN))
                .append(' ')
                .append(encode(path.toString()))
                .append(' ')
                .append(String.join(",", entry.holders()))
                .append('\n'));
        Path temporary = file.resolveSibling("placeholders.new");
        Files.writeString(temporary, text, StandardCharsets.US_ASCII);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String encode(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String decode(String text) {
        return new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
    }

    List<Entry> entries() {
        return new ArrayList<>(entries.values());
    }

    boolean has(String holder) {
        return holders.containsKey(holder);
    }

    void addHolder(String holder, OwnerRecord owner) {
        holders.put(holder, owner);
    }

    /** Note that a holder needs a placeholder, of which one may be there. */
    void hold(Placeholder placeholder, String holder) {
        Entry before = entries.get(placeholder.path());
        Set<String> names = new TreeSet<>(before == null ? Set.of() : before.holders());
        names.add(holder);
        // What stands there stands: another kind of it would be another file.
        Placeholder kept = before == null ? placeholder : before.placeholder();
        entries.put(placeholder.path(), new Entry(kept, before == null ? Optional.empty() : before.key(), names));
    }

    void made(Path path, String key) {
        entries.computeIfPresent(
                path, (same, entry) -> new Entry(entry.placeholder(), Optional.of(key), entry.holders()));
    }

    void forget(Path path) {
        entries.remove(path);
    }

    /** Remove a holder; return what nobody holds any more, deepest first, which is forgotten. */
    List<Entry> release(String holder) {
        holders.remove(holder);
        List<Entry> free = new ArrayList<>();
        for (Entry entry : entries()) {
            entry.holders().remove(holder);
            if (entry.holders().isEmpty()) {
                entries.remove(entry.placeholder().path());
                free.add(0, entry);
            }
        }
        return free;
    }

    /** Return the holders whose process is gone. */
    List<String> abandoned() {
        return holders.entrySet().stream()
                .filter(e -> e.getValue().isAbandoned() || e.getValue().isOfAnotherBoot())
                .map(Map.Entry::getKey)
                .toList();
    }
}
