package dev.cofferdam.provider.os;

import dev.cofferdam.provider.os.Machine.Call;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The program by which the kernel judges each system call of a command. It refuses what would lead out of the sandbox:
 * sockets other than those of the internet, namespaces, mounts, files with the rights of their owner, and interfaces that
 * evade the filter itself.
 */
final class SeccompFilter {
    static final int ALLOW = 0x7fff0000;
    static final int KILL = 0x80000000;

    private static final int ERRNO = 0x00050000;
    private static final int EPERM = 1;
    private static final int ENOSYS = 38;
    private static final int EAFNOSUPPORT = 97;

    private static final int LOAD = 0x20;
    private static final int IF_EQUAL = 0x15;
    private static final int IF_AT_LEAST = 0x35;
    private static final int IF_ANY_BIT = 0x45;
    private static final int AND = 0x54;
    private static final int RETURN = 0x06;

    private static final int NUMBER = 0;
    private static final int ARCHITECTURE = 4;
    private static final int FIRST = 16;
    private static final int SECOND = 24;
    private static final int THIRD = 32;
    private static final int FOURTH = 40;

    private static final int AF_UNIX = 1;
    /** Internet sockets of both versions, and netlink, by which programs list the interfaces. Vsock reaches the host. */
    private static final List<Integer> FAMILIES = List.of(2, 10, 16);
    /** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
    private static final int NAMESPACES = 0x7E020000;
    /** In {@code clone} this bit is a part of the exit signal. */
    private static final int NEWTIME = 0x80;

    private static final int TIOCSTI = 0x5412;
    private static final int TIOCLINUX = 0x541C;

    /**
     * The set-user-id and set-group-id bits: who runs such a file has the rights of whoever made it. Directories are made
     * without them, whatever {@code mkdir} is told.
     */
    private static final int OWNERS_RIGHTS = 06000;
    /** O_CREAT and the bit of its own that O_TMPFILE has; without these the kernel does not look at the mode. */
    private static final int MAKES_FILE = 0x400040;

    private static final List<Call> MODE_SECOND = List.of(Call.FCHMOD, Call.CREAT, Call.CHMOD, Call.MKNOD);

    private static final List<Call> MODE_THIRD = List.of(Call.FCHMODAT, Call.FCHMODAT2, Call.MKNODAT);

    private static final List<Call> FORBIDDEN = List.of(
            Call.SETNS,
            Call.MOUNT,
            Call.UMOUNT2,
            Call.PIVOT_ROOT,
            Call.OPEN_TREE,
            Call.MOVE_MOUNT,
            Call.FSOPEN,
            Call.FSCONFIG,
            Call.FSMOUNT,
            Call.FSPICK,
            Call.MOUNT_SETATTR,
            Call.OPEN_TREE_ATTR,
            Call.ADD_KEY,
            Call.REQUEST_KEY,
            Call.KEYCTL,
            Call.BPF,
            Call.PERF_EVENT_OPEN,
            Call.USERFAULTFD);

    /**
     * Programs then do without: the C library starts threads by {@code clone} and opens files by {@code openat}, which the
     * filter can read.
     */
    private static final List<Call> ABSENT =
            List.of(Call.CLONE3, Call.OPENAT2, Call.IO_URING_SETUP, Call.IO_URING_ENTER, Call.IO_URING_REGISTER);

    private final Machine machine;
    private final boolean unixSockets;
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Integer> labels = new HashMap<>();

    /** An instruction; where a jump has no label, the next instruction follows. */
    private record Step(int code, int value, String whenTrue, String whenFalse) {}

    private SeccompFilter(Machine machine, boolean unixSockets) {
        this.machine = machine;
        this.unixSockets = unixSockets;
    }

    /**
     * Compose the program.
     *
     * @param machine the machine
     * @param unixSockets whether Unix sockets are allowed; the filter cannot tell their paths apart
     * @return the instructions, eight bytes each, in the order of bytes of both machines
     */
    static byte[] compose(Machine machine, boolean unixSockets) {
        SeccompFilter filter = new SeccompFilter(machine, unixSockets);
        filter.judge();
        return filter.bytes();
    }

