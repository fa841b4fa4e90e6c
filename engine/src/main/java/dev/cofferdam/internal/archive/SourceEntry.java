package dev.cofferdam.internal.archive;

import dev.cofferdam.workspace.EntryType;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * An entry that is to be written into a tree.
 *
 * @param path the relative path in its plain form, bytes that are not UTF-8 escaped
 * @param type what it is, never {@code OTHER}
 * @param mode the permission bits
 * @param modified the modification time, where the source has one
 * @param size the bytes of a file
 * @param target what a symbolic link holds; of a hard link the path of the file that it is a copy of
 * @param hardLink whether it is a hard link, which is written as a copy
 */
record SourceEntry(
        String path,
        EntryType type,
        int mode,
        @Nullable FileTime modified,
        long size,
        String target,
        boolean hardLink) {
    static SourceEntry of(String path, ArchiveEntry entry) {
        return new SourceEntry(path, entry.type(), entry.mode(), entry.modified(), entry.size(), entry.target(), false);
    }

    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
