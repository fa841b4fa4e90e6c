package dev.cofferdam.provider.os;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A path of a settings file, as a policy has it: {@code //x} and {@code /x} are absolute, {@code ~/x} is below the home
 * directory, and {@code ./x} and {@code x} are below the root, or below the user's own settings directory in the user's
 * file.
 *
 * <p>{@code /x} once meant a path below the settings' own directory. Where nothing exists at the absolute path, a deny
 * therefore holds for both.
 *
 * @param read the path
 * @param otherReading what an older reading makes of it
 */
record SettingsPath(String read, Optional<String> otherReading) {
    static SettingsPath of(String text, Optional<String> base) {
        if (text.startsWith("//")) {
            return new SettingsPath("/" + text.replaceFirst("^/+", ""), Optional.empty());
        }
        if (text.startsWith("/")) {
            String below = text.substring(1);
            boolean plain = !below.isEmpty() && !below.startsWith("*");
            return new SettingsPath(
                    text, plain && !exists(text) ? Optional.of(relative(below, base)) : Optional.empty());
        }
        boolean home = text.equals("~") || text.startsWith("~");
        return new SettingsPath(home ? text : relative(text, base), Optional.empty());
    }

    private static String relative(String text, Optional<String> base) {
        String plain = text.startsWith("./") ? text.substring(2) : text;
        String path = plain.isEmpty() ? "." : plain;
        return base.map(directory -> directory + "/" + path).orElse(path);
    }

    /** Tell whether something is where the path says, as far as it is spelled out. */
    private static boolean exists(String text) {
        int wildcard = 0;
        while (wildcard < text.length() && "*?[".indexOf(text.charAt(wildcard)) < 0) {
            wildcard++;
        }
        String spelledOut = wildcard == text.length() ? text : text.substring(0, text.lastIndexOf('/', wildcard));
        try {
            return spelledOut.isEmpty() || Files.exists(Path.of(spelledOut));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
