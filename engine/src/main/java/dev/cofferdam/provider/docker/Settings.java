package dev.cofferdam.provider.docker;

import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.SandboxRequest;
import dev.cofferdam.workspace.OnClose;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * How a container is to be, from the options by name.
 *
 * @param image the image
 * @param pull when it is pulled
 * @param memory bytes
 * @param nanoCpus billionths of a processor
 * @param cpuShares the weight against other containers, 0 for the daemon's default
 * @param pidsLimit the largest number of processes
 * @param network {@code none}, {@code bridge}, {@code host} or the name of a network
 * @param dns name servers
 * @param mounts directories of the daemon's host
 * @param env the container's environment
 * @param user who commands run as, empty for the default
 * @param root the absolute path inside of the root, or of the mounted directory
 * @param labels the user's own labels
 * @param ports published ports
 * @param host the directory that is mounted as root, empty for files in the container
 * @param below where the root lies below the directory
 * @param inheritHome whether commands keep the image's home
 * @param onClose what the end of the workspace is to do
 */
record Settings(
        String image,
        Pull pull,
        long memory,
        long nanoCpus,
        int cpuShares,
        long pidsLimit,
        String network,
        List<String> dns,
        List<Mount> mounts,
        Map<String, String> env,
        Optional<String> user,
        String root,
        Map<String, String> labels,
        List<Integer> ports,
        Optional<Path> host,
        Path below,
        boolean inheritHome,
        OnClose onClose) {

    /** The value of {@code host} for a directory of our own. */
    static final String FRESH = "fresh";

    /** The value of {@code network} for none but the loopback device. */
    static final String NO_NETWORK = "none";

    static final List<OptionSpec> OPTIONS = List.of(
            OptionSpec.of("image", "The image, which needs /bin/sh; default debian:stable-slim."),
            OptionSpec.of("pull", "When the image is pulled: missing (the default), always or never."),
            OptionSpec.of("memory", "The most memory, such as 512m or 4GB; default 2GB."),
            OptionSpec.of("cpus", "The most processors, such as 0.5; default 2."),
            OptionSpec.of("cpuShares", "The weight against other containers, 2 to 262144; default the daemon's."),
            OptionSpec.of("pidsLimit", "The most processes; default 512."),
            OptionSpec.of("network", "none (the default), bridge, host, or the name of a network of the daemon."),
            OptionSpec.of("dns", "The addresses of name servers, separated by commas; default the daemon's."),
            OptionSpec.of(
                    "mounts",
                    "Directories of the daemon's host as source:target or source:target:rw, separated by commas;"
                            + " read-only unless rw is said."),
            OptionSpec.of("env", "Variables of the container as NAME=value, separated by commas, or one a line."),
            OptionSpec.of("user", "Who commands run as, a name or uid:gid; default the image's, with host the caller."),
            OptionSpec.of("workdir", "The absolute path of the root in the container; default /workspace."),
            OptionSpec.of("labels", "Further labels as name=value, separated by commas."),
            OptionSpec.of("ports", "Ports that endpoint(port) is to reach, separated by commas; need a network."),
            OptionSpec.of(
                    "host",
                    "A directory of this host that is mounted as the root, or fresh for a temporary one; by default files"
                            + " are in the container."),
            OptionSpec.of(
                    "dockerHost",
                    "Where the daemon is: unix:///path, tcp://host:port or the path of a socket; default as the docker"
                            + " command finds it."),
            OptionSpec.of("connections", "The most connections for short calls, 1 to 64; default 4."),
            OptionSpec.of("callTimeout", "The most seconds that a call to the daemon takes, 1 to 3600; default 60."),
            OptionSpec.of("allowedHosts", "Refused: Docker cannot limit which hosts are reached."));

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NETWORK = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");
    private static final Set<String> RESERVED_TARGETS = Set.of("/", "/proc", "/sys", "/dev");

    /** When an image is pulled. */
    enum Pull {
        MISSING,
        ALWAYS,
        NEVER
    }

    /**
     * A directory of the daemon's host.
     *
     * @param source its absolute path there
     * @param target its absolute path in the container
     * @param writable whether commands may write it
     */
    record Mount(String source, String target, boolean writable) {
        static Mount parse(String text) {
            String[] parts = text.split(":", -1);
            boolean mode = parts.length == 3 && (parts[2].equals("ro") || parts[2].equals("rw"));
            if ((parts.length != 2 && !mode) || !parts[0].startsWith("/") || !parts[1].startsWith("/")) {
                throw Refusals.invalid("a mount of the option mounts is not of the form /source:/target[:ro|:rw]");
            }
            if (RESERVED_TARGETS.contains(Path.of(parts[1]).normalize().toString())) {
                throw Refusals.invalid("the option mounts must not cover " + parts[1] + " of the container");
            }
            return new Mount(parts[0], parts[1], parts.length == 3 && parts[2].equals("rw"));
        }
    }

    /** Read and check the options. */
    static Settings of(SandboxRequest request) {
        Map<String, String> options = request.options();
        if (options.containsKey("allowedHosts")) {
            throw Refusals.unsupported(
                    "Docker cannot limit which hosts a container reaches, so allowedHosts is refused:"
                            + " use network=none, or a network of the daemon that limits them");
        }
        String network = named(options, "network", NO_NETWORK, NETWORK);
        List<Integer> ports = list(options, "ports", text -> Sizes.number("ports", text, 1, 65_535));
        if (!ports.isEmpty() && network.equals(NO_NETWORK)) {
            throw Refusals.invalid("the option ports needs a network: set network=bridge");
        }
        Optional<Path> host = Optional.ofNullable(options.get("host")).map(Settings::directory);
        Path workdir = workdir(options);
        Path root = root(request, workdir);
        if (host.isPresent() && !root.startsWith(workdir)) {
            if (!request.workspace().createRoot() && host.get().toString().equals(FRESH)) {
                throw Refusals.unavailable(
                        "the root does not exist in a fresh directory",
                        "allow it to be made, or give a directory as host");
            }
            // Somewhere else in the container: the directory is mounted there then.
            workdir = root;
        }
        Path below = workdir.relativize(root);
        return new Settings(
                text(options, "image", "debian:stable-slim"),
                pull(options.getOrDefault("pull", "missing")),
                Sizes.memory("memory", options.getOrDefault("memory", "2GB")),
                Sizes.nanoCpus("cpus", options.getOrDefault("cpus", "2")),
                options.containsKey("cpuShares") ? Sizes.number("cpuShares", options.get("cpuShares"), 2, 262_144) : 0,
                Sizes.number("pidsLimit", options.getOrDefault("pidsLimit", "512"), 1, 4_194_304),
                network,
                list(options, "dns", text -> text),
                list(options, "mounts", Mount::parse),
                pairs(options, "env", VARIABLE),
                Optional.ofNullable(options.get("user")).filter(user -> !user.isBlank()),
                (host.isPresent() ? workdir : root).toString(),
                pairs(options, "labels", Pattern.compile("[^=\\s]+")),
                ports,
                host,
                below,
                request.workspace().inheritHome().orElse(false),
                // With its files on the host a container has nothing to be kept for.
                host.isPresent()
                        ? OnClose.DESTROY
                        : request.workspace().onClose().orElse(OnClose.DESTROY));
    }

    private static String text(Map<String, String> options, String name, String otherwise) {
        String text = options.getOrDefault(name, otherwise).strip();
        if (text.isEmpty()) {
            throw Refusals.invalid("the option " + name + " is empty");
        }
        return text;
    }

    private static String named(Map<String, String> options, String name, String otherwise, Pattern form) {
        String text = text(options, name, otherwise);
        if (!form.matcher(text).matches()) {
            throw Refusals.invalid("the option " + name + " is no name");
        }
        return text;
    }

    private static Pull pull(String text) {
        return Arrays.stream(Pull.values())
                .filter(choice -> choice.name().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(
                        () -> Refusals.invalid("the option pull is " + text + "; it must be missing, always or never"));
    }

    /** Split at commas, or at line ends where there are any. */
    private static <T> List<T> list(Map<String, String> options, String name, Function<String, T> parse) {
        List<T> items = new ArrayList<>();
        String text = options.getOrDefault(name, "");
        for (String item : text.split(text.indexOf('\n') >= 0 ? "\n" : ",", -1)) {
            if (!item.isBlank()) {
                items.add(parse.apply(item.strip()));
            }
        }
        return List.copyOf(items);
    }

    private static Map<String, String> pairs(Map<String, String> options, String name, Pattern key) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String item : list(options, name, text -> text)) {
            int equals = item.indexOf('=');
            if (equals < 0 || !key.matcher(item.substring(0, equals)).matches()) {
                throw Refusals.invalid("an item of the option " + name + " is not of the form name=value");
            }
            pairs.put(item.substring(0, equals), item.substring(equals + 1));
        }
        return Map.copyOf(pairs);
    }

    private static Path directory(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw Refusals.invalid("the option host is no path");
        }
    }

    private static Path workdir(Map<String, String> options) {
        String workdir = options.getOrDefault("workdir", "/workspace");
        if (!workdir.startsWith("/")) {
            throw Refusals.invalid("the option workdir is not an absolute path");
        }
        return Path.of(workdir).normalize();
    }

    private static Path root(SandboxRequest request, Path workdir) {
        Path root = workdir.resolve(request.workspace().root().orElse("")).normalize();
        if (RESERVED_TARGETS.contains(root.toString())) {
            throw Refusals.invalid("the root must not be " + root + " of the container");
        }
        return root;
    }

    /** Tell whether the container is to outlive the workspace, and so the process. */
    boolean outlives() {
        return onClose != OnClose.DESTROY;
    }

    /** Return the path of the root as commands see it. */
    String seenRoot() {
        return Path.of(root).resolve(below).toString();
    }

    /** Return these settings for the user of this process, unless they name another, so that files are the user's. */
    Settings asCaller() {
        Optional<String> caller = user.isPresent() ? user : Caller.ids();
        return new Settings(
                image,
                pull,
                memory,
                nanoCpus,
                cpuShares,
                pidsLimit,
                network,
                dns,
                mounts,
                env,
                caller,
                root,
                labels,
                ports,
                host,
                below,
                inheritHome,
                onClose);
    }
}
