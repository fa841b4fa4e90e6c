package dev.cofferdam.internal.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.internal.path.WorkspacePath;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Limits;
import dev.cofferdam.workspace.Seed;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchivesTests {
    @TempDir
    Path temp;

    @TempDir
    Path host;

    @TempDir
    Path spool;

    private TestTree tree;
    private Archives archives;

    @BeforeEach
    void open() throws IOException {
        tree = new TestTree(temp);
        archives = archives(Limits.defaults());
    }

    @AfterEach
    void close() throws IOException {
        tree.close();
        assertThat(spool).isEmptyDirectory();
    }

    private Archives archives(Limits limits) {
        return new Archives(limits, new Random(3), spool);
    }

    private static void fails(ErrorCode code, ThrowingCallable call) {
        fails(code, 0, call);
    }

    private static void fails(ErrorCode code, int number, ThrowingCallable call) {
        assertThatThrownBy(call, "case %d", number)
                .isInstanceOfSatisfying(
                        WorkspaceException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private void seed(Seed seed) throws IOException {
        archives.seed(tree.dir(), seed);
    }

    /** Builds tar archives that no honest tool makes. */
    private static final class Tar {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final TarArchiveOutputStream out = new TarArchiveOutputStream(bytes, 512, "ISO-8859-1");

        Tar() {
            out.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
        }

        Tar add(String name, byte type, String link, byte[] content) throws IOException {
            TarArchiveEntry entry = new TarArchiveEntry(name, type, true);
            entry.setLinkName(link);
            entry.setSize(content.length);
            entry.setMode(04755);
            out.putArchiveEntry(entry);
            out.write(content);
            out.closeArchiveEntry();
            return this;
        }

        Tar file(String name, String text) throws IOException {
            return add(name, TarConstants.LF_NORMAL, "", text.getBytes(StandardCharsets.UTF_8));
        }

        Tar link(String name, String target) throws IOException {
            return add(name, TarConstants.LF_SYMLINK, target, new byte[0]);
        }

        byte[] bytes() throws IOException {
            out.close();
            return bytes.toByteArray();
        }

        Seed seed() throws IOException {
            byte[] all = bytes();
            return Seed.tar(() -> new ByteArrayInputStream(all));
        }
    }

    private static Seed zip(Object... namesAndContents) throws IOException {
        byte[] all = zipBytes(namesAndContents);
        return Seed.zip(() -> new ByteArrayInputStream(all));
    }

    private static byte[] zipBytes(Object... namesAndContents) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(bytes)) {
            for (int i = 0; i < namesAndContents.length; i += 3) {
                ZipArchiveEntry entry = new ZipArchiveEntry((String) namesAndContents[i]);
                entry.setUnixMode((Integer) namesAndContents[i + 1]);
                out.putArchiveEntry(entry);
                out.write(((String) namesAndContents[i + 2]).getBytes(StandardCharsets.UTF_8));
                out.closeArchiveEntry();
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void a_tar_is_unpacked_with_links_and_without_setuid() throws IOException {
        seed(new Tar()
                .file("./a/x", "one")
                .add("a/", TarConstants.LF_DIR, "", new byte[0])
                .link("a/up", "../b")
                .add("a/same", TarConstants.LF_LINK, "a/x", new byte[0])
                .file("a/x", "two")
                .seed());

        assertThat(tree.text("a/x")).isEqualTo("two");
        assertThat(tree.text("a/same")).isEqualTo("one");
        assertThat(tree.dir().stat("a").mode()).isEqualTo(0755);
        assertThat(Files.readSymbolicLink(tree.path("a/up"))).hasToString("../b");
    }

    @Test
    void a_compressed_tar_is_unpacked() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(new Tar().file("f", "x").bytes());
        }

        archives.importTar(WorkspacePath.ROOT, tree.dir()::reopen, new ByteArrayInputStream(bytes.toByteArray()));

        assertThat(tree.text("f")).isEqualTo("x");
    }

    @Test
    void hostile_tars_are_refused_before_anything_is_written() throws IOException {
        tree.file("kept", "x");
        Map<String, String> before = tree.state();
        List<Tar> hostile = List.of(
                new Tar().file("good", "x").file("/absolute", "x"),
                new Tar().file("good", "x").file("a/../../up", "x"),
                new Tar().file("good", "x").file("..", "x"),
                new Tar().file("good", "x").link("l", "/etc/passwd"),
                new Tar().file("good", "x").link("l", "../x"),
                new Tar().file("good", "x").link("a/l", "../../x"),
                new Tar().link("b", ".").link("l", "b/b/../../x"),
                new Tar().link("l", "good").file("l/through", "x"),
                new Tar().file("f", "x").file("f/below", "x"),
                new Tar().file("f", "x").link("f", "g"),
                new Tar().file("d/f", "x").file("d", "x"),
                new Tar().add("h", TarConstants.LF_LINK, "/etc/passwd", new byte[0]),
                new Tar().add("h", TarConstants.LF_LINK, "../up", new byte[0]),
                new Tar().add("h", TarConstants.LF_LINK, "missing", new byte[0]),
                new Tar().link("l", "x").add("h", TarConstants.LF_LINK, "l", new byte[0]),
                new Tar().file("good", "x").add("dev", TarConstants.LF_CHR, "", new byte[0]),
                new Tar().file("good", "x").add("dev", TarConstants.LF_BLK, "", new byte[0]),
                new Tar().file("good", "x").add("fifo", TarConstants.LF_FIFO, "", new byte[0]),
                new Tar().file("good", "x").file(".cofferdam/trash/x", "x"),
                new Tar().file("good", "x").file("a/.cofferdam-0123456789", "x"),
                new Tar().file("good", "x").file("n".repeat(256), "x"));
        for (int i = 0; i < hostile.size(); i++) {
            Seed seed = hostile.get(i).seed();
            fails(ErrorCode.IO, i, () -> seed(seed));
            assertThat(tree.state()).isEqualTo(before);
        }
    }

    @Test
    void damaged_and_cut_tars_are_refused_before_anything_is_written() throws IOException {
        byte[] good = new Tar().file("a", "x".repeat(600)).file("b", "y").bytes();
        byte[] flipped = good.clone();
        flipped[1540] ^= 1;
        List<byte[]> bad = List.of(
                new byte[0],
                "no tar at all".getBytes(StandardCharsets.UTF_8),
                Arrays.copyOf(new byte[] {0x1f, (byte) 0x8b, 8, 0}, 100),
                Arrays.copyOf(good, 1536),
                Arrays.copyOf(good, 1024),
                Arrays.copyOf(good, 1000),
                Arrays.copyOf("text".repeat(300).getBytes(StandardCharsets.UTF_8), 2048),
                flipped);
        for (byte[] bytes : bad) {
            fails(ErrorCode.IO, () -> seed(Seed.tar(() -> new ByteArrayInputStream(bytes))));
            assertThat(tree.state()).isEmpty();
        }
    }

    @Test
    void more_than_the_limit_is_refused_before_anything_is_written() throws IOException {
        archives = archives(Limits.defaults().maxSnapshotBytes(1000));
        Seed tar =
                new Tar().file("a", "x".repeat(600)).file("b", "x".repeat(401)).seed();
        Seed zip = zip("a", 0100644, "x".repeat(100_000));
        Files.writeString(host.resolve("big"), "x".repeat(1001));

        fails(ErrorCode.TOO_LARGE, () -> seed(tar));
        fails(ErrorCode.TOO_LARGE, () -> seed(zip));
        fails(ErrorCode.TOO_LARGE, () -> seed(Seed.directory(host)));

        assertThat(tree.state()).isEmpty();
    }

    @Test
    void names_of_bytes_and_names_of_text_are_told_apart() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes, "UTF-8")) {
            out.setAddPaxHeadersForNonAsciiNames(true);
            out.putArchiveEntry(new TarArchiveEntry("grün/é"));
            out.closeArchiveEntry();
        }
        seed(Seed.tar(() -> new ByteArrayInputStream(bytes.toByteArray())));
        seed(new Tar()
                .file("a\u00ff", "bytes")
                .file("\u00c3\u00a9", "utf-8 by its bytes")
                .seed());

        assertThat(tree.exists("grün/é")).isTrue();
        assertThat(tree.dir().names()).contains(Names.decode(new byte[] {'a', (byte) 0xFF}), "é");
    }

    @Test
    void a_zip_is_unpacked_with_modes_and_links() throws IOException {
        seed(zip(
                "d/", 040700, "", "d/x", 0100755, "one", "plain", 0, "two", "l", 0120777, "d/x", "é/ü", 0100600,
                "three"));

        assertThat(tree.text("d/x")).isEqualTo("one");
        assertThat(tree.dir().stat("d").mode()).isEqualTo(0700);
        assertThat(tree.dir().stat("plain").mode()).isEqualTo(0644);
        assertThat(tree.dir().readLink("l")).isEqualTo("d/x");
        assertThat(tree.text("é/ü")).isEqualTo("three");
    }

    @Test
    void hostile_and_damaged_zips_are_refused_before_anything_is_written() throws IOException {
        StringBuilder text = new StringBuilder();
        new Random(1).ints(5000, ' ', '~').forEach(text::appendCodePoint);
        byte[] damaged = zipBytes("good", 0100644, text.toString());
        damaged[damaged.length / 2] ^= 1;
        byte[] cut = Arrays.copyOf(zipBytes("good", 0100644, "x"), 50);
        List<Seed> hostile = List.of(
                zip("good", 0100644, "x", "/absolute", 0100644, "x"),
                zip("good", 0100644, "x", "a/../../up", 0100644, "x"),
                zip("good", 0100644, "x", "l", 0120777, "/etc/passwd"),
                zip("good", 0100644, "x", "a/l", 0120777, "../../x"),
                zip("l", 0120777, "good", "l/x", 0100644, "x"),
                zip("good", 0100644, "x", "fifo", 0010644, ""),
                zip("good", 0100644, "x", "dev", 0020644, ""),
                Seed.zip(() -> new ByteArrayInputStream(damaged)),
                Seed.zip(() -> new ByteArrayInputStream(cut)),
                Seed.zip(() -> new ByteArrayInputStream(new byte[0])));
        for (int i = 0; i < hostile.size(); i++) {
            Seed seed = hostile.get(i);
            fails(ErrorCode.IO, i, () -> seed(seed));
            assertThat(tree.state()).isEmpty();
        }
    }

    @Test
    void what_is_in_the_way_is_named_before_anything_is_written() throws IOException {
        tree.file("file", "x").file("dir/in", "x").directory("elsewhere").link("link", "elsewhere");
        Map<String, String> before = tree.state();

        fails(ErrorCode.NOT_A_DIRECTORY, () -> seed(Seed.files(Map.of("a", "x", "file/below", "x"))));
        fails(ErrorCode.IS_DIRECTORY, () -> seed(Seed.files(Map.of("a", "x", "dir", "x"))));
        fails(
                ErrorCode.NOT_A_DIRECTORY,
                () -> seed(new Tar().file("a", "x").file("link/below", "x").seed()));

        assertThat(tree.state()).isEqualTo(before);
        seed(Seed.files(Map.of("link", "a file now", "file", "y")));
        assertThat(tree.text("file")).isEqualTo("y");
        assertThat(tree.dir().stat("link").type()).isEqualTo(dev.cofferdam.workspace.EntryType.FILE);
        assertThat(tree.path("elsewhere")).isEmptyDirectory();
    }

    @Test
    void text_files_are_written_with_parents_and_bad_ones_refused() throws IOException {
        seed(Seed.files(Map.of("a/b/c.txt", "grün", "./d", "")));

        assertThat(tree.text("a/b/c.txt")).isEqualTo("grün");
        assertThat(tree.dir().stat("d").mode()).isEqualTo(0644);
        fails(ErrorCode.ENCODING, () -> seed(Seed.files(Map.of("new", "x", "z", "\ud800"))));
        fails(ErrorCode.OUTSIDE_ROOT, () -> seed(Seed.files(Map.of("new", "x", "../z", "x"))));
        fails(ErrorCode.OUTSIDE_ROOT, () -> seed(Seed.files(Map.of("new", "x", ".cofferdam/z", "x"))));
        fails(ErrorCode.INVALID_PATH, () -> seed(Seed.files(Map.of("new", "x", "z\0", "x"))));
        assertThat(tree.exists("new")).isFalse();
    }

    @Test
    void a_directory_is_copied_with_links_modes_and_times() throws IOException {
        try (TestTree source = new TestTree(host)) {
            source.file("a/x", "one")
                    .link("a/l", "/anywhere")
                    .directory("empty")
                    .file(".cofferdam/x", "reserved");
            source.mode("a/x", "rwx------").mode("empty", "r-xr-xr-x");
            Map<String, String> expected = source.state();

            seed(Seed.directory(host));

            assertThat(tree.state()).isEqualTo(expected);
            assertThat(tree.exists(".cofferdam")).isFalse();
        }
    }

    @Test
    void special_files_and_missing_directories_are_refused_before_anything_is_written() throws Exception {
        Files.writeString(host.resolve("f"), "x");
        Process mkfifo = new ProcessBuilder("mkfifo", host.resolve("pipe").toString()).start();
        assertThat(mkfifo.waitFor()).isZero();

        fails(ErrorCode.NOT_A_FILE, () -> seed(Seed.directory(host)));
        fails(ErrorCode.NOT_FOUND, () -> seed(Seed.directory(host.resolve("missing"))));
        fails(ErrorCode.NOT_A_DIRECTORY, () -> seed(Seed.directory(host.resolve("f"))));

        assertThat(tree.state()).isEmpty();
    }

    private Path jar(String name, String... namesAndTexts) throws IOException {
        Path jar = host.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("fixtures/parser/"));
            for (int i = 0; i < namesAndTexts.length; i += 2) {
                out.putNextEntry(new JarEntry(namesAndTexts[i]));
                out.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    @Test
    void a_class_path_folder_is_put_together_from_directories_and_jars() throws IOException {
        Path classes = Files.createDirectories(host.resolve("classes"));
        Files.createDirectories(classes.resolve("fixtures/parser/sub"));
        Files.writeString(classes.resolve("fixtures/parser/sub/own"), "1");
        Files.writeString(classes.resolve("fixtures/parser/both"), "first");
        URL[] urls = {
            classes.toUri().toURL(),
            jar("a.jar", "fixtures/parser/both", "second", "fixtures/parser/a", "2", "fixtures/parsers", "no")
                    .toUri()
                    .toURL(),
            jar("b c.jar", "fixtures/parser/sub/b", "3", "other", "no").toUri().toURL()
        };
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            seed(Seed.classpath("fixtures/parser", loader));
        }

        assertThat(tree.state().keySet()).containsExactly("a", "both", "sub", "sub/b", "sub/own");
        assertThat(tree.text("both")).isEqualTo("first");
    }

    @Test
    void a_missing_class_path_folder_is_named_with_the_loader() throws IOException {
        try (URLClassLoader loader = new URLClassLoader(new URL[0], null)) {
            assertThatThrownBy(() -> seed(Seed.classpath("fixtures/none", loader)))
                    .hasMessageContaining("'fixtures/none'")
                    .hasMessageContaining("URLClassLoader");
            fails(ErrorCode.NOT_FOUND, () -> seed(Seed.classpath("fixtures/none", loader)));
        }
    }

    @Test
    void many_threads_read_one_jar_at_once() throws Exception {
        String[] files = new String[200];
        for (int i = 0; i < files.length; i += 2) {
            files[i] = "fixtures/parser/f" + i;
            files[i + 1] = "text " + i;
        }
        URL[] urls = {jar("a.jar", files).toUri().toURL()};
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            List<Future<?>> runs = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                Path target = Files.createDirectory(temp.resolve("t" + i));
                runs.add(threads.submit(() -> {
                    try (TestTree other = new TestTree(target)) {
                        archives.seed(other.dir(), Seed.classpath("fixtures/parser", loader));
                        assertThat(other.state()).hasSize(100);
                    }
                    return null;
                }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void what_is_exported_can_be_imported_elsewhere() throws Exception {
        String odd = Names.decode(new byte[] {'o', (byte) 0xFE});
        tree.file("d/a/x", "one")
                .file("d/zeros", new byte[300_000])
                .directory("d/empty")
                .link("d/a/l", "../zeros");
        tree.file("d/" + "n".repeat(150), "long").file("d/grün", "utf-8").file(".cofferdam/x", "x");
        try (Dir d = tree.dir().open("d")) {
            d.createFile(odd, 0600).close();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Map<String, String> before = tree.state();

        List<SkippedPath> skipped = archives.exportTar(tree.dir(), true, out);
        try (TestTree other = new TestTree(host)) {
            archives.importTar(WorkspacePath.ROOT, other.dir()::reopen, new ByteArrayInputStream(out.toByteArray()));

            assertThat(skipped).isEmpty();
            assertThat(other.state()).isEqualTo(before);
            assertThat(out.size()).isLessThan(100_000);
        }
    }

    @Test
    void a_link_may_go_up_as_far_as_the_root_of_the_workspace() throws IOException {
        WorkspacePath path = new WorkspacePath(List.of("a", "b"));
        tree.directory("a/b");
        byte[] inside = new Tar().link("l", "../../x").bytes();
        byte[] outside = new Tar().link("m", "../../../x").bytes();
        Archives.Target target = () -> {
            try (Dir a = tree.dir().open("a")) {
                return a.open("b");
            }
        };

        archives.importTar(path, target, new ByteArrayInputStream(inside));
        fails(ErrorCode.IO, () -> archives.importTar(path, target, new ByteArrayInputStream(outside)));

        assertThat(tree.state().keySet()).containsExactly("a", "a/b", "a/b/l");
    }

    @Test
    void files_and_directories_are_copied_in_under_another_name() throws IOException {
        Files.createDirectories(host.resolve("d/e"));
        Files.writeString(host.resolve("d/e/f"), "x");

        archives.copyIn(host.resolve("d"), new WorkspacePath(List.of("new")), tree.dir()::reopen);
        archives.copyIn(host.resolve("d/e/f"), new WorkspacePath(List.of("file")), tree.dir()::reopen);
        archives.copyIn(host.resolve("d"), WorkspacePath.ROOT, tree.dir()::reopen);

        assertThat(tree.state().keySet()).containsExactly("e", "e/f", "file", "new", "new/e", "new/e/f");
        WorkspacePath missing = new WorkspacePath(List.of("x"));
        fails(ErrorCode.NOT_FOUND, () -> archives.copyIn(host.resolve("none"), missing, tree.dir()::reopen));
        fails(
                ErrorCode.IS_DIRECTORY,
                () -> archives.copyIn(host.resolve("d/e/f"), new WorkspacePath(List.of("new")), tree.dir()::reopen));
    }

    @Test
    void files_and_directories_are_copied_out_and_never_over_something() throws Exception {
        tree.file("d/e/f", "x").link("d/l", "/anywhere").file(".cofferdam/x", "x");
        Process mkfifo = new ProcessBuilder("mkfifo", tree.path("d/pipe").toString()).start();
        assertThat(mkfifo.waitFor()).isZero();

        archives.copyOut(tree.dir(), "d", host.resolve("out"));
        archives.copyOut(tree.dir(), "", host.resolve("all"));

        try (TestTree out = new TestTree(host)) {
            assertThat(out.state().keySet())
                    .containsExactly(
                            "all", "all/d", "all/d/e", "all/d/e/f", "all/d/l", "out", "out/e", "out/e/f", "out/l");
            assertThat(out.text("out/e/f")).isEqualTo("x");
        }
        fails(ErrorCode.EXISTS, () -> archives.copyOut(tree.dir(), "d", host.resolve("out")));
        fails(ErrorCode.NOT_FOUND, () -> archives.copyOut(tree.dir(), "d", host.resolve("none/out")));
    }

    @Test
    void a_failure_in_the_middle_says_how_far_it_came() throws IOException {
        Dir failing = WatchedDir.watch(tree.dir(), (call, name) -> {
            if (call.equals("createFile") && name.equals("c")) {
                throw new IOException("disk full");
            }
        });

        assertThatThrownBy(() -> archives.seed(failing, Seed.files(Map.of("a", "1", "b", "2", "c", "3"))))
                .isInstanceOf(WorkspaceException.class)
                .hasMessage("Writing ended after 2 of 3 entries; the last that was written is 'b', and none after it.");

        assertThat(tree.state().keySet()).containsExactly("a", "b");
    }

    @Test
    void it_works_in_memory() throws IOException {
        tree.close();
        tree = TestTree.inMemory();
        seed(new Tar().file("a/x", "one").link("a/l", "x").seed());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        archives.exportTar(tree.dir(), true, out);
        Map<String, String> before = tree.state();
        tree.delete("a");

        archives.importTar(WorkspacePath.ROOT, tree.dir()::reopen, new ByteArrayInputStream(out.toByteArray()));

        assertThat(tree.state()).isEqualTo(before);
    }
}
