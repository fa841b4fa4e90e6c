package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.MODES;
import static dev.cofferdam.workspace.Capability.SYMLINKS;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;
import static dev.cofferdam.workspace.ErrorCode.NOT_A_DIRECTORY;
import static dev.cofferdam.workspace.ErrorCode.NOT_FOUND;
import static dev.cofferdam.workspace.ErrorCode.TOO_LARGE;

import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RunningCommand;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks of the clauses LIST about order, options, pages and trees that resist. */
final class ListChecks {
    /** The order of the contract: component by component, by the bytes of the names. */
    private static final Comparator<String> ORDER = (left, right) -> {
        String[] a = left.split("/", -1);
        String[] b = right.split("/", -1);
        for (int i = 0; i < Math.min(a.length, b.length); i++) {
            int order = Arrays.compareUnsigned(
                    a[i].getBytes(StandardCharsets.UTF_8), b[i].getBytes(StandardCharsets.UTF_8));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.length, b.length);
    };

    private static final List<String> FILES = List.of(
            "a/x",
            "a-d/z",
            "a.txt",
            "a",
            "A",
            "B/b",
            "é",
            "e",
            "z",
            "\ud83d\ude80",
            "\uff5e",
            "日本/x",
            "a b",
            "a\nb",
            "_",
            "~",
            "10",
            "9",
            "1",
            "a/x.d/y",
            "a/x-1",
            "ä",
            "Z",
            "zz",
            "a0");

    private static void makeOrdered(Probe ws) {
        for (String path : FILES) {
            if (path.equals("a")) {
                ws.mkdir("a");
            } else {
                ws.writeText(path, "x");
            }
        }
    }

    @Requirement(value = "WS-LIST-001", statements = "ab")
    void entries_come_in_the_order_of_their_bytes(Probe ws) {
        for (String path : List.of("a/x", "a-d/z", "a.txt")) {
            ws.writeText(path, "x");
        }
        ws.expect.equal("the example", List.of("a", "a/x", "a-d", "a-d/z", "a.txt"), ws.tree());
        makeOrdered(ws);
        List<String> found = ws.tree();
        List<String> sorted = new ArrayList<>(found);
        sorted.sort(ORDER);
        ws.expect.equal("the tree", sorted, found);
        ws.expect.equal("how many there are", 29, found.size());
        List<String> names = ws.list("").paths();
        List<String> sortedNames = new ArrayList<>(names);
        sortedNames.sort(ORDER);
        ws.expect.equal("one level", sortedNames, names);
    }

    @Requirement(value = "WS-LIST-001", statements = "c", needs = EXEC)
    void the_order_is_the_same_in_every_locale(Probe ws) {
        makeOrdered(ws);
        List<String> expected = ws.tree();
        for (String locale : List.of("C", "en_US.UTF-8", "sv_SE.UTF-8", "tr_TR.UTF-8")) {
            Probe other = ws.open(options -> options.env("LC_ALL", locale).env("LANG", locale));
            makeOrdered(other);
            ws.expect.equal("with LC_ALL=" + locale, expected, other.tree());
        }
        ws.expect.equal(
                "as many as commands see",
                expected.size() + 2,
                ws.sh("find . -print | sort").split("\n", -1).length - 1);
    }

    private static void makeTree(Probe ws) {
        for (String path : List.of(
                "f",
                "d/f",
                "d/e/f",
                "d/e/g/f",
                ".h",
                ".hd/f",
                "d/.h",
                "node_modules/m/f",
                ".git/config",
                "d/node_modules/f",
                "skip/f")) {
            ws.writeText(path, "x");
        }
    }

