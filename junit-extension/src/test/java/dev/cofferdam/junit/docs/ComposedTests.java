package dev.cofferdam.junit.docs;

import static dev.cofferdam.junit.assertj.WorkspaceAssertions.assertThat;

import dev.cofferdam.WorkspaceBuilder;
import dev.cofferdam.junit.EnabledIfProviderAvailable;
import dev.cofferdam.junit.Keep;
import dev.cofferdam.junit.SandboxWorkspace;
import dev.cofferdam.junit.WorkspaceCustomizer;
import dev.cofferdam.junit.WorkspaceTest;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.Workspace;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;

class ComposedTests {
    static class QuickWithToken implements WorkspaceCustomizer {
        @Override
        public void customize(WorkspaceBuilder builder, AnnotatedElementContext element, ExtensionContext context) {
            builder.timeout(Duration.ofSeconds(10)).env("API_TOKEN", Secret.of("not-a-real-one"));
        }
    }

    @Retention(RetentionPolicy.RUNTIME)
    @SandboxWorkspace(files = "fixtures/parser", customizer = QuickWithToken.class, keep = Keep.NEVER)
    @interface ParserWorkspace {}

    @Test
    @EnabledIfProviderAvailable("local")
    void has_a_token(@ParserWorkspace Workspace workspace) {
        assertThat(workspace.exec("test -n \"$API_TOKEN\"")).succeeded();
    }

    @WorkspaceTest(providers = {"local", "memory"})
    void greets(@SandboxWorkspace Workspace workspace) {
        assertThat(workspace.exec("echo hello")).hasStdout("hello");
    }
}
