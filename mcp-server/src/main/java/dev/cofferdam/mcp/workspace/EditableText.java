package dev.cofferdam.mcp.workspace;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text in which passages are found whatever their line ends are, and replaced without touching any other character:
 * a CRLF file stays one, and a file with mixed line ends stays mixed.
 */
final class EditableText {
    private final String original;
    private final String unified;
    /** Where each character of the unified text stands in the original; null when they are the same. */
    private final int @Nullable [] positions;

    EditableText(String original) {
        this.original = original;
        this.unified = unify(original);
        this.positions = unified.length() == original.length() ? null : positions(original, unified.length());
    }

    static String unify(String text) {
        return text.replace("\r\n", "\n");
    }

    /** The text with LF at the end of each line. */
    String unified() {
        return unified;
    }

    /** Where a passage stands in the unified text; matches do not overlap. */
    List<Integer> matches(String passage) {
        List<Integer> found = new ArrayList<>();
        for (int at = unified.indexOf(passage); at >= 0; at = unified.indexOf(passage, at + passage.length())) {
            found.add(at);
        }
        return found;
    }

    /** The original with passages replaced; both texts have LF at the end of their lines. */
    String replace(List<Integer> matches, String oldText, String newText) {
        int same = commonPrefix(oldText, newText);
        int sameEnd = commonSuffix(oldText, newText, same);
        String inserted = newText.substring(same, newText.length() - sameEnd);
        StringBuilder result = new StringBuilder(original.length());
        int copied = 0;
        for (int match : matches) {
            int from = position(match + same);
            int to = position(match + oldText.length() - sameEnd);
            result.append(original, copied, from);
            result.append(inserted.indexOf('\n') < 0 ? inserted : inserted.replace("\n", eolNear(from)));
            copied = to;
        }
        return result.append(original, copied, original.length()).toString();
    }

    private int position(int unifiedPosition) {
        if (positions == null) {
            return unifiedPosition;
        }
        return unifiedPosition == unified.length() ? original.length() : positions[unifiedPosition];
    }

    /** The end of the line at a position, or of the line before, or LF in a text of one line. */
    private String eolNear(int position) {
        int end = original.indexOf('\n', position);
        if (end < 0) {
            end = original.lastIndexOf('\n', position);
        }
        return end > 0 && original.charAt(end - 1) == '\r' ? "\r\n" : "\n";
    }

    private static int[] positions(String original, int length) {
        int[] positions = new int[length];
        int next = 0;
        for (int i = 0; i < length; i++) {
            positions[i] = next;
            boolean pair =
                    original.charAt(next) == '\r' && next + 1 < original.length() && original.charAt(next + 1) == '\n';
            next += pair ? 2 : 1;
        }
        return positions;
    }

    private static int commonPrefix(String a, String b) {
        int most = Math.min(a.length(), b.length());
        int same = 0;
        while (same < most && a.charAt(same) == b.charAt(same)) {
            same++;
        }
        return same;
    }

    private static int commonSuffix(String a, String b, int prefix) {
        int most = Math.min(a.length(), b.length()) - prefix;
        int same = 0;
        while (same < most && a.charAt(a.length() - 1 - same) == b.charAt(b.length() - 1 - same)) {
            same++;
        }
        return same;
    }
}
