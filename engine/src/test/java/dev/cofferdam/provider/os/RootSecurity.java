package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** Roots that lie where commands must not write, and the home as a root. */
final class RootSecurity {
    private static final SandboxPolicy DEFAULTS = SandboxPolicy.defaults();

    private RootSecurity() {}

    static List<SecurityCheck> all() {
        return List.of(
                new SecurityCheck("a protected directory is no root", RootSecurity::refused),
                new SecurityCheck("beside protected directories there are roots", RootSecurity::accepted),
                new SecurityCheck("in a home what logins and tools run is protected", RootSecurity::home));
    }

    private static void refused(Bed bed) throws Exception {
        bed.git();
        bed.host("git clone -q --bare . " + bed.outside() + "/bare");
        Files.createSymbolicLink(
                bed.outside().resolve("way"), Files.createDirectory(bed.root().resolve(".vscode")));
        for (Path root : List.of(
                bed.root().resolve(".git"),
                bed.root().resolve(".git/hooks"),
                bed.root().resolve(".git/worktrees/a"),
                bed.root().resolve(".vscode"),
                bed.root().resolve("sub/.vscode/new"),
                bed.root().resolve(".idea"),
                bed.root().resolve(".claude"),
                bed.root().resolve(".claude/hooks/x"),
                bed.root().resolve(".cofferdam/trash"),
                bed.outside().resolve("bare/hooks"),
                bed.outside().resolve("way"),
                bed.home().resolve(".ssh"),
                bed.home().resolve(".local/bin/x"),
                bed.home().resolve(".config/systemd/user"))) {
            boolean before = Files.exists(root);
            assertThatThrownBy(() -> bed.openAt(root, DEFAULTS))
                    .as(root.toString())
                    .isInstanceOfSatisfying(WorkspaceException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
                        assertThat(e).hasMessageContaining("give the root of the project");
                    });
            assertThat(Files.exists(root)).as("nothing is made").isEqualTo(before);
        }
    }

    private static void accepted(Bed bed) throws Exception {
        bed.git();
        Path bare = bed.outside().resolve("bare");
        bed.host("git clone -q --bare . " + bare + " && git -C " + bare + " worktree add -q tree");
        for (Path root : List.of(
                bed.root(),
                bed.root().resolve(".claude/worktrees/a"),
                bed.root().resolve("hooks"),
                bare.resolve("tree"),
                bed.home().resolve(".config/tool"))) {
            Inside result = Inside.sh(bed.openAt(root, DEFAULTS), "echo x > f");
            assertThat(result).as(root.toString()).isEqualTo(new Inside(0, "", ""));
        }
        Sandbox open = bed.openAt(
                bed.root().resolve(".git/hooks"),
                DEFAULTS.filesystem(FilesystemPolicy.defaults().disabled(true)));
        assertThat(Inside.sh(open, "echo x > f").exitCode()).isZero();
    }

    private static void home(Bed bed) throws Exception {
        List<String> present = List.of(".ssh/authorized_keys", ".config/git/config", ".npmrc", ".local/bin/tool");
        for (String name : present) {
            Path file = bed.home().resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "good");
        }
        List<String> absent = List.of(
                ".ssh/rc",
                ".config/autostart/a.desktop",
                ".config/systemd/user/a.service",
                ".local/bin/ls",
                ".profile",
                ".xprofile",
                ".m2/settings.xml",
                "bin/ls");
        StringBuilder attacks = new StringBuilder("cd ~\n");
        present.forEach(name -> attacks.append("rm -f F; echo evil > F; T=F; mv ${T%%/*} gone\n".replace("F", name)));
        absent.forEach(name -> attacks.append("mkdir -p $(dirname F); echo evil > F\n".replace("F", name)));
        for (Sandbox sandbox : List.of(
                bed.openAt(bed.home(), DEFAULTS),
                bed.openAt(bed.home().getParent(), DEFAULTS),
                bed.open(DEFAULTS.filesystem(FilesystemPolicy.defaults().allowWrite(List.of("~")))))) {
            Inside.sh(sandbox, attacks.toString());
            for (String name : present) {
                assertThat(bed.home().resolve(name)).hasContent("good");
            }
            for (String name : absent) {
                assertThat(Files.exists(bed.home().resolve(name), LinkOption.NOFOLLOW_LINKS))
                        .as(name)
                        .isFalse();
            }
            assertThat(Inside.sh(sandbox, "mkdir -p ~/.cache/tool && echo x > ~/.cache/tool/f")
                            .exitCode())
                    .isZero();
        }
    }
}
