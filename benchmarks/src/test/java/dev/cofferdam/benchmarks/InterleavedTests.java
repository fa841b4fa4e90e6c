package dev.cofferdam.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterleavedTests {
    @Test
    void both_sides_take_turns_in_being_first_and_are_prepared_for_each_round() throws Exception {
        List<String> seen = new ArrayList<>();
        Interleaved interleaved = new Interleaved(
                new Interleaved.Side(() -> seen.add("ready"), () -> seen.add("base")),
                Interleaved.Side.of(() -> seen.add("ours")));

        interleaved.measure(1, 2, 2);

        assertThat(seen)
                .containsExactly(
                        "ready", "base", "base", "ours", "ours", // warm-up
                        "ready", "base", "base", "ours", "ours", "ours", "ours", "ready", "base", "base");
    }

    @Test
    void the_median_lies_between_the_middle_two_of_an_even_number() {
        assertThat(Interleaved.median(new double[] {9, 1, 4, 2})).isEqualTo(3);
        assertThat(Interleaved.median(new double[] {9, 1, 4})).isEqualTo(4);
    }

    @Test
    void a_bound_is_met_up_to_its_very_value() {
        Interleaved.Times times = new Interleaved.Times(2e6, 3e6, 1.4, java.util.OptionalDouble.empty());

        assertThat(Row.compared("x", 1.5, times).met()).isTrue();
        assertThat(Row.compared("x", 1.49, times).met()).isFalse();
        assertThat(Row.compared("x", 1.5, times).markdown())
                .isEqualTo("| x | ≤ 1.50× | 2.00 ms | 3.00 ms | 1.50× | 1.40× | – | yes |");
    }
}
