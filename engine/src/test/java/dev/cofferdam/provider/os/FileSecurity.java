package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What commands write and read. */
final class FileSecurity {
    private static final SandboxPolicy DEFAULTS = SandboxPolicy.defaults();

    private FileSecurity() {}

    static List<SecurityCheck> all() {
        return List.of(
                new SecurityCheck("a write in the root reaches the host", FileSecurity::writes),
                new SecurityCheck("nothing is written outside of the root", FileSecurity::outside),
                new SecurityCheck("each command has a temporary directory that goes with it", FileSecurity::temporary),
                new SecurityCheck("a link that leads out is not written through", FileSecurity::links),
                new SecurityCheck("a file outside gets no name in the root", FileSecurity::names),
                new SecurityCheck("existing protected files stay as they are", FileSecurity::existing),
                new SecurityCheck("absent protected names cannot be made", FileSecurity::absent),
                new SecurityCheck("the root does not become a bare repository", FileSecurity::bare),
                new SecurityCheck("directories on the way to protected files stay", FileSecurity::ways),
                new SecurityCheck("what is denied cannot be read by any name", FileSecurity::denied),
                new SecurityCheck("a narrower rule opens what is denied, a link does not", FileSecurity::reopened),
                new SecurityCheck("a denied file with two names refuses the launch", FileSecurity::secondNameRead),
                new SecurityCheck(
                        "a protected file with two names refuses the launch", FileSecurity::secondNameWritten),
                new SecurityCheck("a denied write wins over any allow", FileSecurity::deniedWrite),
                new SecurityCheck("behind a protected link the target is protected", FileSecurity::protectedLink),
                new SecurityCheck("a link that a command planted allows nothing", FileSecurity::planted),
                new SecurityCheck("workspaces do not see each other's files", FileSecurity::others),
                new SecurityCheck("many matches of a wildcard become one step or a refusal", FileSecurity::wildcards),
                new SecurityCheck(
                        "a directory that is hidden is also hidden from listing", FileSecurity::hiddenDirectory),
                new SecurityCheck(
                        "without isolation of files commands write what the user may", FileSecurity::disabled));
    }

    private static void refused(Inside result) {
        assertThat(result.exitCode()).as(result.toString()).isNotZero();
    }

    private static void writes(Bed bed) throws Exception {
        Inside result = bed.sh("echo x > f && mkdir d && echo y > d/g && cat f");
        assertThat(result).isEqualTo(new Inside(0, "x\n", ""));
        assertThat(bed.root().resolve("d/g")).hasContent("y");
        assertThat(bed.names()).containsExactly("d", "f");
    }

    private static void outside(Bed bed) throws Exception {
        for (String path : List.of(
                "/etc/cdm",
                "/usr/cdm",
                "/var/tmp/cdm",
                "/tmp/cdm",
                bed.outside() + "/cdm",
                bed.root() + "/../cdm",
                bed.home() + "/cdm",
                "/proc/1/root/" + bed.outside() + "/cdm",
                "/proc/self/root/" + bed.outside() + "/cdm")) {
            refused(bed.sh("echo x > " + path));
            if (!path.startsWith("/proc")) {
                assertThat(Path.of(path)).doesNotExist();
            }
        }
        assertThat(bed.outside().resolve("cdm")).doesNotExist();
        refused(bed.sh("rm -rf " + bed.outside()));
        refused(bed.sh("chmod 777 " + bed.outside() + "/f"));
        assertThat(bed.outside().resolve("f")).hasContent("outside");
    }

    private static void temporary(Bed bed) throws Exception {
        Sandbox sandbox = bed.open();
        Inside result = Inside.sh(
                sandbox, "ls -A \"$TMPDIR\"; echo x > \"$TMPDIR/f\" && echo \"$TMPDIR\" && chmod 0 \"$TMPDIR\"");
        assertThat(result.exitCode()).as(result.toString()).isZero();
        Path gone = Path.of(result.stdout().strip());
        assertThat(gone).doesNotExist();
        assertThat(Inside.sh(sandbox, "echo \"$TMPDIR\"").stdout().strip()).isNotEqualTo(gone.toString());
    }

    private static void links(Bed bed) throws Exception {
        Files.createSymbolicLink(bed.root().resolve("way"), bed.outside());
        refused(bed.sh("echo evil > way/f"));
        refused(bed.sh("ln -s " + bed.outside() + "/f l && echo evil > l"));
        assertThat(bed.outside().resolve("f")).hasContent("outside");
    }

    private static void names(Bed bed) throws Exception {
        refused(bed.sh("ln " + bed.outside() + "/f mine"));
        assertThat(bed.outside().resolve("f")).hasContent("outside");
    }

