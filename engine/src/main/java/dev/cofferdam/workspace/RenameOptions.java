package dev.cofferdam.workspace;

/**
 * How something is renamed (WS-MOVE-003, 004). Immutable; start from {@link #defaults()}.
 *
 * @param overwrite whether a file replaces a file, and a directory an empty directory, at the destination
 * @param evenIfBusy whether to go ahead although a command runs; needs {@link Capability#RACE_FREE_CONFINEMENT}
 */
public record RenameOptions(boolean overwrite, boolean evenIfBusy) {

    private static final RenameOptions DEFAULTS = new RenameOptions(false, false);

    /**
     * Return the defaults: an existing destination is refused, and so is renaming while a command runs.
     *
     * @return the defaults
     */
    public static RenameOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Return these options replacing what is at the destination.
     *
     * @return the changed options
     */
    public RenameOptions overwriting() {
        return new RenameOptions(true, evenIfBusy);
    }

    /**
     * Return these options going ahead while commands run.
     *
     * @return the changed options
     */
    public RenameOptions despiteCommands() {
        return new RenameOptions(overwrite, true);
    }
}
