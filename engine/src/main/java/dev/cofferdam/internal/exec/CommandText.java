package dev.cofferdam.internal.exec;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commands as messages, events and logs may show them: without secrets, on one line, not too long (WS-EXEC-012). */
public final class CommandText {
    private static final int LONGEST = 200;

    private CommandText() {}

    /**
     * Describe a command.
     *
     * @param command the command
     * @param options the options of its workspace, whose secrets are redacted as well
     * @return the description
     */
    public static String of(Command command, WorkspaceOptions options) {
        List<String> secrets = new ArrayList<>();
        collect(secrets, command.env(), command.secretNames());
        collect(secrets, options.env(), options.secretNames());
        // A secret that holds another one goes first.
        secrets.sort(Comparator.comparingInt(String::length).reversed());
        String text = command.toString();
        for (String secret : secrets) {
            text = text.replace(secret, "***");
        }
        StringBuilder line = new StringBuilder();
        text.codePoints()
                .limit(LONGEST)
                .forEach(c -> line.appendCodePoint(Character.isISOControl(c) || !Character.isDefined(c) ? ' ' : c));
        return text.codePointCount(0, text.length()) > LONGEST
                ? line.append('…').toString()
                : line.toString();
    }

    private static void collect(List<String> secrets, Map<String, String> env, Set<String> names) {
        env.forEach((name, value) -> {
            if (names.contains(name) && !value.isEmpty()) {
                secrets.add(value);
            }
        });
    }
}
