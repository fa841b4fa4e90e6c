package dev.cofferdam.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarksTests {
    private static final String HEADER = "\u001etokh 42 1234\n";
    private static final String MARK = "\u001etoke";

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final Marks marks = new Marks("tok", (buffer, length) -> output.write(buffer, 0, length));

    private void feed(String text, int part) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i += part) {
            marks.accept(bytes, i, Math.min(part, bytes.length - i));
        }
    }

    private String output() {
        return output.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 1000})
    void output_stands_between_header_and_mark(int part) throws IOException {
        feed("Last login: x\n\u001etok" + HEADER + "a\u001eb\u001etokx" + MARK, part);
        assertThat(marks.leader()).contains(new Leader(42, 1234));
        assertThat(marks.marked()).isTrue();
        assertThat(marks.followed()).isFalse();
        assertThat(output()).isEqualTo("a\u001eb\u001etokx");
        feed("of a child", 2);
        assertThat(marks.followed()).isTrue();
        marks.end();
        feed("later", 2);
        assertThat(output()).isEqualTo("a\u001eb\u001etokx");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 1000})
    void a_forged_mark_is_output_and_only_the_last_one_ends(int part) throws IOException {
        feed(HEADER + "a" + MARK + "b" + MARK + "c", part);
        assertThat(output()).isEqualTo("a");
        marks.deny();
        assertThat(marks.marked()).isFalse();
        assertThat(output()).isEqualTo("a" + MARK + "b" + MARK + "c");
        feed("d" + MARK + "e" + MARK + "of a child", part);
        marks.end();
        assertThat(output()).isEqualTo("a" + MARK + "b" + MARK + "cd" + MARK + "e");
    }

    @Test
    void a_mark_that_had_begun_when_another_was_denied_is_still_found() throws IOException {
        feed(HEADER + MARK + "x\u001eto", 3);
        marks.deny();
        assertThat(output()).isEqualTo(MARK + "x");
        feed("ke", 1);
        assertThat(marks.marked()).isTrue();
        marks.end();
        assertThat(output()).isEqualTo(MARK + "x");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1000})
    void a_mark_of_the_other_kind_says_that_nothing_was_run(int part) throws IOException {
        feed(HEADER + "\u001etokd", part);
        assertThat(marks.marked()).isTrue();
        assertThat(marks.misplaced()).isFalse();
        marks.end();
        assertThat(marks.misplaced()).isTrue();
        assertThat(output()).isEmpty();
    }

    @Test
    void the_last_mark_says_whether_something_was_run() throws IOException {
        feed(HEADER + "\u001etokd" + MARK + "x", 1000);
        marks.end();
        assertThat(marks.misplaced()).isFalse();
        assertThat(output()).isEqualTo("\u001etokd");
    }

    @Test
    void without_a_mark_all_is_output() throws IOException {
        feed(HEADER + "abc\u001etok", 100);
        assertThat(output()).isEqualTo("abc");
        marks.end();
        assertThat(output()).isEqualTo("abc\u001etok");
    }

    @Test
    void a_forger_who_goes_on_is_not_held_back_without_bound() throws IOException {
        feed(HEADER + MARK, 100);
        feed("x".repeat(2 << 20), 1 << 16);
        assertThat(output().length()).isGreaterThan(1 << 20);
    }

    @Test
    void without_a_header_what_came_is_kept_for_a_message() throws IOException {
        feed("sh: not found\n", 3);
        marks.end();
        assertThat(output()).isEmpty();
        assertThat(marks.noise()).isEqualTo("sh: not found");
        feed("x".repeat(1 << 20), 1000);
        assertThat(marks.noise().length()).isLessThan(1 << 15);
    }
}
