package dev.cofferdam.conformance;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** The contract as runnable checks: the catalogue, and a way to run it against a provider. */
public final class ConformanceSuite {
    /** The version of the specification that the catalogue is about. */
    public static final String SPEC_VERSION = "1.0";

    // A list, and no search of the class path: a check must not vanish because it was not found.
    private static final List<Class<?>> CHECKS = List.of(
            PathChecks.class,
            PathLinkChecks.class,
            FileChecks.class,
            FileWriteChecks.class,
            FileEntryChecks.class,
            ListChecks.class,
            GlobChecks.class,
            MoveChecks.class,
            BusyChecks.class,
            ExecChecks.class,
            ExecStreamChecks.class,
            ExecOutputChecks.class,
            ExecEndChecks.class,
            ExecCancelChecks.class,
            ExecProcessChecks.class,
            ExecHandleChecks.class,
            ExecSecretChecks.class,
            ExecResidueChecks.class,
            SnapChecks.class,
            SnapRestoreChecks.class,
            SnapArchiveChecks.class,
            TrashChecks.class,
            LifeChecks.class,
            IsoChecks.class,
            ErrChecks.class,
            GenChecks.class);

    private static final List<Check> CATALOGUE = collect(CHECKS);

    private ConformanceSuite() {}

    /**
     * Return every check, sorted by clause and name.
     *
     * @return an immutable list
     */
    public static List<Check> catalogue() {
        return CATALOGUE;
    }

    /**
     * Return the digest of the catalogue, so that two certificates tell whether they are about the same checks.
     *
     * @return a SHA-256 in hexadecimal digits
     */
    public static String catalogueSha256() {
        String text = CATALOGUE.stream()
                .map(check -> check.id() + "|" + check.statements() + "|" + check.level() + "|" + check.keyword() + "|"
                        + check.needs() + "|" + check.absent())
                .collect(Collectors.joining("\n"));
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /**
     * Run the suite.
     *
     * @param subject what is certified
     * @param options how it is run
     * @param progress sees each result as it comes
     * @return what was found out
     * @throws IllegalArgumentException when a known deviation or a selection names nothing of the catalogue
     */
    public static ConformanceReport run(Subject subject, SuiteOptions options, ProgressListener progress) {
        return new SuiteRun(subject, options, progress, CATALOGUE).run();
    }

    static List<Check> collect(List<Class<?>> classes) {
        List<Check> checks = new ArrayList<>();
        for (Class<?> type : classes) {
            for (Method method : type.getDeclaredMethods()) {
                Requirement requirement = method.getAnnotation(Requirement.class);
                if (requirement == null) {
                    continue;
                }
                if (Modifier.isPrivate(method.getModifiers())
                        || !List.of(method.getParameterTypes()).equals(List.of(Probe.class))) {
                    throw new IllegalStateException(method + " must be package-private and take a Probe");
                }
                checks.add(new Check(method, requirement));
            }
        }
        checks.sort(Comparator.comparing(Check::area)
                .thenComparing(Check::clause)
                .thenComparing(Check::statements)
                .thenComparing(Check::name));
        return List.copyOf(checks);
    }
}
