package dev.cofferdam.provider.os;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The words that start a command: an outer {@code bwrap} for mounts and namespaces, in it a shell with a constant
 * script, and an inner {@code bwrap} in which the command can undo none of that. Renders only; touches no file.
 */
final class BubblewrapCommand {
    /** Where clients in the sandbox find the proxy, on the loopback of their network namespace. */
    static final int PROXY_PORT = 3128;

    /**
     * Says that the sandbox stands, has the proxy listen, and becomes the inner {@code bwrap}. What it works on comes as
     * positional parameters, so no name is ever read as script: the directory of control files, the paths of bwrap and
     * socat, and then the command. Exit codes of its own: 124 when the proxy does not listen, 125 when there is no /proc.
     *
     * <p>Nothing but socat has a TCP socket in this network namespace, so it is enough that there is one: a look into the
     * table of sockets, {@code /proc/net/tcp}, walks that of the whole machine, for milliseconds.
     */
    static final String SCRIPT = """
            d=$1 b=$2 s=$3 r=$4 f=$5; shift 5
            : > "$d/armed" || exit 125
            if [ -n "$s" ]; then
              "$s" -b 65536 TCP4-LISTEN:3128,bind=127.0.0.1,reuseaddr,fork,backlog=128 UNIX-CONNECT:"$d/p" </dev/null >/dev/null 2>&1 &
            fi
            [ -z "$r" ] || mount -t proc proc /proc || exit 125
            n=0
            until [ -z "$s" ] || { while read -r k _ u _; do [ "$k" != TCP: ] || break; done </proc/net/sockstat && [ "$u" -gt 0 ]; }; do
              n=$((n+1)); [ $n -lt 1000 ] || exit 124
              [ $n -lt 300 ] || sleep 0.01
            done
            exec 7>"$d/status" 8<"$d/args" || exit 125
            if [ -n "$f" ]; then exec 9<"$d/filter" || exit 125; set -- --seccomp 9 "$@"; fi
            exec "$b" --args 8 --json-status-fd 7 "$@"
            """;

    private final String bwrap;
    private final String socat;
    private final boolean root;

    /**
     * Create a renderer.
     *
     * @param bwrap the path of {@code bwrap}
     * @param socat the path of {@code socat}; empty to leave the network without any way out
     * @param root whether this user is root, whose nested /proc must be made in another way
     */
    BubblewrapCommand(String bwrap, String socat, boolean root) {
        this.bwrap = bwrap;
        this.socat = socat;
        this.root = root;
    }

    /**
     * What a command is started with.
     *
     * @param control the directory with its control files
     * @param closedFile a file that nobody may read
     * @param shell the path of {@code sh}
     * @param filtered whether there is a filter for system calls, which is then required
     */
    record Place(Path control, Path closedFile, String shell, boolean filtered) {}

    /** Return the words of the outer {@code bwrap} and all that follows, without the command's environment. */
    List<String> words(MountPlan plan, Place place, List<String> argv) {
        List<String> words = new ArrayList<>(plan.mounts().size() * 3 + argv.size() + 48);
        words.add(bwrap);
        words.addAll(List.of(plan.openFirst() ? "--bind" : "--ro-bind", "/", "/", "--dev", "/dev"));
        if (!root) {
            words.addAll(List.of("--proc", "/proc"));
        }
        plan.mounts().forEach(mount -> words.addAll(mount(mount, place)));
        words.addAll(List.of(
                "--unshare-user",
                "--unshare-net",
                "--unshare-pid",
                "--unshare-ipc",
                "--unshare-uts",
                "--unshare-cgroup-try",
                "--hostname",
                "cofferdam",
                "--die-with-parent",
                "--clearenv",
                "--setenv",
                "PATH",
                "/usr/sbin:/usr/bin:/sbin:/bin",
                "--chdir",
                "/",
                "--",
                place.shell(),
                "-c",
                SCRIPT,
                "sh"));
        words.addAll(List.of(
                place.control().toString(), bwrap, socat, root ? "root" : "", place.filtered() ? "filter" : "", "--"));
        words.addAll(argv);
        return words;
    }

    private static List<String> mount(Mount mount, Place place) {
        String path = mount.path().toString();
        return switch (mount.kind()) {
            case WRITABLE -> List.of("--bind", path, path);
            case READ_ONLY -> List.of("--ro-bind", path, path);
            case EMPTY_DIRECTORY -> List.of("--perms", "0755", "--tmpfs", path);
            case CLOSED_DIRECTORY -> List.of("--perms", "0000", "--tmpfs", path);
            case CLOSED_FILE -> List.of("--ro-bind", place.closedFile().toString(), path);
            case NULL_DEVICE -> List.of("--ro-bind", "/dev/null", path);
            case SEALED -> List.of("--remount-ro", path);
        };
    }

    /**
     * Return the arguments that the inner {@code bwrap} reads from a file, each ended by a NUL: so the environment is in
     * no command line (WS-EXEC-012).
     *
     * @param proc what keeps the files of the kernel in {@code /proc} from being written
     * @param control the directory with the control files, which the command does not see
     * @param cwd where the command starts
     * @param environment all its variables
     */
    static byte[] arguments(List<String> proc, Path control, String cwd, Map<String, String> environment) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc"));
        words.addAll(proc);
        words.addAll(List.of("--perms", "0000", "--tmpfs", control.toString(), "--remount-ro", control.toString()));
        words.addAll(List.of(
                "--unshare-user",
                "--unshare-pid",
                "--disable-userns",
                "--cap-drop",
                "ALL",
                "--new-session",
                "--die-with-parent",
                "--clearenv"));
        environment.forEach((name, value) -> words.addAll(List.of("--setenv", name, value)));
        words.addAll(List.of("--chdir", cwd));
        StringBuilder text = new StringBuilder();
        words.forEach(word -> text.append(word).append('\0'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }
}
