package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parses the shell language, one complete command at a time. */
final class Parser {

    private static final int MAX_DEPTH = 200;
    private static final Set<String> CLOSING = Set.of("then", "else", "elif", "fi", "do", "done", "esac", "}");
    private static final Node NOTHING = new Node.Sequence(List.of());

    private final Lexer lexer;
    private int depth;
    private boolean ended;

    Parser(Source source) {
        this(source, 0);
    }

    Parser(Source source, int depth) {
        this.lexer = new Lexer(source, depth);
        this.depth = depth;
    }

    /** The next command line, or null at the end of the script. */
    @Nullable
    Node next() throws SyntaxError {
        skipNewlines();
        if (lexer.peek().kind() == Lexer.Kind.END) {
            return null;
        }
        Node command = line();
        Lexer.Kind end = lexer.peek().kind();
        if (end != Lexer.Kind.NEWLINE && end != Lexer.Kind.END) {
            throw lexer.unexpected();
        }
        ended = lexer.next().kind() == Lexer.Kind.END;
        return command;
    }

    /** Tells whether nothing followed the last command line. */
    boolean ended() {
        return ended;
    }

    /** A whole script, as inside backquotes. */
    Node whole() throws SyntaxError {
        List<Node> parts = new ArrayList<>();
        for (Node node = next(); node != null; node = next()) {
            parts.add(node);
        }
        return sequence(parts);
    }

    /** The inside of {@code $( … )}, with the closing parenthesis. */
    Node substitution() throws SyntaxError {
        Node body = compoundList();
        expectOperator(")");
        return body;
    }

    private Node line() throws SyntaxError {
        List<Node> parts = new ArrayList<>(1);
        while (true) {
            Node node = andOr();
            Lexer.Token token = lexer.peek();
            if (token.is("&")) {
                lexer.next();
                parts.add(new Node.Background(node));
            } else {
                parts.add(node);
                if (!token.is(";")) {
                    return sequence(parts);
                }
                lexer.next();
            }
            Lexer.Kind kind = lexer.peek().kind();
            if (kind == Lexer.Kind.NEWLINE || kind == Lexer.Kind.END) {
                return sequence(parts);
            }
        }
    }

    /** Commands up to a closing word or operator; may be empty only where the caller accepts that. */
    private Node compoundList() throws SyntaxError {
        List<Node> parts = new ArrayList<>(2);
        skipNewlines();
        while (!closes(lexer.peek())) {
            Node node = andOr();
            Lexer.Token token = lexer.peek();
            if (token.is("&")) {
                lexer.next();
                parts.add(new Node.Background(node));
            } else {
                parts.add(node);
                if (token.is(";")) {
                    lexer.next();
                } else if (token.kind() != Lexer.Kind.NEWLINE) {
                    break;
                }
            }
            skipNewlines();
        }
        return sequence(parts);
    }

    private Node body() throws SyntaxError {
        Node list = compoundList();
        if (list == NOTHING) {
            throw lexer.unexpected();
        }
        return list;
    }

    private static boolean closes(Lexer.Token token) {
        if (token.kind() == Lexer.Kind.END || token.is(")") || token.is(";;")) {
            return true;
        }
        String plain = token.kind() == Lexer.Kind.WORD ? token.word().plain() : null;
        return plain != null && CLOSING.contains(plain);
    }

    private static Node sequence(List<Node> parts) {
        return parts.isEmpty() ? NOTHING : parts.size() == 1 ? parts.get(0) : new Node.Sequence(List.copyOf(parts));
    }

    private Node andOr() throws SyntaxError {
        Node left = pipeline();
        while (lexer.peek().is("&&") || lexer.peek().is("||")) {
            boolean and = lexer.next().text().equals("&&");
            skipNewlines();
            left = new Node.AndOr(left, and, pipeline());
        }
        return left;
    }

    private Node pipeline() throws SyntaxError {
        boolean negated = false;
        if (lexer.peek().isReserved("!")) {
            lexer.next();
            negated = true;
        }
        Node first = command();
        if (lexer.peek().is("|")) {
            List<Node> parts = new ArrayList<>(2);
            parts.add(first);
            while (lexer.peek().is("|")) {
                lexer.next();
                skipNewlines();
                parts.add(command());
            }
            first = new Node.Pipeline(List.copyOf(parts));
        }
        return negated ? new Node.Not(first) : first;
    }

