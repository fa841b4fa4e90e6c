package dev.cofferdam.mcp.workspace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cofferdam.mcp.tool.ToolException;

/** Finds a pattern in a line, in time that grows with the line and not with the pattern's cunning. */
final class LineMatcher {
    private final Pattern pattern;

    private LineMatcher(Pattern pattern) {
        this.pattern = pattern;
    }

    static LineMatcher of(String pattern, boolean regex, boolean ignoreCase) {
        if (pattern.isEmpty()) {
            throw ToolException.invalid("`pattern` is empty", "a text or an RE2 expression");
        }
        if (!regex && pattern.indexOf('\n') >= 0) {
            throw ToolException.invalid(
                    "`pattern` holds a line break, and a match lies within one line", "its first line");
        }
        try {
            return new LineMatcher(Pattern.compile(
                    regex ? pattern : Pattern.quote(pattern), ignoreCase ? Pattern.CASE_INSENSITIVE : 0));
        } catch (PatternSyntaxException e) {
            throw ToolException.invalid(
                            "`pattern` is no RE2 expression: " + e.getDescription(),
                            "regex=false for a literal text; RE2 has no look-around and no back references")
                    .causedBy(e);
        }
    }

    /** Where the first match of a line begins, or -1. */
    int find(String line) {
        Matcher matcher = pattern.matcher(line);
        return matcher.find() ? matcher.start() : -1;
    }
}