    private static final List<String> ATTACKS = List.of(
            "echo evil > F",
            "echo evil >> F",
            "rm -f F",
            "mv F gone",
            "echo evil > new && mv -f new F",
            "cp /dev/null F",
            "chmod 777 F",
            "touch -d 2001-01-01 F",
            "truncate -s 0 F",
            "ln F other",
            "ln -sf /etc/passwd F",
            "sed -i s/good/evil/ F",
            "echo evil > new && python3 -c \"import ctypes; l=ctypes.CDLL(None,use_errno=True);"
                    + " raise SystemExit(1 if l.renameat2(-100,b'new',-100,b'F',2) else 0)\"");

    private static void existing(Bed bed) throws Exception {
        bed.git();
        List<String> files = List.of(
                ".bashrc",
                ".mcp.json",
                ".claude/settings.json",
                ".claude/hooks/h",
                ".git/hooks/pre-commit",
                ".vscode/s");
        for (String file : files) {
            bed.file(file, "good");
        }
        Sandbox sandbox = bed.open();
        for (String file : files) {
            for (String attack : ATTACKS) {
                Inside.sh(sandbox, attack.replace("F", file));
                assertThat(bed.root().resolve(file))
                        .as(attack.replace("F", file))
                        .hasContent("good");
            }
            refused(Inside.sh(sandbox, "ln " + file + " other || exit 1; rm other"));
            assertThat(Inside.sh(sandbox, "cat " + file).stdout()).isEqualTo("good");
        }
        assertThat(Files.readString(bed.root().resolve(".git/config"))).contains("a@b.c");
        refused(Inside.sh(sandbox, "git config core.fsmonitor evil"));
        assertThat(Files.readString(bed.root().resolve(".git/config"))).doesNotContain("evil");
    }

    private static final List<String> ABSENT = List.of(
            ".bashrc",
            ".profile",
            ".zshrc",
            ".gitconfig",
            ".gitmodules",
            ".mcp.json",
            ".claude/settings.json",
            ".claude/hooks/h",
            ".claude/skills/s",
            ".vscode/settings.json",
            ".idea/x",
            ".git/hooks/pre-commit",
            ".git/config",
            ".cofferdam/trash",
            "HEAD");

    private static void absent(Bed bed) throws Exception {
        for (String name : ABSENT) {
            String directory = name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : ".";
            for (String attack : List.of(
                    "mkdir -p D; echo evil > F",
                    "mkdir -p t/D; echo evil > t/F; mv t/* t/.[!.]* .",
                    "ln -s /etc/passwd F",
                    "rm -rf F; mkdir -p F",
                    "T=$(echo F | cut -d/ -f1); rm -rf $T; mv $T gone; ln -s /etc $T")) {
                Inside.sh(bed.open(), attack.replace("D", directory).replace("F", name));
                assertThat(Files.exists(bed.root().resolve(name), java.nio.file.LinkOption.NOFOLLOW_LINKS))
                        .as(attack + " with " + name)
                        .isFalse();
                bed.host("rm -rf t gone");
            }
        }
        assertThat(Inside.sh(bed.open(), "git init .").exitCode()).isNotZero();
        assertThat(bed.names()).isEmpty();
    }

