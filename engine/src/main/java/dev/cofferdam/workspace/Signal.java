package dev.cofferdam.workspace;

/** A signal of POSIX, with its number on Linux. */
public enum Signal {
    /** Hang-up. */
    HUP(1),
    /** Interrupt, as from Ctrl-C. */
    INT(2),
    /** Quit. */
    QUIT(3),
    /** Kill, which cannot be caught. */
    KILL(9),
    /** User-defined 1. */
    USR1(10),
    /** User-defined 2. */
    USR2(12),
    /** Terminate. */
    TERM(15),
    /** Continue. */
    CONT(18),
    /** Stop, which cannot be caught. */
    STOP(19);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    /**
     * Return the number of the signal on Linux.
     *
     * @return the number
     */
    public int number() {
        return number;
    }
}