    private Node command() throws SyntaxError {
        if (++depth > MAX_DEPTH) {
            throw new SyntaxError(lexer.line(), "nested too deep");
        }
        try {
            Node compound = compound();
            return compound == null ? simple() : withRedirects(compound);
        } finally {
            depth--;
        }
    }

    private @Nullable Node compound() throws SyntaxError {
        Lexer.Token token = lexer.peek();
        if (token.is("(")) {
            lexer.next();
            Node body = body();
            expectOperator(")");
            return new Node.Subshell(body);
        }
        String word = token.kind() == Lexer.Kind.WORD ? token.word().plain() : null;
        if (word == null) {
            return null;
        }
        switch (word) {
            case "{" -> {
                lexer.next();
                Node body = body();
                expect("}");
                return body;
            }
            case "if" -> {
                lexer.next();
                return ifClause();
            }
            case "while", "until" -> {
                lexer.next();
                Node condition = body();
                return new Node.Loop(condition, word.equals("until"), doGroup());
            }
            case "for" -> {
                lexer.next();
                return forClause();
            }
            case "case" -> {
                lexer.next();
                return caseClause();
            }
            default -> {
                if (CLOSING.contains(word)) {
                    throw lexer.unexpected();
                }
                return null;
            }
        }
    }

    private Node ifClause() throws SyntaxError {
        Node condition = body();
        expect("then");
        Node then = body();
        Lexer.Token token = lexer.peek();
        if (token.isReserved("elif")) {
            lexer.next();
            return new Node.If(condition, then, ifClause());
        }
        if (token.isReserved("else")) {
            lexer.next();
            Node otherwise = body();
            expect("fi");
            return new Node.If(condition, then, otherwise);
        }
        expect("fi");
        return new Node.If(condition, then, null);
    }

    private Node doGroup() throws SyntaxError {
        expect("do");
        Node body = body();
        expect("done");
        return body;
    }

    private Node forClause() throws SyntaxError {
        Lexer.Token variable = lexer.next();
        String name = variable.kind() == Lexer.Kind.WORD ? variable.word().plain() : null;
        if (name == null || !WordReader.isName(name)) {
            throw new SyntaxError(variable.line(), "Bad for loop variable");
        }
        skipNewlines();
        List<Word> words = null;
        if (lexer.peek().isReserved("in")) {
            lexer.next();
            words = new ArrayList<>();
            while (lexer.peek().kind() == Lexer.Kind.WORD) {
                words.add(lexer.next().word());
            }
            if (!lexer.peek().is(";") && lexer.peek().kind() != Lexer.Kind.NEWLINE) {
                throw lexer.unexpected();
            }
            lexer.next();
        } else if (lexer.peek().is(";")) {
            lexer.next();
        }
        skipNewlines();
        return new Node.For(name, words == null ? null : List.copyOf(words), doGroup());
    }

    private Node caseClause() throws SyntaxError {
        Lexer.Token subject = lexer.next();
        if (subject.kind() != Lexer.Kind.WORD) {
            throw new SyntaxError(subject.line(), "Missing word after case");
        }
        skipNewlines();
        expect("in");
        skipNewlines();
        List<Node.Branch> branches = new ArrayList<>();
        while (!lexer.peek().isReserved("esac")) {
            branches.add(branch());
            if (lexer.peek().is(";;")) {
                lexer.next();
                skipNewlines();
            } else if (!lexer.peek().isReserved("esac")) {
                throw lexer.unexpected();
            }
        }
        lexer.next();
        return new Node.Case(subject.word(), List.copyOf(branches));
    }

    private Node.Branch branch() throws SyntaxError {
        if (lexer.peek().is("(")) {
            lexer.next();
        }
        List<Word> patterns = new ArrayList<>(1);
        while (true) {
            if (lexer.peek().kind() != Lexer.Kind.WORD) {
                throw lexer.unexpected();
            }
            patterns.add(lexer.next().word());
            if (!lexer.peek().is("|")) {
                break;
            }
            lexer.next();
        }
        expectOperator(")");
        return new Node.Branch(List.copyOf(patterns), compoundList());
    }

    private Node withRedirects(Node command) throws SyntaxError {
        List<Node.Redirect> redirects = new ArrayList<>(0);
        for (Node.Redirect redirect = redirect(); redirect != null; redirect = redirect()) {
            redirects.add(redirect);
        }
        return redirects.isEmpty() ? command : new Node.Redirected(command, List.copyOf(redirects));
    }

