package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.spi.Sandbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Namespaces, system calls and the network, as commands meet them. */
final class ProcessSecurity {
    private static final String PYTHON = """
            import ctypes, errno, os, platform, socket, sys
            libc = ctypes.CDLL(None, use_errno=True)
            x86 = platform.machine() == 'x86_64'
            def call(x, arm, *args):
                ctypes.set_errno(0)
                r = libc.syscall(ctypes.c_long(x if x86 else arm), *[ctypes.c_long(a) for a in args])
                return 'ok' if r >= 0 else errno.errorcode[ctypes.get_errno()]
            def expect(what, got, *wanted):
                if got not in wanted:
                    print(what, got)
            """;

    /** Each line is a call with its numbers on both machines, its arguments, and what must come of it. */
    private static final String TABLE = """
            expect('inet', call(41, 198, 2, 1, 0), 'ok')
            expect('inet6', call(41, 198, 10, 1, 0), 'ok')
            expect('netlink', call(41, 198, 16, 3, 0), 'ok')
            expect('unix', call(41, 198, 1, 1, 0), 'EPERM')
            expect('unix under high bits', call(41, 198, 0x500000001, 1, 0), 'EPERM')
            expect('vsock', call(41, 198, 40, 1, 0), 'EAFNOSUPPORT')
            expect('packet', call(41, 198, 17, 3, 0), 'EAFNOSUPPORT')
            expect('alg', call(41, 198, 38, 5, 0), 'EAFNOSUPPORT')
            pair = ctypes.addressof((ctypes.c_int * 2)())
            expect('stream pair', call(53, 199, 1, 1, 0, pair), 'ok')
            expect('packet pair', call(53, 199, 1, 5, 0, pair), 'ok')
            expect('datagram pair', call(53, 199, 1, 2, 0, pair), 'EPERM')
            expect('raw pair', call(53, 199, 1, 3, 0, pair), 'EPERM')
            expect('clone3', call(435, 435, 0, 0), 'ENOSYS')
            for n in (425, 426, 427):
                expect('io_uring %d' % n, call(n, n, 0, 0), 'ENOSYS')
            for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000, 0x80):
                expect('unshare %x' % flag, call(272, 97, flag), 'EPERM')
            expect('setns', call(308, 268, 0, 0), 'EPERM')
            expect('tiocsti', call(16, 29, 0, 0x5412, 0), 'EPERM')
            expect('tioclinux', call(16, 29, 0, 0x541C, 0), 'EPERM')
            for what, x, arm in (('mount', 165, 40), ('umount2', 166, 39), ('pivot_root', 155, 41), ('add_key', 248, 217),
                    ('request_key', 249, 218), ('keyctl', 250, 219), ('bpf', 321, 280), ('perf_event_open', 298, 241),
                    ('userfaultfd', 323, 282)):
                expect(what, call(x, arm, 0, 0, 0, 0, 0), 'EPERM')
            for n in (428, 429, 430, 431, 432, 433, 442):
                expect('mount call %d' % n, call(n, n, 0, 0, 0, 0, 0), 'EPERM')
            """;

