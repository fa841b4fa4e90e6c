package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MarkScannerTests {
    private static final byte[] MARK = "\036abc.".getBytes(StandardCharsets.US_ASCII);

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final MarkScanner scanner = new MarkScanner(MARK, (bytes, length) -> out.write(bytes, 0, length));

    private void add(String text) throws IOException {
        byte[] bytes = ("##" + text).getBytes(StandardCharsets.ISO_8859_1);
        scanner.add(bytes, 2, bytes.length - 2);
    }

    private String seen() {
        return out.toString(StandardCharsets.ISO_8859_1);
    }

    @Test
    void a_mark_is_found_however_it_is_cut_and_is_no_output() throws Exception {
        String all = "one\036two\036abtwo\036abc.04;";
        for (int step = 1; step <= all.length(); step++) {
            ByteArrayOutputStream taken = new ByteArrayOutputStream();
            MarkScanner fresh = new MarkScanner(MARK, (bytes, length) -> taken.write(bytes, 0, length));
            for (int i = 0; i < all.length(); i += step) {
                byte[] part = all.substring(i, Math.min(all.length(), i + step)).getBytes(StandardCharsets.ISO_8859_1);
                fresh.add(part, 0, part.length);
            }
            assertThat(fresh.hasMark()).isTrue();
            assertThat(fresh.end()).isEqualTo("04;");
            assertThat(taken.toString(StandardCharsets.ISO_8859_1)).isEqualTo("one\036two\036abtwo");
        }
    }

    @Test
    void output_without_a_mark_passes_at_once() throws Exception {
        add("plain");
        assertThat(seen()).isEqualTo("plain");
        add("half \036ab");
        assertThat(seen()).isEqualTo("plainhalf ");
        add("x");
        assertThat(seen()).isEqualTo("plainhalf \036abx");
        assertThat(scanner.end()).isEmpty();
    }

    @Test
    void a_mark_that_turns_out_to_be_output_is_passed_on_with_what_followed() throws Exception {
        add("a\036abc.b");
        assertThat(scanner.hasMark()).isTrue();
        assertThat(seen()).isEqualTo("a");
        scanner.reject();
        assertThat(scanner.hasMark()).isFalse();
        assertThat(seen()).isEqualTo("a\036abc.b");
        add("c\036abc.d\036abc.17;e");
        scanner.reject();
        assertThat(scanner.hasMark()).isTrue();
        assertThat(seen()).isEqualTo("a\036abc.bc\036abc.d");
        assertThat(scanner.end()).isEqualTo("17;e");
        assertThat(seen()).isEqualTo("a\036abc.bc\036abc.d");
    }

    @Test
    void the_last_mark_counts_at_the_end() throws Exception {
        add("out\036abc.forged\036abc.03;late");
        assertThat(scanner.end()).isEqualTo("03;late");
        assertThat(seen()).isEqualTo("out\036abc.forged");
    }
}