    private Node.@Nullable Redirect redirect() throws SyntaxError {
        Lexer.Token token = lexer.peek();
        int fd = -1;
        if (token.kind() == Lexer.Kind.NUMBER) {
            lexer.next();
            fd = token.text().length() > 3 ? 1000 : Integer.parseInt(token.text());
            token = lexer.peek();
        }
        if (token.kind() != Lexer.Kind.OPERATOR || "<>".indexOf(token.text().charAt(0)) < 0) {
            return null;
        }
        lexer.next();
        if (lexer.peek().kind() != Lexer.Kind.WORD && lexer.peek().kind() != Lexer.Kind.NUMBER) {
            throw lexer.unexpected();
        }
        Lexer.Token targetToken = lexer.next();
        Word target = targetToken.kind() == Lexer.Kind.NUMBER
                ? new Word(List.of(new Word.Literal(targetToken.text())))
                : targetToken.word();
        if (fd < 0) {
            fd = token.text().charAt(0) == '<' ? 0 : 1;
        }
        if (token.text().startsWith("<<")) {
            Word body = lexer.hereDocument(target, token.text().equals("<<-"));
            return new Node.Redirect(fd, "<<", body);
        }
        return new Node.Redirect(fd, token.text(), target);
    }

    private Node simple() throws SyntaxError {
        int line = lexer.peek().line();
        List<Node.Assignment> assignments = new ArrayList<>(0);
        List<Word> words = new ArrayList<>(4);
        List<Node.Redirect> redirects = new ArrayList<>(0);
        while (true) {
            Node.Redirect redirect = redirect();
            if (redirect != null) {
                redirects.add(redirect);
                continue;
            }
            Lexer.Token token = lexer.peek();
            if (token.kind() != Lexer.Kind.WORD) {
                break;
            }
            lexer.next();
            Node.Assignment assignment = words.isEmpty() ? assignment(token.word()) : null;
            if (assignment != null) {
                assignments.add(assignment);
                continue;
            }
            words.add(token.word());
            if (words.size() == 1
                    && assignments.isEmpty()
                    && redirects.isEmpty()
                    && lexer.peek().is("(")) {
                return function(token);
            }
        }
        if (assignments.isEmpty() && words.isEmpty() && redirects.isEmpty()) {
            throw lexer.unexpected();
        }
        return new Node.Simple(List.copyOf(assignments), List.copyOf(words), List.copyOf(redirects), line);
    }

    private Node function(Lexer.Token token) throws SyntaxError {
        lexer.next();
        expectOperator(")");
        String name = token.word().plain();
        if (name == null || !WordReader.isName(name)) {
            throw new SyntaxError(token.line(), "Bad function name");
        }
        skipNewlines();
        return new Node.Function(name, command());
    }

    private static Node.@Nullable Assignment assignment(Word word) {
        if (word.parts().isEmpty() || !(word.parts().get(0) instanceof Word.Literal literal)) {
            return null;
        }
        int equals = literal.text().indexOf('=');
        if (equals <= 0 || !WordReader.isName(literal.text().substring(0, equals))) {
            return null;
        }
        List<Word.Part> value = new ArrayList<>(word.parts());
        String rest = literal.text().substring(equals + 1);
        if (rest.isEmpty()) {
            value.remove(0);
        } else {
            value.set(0, new Word.Literal(rest));
        }
        return new Node.Assignment(literal.text().substring(0, equals), new Word(List.copyOf(value)));
    }

    private void expect(String reserved) throws SyntaxError {
        if (!lexer.peek().isReserved(reserved)) {
            throw expecting(reserved);
        }
        lexer.next();
    }

    private void expectOperator(String operator) throws SyntaxError {
        if (!lexer.peek().is(operator)) {
            throw expecting(operator);
        }
        lexer.next();
    }

    private SyntaxError expecting(String wanted) throws SyntaxError {
        SyntaxError unexpected = lexer.unexpected();
        return new SyntaxError(unexpected.line(), unexpected.getMessage() + " (expecting \"" + wanted + "\")");
    }

    private void skipNewlines() throws SyntaxError {
        while (lexer.peek().kind() == Lexer.Kind.NEWLINE) {
            lexer.next();
        }
    }
}