    private static final String MODES = """
            os.umask(0)
            path = ctypes.create_string_buffer(b'f')
            f = ctypes.addressof(path)
            other = ctypes.create_string_buffer(b'g')
            g = ctypes.addressof(other)
            directory = ctypes.create_string_buffer(b'.')
            here = ctypes.addressof(directory)
            fd = os.open('f', os.O_CREAT | os.O_RDWR, 0o600)
            at = -100
            create, temporary = os.O_CREAT | os.O_RDWR, os.O_TMPFILE | os.O_RDWR
            for bits in (0o4755, 0o2755, 0o6000):
                expect('fchmod', call(91, 52, fd, bits), 'EPERM')
                expect('fchmodat', call(268, 53, at, f, bits), 'EPERM')
                expect('fchmodat2', call(452, 452, at, f, bits, 0), 'EPERM')
                expect('mknodat', call(259, 33, at, g, 0o100000 | bits, 0), 'EPERM')
                expect('openat', call(257, 56, at, f, create, bits), 'EPERM')
                expect('openat, temporary', call(257, 56, at, here, temporary, bits), 'EPERM')
                expect('openat of what is there', call(257, 56, at, f, os.O_RDONLY, bits), 'ok')
                if x86:
                    expect('chmod', call(90, 0, f, bits), 'EPERM')
                    expect('creat', call(85, 0, f, bits), 'EPERM')
                    expect('mknod', call(133, 0, g, 0o100000 | bits, 0), 'EPERM')
                    expect('open', call(2, 0, f, create, bits), 'EPERM')
                    expect('open, temporary', call(2, 0, here, temporary, bits), 'EPERM')
                    expect('open of what is there', call(2, 0, f, os.O_RDONLY, bits), 'ok')
            how = (ctypes.c_uint64 * 3)(create, 0o4755, 0)
            expect('openat2', call(437, 437, at, g, ctypes.addressof(how), 24), 'ENOSYS')
            expect('fchmodat, sticky', call(268, 53, at, f, 0o1777), 'ok')
            """;

    private ProcessSecurity() {}

    static List<SecurityCheck> all() {
        return List.of(
                new SecurityCheck("no new namespaces", ProcessSecurity::namespaces),
                new SecurityCheck("no mounts and no other root", ProcessSecurity::mounts),
                new SecurityCheck("the settings of the kernel cannot be written", ProcessSecurity::settings),
                new SecurityCheck("only its own processes", ProcessSecurity::processes),
                new SecurityCheck("the parts of the sandbox are out of sight", ProcessSecurity::parts),
                new SecurityCheck("no capabilities, no new privileges, a filter", ProcessSecurity::status),
                new SecurityCheck("programs of another user lend no rights", ProcessSecurity::otherUsers),
                new SecurityCheck("each system call gets its verdict", ProcessSecurity::systemCalls),
                new SecurityCheck("no file lends the rights of its owner", ProcessSecurity::owners),
                new SecurityCheck("calls of another machine kill", ProcessSecurity::foreignCalls),
                new SecurityCheck("no Unix socket of the host", ProcessSecurity::unixSocket),
                new SecurityCheck(
                        "all Unix sockets with a path when allowed, abstract ones never", ProcessSecurity::allowed),
                new SecurityCheck("no abstract Unix socket of the host", ProcessSecurity::abstractSocket),
                new SecurityCheck("threads and processes of ordinary programs work", ProcessSecurity::ordinary),
                new SecurityCheck("no direct connection", ProcessSecurity::connections),
                new SecurityCheck("no datagrams and no names", ProcessSecurity::datagrams),
                new SecurityCheck("a server inside is reached inside", ProcessSecurity::inside),
                new SecurityCheck("exit codes and signals pass through", ProcessSecurity::ends),
                new SecurityCheck("the environment is what was passed", ProcessSecurity::environment),
                new SecurityCheck("a planted program of the sandbox is not used", ProcessSecurity::plantedProgram));
    }

    static String python(Sandbox sandbox, String program) throws Exception {
        Inside result = Inside.run(sandbox, Map.of(), "python3", "-c", PYTHON + program);
        return result.stdout() + result.stderr() + (result.exitCode() == 0 ? "" : " exit " + result.exitCode());
    }

    private static void namespaces(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        for (String line : List.of(
                "unshare -U true",
                "unshare -r true",
                "unshare -m true",
                "unshare -rm true",
                "unshare -n true",
                "bwrap --ro-bind / / true",
                "bwrap --ro-bind / / --unshare-all true")) {
            assertThat(Inside.sh(sandbox, line).exitCode()).as(line).isNotZero();
        }
    }

