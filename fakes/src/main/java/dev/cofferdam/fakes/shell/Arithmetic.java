package dev.cofferdam.fakes.shell;

import java.util.List;

/** Evaluates {@code $(( … ))}. */
final class Arithmetic {

    private static final List<List<String>> LEVELS = List.of(
            List.of("||"),
            List.of("&&"),
            List.of("|"),
            List.of("^"),
            List.of("&"),
            List.of("==", "!="),
            List.of("<=", ">=", "<", ">"),
            List.of("<<", ">>"),
            List.of("+", "-"),
            List.of("*", "/", "%"));
    private static final List<String> ASSIGNMENTS =
            List.of("<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "=");
    private static final int MAX_DEPTH = 200;

    private final Variables variables;
    private final String text;
    private int position;
    private int depth;

    /** False in the branch that is not taken, where nothing is assigned and nothing divides by zero. */
    private boolean active = true;

    Arithmetic(Variables variables, String text) {
        this.variables = variables;
        this.text = text;
    }

    long evaluate() {
        skip();
        if (position == text.length()) {
            return 0;
        }
        long value = assignment();
        skip();
        if (position < text.length()) {
            throw error("expecting EOF");
        }
        return value;
    }

    private long assignment() {
        if (++depth > MAX_DEPTH) {
            throw error("nested too deep");
        }
        try {
            int start = position;
            String name = name();
            String operator = name.isEmpty() ? "" : assignmentOperator();
            if (operator.isEmpty()) {
                position = start;
                return ternary();
            }
            long right = assignment();
            long value = operator.equals("=")
                    ? right
                    : apply(operator.substring(0, operator.length() - 1), variable(name), right);
            if (active) {
                variables.set(name, Long.toString(value));
            }
            return value;
        } finally {
            depth--;
        }
    }

    private String assignmentOperator() {
        skip();
        for (String operator : ASSIGNMENTS) {
            if (text.startsWith(operator, position) && !(operator.equals("=") && text.startsWith("==", position))) {
                position += operator.length();
                return operator;
            }
        }
        return "";
    }

    private long ternary() {
        long condition = binary(0);
        if (!take("?")) {
            return condition;
        }
        boolean outer = active;
        active = outer && condition != 0;
        long yes = assignment();
        if (!take(":")) {
            throw error("expecting ':'");
        }
        active = outer && condition == 0;
        long no = assignment();
        active = outer;
        return condition != 0 ? yes : no;
    }

    private long binary(int level) {
        if (level == LEVELS.size()) {
            return unary();
        }
        long left = binary(level + 1);
        while (true) {
            String operator = operator(level);
            if (operator.isEmpty()) {
                return left;
            }
            boolean outer = active;
            active = outer && !(operator.equals("||") && left != 0) && !(operator.equals("&&") && left == 0);
            long right = binary(level + 1);
            left = active || operator.length() == 2 ? apply(operator, left, right) : 0;
            active = outer;
        }
    }

    private String operator(int level) {
        skip();
        for (String operator : LEVELS.get(level)) {
            if (text.startsWith(operator, position) && !continuesAs(operator)) {
                position += operator.length();
                return operator;
            }
        }
        return "";
    }

    /** {@code |} must not be taken from {@code ||}, nor {@code <} from {@code <<}, nor any from an assignment. */
    private boolean continuesAs(String operator) {
        char after = position + operator.length() < text.length() ? text.charAt(position + operator.length()) : ' ';
        if (operator.length() == 1 && "|&<>".contains(operator) && after == operator.charAt(0)) {
            return true;
        }
        return after == '=' && "+-*/%&^|<<>>".contains(operator);
    }

    private long unary() {
        if (++depth > MAX_DEPTH) {
            throw error("nested too deep");
        }
        try {
            skip();
            if (take("!")) {
                return unary() == 0 ? 1 : 0;
            }
            if (take("~")) {
                return ~unary();
            }
            if (take("-")) {
                return -unary();
            }
            if (take("+")) {
                return unary();
            }
            return primary();
        } finally {
            depth--;
        }
    }

    private long primary() {
        if (take("(")) {
            long value = assignment();
            if (!take(")")) {
                throw error("expecting ')'");
            }
            return value;
        }
        String name = name();
        if (!name.isEmpty()) {
            return variable(name);
        }
        int start = position;
        while (position < text.length() && Character.isLetterOrDigit(text.charAt(position))) {
            position++;
        }
        if (start == position) {
            throw error("expecting primary");
        }
        return number(text.substring(start, position));
    }

    private long variable(String name) {
        String value = variables.get(name, "").strip();
        return value.isEmpty() ? 0 : number(value);
    }

    private long number(String digits) {
        try {
            boolean negative = digits.startsWith("-");
            String body = negative || digits.startsWith("+") ? digits.substring(1) : digits;
            long value;
            if (body.startsWith("0x") || body.startsWith("0X")) {
                value = Long.parseUnsignedLong(body.substring(2), 16);
            } else if (body.length() > 1 && body.startsWith("0")) {
                value = Long.parseUnsignedLong(body.substring(1), 8);
            } else {
                value = Long.parseLong(body);
            }
            return negative ? -value : value;
        } catch (NumberFormatException e) {
            if (!digits.isEmpty() && digits.chars().allMatch(Character::isDigit)) {
                return Long.MAX_VALUE;
            }
            throw new ShellError("Illegal number: " + digits);
        }
    }

    private long apply(String operator, long left, long right) {
        return switch (operator) {
            case "||" -> left != 0 || right != 0 ? 1 : 0;
            case "&&" -> left != 0 && right != 0 ? 1 : 0;
            case "|" -> left | right;
            case "^" -> left ^ right;
            case "&" -> left & right;
            case "==" -> left == right ? 1 : 0;
            case "!=" -> left != right ? 1 : 0;
            case "<=" -> left <= right ? 1 : 0;
            case ">=" -> left >= right ? 1 : 0;
            case "<" -> left < right ? 1 : 0;
            case ">" -> left > right ? 1 : 0;
            case "<<" -> left << right;
            case ">>" -> left >> right;
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            default -> divide(operator, left, right);
        };
    }

    private long divide(String operator, long left, long right) {
        if (right == 0) {
            if (!active) {
                return 0;
            }
            throw error("division by zero");
        }
        return operator.equals("/") ? left / right : left % right;
    }

    private String name() {
        skip();
        int start = position;
        if (position < text.length() && WordReader.isNameStart(text.charAt(position))) {
            while (position < text.length()
                    && (WordReader.isNameStart(text.charAt(position)) || WordReader.isDigit(text.charAt(position)))) {
                position++;
            }
        }
        return text.substring(start, position);
    }

    private boolean take(String token) {
        skip();
        if (text.startsWith(token, position)) {
            position += token.length();
            return true;
        }
        return false;
    }

    private void skip() {
        while (position < text.length() && " \t\n\r".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
    }

    private ShellError error(String message) {
        return new ShellError("arithmetic expression: " + message + ": \"" + text + "\"");
    }
}
