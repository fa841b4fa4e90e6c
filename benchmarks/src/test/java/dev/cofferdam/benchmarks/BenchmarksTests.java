package dev.cofferdam.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

@Timeout(120)
class BenchmarksTests {
    private static final List<String> BY_HAND = List.of("byHand", "ByHand", "find", "tar");

    @Test
    void every_benchmark_runs_once_on_little_data() throws Exception {
        Options options = new OptionsBuilder()
                .include("dev\\.cofferdam\\.benchmarks\\..*")
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(1))
                .param("size", "1024")
                .param("files", "20")
                .param("tree", "120x100")
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .build();

        Collection<RunResult> results = new Runner(options).run();

        List<String> names = results.stream()
                .map(result -> result.getParams().getBenchmark())
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.toList());
        // Seven of ours on two providers, and what stands beside them.
        assertThat(names).hasSize(7 * 2 + 7);
        assertThat(names.stream().filter(name -> BY_HAND.stream().anyMatch(name::contains)))
                .hasSize(7);
    }
}
