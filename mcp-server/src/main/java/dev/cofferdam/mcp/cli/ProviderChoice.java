package dev.cofferdam.mcp.cli;

import dev.cofferdam.spi.OptionSpec;
import dev.cofferdam.spi.SandboxProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of the command line that choose a provider. */
final class ProviderChoice {
    /** The one whose commands are kept from the rest of the machine without a container or another machine. */
    static final String DEFAULT = "os";

    @Option(
            names = "--provider",
            paramLabel = "NAME",
            defaultValue = DEFAULT,
            description = "The provider of the sandbox (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli fills it
    String name;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "An option of the provider; may be given several times.")
    List<String> options = List.of();

    /** Looks the provider up. */
    SandboxProvider provider() {
        return Providers.named(name);
    }

    /** The provider's options, each one known to it. */
    Map<String, String> options(SandboxProvider provider) {
        return pairs(options, provider);
    }

    /** Read options, each one known to a provider. */
    static Map<String, String> pairs(List<String> options, SandboxProvider provider) {
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
}
