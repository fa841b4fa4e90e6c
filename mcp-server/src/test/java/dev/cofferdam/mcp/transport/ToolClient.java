package dev.cofferdam.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.mcp.workspace.CommandBook;
import dev.cofferdam.mcp.workspace.Machine;
import dev.cofferdam.mcp.workspace.ToolLimits;
import dev.cofferdam.mcp.workspace.Toolbox;
import dev.cofferdam.mcp.workspace.WorkspaceSession;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.Workspace;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls tools over a real wire, as a client would, and checks each structured result against its schema. */
public final class ToolClient implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SdkJson schemas = new SdkJson();
    private final Map<String, Map<String, Object>> outputSchemas = new HashMap<>();
    private final AtomicInteger ids = new AtomicInteger();
    private final CommandBook book;
    private final WorkspaceSession session;
    private final Wire wire;
    private final Thread serving;

    public ToolClient(Workspace workspace) throws IOException, InterruptedException {
        this(workspace, ToolLimits.DEFAULT, Machine.here(), new Toolbox.Choice(Set.of(), false, false));
    }

    public ToolClient(Workspace workspace, ToolLimits limits, Machine machine, Toolbox.Choice choice)
            throws IOException, InterruptedException {
        session = new WorkspaceSession(() -> workspace);
        book = new CommandBook(limits, machine);
        Toolbox.Offer offer =
                new Toolbox(session, limits, book, machine, false, workspace.isolation() == Isolation.OS).offer(choice);
        offer.tools().stream()
                .filter(tool -> tool.output() != null)
                .forEach(tool -> outputSchemas.put(tool.name(), tool.output()));
        Pipe toServer = Pipe.open();
        Pipe fromServer = Pipe.open();
        StdioServer server = new StdioServer(
                Channels.newInputStream(toServer.source()),
                Channels.newOutputStream(fromServer.sink()),
                new ServerDescription("test", "Test", "1", "", offer.tools(), offer.withheld()),
                TransportLimits.DEFAULT);
        serving = new Thread(() -> serve(server), "server-under-test");
        serving.start();
        wire = new Wire(Channels.newOutputStream(toServer.sink()), Channels.newInputStream(fromServer.source()));
        wire.shakeHands();
    }

    private static void serve(StdioServer server) {
        try {
            server.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public Wire wire() {
        return wire;
    }

    /** Sends a call without waiting for its answer; the id is returned. */
    public int send(String tool, Map<String, ?> arguments) throws IOException {
        int id = ids.incrementAndGet();
        wire.call(String.valueOf(id), tool, JSON.writeValueAsString(arguments));
        return id;
    }

    /** Calls a tool and returns its whole result. */
    public JsonNode call(String tool, Map<String, ?> arguments) throws IOException, InterruptedException {
        send(tool, arguments);
        return checked(tool, wire.receiveAnswer());
    }

    /** Calls a tool that must succeed and returns its structured result, or its text when it has none. */
    public JsonNode ok(String tool, Map<String, ?> arguments) throws IOException, InterruptedException {
        JsonNode result = call(tool, arguments);
        assertThat(result.path("isError").asBoolean())
                .as(() -> tool + ": " + result.path("content"))
                .isFalse();
        return result.has("structuredContent")
                ? result.path("structuredContent")
                : result.path("content").path(0).path("text");
    }

    /** Calls a tool that must fail with a code and returns its text. */
    public String failure(String code, String tool, Map<String, ?> arguments) throws IOException, InterruptedException {
        JsonNode result = call(tool, arguments);
        String text = result.path("content").path(0).path("text").asText();
        assertThat(result.path("isError").asBoolean()).as(result::toString).isTrue();
        assertThat(result.has("structuredContent")).isFalse();
        assertThat(result.path("_meta").path("dev.cofferdam/error").path("code").asText())
                .as(text)
                .isEqualTo(code);
        assertThat(text).startsWith(code + ": ");
        return text;
    }

    private JsonNode checked(String tool, JsonNode answer) throws JsonProcessingException {
        assertThat(answer.has("error")).as(answer::toString).isFalse();
        JsonNode result = answer.path("result");
        Map<String, Object> schema = outputSchemas.get(tool);
        if (!result.path("isError").asBoolean()) {
            assertThat(result.has("structuredContent"))
                    .as("structured exactly when there is a schema")
                    .isEqualTo(schema != null);
        }
        if (schema != null && result.has("structuredContent")) {
            Map<String, Object> data =
                    JSON.convertValue(result.path("structuredContent"), new TypeReference<Map<String, Object>>() {});
            assertThat(schemas.problem(schema, data)).as(tool).isEmpty();
        }
        return result;
    }

    @Override
    public void close() throws IOException {
        wire.close();
        try {
            serving.join(30_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(serving.isAlive()).isFalse();
        book.close();
        session.close();
    }
}
