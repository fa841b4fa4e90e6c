package dev.cofferdam.fakes.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups, sessions and signals. */
class SignalTests {

    private static final int INT = 2;
    private static final int KILL = 9;
    private static final int TERM = 15;
    private static final int CONT = 18;
    private static final int STOP = 19;

    private TestMachine machine;

    @BeforeEach
    void open() throws IOException {
        machine = new TestMachine();
    }

    @AfterEach
    void close() throws IOException {
        machine.close();
    }

    private List<String> names(MachineProcess process) {
        return process.groupMembers().stream().map(ProcessInfo::command).toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sleep 1000",
                "sleep 1000; echo no",
                "while :; do :; done",
                "cat /dev/zero > /dev/null",
                "sleep 1000 | cat",
                "yes | sleep 1000",
                "x=$(sleep 1000); echo no",
                "sleep 1000 & wait",
                "(sleep 1000; echo no); echo no",
                "trap '' TERM; sleep 1000; sleep 1000",
                "sleep 1000 | read x; echo no",
                "f() { sleep 1000; }; f; echo no",
                "find / -exec sleep 1000 ';'",
                "echo x | xargs sleep 1000"
            })
    void kill_ends_a_whole_group_whatever_it_does(String script) throws Exception {
        MachineProcess process = machine.startShell(script);
        TestMachine.eventually(() -> machine.machine.processes().size() > 0);
        process.signalGroup(KILL);
        assertThat(TestMachine.await(process)).isEqualTo(137);
        TestMachine.eventually(() -> process.groupMembers().isEmpty());
        assertThat(machine.output()).isEmpty();
        assertThat(process.signalGroup(0)).isZero();
    }

    @Test
    void a_group_gets_term_and_a_shell_may_clean_up() throws Exception {
        MachineProcess process = machine.startShell("trap 'echo cleaned; exit 7' TERM; echo up; sleep 1000; echo no");
        TestMachine.eventually(() -> names(process).contains("sleep"));
        process.signalGroup(TERM);
        assertThat(TestMachine.await(process)).isEqualTo(7);
        assertThat(machine.output()).isEqualTo("up\ncleaned\n");
        assertThat(process.endedBySignal()).isEmpty();
    }

    @Test
    void a_handler_waits_for_the_foreground_command() throws Exception {
        MachineProcess process = machine.startShell("trap 'echo handled' USR1; sleep 0.3; echo after");
        TestMachine.eventually(() -> names(process).contains("sleep"));
        assertThat(process.signal(10)).isTrue();
        assertThat(TestMachine.await(process)).isZero();
        assertThat(machine.output()).isEqualTo("handled\nafter\n");
    }

    @Test
    void a_handler_interrupts_read() throws Exception {
        MachineProcess process = machine.machine.startWithPipe(
                List.of("sh", "-c", "trap 'echo handled; exit 5' TERM; echo up; read x; echo no"),
                "/w",
                machine.env,
                machine.out,
                machine.err);
        TestMachine.eventually(() -> machine.output().equals("up\n"));
        process.signal(TERM);
        assertThat(TestMachine.await(process)).isEqualTo(5);
    }

    @Test
    void what_ignores_term_survives_it_but_not_kill() throws Exception {
        MachineProcess process = machine.startShell("trap '' TERM; echo up; while :; do sleep 0.01; done");
        TestMachine.eventually(() -> machine.output().equals("up\n"));
        process.signalGroup(TERM);
        assertThat(process.isAlive()).isTrue();
        process.signalGroup(KILL);
        assertThat(TestMachine.await(process)).isEqualTo(137);
        assertThat(process.endedBySignal()).hasValue(KILL);
    }

    @Test
    void a_child_in_the_background_outlives_the_leader_and_stays_in_the_group() throws Exception {
        MachineProcess process = machine.startShell("sleep 1000 & echo started");
        assertThat(TestMachine.await(process)).isZero();
        TestMachine.eventually(() -> names(process).equals(List.of("sleep")));
        assertThat(process.groupMembers().get(0).parent()).isEqualTo(1);
        assertThat(process.signalGroup(TERM)).isEqualTo(1);
        TestMachine.eventually(() -> process.groupMembers().isEmpty());
    }

    @Test
    void a_session_of_its_own_is_out_of_reach_of_the_group() throws Exception {
        MachineProcess process = machine.startShell("setsid sleep 1000 & sleep 1000; echo no");
        TestMachine.eventually(() -> machine.machine.processes().size() == 3
                && machine.machine.processes().stream().anyMatch(info -> info.session() != process.pid()));
        process.signalGroup(KILL);
        assertThat(TestMachine.await(process)).isEqualTo(137);
        TestMachine.eventually(() -> process.groupMembers().isEmpty());
        List<ProcessInfo> left = machine.machine.processes();
        assertThat(left).hasSize(1);
        assertThat(left.get(0).command()).isEqualTo("sleep");
        assertThat(left.get(0).group()).isEqualTo(left.get(0).pid());
        assertThat(machine.machine.signalGroup(left.get(0).group(), TERM)).isEqualTo(1);
        TestMachine.eventually(() -> machine.machine.processes().isEmpty());
    }

    @Test
    void a_stopped_group_ends_once_cont_follows_term() throws Exception {
        MachineProcess process = machine.startShell("while :; do sleep 0.01; done");
        TestMachine.eventually(() -> names(process).contains("sleep"));
        process.signalGroup(STOP);
        process.signalGroup(TERM);
        assertThat(process.isAlive()).isTrue();
        process.signalGroup(CONT);
        assertThat(TestMachine.await(process)).isEqualTo(143);
    }

    @Test
    void a_stopped_process_stands_still_and_goes_on() throws Exception {
        MachineProcess process = machine.startShell("while [ ! -e go ]; do :; done; echo done");
        process.signalGroup(STOP);
        Files.writeString(machine.file("go"), "");
        assertThat(process.waitFor(java.time.Duration.ofMillis(100))).isEmpty();
        process.signalGroup(CONT);
        assertThat(TestMachine.await(process)).isZero();
        assertThat(machine.output()).isEqualTo("done\n");
    }

    @Test
    void int_ends_what_did_not_ask_to_be_spared() throws Exception {
        MachineProcess process = machine.startShell("sleep 1000; echo no");
        TestMachine.eventually(() -> names(process).contains("sleep"));
        process.signalGroup(INT);
        assertThat(TestMachine.await(process)).isEqualTo(130);
        assertThat(machine.output()).isEmpty();
    }

    @Test
    void a_killed_parent_leaves_its_foreground_child_running() throws Exception {
        MachineProcess process = machine.startShell("sh -c 'while [ ! -e go ]; do :; done; echo child'; echo no");
        TestMachine.eventually(() -> process.groupMembers().size() == 2);
        process.signal(KILL);
        assertThat(TestMachine.await(process)).isEqualTo(137);
        assertThat(names(process)).containsExactly("sh");
        Files.writeString(machine.file("go"), "");
        TestMachine.eventually(() -> process.groupMembers().isEmpty());
        assertThat(machine.output()).isEqualTo("child\n");
    }

    @Test
    void a_killed_command_ends_and_its_shell_goes_on() throws Exception {
        MachineProcess process = machine.startShell("sleep 1000; echo $?");
        TestMachine.eventually(() -> names(process).contains("sleep"));
        int sleep = process.groupMembers().get(1).pid();
        assertThat(machine.run("kill -9 " + sleep)).isZero();
        assertThat(TestMachine.await(process)).isZero();
        assertThat(machine.output()).isEqualTo("137\n");
        assertThat(machine.errors()).contains("Killed");
    }

    @Test
    void the_last_command_takes_its_shell_over() throws Exception {
        MachineProcess process = machine.startShell("sleep 1000");
        TestMachine.eventually(() -> names(process).equals(List.of("sleep")));
        assertThat(process.groupMembers().get(0).pid()).isEqualTo(process.pid());
        process.signalGroup(TERM);
        assertThat(TestMachine.await(process)).isEqualTo(143);
    }

    @Test
    void kill_reaches_a_group_by_its_negative_number() throws Exception {
        MachineProcess process = machine.startShell("sleep 1000 & sleep 1000 & wait; echo no");
        TestMachine.eventually(() -> process.groupMembers().size() == 3);
        assertThat(machine.run("kill -9 -" + process.pid())).isZero();
        assertThat(TestMachine.await(process)).isEqualTo(137);
        TestMachine.eventually(() -> process.groupMembers().isEmpty());
    }
}
