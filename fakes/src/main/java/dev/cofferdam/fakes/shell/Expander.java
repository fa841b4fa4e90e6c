package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expands words. */
final class Expander {

    private final Shell shell;
    private final Interpreter interpreter;

    Expander(Shell shell, Interpreter interpreter) {
        this.shell = shell;
        this.interpreter = interpreter;
    }

    /** Expands words to fields: with splitting and file names. */
    List<String> fields(List<Word> words) {
        List<String> fields = new ArrayList<>(words.size());
        for (Word word : words) {
            fields(word, fields);
        }
        return fields;
    }

    private void fields(Word word, List<String> fields) {
        String plain = word.plain();
        if (plain != null && plain.charAt(0) != '~' && !Glob.hasPattern(plain)) {
            fields.add(plain);
            return;
        }
        StringBuilder flagged = new StringBuilder();
        expand(word, flagged, true, false);
        String separators = shell.variables().get("IFS", " \t\n");
        for (String field : FieldSplitter.split(flagged, separators)) {
            if (!shell.option('f') && Glob.hasPattern(field)) {
                List<String> names =
                        new Glob(shell.computer().disk(), shell.task().cwd()).expand(field);
                if (!names.isEmpty()) {
                    fields.addAll(names);
                    continue;
                }
            }
            fields.add(Flagged.plain(field));
        }
    }

    /** Expands a word to one text: no splitting, no file names. */
    String text(Word word) {
        StringBuilder flagged = new StringBuilder();
        expand(word, flagged, false, false);
        return Flagged.plain(flagged);
    }

    /** Expands the value of an assignment, where a tilde counts after colons too. */
    String value(Word word) {
        StringBuilder flagged = new StringBuilder();
        expand(word, flagged, false, true);
        return Flagged.plain(flagged);
    }

    /** Expands a word to a pattern, in which quoted bytes are no operators. */
    Pattern pattern(Word word) {
        StringBuilder flagged = new StringBuilder();
        expand(word, flagged, false, false);
        return Pattern.of(flagged);
    }

    private void expand(Word word, StringBuilder out, boolean split, boolean assignment) {
        List<Word.Part> parts = word.parts();
        for (int i = 0; i < parts.size(); i++) {
            Word.Part part = parts.get(i);
            if (part instanceof Word.Literal literal) {
                literal(literal.text(), i == 0, i == parts.size() - 1, assignment, out);
            } else if (part instanceof Word.Quoted quoted) {
                quoted(quoted.text(), out);
            } else if (part instanceof Word.Parameter parameter) {
                parameter(parameter, out, split);
            } else if (part instanceof Word.Substitution substitution) {
                result(interpreter.substitute(substitution.body()), substitution.quoted(), split, out);
            } else if (part instanceof Word.Arithmetic arithmetic) {
                String expression = text(arithmetic.expression());
                long value = new Arithmetic(shell.variables(), expression).evaluate();
                result(Long.toString(value), arithmetic.quoted(), split, out);
            }
        }
    }

    private static void quoted(String text, StringBuilder out) {
        if (text.isEmpty()) {
            out.append(Flagged.KEEP);
        } else {
            Flagged.append(out, text, Flagged.QUOTED);
        }
    }

    private static void result(String text, boolean quoted, boolean split, StringBuilder out) {
        if (quoted) {
            out.append(Flagged.KEEP);
        }
        Flagged.append(out, text, quoted ? Flagged.QUOTED : split ? Flagged.EXPANDED : 0);
    }

    private void literal(String text, boolean first, boolean last, boolean assignment, StringBuilder out) {
        if (text.indexOf('~') < 0) {
            out.append(text);
            return;
        }
        int start = 0;
        while (start < text.length()) {
            int end = assignment ? text.indexOf(':', start) : -1;
            end = end < 0 ? text.length() : end;
            String segment = text.substring(start, end);
            boolean whole = end < text.length() || last || segment.indexOf('/') >= 0;
            if (segment.startsWith("~") && whole && (start > 0 || first)) {
                tilde(segment, out);
            } else {
                out.append(segment);
            }
            if (end < text.length()) {
                out.append(':');
            }
            start = end + 1;
        }
    }