    @Requirement(value = "WS-LIST-002", statements = "a")
    void depth_is_one_unless_asked_for(Probe ws) {
        makeTree(ws);
        ListOptions plain = ListOptions.defaults();
        ws.expect.equal(
                "default",
                List.of("d", "f", "node_modules", "skip"),
                ws.list("").paths());
        ws.expect.equal(
                "depth 1", ws.list("").paths(), ws.list("", plain.depth(1)).paths());
        ws.expect.equal(
                "depth 2",
                List.of("d", "d/e", "d/f", "d/node_modules", "f", "node_modules", "skip", "skip/f"),
                ws.list("", plain.depth(2)).paths());
        ws.expect.equal(
                "unlimited",
                List.of(
                        "d",
                        "d/e",
                        "d/e/f",
                        "d/e/g",
                        "d/e/g/f",
                        "d/f",
                        "d/node_modules",
                        "f",
                        "node_modules",
                        "skip",
                        "skip/f"),
                ws.list("", ListOptions.recursive()).paths());
        ws.expect.equal(
                "of a directory", List.of("d/e/f", "d/e/g"), ws.list("d/e").paths());
        ws.expect.equal(
                "depth 2 of a directory",
                List.of("d/e/f", "d/e/g", "d/e/g/f"),
                ws.list("d/e", plain.depth(2)).paths());
        ws.expect.refused(INVALID_ARGUMENT, "depth 0", () -> ws.list("", plain.depth(0)));
    }

    @Requirement(value = "WS-LIST-002", statements = "b")
    void a_glob_that_crosses_directories_has_no_depth_of_its_own(Probe ws) {
        makeTree(ws);
        ListOptions plain = ListOptions.defaults();
        ws.expect.equal(
                "*",
                List.of("d", "f", "node_modules", "skip"),
                ws.list("", plain.glob("*")).paths());
        ws.expect.equal("f", List.of("f"), ws.list("", plain.glob("f")).paths());
        ws.expect.equal(
                "**/f",
                List.of("d/e/f", "d/e/g/f", "d/f", "f", "skip/f"),
                ws.list("", plain.glob("**/f")).paths());
        ws.expect.equal(
                "*/f", List.of("d/f", "skip/f"), ws.list("", plain.glob("*/f")).paths());
        ws.expect.equal(
                "d/e/*",
                List.of("d/e/f", "d/e/g"),
                ws.list("", plain.glob("d/e/*")).paths());
        ws.expect.equal(
                "**/f at depth 2",
                List.of("d/f", "f", "skip/f"),
                ws.list("", plain.glob("**/f").depth(2)).paths());
    }

    @Requirement(value = "WS-LIST-002", statements = "c")
    void hidden_names_are_left_out_unless_asked_for(Probe ws) {
        makeTree(ws);
        ws.expect.isFalse("hidden in the default", ws.list("").paths().contains(".h"));
        ws.expect.isFalse(
                "hidden below",
                ws.list("", ListOptions.recursive()).paths().stream().anyMatch(path -> path.contains(".h")));
        List<String> all =
                ws.list("", ListOptions.recursive().includeHidden(true)).paths();
        ws.expect.isTrue("hidden when asked for", all.containsAll(List.of(".git", ".h", ".hd", ".hd/f", "d/.h")));
        ws.expect.isFalse(".git is entered", all.contains(".git/config"));
        ws.expect.equal(
                "list of a hidden directory", List.of(".hd/f"), ws.list(".hd").paths());
    }

    @Requirement(value = "WS-LIST-002", statements = "d")
    void skipped_directories_are_listed_and_not_entered(Probe ws) {
        makeTree(ws);
        ListOptions all = ListOptions.recursive().includeHidden(true);
        List<String> byDefault = ws.list("", all).paths();
        ws.expect.isTrue("listed", byDefault.containsAll(List.of(".git", "node_modules", "d/node_modules")));
        ws.expect.isFalse("entered", byDefault.contains("node_modules/m") || byDefault.contains("d/node_modules/f"));
        List<String> other = ws.list("", all.skipDirs(Set.of("skip", "f"))).paths();
        ws.expect.isTrue("entered now", other.containsAll(List.of(".git/config", "node_modules/m/f", "skip", "f")));
        ws.expect.isFalse("skip is entered", other.contains("skip/f"));
        ws.expect.equal(
                "asked for by name",
                List.of("node_modules/m"),
                ws.list("node_modules").paths());
    }

