package dev.cofferdam.fakes.shell;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The signals of the machine, with the numbers they have on Linux. */
enum Signal {
    HUP(1, "Hangup"),
    INT(2, ""),
    QUIT(3, "Quit"),
    ILL(4, "Illegal instruction"),
    TRAP(5, "Trace/breakpoint trap"),
    ABRT(6, "Aborted"),
    BUS(7, "Bus error"),
    FPE(8, "Floating point exception"),
    KILL(9, "Killed"),
    USR1(10, "User defined signal 1"),
    SEGV(11, "Segmentation fault"),
    USR2(12, "User defined signal 2"),
    PIPE(13, ""),
    ALRM(14, "Alarm clock"),
    TERM(15, "Terminated"),
    CHLD(17, ""),
    CONT(18, ""),
    STOP(19, "Stopped (signal)"),
    TSTP(20, "Stopped"),
    TTIN(21, "Stopped (tty input)"),
    TTOU(22, "Stopped (tty output)"),
    URG(23, ""),
    XCPU(24, "CPU time limit exceeded"),
    XFSZ(25, "File size limit exceeded"),
    VTALRM(26, "Virtual timer expired"),
    PROF(27, "Profiling timer expired"),
    WINCH(28, ""),
    IO(29, "I/O possible"),
    PWR(30, "Power failure"),
    SYS(31, "Bad system call");

    private final int number;
    private final String message;

    Signal(int number, String message) {
        this.number = number;
        this.message = message;
    }

    int number() {
        return number;
    }

    /** What a shell prints when the signal ended a foreground command; empty for none. */
    String message() {
        return message;
    }

    int bit() {
        return 1 << number;
    }

    boolean stops() {
        return this == STOP || this == TSTP || this == TTIN || this == TTOU;
    }

    boolean harmlessByDefault() {
        return this == CHLD || this == URG || this == WINCH || this == CONT;
    }

    /** Finds a signal by number, {@code TERM} or {@code SIGTERM}; null when there is none. */
    static @Nullable Signal parse(String text) {
        String name = text.toUpperCase(Locale.ROOT);
        for (Signal signal : values()) {
            if (signal.name().equals(name)
                    || ("SIG" + signal.name()).equals(name)
                    || Integer.toString(signal.number).equals(name)) {
                return signal;
            }
        }
        return null;
    }

    static @Nullable Signal ofNumber(int number) {
        for (Signal signal : values()) {
            if (signal.number == number) {
                return signal;
            }
        }
        return null;
    }
}
