package dev.cofferdam.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.KeepOutput;
import dev.cofferdam.workspace.Output;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OutputCollectorTests {
    @Test
    void any_chunks_keep_the_same_as_one() {
        Random random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            int limit = random.nextInt(40);
            for (KeepOutput keep : KeepOutput.values()) {
                OutputCollector collector = new OutputCollector(keep, limit);
                for (int at = 0; at < bytes.length; ) {
                    int length = 1 + random.nextInt(bytes.length - at);
                    collector.add(java.util.Arrays.copyOfRange(bytes, at, at + length), length);
                    at += length;
                }
                Output output = collector.output();
                assertThat(output.bytes()).isEqualTo(expected(bytes, limit, keep));
                assertThat(output.truncated()).isEqualTo(bytes.length > limit);
                assertThat(output.totalBytes()).isEqualTo(bytes.length);
            }
        }
    }

    private static byte[] expected(byte[] bytes, int limit, KeepOutput keep) {
        if (bytes.length <= limit) {
            return bytes;
        }
        int tail = switch (keep) {
            case HEAD -> 0;
            case TAIL -> limit;
            case HEAD_AND_TAIL -> limit / 2;
        };
        byte[] kept = new byte[limit];
        System.arraycopy(bytes, 0, kept, 0, limit - tail);
        System.arraycopy(bytes, bytes.length - tail, kept, limit - tail, tail);
        return kept;
    }

    @Test
    void a_note_comes_after_what_was_kept() {
        OutputCollector collector = new OutputCollector(KeepOutput.HEAD, 2);
        collector.add("abc".getBytes(StandardCharsets.UTF_8), 3);
        collector.note("!");
        assertThat(collector.output().text()).isEqualTo("ab!");
        assertThat(collector.output().truncated()).isTrue();
    }
}
