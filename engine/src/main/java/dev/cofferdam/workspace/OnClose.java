package dev.cofferdam.workspace;

/** What closing a workspace does with its sandbox (WS-LIFE-003). */
public enum OnClose {
    /** Delete it with its files. */
    DESTROY,
    /** Stop it so that its files survive, where the provider can; otherwise as {@link #KEEP}. */
    STOP,
    /** Leave it as it is. */
    KEEP
}
