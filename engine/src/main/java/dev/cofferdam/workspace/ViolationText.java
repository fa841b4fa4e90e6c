package dev.cofferdam.workspace;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The block that tells a reader of stderr, often a model, what was refused, and the defence of that block: a command that
 * prints such a tag itself does not get through with it.
 */
final class ViolationText {
    private static final String TAG = "sandbox_violations";
    private static final int MAX_LINE = 500;

    private ViolationText() {}

    /**
     * Return the block, empty when there is nothing to tell.
     *
     * @param violations the sentences
     */
    static String block(List<String> violations) {
        if (violations.isEmpty()) {
            return "";
        }
        StringBuilder block = new StringBuilder("<" + TAG + ">\n");
        violations.forEach(violation -> block.append(line(violation)).append('\n'));
        return block.append("</" + TAG + ">\n").toString();
    }

    /** Leave out what could end the block, hide in it, or turn its order around. */
    static String line(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().filter(ViolationText::isVisible).limit(MAX_LINE).forEach(line::appendCodePoint);
        return line.toString();
    }

    private static boolean isVisible(int c) {
        int type = Character.getType(c);
        return c != '<'
                && c != '>'
                && type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.SURROGATE
                && type != Character.PRIVATE_USE
                && type != Character.UNASSIGNED
                && !(c >= 0xFE00 && c <= 0xFE0F)
                && !(c >= 0xE0100 && c <= 0xE01EF);
    }

    /**
     * Replace the tags that a command printed itself, whoever reads them; every other byte stays as it is.
     *
     * @param output what the command printed
     * @return the same with {@code [sandbox_violations]} in the place of each tag
     */
    static byte[] neutralised(byte[] output) {
        String text = new String(output, StandardCharsets.ISO_8859_1);
        if (text.indexOf('<') < 0) {
            return output;
        }
        String safe = text;
        for (Invisible invisible : Invisible.values()) {
            safe = new TagSearch(safe, invisible).replaced(TAG);
        }
        return safe.equals(text) ? output : safe.getBytes(StandardCharsets.ISO_8859_1);
    }
}
