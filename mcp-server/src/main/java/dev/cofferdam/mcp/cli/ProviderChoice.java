package dev.cofferdam.mcp.cli;

import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.Isolation;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the command line that say where a workspace is made. */
final class ProviderChoice {
    @Option(
            names = "--provider",
            paramLabel = "NAME",
            defaultValue = "local",
            description = "The provider of the sandbox (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli fills it
    private String name;

    @Option(
            names = "--root",
            paramLabel = "DIR",
            description = "The workspace's root; without it a fresh one is made and removed at the end.")
    private @Nullable String root;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "An option of the provider; may be given several times.")
    private List<String> options = List.of();

    /** Looks the provider up; entry by entry, so that a broken one does not hide the others. */
    SandboxProvider provider() {
        Map<String, SandboxProvider> found = ServiceLoader.load(SandboxProvider.class).stream()
                .flatMap(entry -> loaded(entry).stream())
                .collect(Collectors.toMap(SandboxProvider::name, provider -> provider, (first, second) -> first));
        SandboxProvider provider = found.get(name);
        if (provider == null) {
            throw new UsageException("unknown provider " + name + "; there are: "
                    + found.keySet().stream().sorted().collect(Collectors.joining(", ")));
        }
        return provider;
    }

    /** A provider that does not load is the concern of {@code doctor}; here only the asked one matters. */
    private static Optional<SandboxProvider> loaded(ServiceLoader.Provider<SandboxProvider> entry) {
        try {
            return Optional.of(entry.get());
        } catch (ServiceConfigurationError e) {
            return Optional.empty();
        }
    }

    /** The provider's options, each one known to it. */
    Map<String, String> options(SandboxProvider provider) {
        List<String> known =
                provider.options().stream().map(OptionSpec::name).sorted().toList();
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String option : options) {
            int equals = option.indexOf('=');
            if (equals < 1) {
                throw new UsageException("--option " + option + " is no pair; the form is --option key=value");
            }
            String key = option.substring(0, equals);
            if (!known.contains(key)) {
                throw new UsageException("the provider " + provider.name() + " has no option " + key + "; "
                        + (known.isEmpty() ? "it has none" : "there are: " + String.join(", ", known)));
            }
            pairs.put(key, option.substring(equals + 1));
        }
        return pairs;
    }

    /**
     * The root. A desktop application starts servers in {@code /}, where {@code --root .} would hand over the whole
     * machine, so the file system's root must be spelled out.
     */
    Optional<String> root(SandboxProvider provider) {
        if (root != null && provider.isolation() == Isolation.NONE && !root.equals("/") && isFileSystemRoot(root)) {
            throw new UsageException("--root " + root + " is the root of the file system here; give another"
                    + " directory, or `--root /` if that is meant");
        }
        return Optional.ofNullable(root);
    }

    private static boolean isFileSystemRoot(String directory) {
        try {
            return Path.of(directory).toAbsolutePath().normalize().getNameCount() == 0;
        } catch (InvalidPathException e) {
            throw new UsageException("--root " + directory + " is no path: " + e.getReason());
        }
    }
}
