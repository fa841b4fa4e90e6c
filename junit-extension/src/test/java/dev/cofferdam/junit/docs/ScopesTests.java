package dev.cofferdam.junit.docs;

import static dev.cofferdam.junit.assertj.WorkspaceAssertions.assertThat;

import dev.cofferdam.junit.SandboxWorkspace;
import dev.cofferdam.workspace.Workspace;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScopesTests {
    @SandboxWorkspace(files = "fixtures/parser")
    static Workspace shared; // one for the class

    @SandboxWorkspace
    private Workspace fresh; // one for each test

    @BeforeAll
    static void build() {
        assertThat(shared.exec("sh build.sh")).succeeded();
    }

    @BeforeEach
    void prepare() {
        fresh.writeText("parser.js", shared.readText("dist/parser.js"));
    }

    @Test
    void parser_was_copied() {
        assertThat(fresh).file("parser.js").containsText("exports.parse");
    }

    @Test
    void root_is_a_path_of_this_machine(@SandboxWorkspace Path root) throws Exception {
        Files.writeString(root.resolve("notes.txt"), "seen by java.nio.file");
    }
}
