package dev.cofferdam.provider.docker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Finds where the Docker daemon may listen, in the order of the docker CLI and then of common installations. */
final class DaemonFinder {
    private static final int PLAIN_PORT = 2375;
    private static final int TLS_PORT = 2376;

    private final Surroundings here;

    DaemonFinder(Surroundings here) {
        this.here = here;
    }

    /**
     * A place where a daemon may listen.
     *
     * @param endpoint the place
     * @param origin what names it, for messages
     */
    record Candidate(Endpoint endpoint, String origin) {}

    /**
     * Return the places in the order in which they are tried.
     *
     * @param asked what the user named, in the form of {@code DOCKER_HOST} or as the path of a socket
     */
    List<Candidate> candidates(Optional<String> asked) {
        if (asked.isPresent()) {
            String text = asked.get().startsWith("/") ? "unix://" + asked.get() : asked.get();
            return List.of(new Candidate(parse(text, "the option dockerHost"), "the option dockerHost"));
        }
        Optional<String> host = here.variable("DOCKER_HOST");
        if (host.isPresent()) {
            return List.of(new Candidate(parse(host.get(), "DOCKER_HOST"), "DOCKER_HOST"));
        }
        List<Candidate> found = new ArrayList<>();
        context().ifPresent(found::add);
        for (Path socket : sockets()) {
            if (Files.exists(socket)) {
                found.add(new Candidate(Endpoint.socket(socket), "the usual places"));
            }
        }
        if (found.isEmpty()) {
            found.add(new Candidate(Endpoint.socket(here.system()), "the default"));
        }
        return found;
    }

    private List<Path> sockets() {
        Path home = here.home();
        List<Path> sockets = new ArrayList<>(List.of(
                here.system(),
                home.resolve(".docker/run/docker.sock"),
                home.resolve(".orbstack/run/docker.sock"),
                home.resolve(".colima/default/docker.sock"),
                home.resolve(".colima/docker.sock"),
                home.resolve(".rd/docker.sock")));
        here.variable("XDG_RUNTIME_DIR").map(Path::of).ifPresent(dir -> sockets.add(dir.resolve("docker.sock")));
        return sockets;
    }

    /** Return the endpoint of the current context; empty for the one called default. */
    private Optional<Candidate> context() {
        Optional<String> named = here.variable("DOCKER_CONTEXT").or(this::currentContext);
        if (named.isEmpty() || named.get().equals("default")) {
            return Optional.empty();
        }
        String origin = "the Docker context " + named.get();
        Path contexts = here.config().resolve("contexts");
        String digest = digest(named.get());
        Optional<JsonNode> meta = json(contexts.resolve("meta").resolve(digest).resolve("meta.json"));
        String host = meta.map(node ->
                        node.path("Endpoints").path("docker").path("Host").asText(""))
                .orElse("");
        if (host.isEmpty()) {
            throw Refusals.unavailable(
                    origin + " does not exist or has no endpoint",
                    "choose another by DOCKER_CONTEXT or docker context use, or set DOCKER_HOST");
        }
        Path certificates = contexts.resolve("tls").resolve(digest).resolve("docker");
        Endpoint endpoint = parse(host, origin);
        if (!endpoint.isLocal() && Files.isDirectory(certificates)) {
            endpoint = Endpoint.port(endpoint.host(), endpoint.port(), Optional.of(certificates));
        }
        return Optional.of(new Candidate(endpoint, origin));
    }

    private Optional<String> currentContext() {
        return json(here.config().resolve("config.json"))
                .map(node -> node.path("currentContext").asText(""))
                .filter(name -> !name.isEmpty());
    }

    private static Optional<JsonNode> json(Path file) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ObjectMapper().readTree(Files.readString(file, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw Refusals.unavailable(
                            "the configuration file " + file.getFileName() + " of the docker command cannot be read",
                            "mend it, or set DOCKER_HOST")
                    .causedBy(e);
        }
    }

    private static String digest(String name) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private Endpoint parse(String text, String origin) {
        try {
            if (text.startsWith("unix://")) {
                String path = text.substring("unix://".length());
                if (path.startsWith("/")) {
                    return Endpoint.socket(Path.of(path));
                }
                throw unusable(text, origin);
            }
            URI uri = new URI(text.indexOf("://") < 0 ? "tcp://" + text : text);
            String scheme = String.valueOf(uri.getScheme());
            boolean known = scheme.equals("tcp") || scheme.equals("http") || scheme.equals("https");
            if (!known || uri.getHost() == null) {
                throw unusable(text, origin);
            }
            Optional<Path> certificates = scheme.equals("https")
                            || here.variable("DOCKER_TLS_VERIFY").isPresent()
                    ? Optional.of(
                            here.variable("DOCKER_CERT_PATH").map(Path::of).orElse(here.config()))
                    : Optional.empty();
            int port = uri.getPort() > 0 ? uri.getPort() : certificates.isPresent() ? TLS_PORT : PLAIN_PORT;
            String host = uri.getHost();
            boolean bracketed = host.startsWith("[") && host.endsWith("]");
            return Endpoint.port(bracketed ? host.substring(1, host.length() - 1) : host, port, certificates);
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw unusable(text, origin).causedBy(e);
        }
    }

    private static WorkspaceException unusable(String text, String origin) {
        String scheme = text.indexOf("://") > 0 ? text.substring(0, text.indexOf("://")) : "no scheme";
        return Refusals.unavailable(
                origin + " names no daemon that can be reached from here (" + scheme + ")",
                "give unix:///path/of/the.sock or tcp://host:port; for ssh:// forward the socket with ssh -L");
    }
}
