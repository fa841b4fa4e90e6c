package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Capability;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One statement of the specification, as its files write it. */
record SpecStatement(
        String clause, char letter, Keyword keyword, Level level, Set<Capability> needs, boolean testable) {
    private static final Pattern HEADING = Pattern.compile("### <a id=\"(WS-[A-Z]+-\\d{3})\"></a>\\1: .+");
    private static final Pattern STATEMENT = Pattern.compile("- \\(([a-z])\\) (?:\\[([^\\]]+)\\] )?.*");
    private static final Pattern LETTERS = Pattern.compile("\\(([a-z])\\)");

    String id() {
        return clause + " (" + letter + ")";
    }

    static List<SpecStatement> all() throws IOException {
        List<SpecStatement> statements = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("../docs/spec"), "*.md")) {
            for (Path file : files) {
                parse(Files.readAllLines(file), statements);
            }
        }
        return statements;
    }

    private static void parse(List<String> lines, List<SpecStatement> into) {
        List<SpecStatement> clause = new ArrayList<>();
        String id = "";
        String attributes = "";
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher heading = HEADING.matcher(line);
            Matcher statement = STATEMENT.matcher(line);
            if (heading.matches()) {
                into.addAll(clause);
                clause.clear();
                id = heading.group(1);
                attributes = lines.get(i + 1);
            } else if (statement.matches() && !id.isEmpty()) {
                String own = statement.group(2) == null ? "" : statement.group(2);
                Set<Capability> needs = capabilities(attributes);
                needs.addAll(capabilities(own));
                clause.add(new SpecStatement(
                        id,
                        statement.group(1).charAt(0),
                        keyword(own.isEmpty() ? attributes : own, keyword(attributes, Keyword.MUST)),
                        level(own, level(attributes, Level.CORE)),
                        needs,
                        true));
            } else if (line.startsWith("Untestable here: ")) {
                untestable(clause, line.substring("Untestable here: ".length()));
            }
        }
        into.addAll(clause);
    }

    private static void untestable(List<SpecStatement> clause, String text) {
        Set<Character> letters = new HashSet<>();
        if (text.startsWith("(")) {
            Matcher matcher = LETTERS.matcher(text.substring(0, text.indexOf(':')));
            while (matcher.find()) {
                letters.add(matcher.group(1).charAt(0));
            }
        }
        clause.replaceAll(s -> letters.isEmpty() || letters.contains(s.letter)
                ? new SpecStatement(s.clause, s.letter, s.keyword, s.level, s.needs, false)
                : s);
    }

    private static Keyword keyword(String attributes, Keyword otherwise) {
        for (Keyword keyword : Keyword.values()) {
            if (Pattern.compile("\\b" + keyword + "\\b").matcher(attributes).find()) {
                return keyword;
            }
        }
        return otherwise;
    }

    private static Level level(String attributes, Level otherwise) {
        for (Level level : Level.values()) {
            if (Pattern.compile("\\b" + level + "\\b").matcher(attributes).find()) {
                return level;
            }
        }
        return otherwise;
    }

    private static Set<Capability> capabilities(String attributes) {
        Set<Capability> set = EnumSet.noneOf(Capability.class);
        Matcher matcher = Pattern.compile("`([A-Z_]+)`").matcher(attributes);
        while (matcher.find()) {
            for (Capability capability : Capability.values()) {
                if (capability.name().equals(matcher.group(1))) {
                    set.add(capability);
                }
            }
        }
        return set;
    }
}
