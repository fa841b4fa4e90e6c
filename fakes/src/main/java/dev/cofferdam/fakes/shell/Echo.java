package dev.cofferdam.fakes.shell;

import java.util.List;

/** The two kinds of {@code echo}: the shell's, which always interprets escapes, and the program's. */
final class Echo {

    private Echo() {}

    static String dash(List<String> args) {
        boolean newline = args.isEmpty() || !args.get(0).equals("-n");
        return text(newline ? args : args.subList(1, args.size()), newline, true);
    }

    static String program(List<String> args) {
        int first = 0;
        boolean newline = true;
        boolean escapes = false;
        while (first < args.size() && args.get(first).matches("-[neE]+")) {
            for (char c : args.get(first).substring(1).toCharArray()) {
                newline &= c != 'n';
                escapes = c == 'e' || (escapes && c != 'E');
            }
            first++;
        }
        return text(args.subList(first, args.size()), newline, escapes);
    }

    private static String text(List<String> args, boolean newline, boolean escapes) {
        String text = String.join(" ", args);
        if (escapes) {
            Escapes result = Escapes.of(text, true);
            return result.stopped() || !newline ? result.text() : result.text() + "\n";
        }
        return newline ? text + "\n" : text;
    }
}
