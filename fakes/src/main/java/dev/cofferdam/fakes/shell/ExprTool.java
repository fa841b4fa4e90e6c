package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;

/** {@code expr}. */
final class ExprTool {

    private static final List<List<String>> LEVELS = List.of(
            List.of("|"),
            List.of("&"),
            List.of("<", "<=", "=", "==", "!=", ">=", ">"),
            List.of("+", "-"),
            List.of("*", "/", "%"),
            List.of(":"));

    private final Call call;
    private final List<String> args;
    private int next;

    ExprTool(Call call) {
        this.call = call;
        this.args = call.args();
    }

    int run() throws IOException {
        if (args.isEmpty()) {
            throw new Usage("missing operand", 2);
        }
        String value = binary(0);
        if (next < args.size()) {
            throw new Usage("syntax error: unexpected argument '" + args.get(next) + "'", 2);
        }
        call.line(value);
        return isFalse(value) ? 1 : 0;
    }

    private String binary(int level) throws Usage {
        if (level == LEVELS.size()) {
            return primary();
        }
        String left = binary(level + 1);
        while (next < args.size() && LEVELS.get(level).contains(args.get(next))) {
            String operator = args.get(next++);
            left = apply(left, operator, binary(level + 1));
        }
        return left;
    }

    private String primary() throws Usage {
        if (next >= args.size()) {
            throw new Usage("syntax error: missing argument after '" + args.get(args.size() - 1) + "'", 2);
        }
        String word = args.get(next++);
        if (word.equals("(")) {
            String value = binary(0);
            if (next >= args.size() || !args.get(next++).equals(")")) {
                throw new Usage("syntax error: expecting ')'", 2);
            }
            return value;
        }
        if (word.equals("length") && next < args.size()) {
            return Integer.toString(args.get(next++).length());
        }
        return word;
    }

    private static boolean isFalse(String value) {
        return value.isEmpty() || value.matches("-?0+");
    }

    private static boolean isNumber(String value) {
        return value.matches("-?[0-9]{1,18}");
    }

    private static String apply(String left, String operator, String right) throws Usage {
        return switch (operator) {
            case "|" -> isFalse(left) ? isFalse(right) ? "0" : right : left;
            case "&" -> isFalse(left) || isFalse(right) ? "0" : left;
            case ":" -> match(left, right);
            case "<", "<=", "=", "==", "!=", ">=", ">" -> compare(left, operator, right);
            default -> arithmetic(left, operator, right);
        };
    }

    private static String match(String text, String regex) throws Usage {
        Matcher matcher = Regex.compile(regex, false, false).matcher(text);
        boolean matches = matcher.lookingAt();
        if (matcher.groupCount() > 0) {
            String group = matches ? matcher.group(1) : null;
            return group == null ? "" : group;
        }
        return Integer.toString(matches ? matcher.end() : 0);
    }

    private static String compare(String left, String operator, String right) {
        int order = isNumber(left) && isNumber(right)
                ? Long.compare(Long.parseLong(left), Long.parseLong(right))
                : left.compareTo(right);
        boolean result = switch (operator) {
            case "<" -> order < 0;
            case "<=" -> order <= 0;
            case "!=" -> order != 0;
            case ">=" -> order >= 0;
            case ">" -> order > 0;
            default -> order == 0;
        };
        return result ? "1" : "0";
    }

    private static String arithmetic(String left, String operator, String right) throws Usage {
        if (!isNumber(left) || !isNumber(right)) {
            throw new Usage("non-integer argument", 2);
        }
        long a = Long.parseLong(left);
        long b = Long.parseLong(right);
        if (b == 0 && (operator.equals("/") || operator.equals("%"))) {
            throw new Usage("division by zero", 2);
        }
        long result = switch (operator) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / b;
            default -> a % b;
        };
        return Long.toString(result);
    }
}
