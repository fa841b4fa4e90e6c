package dev.cofferdam.benchmarks;

import java.util.Arrays;
import java.util.OptionalDouble;

/** Two works, timed in turn, so that what else the machine does meets both. */
final class Interleaved {
    private static final double LEAST_CPU_NANOS = 100e6;

    private final Side base;
    private final Side ours;

    /**
     * Something timed.
     *
     * @param before what is done before each round, outside of the time
     * @param timed what is timed
     */
    record Side(Work before, Work timed) {
        static Side of(Work timed) {
            return new Side(Work.NOTHING, timed);
        }
    }

    Interleaved(Side base, Side ours) {
        this.base = base;
        this.ours = ours;
    }

    /**
     * Time both.
     *
     * @param warmups how many rounds are thrown away first
     * @param rounds how many rounds count
     * @param repetitions how often a round does each work
     */
    Times measure(int warmups, int rounds, int repetitions) throws Exception {
        for (int i = 0; i < warmups; i++) {
            round(base, repetitions);
            round(ours, repetitions);
        }
        double[] baseNanos = new double[rounds];
        double[] ourNanos = new double[rounds];
        double baseCpu = 0;
        double ourCpu = 0;
        for (int i = 0; i < rounds; i++) {
            // Each is first in every other round: neither always finds the other's leavings.
            boolean baseFirst = i % 2 == 0;
            Round first = round(baseFirst ? base : ours, repetitions);
            Round second = round(baseFirst ? ours : base, repetitions);
            baseNanos[i] = (baseFirst ? first : second).nanos();
            ourNanos[i] = (baseFirst ? second : first).nanos();
            baseCpu += (baseFirst ? first : second).cpu();
            ourCpu += (baseFirst ? second : first).cpu();
        }
        double[] ratios = new double[rounds];
        Arrays.setAll(ratios, i -> ourNanos[i] / baseNanos[i]);
        // Ticks are coarse: below some sum the ratio would say nothing.
        boolean enough = baseCpu * repetitions >= LEAST_CPU_NANOS;
        return new Times(
                median(baseNanos),
                median(ourNanos),
                median(ratios),
                enough ? OptionalDouble.of(ourCpu / baseCpu) : OptionalDouble.empty());
    }

    private static Round round(Side side, int repetitions) throws Exception {
        side.before().run();
        long cpu = CpuClock.nanos();
        long start = System.nanoTime();
        for (int i = 0; i < repetitions; i++) {
            side.timed().run();
        }
        double nanos = System.nanoTime() - start;
        return new Round(nanos / repetitions, (double) (CpuClock.nanos() - cpu) / repetitions);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private record Round(double nanos, double cpu) {}

    /**
     * What was found.
     *
     * @param base the median of the baseline in nanoseconds
     * @param ours the median of ours in nanoseconds
     * @param ratioOfRounds the median of the ratios of the single rounds
     * @param cpuRatio ours to baseline in processor time over all rounds; empty when there was too little of it
     */
    record Times(double base, double ours, double ratioOfRounds, OptionalDouble cpuRatio) {
        double ratio() {
            return ours / base;
        }

        /** Return the times of one of several equal parts. */
        Times per(int parts) {
            return new Times(base / parts, ours / parts, ratioOfRounds, cpuRatio);
        }

        /** Leave out processor time, where one side spends its own where it cannot be seen from here. */
        Times withoutCpu() {
            return new Times(base, ours, ratioOfRounds, OptionalDouble.empty());
        }
    }
}