    @Requirement(value = "WS-LIST-002", statements = "efg")
    void pages_put_together_equal_the_whole_listing(Probe ws) {
        makeOrdered(ws);
        for (Optional<String> glob : List.of(Optional.<String>empty(), Optional.of("**/*[xyz]*"))) {
            ListOptions options = glob.map(Probe.everything()::glob).orElse(Probe.everything());
            Listing whole = ws.list("", options);
            ws.expect.isFalse("the whole is truncated", whole.truncated());
            ws.expect.isTrue("there are several", whole.entries().size() > 3);
            for (int limit : new int[] {
                1, 2, 3, 7, whole.entries().size() - 1, whole.entries().size(), 1000
            }) {
                List<Entry> pages = new ArrayList<>();
                Listing page = ws.list("", options.limit(limit));
                for (int n = 0; n < 100; n++) {
                    pages.addAll(page.entries());
                    boolean more = pages.size() < whole.entries().size();
                    ws.expect.equal("truncated with limit " + limit, more, page.truncated());
                    ws.expect.isTrue(
                            "at most " + limit + " entries", page.entries().size() <= limit);
                    if (!page.truncated() || page.entries().isEmpty()) {
                        break;
                    }
                    page = ws.list(
                            "",
                            options.limit(limit)
                                    .after(pages.get(pages.size() - 1).path()));
                }
                ws.expect.equal("pages of " + limit, whole.entries(), pages);
            }
        }
    }

    @Requirement(value = "WS-LIST-002", statements = "e")
    void a_cursor_need_not_exist(Probe ws) {
        for (String path : List.of("a/x", "a-d/z", "a.txt", "b")) {
            ws.writeText(path, "x");
        }
        ListOptions all = Probe.everything();
        ws.expect.equal(
                "after a/y",
                List.of("a-d", "a-d/z", "a.txt", "b"),
                ws.list("", all.after("a/y")).paths());
        ws.expect.equal(
                "after a-e",
                List.of("a.txt", "b"),
                ws.list("", all.after("a-e")).paths());
        ws.expect.equal("after the last", List.of(), ws.list("", all.after("b")).paths());
        ws.expect.equal(
                "after in a directory",
                List.of(),
                ws.list("a", all.after("a/x")).paths());
        ws.expect.refused(INVALID_ARGUMENT, "limit 0", () -> ws.list("", all.limit(0)));
    }

    @Requirement(value = "WS-LIST-002", statements = "hi")
    void only_directories_that_exist_can_be_listed(Probe ws) {
        ws.writeText("f", "x");
        ws.mkdir("empty");
        ws.expect.refused(NOT_FOUND, "list missing", () -> ws.list("missing"));
        ws.expect.refused(NOT_FOUND, "recursive list missing", () -> ws.list("missing/x", Probe.everything()));
        ws.expect.refused(NOT_A_DIRECTORY, "list f", () -> ws.list("f"));
        ws.expect.refused(NOT_A_DIRECTORY, "list f/x", () -> ws.list("f/x"));
        ws.expect.equal("list empty", List.of(), ws.list("empty").paths());
        ws.expect.equal("the tree", List.of("empty", "f"), ws.tree());
    }

    @Requirement(value = "WS-LIST-004", statements = "ab", needs = SYMLINKS)
    void links_are_listed_and_never_entered(Probe ws) {
        ws.writeText("d/f", "x");
        ws.symlink("to-d", "d");
        ws.symlink("d/up", "..");
        ws.symlink("dangling", "missing");
        ws.symlink("out", "/");
        Listing listing = ws.list("", Probe.everything());
        ws.expect.equal("the tree", List.of("d", "d/f", "d/up", "dangling", "out", "to-d"), listing.paths());
        for (Entry entry : listing) {
            boolean link = !entry.path().equals("d") && !entry.path().equals("d/f");
            ws.expect.equal(entry.path() + " is a link", link, entry.type() == EntryType.SYMLINK);
            ws.expect.equal("target of " + entry.path(), ws.stat(entry.path()).linkTarget(), entry.linkTarget());
        }
        ws.expect.equal("target of out", Optional.of("/"), ws.stat("out").linkTarget());
        ws.expect.equal("unreadable", List.of(), listing.unreadable());
        ws.expect.equal(
                "a directory behind a link", 2, ws.list("to-d").entries().size());
    }

    @Requirement(value = "WS-LIST-005", statements = "b", needs = EXEC)
    void a_listing_over_the_limit_names_the_ways_out(Probe ws) {
        Probe small = ws.open(options -> options.limits(options.limits().maxListingBytes(20_000)));
        small.sh("mkdir d; for i in $(seq 800); do printf x > d/a-rather-long-name-of-a-file-$i; done");
        ws.expect.equal("list of the root", List.of("d"), small.list("").paths());
        ws.expect.equal(
                "with a limit",
                3,
                small.list("d", ListOptions.defaults().limit(3)).entries().size());
        ws.expect.equal(
                "with a glob",
                1,
                small.list("d", ListOptions.defaults().glob("*-77")).entries().size());
        ws.expect.refused(TOO_LARGE, "list d", () -> small.list("d")).ifPresent(e -> {
            for (String way : List.of("skipDirs", "glob", "limit")) {
                ws.expect.contains("message", String.valueOf(e.getMessage()), way);
            }
        });
    }

