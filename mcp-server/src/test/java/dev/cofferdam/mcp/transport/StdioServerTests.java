package dev.cofferdam.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class StdioServerTests {
    private static final TransportLimits LIMITS =
            new TransportLimits(200_000, Duration.ofMillis(500), Duration.ofSeconds(10), Duration.ofMillis(250));

    private final DummyTools tools = new DummyTools();
    private Pipe toServer;
    private Pipe fromServer;
    private Wire wire;
    private Thread serving;

    @BeforeEach
    void start() throws IOException {
        toServer = Pipe.open();
        fromServer = Pipe.open();
        StdioServer server = new StdioServer(
                Channels.newInputStream(toServer.source()),
                Channels.newOutputStream(fromServer.sink()),
                tools.description(),
                LIMITS);
        serving = new Thread(() -> serve(server), "server-under-test");
        serving.start();
        wire = new Wire(Channels.newOutputStream(toServer.sink()), Channels.newInputStream(fromServer.source()));
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        toServer.sink().close();
        serving.join(20_000);
        assertThat(serving.isAlive()).as("the server ends when its input ends").isFalse();
        fromServer.source().close();
    }

    private void serve(StdioServer server) {
        try {
            server.run();
            fromServer.sink().close();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    // Eras

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    void every_legacy_version_is_agreed_to(String version) throws Exception {
        wire.send(Wire.INITIALIZE.replace("2025-11-25", version));

        JsonNode result = wire.receive().path("result");

        assertThat(result.path("protocolVersion").asText()).isEqualTo(version);
        assertThat(result.path("serverInfo").path("name").asText()).isEqualTo("dummy");
        assertThat(result.path("instructions").asText()).isEqualTo("Use them.");
        assertThat(result.path("capabilities").fieldNames()).toIterable().containsExactly("tools");
    }

    @Test
    void an_unknown_version_in_a_handshake_gets_the_newest_legacy_one() throws Exception {
        wire.send(Wire.INITIALIZE.replace("2025-11-25", "2099-01-01"));

        assertThat(wire.receive().path("result").path("protocolVersion").asText())
                .isEqualTo("2025-11-25");
    }

    @Test
    void a_handshake_without_a_version_is_refused() throws Exception {
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"initialize"}""");

        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void a_request_before_the_handshake_is_refused_and_the_server_lives() throws Exception {
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"tools/list"}""");

        JsonNode refused = wire.receive();

        assertThat(refused.path("error").path("code").asInt()).isEqualTo(-32600);
        assertThat(refused.path("id").asInt()).isEqualTo(1);
        wire.shakeHands();
        wire.send("""
                {"jsonrpc":"2.0","id":2,"method":"tools/list"}""");
        assertThat(wire.receive().path("result").path("tools").size()).isEqualTo(8);
    }

    @Test
    void a_ping_is_answered_before_the_handshake() throws Exception {
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"ping"}""");

        assertThat(wire.receive().path("result").isObject()).isTrue();
    }

    @Test
    void a_client_that_forgets_to_say_initialized_is_served() throws Exception {
        wire.send(Wire.INITIALIZE);
        wire.receive();
        wire.call("2", "echo", "{\"text\":\"hi\"}");

        assertThat(Wire.textOf(wire.receive())).isEqualTo("hi");
    }

    @Test
    void an_unknown_method_is_refused_in_both_eras() throws Exception {
        wire.shakeHands();
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"resources/list"}""");
        wire.send("""
                {"jsonrpc":"2.0","id":2,"method":"resources/list","params":{%s}}""".formatted(Wire.MODERN_META));

        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32601);
        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32601);
    }

    @Test
    void a_modern_client_discovers_lists_and_calls_without_a_handshake() throws Exception {
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{%s}}""".formatted(Wire.MODERN_META));
        JsonNode discovered = wire.receive().path("result");
        assertThat(discovered.path("supportedVersions").path(0).asText()).isEqualTo("2026-07-28");
        assertThat(discovered.path("ttlMs").asLong()).isEqualTo(3_600_000);
        assertThat(discovered.path("cacheScope").asText()).isEqualTo("public");
        assertThat(discovered.path("instructions").asText()).isEqualTo("Use them.");

        wire.send("""
                {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{%s}}""".formatted(Wire.MODERN_META));
        JsonNode listed = wire.receive().path("result");
        assertThat(listed.path("tools").size()).isEqualTo(8);
        assertThat(listed.path("resultType").asText()).isEqualTo("complete");
        assertThat(listed.path("ttlMs").asLong()).isEqualTo(3_600_000);
        assertThat(listed.path("_meta")
                        .path("io.modelcontextprotocol/serverInfo")
                        .path("name")
                        .asText())
                .isEqualTo("dummy");

        wire.callModern("3", "echo", "{\"text\":\"hi\"}");
        JsonNode called = wire.receive();
        assertThat(Wire.textOf(called)).isEqualTo("hi");
        assertThat(called.path("result").path("resultType").asText()).isEqualTo("complete");
    }

    @Test
    void a_modern_version_that_is_not_spoken_is_refused_with_the_spoken_ones() throws Exception {
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{%s}}""".formatted(Wire.MODERN_META.replace("2026-07-28", "2031-01-01")));

        JsonNode error = wire.receive().path("error");

        assertThat(error.path("code").asInt()).isEqualTo(-32022);
        assertThat(error.path("data").path("supported").path(0).asText()).isEqualTo("2026-07-28");
        assertThat(error.path("data").path("requested").asText()).isEqualTo("2031-01-01");
    }

    @Test
    void a_modern_request_without_the_clients_capabilities_is_refused() throws Exception {
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":\
                {"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}""");

        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void both_eras_share_one_process_message_by_message() throws Exception {
        wire.shakeHands();
        wire.callModern("1", "echo", "{\"text\":\"new\"}");
        assertThat(Wire.textOf(wire.receive())).isEqualTo("new");
        wire.call("2", "echo", "{\"text\":\"old\"}");
        assertThat(Wire.textOf(wire.receive())).isEqualTo("old");
    }

    // Framing

    @Test
    void what_is_not_json_is_answered_and_the_server_lives() throws Exception {
        wire.send("{not json");
        wire.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"} trailing");

        for (int i = 0; i < 2; i++) {
            JsonNode error = wire.receive();
            assertThat(error.path("error").path("code").asInt()).isEqualTo(-32700);
            assertThat(error.get("id").isNull()).isTrue();
        }
        assertThatItLives();
    }

    @Test
    void bytes_that_are_not_utf8_are_refused_and_the_server_lives() throws Exception {
        byte[] message = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"p?ng\"}\n".getBytes(StandardCharsets.UTF_8);
        message[message.length - 6] = (byte) 0xE9;
        wire.sendBytes(message);

        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32700);
        assertThatItLives();
    }

    @Test
    void a_byte_order_mark_blank_lines_and_carriage_returns_are_tolerated() throws Exception {
        wire.sendBytes(
                "\uFEFF{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n\r\n\n".getBytes(StandardCharsets.UTF_8));

        assertThat(wire.receive().path("id").asInt()).isEqualTo(1);
        assertThatItLives();
    }

    @Test
    void a_carriage_return_or_line_separator_inside_a_text_does_not_end_the_line() throws Exception {
        wire.shakeHands();
        wire.call("1", "echo", "{\"text\":\"a\u2028b\u0085c\"}");

        assertThat(Wire.textOf(wire.receive())).isEqualTo("a\u2028b\u0085c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]", "1", "\"x\"", "null"})
    void a_batch_or_a_bare_value_is_refused_and_the_server_lives(String message) throws Exception {
        wire.send(message);

        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32600);
        assertThatItLives();
    }

    @Test
    void a_request_whose_id_is_no_text_or_number_is_refused() throws Exception {
        wire.send("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}");
        wire.send("{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}");
        wire.send("{\"jsonrpc\":\"1.0\",\"id\":7,\"method\":\"ping\"}");

        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32600);
        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32600);
        assertThat(wire.receive().path("id").asInt()).isEqualTo(7);
    }

    @Test
    void a_reply_of_the_client_is_ignored() throws Exception {
        wire.send("{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}");

        assertThatItLives();
    }

    @ParameterizedTest
    @ValueSource(ints = {190_000, 199_999})
    void a_message_under_the_limit_is_taken_whole(int length) throws Exception {
        wire.shakeHands();
        String head = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                + "{\"name\":\"echo\",\"arguments\":{\"text\":\"";
        String tail = "\"}}}";
        String text = "x".repeat(length - head.length() - tail.length());
        wire.send(head + text + tail);

        assertThat(Wire.textOf(wire.receive())).isEqualTo(text);
    }

    @Test
    void a_message_over_the_limit_is_refused_with_its_id_wherever_that_stands() throws Exception {
        wire.shakeHands();
        String text = "\\\"id\\\":1, {\\\"id\\\":2}".repeat(30_000);
        String params = "{\"id\":3,\"name\":\"echo\",\"arguments\":{\"text\":\"" + text + "\"}}";
        wire.send("{\"jsonrpc\":\"2.0\",\"id\":\"first\",\"method\":\"tools/call\",\"params\":" + params + "}");
        wire.send("{\"method\":\"tools/call\",\"params\":" + params + ",\"jsonrpc\":\"2.0\",\"id\":77}");
        wire.send("{\"method\":\"" + "x".repeat(300_000));

        JsonNode first = wire.receive();
        assertThat(first.path("error").path("code").asInt()).isEqualTo(-32600);
        assertThat(first.path("error").path("message").asText()).contains("200000");
        assertThat(first.path("id").asText()).isEqualTo("first");
        assertThat(wire.receive().path("id").asInt()).isEqualTo(77);
        assertThat(wire.receive().get("id").isNull()).isTrue();
        assertThatItLives();
    }

    // Calls

    @Test
    void an_id_in_use_is_refused() throws Exception {
        wire.shakeHands();
        wire.call("1", "wait", "{}");
        wire.call("1", "echo", "{\"text\":\"x\"}");

        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32600);
        tools.gate.release();
        assertThat(Wire.textOf(wire.receive())).isEqualTo("waited");
    }

    @Test
    void a_number_and_a_text_are_different_ids() throws Exception {
        wire.shakeHands();
        wire.call("1", "wait", "{}");
        wire.call("\"1\"", "echo", "{\"text\":\"x\"}");

        assertThat(wire.receive().path("id").isTextual()).isTrue();
        tools.gate.release();
        assertThat(wire.receive().path("id").isInt()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_cancelled_call_is_interrupted_and_never_answered(boolean isModern) throws Exception {
        wire.shakeHands();
        if (isModern) {
            wire.callModern("5", "wait", "{}");
        } else {
            wire.call("5", "wait", "{}");
        }
        assertThat(tools.waiting.await(10, TimeUnit.SECONDS)).isTrue();

        wire.cancel("5");

        assertThat(tools.interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        wire.close();
        assertThat(wire.messagesUntilEnd()).isZero();
    }

    @Test
    void a_cancel_of_an_unknown_or_finished_call_is_ignored() throws Exception {
        wire.shakeHands();
        wire.cancel("99");
        wire.call("1", "echo", "{\"text\":\"x\"}");
        wire.receive();
        wire.cancel("1");

        assertThatItLives();
    }

    @Test
    void a_cancel_never_hits_the_next_call_of_the_same_thread() throws Exception {
        wire.shakeHands();
        for (int i = 0; i < 200; i++) {
            wire.call(String.valueOf(2 * i), "echo", "{\"text\":\"cancelled\"}");
            wire.cancel(String.valueOf(2 * i));
            wire.call(String.valueOf(2 * i + 1), "echo", "{\"text\":\"kept\"}");
            JsonNode answer = wire.receive();
            while (answer.path("id").asInt() != 2 * i + 1) {
                answer = wire.receive();
            }
            assertThat(Wire.textOf(answer)).isEqualTo("kept");
        }
    }

    @Test
    void what_a_tool_throws_is_a_result_with_a_code_and_without_its_words() throws Exception {
        wire.shakeHands();
        for (String tool : new String[] {"throw", "overflow"}) {
            wire.call("1", tool, "{}");
            JsonNode answer = wire.receive();
            assertThat(answer.path("result").path("isError").asBoolean()).isTrue();
            assertThat(Wire.textOf(answer)).startsWith("IO: ").contains("Try: ").doesNotContain("secret");
            assertThat(answer.path("result")
                            .path("_meta")
                            .path("dev.cofferdam/error")
                            .path("code")
                            .asText())
                    .isEqualTo("IO");
        }
        assertThatItLives();
    }

    @Test
    void an_unknown_tool_is_a_protocol_error_that_names_the_tools() throws Exception {
        wire.shakeHands();
        wire.call("1", "no_such", "{}");
        wire.callModern("2", "no_such", "{}");
        for (int i = 0; i < 2; i++) {
            JsonNode error = wire.receive().path("error");
            assertThat(error.path("code").asInt()).isEqualTo(-32602);
            assertThat(error.path("message").asText()).contains("no_such").contains("echo, wait, print");
        }
    }

    @Test
    void a_tool_name_that_is_no_text_is_a_protocol_error() throws Exception {
        wire.shakeHands();
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5}}""");

        assertThat(wire.receive().path("error").path("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void wrong_arguments_are_a_result_that_names_the_right_ones() throws Exception {
        wire.shakeHands();
        for (String arguments : new String[] {"{}", "{\"text\":5}", "{\"text\":\"x\",\"txet\":\"y\"}", "[]", "null"}) {
            wire.call("1", "echo", arguments);
            JsonNode answer = wire.receive();
            assertThat(answer.path("result").path("isError").asBoolean())
                    .as(arguments)
                    .isTrue();
            assertThat(Wire.textOf(answer)).startsWith("INVALID_ARGUMENT: ").contains("echo(text)");
        }
    }

    @Test
    void a_null_counts_as_absent_and_a_list_may_come_as_text() throws Exception {
        wire.shakeHands();
        wire.call("1", "list", "{\"items\":\"[\\\"a\\\",\\\"b\\\"]\"}");
        assertThat(Wire.textOf(wire.receive())).isEqualTo("a+b");
        wire.call("2", "list", "{\"items\":\"a\"}");
        assertThat(Wire.textOf(wire.receive())).contains("`\"items\": […]`");
        wire.call("3", "wait", "{\"unknown\":null}");
        tools.gate.release();
        assertThat(Wire.textOf(wire.receive())).isEqualTo("waited");
    }

    @Test
    void progress_is_thinned_out_and_comes_before_the_answer() throws Exception {
        wire.shakeHands();
        wire.send("""
                {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"report","arguments":{"count":5000},\
                "_meta":{"progressToken":"p"}}}""");

        JsonNode progress = wire.receive();
        assertThat(progress.path("method").asText()).isEqualTo("notifications/progress");
        assertThat(progress.path("params").path("progressToken").asText()).isEqualTo("p");
        assertThat(progress.path("params").path("message").asText()).isEqualTo("step 0");
        int more = 0;
        for (JsonNode next = wire.receive(); next.has("method"); next = wire.receive()) {
            more++;
        }
        assertThat(more).isLessThan(20);
    }

    @Test
    void nothing_is_reported_to_a_client_that_gave_no_token() throws Exception {
        wire.shakeHands();
        wire.call("1", "report", "{\"count\":5}");

        assertThat(Wire.textOf(wire.receive())).isEqualTo("reported");
    }

    @Test
    void forty_waiting_calls_do_not_hold_up_another_one() throws Exception {
        wire.shakeHands();
        for (int i = 0; i < 40; i++) {
            wire.call(String.valueOf(i), "wait", "{}");
        }
        wire.call("100", "echo", "{\"text\":\"at once\"}");

        assertThat(Wire.textOf(wire.receive())).isEqualTo("at once");
        tools.gate.release(40);
        for (int i = 0; i < 40; i++) {
            assertThat(Wire.textOf(wire.receive())).isEqualTo("waited");
        }
    }

    @Test
    void two_thousand_calls_in_a_row_are_all_answered() throws Exception {
        wire.shakeHands();
        for (int i = 0; i < 2_000; i++) {
            wire.call(String.valueOf(i), "echo", "{\"text\":\"" + i + "\"}");
        }

        Set<String> texts = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            texts.add(Wire.textOf(wire.receive()));
        }
        assertThat(texts).hasSize(2_000);
    }

    // The end

    @Test
    void an_answer_under_way_is_sent_after_the_input_has_ended() throws Exception {
        wire.send(Wire.INITIALIZE);
        wire.send(Wire.INITIALIZED);
        wire.call("1", "wait", "{}");
        wire.close();
        wire.receive();
        tools.gate.release();

        assertThat(Wire.textOf(wire.receive())).isEqualTo("waited");
    }

    @Test
    void a_last_line_without_a_line_feed_is_answered() throws Exception {
        wire.sendBytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}".getBytes(StandardCharsets.UTF_8));
        wire.close();

        assertThat(wire.receive().path("id").asInt()).isEqualTo(1);
    }

    @Test
    void a_call_that_goes_on_after_the_end_is_cancelled_and_awaited() throws Exception {
        wire.shakeHands();
        wire.call("1", "wait", "{}");
        wire.close();
        serving.join(10_000);

        assertThat(tools.interrupted.getCount()).isZero();
        assertThat(wire.messagesUntilEnd()).isZero();
    }

    @Test
    void a_client_that_reads_no_more_ends_the_server() throws Exception {
        wire.shakeHands();
        wire.call("1", "wait", "{}");
        assertThat(tools.waiting.await(10, TimeUnit.SECONDS)).isTrue();
        fromServer.source().close();
        for (int i = 2; i < 100 && serving.isAlive(); i++) {
            wire.send("{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"ping\"}");
            serving.join(100);
        }

        assertThat(serving.isAlive()).isFalse();
        assertThat(tools.interrupted.getCount()).isZero();
    }

    private void assertThatItLives() throws IOException, InterruptedException {
        wire.send("""
                {"jsonrpc":"2.0","id":"alive","method":"ping"}""");
        assertThat(wire.receive().path("id").asText()).isEqualTo("alive");
    }
}
