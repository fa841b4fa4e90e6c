package dev.cofferdam.junit.docs;

import static dev.cofferdam.junit.assertj.WorkspaceAssertions.assertThat;

import dev.cofferdam.junit.SandboxWorkspace;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Workspace;
import org.junit.jupiter.api.Test;

class ParserTests {
    @Test
    void builds(@SandboxWorkspace(files = "fixtures/parser") Workspace workspace) {
        CommandResult result = workspace.exec("sh build.sh");

        assertThat(result).succeeded();
        assertThat(workspace).file("dist/parser.js").exists();
    }
}
