package dev.cofferdam.fakes.shell;

import java.util.List;

/** {@code getopts}: its position is kept in OPTIND and, inside a group of letters, in OPTOFF. */
final class OptionScanner {

    private static final String OFFSET = "OPTOFF";

    private final Shell shell;
    private final String options;
    private final String name;
    private final List<String> args;

    OptionScanner(Shell shell, String options, String name, List<String> args) {
        this.shell = shell;
        this.options = options;
        this.name = name;
        this.args = args;
    }

    int next() {
        Variables variables = shell.variables();
        int index = Math.max(1, parse(variables.get("OPTIND", "1")));
        int offset = parse(variables.get(OFFSET, "0"));
        String word = index <= args.size() ? args.get(index - 1) : "";
        if (offset < 1 || offset >= word.length()) {
            offset = 1;
            if (word.equals("--")) {
                return end(index + 1);
            }
            if (word.length() < 2 || !word.startsWith("-")) {
                return end(index);
            }
        }
        char letter = word.charAt(offset);
        boolean last = offset + 1 == word.length();
        int at = letter == ':' ? -1 : options.indexOf(letter);
        if (at < 0) {
            advance(index, offset, last);
            return bad(letter, '?', "Illegal option -" + letter);
        }
        if (at + 1 == options.length() || options.charAt(at + 1) != ':') {
            advance(index, offset, last);
            variables.unset("OPTARG");
            variables.set(name, String.valueOf(letter));
            return 0;
        }
        return argument(letter, word, index, offset);
    }

    private int argument(char letter, String word, int index, int offset) {
        Variables variables = shell.variables();
        boolean last = offset + 1 == word.length();
        if (last && index >= args.size()) {
            advance(index, offset, true);
            return bad(letter, options.startsWith(":") ? ':' : '?', "No arg for -" + letter + " option");
        }
        variables.set("OPTARG", last ? args.get(index) : word.substring(offset + 1));
        variables.set("OPTIND", Integer.toString(index + (last ? 2 : 1)));
        variables.unset(OFFSET);
        variables.set(name, String.valueOf(letter));
        return 0;
    }

    private void advance(int index, int offset, boolean last) {
        shell.variables().set("OPTIND", Integer.toString(last ? index + 1 : index));
        if (last) {
            shell.variables().unset(OFFSET);
        } else {
            shell.variables().set(OFFSET, Integer.toString(offset + 1));
        }
    }

    private int bad(char letter, char result, String message) {
        shell.variables().set(name, String.valueOf(result));
        if (options.startsWith(":")) {
            shell.variables().set("OPTARG", String.valueOf(letter));
        } else {
            shell.variables().unset("OPTARG");
            shell.say(message);
        }
        return 0;
    }

    private int end(int index) {
        shell.variables().set("OPTIND", Integer.toString(index));
        shell.variables().unset(OFFSET);
        shell.variables().set(name, "?");
        return 1;
    }

    private static int parse(String text) {
        return text.matches("[0-9]{1,6}") ? Integer.parseInt(text) : 0;
    }
}
