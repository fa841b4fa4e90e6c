package dev.cofferdam.internal.launch;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Finds out, once for each sandbox, which words commands need before them: by starting a script that tells in which
 * session and with which signals it found itself. Nothing is inferred from names or versions.
 */
public final class LaunchProbe {
    private static final String SCRIPT = Launch.STAT + """
            \
             cdm_n=${IFS#??}; cdm_e= cdm_b=; cdm_s $$; cdm_u=;\
             while read -r cdm_k cdm_v; do case $cdm_k in SigBlk:|SigIgn:) cdm_u="$cdm_u $cdm_v";; esac; done </proc/$$/status;\
             printf %s "$1 $$ ${cdm_e:-0} ${cdm_b:-0}$cdm_u$cdm_n"\
            """;
    private static final int FIELDS = 5;

    private final Runner runner;
    private final String token;

    /** Runs a program in the sandbox, without input and without marks. */
    @FunctionalInterface
    public interface Runner {
        /**
         * Run a program to its end.
         *
         * @param words the program and its arguments
         * @return what it printed
         * @throws IOException when something underneath fails
         * @throws InterruptedException when the thread is interrupted
         */
        Outcome run(List<String> words) throws IOException, InterruptedException;
    }

    /**
     * How a program ended.
     *
     * @param exitCode its exit code
     * @param stdout what it printed
     * @param stderr what it printed on standard error
     */
    public record Outcome(int exitCode, String stdout, String stderr) {}

    /** What a program finds itself in. */
    private record Found(boolean leads, String wrongSignals) {}

    /**
     * Create a probe.
     *
     * @param runner runs programs in the sandbox
     * @param token any letters and digits
     */
    public LaunchProbe(Runner runner, String token) {
        this.runner = runner;
        this.token = token;
    }

    /**
     * Find the words.
     *
     * @return how commands are started
     * @throws IOException when something underneath fails
     * @throws InterruptedException when the thread is interrupted
     * @throws WorkspaceException {@code UNAVAILABLE} naming what the sandbox lacks
     */
    public Launch find() throws IOException, InterruptedException {
        Outcome bare = runner.run(words(List.of()));
        Found found = parse(bare).orElseThrow(() -> unavailable(bare));
        List<String> prefix = List.of();
        if (!found.leads()) {
            Optional<List<String>> session = session();
            prefix = session.orElseThrow(() -> WorkspaceException.of(
                    ErrorCode.UNAVAILABLE,
                    "the sandbox starts programs within a session of others, and has no setsid that gives them their own:"
                            + " install util-linux in it"));
        }
        return new Launch(found.wrongSignals().isEmpty() ? prefix : mended(prefix, found.wrongSignals()));
    }

    private Optional<List<String>> session() throws IOException, InterruptedException {
        for (List<String> candidate : List.of(List.of("setsid", "-w"), List.of("setsid"))) {
            if (parse(runner.run(words(candidate))).filter(Found::leads).isPresent()) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /** Keep {@code env} only when it does what it is there for: not every one knows the option. */
    private List<String> mended(List<String> prefix, String signals) throws IOException, InterruptedException {
        List<String> candidate = new ArrayList<>(prefix);
        candidate.addAll(List.of("env", "--default-signal=" + signals));
        boolean works = parse(runner.run(words(candidate)))
                .filter(found -> found.leads() && found.wrongSignals().isEmpty())
                .isPresent();
        return works ? candidate : prefix;
    }

    private List<String> words(List<String> prefix) {
        return new Launch(prefix).with("sh", "-c", SCRIPT, "sh", token);
    }

    private Optional<Found> parse(Outcome outcome) {
        for (String line : (Iterable<String>) outcome.stdout().lines()::iterator) {
            int at = line.indexOf(token + " ");
            if (outcome.exitCode() == 0 && at >= 0) {
                String[] fields = line.substring(at + token.length() + 1).split(" ", -1);
                if (fields.length == FIELDS && !fields[2].equals("0")) {
                    return Optional.of(new Found(fields[0].equals(fields[1]), signals(fields[3], fields[4])));
                }
            }
        }
        return Optional.empty();
    }

    private static String signals(String blocked, String ignored) {
        long wrong = Long.parseUnsignedLong(blocked, 16) | Long.parseUnsignedLong(ignored, 16);
        StringJoiner numbers = new StringJoiner(",");
        for (int signal = 1; signal <= 31; signal++) {
            if ((wrong >>> (signal - 1) & 1) == 1) {
                numbers.add(Integer.toString(signal));
            }
        }
        return numbers.toString();
    }

    private static WorkspaceException unavailable(Outcome outcome) {
        String said = (outcome.stderr() + " " + outcome.stdout()).strip().replaceAll("\\s+", " ");
        String more = said.isEmpty() ? "" : ": " + said.substring(0, Math.min(said.length(), 200));
        return WorkspaceException.of(
                ErrorCode.UNAVAILABLE,
                "the sandbox needs a POSIX sh and a Linux /proc; a script that was tried ended with exit code "
                        + outcome.exitCode() + more);
    }
}
