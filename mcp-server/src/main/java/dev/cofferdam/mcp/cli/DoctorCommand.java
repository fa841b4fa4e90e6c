package dev.cofferdam.mcp.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.cofferdam.Workspaces;
import dev.cofferdam.spi.Availability;
import dev.cofferdam.spi.SandboxProvider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tells which providers work here. */
@Command(
        name = "doctor",
        description = "Tell which providers work here, why the others do not, and what to do about it.",
        mixinStandardHelpOptions = true,
        versionProvider = Cofferdam.Version.class,
        footerHeading = "%nExit code: 0, or 3 when the provider that was asked for does not work here.%n",
        footer = {
            "%nExamples:",
            "  cofferdam doctor",
            "  cofferdam doctor --provider local --json",
            "  cofferdam doctor --provider ssh --option host=build.example.org"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final int USAGE = 2;
    private static final int DOES_NOT_WORK = 3;

    private final StandardStreams streams;

    @Option(names = "--provider", paramLabel = "NAME", description = "Look at this provider only.")
    private @Nullable String name;

    @Option(
            names = "--option",
            paramLabel = "KEY=VALUE",
            description = "An option of that provider; may be given several times.")
    private List<String> options = List.of();

    @Option(names = "--json", description = "Print JSON, for scripts.")
    private boolean json;

    DoctorCommand(StandardStreams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        List<SandboxProvider> providers;
        Map<String, String> pairs = Map.of();
        try {
            if (name == null && !options.isEmpty()) {
                throw new UsageException("--option needs --provider: options belong to one provider");
            }
            providers = name == null ? Workspaces.providers() : List.of(Providers.named(name));
            pairs = ProviderChoice.pairs(options, providers.get(0));
        } catch (UsageException e) {
            streams.err().println("cofferdam doctor: " + e.text());
            return USAGE;
        }
        Map<String, Availability> findings = new LinkedHashMap<>();
        for (SandboxProvider provider : providers) {
            findings.put(
                    provider.name(), Workspaces.over(provider).options(pairs).probe());
        }
        List<String> broken = name == null ? Workspaces.brokenProviders() : List.of();
        if (json) {
            printJson(findings, broken);
        } else {
            print(findings, broken);
        }
        boolean asked = name != null && !findings.values().iterator().next().ok();
        return asked ? DOES_NOT_WORK : 0;
    }

    private void print(Map<String, Availability> findings, List<String> broken) {
        findings.forEach((provider, found) -> {
            String text = found.ok()
                    ? "works" + (found.reason().isEmpty() ? "" : ": " + found.reason())
                    : "does not work: " + found.reason() + "\n" + " ".repeat(12) + "what to do: " + found.mend();
            streams.out().println(String.format(Locale.ROOT, "%-10s  %s", provider, text));
        });
        for (String failure : broken) {
            streams.out().println("a provider failed to load: " + failure);
        }
    }

    private void printJson(Map<String, Availability> findings, List<String> broken) throws JsonProcessingException {
        List<Map<String, Object>> list = new ArrayList<>();
        findings.forEach((provider, found) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("provider", provider);
            one.put("works", found.ok());
            one.put("reason", found.reason());
            one.put("mend", found.mend());
            list.add(one);
        });
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("providers", list);
        whole.put("broken", broken);
        streams.out()
                .println(new ObjectMapper()
                        .enable(SerializationFeature.INDENT_OUTPUT)
                        .writeValueAsString(whole));
    }
}