    private static void mounts(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        for (String line : List.of(
                "mount -t tmpfs none /mnt",
                "mount -o remount,rw /",
                "mount --bind . /mnt",
                "umount -l /tmp",
                "umount -l .",
                "chroot . true",
                "chroot / true",
                "mknod null c 1 3")) {
            assertThat(Inside.sh(sandbox, line).exitCode()).as(line).isNotZero();
        }
    }

    private static void settings(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        String found = Inside.sh(
                        sandbox,
                        "find /proc /sys -path '/proc/[0-9]*' -prune -o -path /proc/self -prune -o -path /proc/thread-self"
                                + " -prune -o -type f -writable -print 2>/dev/null")
                .stdout();
        assertThat(found).isEmpty();
        for (String path : List.of("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname")) {
            assertThat(Inside.sh(sandbox, "cat " + path + " > " + path).exitCode())
                    .as(path)
                    .isNotZero();
        }
        // These are links into /proc too.
        assertThat(Inside.sh(sandbox, "echo told > /dev/stderr; echo said > /dev/stdout")
                        .stdout())
                .isEqualTo("said\n");
    }

    private static void processes(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        Inside seen = Inside.sh(sandbox, "for p in /proc/[0-9]*; do echo $p; done | wc -l");
        assertThat(Integer.parseInt(seen.stdout().strip())).isBetween(2, 5);
        long self = ProcessHandle.current().pid();
        assertThat(Inside.sh(sandbox, "kill -0 " + self).exitCode()).isNotZero();
        assertThat(Inside.sh(sandbox, "kill -9 -1; echo alive").stdout()).isIn("alive\n", "");
        assertThat(ProcessHandle.current().isAlive()).isTrue();
    }

    private static void parts(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        assertThat(Inside.sh(sandbox, "cat /proc/[0-9]*/comm").stdout()).doesNotContain("socat");
        assertThat(Inside.sh(sandbox, "ls /proc/self/fd | tr '\\n' ' '").stdout())
                .isEqualTo("0 1 2 3 ");
        // The directory with the control files of this very command lies beside its temporary one.
        Inside control = Inside.sh(sandbox, "ls -A \"$TMPDIR/../c\"; echo x > \"$TMPDIR/../c/args\"");
        assertThat(control.stdout()).isEmpty();
        assertThat(control.exitCode()).isNotZero();
        assertThat(Inside.sh(sandbox, "cat /proc/1/cmdline /proc/1/environ | tr '\\0' '\\n'")
                        .stdout())
                .doesNotContain("HOME=", "COFFERDAM");
    }

    private static void status(Bed bed) throws Exception {
        String status = Inside.sh(bed.open(), "cat /proc/self/status").stdout();
        for (String set : List.of("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")) {
            assertThat(status).contains(set + ":\t0000000000000000");
        }
        assertThat(status).contains("NoNewPrivs:\t1", "Seccomp:\t2");
    }

    private static void otherUsers(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        for (String line : List.of(
                "su -s /bin/sh -c true nobody </dev/null",
                "python3 -c 'import os; os.setgroups([])'",
                "python3 -c 'import os; os.setuid(12345)'",
                "python3 -c 'import os; os.chown(\".\", 12345, -1)'")) {
            assertThat(Inside.sh(sandbox, line).exitCode()).as(line).isNotZero();
        }
    }

    private static void systemCalls(Bed bed) throws Exception {
        assertThat(python(bed.open(), TABLE)).isEmpty();
    }

    private static void owners(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        assertThat(python(sandbox, MODES)).isEmpty();
        Inside copy =
                Inside.sh(sandbox, "mkdir d && cp /usr/bin/su d/su && chmod 755 d/su && chmod 1777 d && chmod u=rw f");
        assertThat(copy).isEqualTo(new Inside(0, "", ""));
        for (String line :
                List.of("chmod u+s d/su", "chmod g+s d", "cp -p /usr/bin/su d/s2", "install -m 4755 f d/s3")) {
            Inside.sh(sandbox, line);
        }
        try (Stream<Path> files = Files.walk(bed.root())) {
            for (Path file : files.toList()) {
                int mode = (Integer) Files.getAttribute(file, "unix:mode");
                assertThat(mode & 06000).as(file.toString()).isZero();
            }
        }
    }

