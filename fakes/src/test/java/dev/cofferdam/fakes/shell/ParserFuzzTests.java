package dev.cofferdam.fakes.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever bytes come, the parser ends, and says nothing worse than that they are no script. */
@Timeout(60)
class ParserFuzzTests {

    private static final String[] TOKENS = {
        "if", "then", "else", "elif", "fi", "for", "in", "do", "done", "while", "until", "case", "esac", "{", "}", "(",
        ")", ";", ";;", "&", "&&", "|", "||", "<", ">", ">>", "<<E", "<<-'E'", "E", "\n", "$(", "$((", "))", "${", "}",
        "x", "x=", "'", "\"", "`", "\\", "#", "$x", "${x:-", "2>&1", "!", " ", "\t", "f()", "*", "[a-", "~", "$"
    };

    @Test
    void random_bytes_never_break_the_parser() {
        Random random = new Random(42);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            parse(Bytes.of(bytes));
        }
    }

    @Test
    void random_tokens_never_break_the_parser() {
        Random random = new Random(43);
        for (int i = 0; i < 40_000; i++) {
            StringBuilder script = new StringBuilder();
            for (int n = random.nextInt(25); n > 0; n--) {
                script.append(TOKENS[random.nextInt(TOKENS.length)]).append(random.nextBoolean() ? " " : "");
            }
            parse(script.toString());
        }
    }

    @Test
    void scripts_with_holes_never_break_the_parser() throws IOException {
        Random random = new Random(44);
        String[] scripts;
        try (InputStream in = ParserFuzzTests.class.getResourceAsStream("language.txt")) {
            scripts = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1).split("(?m)^---\n", -1);
        }
        for (String script : scripts) {
            for (int i = 0; i < 50 && script.length() > 2; i++) {
                int from = random.nextInt(script.length());
                int to = from + random.nextInt(Math.min(20, script.length() - from) + 1);
                parse(script.substring(0, from) + script.substring(to));
                parse(script.substring(0, from));
            }
        }
    }

    @Test
    void deep_nesting_is_refused_and_not_a_stack_overflow() throws Exception {
        for (String open : new String[] {"(", "{ ", "$(", "${x:-", "if ", "`", "$((", "! ", "while ", "f() "}) {
            parse(open.repeat(5000));
            parse("echo " + open.repeat(5000));
        }
        try (TestMachine machine = new TestMachine()) {
            assertThat(machine.run("(".repeat(5000))).isEqualTo(2);
            assertThat(machine.run("echo $((" + "(".repeat(5000) + "1" + ")".repeat(5000) + "))"))
                    .isEqualTo(2);
            assertThat(machine.run("f() { f; }; f")).isEqualTo(2);
        }
    }

    /** Parses to the end or to an error, with a bound on the number of commands. */
    private static void parse(String script) {
        assertThatCode(() -> {
                    Parser parser = new Parser(new Source(script));
                    try {
                        for (int i = 0; parser.next() != null; i++) {
                            assertThat(i).isLessThanOrEqualTo(script.length());
                        }
                    } catch (SyntaxError e) {
                        assertThat(e.text()).startsWith("Syntax error: ");
                    }
                })
                .as(script)
                .doesNotThrowAnyException();
    }
}
