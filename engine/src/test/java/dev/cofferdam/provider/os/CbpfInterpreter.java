package dev.cofferdam.provider.os;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Runs a filter on the data of a system call as a kernel does, so that one of another machine can be tried too. */
final class CbpfInterpreter {
    private final ByteBuffer program;

    CbpfInterpreter(byte[] program) {
        if (program.length == 0 || program.length % 8 != 0) {
            throw new IllegalArgumentException("no whole instructions");
        }
        this.program = ByteBuffer.wrap(program).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Return the verdict on a call. */
    int run(int architecture, int number, long... arguments) {
        ByteBuffer data = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        data.putInt(number).putInt(architecture).putLong(0);
        for (long argument : arguments) {
            data.putLong(argument);
        }
        int accumulator = 0;
        int at = 0;
        while (true) {
            int code = program.getShort(8 * at);
            int whenTrue = program.get(8 * at + 2) & 0xff;
            int whenFalse = program.get(8 * at + 3) & 0xff;
            int value = program.getInt(8 * at + 4);
            boolean test;
            switch (code) {
                case 0x20 -> {
                    accumulator = data.getInt(value);
                    at++;
                    continue;
                }
                case 0x54 -> {
                    accumulator &= value;
                    at++;
                    continue;
                }
                case 0x06 -> {
                    return value;
                }
                case 0x15 -> test = accumulator == value;
                case 0x35 -> test = Integer.compareUnsigned(accumulator, value) >= 0;
                case 0x45 -> test = (accumulator & value) != 0;
                default -> throw new IllegalArgumentException("unknown instruction " + code);
            }
            at += 1 + (test ? whenTrue : whenFalse);
        }
    }
}