    private void tilde(String segment, StringBuilder out) {
        int slash = segment.indexOf('/');
        String prefix = slash < 0 ? segment : segment.substring(0, slash);
        String home = prefix.equals("~") ? shell.variables().get("HOME") : null;
        if (home == null) {
            out.append(segment);
            return;
        }
        quoted(home, out);
        out.append(segment, prefix.length(), segment.length());
    }

    private void parameter(Word.Parameter parameter, StringBuilder out, boolean split) {
        String name = parameter.name();
        boolean list = name.equals("@") || name.equals("*");
        String value = list ? listValue() : shell.parameter(name);
        switch (parameter.operator()) {
            case "" -> {
                requireSet(name, value, list);
                emit(parameter, value, out, split);
            }
            case "length" -> {
                requireSet(name, value, list);
                String length = Integer.toString(value == null ? 0 : value.length());
                result(length, parameter.quoted(), split, out);
            }
            case "-", ":-", "=", ":=", "?", ":?", "+", ":+" -> conditional(parameter, value, out, split);
            default -> {
                requireSet(name, value, list);
                trim(parameter, value == null ? "" : value, out, split);
            }
        }
    }

    private @Nullable String listValue() {
        return shell.parameters().isEmpty() ? null : String.join(" ", shell.parameters());
    }

    private void requireSet(String name, @Nullable String value, boolean list) {
        if (value == null && !list && shell.option('u')) {
            throw new ShellError(name + ": parameter not set");
        }
    }

    private void emit(Word.Parameter parameter, @Nullable String value, StringBuilder out, boolean split) {
        String name = parameter.name();
        if (name.equals("@") || (name.equals("*") && !parameter.quoted())) {
            emitList(parameter.quoted(), split, out);
        } else if (name.equals("*")) {
            String separators = shell.variables().get("IFS", " ");
            String separator = separators.isEmpty() ? "" : separators.substring(0, 1);
            result(String.join(separator, shell.parameters()), true, split, out);
        } else {
            result(value == null ? "" : value, parameter.quoted(), split, out);
        }
    }

    private void emitList(boolean quoted, boolean split, StringBuilder out) {
        boolean first = true;
        for (String value : shell.parameters()) {
            if (!first) {
                out.append(split ? Flagged.BREAK : ' ');
            }
            first = false;
            result(value, quoted, split, out);
        }
    }

    private void conditional(Word.Parameter parameter, @Nullable String value, StringBuilder out, boolean split) {
        String operator = parameter.operator();
        boolean colon = operator.charAt(0) == ':';
        boolean set = value != null && !(colon && value.isEmpty());
        char kind = operator.charAt(operator.length() - 1);
        if (kind == '+' ? set : !set) {
            switch (kind) {
                case '=' -> assign(parameter, out, split);
                case '?' -> {
                    String message = text(parameter.argument());
                    throw new ShellError(parameter.name() + ": "
                            + (message.isEmpty() ? "parameter not set" + (colon ? " or null" : "") : message));
                }
                default -> argument(parameter, out, split);
            }
        } else if (kind != '+') {
            emit(parameter, value, out, split);
        } else if (parameter.quoted()) {
            out.append(Flagged.KEEP);
        }
    }

    private void assign(Word.Parameter parameter, StringBuilder out, boolean split) {
        if (!WordReader.isName(parameter.name())) {
            throw new ShellError(parameter.name() + ": bad variable name");
        }
        String value = text(parameter.argument());
        shell.variables().set(parameter.name(), value);
        result(value, parameter.quoted(), split, out);
    }

    /** Expands the word after an operator; unquoted text in it is split like the result of an expansion. */
    private void argument(Word.Parameter parameter, StringBuilder out, boolean split) {
        StringBuilder inner = new StringBuilder();
        expand(parameter.argument(), inner, split, false);
        if (parameter.quoted()) {
            out.append(Flagged.KEEP);
        }
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            boolean plain = c < 0x100;
            out.append(plain && split && !parameter.quoted() ? (char) (c | Flagged.EXPANDED) : c);
        }
    }

    private void trim(Word.Parameter parameter, String value, StringBuilder out, boolean split) {
        String operator = parameter.operator();
        Pattern pattern = pattern(parameter.argument());
        String trimmed = pattern.trim(value, operator.charAt(0) == '%', operator.length() == 2);
        result(trimmed, parameter.quoted(), split, out);
    }
}
