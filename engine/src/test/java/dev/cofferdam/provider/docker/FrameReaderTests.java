package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FrameReaderTests {
    private final Map<Integer, ByteArrayOutputStream> streams = new TreeMap<>();
    private final FrameReader reader = new FrameReader((stream, bytes, length) ->
            streams.computeIfAbsent(stream, s -> new ByteArrayOutputStream()).write(bytes, 0, length));

    private static byte[] frame(int stream, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + bytes.length)
                .put(new byte[] {(byte) stream, 0, 0, 0})
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }

    private String text(int stream) {
        return streams.get(stream).toString(StandardCharsets.UTF_8);
    }

    @Test
    void frames_are_put_together_however_they_are_cut() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(frame(1, "häl"));
        all.write(frame(2, "err"));
        all.write(frame(1, ""));
        all.write(frame(1, "lo"));
        for (byte one : all.toByteArray()) {
            reader.add(ByteBuffer.wrap(new byte[] {one}));
        }
        assertThat(text(1)).isEqualTo("hällo");
        assertThat(text(2)).isEqualTo("err");
    }

    @Test
    void a_frame_larger_than_any_buffer_arrives_whole() throws IOException {
        String large = "0123456789".repeat(50_000);
        reader.add(ByteBuffer.wrap(frame(1, large)));
        assertThat(text(1)).isEqualTo(large);
    }

    @Test
    void what_is_not_framed_is_refused() {
        assertThatThrownBy(() -> reader.add(ByteBuffer.wrap("OCI runtime".getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("not framed");
    }
}
