package dev.cofferdam.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirTests {
    @TempDir
    Path temp;

    private Dir root;

    @BeforeEach
    void open() throws IOException {
        root = Dirs.open(temp);
    }

    @AfterEach
    void close() throws IOException {
        root.close();
    }

    private void write(Dir dir, String name, String text) throws IOException {
        try (SeekableByteChannel channel = dir.createFile(name, 0644)) {
            channel.write(ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        }
    }

    @Test
    void modes_are_exact_whatever_the_umask() throws IOException {
        root.createFile("f", 0666).close();
        root.mkdir("d", 01777);

        assertThat(root.stat("f").mode()).isEqualTo(0666);
        assertThat(root.stat("d").mode()).isEqualTo(01777);
    }

    @Test
    void names_keep_every_byte() throws IOException {
        String name = Names.decode(new byte[] {'a', (byte) 0xE9, 'b', '\n'});
        write(root, name, "x");
        write(root, "grün", "y");

        assertThat(root.names()).containsExactlyInAnyOrder(name, "grün");
        assertThat(Names.encode(name)).containsExactly('a', 0xE9, 'b', '\n');
        assertThat(Names.display(name)).isEqualTo("a\uFFFDb\n");
        root.unlink(name);
        assertThat(root.names()).containsExactly("grün");
    }

    @Test
    void links_are_described_and_never_entered() throws IOException {
        Path outside = Files.createTempDirectory("outside");
        root.symlink("l", outside.toString());

        assertThat(root.stat("l").type()).isEqualTo(EntryType.SYMLINK);
        assertThat(root.readLink("l")).isEqualTo(outside.toString());
        assertThatThrownBy(() -> root.open("l")).isInstanceOf(NotDirectoryException.class);
        assertThatThrownBy(() -> root.openFile("l")).isInstanceOf(IOException.class);
        Files.delete(outside);
    }

    @Test
    void a_directory_that_was_moved_away_is_still_the_one_that_is_used() throws IOException {
        Path outside = Files.createTempDirectory("outside");
        root.mkdir("d", 0755);
        try (Dir d = root.open("d")) {
            root.rename("d", root, "moved");
            root.symlink("d", outside.toString());
            d.mkdir("made", 0755);
            d.symlink("link", "to");
            write(d, "file", "x");
        }
        assertThat(temp.resolve("moved/made")).isDirectory();
        assertThat(Files.isSymbolicLink(temp.resolve("moved/link"))).isTrue();
        assertThat(temp.resolve("moved/file")).isRegularFile();
        assertThat(outside).isEmptyDirectory();
        Files.delete(outside);
    }

    @Test
    void renaming_to_a_new_name_never_replaces() throws IOException {
        write(root, "a", "a");
        write(root, "b", "b");
        root.mkdir("d", 0755);
        root.mkdir("e", 0755);

        assertThatThrownBy(() -> root.renameNew("a", root, "b")).isInstanceOf(FileAlreadyExistsException.class);
        assertThatThrownBy(() -> root.renameNew("d", root, "e")).isInstanceOf(FileAlreadyExistsException.class);
        root.renameNew("a", root, "c");
        root.renameNew("d", root, "f");
        assertThat(root.names()).containsExactlyInAnyOrder("b", "c", "e", "f");
    }

    @Test
    void a_rename_replaces_files_and_empty_directories() throws IOException {
        write(root, "a", "a");
        write(root, "b", "b");
        root.mkdir("d", 0755);
        root.mkdir("e", 0755);
        root.rename("a", root, "b");
        root.rename("d", root, "e");
        assertThat(root.names()).containsExactlyInAnyOrder("b", "e");
        root.mkdir("full", 0755);
        try (Dir full = root.open("full")) {
            write(full, "x", "x");
        }
        assertThatThrownBy(() -> root.rename("e", root, "full")).isInstanceOf(DirectoryNotEmptyException.class);
    }

    @Test
    void times_keep_nanoseconds() throws IOException {
        write(root, "a", "a");
        FileTime time = FileTime.from(Instant.parse("2020-02-02T02:02:02.123456789Z"));
        root.setModified("a", time);
        assertThat(root.stat("a").modified()).isEqualTo(time);
    }

    @Test
    void missing_names_say_so() {
        assertThatThrownBy(() -> root.stat("x")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> root.open("x")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> root.openFile("x")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> root.unlink("x")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void a_directory_can_be_read_again_and_again() throws IOException {
        write(root, "a", "a");
        root.mkdir("d", 0755);
        for (int i = 0; i < 3; i++) {
            assertThat(root.nodes()).extracting(Node::name).containsExactlyInAnyOrder("a", "d");
        }
        assertThat(List.copyOf(root.names())).hasSize(2);
    }
}
