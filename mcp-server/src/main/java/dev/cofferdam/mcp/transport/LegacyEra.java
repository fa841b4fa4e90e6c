package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.Content;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpRequestHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The protocol from 2024-11-05 to 2025-11-25: a handshake, then a session. */
final class LegacyEra {
    private static final List<String> VERSIONS = List.of(
            ProtocolVersions.MCP_2025_11_25,
            ProtocolVersions.MCP_2025_06_18,
            ProtocolVersions.MCP_2025_03_26,
            ProtocolVersions.MCP_2024_11_05);

    private final ServerDescription description;
    private final ToolDispatch dispatch;
    private final SdkJson json;
    private final OpenCalls calls;
    private final McpSchema.ListToolsResult tools;
    private final McpServerSession session;
    private Handshake handshake = Handshake.NONE;

    LegacyEra(ServerDescription description, ToolDispatch dispatch, SdkJson json, OpenCalls calls) {
        this.description = description;
        this.dispatch = dispatch;
        this.json = json;
        this.calls = calls;
        this.tools = McpSchema.ListToolsResult.builder(
                        dispatch.tools().stream().map(LegacyEra::tool).toList())
                .build();
        this.session = new McpServerSession(
                "stdio", Duration.ofSeconds(10), new Replies(), this::initialize, handlers(), Map.of());
    }

    private Map<String, McpRequestHandler<?>> handlers() {
        McpRequestHandler<McpSchema.ListToolsResult> list = (exchange, params) -> Mono.just(tools);
        McpRequestHandler<McpSchema.CallToolResult> call = (exchange, params) -> callTool(params);
        return Map.of(McpSchema.METHOD_TOOLS_LIST, list, McpSchema.METHOD_TOOLS_CALL, call);
    }

    /** Starts a request; only the reading thread calls this. */
    void request(String method, @Nullable Object params, Call call) {
        switch (method) {
            case McpSchema.METHOD_INITIALIZE -> {
                if (!(params instanceof Map<?, ?> map) || !(map.get("protocolVersion") instanceof String)) {
                    call.fail(McpSchema.ErrorCodes.INVALID_PARAMS, "initialize needs a text `protocolVersion`");
                    return;
                }
                handshake = Handshake.ANSWERED;
            }
            case McpSchema.METHOD_PING -> {
                call.answer(McpSchema.JSONRPCResponse.result(call.id(), Map.of()));
                return;
            }
            default -> {
                if (handshake == Handshake.NONE) {
                    call.fail(MessageWriter.INVALID_REQUEST, method + " came before initialize");
                    return;
                }
                initialized();
            }
        }
        call.workIs(session.handle(new McpSchema.JSONRPCRequest(method, call.id(), params))
                .contextWrite(context -> context.put(Call.class, call))
                .subscribe(nothing -> {}, failure -> call.fail(-32603, "Internal error")));
    }

    void notification(String method) {
        if (method.equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED) && handshake == Handshake.ANSWERED) {
            initialized();
        }
    }

    /** The SDK holds requests back until this; a client that forgets to say it need not hang. */
    private void initialized() {
        if (handshake == Handshake.ANSWERED) {
            handshake = Handshake.DONE;
            session.handle(new McpSchema.JSONRPCNotification(McpSchema.METHOD_NOTIFICATION_INITIALIZED))
                    .subscribe();
        }
    }

    private Mono<McpSchema.InitializeResult> initialize(McpSchema.InitializeRequest request) {
        String asked = request.protocolVersion();
        String version = VERSIONS.contains(asked) ? asked : VERSIONS.get(0);
        McpSchema.ServerCapabilities capabilities =
                McpSchema.ServerCapabilities.builder().tools(false).build();
        McpSchema.Implementation self = McpSchema.Implementation.builder(description.name(), description.version())
                .title(description.title())
                .build();
        return Mono.just(McpSchema.InitializeResult.builder(version, capabilities, self)
                .instructions(description.instructions())
                .build());
    }

    private Mono<McpSchema.CallToolResult> callTool(Object params) {
        return Mono.deferContextual(context -> {
            try {
                return dispatch.run(params, context.get(Call.class)).map(LegacyEra::result);
            } catch (BadCallException e) {
                return Mono.error(McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS)
                        .message(e.text())
                        .build());
            }
        });
    }

    private static McpSchema.Tool tool(Tool tool) {
        ToolHints hints = tool.hints();
        McpSchema.Tool.Builder builder = McpSchema.Tool.builder(tool.name(), tool.input())
                .title(tool.title())
                .description(tool.description())
                .annotations(McpSchema.ToolAnnotations.builder()
                        .title(tool.title())
                        .readOnlyHint(hints.readOnly())
                        .destructiveHint(hints.destructive())
                        .idempotentHint(hints.idempotent())
                        .openWorldHint(hints.openWorld())
                        .build());
        if (tool.output() != null) {
            builder.outputSchema(tool.output());
        }
        return tool.meta().isEmpty()
                ? builder.build()
                : builder.meta(tool.meta()).build();
    }

    private static McpSchema.CallToolResult result(ToolResult result) {
        List<McpSchema.Content> content =
                result.content().stream().map(LegacyEra::content).toList();
        McpSchema.CallToolResult.Builder builder =
                McpSchema.CallToolResult.builder(content).isError(result.error());
        if (result.structured() != null) {
            builder.structuredContent(result.structured());
        }
        return result.meta().isEmpty()
                ? builder.build()
                : builder.meta(result.meta()).build();
    }

    private static McpSchema.Content content(Content content) {
        if (content instanceof Content.Image image) {
            return McpSchema.ImageContent.builder(image.base64(), image.mimeType())
                    .build();
        }
        return McpSchema.TextContent.builder(((Content.Text) content).text()).build();
    }

    /** How far the client is with its handshake. */
    private enum Handshake {
        NONE,
        ANSWERED,
        DONE
    }

    /** Sends the session's answers through the call that they belong to. */
    private final class Replies implements McpServerTransport {
        @Override
        public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
            return Mono.fromRunnable(() -> {
                Call call = message instanceof McpSchema.JSONRPCResponse response ? calls.find(response.id()) : null;
                if (call != null) {
                    call.answer(message);
                }
            });
        }

        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            return json.sdkMapper().convertValue(data, type);
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }
}
