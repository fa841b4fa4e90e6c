package dev.cofferdam.spi;

import java.nio.file.Path;

/**
 * A root whose files this Java process reaches through {@code java.nio.file}, so that file operations need no round
 * trip into the sandbox.
 *
 * @param path the root, an existing directory, on any file system
 * @param seenAs the absolute path under which commands see the root (WS-PATH-003)
 * @param given whether the user pointed at this root, so that it is kept at the end and locked across processes
 *     (WS-LIFE-003, WS-MOVE-004)
 */
public record MountedRoot(Path path, String seenAs, boolean given) {}