    @Requirement(value = "WS-LIST-006", statements = "a", needs = EXEC)
    void directories_that_vanish_do_not_fail_a_listing(Probe ws) {
        ws.writeText("stays/f", "x");
        try (RunningCommand churn = ws.start(Command.of(
                "sh", "-c", "while [ ! -e stop ]; do mkdir -p v/a/b w/c; printf x > v/a/b/f; rm -rf v w; done"))) {
            int met = 0;
            // On a busy machine the churn may wait long for its turn.
            long end = Machine.nanos() + Duration.ofSeconds(20).toNanos();
            for (int i = 0; i < 300 || (met == 0 && Machine.nanos() < end); i++) {
                Listing listing = ws.list("", Probe.everything());
                ws.expect.isTrue("what stays is listed", listing.paths().containsAll(List.of("stays", "stays/f")));
                ws.expect.isTrue(
                        "unreadable are only those that vanish: " + listing.unreadable(),
                        listing.unreadable().stream().allMatch(path -> path.startsWith("v") || path.startsWith("w")));
                met += listing.paths().contains("v") ? 1 : 0;
            }
            ws.expect.isTrue("some listings met a directory that vanishes", met > 0);
            ws.expect.isTrue("the churn goes on", churn.isRunning());
            ws.writeText("stop", "");
        }
    }

    @Requirement(value = "WS-LIST-006", statements = "b", needs = MODES)
    void a_directory_that_cannot_be_read_is_reported(Probe ws) {
        ws.needsRefusals();
        ws.writeText("closed/f", "x");
        ws.writeText("d/blind/f", "x");
        ws.writeText("open/f", "x");
        ws.setMode("closed", 0);
        ws.setMode("d/blind", 0300);
        Listing listing = ws.list("", Probe.everything());
        ws.setMode("closed", 0755);
        ws.setMode("d/blind", 0755);
        ws.expect.equal("the tree", List.of("closed", "d", "d/blind", "open", "open/f"), listing.paths());
        ws.expect.equal("unreadable", List.of("closed", "d/blind"), listing.unreadable());
        ws.expect.equal(
                "unreadable later", List.of(), ws.list("", Probe.everything()).unreadable());
    }

    private static final int LEVELS = 900;

    private static void makeDeep(Probe ws) {
        String part = "deep/".repeat(200);
        ws.sh("d=" + part + "; mkdir -p keep \"top/$d$d$d$d" + "deep/".repeat(LEVELS - 800) + "\"");
    }

    @Requirement(value = "WS-LIST-006", statements = "c", needs = EXEC)
    void a_tree_deeper_than_a_path_can_be_is_listed(Probe ws) {
        makeDeep(ws);
        List<String> paths = ws.list("", ListOptions.recursive()).paths();
        ws.expect.isTrue(
                "it begins with keep, top, top/deep", paths.subList(0, 3).equals(List.of("keep", "top", "top/deep")));
        ws.expect.isTrue("at least 500 levels: " + paths.size(), paths.size() > 500);
        ws.expect.equal("its beginning", List.of("top/deep"), ws.list("top").paths());
    }

    @Requirement(value = "WS-LIST-006", statements = "d", needs = EXEC)
    void a_tree_deeper_than_a_path_can_be_is_removed(Probe ws) {
        makeDeep(ws);
        ws.remove("top", RemoveOptions.defaults().withContents());
        ws.expect.equal("what commands see", "keep\n", ws.sh("ls -A"));
    }

    @Requirement(value = "WS-LIST-006", statements = "e", needs = EXEC)
    void a_workspace_with_a_tree_deeper_than_a_path_can_be_is_closed(Probe ws) {
        Probe other = ws.open();
        makeDeep(other);
        String root = other.root();
        ws.expect.isTrue("top is there", other.exists("top"));
        other.close();
        ws.expect.equal("the other root", "gone\n", ws.sh("test -e '" + root + "/top' || echo gone"));
    }
}
