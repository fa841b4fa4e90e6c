package dev.cofferdam.workspace;

import java.util.Iterator;
import java.util.List;

/**
 * The entries below a directory, in the order of WS-LIST-001.
 *
 * @param entries the entries, sorted component by component by the bytes of their names
 * @param truncated whether {@link ListOptions#limit()} cut the listing; continue with {@link ListOptions#after(String)}
 *     and the path of the last entry
 * @param unreadable workspace-relative paths of directories that could not be read or vanished meanwhile (WS-LIST-006)
 */
public record Listing(List<Entry> entries, boolean truncated, List<String> unreadable) implements Iterable<Entry> {

    /** Copy the lists. */
    public Listing {
        entries = List.copyOf(entries);
        unreadable = List.copyOf(unreadable);
    }

    @Override
    public Iterator<Entry> iterator() {
        return entries.iterator();
    }

    /**
     * Return the paths of the entries.
     *
     * @return the workspace-relative paths, in the order of the entries
     */
    public List<String> paths() {
        return entries.stream().map(Entry::path).toList();
    }
}
