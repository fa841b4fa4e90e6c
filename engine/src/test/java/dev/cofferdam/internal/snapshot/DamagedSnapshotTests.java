package dev.cofferdam.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.cofferdam.internal.archive.TestTree;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DamagedSnapshotTests {
    @TempDir
    Path temp;

    private TestTree tree;
    private Snapshots snapshots;
    private Snapshot snapshot;
    private Path archive;
    private Path record;
    private Map<String, String> changed;

    @BeforeEach
    void take() throws IOException {
        tree = new TestTree(temp);
        snapshots =
                new Snapshots(tree.own(), Limits.defaults(), Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), new Random(7));
        tree.file("a", "x").file("b", "y");
        snapshot = snapshots.take(tree.dir(), SnapshotOptions.defaults());
        archive = temp.resolve(".cofferdam/snapshots/" + snapshot.id() + ".tar");
        record = temp.resolve(".cofferdam/snapshots/" + snapshot.id() + ".json");
        tree.file("b", "changed").file("made", "since");
        changed = tree.state();
    }

    @AfterEach
    void close() throws IOException {
        tree.close();
    }

    private void isRefused() throws IOException {
        assertThatThrownBy(() -> snapshots.restore(tree.dir(), snapshot.id(), false))
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO));
        assertThatThrownBy(() -> snapshots.diff(tree.dir(), snapshot.id())).isInstanceOf(WorkspaceException.class);
        assertThat(tree.state()).isEqualTo(changed);
    }

    /** Put another archive in the place of the right one, with a record that vouches for it. */
    private void replaceBy(byte[] bytes, long entries) throws IOException {
        Files.write(archive, bytes);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        ObjectMapper json = new ObjectMapper();
        ObjectNode node = (ObjectNode) json.readTree(Files.readAllBytes(record));
        node.put("length", bytes.length).put("checksum", checksum.getValue()).put("entries", entries);
        Files.write(record, json.writeValueAsBytes(node));
    }

    private static byte[] tar(String first, byte firstType, String second, byte secondType) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes, 512, "ISO-8859-1")) {
            for (TarArchiveEntry entry : new TarArchiveEntry[] {
                new TarArchiveEntry(first, firstType, true), new TarArchiveEntry(second, secondType, true)
            }) {
                entry.setLinkName("target");
                out.putArchiveEntry(entry);
                out.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void a_harmless_archive_that_the_record_vouches_for_is_taken() throws IOException {
        replaceBy(tar("d/", TarConstants.LF_DIR, "d/f", TarConstants.LF_NORMAL), 2);

        snapshots.restore(tree.dir(), snapshot.id(), false);

        assertThat(tree.state().keySet()).containsExactly("d", "d/f");
    }

    @ParameterizedTest
    @CsvSource({
        "/absolute, 0",
        "../up, 0",
        "a/../../up, 0",
        "missing/parent, 0",
        "ok, 0", // twice
        "ok/below, 0", // below a file
        ".cofferdam, 5",
        ".cofferdam-0123456789, 0",
        "device, 3",
        "block, 4",
        "fifo, 6",
        "hard, 1",
        "a//b, 0",
        "./a, 0",
    })
    void a_hostile_archive_is_refused_even_with_the_right_checksum(String name, char type) throws IOException {
        replaceBy(tar("ok", TarConstants.LF_NORMAL, name, (byte) type), 2);

        isRefused();
    }

    @Test
    void an_entry_through_a_link_is_refused() throws IOException {
        replaceBy(tar("link", TarConstants.LF_SYMLINK, "link/f", TarConstants.LF_NORMAL), 2);

        isRefused();
    }

    @Test
    void a_wrong_count_is_refused() throws IOException {
        replaceBy(tar("a", TarConstants.LF_NORMAL, "b", TarConstants.LF_NORMAL), 3);

        isRefused();
    }

    @Test
    void a_cut_archive_is_refused_wherever_it_was_cut() throws IOException {
        byte[] whole = Files.readAllBytes(archive);
        for (int length = 0; length < whole.length; length += 256) {
            Files.write(archive, Arrays.copyOf(whole, length));
            isRefused();
        }
    }

    @Test
    void a_changed_byte_is_noticed_wherever_it_is() throws IOException {
        byte[] whole = Files.readAllBytes(archive);
        for (int at = 0; at < whole.length; at += 97) {
            byte[] bytes = whole.clone();
            bytes[at] ^= 0x20;
            Files.write(archive, bytes);
            isRefused();
        }
    }

    @Test
    void a_missing_archive_is_refused_and_can_be_deleted() throws IOException {
        Files.delete(archive);

        isRefused();
        snapshots.delete(snapshot.id());
        assertThat(snapshots.list()).isEmpty();
    }

    @Test
    void a_link_or_directory_in_the_place_of_the_archive_is_refused() throws IOException {
        Files.move(archive, temp.resolve(".cofferdam/moved"));
        Files.createSymbolicLink(archive, temp.resolve(".cofferdam/moved"));
        isRefused();
        Files.delete(archive);
        Files.createDirectory(archive);
        isRefused();
    }

    @Test
    void records_of_other_hands_are_ignored() throws IOException {
        String folder = ".cofferdam/snapshots/";
        String text = Files.readString(record);
        tree.file(folder + "copy.json", text).file(folder + "cut.json", text.substring(0, 40));
        tree.file(
                folder + "new.json",
                text.replace("\"version\":1", "\"version\":2").replace(snapshot.id(), "new"));
        tree.link(folder + "link.json", record.toString()).directory(folder + "dir.json");

        assertThat(snapshots.list()).containsExactly(snapshot);
    }
}
