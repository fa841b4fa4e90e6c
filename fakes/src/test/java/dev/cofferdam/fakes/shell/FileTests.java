package dev.cofferdam.fakes.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What commands do to the file system that others use at the same time. */
class FileTests {

    private TestMachine machine;

    @BeforeEach
    void open() throws IOException {
        machine = new TestMachine();
    }

    @AfterEach
    void close() throws IOException {
        machine.close();
    }

    private String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void new_files_and_directories_have_the_modes_of_the_umask() throws Exception {
        assertThat(machine.run("echo a > f; mkdir d; umask 077; echo b > g")).isZero();
        assertThat(mode(machine.file("f"))).isEqualTo("rw-r--r--");
        assertThat(mode(machine.file("d"))).isEqualTo("rwxr-xr-x");
        assertThat(mode(machine.file("g"))).isEqualTo("rw-------");
    }

    @Test
    void a_file_written_a_moment_ago_from_outside_runs_at_once() throws Exception {
        Files.writeString(machine.file("run"), "#!/bin/sh\necho ran $1\n");
        Files.setPosixFilePermissions(machine.file("run"), PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(machine.run(new byte[0], "./run", "now")).isZero();
        assertThat(machine.output()).isEqualTo("ran now\n");
    }

    @Test
    void a_file_removed_from_outside_stays_open_inside() throws Exception {
        Files.writeString(machine.file("f"), "kept\n");
        MachineProcess process = machine.startShell("exec 3<f; echo open; while [ -e f ]; do :; done; cat <&3");
        TestMachine.eventually(() -> machine.output().equals("open\n"));
        Files.delete(machine.file("f"));
        assertThat(TestMachine.await(process)).isZero();
        assertThat(machine.output()).isEqualTo("open\nkept\n");
    }

    @Test
    void names_with_any_utf_8_are_ordinary_and_others_are_refused() throws Exception {
        assertThat(machine.run("echo a > 'ü \n*'; ls; touch \"$(printf 'x\\377')\""))
                .isEqualTo(1);
        assertThat(Files.readString(machine.file("ü \n*"))).isEqualTo("a\n");
        assertThat(machine.errors()).contains("Invalid or incomplete multibyte");
    }

    @Test
    void special_files_are_refused_with_a_reason() throws Exception {
        assertThat(machine.run("mkfifo p")).isEqualTo(1);
        assertThat(machine.errors()).contains("special files are not supported in memory");
    }

    @Test
    void a_mode_of_nothing_keeps_a_program_from_running() throws Exception {
        assertThat(machine.run("printf '#!/bin/sh\\necho no\\n' > p; chmod 644 p; ./p"))
                .isEqualTo(126);
        assertThat(machine.output()).isEmpty();
    }

    @Test
    void two_machines_on_two_file_systems_share_nothing() throws Exception {
        try (TestMachine other = new TestMachine()) {
            assertThat(machine.run("echo mine > f")).isZero();
            assertThat(other.run("cat f")).isEqualTo(1);
        }
    }
}
