package dev.cofferdam.spi;

import dev.cofferdam.workspace.Background;
import dev.cofferdam.workspace.Stdin;
import dev.cofferdam.workspace.UnknownHostDecider;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A program to start in a sandbox, as leader of a process group of its own where the provider has
 * {@code PROCESS_GROUPS}.
 *
 * @param argv the program, looked up in the {@code PATH} of {@code env} or else of the sandbox, and its arguments; no
 *     shell interprets them
 * @param cwd the absolute path of the directory in the sandbox, checked by the engine
 * @param env what is added to the sandbox's environment; values appear in no command line and no record
 * @param stdin its input; {@code Optional.empty()} for one that the caller writes to {@link SandboxProcess#stdin()}
 * @param background whether processes that it leaves are to live on
 * @param allowedDomains the hosts that are open for it alone; empty for the sandbox's own policy
 * @param onUnknownHost who decides about other hosts; empty for the sandbox's own policy
 * @param dangerouslyDisableSandbox whether the caller asks for it to run outside of the sandbox, which a provider ignores
 *     unless its own policy lets calls ask for that
 */
public record ProcessRequest(
        List<String> argv,
        String cwd,
        Map<String, String> env,
        Optional<Stdin> stdin,
        Background background,
        Optional<Set<String>> allowedDomains,
        Optional<UnknownHostDecider> onUnknownHost,
        boolean dangerouslyDisableSandbox) {

    /** Copy the collections. */
    public ProcessRequest {
        argv = List.copyOf(argv);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        allowedDomains = allowedDomains.map(Set::copyOf);
    }

    /**
     * Create a request for a program inside of the sandbox.
     *
     * @param argv the program and its arguments
     * @param cwd the absolute path of the directory in the sandbox
     * @param env what is added to the sandbox's environment
     * @param stdin its input; empty for one that the caller writes
     * @param background whether processes that it leaves are to live on
     * @param allowedDomains the hosts that are open for it alone; empty for the sandbox's own policy
     * @param onUnknownHost who decides about other hosts; empty for the sandbox's own policy
     */
    public ProcessRequest(
            List<String> argv,
            String cwd,
            Map<String, String> env,
            Optional<Stdin> stdin,
            Background background,
            Optional<Set<String>> allowedDomains,
            Optional<UnknownHostDecider> onUnknownHost) {
        this(argv, cwd, env, stdin, background, allowedDomains, onUnknownHost, false);
    }

    /**
     * Create a request without input that ends what it leaves.
     *
     * @param argv the program and its arguments
     * @param cwd the absolute path of the directory in the sandbox
     * @return the request
     */
    public static ProcessRequest of(List<String> argv, String cwd) {
        return new ProcessRequest(
                argv, cwd, Map.of(), Optional.of(Stdin.none()), Background.KILL, Optional.empty(), Optional.empty());
    }

    /** Show the words; values of environment variables are left out. */
    @Override
    public String toString() {
        return "ProcessRequest[argv=" + argv + ", env=" + env.keySet() + "]";
    }
}
