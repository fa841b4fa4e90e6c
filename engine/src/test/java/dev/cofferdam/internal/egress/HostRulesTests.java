package dev.cofferdam.internal.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.internal.egress.Verdict.Answer;
import dev.cofferdam.workspace.UnknownHostDecider;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostRulesTests {
    private static final Optional<UnknownHostDecider> YES = Optional.of((host, port) -> true);

    @Test
    void without_any_list_every_host_is_refused_and_told_how_to_be_allowed() {
        Verdict verdict = judge(rules(List.of(), List.of(), false, Optional.empty()), "a.example");
        assertThat(verdict.answer()).isEqualTo(Answer.REFUSE);
        assertThat(verdict.reason()).contains("a.example:443").contains("network.allowedDomains");
    }

    @Test
    void a_denied_host_is_refused_whatever_else_is_said() {
        HostRules rules = rules(List.of("*.a.example"), List.of("*", "b.a.example"), false, YES);
        assertThat(judge(rules, "b.a.example").answer()).isEqualTo(Answer.REFUSE);
        assertThat(judge(rules.forCommand(Optional.of(List.of("b.a.example")), YES), "b.a.example")
                        .answer())
                .isEqualTo(Answer.REFUSE);
        assertThat(judge(rules, "a.example").answer()).isEqualTo(Answer.ALLOW);
    }

    @Test
    void an_allowed_host_goes_through_without_asking() {
        assertThat(judge(rules(List.of(), List.of("a.example"), true, YES), "a.example")
                        .answer())
                .isEqualTo(Answer.ALLOW);
    }

    @Test
    void a_strict_list_asks_nobody() {
        HostRules rules = rules(List.of(), List.of("a.example"), true, YES).forCommand(Optional.empty(), YES);
        assertThat(judge(rules, "b.example").answer()).isEqualTo(Answer.REFUSE);
        assertThat(judge(rules, "b.example").reason()).contains("strictAllowlist");
    }

    @Test
    void a_strict_list_refuses_hosts_of_a_command() {
        HostRules rules = rules(List.of(), List.of(), true, Optional.empty());
        assertThatThrownBy(() -> rules.forCommand(Optional.of(List.of("a.example")), Optional.empty()))
                .isInstanceOf(WorkspaceException.class)
                .hasMessageContaining("strictAllowlist");
    }

    @Test
    void a_command_with_hosts_of_its_own_reaches_these_and_the_allowed_ones_and_asks_nobody() {
        HostRules rules =
                rules(List.of(), List.of("a.example"), false, YES).forCommand(Optional.of(List.of("b.example")), YES);
        assertThat(judge(rules, "a.example").answer()).isEqualTo(Answer.ALLOW);
        assertThat(judge(rules, "b.example").answer()).isEqualTo(Answer.ALLOW);
        assertThat(judge(rules, "c.example").answer()).isEqualTo(Answer.REFUSE);
    }

    @Test
    void a_command_with_an_empty_list_reaches_no_further_host() {
        HostRules rules = rules(List.of(), List.of(), false, YES).forCommand(Optional.of(List.of()), Optional.empty());
        assertThat(judge(rules, "c.example").answer()).isEqualTo(Answer.REFUSE);
    }

    @Test
    void the_decider_of_the_call_comes_before_that_of_the_policy() {
        UnknownHostDecider call = (host, port) -> false;
        HostRules rules = rules(List.of(), List.of(), false, YES);
        assertThat(rules.forCommand(Optional.empty(), Optional.of(call)).decider())
                .containsSame(call);
        assertThat(rules.forCommand(Optional.empty(), Optional.empty()).decider())
                .isEqualTo(YES);
        assertThat(judge(rules, "c.example").answer()).isEqualTo(Answer.ASK);
    }

    @Test
    void a_local_host_is_allowed_by_no_wildcard_and_no_decider() {
        HostRules rules = rules(List.of(), List.of("*", "*.local.example"), false, YES);
        for (String host : List.of("localhost", "127.0.0.1", "[::1]", "10.0.0.1", "x.local.example")) {
            assertThat(rules.judge(Host.parse(host), 443, true).answer())
                    .as(host)
                    .isEqualTo(Answer.REFUSE);
        }
    }

    @Test
    void a_local_host_that_is_written_out_is_allowed_at_its_port() {
        HostRules rules = rules(List.of(), List.of("127.0.0.1:3000"), false, YES)
                .forCommand(Optional.of(List.of("localhost")), Optional.empty());
        assertThat(rules.judge(Host.parse("127.0.0.1"), 3000, true).answer()).isEqualTo(Answer.ALLOW);
        assertThat(rules.judge(Host.parse("127.0.0.1"), 3001, true).answer()).isEqualTo(Answer.REFUSE);
        assertThat(rules.judge(Host.parse("localhost"), 1, true).answer()).isEqualTo(Answer.ALLOW);
    }

    @Test
    void the_refusal_of_a_local_host_tells_how_to_reach_a_server_inside() {
        HostRules rules = rules(List.of(), List.of("*"), false, Optional.empty());
        assertThat(rules.judge(Host.parse("localhost"), 80, true).reason()).contains("NO_PROXY");
    }

    private static HostRules rules(
            List<String> denied, List<String> allowed, boolean strict, Optional<UnknownHostDecider> decider) {
        return HostRules.of(denied, allowed, strict, decider);
    }

    private static Verdict judge(HostRules rules, String host) {
        return rules.judge(Host.parse(host), 443, false);
    }
}
