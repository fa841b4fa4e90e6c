package dev.cofferdam.mcp.tool;

/** One part of a result that a model sees. */
public sealed interface Content {
    /**
     * Readable text.
     *
     * @param text the text
     */
    record Text(String text) implements Content {}

    /**
     * A picture.
     *
     * @param base64 its bytes in base64
     * @param mimeType its type
     */
    record Image(String base64, String mimeType) implements Content {}
}
