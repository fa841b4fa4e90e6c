package dev.cofferdam.workspace;

/**
 * How something is removed (WS-MOVE-001, 002, 004). Immutable; start from {@link #defaults()}.
 *
 * @param recursive whether a directory that is not empty goes with all that is in it
 * @param trash whether the entry moves to the trash instead of being deleted
 * @param evenIfBusy whether to go ahead although a command runs; needs {@link Capability#RACE_FREE_CONFINEMENT}
 */
public record RemoveOptions(boolean recursive, boolean trash, boolean evenIfBusy) {

    private static final RemoveOptions DEFAULTS = new RemoveOptions(false, false, false);

    /**
     * Return the defaults: not recursive, for good, refused while a command runs.
     *
     * @return the defaults
     */
    public static RemoveOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Return these options removing directories with their contents.
     *
     * @return the changed options
     */
    public RemoveOptions withContents() {
        return new RemoveOptions(true, trash, evenIfBusy);
    }

    /**
     * Return these options moving to the trash.
     *
     * @return the changed options
     */
    public RemoveOptions toTrash() {
        return new RemoveOptions(recursive, true, evenIfBusy);
    }

    /**
     * Return these options going ahead while commands run.
     *
     * @return the changed options
     */
    public RemoveOptions despiteCommands() {
        return new RemoveOptions(recursive, trash, true);
    }
}
