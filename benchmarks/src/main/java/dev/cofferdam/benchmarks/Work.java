package dev.cofferdam.benchmarks;

/** Something that is timed, or done before it. */
@FunctionalInterface
interface Work {
    /** Does nothing. */
    Work NOTHING = () -> {};

    void run() throws Exception;
}
