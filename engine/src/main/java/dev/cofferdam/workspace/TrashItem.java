package dev.cofferdam.workspace;

import java.time.Instant;

/**
 * Something in the trash (WS-TRASH-002).
 *
 * @param id the id that restores it, of letters, digits, {@code _} and {@code -}, at most 64
 * @param path the workspace-relative path where it was
 * @param type what it is
 * @param size the bytes of the file, or of all files of the directory
 * @param trashed when it was moved to the trash
 */
public record TrashItem(String id, String path, EntryType type, long size, Instant trashed) {}
