package dev.cofferdam.provider.os;

import java.util.Optional;

/** The kinds of machines whose system calls the filter knows. */
enum Machine {
    /** 64-bit x86, where a second set of call numbers, x32, is to be refused. */
    X86_64(0xC000003E, 0x40000000) {
        @Override
        int number(Call call) {
            return call.x86;
        }
    },
    /** 64-bit ARM. */
    ARM64(0xC00000B7, 0) {
        @Override
        int number(Call call) {
            return call.arm;
        }
    };

    /** What stands for a number where a machine does not have the call. */
    private static final int NONE = -1;

    private final int architecture;
    private final int foreignFrom;

    Machine(int architecture, int foreignFrom) {
        this.architecture = architecture;
        this.foreignFrom = foreignFrom;
    }

    /** A system call that the filter looks at, with its numbers. */
    enum Call {
        SOCKET(41, 198),
        SOCKETPAIR(53, 199),
        CLONE(56, 220),
        UNSHARE(272, 97),
        SETNS(308, 268),
        IOCTL(16, 29),
        MOUNT(165, 40),
        UMOUNT2(166, 39),
        PIVOT_ROOT(155, 41),
        ADD_KEY(248, 217),
        REQUEST_KEY(249, 218),
        KEYCTL(250, 219),
        BPF(321, 280),
        PERF_EVENT_OPEN(298, 241),
        USERFAULTFD(323, 282),
        IO_URING_SETUP(425, 425),
        IO_URING_ENTER(426, 426),
        IO_URING_REGISTER(427, 427),
        OPEN_TREE(428, 428),
        MOVE_MOUNT(429, 429),
        FSOPEN(430, 430),
        FSCONFIG(431, 431),
        FSMOUNT(432, 432),
        FSPICK(433, 433),
        CLONE3(435, 435),
        MOUNT_SETATTR(442, 442),
        OPEN_TREE_ATTR(467, 467),
        OPENAT(257, 56),
        OPENAT2(437, 437),
        FCHMOD(91, 52),
        FCHMODAT(268, 53),
        FCHMODAT2(452, 452),
        MKNODAT(259, 33),
        /** From here on: calls that only x86 has. */
        OPEN(2, NONE),
        CREAT(85, NONE),
        CHMOD(90, NONE),
        MKNOD(133, NONE);

        private final int x86;
        private final int arm;

        Call(int x86, int arm) {
            this.x86 = x86;
            this.arm = arm;
        }
    }

    /** Find a machine by what Java calls it ({@code os.arch}). */
    static Optional<Machine> named(String name) {
        return switch (name) {
            case "amd64", "x86_64" -> Optional.of(X86_64);
            case "aarch64", "arm64" -> Optional.of(ARM64);
            default -> Optional.empty();
        };
    }

    /** Return the number of a call that this machine has. */
    abstract int number(Call call);

    /** Tell whether this machine has a call. */
    boolean has(Call call) {
        return number(call) != NONE;
    }

    /** Return what the kernel calls the machine in the data of a system call. */
    int architecture() {
        return architecture;
    }

    /** Return the first call number of another set of calls; 0 when there is none. */
    int foreignFrom() {
        return foreignFrom;
    }
}
