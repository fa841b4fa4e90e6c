package dev.cofferdam.provider.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.provider.os.FileFacts.Kind;
import dev.cofferdam.provider.os.Placeholder.Stub;
import dev.cofferdam.provider.os.Rule.Verdict;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MountPlannerTests {
    private final Tree tree = new Tree();
    private final List<Rule> rules = new ArrayList<>();

    /** Files in memory: a path ends in a slash, or is a link with its target, or is a file with its number of names. */
    private static final class Tree implements FileFacts {
        private final Map<Path, Object> entries = new TreeMap<>();

        Tree directory(String path) {
            for (Path at = Path.of(path); at != null; at = at.getParent()) {
                entries.putIfAbsent(at, Kind.DIRECTORY);
            }
            return this;
        }

        Tree file(String path, int names) {
            directory(Path.of(path).getParent().toString());
            entries.put(Path.of(path), names);
            return this;
        }

        Tree link(String path, String target) {
            directory(Path.of(path).getParent().toString());
            entries.put(Path.of(path), Path.of(target));
            return this;
        }

        @Override
        public Kind kind(Path path) {
            Object entry = entries.get(path);
            if (entry == null) {
                return Kind.ABSENT;
            }
            return entry instanceof Path ? Kind.SYMLINK : entry instanceof Integer ? Kind.FILE : Kind.DIRECTORY;
        }

        @Override
        public Path target(Path link) {
            return (Path) entries.get(link);
        }

        @Override
        public int names(Path file) {
            return (Integer) entries.get(file);
        }

        @Override
        public List<Path> list(Path directory) {
            return entries.keySet().stream()
                    .filter(path -> directory.equals(path.getParent()))
                    .toList();
        }

        @Override
        public Optional<String> text(Path file) {
            return Optional.empty();
        }

        @Override
        public boolean creatable(Path directory) {
            return !directory.toString().startsWith("/foreign");
        }

        @Override
        public boolean owned(Path path) {
            return !path.startsWith("/etc");
        }
    }

    private void rule(Verdict verdict, String path) {
        rules.add(Rule.of(verdict, Path.of(path)));
    }

    private String plan() throws Exception {
        StringBuilder text = new StringBuilder();
        MountPlan plan = MountPlanner.plan(rules, tree);
        plan.mounts()
                .forEach(mount -> text.append(mount.kind())
                        .append(' ')
                        .append(mount.path())
                        .append('\n'));
        return text.toString();
    }

    private void refused(String part) {
        assertThatThrownBy(this::plan).isInstanceOfSatisfying(WorkspaceException.class, e -> {
            assertThat(e.code()).isIn(ErrorCode.UNAVAILABLE, ErrorCode.INVALID_ARGUMENT);
            assertThat(e).hasMessageContaining(part);
        });
    }

    @Test
    void a_root_is_one_step() throws Exception {
        tree.directory("/p");
        rule(Verdict.WRITE, "/p");
        assertThat(plan()).isEqualTo("WRITABLE /p\n");
    }

    @Test
    void settings_of_ssh_that_belong_to_another_user_are_out_of_sight() throws Exception {
        tree.directory("/p").directory("/home/u").directory("/w");
        Layout layout = new Layout(
                Path.of("/p"), Path.of("/home/u"), Path.of("/w"), List.of(), false, SandboxPolicy.defaults());
        CommandPlace place = new CommandPlace(Path.of("/w/c1"));
        Path settings = Path.of("/etc/ssh/ssh_config.d");
        assertThat(layout.plan(place, tree).mounts())
                .noneMatch(mount -> mount.path().equals(settings));
        tree.directory(settings.toString());
        assertThat(layout.plan(place, tree).mounts())
                .contains(new Mount(Mount.Kind.CLOSED_DIRECTORY, settings), new Mount(Mount.Kind.SEALED, settings));
    }

    @Test
    void a_fence_is_opened_by_what_is_meant_for_it_alone() throws Exception {
        tree.directory("/p/m/a/b").directory("/p/m/c").file("/p/m/a/b/f", 1);
        rule(Verdict.WRITE, "/p");
        rule(Verdict.WRITE, "/p/m/c");
        rule(Verdict.FENCE, "/p/m");
        rule(Verdict.INNER, "/p/m/a/b");
        rule(Verdict.KEEP, "/p/m/a/b/f");
        assertThat(plan()).isEqualTo("WRITABLE /p\nREAD_ONLY /p/m\nWRITABLE /p/m/a/b\nREAD_ONLY /p/m/a/b/f\n");
    }

    @Test
    void a_link_opens_no_fence_and_a_deny_holds_in_it() throws Exception {
        tree.directory("/p/m/a").directory("/p/m/b").directory("/p/o").link("/p/m/l", "/p/o");
        rule(Verdict.WRITE, "/p");
        rule(Verdict.FENCE, "/p/m");
        rule(Verdict.FENCE, "/p/o");
        rule(Verdict.INNER, "/p/m/l");
        rule(Verdict.INNER, "/p/m/a");
        rule(Verdict.KEEP, "/p/m/a");
        assertThat(plan()).isEqualTo("WRITABLE /p\nREAD_ONLY /p/m\nREAD_ONLY /p/o\n");
    }

    @Test
    void what_leads_to_something_kept_is_pinned_and_buried() throws Exception {
        tree.file("/p/a/b/f", 1);
        rule(Verdict.WRITE, "/p");
        rule(Verdict.KEEP, "/p/a/b/f");
        assertThat(plan()).isEqualTo("""
                        WRITABLE /p
                        WRITABLE /p/a
                        WRITABLE /p/a/b
                        WRITABLE /p
                        READ_ONLY /p/a/b/f
                        """);
    }

    @Test
    void what_is_kept_where_nothing_is_written_needs_no_step() throws Exception {
        tree.directory("/p").file("/etc/f", 1);
        rule(Verdict.WRITE, "/p");
        rule(Verdict.KEEP, "/etc/f");
        rule(Verdict.KEEP, "/etc/absent");
        assertThat(plan()).isEqualTo("WRITABLE /p\n");
    }

    @Test
    void a_narrower_rule_opens_what_is_hidden_and_is_closed_again() throws Exception {
        tree.directory("/h/a/b/c").file("/h/f", 1);
        rule(Verdict.HIDE, "/h");
        rule(Verdict.READ, "/h/a");
        rule(Verdict.HIDE, "/h/a/b");
        rule(Verdict.WRITE, "/h/a/b/c");
        assertThat(plan()).isEqualTo("""
                        EMPTY_DIRECTORY /h
                        READ_ONLY /h/a
                        EMPTY_DIRECTORY /h/a/b
                        WRITABLE /h/a/b/c
                        SEALED /h
                        SEALED /h/a/b
                        """);
    }

    @Test
    void a_deny_wins_over_an_allow_of_the_same_path() throws Exception {
        tree.directory("/h");
        rule(Verdict.READ, "/h");
        rule(Verdict.HIDE, "/h");
        assertThat(plan()).isEqualTo("CLOSED_DIRECTORY /h\nSEALED /h\n");
    }

    @Test
    void a_denied_write_holds_below_it() throws Exception {
        tree.directory("/p/no/yes");
        rule(Verdict.WRITE, "/p");
        rule(Verdict.WRITE, "/p/no/yes");
        rule(Verdict.KEEP, "/p/no");
        assertThat(plan()).isEqualTo("WRITABLE /p\nREAD_ONLY /p/no\n");
    }

    @Test
    void a_placeholder_stands_at_the_first_name_that_is_missing() throws Exception {
        tree.directory("/p");
        rule(Verdict.WRITE, "/p");
        rules.add(Rule.keep(Path.of("/p/a/b/f"), Stub.NOTHING));
        rules.add(Rule.keep(Path.of("/p/f"), Stub.NOTHING));
        MountPlan plan = MountPlanner.plan(rules, tree);
        assertThat(plan.placeholders())
                .containsExactly(
                        new Placeholder(Path.of("/p/a"), Stub.DIRECTORY),
                        new Placeholder(Path.of("/p/f"), Stub.NOTHING));
        assertThat(plan()).isEqualTo("WRITABLE /p\nREAD_ONLY /p/a\nNULL_DEVICE /p/f\n");
    }

    @Test
    void where_the_user_can_make_nothing_stands_no_placeholder() throws Exception {
        tree.directory("/foreign/p");
        rule(Verdict.WRITE, "/foreign/p");
        rule(Verdict.KEEP, "/foreign/p/f");
        assertThat(MountPlanner.plan(rules, tree).placeholders()).isEmpty();
    }

    @Test
    void a_link_is_protected_where_it_leads_and_watched() throws Exception {
        tree.file("/p/real/f", 1).link("/p/link", "real/f");
        rule(Verdict.WRITE, "/p");
        rule(Verdict.KEEP, "/p/link");
        MountPlan plan = MountPlanner.plan(rules, tree);
        assertThat(plan.links()).containsExactly(Path.of("/p/link"));
        assertThat(plan.covered()).containsExactly(Path.of("/p/real/f"));
    }

    @Test
    void an_allow_through_a_link_that_commands_can_replace_is_left_out() throws Exception {
        tree.directory("/p").directory("/other").link("/p/link", "/other");
        rule(Verdict.WRITE, "/p");
        rule(Verdict.WRITE, "/p/link");
        assertThat(plan()).isEqualTo("WRITABLE /p\n");
    }

    @Test
    void a_read_through_a_link_does_not_open_what_is_hidden() throws Exception {
        tree.directory("/h/a").link("/l", "/h/a");
        rule(Verdict.HIDE, "/h");
        rule(Verdict.READ, "/l");
        assertThat(plan()).isEqualTo("CLOSED_DIRECTORY /h\nSEALED /h\n");
    }

    @Test
    void a_file_with_more_names_is_refused() {
        tree.directory("/p").file("/p/f", 2);
        rule(Verdict.WRITE, "/p");
        rule(Verdict.KEEP, "/p/f");
        refused("hard link");
        rules.clear();
        rule(Verdict.HIDE, "/p/f");
        refused("hard link");
    }

    @Test
    void loops_of_links_and_too_wide_rules_are_refused() {
        tree.link("/p/a", "b").link("/p/b", "a");
        rule(Verdict.HIDE, "/p/a");
        refused("loop");
        for (String wide : List.of("/", "/proc", "/sys/fs")) {
            tree.directory(wide);
            rules.clear();
            rule(Verdict.WRITE, wide);
            refused("narrower");
        }
        rules.clear();
        rule(Verdict.HIDE, "/");
        refused("hide all");
    }

    @Test
    void too_many_steps_are_refused_and_name_the_lists() {
        for (int i = 0; i <= MountPlanner.MOST_MOUNTS; i++) {
            tree.file("/p/f" + i, 1);
            rule(Verdict.HIDE, "/p/f" + i);
        }
        refused("denyRead");
    }
}
