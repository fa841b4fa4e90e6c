package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits expanded text into fields by IFS. */
final class FieldSplitter {

    private final String separators;
    private final List<String> fields = new ArrayList<>(2);
    private @Nullable StringBuilder field;

    /** Blank separators closed a field; one other separator after them belongs to the same delimiter. */
    private boolean closedByBlank;

    private FieldSplitter(String separators) {
        this.separators = separators;
    }

    static List<String> split(CharSequence flagged, String separators) {
        FieldSplitter splitter = new FieldSplitter(separators);
        for (int i = 0; i < flagged.length(); i++) {
            splitter.accept(flagged.charAt(i));
        }
        splitter.end();
        return splitter.fields;
    }

    /** Splits into at most so many fields; the last one keeps separators inside, but not blank ones at its end. */
    static List<String> firstFields(CharSequence flagged, String separators, int limit) {
        List<String> all = split(flagged, separators);
        if (all.size() <= limit) {
            return all.stream().map(Flagged::plain).toList();
        }
        FieldSplitter splitter = new FieldSplitter(separators);
        int rest = 0;
        while (rest < flagged.length()
                && (splitter.fields.size() < limit - 1 || splitter.skips(flagged.charAt(rest)))) {
            splitter.accept(flagged.charAt(rest++));
        }
        int end = flagged.length();
        while (end > rest && splitter.isBlankSeparator(flagged.charAt(end - 1))) {
            end--;
        }
        List<String> fields = new ArrayList<>();
        splitter.fields.forEach(field -> fields.add(Flagged.plain(field)));
        fields.add(Flagged.plain(flagged.subSequence(rest, end)));
        return fields;
    }

    private boolean isBlankSeparator(char c) {
        return Flagged.isExpanded(c)
                && separators.indexOf(Flagged.value(c)) >= 0
                && " \t\n".indexOf(Flagged.value(c)) >= 0;
    }

    /** Tells whether a char between two fields still belongs to the delimiter. */
    private boolean skips(char c) {
        return field == null
                && (isBlankSeparator(c)
                        || (closedByBlank && Flagged.isExpanded(c) && separators.indexOf(Flagged.value(c)) >= 0));
    }

    private void accept(char c) {
        if (c == Flagged.BREAK) {
            end();
            closedByBlank = false;
        } else if (c == Flagged.KEEP) {
            open();
        } else if (Flagged.isExpanded(c) && separators.indexOf(Flagged.value(c)) >= 0) {
            separate(Flagged.value(c));
        } else {
            open().append(c);
        }
    }

    private void separate(char separator) {
        boolean blank = separator == ' ' || separator == '\t' || separator == '\n';
        if (blank) {
            closedByBlank |= field != null;
            end();
        } else if (closedByBlank) {
            closedByBlank = false;
        } else {
            open();
            end();
        }
    }

    private StringBuilder open() {
        closedByBlank = false;
        if (field == null) {
            field = new StringBuilder();
        }
        return field;
    }

    private void end() {
        if (field != null) {
            fields.add(field.toString());
            field = null;
        }
    }
}
