package dev.cofferdam.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.fakes.MemoryProvider;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.RunningCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps the commands of the checks inside the dialect of the specification. */
class DialectTests {
    private static final Set<String> WORDS = Set.of(
            "if", "then", "else", "elif", "fi", "while", "until", "do", "done", "for", "case", "esac", "in", "!", "{",
            "}");

    private static final Set<String> BUILT_IN =
            Set.of(":", "cd", "exec", "exit", "read", "set", "trap", "wait", "export", "return", "sh");

    /** What no table lists, on purpose: checks of missing and forbidden programs, and scripts that a check writes. */
    private static final Pattern MADE_UP = Pattern.compile(".*/.*|.*missing.*|no-such.*|tool|echo x; :");

    @Test
    void checks_run_only_programs_of_the_dialect() throws IOException {
        Set<String> dialect = new TreeSet<>(BUILT_IN);
        for (String line : Files.readAllLines(Path.of("../docs/spec/commands.md"))) {
            Matcher row = Pattern.compile("\\| ((?:`[^`]+` ?)+)\\|.*").matcher(line);
            if (row.matches()) {
                Matcher name = Pattern.compile("`([^`]+)`").matcher(row.group(1));
                while (name.find()) {
                    dialect.add(name.group(1));
                }
            }
        }
        assertThat(dialect).hasSizeGreaterThan(40);
        ConcurrentLinkedQueue<Command> commands = new ConcurrentLinkedQueue<>();
        runAll(commands);
        assertThat(commands).hasSizeGreaterThan(500);
        Map<String, String> foreign = new TreeMap<>();
        for (Command command : commands) {
            for (String program : programs(command)) {
                if (!dialect.contains(program) && !MADE_UP.matcher(program).matches()) {
                    foreign.put(program, command.toString());
                }
            }
        }
        assertThat(foreign).isEmpty();
    }

    @Test
    void programs_are_found_in_a_line() {
        assertThat(programs(Command.shell(
                        "a=1 mkdir -p \"x; y\" && if [ -e z ]; then cat < 'b | c' | sort; fi; d=$(seq 3)")))
                .containsExactly("mkdir", "[", "cat", "sort", "seq");
        assertThat(programs(Command.of("sh", "-c", "exec sleep 1 & echo $!"))).containsExactly("exec", "echo");
        assertThat(programs(Command.of("cat", "a;b"))).containsExactly("cat");
    }

    private static void runAll(ConcurrentLinkedQueue<Command> commands) {
        Subject memory = Subject.of(new MemoryProvider());
        Subject recorded = memory.opening(Doubles.opening(
                options -> new ForwardingWorkspace(memory.opener().open(options)) {
                    @Override
                    public CommandResult exec(String line) {
                        commands.add(Command.shell(line));
                        return super.exec(line);
                    }

                    @Override
                    public CommandResult exec(Command command) {
                        commands.add(command);
                        return super.exec(command);
                    }

                    @Override
                    public RunningCommand start(Command command) {
                        commands.add(command);
                        return super.start(command);
                    }
                }));
        ConformanceSuite.run(recorded, SuiteOptions.defaults().parallelism(4), (result, done, total, elapsed) -> {});
    }

    private static List<String> programs(Command command) {
        List<String> argv = command.argv();
        if (argv.size() < 3 || !argv.get(0).equals("sh") || !argv.get(1).equals("-c")) {
            return List.of(argv.get(0));
        }
        String line = argv.get(2)
                .replaceAll("(?s)<<'?(\\w+)'?.*?\\n\\1", "")
                .replaceAll("\\\\.", "_")
                .replaceAll("(?s)'[^']*'", "_")
                .replaceAll("\\$\\(\\(.*?\\)\\)|\\$\\{[^}]*\\}|\\$[#?!$@*0-9]", "_")
                .replaceAll("#[^\\n]*", "")
                .replaceAll("\\d?>&\\d|\\d?[<>]+\\s*\"[^\"]*\"|\\d?[<>]+\\s*[^\\s;|&)]+", " ");
        // What is quoted with " may hold $( … ): look there, and take the rest for one word.
        Matcher inner = Pattern.compile("\\$\\(([^()]*)\\)").matcher(line);
        StringBuilder more = new StringBuilder();
        while (inner.find()) {
            more.append(';').append(inner.group(1));
        }
        line = inner.replaceAll("_").replaceAll("(?s)\"[^\"]*\"", "_") + more;
        return Arrays.stream(line.split("&&|\\|\\||[;|&\\n()]"))
                .map(DialectTests::first)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String first(String part) {
        boolean header = false;
        for (String word : part.strip().split("\\s+", -1)) {
            if (word.equals("for") || word.equals("case")) {
                header = true;
            }
            boolean assignment = word.matches("[A-Za-z_]\\w*=.*") || word.equals("_");
            if (!WORDS.contains(word) && !assignment) {
                return header || word.startsWith("$") || word.startsWith("_") ? "" : word;
            }
        }
        return "";
    }
}
