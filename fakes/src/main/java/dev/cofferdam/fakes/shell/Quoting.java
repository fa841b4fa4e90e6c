package dev.cofferdam.fakes.shell;

/** Quotes text for the shell, in the way of dash. */
final class Quoting {

    private Quoting() {}

    static String quote(String text) {
        StringBuilder quoted = new StringBuilder();
        int i = 0;
        do {
            int apostrophe = text.indexOf('\'', i);
            int end = apostrophe < 0 ? text.length() : apostrophe;
            if (end > i || text.isEmpty()) {
                quoted.append('\'').append(text, i, end).append('\'');
            }
            i = end;
            int run = i;
            while (i < text.length() && text.charAt(i) == '\'') {
                i++;
            }
            if (i > run) {
                quoted.append('"').append(text, run, i).append('"');
            }
        } while (i < text.length());
        return quoted.toString();
    }
}
