package dev.cofferdam.mcp.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cofferdam.Workspaces;
import dev.cofferdam.mcp.transport.ToolClient;
import dev.cofferdam.workspace.Capability;
import dev.cofferdam.workspace.Workspace;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
@ParameterizedClass
@MethodSource("dev.cofferdam.mcp.workspace.TestProviders#names")
class FileToolsTests {
    @Parameter
    private String provider;

    private Workspace workspace;
    private ToolClient client;

    @BeforeEach
    void open() throws Exception {
        workspace = Workspaces.provider(provider).open();
        client = new ToolClient(workspace);
    }

    @AfterEach
    void close() throws Exception {
        client.close();
    }

    private JsonNode read(Map<String, ?> arguments) throws Exception {
        return client.call("read_file", arguments);
    }

    private static String text(JsonNode result) {
        return result.path("content").path(0).path("text").asText();
    }

    private static JsonNode facts(JsonNode result) {
        return result.path("_meta").path("dev.cofferdam/file");
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    // read_file

    @Test
    void a_file_is_read_exactly_with_its_facts_in_meta() throws Exception {
        workspace.writeText("dir/ä b.txt", "one\r\ntwo\u2028still two\nthree");

        JsonNode result = read(Map.of("path", "dir/ä b.txt"));

        assertThat(text(result)).isEqualTo("one\r\ntwo\u2028still two\nthree");
        assertThat(facts(result).path("lines").asInt()).isEqualTo(3);
        assertThat(facts(result).path("eol").asText()).isEqualTo("mixed");
        assertThat(facts(result).path("encoding").asText()).isEqualTo("utf-8");
        assertThat(facts(result).path("truncated").asBoolean()).isFalse();
        assertThat(facts(result).path("sha256").asText()).isEqualTo(Sha256.of(workspace.read("dir/ä b.txt")));
    }

    @Test
    void an_absolute_path_inside_the_root_is_accepted() throws Exception {
        workspace.writeText("a.txt", "x");

        assertThat(text(read(Map.of("path", workspace.root() + "/a.txt")))).isEqualTo("x");
    }

    @Test
    void a_long_file_comes_in_parts_that_say_how_to_continue() throws Exception {
        StringBuilder content = new StringBuilder();
        for (int i = 1; i <= 4_500; i++) {
            content.append("line ").append(i).append('\n');
        }
        workspace.writeText("long.txt", content.toString());

        StringBuilder joined = new StringBuilder();
        int offset = 1;
        while (offset > 0) {
            JsonNode part = read(Map.of("path", "long.txt", "offset", offset));
            String body = text(part);
            offset = facts(part).path("nextOffset").asInt();
            if (offset > 0) {
                int note = body.lastIndexOf("[lines ");
                assertThat(body.substring(note)).endsWith("of 4500; continue with offset=" + offset + "]");
                body = body.substring(0, note);
            }
            joined.append(body);
        }

        assertThat(joined.toString()).isEqualTo(content.toString());
    }

    @Test
    void a_range_and_an_offset_from_the_end_are_honoured() throws Exception {
        workspace.writeText("f", "1\n2\n3\n4\n5\n");

        assertThat(text(read(Map.of("path", "f", "offset", 2, "limit", 2)))).startsWith("2\n3\n[lines 2-3 of 5;");
        assertThat(text(read(Map.of("path", "f", "offset", -2)))).isEqualTo("4\n5\n");
        assertThat(text(read(Map.of("path", "f", "offset", -99)))).isEqualTo("1\n2\n3\n4\n5\n");
        assertThat(client.failure("INVALID_ARGUMENT", "read_file", Map.of("path", "f", "offset", 6)))
                .contains("has 5");
        client.failure("INVALID_ARGUMENT", "read_file", Map.of("path", "f", "offset", 0));
        client.failure("INVALID_ARGUMENT", "read_file", Map.of("path", "f", "limit", 2_001));
    }

    @Test
    void the_text_of_one_call_is_bounded_and_long_lines_are_cut() throws Exception {
        workspace.writeText("wide", "x".repeat(5_000) + "\nnext\n");
        workspace.writeText("big", ("y".repeat(1_999) + "\n").repeat(1_000));

        assertThat(text(read(Map.of("path", "wide"))))
                .isEqualTo("x".repeat(2_000) + " [line cut, 5000 characters]\nnext\n");
        JsonNode big = read(Map.of("path", "big"));
        assertThat(text(big).length()).isLessThan(263_000).isGreaterThan(200_000);
        assertThat(facts(big).path("nextOffset").asInt()).isEqualTo(132);
    }

    @Test
    void an_empty_file_says_so() throws Exception {
        workspace.write("empty", new byte[0]);

        assertThat(text(read(Map.of("path", "empty")))).isEqualTo("[the file is empty]");
        assertThat(facts(read(Map.of("path", "empty"))).path("size").asInt()).isZero();
    }

    @Test
    void utf16_is_text_when_its_byte_order_mark_says_so() throws Exception {
        workspace.write("le", HexFormat.of().parseHex("fffe68006900e4000a00"));

        JsonNode result = read(Map.of("path", "le"));

        assertThat(text(result)).isEqualTo("hiä\n");
        assertThat(facts(result).path("encoding").asText()).isEqualTo("utf-16le");
    }

    @Test
    void another_encoding_is_refused_until_it_is_named() throws Exception {
        workspace.write("latin", latin1("caf\u00e9\n"));

        assertThat(client.failure("ENCODING", "read_file", Map.of("path", "latin")))
                .contains("windows-1252");
        assertThat(text(read(Map.of("path", "latin", "encoding", "ISO-8859-1"))))
                .isEqualTo("café\n");
        assertThat(client.failure("INVALID_ARGUMENT", "read_file", Map.of("path", "latin", "encoding", "klingon")))
                .contains("utf-16le");
    }

    @Test
    void a_binary_file_is_refused_and_a_picture_is_shown_by_its_bytes() throws Exception {
        workspace.write("tool.txt", new byte[] {0x7f, 'E', 'L', 'F', 0, 1});
        byte[] png = HexFormat.of().parseHex("89504e470d0a1a0a0000000d49484452");
        workspace.write("picture.dat", png);

        client.failure("BINARY", "read_file", Map.of("path", "tool.txt"));
        JsonNode picture = read(Map.of("path", "picture.dat")).path("content").path(1);
        assertThat(picture.path("type").asText()).isEqualTo("image");
        assertThat(picture.path("mimeType").asText()).isEqualTo("image/png");
        assertThat(picture.path("data").binaryValue()).isEqualTo(png);
    }

    @Test
    void failures_carry_the_contracts_codes() throws Exception {
        workspace.mkdir("dir");
        workspace.writeText("file", "x");

        client.failure("NOT_FOUND", "read_file", Map.of("path", "none"));
        client.failure("IS_DIRECTORY", "read_file", Map.of("path", "dir"));
        client.failure("NOT_A_DIRECTORY", "read_file", Map.of("path", "file/x"));
        client.failure("OUTSIDE_ROOT", "read_file", Map.of("path", "../etc/passwd"));
        client.failure("OUTSIDE_ROOT", "read_file", Map.of("path", "/etc/passwd"));
        client.failure("OUTSIDE_ROOT", "read_file", Map.of("path", ".cofferdam/x"));
        client.failure("INVALID_PATH", "read_file", Map.of("path", "a\0b"));
        assertThat(client.failure("INVALID_ARGUMENT", "read_file", Map.of("path", "~/x")))
                .contains("`./~/x`");
        assertThat(client.failure("INVALID_ARGUMENT", "read_file", Map.of("path", "file", "line", 3)))
                .contains("read_file(path, offset?, limit?, encoding?)");
    }

    @Test
    void a_special_file_is_refused_without_being_opened() throws Exception {
        if (!workspace.capabilities().has(Capability.SPECIAL_FILES)) {
            client.failure("NOT_FOUND", "read_file", Map.of("path", "pipe"));
            return;
        }
        workspace.exec("mkfifo pipe");

        client.failure("NOT_A_FILE", "read_file", Map.of("path", "pipe"));
        assertThat(client.ok("file_info", Map.of("path", "pipe")).path("type").asText())
                .isEqualTo("other");
        assertThat(client.ok("search_text", Map.of("pattern", "x")).path("matches"))
                .isEmpty();
        client.failure("NOT_A_FILE", "write_file", Map.of("path", "pipe", "content", "x"));
    }

    // write_file

    @Test
    void a_file_is_written_with_its_parents_and_reported() throws Exception {
        JsonNode made = client.ok("write_file", Map.of("path", "a/b/c.txt", "content", "ü\n"));
        JsonNode again = client.ok("write_file", Map.of("path", "./a//b/c.txt", "content", "x\r\n"));

        assertThat(made.path("created").asBoolean()).isTrue();
        assertThat(made.path("bytes").asInt()).isEqualTo(3);
        assertThat(made.path("eol").asText()).isEqualTo("lf");
        assertThat(again.path("created").asBoolean()).isFalse();
        assertThat(again.path("path").asText()).isEqualTo("a/b/c.txt");
        assertThat(again.path("eol").asText()).isEqualTo("crlf");
        assertThat(workspace.readText("a/b/c.txt")).isEqualTo("x\r\n");
        assertThat(again.path("sha256").asText()).isEqualTo(Sha256.of(workspace.read("a/b/c.txt")));
    }

    @Test
    void modes_and_conditions_of_writing_hold() throws Exception {
        client.ok("write_file", Map.of("path", "f", "content", "one\n", "mode", "create"));
        client.failure("EXISTS", "write_file", Map.of("path", "f", "content", "two\n", "mode", "create"));
        JsonNode appended = client.ok("write_file", Map.of("path", "f", "content", "two\n", "mode", "append"));
        assertThat(workspace.readText("f")).isEqualTo("one\ntwo\n");
        assertThat(appended.path("bytes").asInt()).isEqualTo(8);
        String wrong = "0".repeat(64);
        client.failure("CONFLICT", "write_file", Map.of("path", "f", "content", "x", "if_sha256", wrong));
        client.ok(
                "write_file",
                Map.of(
                        "path",
                        "f",
                        "content",
                        "x",
                        "if_sha256",
                        appended.path("sha256").asText()));
        assertThat(workspace.readText("f")).isEqualTo("x");
        assertThat(client.failure("INVALID_ARGUMENT", "write_file", Map.of("path", "f", "content", "", "mode", "w")))
                .contains("mode?");
    }

    @Test
    void the_encoding_of_an_existing_file_is_kept() throws Exception {
        workspace.write("le", HexFormat.of().parseHex("fffe6100"));
        workspace.write("bom", HexFormat.of().parseHex("efbbbf61"));
        workspace.write("latin", latin1("\u00e9\n"));

        client.ok("write_file", Map.of("path", "le", "content", "ä"));
        client.ok("write_file", Map.of("path", "le", "content", "b", "mode", "append"));
        client.ok("write_file", Map.of("path", "bom", "content", "ä"));
        client.ok("write_file", Map.of("path", "latin", "content", "more\n", "mode", "append"));

        assertThat(HexFormat.of().formatHex(workspace.read("le"))).isEqualTo("fffee4006200");
        assertThat(HexFormat.of().formatHex(workspace.read("bom"))).isEqualTo("efbbbfc3a4");
        assertThat(workspace.read("latin")).isEqualTo(latin1("\u00e9\nmore\n"));
        client.failure("ENCODING", "write_file", Map.of("path", "latin", "content", "ä", "mode", "append"));
        client.failure("ENCODING", "write_file", Map.of("path", "l2", "content", "€", "encoding", "iso-8859-1"));
        assertThat(workspace.exists("l2")).isFalse();
    }

    @Test
    void a_file_over_the_limit_is_refused_and_nothing_is_written() throws Exception {
        client.failure("TOO_LARGE", "write_file", Map.of("path", "big", "content", "x".repeat((10 << 20) + 1)));
        assertThat(workspace.exists("big")).isFalse();
        client.ok("write_file", Map.of("path", "big", "content", "x".repeat(10 << 20)));
    }

    // edit_file

    private JsonNode edit(String path, Map<String, ?> edit) throws Exception {
        return client.ok("edit_file", Map.of("path", path, "edits", List.of(edit)));
    }

    private static Map<String, Object> replace(String oldText, String newText) {
        return Map.of("old_text", oldText, "new_text", newText);
    }

    @Test
    void an_edit_keeps_every_other_byte() throws Exception {
        byte[] mixed = latin1("one\r\ntwo\nthree\r\ncaf\u00e9 \u0000".replace("\u0000", "\u0080") + "\r\nend");
        workspace.write("f", mixed);

        JsonNode result = edit("f", replace("two\nthree", "two\n2b\nTHREE"));

        assertThat(workspace.read("f")).isEqualTo(latin1("one\r\ntwo\n2b\r\nTHREE\r\ncaf\u00e9 \u0080\r\nend"));
        assertThat(result.path("replacements").asInt()).isEqualTo(1);
        assertThat(result.path("sha256").asText()).isEqualTo(Sha256.of(workspace.read("f")));
        assertThat(result.path("diff").asText()).contains("-three\n", "+2b\n", "+THREE\n", "@@ -1,5 +1,6 @@");
    }

    @Test
    void inserted_lines_end_as_their_neighbours_do() throws Exception {
        workspace.writeText("crlf", "a\r\nb\r\nc\r\n");
        workspace.writeText("one", "a");

        edit("crlf", replace("b\n", "b\nb2\nb3\n"));
        edit("one", replace("a", "a\nb\n"));

        assertThat(workspace.readText("crlf")).isEqualTo("a\r\nb\r\nb2\r\nb3\r\nc\r\n");
        assertThat(workspace.readText("one")).isEqualTo("a\nb\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$0 $1 ${x}", "\\1 \\\\", "& %s %n", "a\tb'\"`", "日本語 🎉"})
    void texts_are_literal(String text) throws Exception {
        workspace.writeText("f", "before " + text + " after");

        edit("f", replace(text, text + text));

        assertThat(workspace.readText("f")).isEqualTo("before " + text + text + " after");
    }

    @Test
    void a_passage_that_is_not_there_changes_nothing_and_is_explained() throws Exception {
        workspace.writeText("f", "alpha\n    beta gamma\nDelta\nepsilon(zeta, eta)\n");

        assertThat(miss("delta")).contains("line 3", "case");
        assertThat(miss("beta  gamma")).contains("line 2", "blanks");
        assertThat(miss("alpha\nBETA")).contains("line 1");
        assertThat(miss("epsilon(zeta, theta)")).contains("line 4", "epsilon(zeta, eta)");
        assertThat(miss("qqqqqq")).contains("nothing in the file resembles it");
        String whole = client.failure(
                "NO_MATCH",
                "edit_file",
                Map.of("path", "f", "edits", List.of(replace("alpha", "ALPHA"), replace("absent", "x"))));
        assertThat(whole).contains("edit 2");
        assertThat(workspace.readText("f")).startsWith("alpha\n");
    }

    private String miss(String passage) throws Exception {
        return client.failure(
                "NO_MATCH", "edit_file", Map.of("path", "f", "edits", List.of(replace(passage, "other"))));
    }

    @Test
    void a_passage_that_is_not_unique_needs_a_decision() throws Exception {
        workspace.writeText("f", "x\ny\nx\nx\n");

        String text = client.failure(
                "AMBIGUOUS_MATCH", "edit_file", Map.of("path", "f", "edits", List.of(replace("x", "z"))));
        assertThat(text).contains("3 times", "lines 1, 3, 4");
        client.failure(
                "AMBIGUOUS_MATCH",
                "edit_file",
                Map.of("path", "f", "edits", List.of(Map.of("old_text", "x", "new_text", "z", "expected", 2))));
        assertThat(workspace.readText("f")).isEqualTo("x\ny\nx\nx\n");
        edit("f", Map.of("old_text", "x", "new_text", "z", "expected", 3));
        edit("f", Map.of("old_text", "z", "new_text", "zz", "replace_all", true));
        assertThat(workspace.readText("f")).isEqualTo("zz\ny\nzz\nzz\n");
    }

    @Test
    void edits_apply_in_order_and_a_dry_run_writes_nothing() throws Exception {
        workspace.writeText("f", "a\n");
        Map<String, Object> arguments =
                Map.of("path", "f", "edits", List.of(replace("a", "b"), replace("b", "c")), "dry_run", true);

        JsonNode dry = client.ok("edit_file", arguments);

        assertThat(workspace.readText("f")).isEqualTo("a\n");
        assertThat(dry.path("diff").asText()).isEqualTo("--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n+c\n");
        client.ok("edit_file", Map.of("path", "f", "edits", List.of(replace("a", "b"), replace("b", "c"))));
        assertThat(workspace.readText("f")).isEqualTo("c\n");
        assertThat(dry.path("sha256").asText()).isEqualTo(Sha256.of(workspace.read("f")));
    }

    @Test
    void an_edit_may_depend_on_the_content_and_refuses_nonsense() throws Exception {
        workspace.writeText("f", "a\n");
        workspace.write("bin", new byte[] {'a', 0, 'b'});
        workspace.write("latin", latin1("\u00e9 a\n"));

        client.failure(
                "CONFLICT",
                "edit_file",
                Map.of("path", "f", "edits", List.of(replace("a", "b")), "if_sha256", "0".repeat(64)));
        client.failure("BINARY", "edit_file", Map.of("path", "bin", "edits", List.of(replace("a", "b"))));
        client.failure("ENCODING", "edit_file", Map.of("path", "latin", "edits", List.of(replace("a", "ä"))));
        client.failure("INVALID_ARGUMENT", "edit_file", Map.of("path", "f", "edits", List.of()));
        client.failure("INVALID_ARGUMENT", "edit_file", Map.of("path", "f", "edits", List.of(replace("", "b"))));
        client.failure("INVALID_ARGUMENT", "edit_file", Map.of("path", "f", "edits", List.of(replace("a", "a"))));
        client.failure("NOT_FOUND", "edit_file", Map.of("path", "none", "edits", List.of(replace("a", "b"))));
        client.ok("edit_file", Map.of("path", "f", "edits", "[{\"old_text\":\"a\",\"new_text\":\"q\"}]"));
        assertThat(workspace.readText("f")).isEqualTo("q\n");
    }

    @Test
    void a_long_diff_is_cut() throws Exception {
        workspace.writeText("f", "x\n".repeat(6_000));

        JsonNode result = edit("f", Map.of("old_text", "x", "new_text", "yyyy", "replace_all", true));

        assertThat(result.path("replacements").asInt()).isEqualTo(6_000);
        assertThat(result.path("diffTruncated").asBoolean()).isTrue();
        assertThat(result.path("diff").asText().length()).isLessThanOrEqualTo(16 << 10);
    }

    // list_files

    private List<String> paths(Map<String, ?> arguments) throws Exception {
        List<String> paths = new ArrayList<>();
        client.ok("list_files", arguments)
                .path("entries")
                .forEach(entry -> paths.add(entry.path("path").asText()));
        return paths;
    }

    @Test
    void a_listing_has_the_contracts_order_and_pages() throws Exception {
        for (String path : List.of("a/x", "a/y/z", "a-d", "a.txt", ".hidden", "node_modules/m", "b")) {
            workspace.writeText(path, path);
        }

        assertThat(paths(Map.of())).containsExactly("a", "a-d", "a.txt", "b", "node_modules");
        assertThat(paths(Map.of("depth", 0)))
                .containsExactly("a", "a/x", "a/y", "a/y/z", "a-d", "a.txt", "b", "node_modules");
        assertThat(paths(Map.of("path", "a", "depth", 2))).containsExactly("a/x", "a/y", "a/y/z");
        assertThat(paths(Map.of("include_hidden", true))).contains(".hidden");
        assertThat(paths(Map.of("glob", "**/z"))).containsExactly("a/y/z");
        assertThat(paths(Map.of("depth", 0, "skip_dirs", List.of("a"))))
                .contains("node_modules/m")
                .doesNotContain("a/x");
        List<String> joined = new ArrayList<>();
        JsonNode page = client.ok("list_files", Map.of("depth", 0, "limit", 3));
        page.path("entries").forEach(entry -> joined.add(entry.path("path").asText()));
        while (page.path("truncated").asBoolean()) {
            page = client.ok(
                    "list_files",
                    Map.of(
                            "depth",
                            0,
                            "limit",
                            3,
                            "cursor",
                            page.path("nextCursor").asText()));
            page.path("entries").forEach(entry -> joined.add(entry.path("path").asText()));
        }
        assertThat(joined).isEqualTo(paths(Map.of("depth", 0)));
    }

    @Test
    void entries_have_type_size_and_time_in_both_forms() throws Exception {
        workspace.writeText("f", "12345");
        workspace.mkdir("d");

        JsonNode result = client.call("list_files", Map.of());

        JsonNode file = result.path("structuredContent").path("entries").path(1);
        assertThat(file.path("type").asText()).isEqualTo("file");
        assertThat(file.path("size").asInt()).isEqualTo(5);
        assertThat(text(result))
                .contains("dir", " d\n", " f\n", file.path("mtime").asText(), "2 entries");
        client.failure("NOT_FOUND", "list_files", Map.of("path", "none"));
        client.failure("NOT_A_DIRECTORY", "list_files", Map.of("path", "f"));
        client.failure("INVALID_ARGUMENT", "list_files", Map.of("glob", "["));
        client.failure("INVALID_ARGUMENT", "list_files", Map.of("limit", 5_001));
    }

    // search_text

    @Test
    void a_search_finds_lines_files_and_counts() throws Exception {
        workspace.writeText("src/a.java", "class A {\n  int needle;\n}\n");
        workspace.writeText("src/deep/b.java", "needle\nno\nNEEDLE needle\n");
        workspace.writeText("c.txt", "needle");
        workspace.write("bin", new byte[] {'n', 0, 'e'});
        workspace.writeText(".git/x", "needle");

        JsonNode content = client.ok("search_text", Map.of("pattern", "needle"));
        assertThat(content.path("matches")).hasSize(4);
        assertThat(content.path("matches").path(1).path("path").asText()).isEqualTo("src/a.java");
        assertThat(content.path("matches").path(1).path("line").asInt()).isEqualTo(2);
        assertThat(content.path("matches").path(1).path("text").asText()).isEqualTo("  int needle;");
        assertThat(content.path("skippedBinary").asInt()).isEqualTo(1);
        assertThat(content.path("timedOut").asBoolean()).isFalse();
        JsonNode files = client.ok("search_text", Map.of("pattern", "needle", "mode", "files", "glob", "*.java"));
        assertThat(files.path("files").toString()).isEqualTo("[\"src/a.java\",\"src/deep/b.java\"]");
        JsonNode counts = client.ok(
                "search_text", Map.of("pattern", "^needle", "mode", "count", "ignore_case", true, "path", "src"));
        assertThat(counts.path("counts").toString()).isEqualTo("[{\"path\":\"src/deep/b.java\",\"count\":2}]");
    }

    @Test
    void a_search_has_context_pages_and_literal_patterns() throws Exception {
        workspace.writeText("f", "one\ntwo (x)\nthree\ntwo (x)\n");

        JsonNode first =
                client.ok("search_text", Map.of("pattern", "two (x)", "regex", false, "context", 1, "limit", 1));
        assertThat(first.path("matches").path(0).path("before").toString()).isEqualTo("[\"one\"]");
        assertThat(first.path("matches").path(0).path("after").toString()).isEqualTo("[\"three\"]");
        assertThat(first.path("truncated").asBoolean()).isTrue();
        JsonNode second = client.ok(
                "search_text",
                Map.of(
                        "pattern",
                        "two (x)",
                        "regex",
                        false,
                        "limit",
                        1,
                        "offset",
                        first.path("nextOffset").asInt()));
        assertThat(second.path("matches").path(0).path("line").asInt()).isEqualTo(4);
        assertThat(second.path("truncated").asBoolean()).isFalse();
        assertThat(client.ok("search_text", Map.of("pattern", "x", "path", "f")).path("matches"))
                .hasSize(2);
    }

    @Test
    void a_search_sees_what_read_file_shows() throws Exception {
        workspace.write("le", HexFormat.of().parseHex("fffe68006900e4000a00"));
        workspace.write("bom", HexFormat.of().parseHex("efbbbf68690a"));
        workspace.writeText("crlf", "hi\r\n");
        workspace.writeText("cr", "a\rhi");
        workspace.writeText("long", "x".repeat(3_000) + "hi" + "y".repeat(3_000));

        JsonNode result = client.ok("search_text", Map.of("pattern", "^hi|hi$|xhiy"));

        List<String> found = new ArrayList<>();
        result.path("matches").forEach(match -> found.add(match.path("path").asText()));
        assertThat(found).containsExactly("bom", "cr", "crlf", "le", "long");
        assertThat(result.path("matches").path(2).path("text").asText()).isEqualTo("hi");
        assertThat(result.path("matches").path(4).path("text").asText())
                .contains("xhiy")
                .hasSizeLessThan(410);
    }

    @Test
    void a_pattern_is_re2_and_a_bad_one_is_explained() throws Exception {
        workspace.writeText("f", "a".repeat(5_000) + "b");

        client.ok("search_text", Map.of("pattern", "(a+)+$"));
        assertThat(client.failure("INVALID_ARGUMENT", "search_text", Map.of("pattern", "(?=x)")))
                .contains("RE2", "regex=false");
        client.failure("INVALID_ARGUMENT", "search_text", Map.of("pattern", ""));
        client.failure("NOT_FOUND", "search_text", Map.of("pattern", "x", "path", "none"));
        client.failure("INVALID_ARGUMENT", "search_text", Map.of("pattern", "x", "context", 11));
    }

    // file_info, make_directory, move_file, delete_file, restore_trash

    @Test
    void a_path_is_described() throws Exception {
        workspace.writeText("f", "a\r\n");
        workspace.write("bin", new byte[] {0});

        JsonNode file = client.ok("file_info", Map.of("path", "f"));
        assertThat(file.path("type").asText()).isEqualTo("file");
        assertThat(file.path("eol").asText()).isEqualTo("crlf");
        assertThat(file.path("mode").asText()).isEqualTo("0644");
        assertThat(file.path("sha256").asText()).isEqualTo(Sha256.of(new byte[] {'a', '\r', '\n'}));
        assertThat(client.ok("file_info", Map.of("path", "bin"))
                        .path("encoding")
                        .asText())
                .isEqualTo("binary");
        assertThat(client.ok("file_info", Map.of("path", ".")).path("type").asText())
                .isEqualTo("dir");
        client.failure("NOT_FOUND", "file_info", Map.of("path", "none"));
    }

    @Test
    void a_link_is_described_and_listed_itself() throws Exception {
        if (!workspace.capabilities().has(Capability.SYMLINKS)) {
            client.failure("NOT_FOUND", "file_info", Map.of("path", "link"));
            return;
        }
        workspace.symlink("link", "target");

        JsonNode link = client.ok("file_info", Map.of("path", "link"));
        assertThat(link.path("type").asText()).isEqualTo("symlink");
        assertThat(link.path("symlinkTarget").asText()).isEqualTo("target");
        assertThat(client.ok("list_files", Map.of())
                        .path("entries")
                        .path(0)
                        .path("target")
                        .asText())
                .isEqualTo("target");
    }

    @Test
    void directories_are_made_once() throws Exception {
        assertThat(client.ok("make_directory", Map.of("path", "a/b"))
                        .path("created")
                        .asBoolean())
                .isTrue();
        assertThat(client.ok("make_directory", Map.of("path", "a/b/"))
                        .path("created")
                        .asBoolean())
                .isFalse();
        workspace.writeText("f", "");
        client.failure("EXISTS", "make_directory", Map.of("path", "f"));
    }

    @Test
    void entries_are_moved() throws Exception {
        workspace.writeText("a", "1");
        workspace.writeText("b", "2");

        client.failure("EXISTS", "move_file", Map.of("source", "a", "destination", "b"));
        JsonNode moved = client.ok("move_file", Map.of("source", "a", "destination", "b", "overwrite", true));
        assertThat(moved.path("replaced").asBoolean()).isTrue();
        client.ok("move_file", Map.of("source", "b", "destination", "x/y/b"));
        assertThat(workspace.readText("x/y/b")).isEqualTo("1");
        client.failure("NOT_FOUND", "move_file", Map.of("source", "a", "destination", "c"));
        client.failure("INVALID_ARGUMENT", "move_file", Map.of("source", "x", "destination", "x/y/z"));
    }

    @Test
    void what_is_deleted_comes_back_from_the_trash() throws Exception {
        workspace.writeText("d/e/f", "kept");

        client.failure("NOT_EMPTY", "delete_file", Map.of("path", "d"));
        JsonNode deleted = client.ok("delete_file", Map.of("path", "d", "recursive", true));
        assertThat(deleted.path("entries").asInt()).isEqualTo(3);
        assertThat(workspace.exists("d")).isFalse();
        workspace.writeText("d", "in the way");
        String id = deleted.path("trashId").asText();
        client.failure("EXISTS", "restore_trash", Map.of("trash_id", id));
        assertThat(client.ok("restore_trash", Map.of("trash_id", id, "overwrite", true))
                        .path("path")
                        .asText())
                .isEqualTo("d");
        assertThat(workspace.readText("d/e/f")).isEqualTo("kept");
        client.failure("NOT_FOUND", "restore_trash", Map.of("trash_id", id));
    }

    @Test
    void what_is_deleted_for_good_leaves_no_trash() throws Exception {
        workspace.writeText("f", "");

        JsonNode deleted = client.ok("delete_file", Map.of("path", "f", "permanent", true));

        assertThat(deleted.has("trashId")).isFalse();
        assertThat(workspace.listTrash()).isEmpty();
        client.failure("NOT_FOUND", "delete_file", Map.of("path", "f"));
        client.failure("INVALID_ARGUMENT", "delete_file", Map.of("path", ".", "recursive", true));
    }

    @Test
    void the_workspace_describes_itself() throws Exception {
        JsonNode info = client.ok("workspace_info", Map.of());

        assertThat(info.path("provider").asText()).isEqualTo(provider);
        assertThat(info.path("root").asText()).isEqualTo(workspace.root());
        assertThat(info.path("limits").path("fileBytes").asLong()).isEqualTo(10 << 20);
        assertThat(info.path("capabilities").toString()).contains("TRASH");
        assertThat(info.path("runningCommands")).isEmpty();
    }
}
