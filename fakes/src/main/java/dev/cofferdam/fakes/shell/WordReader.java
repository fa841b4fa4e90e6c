package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.List;

/** Reads words: quoting, parameters and substitutions. */
final class WordReader {

    private static final int MAX_DEPTH = 200;
    private static final String SPECIAL = "@*#?-$!";

    private final Source source;
    private final int depth;

    WordReader(Source source, int depth) throws SyntaxError {
        if (depth > MAX_DEPTH) {
            throw source.error("nested too deep");
        }
        this.source = source;
        this.depth = depth;
    }

    /** Reads a word up to a blank or an operator. */
    Word word() throws SyntaxError {
        Builder word = new Builder();
        while (true) {
            source.joinLines();
            char c = source.peek();
            if (source.atEnd() || " \t\n;&|<>()".indexOf(c) >= 0) {
                return word.build();
            }
            unquoted(word, c);
        }
    }

    private void unquoted(Builder word, char c) throws SyntaxError {
        switch (c) {
            case '\\' -> {
                source.next();
                if (source.atEnd()) {
                    word.literal('\\');
                } else {
                    word.quoted(String.valueOf(source.next()));
                }
            }
            case '\'' -> {
                source.next();
                word.quoted(singleQuoted());
            }
            case '"' -> {
                source.next();
                doubleQuoted(word);
            }
            case '$' -> dollar(word, false);
            case '`' -> word.part(backquoted(false));
            default -> word.literal(source.next());
        }
    }

    private String singleQuoted() throws SyntaxError {
        StringBuilder text = new StringBuilder();
        while (!source.atEnd()) {
            char c = source.next();
            if (c == '\'') {
                return text.toString();
            }
            text.append(c);
        }
        throw source.error("Unterminated quoted string");
    }

    private void doubleQuoted(Builder word) throws SyntaxError {
        if (source.take('"')) {
            word.quoted("");
            return;
        }
        while (true) {
            if (source.atEnd()) {
                throw source.error("Unterminated quoted string");
            }
            if (source.take('"')) {
                return;
            }
            inQuotes(word, "$`\"\\");
        }
    }

    /** Reads one item inside double quotes or a here-document. */
    private void inQuotes(Builder word, String escapable) throws SyntaxError {
        char c = source.peek();
        if (c == '$') {
            dollar(word, true);
        } else if (c == '`') {
            word.part(backquoted(true));
        } else if (c == '\\') {
            source.next();
            char escaped = source.peek();
            if (source.take('\n')) {
                return;
            }
            if (escapable.indexOf(escaped) >= 0) {
                word.quoted(String.valueOf(source.next()));
            } else {
                word.quoted("\\");
            }
        } else {
            word.quoted(String.valueOf(source.next()));
        }
    }

    /** Reads the body of a here-document, whose text is all there is in the source. */
    Word hereDocument() throws SyntaxError {
        Builder word = new Builder();
        while (!source.atEnd()) {
            inQuotes(word, "$`\\");
        }
        return word.build();
    }

    private void dollar(Builder word, boolean quoted) throws SyntaxError {
        source.next();
        source.joinLines();
        char c = source.peek();
        if (c == '(') {
            source.next();
            if (source.peek() == '(') {
                source.next();
                word.part(new Word.Arithmetic(new WordReader(source, depth + 1).arithmetic(), quoted));
            } else {
                Node body = new Parser(source, depth + 1).substitution();
                word.part(new Word.Substitution(body, quoted));
            }
        } else if (c == '{') {
            source.next();
            word.part(braced(quoted));
        } else if (isNameStart(c)) {
            word.part(new Word.Parameter(name(), "", Word.EMPTY, quoted));
        } else if (!source.atEnd() && (isDigit(c) || SPECIAL.indexOf(c) >= 0)) {
            word.part(new Word.Parameter(String.valueOf(source.next()), "", Word.EMPTY, quoted));
        } else if (quoted) {
            word.quoted("$");
        } else {
            word.literal('$');
        }
    }

    private Word.Part braced(boolean quoted) throws SyntaxError {
        if (source.peek() == '#' && source.peek(1) != '}' && !isOperatorAfterHash()) {
            source.next();
            String name = parameterName();
            if (!source.take('}')) {
                throw source.error("Bad substitution");
            }
            return new Word.Parameter(name, "length", Word.EMPTY, quoted);
        }
        String name = parameterName();
        String operator = operator();
        if (operator.isEmpty()) {
            return new Word.Parameter(name, "", Word.EMPTY, quoted);
        }
        boolean pattern = operator.charAt(0) == '%' || operator.charAt(0) == '#';
        Word argument = new WordReader(source, depth + 1).argument(quoted && !pattern);
        return new Word.Parameter(name, operator, argument, quoted);
    }

