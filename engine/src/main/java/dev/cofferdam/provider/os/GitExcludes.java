package dev.cofferdam.provider.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Has git in the sandbox overlook the placeholders, which it could not add: by a file of excludes that is named in the
 * environment. It takes the place of the user's own, so what is in that one is in it as well.
 */
final class GitExcludes {
    private static final String COUNT = "GIT_CONFIG_COUNT";
    private static final Pattern OWN = Pattern.compile(
            "^\\s*excludesfile\\s*=\\s*\"?([^\"\\n]+?)\"?\\s*$", Pattern.MULTILINE | Pattern.CASE_INSENSITIVE);
    private static final long LONGEST = 1 << 20;

    private GitExcludes() {}

    /** Write the file, and name it in the environment, where the root lies in a repository. */
    static void apply(Path file, Path root, MountPlan plan, Map<String, String> environment) throws IOException {
        Optional<Path> top = top(root);
        if (top.isEmpty() || plan.placeholders().isEmpty()) {
            return;
        }
        List<String> lines = new ArrayList<>(own(environment));
        for (Placeholder placeholder : plan.placeholders()) {
            if (placeholder.path().startsWith(top.get())) {
                lines.add("/" + escaped(top.get().relativize(placeholder.path()).toString()));
            }
        }
        Files.write(file, lines, StandardCharsets.UTF_8);
        int count = count(environment.getOrDefault(COUNT, "0"));
        environment.put(COUNT, Integer.toString(count + 1));
        environment.put("GIT_CONFIG_KEY_" + count, "core.excludesFile");
        environment.put("GIT_CONFIG_VALUE_" + count, file.toString());
    }

    private static Optional<Path> top(Path root) {
        for (Path at = root; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve(".git").resolve("HEAD")) || Files.isRegularFile(at.resolve(".git"))) {
                return Optional.of(at);
            }
        }
        return Optional.empty();
    }

    private static int count(String text) {
        try {
            return Math.max(0, Integer.parseInt(text));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static List<String> own(Map<String, String> environment) throws IOException {
        Path home = Path.of(environment.getOrDefault("HOME", "/"));
        Path settings = home.resolve(".config/git");
        Path file = settings.resolve("ignore");
        for (Path config : List.of(settings.resolve("config"), home.resolve(".gitconfig"))) {
            Matcher found = OWN.matcher(text(config));
            while (found.find()) {
                String named = found.group(1);
                file = named.startsWith("~/") ? home.resolve(named.substring(2)) : home.resolve(named);
            }
        }
        return text(file).lines().toList();
    }

    private static String text(Path file) throws IOException {
        boolean readable = Files.isRegularFile(file) && Files.isReadable(file) && Files.size(file) <= LONGEST;
        return readable ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
    }

    private static String escaped(String path) {
        return path.replaceAll("([\\\\*?\\[ ])", "\\\\$1");
    }
}
