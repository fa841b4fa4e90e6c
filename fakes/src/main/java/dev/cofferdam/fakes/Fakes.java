package dev.cofferdam.fakes;

/** The door to what stands in for the real thing in tests. */
public final class Fakes {
    private Fakes() {}

    /**
     * Begin workspaces in memory: no process, no disk, hundreds of them a second.
     *
     * @return the description of the machines in which they live
     */
    public static InMemory memory() {
        return new InMemory();
    }
}
