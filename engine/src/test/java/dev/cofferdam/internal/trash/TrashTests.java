package dev.cofferdam.internal.trash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.internal.archive.TestTree;
import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.TrashItem;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrashTests {
    @TempDir
    Path temp;

    private TestTree tree;
    private Trash trash;
    private Instant now = Instant.parse("2026-05-04T03:02:01.123456789Z");

    private final Clock clock = new Clock() {
        @Override
        public java.time.ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    };

    @BeforeEach
    void open() throws IOException {
        tree = new TestTree(temp);
        trash = trash(OptionalLong.empty());
    }

    @AfterEach
    void close() throws IOException {
        tree.close();
    }

    private Trash trash(OptionalLong cap) {
        return new Trash(tree.own(), cap, clock, new Random(1));
    }

    private String put(String... names) throws IOException {
        WorkspacePath path = new WorkspacePath(List.of(names));
        Dir dir = tree.dir().reopen();
        for (String name : path.parent().names()) {
            Dir next = dir.open(name);
            dir.close();
            dir = next;
        }
        try (Dir parent = dir) {
            return trash.put(parent, path.name(), path);
        }
    }

    private static void fails(ErrorCode code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    @Test
    void an_item_tells_where_it_was_what_it_is_and_when_it_came() throws IOException {
        tree.file("a/b", "12345");

        String id = put("a", "b");

        assertThat(trash.list()).containsExactly(new TrashItem(id, "a/b", EntryType.FILE, 5, now));
        assertThat(tree.exists("a/b")).isFalse();
    }

    @Test
    void a_directory_comes_back_as_it_was() throws IOException {
        tree.file("d/x", "one").file("d/e/y", "two").link("d/l", "/nowhere").directory("d/empty");
        tree.mode("d/x", "r--------")
                .mode("d/e", "rwx------")
                .modified("d/x", Instant.parse("2001-02-03T04:05:06.789Z"));
        Map<String, String> before = tree.state();

        String id = put("d");

        assertThat(trash.list().get(0).size()).isEqualTo(6);
        assertThat(tree.state()).isEmpty();
        assertThat(trash.restore(tree.dir(), id, false).toString()).isEqualTo("d");
        assertThat(tree.state()).isEqualTo(before);
        assertThat(trash.list()).isEmpty();
    }

    @Test
    void entries_of_one_name_are_listed_newest_first_even_at_the_same_time() throws IOException {
        tree.file("f", "1");
        String first = put("f");
        tree.file("f", "2");
        String second = put("f");
        tree.file("f", "3");
        String third = put("f");

        assertThat(trash.list()).extracting(TrashItem::id).containsExactly(third, second, first);
        trash.restore(tree.dir(), second, false);
        assertThat(tree.text("f")).isEqualTo("2");
    }

    @Test
    void missing_parents_are_made_again() throws IOException {
        tree.file("a/b/c", "x");
        String id = put("a", "b", "c");
        tree.delete("a");

        trash.restore(tree.dir(), id, false);

        assertThat(tree.text("a/b/c")).isEqualTo("x");
    }

    @Test
    void a_taken_place_is_refused_and_nothing_changes() throws IOException {
        tree.file("f", "old");
        String id = put("f");
        tree.file("f", "new");

        fails(ErrorCode.EXISTS, () -> trash.restore(tree.dir(), id, false));

        assertThat(tree.text("f")).isEqualTo("new");
        assertThat(trash.list()).hasSize(1);
    }

    @Test
    void a_taken_place_is_replaced_when_asked_whatever_is_there() throws IOException {
        tree.file("f", "old");
        String id = put("f");
        tree.file("f/inside/deep", "new");

        trash.restore(tree.dir(), id, true);

        assertThat(tree.text("f")).isEqualTo("old");
        assertThat(trash.list()).isEmpty();
        assertThat(temp.resolve(".cofferdam/trash")).isEmptyDirectory();
    }

    @Test
    void a_parent_that_became_a_link_is_not_followed() throws IOException {
        tree.file("a/f", "x").directory("elsewhere");
        String id = put("a", "f");
        tree.delete("a");
        tree.link("a", "elsewhere");

        fails(ErrorCode.NOT_A_DIRECTORY, () -> trash.restore(tree.dir(), id, true));

        assertThat(tree.exists("elsewhere/f")).isFalse();
    }

    @Test
    void names_that_are_not_utf8_keep_their_bytes() throws IOException {
        String name = Names.decode(new byte[] {'%', (byte) 0xFE, 'x'});
        tree.dir().createFile(name, 0644).close();

        String id = put(name);

        assertThat(tree.dir().names()).containsExactly(".cofferdam");
        assertThat(trash.list().get(0).path()).isEqualTo("%\uFFFDx");
        trash.restore(tree.dir(), id, false);
        assertThat(tree.dir().names()).contains(name);
    }

    @Test
    void emptying_takes_what_is_old_enough() throws IOException {
        tree.file("old", "1").file("new", "2");
        put("old");
        now = now.plus(Duration.ofHours(2));
        String kept = put("new");
        now = now.plus(Duration.ofMinutes(30));

        assertThat(trash.empty(Duration.ofHours(1))).isEqualTo(1);
        assertThat(trash.list()).extracting(TrashItem::id).containsExactly(kept);
        assertThat(trash.empty(Duration.ZERO)).isEqualTo(1);
        assertThat(trash.list()).isEmpty();
    }

    @Test
    void beyond_the_cap_the_oldest_go() throws IOException {
        trash = trash(OptionalLong.of(10));
        tree.file("a", "1234").file("b", "1234").file("c", "1234").file("big", "12345678901");
        put("a");
        String second = put("b");
        String third = put("c");

        assertThat(trash.list()).extracting(TrashItem::id).containsExactly(third, second);
        assertThat(put("big")).isEmpty();
        assertThat(trash.list()).isEmpty();
    }

    @Test
    void what_was_put_there_by_hand_is_ignored() throws IOException {
        tree.file("f", "x");
        String id = put("f");
        String own = ".cofferdam/trash/";
        String record = tree.text(own + id + "/record.json");
        tree.file(own + "junk", "1").file(own + "dir/entry", "2").file(own + "copy/record.json", record);
        tree.file(own + "copy/entry", "x")
                .file(own + "bad name/record.json", record)
                .link(own + "l", id);
        tree.file(own + "cut/record.json", "{\"version\":1,").directory(own + "fifo/record.json");
        forge(own, "up", record.replace("\"f\"", "\"../f\""), id);
        forge(own, "abs", record.replace("\"f\"", "\"/f\""), id);
        forge(own, "own", record.replace("\"f\"", "\".cofferdam/f\""), id);
        forge(own, "type", record.replace("FILE", "DIRECTORY"), id);
        forge(own, "version", record.replace("\"version\":1", "\"version\":2"), id);

        assertThat(trash.list()).extracting(TrashItem::id).containsExactly(id);
        for (String forged : List.of("junk", "copy", "bad name", "l", "up", "abs", "own", "type", "version", "cut")) {
            fails(ErrorCode.NOT_FOUND, () -> trash.restore(tree.dir(), forged, true));
        }
        assertThat(trash.empty(Duration.ZERO)).isEqualTo(1);
        assertThat(tree.exists(own + "junk")).isTrue();
    }

    private void forge(String own, String id, String record, String original) throws IOException {
        tree.file(own + id + "/record.json", record.replace(original, id)).file(own + id + "/entry", "x");
    }

    @Test
    void a_record_whose_entry_never_came_is_no_item_and_goes_when_emptied() throws IOException {
        tree.file("f", "x");
        String id = put("f");
        tree.delete(".cofferdam/trash/" + id + "/entry");

        assertThat(trash.list()).isEmpty();
        fails(ErrorCode.NOT_FOUND, () -> trash.restore(tree.dir(), id, false));
        assertThat(trash.empty(Duration.ZERO)).isZero();
        assertThat(tree.exists(".cofferdam/trash/" + id)).isFalse();
    }

    @Test
    void unknown_and_malformed_ids_are_not_found() {
        for (String id : List.of("", "..", "a/b", "x".repeat(65), "unknown", "\0", "é")) {
            fails(ErrorCode.NOT_FOUND, () -> trash.restore(tree.dir(), id, false));
        }
    }

    @Test
    void a_link_in_the_place_of_the_own_directory_is_refused_and_nothing_touched() throws IOException {
        tree.file("f", "x").directory("elsewhere/trash").link(".cofferdam", "elsewhere");

        fails(ErrorCode.IO, () -> put("f"));
        fails(ErrorCode.IO, () -> trash.list());
        fails(ErrorCode.IO, () -> trash.empty(Duration.ZERO));

        assertThat(tree.text("f")).isEqualTo("x");
        assertThat(temp.resolve("elsewhere/trash")).isEmptyDirectory();
    }

    @Test
    void a_link_or_file_in_the_place_of_the_trash_is_refused_and_nothing_touched() throws IOException {
        tree.file("f", "x").directory("elsewhere").link(".cofferdam/trash", "../elsewhere");

        fails(ErrorCode.IO, () -> put("f"));
        tree.delete(".cofferdam/trash");
        tree.file(".cofferdam/trash", "file");
        fails(ErrorCode.IO, () -> put("f"));

        assertThat(tree.text("f")).isEqualTo("x");
        assertThat(temp.resolve("elsewhere")).isEmptyDirectory();
    }

    @Test
    void nothing_is_made_before_something_is_trashed() throws IOException {
        assertThat(trash.list()).isEmpty();
        assertThat(trash.empty(Duration.ZERO)).isZero();
        assertThat(tree.exists(".cofferdam")).isFalse();
    }

    @Test
    void it_works_in_memory() throws IOException {
        tree.close();
        tree = TestTree.inMemory();
        trash = trash(OptionalLong.empty());
        tree.file("d/f", "x").link("d/l", "f");
        Map<String, String> before = tree.state();

        String id = put("d");
        assertThat(tree.state()).isEmpty();
        tree.file("d", "in the way");
        trash.restore(tree.dir(), id, true);

        assertThat(tree.state()).isEqualTo(before);
    }
}
