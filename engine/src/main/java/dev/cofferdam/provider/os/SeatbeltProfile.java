package dev.cofferdam.provider.os;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The profile under which {@code sandbox-exec} of macOS runs a command. Of two rules for one operation the later one
 * holds, so wider paths come before narrower ones, and what denies writing comes last. Paths are absolute and real;
 * rendering looks nothing up.
 *
 * @param writable what may be written: the root, the command's temporary directory, and what the policy adds
 * @param denyWrite what may not be written: what the policy says, and the protected paths, which need not exist
 * @param denyRead what may not be read
 * @param allowRead what may be read again inside of that
 * @param disabled whether files are not isolated at all
 * @param unixSockets the Unix sockets that may be connected to and served
 * @param allUnixSockets whether all may
 * @param proxyPort the port of the proxy on the loopback interface
 * @param foldsCase whether the file system takes {@code A} for {@code a}
 */
record SeatbeltProfile(
        List<String> writable,
        List<String> denyWrite,
        List<String> denyRead,
        List<String> allowRead,
        boolean disabled,
        List<String> unixSockets,
        boolean allUnixSockets,
        int proxyPort,
        boolean foldsCase) {

    private static final List<String> MACH_SERVICES = List.of(
            "com.apple.SecurityServer",
            "com.apple.bsd.dirhelper",
            "com.apple.logd",
            "com.apple.system.logger",
            "com.apple.system.notification_center",
            "com.apple.system.opendirectoryd.libinfo",
            "com.apple.system.opendirectoryd.membership");

    private static final List<String> SYSCTL_PREFIXES =
            List.of("hw.", "kern.os", "kern.proc.", "machdep.cpu.", "vm.", "sysctl.proc");

    private static final List<String> SYSCTLS = List.of(
            "kern.argmax",
            "kern.bootargs",
            "kern.hostname",
            "kern.maxfiles",
            "kern.maxfilesperproc",
            "kern.maxproc",
            "kern.ngroups",
            "kern.secure_kernel",
            "kern.usrstack64",
            "kern.version");

    private static final List<String> DEVICES =
            List.of("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "/dev/dtracehelper", "/dev/tty");

    SeatbeltProfile {
        writable = List.copyOf(writable);
        denyWrite = List.copyOf(denyWrite);
        denyRead = List.copyOf(denyRead);
        allowRead = List.copyOf(allowRead);
        unixSockets = List.copyOf(unixSockets);
    }

    private record Rule(String path, boolean allows) {}

    /** Return the text of the profile. */
    String render() {
        List<String> lines = new ArrayList<>();
        lines.add("(version 1)");
        lines.add("(deny default)");
        processes(lines);
        if (disabled) {
            lines.add("(allow file*)");
        } else {
            reads(lines);
            writes(lines);
        }
        network(lines);
        return String.join("\n", lines) + "\n";
    }

    private static void processes(List<String> lines) {
        lines.add("(allow process-exec)");
        lines.add("(allow process-fork)");
        lines.add("(allow process-info* (target same-sandbox))");
        lines.add("(allow signal (target same-sandbox))");
        lines.add("(allow mach-priv-task-port (target same-sandbox))");
        lines.add("(allow ipc-posix-shm)");
        lines.add("(allow ipc-posix-sem)");
        rule(
                lines,
                "allow sysctl-read",
                Stream.concat(
                                SYSCTLS.stream().map(name -> "(sysctl-name " + SeatbeltFilter.quoted(name) + ")"),
                                SYSCTL_PREFIXES.stream()
                                        .map(name -> "(sysctl-name-prefix " + SeatbeltFilter.quoted(name) + ")"))
                        .toList());
        rule(
                lines,
                "allow mach-lookup",
                MACH_SERVICES.stream()
                        .map(name -> "(global-name " + SeatbeltFilter.quoted(name) + ")")
                        .toList());
        rule(
                lines,
                "allow file-ioctl",
                DEVICES.stream()
                        .map(path -> "(literal " + SeatbeltFilter.quoted(path) + ")")
                        .toList());
    }

    private void reads(List<String> lines) {
        lines.add("(allow file-read*)");
        SeatbeltFilter filter = new SeatbeltFilter(foldsCase);
        readRules()
                .forEach(rule ->
                        rule(lines, (rule.allows() ? "allow" : "deny") + " file-read*", filter.tree(rule.path())));
        if (!denyRead.isEmpty()) {
            // Programs look at every directory on the way to where they are.
            lines.add("(allow file-read-metadata (vnode-type DIRECTORY))");
            lines.add("(allow file-read* (literal \"/\"))");
        }
    }

    /** Return what is said about reading, the narrower after the wider, and a deny after an allow of the same depth. */
    private List<Rule> readRules() {
        return Stream.concat(
                        denyRead.stream().map(path -> new Rule(path, false)),
                        allowRead.stream().map(path -> new Rule(path, true)))
                .sorted(Comparator.comparingLong((Rule rule) -> depth(rule.path()))
                        .thenComparing(rule -> rule.allows() ? 0 : 1)
                        .thenComparing(Rule::path))
                .toList();
    }

    /** What cannot be read cannot be moved to where it can, and what can be read again moves as before. */
    private void moves(List<String> lines) {
        SeatbeltFilter filter = new SeatbeltFilter(foldsCase);
        String writableAgain = "(require-any " + String.join(" ", all(writable, new SeatbeltFilter(false)::tree)) + ")";
        for (Rule rule : denyRead.isEmpty() ? List.<Rule>of() : readRules()) {
            List<String> filters = filter.tree(rule.path());
            if (rule.allows()) {
                rule(
                        lines,
                        "allow file-write-unlink",
                        filters.stream()
                                .map(each -> "(require-all " + each + " " + writableAgain + ")")
                                .toList());
            } else {
                rule(lines, "deny file-write-unlink", filters);
            }
        }
    }

    private void writes(List<String> lines) {
        SeatbeltFilter exact = new SeatbeltFilter(false);
        SeatbeltFilter folded = new SeatbeltFilter(foldsCase);
        rule(lines, "allow file-write*", all(writable, exact::tree));
        rule(
                lines,
                "allow file-write-data",
                DEVICES.stream()
                        .map(path -> "(literal " + SeatbeltFilter.quoted(path) + ")")
                        .toList());
        moves(lines);
        rule(lines, "deny file-write*", all(denyWrite, folded::tree));
        // Whoever could move a directory on the way would have the path free for a file of his own, or its content to
        // read.
        Set<String> pinned = new LinkedHashSet<>();
        Stream.concat(denyWrite.stream(), denyRead.stream()).forEach(path -> pinned.addAll(ancestors(path)));
        rule(lines, "deny file-write-unlink", all(List.copyOf(pinned), folded::exactly));
        rule(lines, "deny file-write-create", all(List.copyOf(pinned), folded::exactly));
    }

    private static List<String> all(List<String> paths, Function<String, List<String>> filter) {
        return paths.stream()
                .flatMap(path -> filter.apply(path).stream())
                .distinct()
                .toList();
    }

    /** Return the directories on the way to a path that commands could move: those at or below a writable one. */
    private List<String> ancestors(String path) {
        List<String> ancestors = new ArrayList<>();
        String spelledOut = SeatbeltFilter.isPattern(path) ? beforeWildcard(path) : path;
        for (int slash = spelledOut.lastIndexOf('/'); slash > 0; slash = spelledOut.lastIndexOf('/', slash - 1)) {
            String ancestor = spelledOut.substring(0, slash);
            boolean reachable = writable.stream()
                    .anyMatch(root -> root.equals("/") || ancestor.equals(root) || ancestor.startsWith(root + "/"));
            if (reachable) {
                ancestors.add(ancestor);
            }
        }
        return ancestors;
    }

    private static String beforeWildcard(String path) {
        int at = 0;
        while (!SeatbeltFilter.isPattern(path.substring(0, at + 1))) {
            at++;
        }
        return path.substring(0, path.lastIndexOf('/', at) + 1);
    }

    private static long depth(String path) {
        return path.chars().filter(c -> c == '/').count();
    }

    private void network(List<String> lines) {
        rule(lines, "allow network-outbound", List.of("(remote ip \"localhost:" + proxyPort + "\")"));
        if (allUnixSockets) {
            lines.add("(allow system-socket (socket-domain AF_UNIX))");
            lines.add("(allow network-outbound (remote unix-socket))");
            lines.add("(allow network-bind (local unix-socket))");
        } else if (!unixSockets.isEmpty()) {
            lines.add("(allow system-socket (socket-domain AF_UNIX))");
            SeatbeltFilter exact = new SeatbeltFilter(false);
            rule(lines, "allow network-outbound", around("remote", all(unixSockets, exact::tree)));
            rule(lines, "allow network-bind", around("local", all(unixSockets, exact::tree)));
        }
    }

    private static List<String> around(String end, List<String> filters) {
        return filters.stream()
                .map(filter -> "(" + end + " unix-socket " + filter + ")")
                .toList();
    }

    private static void rule(List<String> lines, String operation, List<String> filters) {
        if (!filters.isEmpty()) {
            lines.add("(" + operation);
            filters.forEach(filter -> lines.add("    " + filter));
            lines.set(lines.size() - 1, lines.get(lines.size() - 1) + ")");
        }
    }
}
