package dev.cofferdam.junit;

/** When a workspace outlives its test. */
public enum Keep {
    /** As {@link SandboxWorkspace#KEEP_KEY} says, otherwise {@link #ON_FAILURE}. */
    DEFAULT,
    /** Never: closing destroys it, and commands are not recorded. */
    NEVER,
    /**
     * When its test failed, or for a class any of its tests. A test that was aborted by an assumption did not fail.
     */
    ON_FAILURE,
    /** Always. */
    ALWAYS
}
