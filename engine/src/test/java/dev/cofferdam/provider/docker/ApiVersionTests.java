package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import dev.cofferdam.workspace.WorkspaceOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ApiVersionTests {
    @TempDir
    private Path directory;

    private String agreed(String daemonVersion, Map<String, String> variables) throws Exception {
        Map<String, String> all = new HashMap<>(variables);
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
            line.send("HTTP/1.1 200 OK\r\n" + daemonVersion + "Content-Length: 2\r\n\r\nOK");
            return true;
        })) {
            all.put("DOCKER_HOST", daemon.endpoint().url());
            Surroundings here = new Surroundings(all, directory, directory.resolve("none.sock"));
            try (Daemon connected = Daemon.connect(Map.of(), here)) {
                return connected.path("/x");
            }
        }
    }

    private void assertUnavailable(String daemonVersion, Map<String, String> variables, String... words) {
        assertThatThrownBy(() -> agreed(daemonVersion, variables))
                .isInstanceOfSatisfying(WorkspaceException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                    assertThat(e.getMessage()).contains(words).contains("; ");
                });
    }

    @Test
    void the_daemon_is_spoken_to_in_its_own_version() throws Exception {
        for (String version : new String[] {"1.41", "1.44", "1.52"}) {
            assertThat(agreed("Api-Version: " + version + "\r\n", Map.of())).isEqualTo("/v" + version + "/x");
        }
    }

    @Test
    void a_daemon_newer_than_we_know_is_spoken_to_in_the_newest_that_we_know() throws Exception {
        assertThat(agreed("Api-Version: 1.99\r\n", Map.of())).isEqualTo("/v1.52/x");
    }

    @Test
    void a_version_of_the_user_s_is_honoured() throws Exception {
        assertThat(agreed("Api-Version: 1.52\r\n", Map.of("DOCKER_API_VERSION", "1.43")))
                .isEqualTo("/v1.43/x");
    }

    @Test
    void versions_that_do_not_meet_are_both_named() {
        assertUnavailable("Api-Version: 1.38\r\n", Map.of(), "1.38", "1.41");
        assertUnavailable("Api-Version: 1.41\r\n", Map.of("DOCKER_API_VERSION", "1.44"), "1.44", "1.41");
        assertUnavailable("Api-Version: 1.52\r\n", Map.of("DOCKER_API_VERSION", "1.32"), "1.32", "1.41");
        assertUnavailable("Api-Version: 1.52\r\n", Map.of("DOCKER_API_VERSION", "new"), "DOCKER_API_VERSION");
    }

    @Test
    void a_daemon_that_knows_our_versions_no_longer_is_unavailable_before_anything_is_made() throws Exception {
        String refusal = "client version 1.52 is too old. Minimum supported API version is 1.60";
        try (FakeDaemon daemon = new FakeDaemon(directory, (request, line) -> {
            if (request.path().equals("/_ping")) {
                line.send("HTTP/1.1 200 OK\r\nApi-Version: 1.99\r\nContent-Length: 2\r\n\r\nOK");
            } else {
                line.json(400, "{\"message\":\"" + refusal + "\"}");
            }
            return true;
        })) {
            Map<String, String> options = Map.of("dockerHost", daemon.endpoint().url());
            DockerProvider provider = new DockerProvider();
            SandboxRequest request = new SandboxRequest(WorkspaceOptions.defaults(), options);
            Availability found = provider.probe(request);
            assertThat(found.ok()).isFalse();
            assertThat(found.reason()).contains(refusal);
            assertThat(found.mend()).contains("update");
            assertThatThrownBy(() -> provider.create(request)).isInstanceOfSatisfying(WorkspaceException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                assertThat(e.getMessage()).contains(refusal, "; ");
            });
        }
    }

    @Test
    void who_answers_without_a_version_is_no_daemon() {
        assertUnavailable("", Map.of(), "DOCKER_HOST", "version");
    }
}
