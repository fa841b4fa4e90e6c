package dev.cofferdam.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import dev.cofferdam.internal.tree.NotRegularException;
import dev.cofferdam.workspace.EntryType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTests {
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Answer answer(String text, String complaint, int status) {
        byte[] bytes = bytes(text);
        return new Answer(bytes, bytes.length, complaint, status);
    }

    @Test
    void an_answer_comes_in_any_pieces() throws IOException {
        byte[] whole = bytes("some\0bytes\n\0mv: no\nmore\0" + TOKEN + " 1\n");
        for (int piece = 1; piece <= whole.length; piece++) {
            Inbox inbox = new Inbox();
            inbox.expect(TOKEN);
            for (int at = 0; at < whole.length; at += piece) {
                assertThat(inbox.poll()).isNull();
                int length = Math.min(piece, whole.length - at);
                byte[] part = new byte[piece];
                System.arraycopy(whole, at, part, 0, length);
                inbox.stdout(part, length);
            }
            Answer answer = inbox.poll();
            assertThat(answer).isNotNull();
            assertThat(answer.text()).isEqualTo("some\0bytes\n");
            assertThat(answer.complaint()).isEqualTo("mv: no\nmore");
            assertThat(answer.status()).isEqualTo(1);
            assertThat(inbox.hasStray()).isFalse();
        }
    }

    @Test
    void only_the_token_of_this_request_ends_an_answer() throws IOException {
        String other = TOKEN.replace('0', '1');
        byte[] forged = bytes("\0\0" + other + " 0\n");
        byte[] end = bytes("\0\0" + TOKEN + " 0\n");
        Inbox inbox = new Inbox();
        inbox.expect(TOKEN);
        inbox.stdout(forged, forged.length);
        assertThat(inbox.poll()).isNull();
        inbox.stdout(end, end.length);
        Answer answer = inbox.poll();
        assertThat(answer).isNotNull();
        assertThat(answer.length()).isEqualTo(forged.length);
    }

    @Test
    void what_nobody_asked_for_is_noticed() throws IOException {
        Inbox inbox = new Inbox();
        inbox.stdout(bytes("x"), 1);
        assertThat(inbox.hasStray()).isTrue();
    }

    @Test
    void words_travel_as_lines_and_a_word_with_a_newline_as_escapes() {
        Request request = Request.of(Request.Effort.LOOK, "look", "/a b", "x\ny%", "\udcff");
        byte[] head = request.head(TOKEN);
        assertThat(new String(head, StandardCharsets.ISO_8859_1))
                .isEqualTo(TOKEN + " look 3 0\n=/a b\n%x\\0012y\\0045\n=\u00ff\n");
        assertThat(Request.escaped("-a/b.c_d\u00e9\\")).isEqualTo("-a/b.c_d\\0303\\0251\\0134");
    }

    @Test
    void short_contents_travel_as_a_word_and_long_ones_behind_the_words() {
        Request small = Request.with(bytes("a\0\n"), "put", "/d");
        assertThat(small.inlined().operation()).isEqualTo("jot");
        assertThat(small.inlined().words()).containsExactly("/d", "a\\0000\\0012");
        assertThat(small.inlined().content()).isEmpty();
        Request big = Request.with(new byte[2_000], "put", "/d");
        assertThat(big.inlined()).isSameAs(big);
        Request other = Request.with(bytes("a"), "pour", "/d");
        assertThat(other.inlined()).isSameAs(other);
    }

    @Test
    void records_keep_every_byte_of_names_and_links() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("f\0" + "12\0" + "1.1234567890\0" + "4755\0" + "1:2\0a\nb\0\0"));
        out.writeBytes(bytes("l\0" + "3\0" + "1700000000.0000000000\0" + "777\0" + "1:3\0\u00ff\0x\n\u00fe\0"));
        out.writeBytes(bytes("p\0" + "7\0" + "0.5000000000\0" + "644\0" + "1:4\0p\0\0"));
        byte[] bytes = out.toByteArray();
        List<Node> nodes = new Records(new Answer(bytes, bytes.length, "", 0), false).nodes();
        assertThat(nodes).hasSize(3);
        Node file = nodes.get(0);
        assertThat(file.name()).isEqualTo("a\nb");
        assertThat(file.size()).isEqualTo(12);
        assertThat(file.mode()).isEqualTo(04755);
        assertThat(file.modified().toInstant()).isEqualTo(Instant.ofEpochSecond(1, 123_456_789));
        assertThat(file.target()).isNull();
        Node link = nodes.get(1);
        assertThat(Names.encode(link.name())).isEqualTo(bytes("\u00ff"));
        assertThat(Names.encode(String.valueOf(link.target()))).isEqualTo(bytes("x\n\u00fe"));
        assertThat(nodes.get(2).type()).isEqualTo(EntryType.OTHER);
        assertThat(nodes.get(2).size()).isZero();
    }

    @Test
    void times_before_1970_are_read_in_either_spelling() throws IOException {
        Instant wanted = Instant.ofEpochSecond(-2, 500_000_000);
        Answer raw = answer("f\0" + "0\0-2.5000000000\0" + "644\0" + "1:2\0f\0\0", "", 0);
        assertThat(new Records(raw, false).only().modified().toInstant()).isEqualTo(wanted);
        Answer decimal = answer("f\0" + "0\0-1.5000000000\0" + "644\0" + "1:2\0f\0\0", "", 0);
        assertThat(new Records(decimal, true).only().modified().toInstant()).isEqualTo(wanted);
    }

    @Test
    void a_record_that_is_cut_is_no_record() {
        Answer cut = answer("f\0" + "12\0" + "1.12", "", 0);
        assertThatThrownBy(() -> new Records(cut, false).nodes()).isInstanceOf(IOException.class);
        Answer odd = answer("f\0x\0y\0z\0" + "1:2\0n\0\0", "", 0);
        assertThatThrownBy(() -> new Records(odd, false).nodes()).isInstanceOf(IOException.class);
    }

    @Test
    void complaints_become_what_the_engine_knows() {
        assertThat(failure("find: './x: File exists': No such file or directory"))
                .isInstanceOf(NoSuchFileException.class);
        assertThat(failure("mkdir: cannot create directory './x': File exists"))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(failure(": Not a directory")).isInstanceOf(NotDirectoryException.class);
        assertThat(failure("rmdir: failed to remove './x': Directory not empty"))
                .isInstanceOf(DirectoryNotEmptyException.class);
        assertThat(failure("unlink: cannot unlink './x': Operation not permitted"))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(failure("ln: failed to create hard link './b' => './a': Invalid cross-device link"))
                .isInstanceOf(AtomicMoveNotSupportedException.class);
        assertThat(failure(": Not a regular file")).isInstanceOf(NotRegularException.class);
        assertThat(failure("dd: error writing './t': No space left on device\n1+0 records in\n0+0 records out"))
                .isExactlyInstanceOf(FileSystemException.class)
                .hasMessageContaining("No space left on device");
        assertThat(failure("mv: './a' and './b' are the same file"))
                .isExactlyInstanceOf(FileSystemException.class)
                .hasMessageNotContaining("./a");
    }

    private static IOException failure(String complaint) {
        return ShellFailures.of(answer("", complaint, 1), "name");
    }

    @Test
    void renames_say_what_is_in_the_way() {
        Answer ontoFile = answer("", "mv: cannot overwrite non-directory './b' with directory './a'", 1);
        assertThat(ShellFailures.ofRename(ontoFile, "a", "b")).isInstanceOf(NotDirectoryException.class);
        Answer ontoDirectory = answer("", "mv: cannot overwrite directory './b' with non-directory", 1);
        assertThat(ShellFailures.ofRename(ontoDirectory, "a", "b")).isInstanceOf(FileAlreadyExistsException.class);
        Answer taken = answer("", "mv: cannot move './a' to './b': Directory not empty", 1);
        assertThat(ShellFailures.ofRename(taken, "a", "b")).isInstanceOf(DirectoryNotEmptyException.class);
        assertThat(ShellFailures.ofRenameNew(taken, "a", "b")).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void names_that_vanish_while_a_directory_is_read_are_no_failure() {
        assertThat(ShellFailures.isOfVanished(answer(
                        "", "find: './a': No such file or directory\nfind: './b': No such file or directory", 1)))
                .isTrue();
        assertThat(ShellFailures.isOfVanished(answer("", ": No such file or directory", 1)))
                .isFalse();
        assertThat(ShellFailures.isOfVanished(answer("", "find: '.': Permission denied", 1)))
                .isFalse();
    }

    @Test
    void contents_must_arrive_whole() {
        String report = "0+1 records in\n0+1 records out\n12 bytes copied, 0.0001 s, 120 kB/s";
        assertThatThrownBy(() -> Contents.requireWhole(report, 2)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> Contents.requireWhole("", 0)).isInstanceOf(IOException.class);
        org.assertj.core.api.Assertions.assertThatCode(() -> Contents.requireWhole(report, 12))
                .doesNotThrowAnyException();
    }
}