    private static void foreignCalls(Bed bed) throws Exception {
        if (Machine.named(System.getProperty("os.arch")).equals(Optional.of(Machine.ARM64))) {
            // There are no calls of another machine that an ARM program could make here.
            assertThat(bed.open().exists()).isTrue();
            return;
        }
        String program = """
                import mmap
                code = bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3])
                page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
                page.write(code)
                ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
                print('survived')
                """;
        assertThat(python(bed.open(), program)).doesNotContain("survived").contains("exit 159");
    }

    private static void unixSocket(Bed bed) throws Exception {
        Path path = bed.root().resolve("socket");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            // That the socket would answer is shown by the check with Unix sockets allowed.
            assertThat(python(bed.open(), connect(path.toString()))).contains("Operation not permitted");
            server.configureBlocking(false);
            assertThat(server.accept()).isNull();
        }
    }

    private static String connect(String address) {
        return "s = socket.socket(socket.AF_UNIX); s.settimeout(5); s.connect('" + address + "'); print('connected')\n";
    }

    private static void allowed(Bed bed) throws Exception {
        Path path = bed.root().resolve("socket");
        SandboxPolicy policy =
                SandboxPolicy.defaults().network(NetworkPolicy.defaults().allowAllUnixSockets(true));
        Sandbox sandbox = bed.open(policy);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(path));
            assertThat(python(sandbox, connect(path.toString()))).contains("connected");
        }
        abstractRefused(bed, sandbox);
    }

    private static void abstractSocket(Bed bed) throws Exception {
        abstractRefused(bed, bed.open());
    }

    /** Java has no abstract sockets, so a program of the host listens. */
    private static void abstractRefused(Bed bed, Sandbox sandbox) throws Exception {
        String name = "cofferdam-" + bed.root().toString().hashCode();
        Process listener = new ProcessBuilder(
                        "python3",
                        "-c",
                        "import socket; s=socket.socket(socket.AF_UNIX); s.bind('\\0" + name
                                + "'); s.listen(); print('up', flush=True); s.settimeout(60); s.accept(); print('reached')")
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(listener.inputReader().readLine()).isEqualTo("up");
            assertThat(python(sandbox, connect("\\0" + name))).doesNotContain("connected");
            assertThat(listener.isAlive()).isTrue();
        } finally {
            listener.destroyForcibly();
        }
    }

    private static void ordinary(Bed bed) throws Exception {
        String program = """
                import threading, multiprocessing, subprocess, tempfile
                t = threading.Thread(target=lambda: None); t.start(); t.join()
                with multiprocessing.Pool(2) as pool:
                    assert pool.map(abs, [-1, -2]) == [1, 2]
                assert subprocess.run(['true']).returncode == 0
                tempfile.NamedTemporaryFile().close()
                a, b = socket.socketpair(); a.send(b'x'); assert b.recv(1) == b'x'
                """;
        assertThat(python(bed.open(), program)).isEmpty();
        Inside pipe = Inside.run(bed.open(), Map.of(), "bash", "-c", "cat <(echo a) <(echo b) </dev/null");
        assertThat(pipe.stdout()).isEqualTo("a\nb\n");
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        assertThat(Inside.run(bed.open(), Map.of(), java.toString(), "-version").exitCode())
                .isZero();
    }

    private static void connections(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String program = "import errno\ntry:\n  s = socket.create_connection(('127.0.0.1', " + server.getLocalPort()
                    + "), 5); print('connected')\nexcept ConnectionRefusedError: print('refused')\n";
            assertThat(python(sandbox, program)).isEqualTo("refused\n");
            server.setSoTimeout(50);
            org.assertj.core.api.Assertions.assertThatThrownBy(server::accept).isInstanceOf(IOException.class);
        }
        assertThat(python(sandbox, "import os\nprint(sorted(os.listdir('/sys/class/net')) and socket.if_nameindex())"))
                .isEqualTo("[(1, 'lo')]\n");
        String outside = """
                try:
                  s = socket.create_connection(('192.0.2.1', 80), 5)
                  print('connected')
                except OSError as e: print(errno.errorcode[e.errno])
                """;
        assertThat(python(sandbox, outside)).isEqualTo("ENETUNREACH\n");
    }

    private static void datagrams(Bed bed) throws Exception {
        String program = """
                try:
                  s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                  s.sendto(b'x', ('192.0.2.1', 53))
                  print('sent')
                except OSError as e: print(errno.errorcode[e.errno])
                try:
                  print(socket.getaddrinfo('example.org', 80))
                except OSError as e: print('no name')
                """;
        assertThat(python(bed.open(), program)).isEqualTo("ENETUNREACH\nno name\n");
    }

    private static void inside(Bed bed) throws Exception {
        String program = """
                import threading
                s = socket.create_server(('127.0.0.1', 8080))
                threading.Thread(target=lambda: s.accept()[0].send(b'hello')).start()
                print(socket.create_connection(('127.0.0.1', 8080), 5).recv(5).decode())
                """;
        assertThat(python(bed.open(), program)).isEqualTo("hello\n");
    }

    private static void ends(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        assertThat(Inside.sh(sandbox, "exit 37").exitCode()).isEqualTo(37);
        assertThat(Inside.sh(sandbox, "kill -TERM $$").exitCode()).isEqualTo(143);
        assertThat(Inside.run(sandbox, Map.of(), "no-such-program").exitCode()).isEqualTo(127);
        assertThat(Inside.run(sandbox, Map.of(), "/etc/passwd").exitCode()).isEqualTo(126);
    }

    private static void environment(Bed bed) throws Exception {
        Inside result = Inside.run(bed.open(), Map.of("MINE", "a\nb"), "env", "-0");
        List<String> names = List.of(result.stdout().split("\0", -1)).stream()
                .map(entry -> entry.split("=", 2)[0])
                .filter(name -> !name.isEmpty())
                .sorted()
                .toList();
        assertThat(names)
                .contains("MINE", "PATH", "HOME", "TMPDIR")
                .isSubsetOf(
                        "MINE",
                        "PATH",
                        "HOME",
                        "TMPDIR",
                        "TMP",
                        "TEMP",
                        "TMPPREFIX",
                        "LANG",
                        "USER",
                        "PWD",
                        "HTTP_PROXY",
                        "HTTPS_PROXY",
                        "http_proxy",
                        "https_proxy",
                        "ALL_PROXY",
                        "all_proxy",
                        "MAVEN_OPTS",
                        "GRADLE_OPTS",
                        "npm_config_cache");
        assertThat(result.stdout()).contains("MINE=a\nb\0");
        SandboxPolicy policy =
                SandboxPolicy.defaults().credentials(CredentialPolicy.defaults().envVars(List.of("MINE")));
        assertThat(Inside.run(bed.open(policy), Map.of("MINE", "x"), "env").stdout())
                .doesNotContain("MINE");
    }

    private static void plantedProgram(Bed bed) throws Exception {
        for (String name : List.of("bwrap", "socat")) {
            Files.setPosixFilePermissions(
                    bed.file(name, "#!/bin/sh\ntouch " + bed.outside() + "/fired\n"),
                    java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Tools tools = Tools.find(
                bed.root() + ":/usr/bin:/bin", Optional.of(bed.root()), (program, argument) -> "bubblewrap 0.8.0");
        assertThat(tools.liesIn(bed.root())).isFalse();
        assertThat(Inside.sh(bed.open(), "true").exitCode()).isZero();
        assertThat(bed.outside().resolve("fired")).doesNotExist();
    }
}
