package dev.cofferdam.workspace;

/** What happens to the processes that a command leaves in its group when it ends (WS-EXEC-008). */
public enum Background {
    /** They are ended with it. */
    KILL,
    /** They live until the workspace is closed; what they print later is dropped. Needs {@link Capability#BACKGROUND}. */
    KEEP
}
