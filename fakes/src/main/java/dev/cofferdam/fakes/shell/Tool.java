package dev.cofferdam.fakes.shell;

import java.io.IOException;

/** A program of the machine, such as {@code cat}. */
@FunctionalInterface
interface Tool {

    int run(Call call) throws IOException;
}
