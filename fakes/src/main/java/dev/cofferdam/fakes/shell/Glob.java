package dev.cofferdam.fakes.shell;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds the files that a pattern names, sorted by bytes. */
final class Glob {

    private final Disk disk;
    private final String cwd;

    Glob(Disk disk, String cwd) {
        this.disk = disk;
        this.cwd = cwd;
    }

    static boolean hasPattern(CharSequence flagged) {
        for (int i = 0; i < flagged.length(); i++) {
            char c = flagged.charAt(i);
            if (!Flagged.isQuoted(c) && "*?[".indexOf(Flagged.value(c)) >= 0 && c < Flagged.BREAK) {
                return true;
            }
        }
        return false;
    }

    /** The matching paths; empty when nothing matches. */
    List<String> expand(String flagged) {
        List<String> found = new ArrayList<>();
        walk("", flagged, found);
        found.sort(null);
        return found;
    }

    private void walk(String prefix, String rest, List<String> found) {
        int slash = 0;
        StringBuilder base = new StringBuilder(prefix);
        while (slash < rest.length() && Flagged.value(rest.charAt(slash)) == '/') {
            base.append('/');
            slash++;
        }
        int end = slash;
        while (end < rest.length() && Flagged.value(rest.charAt(end)) != '/') {
            end++;
        }
        String component = rest.substring(slash, end);
        String tail = rest.substring(end);
        if (component.isEmpty()) {
            if (exists(base.toString())) {
                found.add(base.toString());
            }
        } else if (!hasPattern(component)) {
            continueWith(base + Flagged.plain(component), tail, found);
        } else {
            Pattern pattern = Pattern.of(component);
            for (String name : names(base.toString())) {
                if ((!name.startsWith(".") || pattern.beginsWithDot()) && pattern.matches(name)) {
                    continueWith(base + name, tail, found);
                }
            }
        }
    }

    private void continueWith(String path, String tail, List<String> found) {
        if (tail.isEmpty()) {
            if (exists(path)) {
                found.add(path);
            }
        } else if (isDirectory(path)) {
            walk(path, tail, found);
        }
    }

    private List<String> names(String directory) {
        try {
            List<String> names = new ArrayList<>(disk.list(path(directory.isEmpty() ? "." : directory)));
            names.add(".");
            names.add("..");
            return names;
        } catch (IOException e) {
            return List.of();
        }
    }

    private boolean exists(String path) {
        try {
            return disk.existsItself(path(path));
        } catch (IOException e) {
            return false;
        }
    }

    private boolean isDirectory(String path) {
        try {
            return disk.isDirectory(path(path));
        } catch (IOException e) {
            return false;
        }
    }

    private Path path(String path) throws Errno {
        return disk.path(cwd, path);
    }
}