    /** {@code ${#-x}} and the like mean the number of parameters with an operator. */
    private boolean isOperatorAfterHash() {
        return ":-+=?%#".indexOf(source.peek(1)) >= 0 && source.peek(2) != '}';
    }

    private String parameterName() throws SyntaxError {
        char c = source.peek();
        if (isNameStart(c)) {
            return name();
        }
        if (isDigit(c)) {
            StringBuilder digits = new StringBuilder();
            while (isDigit(source.peek())) {
                digits.append(source.next());
            }
            return digits.toString();
        }
        if (!source.atEnd() && SPECIAL.indexOf(c) >= 0) {
            return String.valueOf(source.next());
        }
        throw source.error("Bad substitution");
    }

    private String operator() throws SyntaxError {
        char c = source.next();
        if (c == '}') {
            return "";
        }
        if (c == ':' && "-=?+".indexOf(source.peek()) >= 0 && !source.atEnd()) {
            return ":" + source.next();
        }
        if ((c == '%' || c == '#') && source.take(c)) {
            return "" + c + c;
        }
        if ("-=?+%#".indexOf(c) >= 0) {
            return String.valueOf(c);
        }
        throw source.error("Bad substitution");
    }

    /** Reads the word after an operator up to the closing brace. */
    private Word argument(boolean quoted) throws SyntaxError {
        Builder word = new Builder();
        while (true) {
            if (source.atEnd()) {
                throw source.error("Missing '}'");
            }
            char c = source.peek();
            if (source.take('}')) {
                return word.build();
            }
            if (quoted && c == '"') {
                source.next();
            } else if (quoted) {
                inQuotes(word, "$`\"\\}");
            } else {
                source.joinLines();
                unquoted(word, source.peek());
            }
        }
    }

    private Word arithmetic() throws SyntaxError {
        Builder word = new Builder();
        int open = 0;
        while (true) {
            char c = source.peek();
            if (source.atEnd()) {
                throw source.error("Missing '))'");
            }
            if (c == ')' && open == 0) {
                if (source.peek(1) != ')') {
                    throw source.error("Missing '))'");
                }
                source.next();
                source.next();
                return word.build();
            }
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
            inQuotes(word, "$`\\");
        }
    }

    private Word.Part backquoted(boolean quoted) throws SyntaxError {
        source.next();
        StringBuilder script = new StringBuilder();
        while (true) {
            if (source.atEnd()) {
                throw source.error("EOF in backquote substitution");
            }
            char c = source.next();
            if (c == '`') {
                break;
            }
            char following = source.peek();
            if (c == '\\' && ("$`\\".indexOf(following) >= 0 || (quoted && following == '"'))) {
                c = source.next();
            }
            script.append(c);
        }
        Node body = new Parser(new Source(script.toString()), depth + 1).whole();
        return new Word.Substitution(body, quoted);
    }

    private String name() {
        StringBuilder name = new StringBuilder();
        while (isNameStart(source.peek()) || isDigit(source.peek())) {
            name.append(source.next());
        }
        return name.toString();
    }

    static boolean isNameStart(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isName(String text) {
        if (text.isEmpty() || !isNameStart(text.charAt(0))) {
            return false;
        }
        return text.chars().allMatch(c -> isNameStart((char) c) || isDigit((char) c));
    }

    /** Collects parts and joins neighbours of a kind. */
    private static final class Builder {

        private final List<Word.Part> parts = new ArrayList<>(2);
        private final StringBuilder run = new StringBuilder();
        private boolean runQuoted;

        void literal(char c) {
            switchTo(false);
            run.append(c);
        }

        void quoted(String text) {
            switchTo(true);
            run.append(text);
            if (text.isEmpty()) {
                parts.add(new Word.Quoted(""));
            }
        }

        void part(Word.Part part) {
            flush();
            parts.add(part);
        }

        Word build() {
            flush();
            return new Word(List.copyOf(parts));
        }

        private void switchTo(boolean quoted) {
            if (runQuoted != quoted) {
                flush();
                runQuoted = quoted;
            }
        }

        private void flush() {
            if (!run.isEmpty()) {
                String text = run.toString();
                parts.add(runQuoted ? new Word.Quoted(text) : new Word.Literal(text));
                run.setLength(0);
            }
        }
    }
}
