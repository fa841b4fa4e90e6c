package dev.cofferdam.fakes.shell;

/** Control flow that leaves commands early. */
final class Jump extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Where to. */
    enum Kind {
        BREAK,
        CONTINUE,
        RETURN,
        EXIT,
        REPLACED
    }

    private final Kind kind;
    private final int value;

    private Jump(Kind kind, int value) {
        super(kind.name(), null, false, false);
        this.kind = kind;
        this.value = value;
    }

    static Jump outOf(int loops) {
        return new Jump(Kind.BREAK, loops);
    }

    static Jump next(int loops) {
        return new Jump(Kind.CONTINUE, loops);
    }

    static Jump returning(int status) {
        return new Jump(Kind.RETURN, status);
    }

    static Jump exit(int status) {
        return new Jump(Kind.EXIT, status);
    }

    /** The end of a program that took the place of the shell, whose traps are gone. */
    static Jump replaced(int status) {
        return new Jump(Kind.REPLACED, status);
    }

    Kind kind() {
        return kind;
    }

    int value() {
        return value;
    }

    Jump outwards() {
        return new Jump(kind, value - 1);
    }
}
