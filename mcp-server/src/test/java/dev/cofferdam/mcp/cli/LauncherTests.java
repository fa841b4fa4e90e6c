package dev.cofferdam.mcp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, in a checkout of its own whose build is a script that copies archives. */
@Timeout(180)
class LauncherTests {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private static Path built;

    @TempDir
    private Path directory;

    private Path checkout;
    private Path launcher;

    @BeforeAll
    static void packClasses() throws IOException {
        List<String> archives = new ArrayList<>();
        Path lib = Files.createDirectory(built.resolve("lib"));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry).toAbsolutePath();
            if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
                path = lib.resolve("classes" + archives.size() + ".jar");
                pack(Path.of(entry), path);
            }
            if (Files.isRegularFile(path)) {
                archives.add(path.toUri().toString());
            }
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", archives));
        try (OutputStream out = Files.newOutputStream(built.resolve("app.jar"));
                JarOutputStream jar = new JarOutputStream(out, manifest)) {
            jar.finish();
        }
    }

    private static void pack(Path classes, Path archive) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(archive));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
    }

    @BeforeEach
    void checkOut() throws IOException {
        checkout = Files.createDirectories(directory.resolve("a checkout"));
        launcher = checkout.resolve("cofferdam");
        Files.copy(Installation.module().resolveSibling("cofferdam"), launcher);
        Files.createDirectory(checkout.resolve(".git"));
        for (String module : List.of("bom", "engine", "fakes", "conformance-tests", "mcp-server")) {
            Files.createDirectories(checkout.resolve(module).resolve("src/main/java"));
            Files.writeString(checkout.resolve(module).resolve("pom.xml"), "");
        }
        Files.writeString(checkout.resolve("pom.xml"), "");
        buildIs("""
                echo noise; echo noise >&2
                echo built >> builds
                mkdir -p mcp-server/target
                cp '%s/app.jar' mcp-server/target/cofferdam-mcp-server.jar
                rm -rf mcp-server/target/lib
                cp -R '%s/lib' mcp-server/target/lib
                """.formatted(built, built));
    }

    private void buildIs(String script) throws IOException {
        script(checkout.resolve("mvnw"), "set -e\n" + script);
    }

    private int builds() throws IOException {
        Path builds = checkout.resolve("builds");
        return Files.exists(builds) ? Files.readAllLines(builds).size() : 0;
    }

    private Installation.Ended run(String... words) throws Exception {
        return Installation.run(directory, LIMIT, List.of(words));
    }

    private void buildOnce() throws Exception {
        assertThat(run(launcher.toString(), "--version").code()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void the_first_use_builds_quietly_and_later_ones_say_nothing() throws Exception {
        Installation.Ended first = run(launcher.toString(), "--version");
        Installation.Ended second = run(launcher.toString(), "--version");

        assertThat(first.code()).as(first.err()).isZero();
        assertThat(first.out()).startsWith("cofferdam ").hasLineCount(1);
        assertThat(first.err()).startsWith("cofferdam: building").hasLineCount(1);
        assertThat(second.out()).isEqualTo(first.out());
        assertThat(second.err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
        try (Stream<Path> state = Files.walk(checkout.resolve("mcp-server/target/launcher"))) {
            assertThat(state.map(file -> file.getFileName().toString()))
                    .contains("classes.jsa")
                    .doesNotContain("lock");
        }
    }

    @Test
    void it_works_from_any_directory_through_links_and_with_cdpath() throws Exception {
        buildOnce();
        Path links = Files.createDirectory(directory.resolve("links"));
        Files.createSymbolicLink(links.resolve("second"), launcher);
        Files.createSymbolicLink(links.resolve("first"), Path.of("second"));

        assertThat(run("/bin/sh", "-c", "cd / && '" + links.resolve("first") + "' --version")
                        .out())
                .startsWith("cofferdam ");
        assertThat(run("/bin/sh", "-c", "cd links && ./first --version").out()).startsWith("cofferdam ");
        assertThat(run("/bin/sh", "-c", "PATH=\"$PWD/links:$PATH\" first --version")
                        .out())
                .startsWith("cofferdam ");
        Installation.Ended cdpath = run("/bin/sh", "-c", "export CDPATH=/:/tmp; 'a checkout/cofferdam' --version");
        assertThat(cdpath.out()).startsWith("cofferdam ").hasLineCount(1);
    }

    @Test
    void it_works_with_an_empty_environment() throws Exception {
        Installation.Ended first = run("/usr/bin/env", "-i", launcher.toString(), "--version");
        Installation.Ended second = run("/usr/bin/env", "-i", launcher.toString(), "--version");

        assertThat(first.code()).as(first.err()).isZero();
        assertThat(second.out()).startsWith("cofferdam ");
        assertThat(second.err()).isEmpty();
    }

    @Test
    void words_arrive_as_they_are() throws Exception {
        buildOnce();

        Installation.Ended ended = run(launcher.toString(), "mcp", "--provider", "a b*$x'\"ü");

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).contains("a b*$x'\"ü");
    }

    @Test
    void words_that_are_no_text_are_refused_and_not_changed() throws Exception {
        buildOnce();
        String echo = "exec '" + launcher + "' run --provider memory -- echo \"$(printf 'a\\%sb')\"";

        Installation.Ended bytes = run("/bin/sh", "-c", echo.formatted("377"));
        Installation.Ended text = run("/bin/sh", "-c", echo.formatted("357\\277\\275"));

        assertThat(bytes.code()).isEqualTo(125);
        assertThat(bytes.err()).contains("not UTF-8 text");
        assertThat(text.out()).isEqualTo("a\uFFFDb\n");
    }

    @Test
    void changed_sources_are_built_again_unless_that_is_not_wanted() throws Exception {
        buildOnce();
        Path source = checkout.resolve("engine/src/main/java/A.java");
        Files.writeString(source, "");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));

        assertThat(run("/usr/bin/env", "COFFERDAM_NO_REBUILD=1", launcher.toString(), "--version")
                        .code())
                .isZero();
        assertThat(builds()).isEqualTo(1);
        Files.setLastModifiedTime(source, FileTime.from(Instant.now()));
        assertThat(run(launcher.toString(), "--version").code()).isZero();
        assertThat(builds()).isEqualTo(2);
        Files.delete(source);
        Files.delete(checkout.resolve(".git"));
        assertThat(run(launcher.toString(), "--version").code()).isZero();
        assertThat(builds()).as("what is no checkout never changes").isEqualTo(2);
    }

    @Test
    void a_build_that_fails_is_one_message_with_the_log() throws Exception {
        buildIs("echo the reason; exit 1");

        Installation.Ended ended = run(launcher.toString(), "mcp");
        Installation.Ended run = run(launcher.toString(), "run", "--", "true");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err()).contains("the build failed", "build.log").hasLineCount(2);
        assertThat(checkout.resolve("mcp-server/target/launcher/build.log"))
                .content()
                .contains("the reason");
        assertThat(run.code()).as("the codes of `run` are the command's").isEqualTo(125);
    }

    @Test
    void two_first_uses_at_once_build_once() throws Exception {
        List<CompletableFuture<Installation.Ended>> uses = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            uses.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return run(launcher.toString(), "--version");
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }));
        }

        for (CompletableFuture<Installation.Ended> use : uses) {
            assertThat(use.get().code()).as(use.get().err()).isZero();
            assertThat(use.get().out()).startsWith("cofferdam ").hasLineCount(1);
        }
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void a_lock_whose_owner_is_gone_is_taken_over() throws Exception {
        Path lock = Files.createDirectories(checkout.resolve("mcp-server/target/launcher/lock"));
        Files.writeString(lock.resolve("pid"), "2147483600\n");

        buildOnce();
    }

    @Test
    void a_java_home_without_a_java_is_named() throws Exception {
        Installation.Ended ended = run("/usr/bin/env", "JAVA_HOME=/nonexistent", launcher.toString(), "--version");

        assertThat(ended.code()).isEqualTo(3);
        assertThat(ended.err()).contains("JAVA_HOME is /nonexistent").hasLineCount(1);
    }

    @Test
    void root_certifies_without_its_right_to_pass_over_permissions() throws Exception {
        buildOnce();
        String root = "PATH=" + standIns("exit 0") + ":" + System.getenv("PATH");

        Installation.Ended certify = run(
                "/usr/bin/env",
                root,
                launcher.toString(),
                "certify",
                "--provider",
                "memory",
                "--only",
                "ERR",
                "--patience",
                "2");
        Installation.Ended other = run("/usr/bin/env", root, launcher.toString(), "--version");

        assertThat(certify.code()).as(certify.err()).isZero();
        assertThat(certify.err()).contains("set: --bounding-set -dac_override,-dac_read_search");
        assertThat(other.err()).isEmpty();
    }

    @Test
    void a_patience_that_is_none_is_refused() throws Exception {
        buildOnce();

        Installation.Ended certify = run(launcher.toString(), "certify", "--provider", "memory", "--patience", "0");

        assertThat(certify.code()).isEqualTo(2);
        assertThat(certify.err()).contains("--patience 0 is out of range; it must be between 1 and 100");
    }

    @Test
    void root_certifies_as_it_is_where_it_cannot_write_without_that_right() throws Exception {
        buildOnce();
        String root = "PATH=" + standIns("exit 1") + ":" + System.getenv("PATH");

        Installation.Ended certify =
                run("/usr/bin/env", root, launcher.toString(), "certify", "--provider", "memory", "--only", "ERR");

        assertThat(certify.code()).as(certify.err()).isZero();
        assertThat(certify.err()).doesNotContain("set: ");
    }

    /** Make an {@code id} that speaks of root, and a {@code setpriv} that says what it is asked to run. */
    private Path standIns(String test) throws IOException {
        Path programs = Files.createDirectory(directory.resolve("programs"));
        script(programs.resolve("id"), "echo 0");
        script(programs.resolve("setpriv"), """
                if [ "$3" = sh ]; then %s; fi
                echo "set: $1 $2" >&2
                shift 2
                exec "$@"
                """.formatted(test));
        return programs;
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
