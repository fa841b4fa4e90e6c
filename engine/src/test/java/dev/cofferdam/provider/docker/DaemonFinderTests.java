package dev.cofferdam.provider.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonFinderTests {
    @TempDir
    private Path home;

    private List<String> found(Map<String, String> variables) {
        return finder(variables).candidates(Optional.empty()).stream()
                .map(candidate -> candidate.endpoint().url())
                .toList();
    }

    private DaemonFinder finder(Map<String, String> variables) {
        return new DaemonFinder(new Surroundings(variables, home, home.resolve("var/docker.sock")));
    }

    private Path file(String path, String text) throws IOException {
        Path file = home.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private void context(String name, String host) throws Exception {
        file(
                ".docker/contexts/meta/" + digest(name) + "/meta.json",
                "{\"Name\":\"" + name + "\",\"Endpoints\":{\"docker\":{\"Host\":\"" + host + "\"}}}");
    }

    private static String digest(String name) throws Exception {
        return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void without_anything_the_default_is_tried() {
        assertThat(found(Map.of())).containsExactly("unix://" + home + "/var/docker.sock");
    }

    @Test
    void sockets_that_exist_come_in_their_order() throws Exception {
        for (String path : List.of(
                "run/docker.sock",
                ".rd/docker.sock",
                ".colima/docker.sock",
                ".colima/default/docker.sock",
                ".orbstack/run/docker.sock",
                ".docker/run/docker.sock",
                "var/docker.sock")) {
            file(path, "");
        }
        assertThat(found(Map.of("XDG_RUNTIME_DIR", home + "/run")))
                .containsExactly(
                        "unix://" + home + "/var/docker.sock",
                        "unix://" + home + "/.docker/run/docker.sock",
                        "unix://" + home + "/.orbstack/run/docker.sock",
                        "unix://" + home + "/.colima/default/docker.sock",
                        "unix://" + home + "/.colima/docker.sock",
                        "unix://" + home + "/.rd/docker.sock",
                        "unix://" + home + "/run/docker.sock");
    }

    @Test
    void the_environment_comes_before_contexts_and_nothing_else_is_tried() throws Exception {
        file("var/docker.sock", "");
        context("work", "tcp://example.org:1234");
        assertThat(found(Map.of("DOCKER_HOST", "tcp://10.0.0.1:4243", "DOCKER_CONTEXT", "work")))
                .containsExactly("tcp://10.0.0.1:4243");
        assertThat(found(Map.of("DOCKER_HOST", "unix:///some/where.sock"))).containsExactly("unix:///some/where.sock");
    }

    @Test
    void a_context_comes_before_the_sockets() throws Exception {
        file("var/docker.sock", "");
        context("work", "tcp://example.org:1234");
        context("other", "unix:///other.sock");
        assertThat(found(Map.of("DOCKER_CONTEXT", "work")))
                .containsExactly("tcp://example.org:1234", "unix://" + home + "/var/docker.sock");
        file(".docker/config.json", "{\"auths\":{},\"currentContext\":\"other\"}");
        assertThat(found(Map.of())).containsExactly("unix:///other.sock", "unix://" + home + "/var/docker.sock");
        assertThat(found(Map.of("DOCKER_CONTEXT", "default"))).containsExactly("unix://" + home + "/var/docker.sock");
    }

    @Test
    void the_configuration_may_lie_elsewhere() throws Exception {
        file("conf/config.json", "{\"currentContext\":\"far\"}");
        file(
                "conf/contexts/meta/" + digest("far") + "/meta.json",
                "{\"Endpoints\":{\"docker\":{\"Host\":\"tcp://far:1\"}}}");
        assertThat(found(Map.of("DOCKER_CONFIG", home + "/conf"))).first().isEqualTo("tcp://far:1");
    }

    @Test
    void certificates_of_a_context_and_of_the_environment_are_used() throws Exception {
        context("work", "tcp://example.org:2376");
        Path tls = file(".docker/contexts/tls/" + digest("work") + "/docker/ca.pem", "")
                .getParent();
        assertThat(finder(Map.of("DOCKER_CONTEXT", "work"))
                        .candidates(Optional.empty())
                        .get(0)
                        .endpoint()
                        .certificates())
                .contains(tls);
        Endpoint secured = finder(
                        Map.of("DOCKER_HOST", "tcp://example.org", "DOCKER_TLS_VERIFY", "1", "DOCKER_CERT_PATH", "/c"))
                .candidates(Optional.empty())
                .get(0)
                .endpoint();
        assertThat(secured).isEqualTo(Endpoint.port("example.org", 2376, Optional.of(Path.of("/c"))));
        Endpoint plain = finder(Map.of("DOCKER_HOST", "example.org", "DOCKER_CERT_PATH", "/c"))
                .candidates(Optional.empty())
                .get(0)
                .endpoint();
        assertThat(plain).isEqualTo(Endpoint.port("example.org", 2375, Optional.empty()));
    }

    @Test
    void what_the_user_names_comes_first_and_alone() throws Exception {
        file("var/docker.sock", "");
        Map<String, String> variables = Map.of("DOCKER_HOST", "tcp://10.0.0.1:4243");
        assertThat(finder(variables).candidates(Optional.of("/my/docker.sock")))
                .extracting(candidate -> candidate.endpoint().url())
                .containsExactly("unix:///my/docker.sock");
        assertThat(finder(variables).candidates(Optional.of("tcp://[::1]:99")))
                .extracting(candidate -> candidate.endpoint().url())
                .containsExactly("tcp://[::1]:99");
    }

    @Test
    void what_names_no_daemon_is_unavailable_and_says_what_to_do() throws Exception {
        file(".docker/config.json", "{");
        for (Map<String, String> variables : List.of(
                Map.of("DOCKER_HOST", "ssh://somewhere"),
                Map.of("DOCKER_HOST", "npipe:////./pipe/docker_engine"),
                Map.of("DOCKER_HOST", "unix://relative.sock"),
                Map.of("DOCKER_HOST", "tcp://"),
                Map.of("DOCKER_HOST", "tcp://a b"),
                Map.of("DOCKER_CONTEXT", "missing"),
                Map.<String, String>of())) {
            assertThatThrownBy(() -> found(variables)).isInstanceOfSatisfying(WorkspaceException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE);
                assertThat(e.getMessage()).contains("; ").doesNotContain(home.toString());
            });
        }
    }
}
