package dev.cofferdam.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DataMapTests {
    private static final int K = 1024;

    private static List<List<Long>> pieces(byte[] bytes) {
        DataMap map = new DataMap();
        for (int at = 0; at < bytes.length; at += 64 * K) {
            byte[] part = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + 64 * K));
            map.add(part, part.length);
        }
        List<List<Long>> pieces = new ArrayList<>();
        for (long[] piece : map.finish()) {
            pieces.add(List.of(piece[0], piece[1]));
        }
        return pieces;
    }

    @Test
    void a_file_of_zeros_is_one_hole() {
        assertThat(pieces(new byte[200 * K])).containsExactly(List.of(200L * K, 0L));
    }

    @Test
    void shorter_runs_are_data() {
        byte[] bytes = new byte[64 * K + 1];
        bytes[0] = 1;
        bytes[64 * K] = 1;

        assertThat(pieces(bytes)).containsExactly(List.of(0L, 64L * K + 1));
    }

    @Test
    void a_run_of_64_kib_is_a_hole_wherever_it_begins() {
        byte[] bytes = new byte[200 * K];
        Arrays.fill(bytes, (byte) 7);
        Arrays.fill(bytes, 1001, 1001 + 64 * K, (byte) 0);

        assertThat(pieces(bytes)).containsExactly(List.of(0L, 1001L), List.of(1001L + 64 * K, 136L * K - 1001));
    }

    @Test
    void random_holes_are_all_found_and_no_others() {
        Random random = new Random(5);
        for (int round = 0; round < 200; round++) {
            byte[] bytes = new byte[random.nextInt(600 * K) + 1];
            random.nextBytes(bytes);
            for (int i = random.nextInt(4); i > 0; i--) {
                int from = random.nextInt(bytes.length);
                Arrays.fill(bytes, from, Math.min(bytes.length, from + random.nextInt(150 * K)), (byte) 0);
            }
            assertThat(pieces(bytes)).isEqualTo(slowly(bytes));
        }
    }

    private static List<List<Long>> slowly(byte[] bytes) {
        List<List<Long>> pieces = new ArrayList<>();
        int data = 0;
        int at = 0;
        while (at < bytes.length) {
            int end = at;
            while (end < bytes.length && bytes[end] == 0) {
                end++;
            }
            if (end - at >= 64 * K) {
                if (at > data) {
                    pieces.add(List.of((long) data, (long) at - data));
                }
                data = end;
            }
            at = Math.max(end, at + 1);
        }
        pieces.add(List.of((long) data, (long) bytes.length - data));
        return pieces;
    }
}
