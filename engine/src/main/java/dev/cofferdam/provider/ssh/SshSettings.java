package dev.cofferdam.provider.ssh;

import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a sandbox is and how it is reached.
 *
 * @param host the name or address of the server
 * @param port its port
 * @param user the user there
 * @param identities key files, tried in order; empty for the usual ones
 * @param knownHosts the file of known host keys
 * @param fingerprint the one host key that is accepted, as {@code SHA256:…}
 * @param agent the socket of an agent
 * @param password the password, also for key files that need one
 * @param base the directory on the server in which directories are made; empty for its temporary one
 * @param connectTimeout how long a connection may take
 * @param authTimeout how long the authentication may take
 * @param execTimeout how long the server may take to accept a program, or to run one of the library's own
 * @param keepAlive how often the server is asked whether it is there; zero for never
 * @param maxSessions how many programs one connection runs at once
 */
record SshSettings(
        String host,
        int port,
        String user,
        List<Path> identities,
        Path knownHosts,
        Optional<String> fingerprint,
        Optional<Path> agent,
        Optional<Secret> password,
        Optional<String> base,
        Duration connectTimeout,
        Duration authTimeout,
        Duration execTimeout,
        Duration keepAlive,
        int maxSessions) {
    static final List<OptionSpec> OPTIONS = List.of(
            OptionSpec.of("host", "The server's name or address; required."),
            OptionSpec.of("port", "The server's port; 22 unless given."),
            OptionSpec.of("user", "The user on the server; this process's user unless given."),
            OptionSpec.of(
                    "identity",
                    "A private key file, or several joined by commas; id_ed25519, id_ecdsa and id_rsa in ~/.ssh unless"
                            + " given."),
            OptionSpec.of("knownHosts", "The file of known host keys; ~/.ssh/known_hosts unless given."),
            OptionSpec.of("fingerprint", "The one host key to accept, as SHA256:…, instead of knownHosts."),
            OptionSpec.of("agent", "The socket of an SSH agent, or none; $SSH_AUTH_SOCK unless given."),
            OptionSpec.of("passwordFile", "A file whose first line is the password of the user or of the key file."),
            OptionSpec.of("base", "The server's directory for fresh roots; its $TMPDIR or /tmp unless given."),
            OptionSpec.of(
                    "connectTimeout", "How long connecting may take, such as 500ms, 10s or 1m; 10s unless given."),
            OptionSpec.of("authTimeout", "How long authentication may take; 20s unless given."),
            OptionSpec.of("execTimeout", "How long the server may take to accept a program; 20s unless given."),
            OptionSpec.of("keepAlive", "How often the server is asked whether it is there, or 0s; 15s unless given."),
            OptionSpec.of("maxSessions", "How many programs one connection runs at once; 10 unless given."));

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");
    private static final int MOST_SESSIONS = 1000;

    /**
     * Read what a request asks for.
     *
     * @throws WorkspaceException {@code INVALID_ARGUMENT} naming the option and its form
     */
    static SshSettings of(SandboxRequest request, Machine machine, Optional<Secret> password) {
        Options options = new Options(request.options());
        String host = options.text("host")
                .orElseThrow(() -> invalid("the provider ssh needs the option host: the server's name or address"));
        Path ssh = machine.home().resolve(".ssh");
        return new SshSettings(
                host,
                options.number("port", 22, 65_535),
                options.text("user").orElse(machine.user()),
                options.text("identity")
                        .map(list -> Arrays.stream(list.split(",", -1))
                                .map(name -> path("identity", name, machine))
                                .toList())
                        .orElse(List.of()),
                options.text("knownHosts")
                        .map(name -> path("knownHosts", name, machine))
                        .orElse(ssh.resolve("known_hosts")),
                options.text("fingerprint").map(SshSettings::fingerprint),
                options.text("agent")
                        .or(() -> machine.variable("SSH_AUTH_SOCK"))
                        .filter(name -> !name.equals("none"))
                        .map(name -> path("agent", name, machine)),
                options.text("passwordFile")
                        .map(name -> secret(path("passwordFile", name, machine)))
                        .or(() -> password),
                options.text("base"),
                options.time("connectTimeout", Duration.ofSeconds(10)),
                options.time("authTimeout", Duration.ofSeconds(20)),
                options.time("execTimeout", Duration.ofSeconds(20)),
                options.time("keepAlive", Duration.ofSeconds(15)),
                options.number("maxSessions", 10, MOST_SESSIONS));
    }

    /** Name the server as messages do. */
    String server() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }

    /** Show everything but the password. */
    @Override
    public String toString() {
        return "SshSettings[" + user + "@" + server() + "]";
    }

    private record Options(Map<String, String> values) {
        Optional<String> text(String name) {
            Optional<String> value = Optional.ofNullable(values.get(name));
            if (value.isPresent() && value.get().isBlank()) {
                throw invalid("the option " + name + " is empty; leave it out, or give it a value");
            }
            return value;
        }

        int number(String name, int otherwise, int most) {
            return text(name)
                    .map(value -> {
                        if (value.matches("\\d{1,6}")) {
                            int number = Integer.parseInt(value);
                            if (number >= 1 && number <= most) {
                                return number;
                            }
                        }
                        throw invalid("the option " + name + " is a number from 1 to " + most + ", not " + value);
                    })
                    .orElse(otherwise);
        }

        Duration time(String name, Duration otherwise) {
            return text(name)
                    .map(value -> {
                        Matcher matcher = TIME.matcher(value);
                        if (!matcher.matches()) {
                            throw invalid("the option " + name + " is a time such as 500ms, 10s or 1m, not " + value);
                        }
                        long count = Long.parseLong(matcher.group(1));
                        Duration time = switch (matcher.group(2)) {
                            case "ms" -> Duration.ofMillis(count);
                            case "s" -> Duration.ofSeconds(count);
                            default -> Duration.ofMinutes(count);
                        };
                        if (time.isZero() && !name.equals("keepAlive")) {
                            throw invalid("the option " + name + " is a time longer than none");
                        }
                        return time;
                    })
                    .orElse(otherwise);
        }
    }

    private static Path path(String option, String name, Machine machine) {
        try {
            return name.equals("~") || name.startsWith("~/")
                    ? machine.home().resolve(name.substring(Math.min(2, name.length())))
                    : Path.of(name);
        } catch (InvalidPathException e) {
            throw invalid("the option " + option + " is not the path of a file").causedBy(e);
        }
    }

    private static String fingerprint(String text) {
        if (!text.matches("SHA256:[A-Za-z0-9+/]{43}=?")) {
            throw invalid(
                    "the option fingerprint is the SHA-256 fingerprint of the server's key, as ssh-keygen -l prints"
                            + " it: SHA256: and 43 letters");
        }
        return text.replace("=", "");
    }

    private static Secret secret(Path file) {
        try {
            return Secret.of(Files.readString(file, StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse(""));
        } catch (IOException e) {
            throw WorkspaceException.of(
                            ErrorCode.UNAVAILABLE, "the file that the option passwordFile names cannot be read")
                    .causedBy(e);
        }
    }

    private static WorkspaceException invalid(String message) {
        return WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, message);
    }
}
