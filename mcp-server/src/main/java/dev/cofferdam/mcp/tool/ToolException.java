package dev.cofferdam.mcp.tool;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A failure in the words that a model gets to read: a code, what happened, and what to try next. */
public final class ToolException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String code;
    private final String what;
    private final String hint;
    private final @Nullable String path;
    private final boolean retryable;

    private ToolException(
            String code,
            String what,
            String hint,
            @Nullable String path,
            boolean retryable,
            @Nullable Throwable cause) {
        super(code + ": " + what, cause);
        this.code = code;
        this.what = what;
        this.hint = hint;
        this.path = path;
        this.retryable = retryable;
    }

    /**
     * A failure that is not about one path.
     *
     * @param code the error code
     * @param what what happened, without a full stop at its end
     * @param hint what to try next, or an empty text
     * @return the failure
     */
    public static ToolException of(String code, String what, String hint) {
        return new ToolException(code, what, hint, null, false, null);
    }

    /**
     * An argument that cannot be used.
     *
     * @param what what is wrong with it
     * @param hint what to send instead
     * @return the failure
     */
    public static ToolException invalid(String what, String hint) {
        return of("INVALID_ARGUMENT", what, hint);
    }

    /**
     * Names the path that the failure is about.
     *
     * @param about a path relative to the workspace
     * @return the failure with it
     */
    public ToolException about(@Nullable String about) {
        return new ToolException(code, what, hint, about, retryable, getCause());
    }

    /**
     * Says whether the same call may succeed later.
     *
     * @param again true when it may
     * @return the failure with it
     */
    public ToolException retryable(boolean again) {
        return new ToolException(code, what, hint, path, again, getCause());
    }

    /**
     * Keeps the failure behind this one, for the log.
     *
     * @param cause the failure behind
     * @return the failure with it
     */
    public ToolException causedBy(Throwable cause) {
        return new ToolException(code, what, hint, path, retryable, cause);
    }

    /**
     * The error code.
     *
     * @return one of the contract's codes or of the server's own
     */
    public String code() {
        return code;
    }

    /**
     * The text that the model reads.
     *
     * @return {@code CODE: what. Try: next step.}
     */
    public String text() {
        String text = code + ": " + sentence(what);
        return hint.isEmpty() ? text : text + " Try: " + sentence(hint);
    }

    /**
     * The same as data.
     *
     * @return code, retryable and, where there is one, the path
     */
    public Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("code", code);
        if (path != null) {
            details.put("path", path);
        }
        details.put("retryable", retryable);
        return details;
    }

    private static String sentence(String words) {
        return words.endsWith(".") || words.endsWith("!") || words.endsWith("?") ? words : words + ".";
    }
}
