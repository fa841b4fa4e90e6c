package dev.cofferdam.internal.archive;

import dev.cofferdam.workspace.EntryType;
import java.nio.file.attribute.FileTime;

/**
 * An entry of an archive.
 *
 * @param path the path as it stands there, without a slash at its end, bytes that are not UTF-8 escaped
 * @param type what it is
 * @param mode the permission bits
 * @param modified the modification time
 * @param size the bytes of a file
 * @param target what a symbolic link holds
 */
public record ArchiveEntry(String path, EntryType type, int mode, FileTime modified, long size, String target) {}
