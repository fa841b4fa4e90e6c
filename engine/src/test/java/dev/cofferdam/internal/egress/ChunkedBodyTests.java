package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkedBodyTests {
    @ParameterizedTest
    @CsvSource({
        "'0RN RN', ''",
        "'5RN helloRN 0RN RN', ''",
        "'A RN0123456789RN0RNRN', 'get'",
        "'000aRN0123456789RN1RNxRN0RNRN', 'RNRN'",
    })
    void the_body_ends_after_the_last_chunk(String body, String rest) throws BadRequestException {
        byte[] bytes = bytes(body + rest);
        int expected = bytes.length - bytes(rest).length;
        for (int step : new int[] {1, 2, 3, 7, bytes.length}) {
            ChunkedBody chunked = new ChunkedBody();
            int taken = 0;
            for (int at = 0; at < bytes.length; at += step) {
                taken += chunked.accept(ByteBuffer.wrap(bytes, at, Math.min(step, bytes.length - at)));
            }
            assertThat(taken).as("in steps of %d", step).isEqualTo(expected);
            assertThat(chunked.done()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RN",
                "-1RN",
                "+5RN",
                "0x5RN",
                "5;ext=1RNhelloRN",
                "5N",
                "5RNhelloN0RNRN",
                "5RNhello!RN",
                "5RNhelloR0",
                "0RNX-t:xRNRN",
                "0RNN",
                "1234567890abcdef0RN",
                "gRN",
                "５RN"
            })
    void whatever_could_be_read_in_two_ways_is_refused(String body) {
        assertThatThrownBy(() -> new ChunkedBody().accept(ByteBuffer.wrap(bytes(body))))
                .isInstanceOf(BadRequestException.class);
    }

    private static byte[] bytes(String text) {
        return text.replace(" ", "").replace('R', '\r').replace('N', '\n').getBytes(StandardCharsets.UTF_8);
    }
}
