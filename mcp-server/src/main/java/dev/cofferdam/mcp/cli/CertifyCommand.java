package dev.cofferdam.mcp.cli;

import dev.cofferdam.conformance.Certification;
import dev.cofferdam.conformance.Level;
import dev.cofferdam.conformance.Patience;
import dev.cofferdam.conformance.Subject;
import dev.cofferdam.conformance.SuiteOptions;
import dev.cofferdam.spi.SandboxProvider;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the conformance suite. */
@Command(
        name = "certify",
        description = "Run the conformance suite on a provider and write its certificate.",
        mixinStandardHelpOptions = true,
        versionProvider = Cofferdam.Version.class,
        exitCodeOnInvalidInput = Certification.USAGE,
        exitCodeOnExecutionException = Certification.COULD_NOT_RUN,
        footerHeading = "%nExit code: 0 conforms to its declaration, 1 does not, 2 usage, 3 could not run.%n",
        footer = {
            "%nExamples:",
            "  cofferdam certify --provider local",
            "  cofferdam certify --provider memory --level core --report target/certificate",
            "  cofferdam certify --provider local --only FILE,WS-EXEC-006"
        })
final class CertifyCommand implements Callable<Integer> {
    private final StandardStreams streams;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli fills it
    private ProviderChoice choice;

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            defaultValue = "HARDENED",
            description = "The level that is claimed: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli fills it
    private Level level;

    @Option(
            names = "--only",
            paramLabel = "PART",
            split = ",",
            description = "Only these areas, clauses or checks, which gives no certificate: FILE, WS-FILE-005.")
    private List<String> only = List.of();

    @Option(
            names = "--report",
            paramLabel = "DIR",
            defaultValue = "cofferdam-certificate",
            description = "Where certificate.json, report.html and junit.xml are written (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // picocli fills it
    private Path report;

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "2",
            description = "How many checks run at once (default: ${DEFAULT-VALUE}).")
    private int parallel;

    @Option(
            names = "--patience",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "By how much the time of checks is multiplied, for providers behind a network and busy machines:"
                            + " 1 to 100 (default: ${DEFAULT-VALUE}).")
    private int patience;

    CertifyCommand(StandardStreams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        try {
            if (parallel < 1) {
                throw new UsageException("--parallel " + parallel + " is out of range; it must be at least 1");
            }
            if (patience < 1 || patience > 100) {
                throw new UsageException("--patience " + patience + " is out of range; it must be between 1 and 100");
            }
            SandboxProvider provider = choice.provider();
            Subject subject = Subject.of(provider).patience(Patience.local().times(patience));
            for (Map.Entry<String, String> option : choice.options(provider).entrySet()) {
                subject = subject.option(option.getKey(), option.getValue());
            }
            SuiteOptions options = SuiteOptions.defaults().level(level).parallelism(parallel);
            if (!only.isEmpty()) {
                options = options.only(new LinkedHashSet<>(only));
            }
            streams.err().println("Certifying " + provider.name() + ", level " + level + " …");
            int code = Certification.of(subject)
                    .options(options)
                    .writeTo(report)
                    .onProgress(Certification.lines(streams.err()))
                    .run(streams.out(), streams.err());
            streams.out().flush();
            return code;
        } catch (UsageException e) {
            streams.err().println("cofferdam certify: " + e.text());
            return Certification.USAGE;
        }
    }
}
