package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SeccompFilterTests {
    private static final int ALLOW = 0x7fff0000;
    private static final int EPERM = 0x00050001;
    private static final int ENOSYS = 0x00050026;
    private static final int EAFNOSUPPORT = 0x00050061;
    private static final int KILL = 0x80000000;

    /** A call with its first two arguments, and what is to come of it. */
    record Case(String what, Machine machine, int number, long first, long second, int verdict) {}

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        // The numbers stand here once more, so that a slip in the table of the product shows.
        rows(cases, Machine.X86_64, 41, 53, 56, 272, 16);
        rows(cases, Machine.ARM64, 198, 199, 220, 97, 29);
        forbidden(cases, Machine.X86_64, 308, 165, 166, 155, 428, 429, 430, 431, 432, 433, 442, 467);
        forbidden(cases, Machine.X86_64, 248, 249, 250, 321, 298, 323);
        forbidden(cases, Machine.ARM64, 268, 40, 39, 41, 428, 429, 430, 431, 432, 433, 442, 467);
        forbidden(cases, Machine.ARM64, 217, 218, 219, 280, 241, 282);
        for (Machine machine : Machine.values()) {
            for (int number : new int[] {435, 425, 426, 427}) {
                cases.add(new Case("absent", machine, number, 0, 0, ENOSYS));
            }
            for (int number : new int[] {0, 1, 2, 3, 57, 59, 63, 93, 101, 117, 161, 436, 439}) {
                cases.add(new Case("ordinary", machine, number, 0, 0, ALLOW));
            }
        }
        return cases.stream();
    }

    private static void rows(
            List<Case> cases, Machine machine, int socket, int pair, int clone, int unshare, int ioctl) {
        cases.add(new Case("inet", machine, socket, 2, 1, ALLOW));
        cases.add(new Case("inet6", machine, socket, 10, 1, ALLOW));
        cases.add(new Case("netlink", machine, socket, 16, 3, ALLOW));
        cases.add(new Case("unix", machine, socket, 1, 1, EPERM));
        cases.add(new Case("vsock", machine, socket, 40, 1, EAFNOSUPPORT));
        cases.add(new Case("packet", machine, socket, 17, 3, EAFNOSUPPORT));
        cases.add(new Case("alg", machine, socket, 38, 5, EAFNOSUPPORT));
        cases.add(new Case("unix under high bits", machine, socket, 0x5_0000_0001L, 1, EPERM));
        cases.add(new Case("stream pair", machine, pair, 1, 1, ALLOW));
        cases.add(new Case("stream pair, close on exec", machine, pair, 1, 1 | 0x80000, ALLOW));
        cases.add(new Case("packet pair", machine, pair, 1, 5, ALLOW));
        cases.add(new Case("datagram pair", machine, pair, 1, 2, EPERM));
        cases.add(new Case("raw pair", machine, pair, 1, 3, EPERM));
        cases.add(new Case("datagram pair, not blocking", machine, pair, 1, 2 | 0x800, EPERM));
        cases.add(new Case("fork", machine, clone, 0x11, 0, ALLOW));
        cases.add(new Case("thread", machine, clone, 0x3d0f00, 0, ALLOW));
        cases.add(new Case("exit signal with bit 7", machine, clone, 0x80, 0, ALLOW));
        for (long bit : new long[] {0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000}) {
            cases.add(new Case("clone " + bit, machine, clone, bit | 0x11, 0, EPERM));
            cases.add(new Case("unshare " + bit, machine, unshare, bit, 0, EPERM));
        }
        cases.add(new Case("unshare time", machine, unshare, 0x80, 0, EPERM));
        cases.add(new Case("unshare files", machine, unshare, 0x400, 0, ALLOW));
        cases.add(new Case("tiocsti", machine, ioctl, 0, 0x5412, EPERM));
        cases.add(new Case("tioclinux", machine, ioctl, 0, 0x541C, EPERM));
        cases.add(new Case("tiocsti under high bits", machine, ioctl, 0, 0x1_0000_5412L, EPERM));
        cases.add(new Case("tcgets", machine, ioctl, 0, 0x5401, ALLOW));
    }

    private static void forbidden(List<Case> cases, Machine machine, int... numbers) {
        for (int number : numbers) {
            cases.add(new Case("forbidden", machine, number, 0, 0, EPERM));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void each_call_gets_its_verdict(Case each) {
        CbpfInterpreter kernel = new CbpfInterpreter(SeccompFilter.compose(each.machine, false));
        assertThat(kernel.run(each.machine.architecture(), each.number, each.first, each.second))
                .isEqualTo(each.verdict);
    }

    @Test
    void modes_that_lend_the_rights_of_the_owner_are_refused() {
        expectMode(Machine.X86_64, EPERM, new int[] {91, 90, 85, 133}, new int[] {268, 452, 259});
        expectMode(Machine.ARM64, EPERM, new int[] {52}, new int[] {53, 452, 33});
        for (Machine machine : Machine.values()) {
            assertThat(verdict(machine, 437, 0, 0, 0, 24)).isEqualTo(ENOSYS);
        }
    }

    private static void expectMode(Machine machine, int verdict, int[] second, int[] third) {
        for (long bits : new long[] {04755, 02755, 06000, 0x5_0000_0000L | 04000}) {
            for (int number : second) {
                assertThat(verdict(machine, number, 1, bits)).as("" + number).isEqualTo(verdict);
                assertThat(verdict(machine, number, bits, 01777))
                        .as("" + number)
                        .isEqualTo(ALLOW);
            }
            for (int number : third) {
                assertThat(verdict(machine, number, 1, 2, bits)).as("" + number).isEqualTo(verdict);
                assertThat(verdict(machine, number, bits, bits, 01777)).isEqualTo(ALLOW);
            }
        }
    }

    @Test
    void a_mode_counts_only_where_a_file_is_made() {
        for (long makes : new long[] {0x40, 0x42, 0x400000, 0x410002}) {
            assertThat(verdict(Machine.X86_64, 2, 0, makes, 04755)).isEqualTo(EPERM);
            assertThat(verdict(Machine.X86_64, 2, 0, makes, 0755)).isEqualTo(ALLOW);
            assertThat(verdict(Machine.X86_64, 257, 0, 0, makes, 02755)).isEqualTo(EPERM);
            assertThat(verdict(Machine.X86_64, 257, 0, 0, makes, 0755)).isEqualTo(ALLOW);
            assertThat(verdict(Machine.ARM64, 56, 0, 0, makes, 06000)).isEqualTo(EPERM);
        }
        for (long opens : new long[] {0, 2, 0x10000, 0x80000}) {
            assertThat(verdict(Machine.X86_64, 2, 0, opens, 06755)).isEqualTo(ALLOW);
            assertThat(verdict(Machine.X86_64, 257, 0, 0, opens, 06755)).isEqualTo(ALLOW);
            assertThat(verdict(Machine.ARM64, 56, 0, 0, opens, 06755)).isEqualTo(ALLOW);
        }
    }

    private static int verdict(Machine machine, int number, long... arguments) {
        return new CbpfInterpreter(SeccompFilter.compose(machine, false))
                .run(machine.architecture(), number, arguments);
    }

    @Test
    void unix_sockets_open_all_at_once() {
        for (Machine machine : Machine.values()) {
            CbpfInterpreter kernel = new CbpfInterpreter(SeccompFilter.compose(machine, true));
            int socket = machine.number(Machine.Call.SOCKET);
            assertThat(kernel.run(machine.architecture(), socket, 1, 1)).isEqualTo(ALLOW);
            assertThat(kernel.run(machine.architecture(), socket, 40, 1)).isEqualTo(EAFNOSUPPORT);
            int pair = machine.number(Machine.Call.SOCKETPAIR);
            assertThat(kernel.run(machine.architecture(), pair, 1, 2)).isEqualTo(ALLOW);
        }
    }

    @Test
    void calls_of_another_machine_kill() {
        CbpfInterpreter x86 = new CbpfInterpreter(SeccompFilter.compose(Machine.X86_64, false));
        assertThat(x86.run(0x40000003, 20)).isEqualTo(KILL);
        assertThat(x86.run(0xC00000B7, 198, 2, 1)).isEqualTo(KILL);
        CbpfInterpreter arm = new CbpfInterpreter(SeccompFilter.compose(Machine.ARM64, false));
        assertThat(arm.run(0xC000003E, 0)).isEqualTo(KILL);
        assertThat(arm.run(0x40000028, 0)).isEqualTo(KILL);
    }

    @Test
    void the_second_set_of_calls_of_x86_is_absent() {
        CbpfInterpreter x86 = new CbpfInterpreter(SeccompFilter.compose(Machine.X86_64, false));
        assertThat(x86.run(0xC000003E, 0x40000000 | 41, 1, 1)).isEqualTo(ENOSYS);
    }

    @Test
    void the_program_is_made_of_whole_instructions() {
        for (Machine machine : Machine.values()) {
            assertThat(SeccompFilter.compose(machine, false).length % 8).isZero();
        }
    }

    @Test
    void machines_are_known_by_the_names_java_gives_them() {
        assertThat(Machine.named("amd64")).contains(Machine.X86_64);
        assertThat(Machine.named("aarch64")).contains(Machine.ARM64);
        assertThat(Machine.named("riscv64")).isEmpty();
    }
}
