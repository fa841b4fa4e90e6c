package dev.cofferdam.internal.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LaunchProbeTests {
    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void a_program_in_the_session_of_others_is_given_its_own(List<String> shell) throws Exception {
        Launch launch = new LaunchProbe(words -> Shells.run(Shells.with(shell, words)), "t1").find();
        assertThat(launch.prefix()).startsWith("setsid", "-w");
    }

    @ParameterizedTest
    @MethodSource("dev.cofferdam.internal.launch.Shells#all")
    void a_program_that_leads_a_session_already_needs_nothing(List<String> shell) throws Exception {
        Launch launch = new LaunchProbe(words -> Shells.run(session(Shells.with(shell, words))), "t1").find();
        assertThat(launch.prefix()).doesNotContain("setsid");
    }

    @Test
    void signals_that_are_ignored_get_their_default_back() throws Exception {
        LaunchProbe probe = new LaunchProbe(
                words -> {
                    List<String> all =
                            new ArrayList<>(List.of("setsid", "-w", "sh", "-c", "trap '' HUP USR1; \"$@\"", "sh"));
                    all.addAll(words);
                    return Shells.run(all);
                },
                "t1");
        // Others may be ignored around this test, as a shell ignores SIGINT for what it runs in the background.
        assertThat(probe.find().prefix())
                .contains("env")
                .anyMatch(word -> word.matches("--default-signal=1,(.*,)?10(,.*)?"));
    }

    @Test
    void what_a_login_shell_says_first_is_overlooked() throws Exception {
        LaunchProbe probe = new LaunchProbe(
                words -> {
                    LaunchProbe.Outcome outcome = Shells.run(session(words));
                    return new LaunchProbe.Outcome(outcome.exitCode(), "Welcome\n\nt1" + outcome.stdout(), "");
                },
                "t1");
        assertThat(probe.find().prefix()).doesNotContain("setsid");
    }

    @Test
    void a_sandbox_without_a_shell_or_without_setsid_is_unavailable() {
        LaunchProbe noShell =
                new LaunchProbe(words -> new LaunchProbe.Outcome(127, "", "bash: sh: command not found\n"), "t1");
        assertThatThrownBy(noShell::find).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(e).hasMessageContaining("needs a POSIX sh").hasMessageContaining("command not found");
        });
        LaunchProbe noSetsid = new LaunchProbe(
                words -> words.get(0).equals("setsid")
                        ? new LaunchProbe.Outcome(127, "", "setsid: not found")
                        : Shells.run(words),
                "t1");
        assertThatThrownBy(noSetsid::find).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
            assertThat(e).hasMessageContaining("install util-linux");
        });
    }

    private static List<String> session(List<String> words) {
        List<String> all = new ArrayList<>(List.of("setsid", "-w"));
        all.addAll(words);
        return all;
    }
}
