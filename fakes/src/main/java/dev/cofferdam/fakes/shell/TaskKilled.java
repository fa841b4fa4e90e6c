package dev.cofferdam.fakes.shell;

/** Unwinds the thread of a process that a signal ended. */
final class TaskKilled extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Task task;

    TaskKilled(Task task) {
        super("killed", null, false, false);
        this.task = task;
    }

    /** Tells whether it is this process that ended, and not one that merely shares the thread. */
    boolean ends(Task candidate) {
        return task == candidate;
    }
}
