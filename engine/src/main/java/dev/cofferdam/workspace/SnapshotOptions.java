package dev.cofferdam.workspace;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a snapshot is taken (WS-SNAP-001). Immutable; start from {@link #defaults()}.
 *
 * @param label a name for people
 * @param metadata keys and values that are kept with the snapshot
 * @param exclude globs of what is left out besides {@code node_modules}, {@code .git} and the workspace's own
 * @param maxFileBytes the largest file that is recorded; empty for 10 MiB
 */
public record SnapshotOptions(
        Optional<String> label, Map<String, String> metadata, List<String> exclude, OptionalLong maxFileBytes) {

    /** The largest file that a snapshot records unless another size is given: 10 MiB. */
    public static final long DEFAULT_MAX_FILE_BYTES = 10L << 20;

    private static final SnapshotOptions DEFAULTS =
            new SnapshotOptions(Optional.empty(), Map.of(), List.of(), OptionalLong.empty());

    /** Check and copy the components. */
    public SnapshotOptions {
        metadata = Map.copyOf(metadata);
        exclude = List.copyOf(exclude);
        if (maxFileBytes.isPresent()) {
            WorkspaceOptions.requireNotNegative("maxFileBytes", maxFileBytes.getAsLong());
        }
    }

    /**
     * Return the defaults: no label, no metadata, nothing more left out.
     *
     * @return the defaults
     */
    public static SnapshotOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Return these options with a label.
     *
     * @param name a name for people
     * @return the changed options
     */
    public SnapshotOptions label(String name) {
        return new SnapshotOptions(Optional.of(name), metadata, exclude, maxFileBytes);
    }

    /**
     * Return these options with metadata.
     *
     * @param values keys and values that are kept with the snapshot
     * @return the changed options
     */
    public SnapshotOptions metadata(Map<String, String> values) {
        return new SnapshotOptions(label, values, exclude, maxFileBytes);
    }

    /**
     * Return these options leaving more out.
     *
     * @param globs {@code dir} (that path and all below), {@code dir/**} (its contents), {@code **}{@code /name/**} (at
     *     any depth), or any glob of WS-LIST-003
     * @return the changed options
     */
    public SnapshotOptions exclude(String... globs) {
        return new SnapshotOptions(label, metadata, List.of(globs), maxFileBytes);
    }

    /**
     * Return these options with another size of the largest file.
     *
     * @param bytes the size, zero or more
     * @return the changed options
     */
    public SnapshotOptions maxFileBytes(long bytes) {
        return new SnapshotOptions(label, metadata, exclude, OptionalLong.of(bytes));
    }
}
