package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTests {
    @ParameterizedTest
    @CsvSource({
        "256B, 256",
        "256KB, 262144",
        "256MB, 268435456",
        "1GB, 1073741824",
        "1TB, 1099511627776",
        "512m, 536870912",
        "2g, 2147483648",
        "1GiB, 1073741824",
        "1gib, 1073741824",
        "1.5g, 1610612736",
        "4096, 4096",
        "' 64 mb ', 67108864"
    })
    void memory_is_read_in_powers_of_1024(String text, long bytes) {
        assertThat(Sizes.memory("memory", text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0MB", "-1", "-512m", "", "many", "1 2", "5x", "1e3", "99999999999999T", "0.1b"})
    void no_memory_is_refused_and_not_taken_for_no_limit(String text) {
        assertRefused(() -> Sizes.memory("memory", text), "memory");
    }

    @ParameterizedTest
    @CsvSource({"0.5, 500000000", "2, 2000000000", "0.000000001, 1", "1.25, 1250000000"})
    void processors_are_read_in_billionths(String text, long nanos) {
        assertThat(Sizes.nanoCpus("cpus", text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0", "-1", "", "two", "0.0000000001", "1,5"})
    void no_processors_are_refused(String text) {
        assertRefused(() -> Sizes.nanoCpus("cpus", text), "cpus");
    }

    @Test
    void a_number_out_of_its_range_is_refused() {
        assertThat(Sizes.number("pidsLimit", "512", 1, 1000)).isEqualTo(512);
        for (String text : new String[] {"0", "-5", "1001", "x", "", "99999999999"}) {
            assertRefused(() -> Sizes.number("pidsLimit", text, 1, 1000), "pidsLimit");
        }
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String name) {
        assertThatThrownBy(call).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(e).hasMessageContaining("option " + name);
        });
    }
}
