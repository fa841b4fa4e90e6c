package dev.cofferdam.workspace;

import java.time.Instant;
import java.util.Optional;

/**
 * What is known about one path of a workspace, from {@code stat} or a listing.
 *
 * @param path the workspace-relative path with {@code /}, {@code ""} for the root; bytes of the name that are not
 *     UTF-8 are shown as U+FFFD
 * @param type what the entry is; a symbolic link is reported itself, never its target
 * @param size the length of a file in bytes, of a symbolic link the length of its target, otherwise 0
 * @param modified the time of the last change of the content, in the provider's granularity
 * @param mode the permission bits including setuid, setgid and sticky (0 to 07777)
 * @param linkTarget the target of a symbolic link as it is stored, otherwise empty
 * @param lossy whether {@code path} holds U+FFFD in place of bytes that are not UTF-8 (WS-PATH-007), so that it cannot
 *     be used to reach the entry
 */
public record Entry(
        String path,
        EntryType type,
        long size,
        Instant modified,
        int mode,
        Optional<String> linkTarget,
        boolean lossy) {

    /**
     * Return the last component of the path.
     *
     * @return the name, {@code ""} for the root
     */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /**
     * Tell whether the entry is a regular file.
     *
     * @return {@code true} for {@link EntryType#FILE}
     */
    public boolean isFile() {
        return type == EntryType.FILE;
    }

    /**
     * Tell whether the entry is a directory.
     *
     * @return {@code true} for {@link EntryType#DIRECTORY}
     */
    public boolean isDirectory() {
        return type == EntryType.DIRECTORY;
    }
}
