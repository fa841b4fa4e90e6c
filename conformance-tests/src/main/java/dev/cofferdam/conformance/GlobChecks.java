package dev.cofferdam.conformance;

import static dev.cofferdam.workspace.Capability.EXEC;
import static dev.cofferdam.workspace.Capability.RAW_NAMES;
import static dev.cofferdam.workspace.ErrorCode.INVALID_ARGUMENT;

import java.util.List;

/** Checks of the clause LIST about globs. */
final class GlobChecks {

    private static void matches(Probe ws, String glob, String... expected) {
        ws.expect.equal("glob " + glob, List.of(expected), found(ws, "", glob));
    }

    private static List<String> found(Probe ws, String directory, String glob) {
        return ws.list(directory, Probe.everything().glob(glob)).paths();
    }

    private static void make(Probe ws, String... paths) {
        for (String path : paths) {
            ws.writeText(path, "x");
        }
    }

    @Requirement(value = "WS-LIST-003", statements = "a")
    void a_glob_is_matched_on_the_path_from_the_listed_directory(Probe ws) {
        make(ws, "src/a.java", "src/b/c.java", "src/src/d.java", "é.txt", "\ud83d\ude80.txt", "x.txt");
        ws.expect.equal("from src", List.of("src/a.java"), found(ws, "src", "a.java"));
        ws.expect.equal("not from the root", List.of("src/src/d.java"), found(ws, "src", "src/*"));
        ws.expect.equal("deeper", List.of("src/b/c.java"), found(ws, "src", "b/*.java"));
        matches(ws, "a.java");
        matches(ws, "?.txt", "x.txt", "é.txt", "\ud83d\ude80.txt");
        matches(ws, "??.txt");
        matches(ws, "X.txt");
    }

    @Requirement(value = "WS-LIST-003", statements = "b")
    void stars_and_question_marks_stay_in_their_segment(Probe ws) {
        make(ws, "a/b", "a/b/c".replace("b/c", "d/c"), "ab", "axb", ".h", "a*b");
        matches(ws, "a*b", "a*b", "ab", "axb");
        matches(ws, "a?b", "a*b", "axb");
        matches(ws, "a*", "a", "a*b", "ab", "axb");
        matches(ws, "*/*", "a/b", "a/d");
        matches(ws, "a/*", "a/b", "a/d");
        matches(ws, "*c");
        matches(ws, "*h", ".h");
    }

    @Requirement(value = "WS-LIST-003", statements = "c")
    void two_stars_are_special_as_a_whole_segment_only(Probe ws) {
        make(ws, "f", "a/f", "a/b/f", "a/b/c/f", "a/b/g", "xf");
        matches(ws, "**/f", "a/b/c/f", "a/b/f", "a/f", "f");
        matches(ws, "a/**/f", "a/b/c/f", "a/b/f", "a/f");
        matches(ws, "a/b/**", "a/b", "a/b/c", "a/b/c/f", "a/b/f", "a/b/g");
        matches(ws, "**/b/**/f", "a/b/c/f", "a/b/f");
        matches(ws, "**f", "f", "xf");
        matches(ws, "a**/f", "a/f");
        matches(ws, "**/**/g", "a/b/g");
    }

    @Requirement(value = "WS-LIST-003", statements = "d")
    void classes_hold_characters_and_ranges(Probe ws) {
        make(ws, "a1", "b1", "c1", "z1", "é1", "-1", "]1", "!1", "d/1", "A1");
        matches(ws, "[abc]1", "a1", "b1", "c1");
        matches(ws, "[a-c]1", "a1", "b1", "c1");
        matches(ws, "[a-cz]1", "a1", "b1", "c1", "z1");
        matches(ws, "[!a-c]1", "!1", "-1", "A1", "]1", "z1", "é1");
        matches(ws, "[é]1", "é1");
        matches(ws, "d[!x]1");
        matches(ws, "[A-Z]1", "A1");
    }

    @Requirement(value = "WS-LIST-003", statements = "e")
    void braces_hold_alternatives(Probe ws) {
        make(ws, "a.java", "a.kt", "a.txt", "a.", "b/x", "c/x", "{a,b}");
        matches(ws, "a.{java,kt}", "a.java", "a.kt");
        matches(ws, "{b,c}/x", "b/x", "c/x");
        matches(ws, "a.{,txt}", "a.", "a.txt");
        matches(ws, "*.{j*,t?t}", "a.java", "a.txt");
        matches(ws, "\\{a,b\\}", "{a,b}");
        ws.expect.refused(INVALID_ARGUMENT, "nested alternatives", () -> found(ws, "", "{a,{b,c}}"));
    }

    @Requirement(value = "WS-LIST-003", statements = "f")
    void a_backslash_escapes_the_next_character(Probe ws) {
        make(ws, "*", "a", "?", "[a]", "{a}", "\\", "a\\b", "b");
        matches(ws, "\\*", "*");
        matches(ws, "\\?", "?");
        matches(ws, "\\[a\\]", "[a]");
        matches(ws, "\\{a\\}", "{a}");
        matches(ws, "\\\\", "\\");
        matches(ws, "a\\\\b", "a\\b");
        matches(ws, "\\a", "a");
    }

    @Requirement(value = "WS-LIST-003", statements = "g")
    void a_bad_glob_is_refused(Probe ws) {
        make(ws, "a", "d/b");
        for (String glob : List.of("[", "[a", "a[", "{a", "{a,b", "{a,{b}}", "a\\", "[z-a]", "x/[", "[a-", "\\")) {
            ws.expect.refused(INVALID_ARGUMENT, "glob " + glob, () -> found(ws, "", glob));
            ws.expect.refused(
                    INVALID_ARGUMENT,
                    "glob " + glob + " in an empty directory",
                    () -> ws.list(
                            "d", dev.cofferdam.workspace.ListOptions.defaults().glob(glob)));
        }
        matches(ws, "?", "a", "d");
    }

    @Requirement(value = "WS-LIST-003", statements = "h")
    void what_a_glob_selects_is_what_its_matcher_says_of_each_entry(Probe ws) {
        String[] names = {"a", "é", "日", "\ud83d\ude80", "\u00a0", "a\nb", "-a", "e\u0301", "\uff5e"};
        for (String name : names) {
            make(ws, name, "d/" + name, "d/" + name + name);
        }
        List<String> whole = ws.tree();
        ws.expect.equal("how many there are", 28, whole.size());
        ws.expect.equal(
                "**",
                whole,
                found(ws, "", "**").stream().filter(path -> !path.isEmpty()).toList());
        ws.expect.equal("{*,**/*}", whole, found(ws, "", "{*,**/*}"));
        List<String> single = whole.stream()
                .filter(path -> !path.contains("/") && path.codePointCount(0, path.length()) == 1)
                .toList();
        ws.expect.equal("?", single, found(ws, "", "?"));
        ws.expect.equal(
                "d/??",
                whole.stream()
                        .filter(path -> path.startsWith("d/") && path.codePointCount(2, path.length()) == 2)
                        .toList(),
                found(ws, "", "d/??"));
    }

    @Requirement(
            value = "WS-LIST-003",
            statements = "h",
            needs = {RAW_NAMES, EXEC})
    void a_glob_selects_names_that_are_not_utf8(Probe ws) {
        ws.sh("printf x > \"$(printf 'r\\351w')\"; printf x > raw; printf x > \"$(printf '\\377')\"");
        matches(ws, "r?w", "raw", "r\ufffdw");
        matches(ws, "r*", "raw", "r\ufffdw");
        matches(ws, "?", "\ufffd");
    }
}
