package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cofferdam.spi.Sandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What git outside of the sandbox would run or follow, and git inside of it. */
final class GitSecurity {
    /** Git refuses to clone a submodule from a path, unless it is told that this is meant. */
    private static final String UPDATE = "git -c protocol.file.allow=always submodule update -q --init";

    private GitSecurity() {}

    static List<SecurityCheck> all() {
        return List.of(
                new SecurityCheck("a submodule that is not there yet is not prepared", GitSecurity::absentModules),
                new SecurityCheck("submodules commit and no others are prepared", GitSecurity::presentModules),
                new SecurityCheck("a linked worktree gets no submodules prepared", GitSecurity::worktreeModules),
                new SecurityCheck("a clone from a path, a branch and a commit work", GitSecurity::everyday));
    }

    /** Make a repository of the root with submodules of these names, none of which is there yet. */
    private static void modules(Bed bed, String... names) throws Exception {
        bed.git();
        Path library = bed.outside().resolve("library");
        bed.host("git init -q " + library + " && cd " + library + " && git config user.email a@b.c"
                + " && git config user.name a && echo x > f && git add f && git commit -q -m first");
        for (String name : names) {
            bed.host("git -c protocol.file.allow=always submodule --quiet add " + library + " " + name);
        }
        bed.host("git commit -q -m modules && git submodule --quiet deinit -f --all && rm -rf .git/modules");
    }

    /** Write a git directory with a hook where git looks for that of a submodule. */
    private static String plant(Bed bed, String directory) {
        return String.join(
                        "; ",
                        "mkdir -p $M",
                        "cp -R $L/. $M",
                        "mkdir -p $M/hooks",
                        "printf '#!/bin/sh\\ntouch " + bed.outside() + "/fired\\n' > $M/hooks/post-checkout",
                        "chmod 755 $M/hooks/post-checkout")
                .replace("$L", bed.outside() + "/library/.git")
                .replace("$M", directory);
    }

    private static void absentModules(Bed bed) throws Exception {
        modules(bed, "one");
        Sandbox sandbox = bed.open();
        for (String attack : List.of(
                plant(bed, ".git/modules/one"),
                plant(bed, "t/one") + "; rmdir .git/modules; mv t .git/modules",
                plant(bed, "t/one") + "; ln -s ../t .git/modules",
                plant(bed, "t/one") + "; mv .git .git2; cp -R .git2 .git; cp -R t .git/modules")) {
            Inside.sh(sandbox, attack);
            bed.host(UPDATE);
            assertThat(bed.outside().resolve("fired")).as(attack).doesNotExist();
            bed.host("git submodule --quiet deinit -f --all && rm -rf .git/modules t");
        }
    }

    private static void presentModules(Bed bed) throws Exception {
        modules(bed, "one", "a/two");
        bed.host(UPDATE + " one && git -C one config user.email a@b.c && git -C one config user.name a");
        Sandbox sandbox = bed.open();
        assertThat(Inside.sh(
                        sandbox,
                        "cd one && git checkout -q -b side && echo y > g && git add g && git commit -q -m second"
                                + " && cd .. && git add one && git commit -q -m both && git log --oneline | wc -l"))
                .isEqualTo(new Inside(0, "3\n", ""));
        for (String attack : List.of(
                plant(bed, ".git/modules/a/two"),
                plant(bed, ".git/modules/a"),
                plant(bed, "t/a/two") + "; mv .git/modules .git/m2; mkdir .git/modules; cp -R t/* .git/modules",
                "mv .git/modules/one .git/modules/a",
                "echo evil > .git/modules/one/hooks/post-checkout",
                "git -C one config core.fsmonitor evil",
                plant(bed, ".git/modules/one/modules/deep"))) {
            Inside.sh(sandbox, attack);
            bed.host(UPDATE + " one");
            try (var names = Files.list(bed.root().resolve(".git/modules"))) {
                assertThat(names.map(path -> path.getFileName().toString()))
                        .as(attack)
                        .containsExactly("one");
            }
            assertThat(bed.root().resolve(".git/modules/one/modules")).doesNotExist();
            assertThat(bed.root().resolve(".git/modules/one/hooks/post-checkout"))
                    .doesNotExist();
        }
        assertThat(Files.readString(bed.root().resolve(".git/modules/one/config")))
                .doesNotContain("evil");
        bed.host(UPDATE);
        assertThat(bed.outside().resolve("fired")).doesNotExist();
    }

    private static void worktreeModules(Bed bed) throws Exception {
        modules(bed, "one");
        Path tree = bed.outside().resolve("tree");
        bed.host("git worktree add -q -b side " + tree);
        Sandbox sandbox = bed.open();
        Inside.sh(sandbox, plant(bed, ".git/worktrees/tree/modules/one"));
        bed.host("cd " + tree + " && " + UPDATE);
        assertThat(bed.outside().resolve("fired")).doesNotExist();
    }

    private static void everyday(Bed bed) throws Exception {
        bed.git();
        Path remote = bed.outside().resolve("remote.git");
        bed.host("git clone -q --bare . " + remote);
        Sandbox sandbox = bed.open();
        Inside result = Inside.run(
                sandbox,
                Map.of("GIT_AUTHOR_NAME", "a", "GIT_AUTHOR_EMAIL", "a@b.c"),
                "sh",
                "-c",
                "git clone -q " + remote + " copy && git -C copy log --oneline | wc -l && git branch other"
                        + " && git worktree add -q tree other && cd tree && echo y > new && git add new"
                        + " && git commit -q -m second && git -C .. merge -q other && git -C .. status --porcelain -uno");
        assertThat(result).isEqualTo(new Inside(0, "1\n", ""));
        assertThat(bed.root().resolve("new")).hasContent("y");
        assertThat(bed.host("git log --format=%s -1")).isEqualTo("second\n");
    }
}
