package dev.cofferdam.mcp.workspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The lines of a text: a line ends at LF or CRLF and nowhere else; what follows the last end is a line if not empty. */
final class Lines {
    private final String text;
    private final int[] starts;

    private Lines(String text, int[] starts) {
        this.text = text;
        this.starts = starts;
    }

    static Lines of(String text) {
        int[] starts = new int[16];
        int count = 0;
        for (int at = 0; at < text.length(); ) {
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
            }
            starts[count++] = at;
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end + 1;
        }
        return new Lines(text, Arrays.copyOf(starts, count));
    }

    int count() {
        return starts.length;
    }

    /** A line without its end, the first one being 1. */
    String line(int number) {
        String whole = withEnd(number);
        int end = whole.length();
        if (whole.endsWith("\n")) {
            end -= whole.endsWith("\r\n") ? 2 : 1;
        }
        return whole.substring(0, end);
    }

    /** A line with its end. */
    String withEnd(int number) {
        return text.substring(starts[number - 1], number == starts.length ? text.length() : starts[number]);
    }

    /** The line that holds a position of the text. */
    int numberAt(int position) {
        int found = Arrays.binarySearch(starts, position);
        return found >= 0 ? found + 1 : Math.max(1, -found - 1);
    }

    List<String> all() {
        List<String> all = new ArrayList<>(starts.length);
        for (int number = 1; number <= starts.length; number++) {
            all.add(line(number));
        }
        return all;
    }

    /** A text cut at a number of characters, never through a pair of surrogates. */
    static String cut(String line, int chars) {
        if (line.length() <= chars) {
            return line;
        }
        int end = Character.isHighSurrogate(line.charAt(chars - 1)) ? chars - 1 : chars;
        return line.substring(0, end);
    }
}
