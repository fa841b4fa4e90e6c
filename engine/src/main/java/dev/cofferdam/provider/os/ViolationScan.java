package dev.cofferdam.provider.os;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds in a command's own errors which files the system refused. It is advice and no fact: a command prints what it
 * likes, in the language it likes, and what says nothing of a path is missed.
 */
final class ViolationScan {
    /** Only so much of the end of stderr is looked at. */
    static final int MAX_BYTES = 64 << 10;

    private static final int MAX_VIOLATIONS = 100;
    private static final int MAX_LINE = 4_000;

    /** Refusals that mean the sandbox, and those that mean it only where a rule of the policy holds. */
    private static final Pattern REFUSAL = Pattern.compile(
            "Read-only file system|Operation not permitted|Device or resource busy|Permission denied"
                    + "|Invalid cross-device link|\\b(?:EROFS|EPERM|EBUSY|EACCES|EXDEV)\\b: ",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern CERTAIN =
            Pattern.compile("Read-only file system|Operation not permitted|EROFS: |EPERM: ", Pattern.CASE_INSENSITIVE);

    private static final Pattern QUOTED = Pattern.compile("'([^']+)'|‘([^’]+)’|\"([^\"]+)\"");
    private static final Pattern BARE_AT_END = Pattern.compile("(?:^|[\\s:])([^\\s:'\"‘’]+)\\s*[:(]\\s*$");
    private static final Pattern BARE_AFTER = Pattern.compile("^: (\\S+)");

    private final Predicate<String> ruled;

    /**
     * Make a scan.
     *
     * @param ruled tells whether a path, absolute or relative to where the command ran, is one that a rule of the policy
     *     keeps from it
     */
    ViolationScan(Predicate<String> ruled) {
        this.ruled = ruled;
    }

    /**
     * Look at the end of a command's errors.
     *
     * @param stderr what it printed
     * @return a sentence for each file
     */
    List<String> scan(byte[] stderr) {
        int from = Math.max(0, stderr.length - MAX_BYTES);
        String text = new String(stderr, from, stderr.length - from, StandardCharsets.UTF_8);
        Set<String> found = new LinkedHashSet<>();
        for (String line : text.split("[\n\r]", -1)) {
            if (found.size() < MAX_VIOLATIONS && line.length() <= MAX_LINE) {
                look(visible(line)).ifPresent(found::add);
            }
        }
        return List.copyOf(found);
    }

    private static String visible(String line) {
        return line.replaceAll("\\x1b\\[[0-?]*[ -/]*[@-~]", "").replaceAll("\\p{Cntrl}", "");
    }

    private Optional<String> look(String line) {
        Matcher refusal = REFUSAL.matcher(line);
        if (!refusal.find()) {
            return Optional.empty();
        }
        String before = line.substring(0, refusal.start());
        String after = line.substring(refusal.end());
        List<String> paths = paths(before, refusal.group(), after);
        boolean certain = CERTAIN.matcher(refusal.group()).matches();
        Optional<String> path = paths.stream()
                .filter(ruled)
                .findFirst()
                .or(() -> certain ? paths.stream().findFirst() : Optional.empty());
        return path.map(each -> "file: " + each + " was refused: " + name(refusal.group()));
    }

    private static String name(String refusal) {
        return refusal.endsWith(": ") ? refusal.substring(0, refusal.length() - 2) : refusal;
    }

    /** Return what may be the path, the likeliest first. */
    private static List<String> paths(String before, String refusal, String after) {
        if (refusal.endsWith(": ")) {
            return quoted(after);
        }
        List<String> paths = new ArrayList<>();
        if (after.startsWith(": ")) {
            paths.addAll(quoted(after));
        }
        paths.addAll(quoted(before));
        boolean readOnly = refusal.equalsIgnoreCase("Read-only file system");
        for (Matcher bare : List.of(BARE_AT_END.matcher(before), BARE_AFTER.matcher(after))) {
            // Otherwise it is rather the name of a program that was not permitted something.
            if (bare.find() && (readOnly || bare.group(1).indexOf('/') >= 0)) {
                paths.add(bare.group(1));
            }
        }
        return paths;
    }

    private static List<String> quoted(String text) {
        List<String> paths = new ArrayList<>();
        Matcher quoted = QUOTED.matcher(text);
        while (quoted.find()) {
            for (int group = 1; group <= 3; group++) {
                if (quoted.group(group) != null) {
                    paths.add(quoted.group(group));
                }
            }
        }
        return paths;
    }
}