    private void judge() {
        step(LOAD, ARCHITECTURE, "", "");
        step(IF_EQUAL, machine.architecture(), "", "kill");
        step(LOAD, NUMBER, "", "");
        if (machine.foreignFrom() != 0) {
            step(IF_AT_LEAST, machine.foreignFrom(), "absent", "");
        }
        when(Call.SOCKET, "socket");
        when(Call.SOCKETPAIR, "pair");
        when(Call.CLONE, "clone");
        when(Call.UNSHARE, "unshare");
        when(Call.IOCTL, "ioctl");
        when(Call.OPENAT, "openat");
        when(Call.OPEN, "open");
        MODE_SECOND.forEach(call -> when(call, "second mode"));
        MODE_THIRD.forEach(call -> when(call, "third mode"));
        ABSENT.forEach(call -> when(call, "absent"));
        FORBIDDEN.forEach(call -> when(call, "forbidden"));
        step(RETURN, ALLOW, "", "");
        socket();
        pair();
        label("clone");
        step(LOAD, FIRST, "", "");
        step(IF_ANY_BIT, NAMESPACES, "forbidden", "allow");
        label("unshare");
        step(LOAD, FIRST, "", "");
        step(IF_ANY_BIT, NAMESPACES | NEWTIME, "forbidden", "allow");
        label("ioctl");
        step(LOAD, SECOND, "", "");
        step(IF_EQUAL, TIOCSTI, "forbidden", "");
        step(IF_EQUAL, TIOCLINUX, "forbidden", "allow");
        modes();
        end("allow", ALLOW);
        end("forbidden", ERRNO | EPERM);
        end("absent", ERRNO | ENOSYS);
        end("family", ERRNO | EAFNOSUPPORT);
        end("kill", KILL);
    }

    private void socket() {
        label("socket");
        step(LOAD, FIRST, "", "");
        FAMILIES.forEach(family -> step(IF_EQUAL, family, "allow", ""));
        step(IF_EQUAL, AF_UNIX, unixSockets ? "allow" : "forbidden", "family");
    }

    /**
     * A pair of datagram sockets reaches any socket of the host by {@code sendto}; the kernel makes one of SOCK_RAW too.
     * Streams and packets in sequence are connected already and reach nobody else.
     */
    private void pair() {
        label("pair");
        if (unixSockets) {
            step(RETURN, ALLOW, "", "");
            return;
        }
        step(LOAD, SECOND, "", "");
        step(AND, 0xf, "", "");
        step(IF_EQUAL, 1, "allow", "");
        step(IF_EQUAL, 5, "allow", "forbidden");
    }

    /** A file may be made, or changed, but not to give whoever runs it the rights of its owner. */
    private void modes() {
        label("open");
        step(LOAD, SECOND, "", "");
        step(IF_ANY_BIT, MAKES_FILE, "third mode", "allow");
        label("openat");
        step(LOAD, THIRD, "", "");
        step(IF_ANY_BIT, MAKES_FILE, "", "allow");
        step(LOAD, FOURTH, "", "");
        step(IF_ANY_BIT, OWNERS_RIGHTS, "forbidden", "allow");
        label("second mode");
        step(LOAD, SECOND, "", "");
        step(IF_ANY_BIT, OWNERS_RIGHTS, "forbidden", "allow");
        label("third mode");
        step(LOAD, THIRD, "", "");
        step(IF_ANY_BIT, OWNERS_RIGHTS, "forbidden", "allow");
    }

    private void when(Call call, String label) {
        if (machine.has(call)) {
            step(IF_EQUAL, machine.number(call), label, "");
        }
    }

    private void end(String label, int value) {
        label(label);
        step(RETURN, value, "", "");
    }

    private void label(String name) {
        labels.put(name, steps.size());
    }

    private void step(int code, int value, String whenTrue, String whenFalse) {
        steps.add(new Step(code, value, whenTrue, whenFalse));
    }

    private byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(steps.size() * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < steps.size(); at++) {
            Step step = steps.get(at);
            buffer.putShort((short) step.code)
                    .put(distance(at, step.whenTrue))
                    .put(distance(at, step.whenFalse))
                    .putInt(step.value);
        }
        return buffer.array();
    }

    private byte distance(int from, String label) {
        if (label.isEmpty()) {
            return 0;
        }
        Integer target = labels.get(label);
        int distance = target == null ? -1 : target - from - 1;
        if (distance < 0 || distance > 255) {
            throw new IllegalStateException("a jump of the filter leads nowhere: " + label);
        }
        return (byte) distance;
    }
}
