package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** {@code test} and {@code [}. */
final class TestExpression {

    private static final Set<String> BINARY =
            Set.of("=", "==", "!=", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef");
    private static final String UNARY = "nzefdrwxsLhtpSbcugkOG";

    private final Computer computer;
    private final Task task;
    private List<String> args = List.of();
    private int next;

    TestExpression(Computer computer, Task task) {
        this.computer = computer;
        this.task = task;
    }

    int run(List<String> words) throws Usage {
        int end = words.size();
        if (words.get(0).endsWith("[")) {
            if (!words.get(end - 1).equals("]")) {
                throw new Usage("missing ]", 2);
            }
            end--;
        }
        args = words.subList(1, Math.max(1, end));
        next = 0;
        if (args.isEmpty()) {
            return 1;
        }
        boolean result = bySize();
        return result ? 0 : 1;
    }

    /** With up to four arguments POSIX decides by their number alone. */
    private boolean bySize() throws Usage {
        if (args.size() == 1) {
            return !args.get(0).isEmpty();
        }
        if (args.size() == 3 && BINARY.contains(args.get(1))) {
            return binary(args.get(0), args.get(1), args.get(2));
        }
        if (args.size() == 4 && args.get(0).equals("!") && BINARY.contains(args.get(2))) {
            return !binary(args.get(1), args.get(2), args.get(3));
        }
        boolean result = or();
        if (next < args.size()) {
            throw new Usage(args.get(next) + ": unexpected operator", 2);
        }
        return result;
    }

    private boolean or() throws Usage {
        boolean result = and();
        while (next < args.size() && args.get(next).equals("-o")) {
            next++;
            result |= and();
        }
        return result;
    }

    private boolean and() throws Usage {
        boolean result = not();
        while (next < args.size() && args.get(next).equals("-a")) {
            next++;
            result &= not();
        }
        return result;
    }

    private boolean not() throws Usage {
        if (next < args.size() && args.get(next).equals("!") && next + 1 < args.size()) {
            next++;
            return !not();
        }
        return primary();
    }

    private boolean primary() throws Usage {
        if (next >= args.size()) {
            throw new Usage("argument expected", 2);
        }
        String word = args.get(next);
        if (next + 2 < args.size() + 0 && BINARY.contains(args.get(next + 1))) {
            next += 3;
            return binary(word, args.get(next - 2), args.get(next - 1));
        }
        if (word.equals("(") && next + 1 < args.size()) {
            next++;
            boolean result = or();
            if (next >= args.size() || !args.get(next).equals(")")) {
                throw new Usage("closing paren expected", 2);
            }
            next++;
            return result;
        }
        if (isUnary(word) && next + 1 < args.size()) {
            next += 2;
            return unary(word.charAt(1), args.get(next - 1));
        }
        if (isUnary(word) && args.size() > 1) {
            throw new Usage(word + ": argument expected", 2);
        }
        next++;
        return !word.isEmpty();
    }

    private static boolean isUnary(String word) {
        return word.length() == 2 && word.charAt(0) == '-' && UNARY.indexOf(word.charAt(1)) >= 0;
    }

    private boolean unary(char operator, String operand) throws Usage {
        return switch (operator) {
            case 'n' -> !operand.isEmpty();
            case 'z' -> operand.isEmpty();
            case 't' -> {
                integer(operand);
                yield false;
            }
            default -> file(operator, operand);
        };
    }

    private boolean file(char operator, String name) {
        if (Opening.isDevice(name)) {
            return "erwc".indexOf(operator) >= 0;
        }
        try {
            Path path = computer.disk().path(task.cwd(), name);
            boolean link = operator == 'L' || operator == 'h';
            FileStat stat = computer.disk().stat(path, !link);
            return switch (operator) {
                case 'f' -> stat.isRegular();
                case 'd' -> stat.isDirectory();
                case 'L', 'h' -> stat.isLink();
                case 's' -> stat.size() > 0 || stat.isDirectory();
                case 'x' -> stat.isDirectory() || (stat.mode() & 0111) != 0;
                case 'p', 'S', 'b', 'c', 'u', 'g', 'k' -> false;
                default -> true;
            };
        } catch (IOException e) {
            // The machine's own programs have no files, but they can be executed.
            return "efrx".indexOf(operator) >= 0 && computer.toolbox().virtual(name) != null;
        }
    }

    private boolean binary(String left, String operator, String right) throws Usage {
        return switch (operator) {
            case "=", "==" -> left.equals(right);
            case "!=" -> !left.equals(right);
            case "<" -> left.compareTo(right) < 0;
            case ">" -> left.compareTo(right) > 0;
            case "-eq" -> integer(left) == integer(right);
            case "-ne" -> integer(left) != integer(right);
            case "-lt" -> integer(left) < integer(right);
            case "-le" -> integer(left) <= integer(right);
            case "-gt" -> integer(left) > integer(right);
            case "-ge" -> integer(left) >= integer(right);
            default -> files(left, operator, right);
        };
    }

    private boolean files(String left, String operator, String right) {
        try {
            FileStat first = computer.disk().stat(computer.disk().path(task.cwd(), left), true);
            FileStat second = computer.disk().stat(computer.disk().path(task.cwd(), right), true);
            return switch (operator) {
                case "-nt" -> first.modified().isAfter(second.modified());
                case "-ot" -> first.modified().isBefore(second.modified());
                default -> first.sameFile(second);
            };
        } catch (IOException e) {
            return false;
        }
    }

    private static long integer(String text) throws Usage {
        String digits = text.strip();
        try {
            return Long.parseLong(digits.startsWith("+") ? digits.substring(1) : digits);
        } catch (NumberFormatException e) {
            throw new Usage("Illegal number: " + text, 2);
        }
    }
}
