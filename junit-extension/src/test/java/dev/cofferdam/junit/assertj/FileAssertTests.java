package dev.cofferdam.junit.assertj;

import static dev.cofferdam.junit.assertj.WorkspaceAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FileAssertTests {
    /** A workspace that knows the three operations that the assertions use. */
    private static Workspace workspace(Map<String, String> files) {
        Map<String, String> sorted = new TreeMap<>(files);
        return (Workspace) Proxy.newProxyInstance(
                FileAssertTests.class.getClassLoader(),
                new Class<?>[] {Workspace.class},
                (proxy, method, arguments) -> {
                    String path = (String) arguments[0];
                    return switch (method.getName()) {
                        case "stat" -> stat(sorted, path);
                        case "readText" -> readText(sorted, path);
                        case "list" ->
                            new Listing(
                                    sorted.keySet().stream()
                                            .filter(name -> !name.contains("/"))
                                            .map(name -> stat(sorted, name))
                                            .toList(),
                                    false,
                                    List.of());
                        default -> throw new UnsupportedOperationException(method.getName());
                    };
                });
    }

    private static Entry stat(Map<String, String> files, String path) {
        if (!files.containsKey(path)) {
            throw WorkspaceException.at(ErrorCode.NOT_FOUND, path, "there is nothing");
        }
        EntryType type = files.get(path).equals("/") ? EntryType.DIRECTORY : EntryType.FILE;
        return new Entry(path, type, 1, Instant.EPOCH, 0644, Optional.empty(), false);
    }

    private static String readText(Map<String, String> files, String path) {
        if (files.get(path).equals("/")) {
            throw WorkspaceException.at(ErrorCode.IS_DIRECTORY, path, "it is a directory");
        }
        return files.get(path);
    }

    private final Workspace workspace = workspace(Map.of("a.txt", "100%d sure", "dir", "/"));

    @Test
    void what_holds_is_accepted() {
        assertThat(workspace)
                .file("a.txt")
                .exists()
                .isFile()
                .hasText("100%d sure")
                .containsText("sure");
        assertThat(workspace).file("dir").exists().isDirectory();
        assertThat(workspace).file("missing").doesNotExist();
    }

    @Test
    void a_missing_file_is_refused_with_what_lies_beside_it() {
        assertThatThrownBy(() -> assertThat(workspace).file("b.txt").exists())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Expecting something at b.txt, but there is nothing")
                .hasMessageContaining("a.txt, dir");
    }

    @Test
    void an_unexpected_file_is_refused() {
        assertThatThrownBy(() -> assertThat(workspace).file("a.txt").doesNotExist())
                .hasMessageContaining("Expecting nothing at a.txt, but there is a file");
    }

    @Test
    void a_wrong_kind_is_refused() {
        assertThatThrownBy(() -> assertThat(workspace).file("a.txt").isDirectory())
                .hasMessageContaining("it is a file");
        assertThatThrownBy(() -> assertThat(workspace).file("dir").isFile()).hasMessageContaining("it is a directory");
    }

    @Test
    void a_wrong_text_is_refused_with_the_text() {
        assertThatThrownBy(() -> assertThat(workspace).file("a.txt").hasText("other"))
                .hasMessageContainingAll("other", "100%d sure");
        assertThatThrownBy(() -> assertThat(workspace).file("a.txt").containsText("other"))
                .hasMessageContainingAll("other", "100%d sure");
        assertThatThrownBy(() -> assertThat(workspace).file("dir").hasText("x"))
                .hasMessageContaining("to be a text file")
                .hasCauseInstanceOf(WorkspaceException.class);
    }

    @Test
    void other_errors_of_the_workspace_are_not_taken_for_absence() {
        Workspace closed = (Workspace) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Workspace.class}, (proxy, method, arguments) -> {
                    throw WorkspaceException.of(ErrorCode.CLOSED, "the workspace is closed");
                });

        assertThatThrownBy(() -> assertThat(closed).file("a.txt").doesNotExist())
                .isInstanceOf(WorkspaceException.class);
    }
}