    private static void bare(Bed bed) throws Exception {
        Path fired = bed.outside().resolve("fired");
        bed.sh("mkdir objects refs; echo 'ref: refs/heads/main' > HEAD; printf '[core]\\nbare = false\\nworktree = "
                + bed.root() + "\\nfsmonitor = \"touch " + fired + "\"\\n' > config");
        new ProcessBuilder("git", "status")
                .directory(bed.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        assertThat(fired).doesNotExist();
        assertThat(bed.root().resolve("HEAD")).doesNotExist();
    }

    private static void ways(Bed bed) throws Exception {
        bed.git();
        bed.file(".git/hooks/pre-commit", "good");
        Object before = Files.readAttributes(
                        bed.root().resolve(".git"), java.nio.file.attribute.BasicFileAttributes.class)
                .fileKey();
        for (String attack : List.of(
                "mv .git .git2; mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit",
                "rm -rf .git; mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit",
                "mkdir -p new/hooks; python3 -c \"import ctypes; ctypes.CDLL(None).renameat2(-100,b'new',-100,b'.git',2)\"",
                "mv .git .git2; echo 'gitdir: elsewhere' > .git")) {
            bed.sh(attack);
            assertThat(Files.readAttributes(
                                    bed.root().resolve(".git"), java.nio.file.attribute.BasicFileAttributes.class)
                            .fileKey())
                    .as(attack)
                    .isEqualTo(before);
            assertThat(bed.root().resolve(".git/hooks/pre-commit")).as(attack).hasContent("good");
        }
    }

    private static void denied(Bed bed) throws Exception {
        Path secret = Files.writeString(bed.home().resolve("secret"), "hush");
        Files.createDirectory(bed.home().resolve("keys"));
        Files.writeString(bed.home().resolve("keys/k"), "hush");
        Files.createSymbolicLink(bed.root().resolve("alias"), secret);
        SandboxPolicy policy = DEFAULTS.filesystem(FilesystemPolicy.defaults().denyRead(List.of("~/secret")))
                .credentials(CredentialPolicy.defaults().files(List.of("~/keys/**")));
        Sandbox sandbox = bed.open(policy);
        for (String path : List.of(
                secret.toString(),
                "alias",
                "/proc/self/root" + secret,
                "/proc/1/root" + secret,
                bed.home() + "/keys/k",
                bed.home() + "/../home/keys/k")) {
            for (String reader :
                    List.of("cat ", "cp --target-directory=. ", "dd status=none if=", "ln -t . ", "tar cf - ")) {
                Inside result = Inside.sh(sandbox, reader + path + "; cat secret k 2>/dev/null");
                assertThat(result.stdout()).as(reader + path).doesNotContain("hush");
            }
        }
        refused(Inside.sh(sandbox, "chmod 777 " + secret + " && cat " + secret));
        refused(Inside.sh(sandbox, "mv " + bed.home() + "/keys x"));
    }

    private static void reopened(Bed bed) throws Exception {
        Files.createDirectories(bed.home().resolve("a/open/closed"));
        Files.writeString(bed.home().resolve("a/f"), "hush");
        Files.writeString(bed.home().resolve("a/open/f"), "free");
        Files.writeString(bed.home().resolve("a/open/closed/f"), "hush");
        Files.createSymbolicLink(bed.root().resolve("way"), bed.home().resolve("a"));
        SandboxPolicy policy = DEFAULTS.filesystem(FilesystemPolicy.defaults()
                .denyRead(List.of("~/a", "~/a/open/closed"))
                .allowRead(List.of("~/a/open", "way")));
        Sandbox sandbox = bed.open(policy);
        assertThat(Inside.sh(sandbox, "cat ~/a/open/f").stdout()).isEqualTo("free");
        refused(Inside.sh(sandbox, "cat ~/a/f"));
        refused(Inside.sh(sandbox, "cat way/f"));
        refused(Inside.sh(sandbox, "cat ~/a/open/closed/f"));
        refused(Inside.sh(sandbox, "echo x > ~/a/new"));
        refused(Inside.sh(sandbox, "echo x > ~/a/open/new"));
    }

    private static void refusesLaunch(Bed bed, SandboxPolicy policy) {
        assertThatThrownBy(() -> Inside.sh(bed.open(policy), "true"))
                .isInstanceOfSatisfying(WorkspaceException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                    assertThat(e).hasMessageContaining("hard link");
                });
    }

    private static void secondNameRead(Bed bed) throws Exception {
        Path secret = Files.writeString(bed.home().resolve("secret"), "hush");
        Files.createLink(bed.home().resolve("other"), secret);
        refusesLaunch(bed, DEFAULTS.filesystem(FilesystemPolicy.defaults().denyRead(List.of("~/secret"))));
    }

    private static void secondNameWritten(Bed bed) throws Exception {
        Files.createLink(bed.root().resolve("other"), bed.file(".bashrc", "good"));
        refusesLaunch(bed, DEFAULTS);
    }

    private static void deniedWrite(Bed bed) throws Exception {
        bed.file("no/yes/f", "good");
        Files.createDirectories(bed.outside().resolve("open/hidden"));
        Files.writeString(bed.outside().resolve("open/hidden/f"), "hush");
        SandboxPolicy policy = DEFAULTS.filesystem(FilesystemPolicy.defaults()
                .denyWrite(List.of("no", "later/f"))
                .allowWrite(List.of("no/yes", bed.outside() + "/open"))
                .denyRead(List.of(bed.outside() + "/open/hidden")));
        Sandbox sandbox = bed.open(policy);
        refused(Inside.sh(sandbox, "echo evil > no/yes/f"));
        refused(Inside.sh(sandbox, "mv no other"));
        refused(Inside.sh(sandbox, "mkdir later && echo evil > later/f"));
        assertThat(Inside.sh(sandbox, "echo x > " + bed.outside() + "/open/g").exitCode())
                .isZero();
        refused(Inside.sh(sandbox, "cat " + bed.outside() + "/open/hidden/f"));
        refused(Inside.sh(sandbox, "mv " + bed.outside() + "/open/hidden " + bed.outside() + "/open/h2"));
        assertThat(bed.root().resolve("no/yes/f")).hasContent("good");
        assertThat(bed.root().resolve("later")).doesNotExist();
    }

