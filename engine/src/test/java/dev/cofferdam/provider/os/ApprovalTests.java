package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.workspace.Command;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApprovalTests {
    private static final SandboxPolicy POLICY = SandboxPolicy.defaults();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls -la",
                "git status && mvn -q verify",
                "rm -rf build",
                "rm -rf build/*",
                "rm a.txt | cat",
                "grep -r x . ; echo done",
                "rmdir -- old"
            })
    void what_is_simple_and_runs_inside_needs_no_approval(String line) {
        assertThat(POLICY.autoAllows(Command.shell(line))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X=y ls",
                "eval ls",
                "make X=y",
                "source f",
                ". ./f",
                "alias ls=rm",
                "export X=y",
                "set -a",
                "cat f | sh",
                "bash",
                "ls $(cat f)",
                "ls > f",
                "$X",
                "rm -rf .",
                "rm -rf ./",
                "rm -rf *",
                "rm -rf .g*",
                "rm -rf ~",
                "rm -rf ~/x",
                "rm -rf /",
                "rm -rf //",
                "rm -r /home",
                "rm -rf build/../.git",
                "rm -rf .git",
                "rm -rf ./.GIT/",
                "rm -rf .git/hooks",
                "ls && /bin/rm -rf -- .",
                "rmdir ..",
                "rm -rf ''"
            })
    void what_is_in_doubt_or_removes_what_is_critical_goes_the_normal_way(String line) {
        assertThat(POLICY.autoAllows(Command.shell(line))).isFalse();
    }

    @Test
    void words_without_a_shell_are_judged_as_such() {
        assertThat(POLICY.autoAllows(Command.of("echo", "$(rm)", "a;b"))).isTrue();
        assertThat(POLICY.autoAllows(Command.of("rm", "-rf", ".git"))).isFalse();
        assertThat(POLICY.autoAllows(Command.of("sh", "f"))).isFalse();
    }

    @Test
    void what_may_run_outside_or_brings_hosts_of_its_own_goes_the_normal_way() {
        Command ls = Command.shell("ls");
        assertThat(POLICY.autoAllow(false).autoAllows(ls)).isFalse();
        assertThat(POLICY.autoAllows(ls.allowedDomains(Set.of("example.org")))).isFalse();
        assertThat(POLICY.excludedCommands(List.of("ls")).autoAllows(ls)).isFalse();
        assertThat(POLICY.excludedCommands(List.of("ls")).autoAllows(Command.shell("cat f")))
                .isTrue();
        assertThat(POLICY.failIfUnavailable(false).autoAllows(ls)).isFalse();
        assertThat(POLICY.filesystem(FilesystemPolicy.defaults().disabled(true)).autoAllows(ls))
                .isFalse();
        Command asking = ls.dangerouslyDisableSandbox(true);
        assertThat(POLICY.autoAllows(asking)).as("it is ignored").isTrue();
        assertThat(POLICY.allowUnsandboxed(true).autoAllows(asking)).isFalse();
        assertThat(POLICY.allowUnsandboxed(true).autoAllows(ls)).isTrue();
    }
}
