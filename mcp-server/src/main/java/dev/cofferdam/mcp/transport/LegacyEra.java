package dev.cofferdam.mcp.transport;

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
    private final Map<String, Object> tools;
    private final McpServerSession session;
    private Handshake handshake = Handshake.NONE;

    LegacyEra(ServerDescription description, ToolDispatch dispatch, SdkJson json, OpenCalls calls) {
        this.description = description;
        this.dispatch = dispatch;
        this.json = json;
        this.calls = calls;
        this.tools = LegacyForms.tools(dispatch.tools());
        this.session = new McpServerSession(
                "stdio", Duration.ofSeconds(10), new Replies(), this::initialize, handlers(), Map.of());
    }

    private Map<String, McpRequestHandler<?>> handlers() {
        McpRequestHandler<Map<String, Object>> list = (exchange, params) -> Mono.just(tools);
        McpRequestHandler<Map<String, Object>> call = (exchange, params) -> callTool(params);
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
                call.answer(LegacyForms.response(call.id(), Map.of()));
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

    private Mono<Map<String, Object>> callTool(Object params) {
        return Mono.deferContextual(context -> {
            try {
                return dispatch.run(params, context.get(Call.class)).map(LegacyForms::result);
            } catch (BadCallException e) {
                return Mono.error(McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS)
                        .message(e.text())
                        .build());
            }
        });
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
                if (message instanceof McpSchema.JSONRPCResponse response) {
                    send(response);
                }
            });
        }

        private void send(McpSchema.JSONRPCResponse response) {
            Call call = calls.find(response.id());
            if (call == null) {
                return;
            }
            if (response.error() != null) {
                call.fail(response.error().code(), response.error().message());
            } else if (response.result() instanceof McpSchema.InitializeResult agreed) {
                call.answer(
                        LegacyForms.response(call.id(), LegacyForms.handshake(agreed.protocolVersion(), description)));
            } else {
                call.answer(LegacyForms.response(call.id(), response.result()));
            }
        }

        /** What a client says of itself is not used, and reading it all takes a part of the start. */
        @Override
        public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
            if (type.getType() == McpSchema.InitializeRequest.class && data instanceof Map<?, ?> map) {
                @SuppressWarnings("unchecked") // the type of the reference says so
                T handshake = (T) handshake(String.valueOf(map.get("protocolVersion")));
                return handshake;
            }
            return json.sdkMapper().convertValue(data, type);
        }

        private static McpSchema.InitializeRequest handshake(String version) {
            McpSchema.ClientCapabilities none =
                    McpSchema.ClientCapabilities.builder().build();
            McpSchema.Implementation client =
                    McpSchema.Implementation.builder("client", "unknown").build();
            return McpSchema.InitializeRequest.builder(version, none, client).build();
        }

        @Override
        public Mono<Void> closeGracefully() {
            return Mono.empty();
        }
    }
}
