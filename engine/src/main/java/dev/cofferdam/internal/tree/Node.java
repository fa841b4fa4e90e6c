package dev.cofferdam.internal.tree;

import dev.cofferdam.workspace.EntryType;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/**
 * What the file system says about one name of a directory, the link itself for a link.
 *
 * @param name the name, bytes that are not UTF-8 escaped as {@link Names} does
 * @param type what it is
 * @param size the size in bytes
 * @param modified the modification time
 * @param mode the permission bits, 0 to 07777
 * @param key identifies the file on its file system (device and inode), where there is such a thing
 * @param target what a link holds (escaped as names are), where that was looked at together with the rest
 */
public record Node(
        String name,
        EntryType type,
        long size,
        FileTime modified,
        int mode,
        @Nullable Object key,
        @Nullable String target) {
    /** Describe a name without what a link holds. */
    public Node(String name, EntryType type, long size, FileTime modified, int mode, @Nullable Object key) {
        this(name, type, size, modified, mode, key, null);
    }

    /**
     * Tell whether this is a directory.
     *
     * @return {@code true} for a directory, {@code false} for a link to one
     */
    public boolean isDirectory() {
        return type == EntryType.DIRECTORY;
    }
}
