package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code grep}. */
final class GrepTool {

    private final Call call;
    private boolean matched;
    private boolean trouble;

    GrepTool(Call call) {
        this.call = call;
    }

    int run() throws IOException {
        Options options = Options.parse(call.with(gatherPatterns()), "EFGivnclLqrRhHoxwse:m:a", true, 2);
        List<String> operands = new ArrayList<>(options.operands());
        String source = options.has('e') ? options.value('e', "") : operands.isEmpty() ? null : operands.remove(0);
        if (source == null) {
            throw new Usage("usage: grep [OPTION]... PATTERNS [FILE]...", 2);
        }
        Pattern pattern = pattern(source, options);
        boolean recursive = options.has('r') || options.has('R');
        List<String> names = operands.isEmpty() ? List.of(recursive ? "." : "-") : operands;
        boolean titled = ((names.size() > 1 || recursive) && !options.has('h')) || options.has('H');
        for (String name : names) {
            search(name, pattern, options, titled, recursive);
            if (options.has('q') && matched) {
                return 0;
            }
        }
        return trouble ? 2 : matched ? 0 : 1;
    }

    /** Joins several {@code -e} by newlines, which is how patterns are kept apart. */
    private List<String> gatherPatterns() {
        List<String> words = new ArrayList<>();
        StringBuilder patterns = null;
        List<String> all = call.words();
        for (int i = 0; i < all.size(); i++) {
            String word = all.get(i);
            boolean option = word.matches("-[EFGivnclLqrRhHoxwsa]*e.*") && i > 0;
            if (!option) {
                words.add(word);
                continue;
            }
            int at = word.indexOf('e');
            if (at > 1) {
                words.add(word.substring(0, at));
            }
            String value = at + 1 < word.length() ? word.substring(at + 1) : i + 1 < all.size() ? all.get(++i) : "";
            patterns = patterns == null
                    ? new StringBuilder(value)
                    : patterns.append('\n').append(value);
        }
        if (patterns != null) {
            words.add(1, "-e" + patterns);
            if (patterns.isEmpty()) {
                words.set(1, "-e");
                words.add(2, "");
            }
        }
        return words;
    }

    private Pattern pattern(String source, Options options) throws Usage {
        boolean fixed = options.has('F') || call.name().equals("fgrep");
        boolean extended = options.has('E') || call.name().equals("egrep");
        List<String> alternatives = new ArrayList<>();
        for (String line : source.split("\n", -1)) {
            alternatives.add(fixed ? Pattern.quote(line) : Regex.translate(line, extended));
        }
        String joined = alternatives.size() == 1 ? alternatives.get(0) : "(?:" + String.join("|", alternatives) + ")";
        if (options.has('x')) {
            joined = "\\A(?:" + joined + ")\\z";
        } else if (options.has('w')) {
            joined = "(?<!\\w)(?:" + joined + ")(?!\\w)";
        }
        return Regex.java(joined, options.has('i'));
    }

    private void search(String name, Pattern pattern, Options options, boolean titled, boolean recursive)
            throws IOException {
        try {
            if (!name.equals("-") && !Opening.isDevice(name)) {
                Path path = call.path(name);
                if (call.disk().isDirectory(path)) {
                    if (recursive) {
                        descend(name, path, pattern, options, titled);
                    } else if (!options.has('s')) {
                        call.error(name + ": " + Errno.Code.EISDIR.text());
                        trouble = true;
                    }
                    return;
                }
            }
            try (InputStream in = call.open(name)) {
                lines(name.equals("-") ? "(standard input)" : name, in, pattern, options, titled);
            }
        } catch (Errno e) {
            trouble = true;
            if (!options.has('s')) {
                call.error(name, e);
            }
        }
    }

    private void descend(String name, Path path, Pattern pattern, Options options, boolean titled) throws IOException {
        String prefix = name.endsWith("/") ? name : name + "/";
        for (String child : call.disk().list(path)) {
            boolean link = call.disk().isLink(path.resolve(Bytes.decode(child)));
            if (!link || options.has('R')) {
                String spelling = name.equals(".") && !call.args().contains(".") ? child : prefix + child;
                search(spelling, pattern, options, titled, true);
            }
        }
    }

    private void lines(String name, InputStream in, Pattern pattern, Options options, boolean titled)
            throws IOException {
        long limit = options.has('m') ? Options.size(options.value('m', "0")) : Long.MAX_VALUE;
        String prefix = titled ? name + ":" : "";
        long count = 0;
        int number = 0;
        boolean quiet = options.has('q') || options.has('l') || options.has('L') || options.has('c');
        for (String ended : StreamTools.lines(in)) {
            call.task().checkpoint();
            number++;
            String line = TextTools.chomp(ended);
            Matcher matcher = pattern.matcher(line);
            if (matcher.find() == options.has('v') || count >= limit) {
                continue;
            }
            count++;
            String numbered = options.has('n') ? prefix + number + ":" : prefix;
            if (quiet) {
                continue;
            }
            if (options.has('o') && !options.has('v')) {
                do {
                    if (!matcher.group().isEmpty()) {
                        call.line(numbered + matcher.group());
                    }
                } while (matcher.find());
            } else if (!options.has('o')) {
                call.line(numbered + line);
            }
        }
        matched |= options.has('L') ? count == 0 : count > 0;
        if (options.has('c') && !options.has('q')) {
            call.line(prefix + count);
        } else if ((options.has('l') && count > 0) || (options.has('L') && count == 0)) {
            call.line(name);
        }
    }
}