    private static void protectedLink(Bed bed) throws Exception {
        bed.file("dotfiles/rc", "good");
        Files.createSymbolicLink(bed.root().resolve(".bashrc"), Path.of("dotfiles/rc"));
        Sandbox sandbox = bed.open();
        for (String attack : List.of(
                "echo evil > .bashrc",
                "echo evil > dotfiles/rc",
                "mv dotfiles d2; mkdir dotfiles; echo evil > dotfiles/rc",
                "rm -f dotfiles/rc")) {
            Inside.sh(sandbox, attack);
            assertThat(bed.root().resolve("dotfiles/rc")).as(attack).hasContent("good");
        }
        Inside.Running running =
                Inside.start(sandbox, java.util.Map.of(), "sh", "-c", "rm .bashrc; echo evil > .bashrc");
        running.end();
        assertThat(bed.root().resolve(".bashrc")).hasContent("good");
        assertThat(bed.root().resolve(".bashrc.replaced-by-command")).hasContent("evil");
        assertThat(running.process().report().orElseThrow().violations())
                .singleElement()
                .asString()
                .contains(".bashrc");
    }

    private static void planted(Bed bed) throws Exception {
        SandboxPolicy policy = DEFAULTS.filesystem(FilesystemPolicy.defaults().allowWrite(List.of("build")));
        Sandbox sandbox = bed.open(policy);
        Inside.sh(sandbox, "ln -s " + bed.outside() + " build");
        refused(Inside.sh(sandbox, "echo evil > build/f"));
        assertThat(bed.outside().resolve("f")).hasContent("outside");
        // A .git file that names any directory does not open it either.
        bed.file(".git", "gitdir: " + bed.outside() + "\n");
        refused(bed.sh("echo evil > " + bed.outside() + "/f"));
        assertThat(bed.outside().resolve("f")).hasContent("outside");
    }

    private static void others(Bed bed) throws Exception {
        Sandbox one = bed.open();
        Sandbox two = bed.open();
        Inside.Running running =
                Inside.start(one, java.util.Map.of(), "sh", "-c", "echo hush > $TMPDIR/f; echo up $TMPDIR; sleep 60");
        running.awaitOutput("up");
        String where = running.out()
                .toString(java.nio.charset.StandardCharsets.UTF_8)
                .strip()
                .substring(3);
        refused(Inside.sh(two, "cat " + where + "/f"));
        refused(Inside.sh(two, "ls " + where));
        running.process().signal(dev.cofferdam.workspace.Signal.KILL);
        running.end();
    }

    private static void wildcards(Bed bed) throws Exception {
        for (int i = 0; i < 2000; i++) {
            bed.file("many/f" + i + ".key", "hush");
        }
        bed.file("one/a.key", "hush");
        bed.file("one/b.txt", "free");
        Sandbox folded =
                bed.open(DEFAULTS.filesystem(FilesystemPolicy.defaults().denyRead(List.of("**/*.key"))));
        refused(Inside.sh(folded, "cat many/f7.key"));
        refused(Inside.sh(folded, "cat one/a.key"));
        assertThat(Inside.sh(folded, "cat one/b.txt").stdout()).isEqualTo("free");
        bed.file("many/other", "free");
        assertThatThrownBy(() -> Inside.sh(folded, "true")).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(e).hasMessageContaining("denyRead");
        });
    }

    private static void hiddenDirectory(Bed bed) throws Exception {
        bed.file("d/sub/f", "hush");
        Sandbox sandbox =
                bed.open(DEFAULTS.filesystem(FilesystemPolicy.defaults().denyRead(List.of("d/**"))));
        assertThat(Inside.sh(sandbox, "ls -R d").stdout()).doesNotContain("sub");
        refused(Inside.sh(sandbox, "echo evil > d/new"));
        refused(Inside.sh(sandbox, "rmdir d"));
        assertThat(bed.root().resolve("d/sub/f")).hasContent("hush");
    }

    private static void disabled(Bed bed) throws Exception {
        Sandbox sandbox =
                bed.open(DEFAULTS.filesystem(FilesystemPolicy.defaults().disabled(true)));
        assertThat(Inside.sh(sandbox, "echo x > " + bed.outside() + "/g; echo y > .bashrc")
                        .exitCode())
                .isZero();
        assertThat(bed.outside().resolve("g")).hasContent("x");
        assertThat(bed.root().resolve(".bashrc")).hasContent("y");
    }
}
