package dev.cofferdam.internal.glob;

/** The states in which a program is at once. */
final class StateSet {
    private int[] states;
    private int[] next;
    private int size;
    private int nextSize;
    private final int[] marks;
    private int generation;
    private boolean accepting;

    StateSet(int capacity) {
        this.states = new int[capacity];
        this.next = new int[capacity];
        this.marks = new int[capacity];
    }

    /** Begin to collect the states after the next character. */
    void begin() {
        nextSize = 0;
        generation++;
        accepting = false;
    }

    /** Mark a state as reached and tell whether it was not before. */
    boolean mark(int state) {
        if (marks[state] == generation) {
            return false;
        }
        marks[state] = generation;
        return true;
    }

    void add(int state) {
        next[nextSize++] = state;
    }

    void accept() {
        accepting = true;
    }

    /** Let the collected states be the present ones, and tell whether there is any. */
    boolean advance() {
        int[] swap = states;
        states = next;
        next = swap;
        size = nextSize;
        return size > 0 || accepting;
    }

    int size() {
        return size;
    }

    int get(int index) {
        return states[index];
    }

    boolean accepting() {
        return accepting;
    }
}
