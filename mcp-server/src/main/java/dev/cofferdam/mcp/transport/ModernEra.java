package dev.cofferdam.mcp.transport;

import dev.cofferdam.mcp.tool.Content;
import dev.cofferdam.mcp.tool.Tool;
import dev.cofferdam.mcp.tool.ToolHints;
import dev.cofferdam.mcp.tool.ToolResult;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.modern.JsonRpc;
import io.modelcontextprotocol.modern.McpException;
import io.modelcontextprotocol.modern.McpSchema;
import io.modelcontextprotocol.modern.server.McpAsyncResponse;
import io.modelcontextprotocol.modern.server.McpFeature;
import io.modelcontextprotocol.modern.server.McpRequestContext;
import io.modelcontextprotocol.modern.server.McpServer;
import io.modelcontextprotocol.modern.server.McpTransportResponse;
import io.modelcontextprotocol.modern.server.RequestStateCodec;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The protocol of 2026-07-28: no handshake, each request stands alone. */
final class ModernEra {
    private static final long ONE_HOUR_MS = 3_600_000;

    private final ToolDispatch dispatch;
    private final McpServer server;
    private final McpSchema.ListToolsResult tools;

    ModernEra(ServerDescription description, ToolDispatch dispatch, SdkJson json) {
        this.dispatch = dispatch;
        this.tools = McpSchema.ListToolsResult.builder(
                        dispatch.tools().stream().map(ModernEra::tool).toList())
                .ttlMs(ONE_HOUR_MS)
                .cacheScope(McpSchema.CacheScope.PUBLIC)
                .build();
        this.server = McpServer.builder()
                .serverInfo(McpSchema.Implementation.builder(description.name(), description.version())
                        .title(description.title())
                        .build())
                .instructions(description.instructions())
                .jsonMapper(json.sdkMapper())
                .requestStateCodec(new NoRequestState())
                .discoverCache(ONE_HOUR_MS, McpSchema.CacheScope.PUBLIC)
                .feature(new Tools())
                .build();
    }

    /** Whether a message speaks this era's language. */
    static boolean owns(String method, @Nullable Object params) {
        if (method.equals(McpSchema.METHOD_SERVER_DISCOVER)) {
            return true;
        }
        return !method.equals("initialize")
                && params instanceof Map<?, ?> map
                && map.get("_meta") instanceof Map<?, ?> meta
                && meta.containsKey(McpSchema.MetaKeys.PROTOCOL_VERSION);
    }

    void request(String method, @Nullable Object params, Call call) {
        call.workIs(server.handle(McpTransportContext.EMPTY, new JsonRpc.JSONRPCRequest(method, call.id(), params))
                .contextWrite(context -> context.put(Call.class, call))
                .subscribe(response -> answer(call, response), failure -> call.fail(-32603, "Internal error")));
    }

    private static void answer(Call call, McpTransportResponse response) {
        if (response instanceof McpTransportResponse.Result result) {
            call.answer(result.response());
        } else if (response instanceof McpTransportResponse.Error error) {
            call.answer(error.response());
        } else {
            call.fail(-32603, "Internal error");
        }
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
        McpSchema.CallToolResult.Builder builder = McpSchema.CallToolResult.builder()
                .content(result.content().stream().map(ModernEra::content).toList())
                .isError(result.error());
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

    /** The tools as a feature of the SDK's server. */
    private final class Tools implements McpFeature {
        @Override
        public Set<String> methods() {
            return Set.of(McpSchema.METHOD_TOOLS_LIST, McpSchema.METHOD_TOOLS_CALL);
        }

        @Override
        public void capabilities(McpSchema.ServerCapabilities.Builder builder) {
            builder.tools(false);
        }

        @Override
        public Mono<McpAsyncResponse<McpSchema.Result>> handle(McpRequestContext request, Object params) {
            if (request.method().equals(McpSchema.METHOD_TOOLS_LIST)) {
                return Mono.just(McpAsyncResponse.result(tools));
            }
            return Mono.deferContextual(context -> {
                try {
                    return dispatch.run(params, context.get(Call.class))
                            .map(result -> McpAsyncResponse.result(result(result)));
                } catch (BadCallException e) {
                    return Mono.error(McpException.invalidParams(e.text()));
                }
            });
        }
    }

    /** No request of ours asks the client for input, so no state ever travels. */
    private static final class NoRequestState implements RequestStateCodec {
        @Override
        public String seal(McpRequestContext context, String state) {
            throw McpException.invalidParams("no request state is used here");
        }

        @Override
        public String open(McpRequestContext context, String state) {
            throw McpException.invalidParams("no request state is used here");
        }
    }
}
