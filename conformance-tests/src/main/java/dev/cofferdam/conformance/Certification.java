package dev.cofferdam.conformance;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs the suite as a command does: progress while it runs, a summary table at the end, the report files, and an exit
 * code. Not safe for use by several threads.
 */
public final class Certification {
    /** The provider conforms to its declaration. */
    public static final int CONFORMS = 0;

    /** The provider does not conform to its declaration. */
    public static final int DOES_NOT_CONFORM = 1;

    /** The request makes no sense: an unknown provider, option, check or level. */
    public static final int USAGE = 2;

    /** Not everything could be run, so that there is no certificate, and nothing speaks against the provider. */
    public static final int COULD_NOT_RUN = 3;

    private final Subject subject;
    private SuiteOptions options = SuiteOptions.defaults();
    private @Nullable Path directory;
    private ProgressListener listener = (result, done, total, elapsed) -> {};

    private Certification(Subject subject) {
        this.subject = subject;
    }

    /**
     * Create a certification.
     *
     * @param subject what is certified
     * @return the certification
     */
    public static Certification of(Subject subject) {
        return new Certification(subject);
    }

    /**
     * Set how the suite is run.
     *
     * @param choice the options
     * @return this certification
     */
    public Certification options(SuiteOptions choice) {
        this.options = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Set where {@code certificate.json}, {@code report.html} and {@code junit.xml} are written.
     *
     * @param target the directory, made when missing
     * @return this certification
     */
    public Certification writeTo(Path target) {
        this.directory = Objects.requireNonNull(target, "target");
        return this;
    }

    /**
     * Add a listener that sees the results as they come.
     *
     * @param other the listener
     * @return this certification
     */
    public Certification onProgress(ProgressListener other) {
        this.listener = Objects.requireNonNull(other, "other");
        return this;
    }

    /**
     * Run the suite, print the summary table and write the report files.
     *
     * @param out takes the summary
     * @param err takes messages about what went wrong with the run itself
     * @return the exit code, one of the constants of this class
     */
    public int run(PrintStream out, PrintStream err) {
        ConformanceReport report;
        try {
            report = ConformanceSuite.run(subject, options, listener);
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return USAGE;
        }
        Optional<Path> target = Optional.ofNullable(directory);
        try {
            if (target.isPresent()) {
                write(report, target.get());
            }
        } catch (IOException e) {
            err.println("The reports could not be written to " + target.orElseThrow() + ": " + e
                    + ". Choose another directory.");
            return COULD_NOT_RUN;
        }
        out.print(new SummaryTable().write(report));
        target.ifPresent(path -> out.println("Reports: " + path.resolve("report.html")));
        out.flush();
        return report.exitCode();
    }

    /**
     * Write the report files.
     *
     * @param report what was found out
     * @param directory where they are written, made when missing
     * @throws IOException when they cannot be written
     */
    public static void write(ConformanceReport report, Path directory) throws IOException {
        Files.createDirectories(directory);
        write(directory.resolve("certificate.json"), new CertificateWriter().write(report));
        write(directory.resolve("report.html"), new HtmlReportWriter().write(report));
        write(directory.resolve("junit.xml"), new JunitReportWriter().write(report));
    }

    private static void write(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardCharsets.UTF_8);
    }

    /**
     * Return a listener that prints a line for each result, for logs.
     *
     * @param err takes the lines
     * @return the listener
     */
    public static ProgressListener lines(PrintStream err) {
        return (result, done, total, elapsed) -> err.println(line(result, done, total, elapsed));
    }

    private static String line(CheckResult result, int done, int total, Duration elapsed) {
        return String.format(
                java.util.Locale.ROOT,
                "[%d/%d] %s %s %s %s",
                done,
                total,
                HtmlReportWriter.seconds(elapsed.toMillis()),
                result.check().area(),
                result.status(),
                result.check().title());
    }
}
