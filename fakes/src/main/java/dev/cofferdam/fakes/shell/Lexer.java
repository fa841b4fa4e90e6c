package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cuts a script into tokens, one ahead, and reads here-documents after the line that announces them. */
final class Lexer {

    /** The kinds of tokens. */
    enum Kind {
        WORD,
        NUMBER,
        OPERATOR,
        NEWLINE,
        END
    }

    /** A token; the word of operators and numbers is empty. */
    record Token(Kind kind, String text, Word word, int line) {

        boolean is(String operator) {
            return kind == Kind.OPERATOR && text.equals(operator);
        }

        /** Tells whether it is this word, unquoted. */
        boolean isReserved(String reserved) {
            return kind == Kind.WORD && reserved.equals(word.plain());
        }
    }

    /** A here-document whose body has yet to be read into its word. */
    private record Pending(String delimiter, boolean quoted, boolean stripTabs, Word body) {}

    private static final String[] OPERATORS = {
        "<<-", "<<", "<&", "<>", ">>", ">&", ">|", "&&", "||", ";;", "<", ">", "&", "|", ";", "(", ")"
    };

    private final Source source;
    private final int depth;
    private final List<Pending> pending = new ArrayList<>(0);
    private @Nullable Token ahead;

    Lexer(Source source, int depth) {
        this.source = source;
        this.depth = depth;
    }

    Token peek() throws SyntaxError {
        if (ahead == null) {
            ahead = read();
        }
        return ahead;
    }

    Token next() throws SyntaxError {
        Token token = peek();
        ahead = null;
        return token;
    }

    /** Drops what is left of the line after an error. */
    int line() {
        return source.line();
    }

    SyntaxError unexpected() throws SyntaxError {
        Token token = peek();
        String shown = switch (token.kind()) {
            case END -> "end of file";
            case NEWLINE -> "newline";
            case WORD ->
                token.word().plain() == null ? "word" : "\"" + token.word().plain() + "\"";
            case NUMBER, OPERATOR -> "\"" + token.text() + "\"";
        };
        return new SyntaxError(token.line(), shown + " unexpected");
    }

    /** Announces a here-document; its body is read at the end of the line, into the list of the word returned. */
    Word hereDocument(Word delimiter, boolean stripTabs) throws SyntaxError {
        // The one word whose parts are filled in after its redirection was parsed.
        Word body = new Word(new ArrayList<>());
        pending.add(new Pending(delimiter.text(), delimiter.isQuoted(), stripTabs, body));
        return body;
    }

    private Token read() throws SyntaxError {
        skipBlanks();
        int line = source.line();
        if (source.atEnd()) {
            readPending();
            return new Token(Kind.END, "", Word.EMPTY, line);
        }
        if (source.take('\n')) {
            readPending();
            return new Token(Kind.NEWLINE, "\n", Word.EMPTY, line);
        }
        String operator = operator();
        if (operator != null) {
            return new Token(Kind.OPERATOR, operator, Word.EMPTY, line);
        }
        Word word = new WordReader(source, depth).word();
        String plain = word.plain();
        char c = source.peek();
        if (plain != null && (c == '<' || c == '>') && plain.chars().allMatch(d -> WordReader.isDigit((char) d))) {
            return new Token(Kind.NUMBER, plain, Word.EMPTY, line);
        }
        return new Token(Kind.WORD, "", word, line);
    }

    private void skipBlanks() {
        while (true) {
            source.joinLines();
            char c = source.peek();
            if (c == ' ' || c == '\t') {
                source.next();
            } else if (c == '#') {
                while (!source.atEnd() && source.peek() != '\n') {
                    source.next();
                }
            } else {
                return;
            }
        }
    }

    private @Nullable String operator() {
        if ("<>&|;()".indexOf(source.peek()) < 0) {
            return null;
        }
        for (String operator : OPERATORS) {
            if (startsWith(operator)) {
                for (int i = 0; i < operator.length(); i++) {
                    source.next();
                }
                return operator;
            }
        }
        return null;
    }

    private boolean startsWith(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (source.peek(i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private void readPending() throws SyntaxError {
        for (Pending document : pending) {
            String text = body(document);
            if (document.quoted()) {
                document.body().parts().add(new Word.Quoted(text));
            } else {
                Source inner = new Source(text);
                document.body()
                        .parts()
                        .addAll(new WordReader(inner, depth + 1).hereDocument().parts());
            }
        }
        pending.clear();
    }

    private String body(Pending document) {
        StringBuilder text = new StringBuilder();
        while (!source.atEnd()) {
            StringBuilder line = new StringBuilder();
            boolean complete = readLine(document, line);
            if (line.toString().equals(document.delimiter())) {
                break;
            }
            text.append(line);
            if (complete) {
                text.append('\n');
            }
        }
        return text.toString();
    }

    /** Reads a line of a document; an escaped line end joins lines unless the delimiter was quoted. */
    private boolean readLine(Pending document, StringBuilder line) {
        while (document.stripTabs() && source.peek() == '\t') {
            source.next();
        }
        while (!source.atEnd()) {
            char c = source.next();
            if (c == '\n') {
                return true;
            }
            line.append(c);
            if (c == '\\' && !document.quoted() && !source.atEnd()) {
                line.append(source.next());
            }
        }
        return false;
    }
}
