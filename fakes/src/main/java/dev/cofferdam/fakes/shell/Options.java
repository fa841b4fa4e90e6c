package dev.cofferdam.fakes.shell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The options of a program, and its operands. */
final class Options {

    private final Map<Character, String> values = new HashMap<>();
    private final List<String> operands = new ArrayList<>();

    private Options() {}

    /**
     * Parses arguments as GNU programs do, with options between operands.
     *
     * @param letters the letters of the options, each followed by a colon if it has a value
     */
    static Options parse(Call call, String letters) throws Usage {
        return parse(call, letters, true, 1);
    }

    /** Parses arguments; without {@code permute} the first operand ends the options. */
    static Options parse(Call call, String letters, boolean permute, int errorStatus) throws Usage {
        Options options = new Options();
        List<String> args = call.args();
        int i = 0;
        while (i < args.size()) {
            String word = args.get(i++);
            if (word.equals("--")) {
                options.operands.addAll(args.subList(i, args.size()));
                break;
            }
            if (word.length() < 2 || word.charAt(0) != '-') {
                options.operands.add(word);
                if (!permute) {
                    options.operands.addAll(args.subList(i, args.size()));
                    break;
                }
                continue;
            }
            if (word.startsWith("--")) {
                throw new Usage("unrecognized option '" + word + "'", errorStatus);
            }
            i = options.cluster(word, args, i, letters, errorStatus);
        }
        return options;
    }

    private int cluster(String word, List<String> args, int next, String letters, int errorStatus) throws Usage {
        for (int j = 1; j < word.length(); j++) {
            char letter = word.charAt(j);
            int at = letter == ':' ? -1 : letters.indexOf(letter);
            if (at < 0) {
                throw new Usage("invalid option -- '" + letter + "'", errorStatus);
            }
            if (at + 1 == letters.length() || letters.charAt(at + 1) != ':') {
                values.put(letter, "");
            } else if (j + 1 < word.length()) {
                values.put(letter, word.substring(j + 1));
                return next;
            } else if (next < args.size()) {
                values.put(letter, args.get(next));
                return next + 1;
            } else {
                throw new Usage("option requires an argument -- '" + letter + "'", errorStatus);
            }
        }
        return next;
    }

    boolean has(char letter) {
        return values.containsKey(letter);
    }

    String value(char letter, String otherwise) {
        return values.getOrDefault(letter, otherwise);
    }

    List<String> operands() {
        return operands;
    }

    /** The operands, of which there have to be enough. */
    List<String> operands(int atLeast) throws Usage {
        if (operands.size() < atLeast) {
            throw new Usage(operands.isEmpty() ? "missing operand" : "missing operand after '" + operands.get(0) + "'");
        }
        return operands;
    }

    /** The operands, or standard input when there are none. */
    List<String> inputs() {
        return operands.isEmpty() ? List.of("-") : operands;
    }

    /** Parses a count such as {@code 10}, {@code 4k} or {@code 1M}. */
    static long size(String text) throws Usage {
        String digits = text;
        long unit = 1;
        if (digits.endsWith("B") && digits.length() > 2) {
            digits = digits.substring(0, digits.length() - 1);
        } else if (digits.endsWith("iB")) {
            digits = digits.substring(0, digits.length() - 2);
        }
        if (!digits.isEmpty()) {
            unit = switch (digits.charAt(digits.length() - 1)) {
                case 'b' -> 512L;
                case 'k', 'K' -> 1L << 10;
                case 'M' -> 1L << 20;
                case 'G' -> 1L << 30;
                default -> 1L;
            };
        }
        if (unit > 1 || digits.endsWith("c")) {
            digits = digits.substring(0, digits.length() - 1);
        }
        try {
            return Math.multiplyExact(Long.parseLong(digits), unit);
        } catch (ArithmeticException | NumberFormatException e) {
            throw new Usage("invalid number: '" + text + "'");
        }
    }
}
