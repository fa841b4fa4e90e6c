package dev.cofferdam.workspace;

/**
 * A path that a snapshot or an archive left out.
 *
 * @param path the workspace-relative path
 * @param reason why it was left out
 */
public record SkippedPath(String path, String reason) {}
