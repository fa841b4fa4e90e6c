package dev.cofferdam.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page of the provider shows, on an image that the engine's set-up makes. */
class DockerTests {
    private final String image = "sandbox-test:debian";

    @BeforeAll
    static void find_the_daemon() {
        Availability found = Workspaces.provider("docker").probe();
        if (!found.ok()) {
            if (System.getenv("CI") != null) {
                fail(found.reason() + "; " + found.mend());
            }
            Assumptions.abort("NOT_RUN: " + found.reason() + "; " + found.mend());
        }
    }

    @Test
    void files_are_in_the_container() {
        try (Workspace workspace = Workspaces.provider("docker")
                .option("image", image)
                .option("memory", "512m")
                .open()) {
            workspace.writeText("greet.sh", "echo hello from $(cat /etc/hostname | wc -c) letters");
            CommandResult result = workspace.exec("sh greet.sh");
            assertThat(result.stdout().text()).startsWith("hello from ");
        }
    }

    @Test
    void files_are_on_the_host(@TempDir Path project) {
        try (Workspace workspace = Workspaces.provider("docker")
                .option("image", image)
                .option("host", project.toString())
                .open()) {
            workspace.writeText("in", "three\none\ntwo\n");
            workspace.exec("sort in > out");
            assertThat(project.resolve("out")).hasContent("one\nthree\ntwo");
        }
    }
}
