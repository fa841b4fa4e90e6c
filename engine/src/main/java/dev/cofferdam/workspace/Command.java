package dev.cofferdam.workspace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to run in a workspace and how (WS-EXEC-001 to 016). Immutable: each method returns a changed copy.
 *
 * <p>What is not set is taken from the {@link WorkspaceOptions} of the workspace.
 */
public final class Command {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Draft draft;

    private Command(Draft draft) {
        this.draft = draft;
    }

    /**
     * Create a command from a program and its arguments, which no shell ever interprets.
     *
     * @param program the program, looked up in the command's {@code PATH} unless it holds a {@code /}
     * @param arguments the arguments, passed byte for byte
     * @return the command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when the program is empty or a word holds a NUL
     */
    public static Command of(String program, String... arguments) {
        Draft draft = new Draft();
        draft.argv = new ArrayList<>();
        draft.argv.add(program);
        draft.argv.addAll(List.of(arguments));
        return checked(draft);
    }

    /**
     * Create a command from a list of words, the program first.
     *
     * @param argv the program and its arguments, at least one word
     * @return the command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when the list or the program is empty or a word
     *     holds a NUL
     */
    public static Command of(List<String> argv) {
        Draft draft = new Draft();
        draft.argv = argv;
        return checked(draft);
    }

    /**
     * Create a command from a line that {@code sh -c} interprets.
     *
     * @param line the shell line
     * @return the command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when the line holds a NUL
     */
    public static Command shell(String line) {
        Draft draft = new Draft();
        draft.argv = List.of("sh", "-c", line);
        draft.shellLine = line;
        return checked(draft);
    }

    private static Command checked(Draft draft) {
        draft.argv = List.copyOf(draft.argv);
        if (draft.argv.isEmpty() || draft.argv.get(0).isEmpty()) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "the command names no program");
        }
        for (String word : draft.argv) {
            if (word.indexOf('\0') >= 0) {
                throw WorkspaceException.of(
                        ErrorCode.INVALID_ARGUMENT,
                        "a word of the command holds a NUL; give such data on stdin or in a file");
            }
        }
        return new Command(draft);
    }

    /**
     * Return the program and its arguments.
     *
     * @return an immutable list, {@code sh -c line} for a shell line
     */
    public List<String> argv() {
        return draft.argv;
    }

    /**
     * Return the shell line, for a command made by {@link #shell(String)}.
     *
     * @return the line, empty for a command made from words
     */
    public Optional<String> shellLine() {
        return Optional.ofNullable(draft.shellLine);
    }

    /**
     * Return where the command runs.
     *
     * @return a workspace path, empty for the workspace's own
     */
    public Optional<String> cwd() {
        return Optional.ofNullable(draft.cwd);
    }

    /**
     * Return the environment variables that are added to the workspace's, secrets revealed.
     *
     * @return an immutable map
     */
    public Map<String, String> env() {
        return draft.env;
    }

    /**
     * Return the names of the variables whose values are secrets.
     *
     * @return an immutable set
     */
    public Set<String> secretNames() {
        return draft.secretNames;
    }

    /**
     * Return the input.
     *
     * @return where the input comes from
     */
    public Stdin stdin() {
        return draft.stdin;
    }

    /**
     * Return after how long the command is ended.
     *
     * @return the time, empty for the workspace's own
     */
    public Optional<Duration> timeout() {
        return Optional.ofNullable(draft.timeout);
    }

    /**
     * Return how long the command may live on between SIGTERM and SIGKILL.
     *
     * @return the time, empty for the workspace's own
     */
    public Optional<Duration> killGrace() {
        return Optional.ofNullable(draft.killGrace);
    }

    /**
     * Return what happens to processes that the command leaves.
     *
     * @return the choice, empty for the workspace's own
     */
    public Optional<Background> background() {
        return Optional.ofNullable(draft.background);
    }

    /**
     * Return how many bytes of stdout and of stderr are kept.
     *
     * @return the limit in bytes, empty for the workspace's own
     */
    public OptionalLong maxOutputBytes() {
        return draft.maxOutputBytes;
    }

    /**
     * Return how many bytes the command may print in all before it is stopped.
     *
     * @return the limit in bytes, empty for the workspace's own
     */
    public OptionalLong maxStreamBytes() {
        return draft.maxStreamBytes;
    }

    /**
     * Return which part of an output that is too long is kept.
     *
     * @return the choice
     */
    public KeepOutput keep() {
        return draft.keep;
    }

    /**
     * Return who sees standard output as it arrives.
     *
     * @return the consumer, empty for none
     */
    public Optional<OutputConsumer> onStdout() {
        return Optional.ofNullable(draft.onStdout);
    }

    /**
     * Return who sees standard error as it arrives.
     *
     * @return the consumer, empty for none
     */
    public Optional<OutputConsumer> onStderr() {
        return Optional.ofNullable(draft.onStderr);
    }

    /**
     * Return the token that cancels the command.
     *
     * @return the token, empty for none
     */
    public Optional<CancelToken> cancelToken() {
        return Optional.ofNullable(draft.cancelToken);
    }

    /**
     * Return the hosts that are open for this command alone.
     *
     * @return the hosts, empty for the workspace's own policy
     */
    public Optional<Set<String>> allowedDomains() {
        return Optional.ofNullable(draft.allowedDomains);
    }

    /**
     * Return who decides about hosts that no list names.
     *
     * @return the decider, empty for the workspace's own policy
     */
    public Optional<UnknownHostDecider> onUnknownHost() {
        return Optional.ofNullable(draft.onUnknownHost);
    }

    /**
     * Tell whether the command asks to run outside of the sandbox.
     *
     * @return {@code true} when it asks; whether it does is in {@link CommandResult#sandbox()}
     */
    public boolean dangerouslyDisableSandbox() {
        return draft.dangerouslyDisableSandbox;
    }

    /**
     * Return this command in another directory.
     *
     * @param path a workspace path
     * @return the changed command
     */
    public Command cwd(String path) {
        return with(d -> d.cwd = Objects.requireNonNull(path, "path"));
    }

    /**
     * Return this command with one more environment variable.
     *
     * @param name a name of the form {@code [A-Za-z_][A-Za-z0-9_]*}
     * @param value anything without a NUL
     * @return the changed command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} for another name or value
     */
    public Command env(String name, String value) {
        requireVariable(name, value);
        return with(d -> {
            d.env = plus(d.env, name, value);
            d.secretNames = minus(d.secretNames, name);
        });
    }

    /**
     * Return this command with one more environment variable whose value is never shown.
     *
     * @param name a name of the form {@code [A-Za-z_][A-Za-z0-9_]*}
     * @param value the secret
     * @return the changed command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} for another name or a value with a NUL
     */
    public Command env(String name, Secret value) {
        requireVariable(name, value.reveal());
        return with(d -> {
            d.env = plus(d.env, name, value.reveal());
            Set<String> names = new TreeSet<>(d.secretNames);
            names.add(name);
            d.secretNames = Set.copyOf(names);
        });
    }

    /**
     * Return this command with more environment variables.
     *
     * @param variables names and values as in {@link #env(String, String)}
     * @return the changed command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} for a bad name or value
     */
    public Command env(Map<String, String> variables) {
        Command command = this;
        for (Map.Entry<String, String> variable : new TreeMap<>(variables).entrySet()) {
            command = command.env(variable.getKey(), variable.getValue());
        }
        return command;
    }

    /**
     * Return this command with input.
     *
     * @param source where the input comes from
     * @return the changed command
     */
    public Command stdin(Stdin source) {
        return with(d -> d.stdin = Objects.requireNonNull(source, "source"));
    }

    /**
     * Return this command with text as input, in UTF-8.
     *
     * @param text the whole input
     * @return the changed command
     * @throws WorkspaceException {@link ErrorCode#ENCODING} when the text holds an unpaired surrogate
     */
    public Command stdin(String text) {
        return stdin(Stdin.of(text));
    }

    /**
     * Return this command with bytes as input.
     *
     * @param bytes the whole input; not copied
     * @return the changed command
     */
    public Command stdin(byte[] bytes) {
        return stdin(Stdin.of(bytes));
    }

    /**
     * Return this command with another time limit.
     *
     * @param limit after how long it is ended, positive
     * @return the changed command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when it is not positive
     */
    public Command timeout(Duration limit) {
        WorkspaceOptions.requirePositive("timeout", limit);
        return with(d -> d.timeout = limit);
    }

    /**
     * Return this command with another time between SIGTERM and SIGKILL.
     *
     * @param grace the time, zero or more
     * @return the changed command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when it is negative
     */
    public Command killGrace(Duration grace) {
        WorkspaceOptions.requireNotNegative("killGrace", grace);
        return with(d -> d.killGrace = grace);
    }

    /**
     * Return this command with a choice about the processes that it leaves.
     *
     * @param choice what happens to them
     * @return the changed command
     */
    public Command background(Background choice) {
        return with(d -> d.background = Objects.requireNonNull(choice, "choice"));
    }

    /**
     * Return this command keeping another number of bytes of stdout and of stderr.
     *
     * @param bytes the limit for each stream, zero or more
     * @return the changed command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when it is negative
     */
    public Command maxOutputBytes(long bytes) {
        WorkspaceOptions.requireNotNegative("maxOutputBytes", bytes);
        return with(d -> d.maxOutputBytes = OptionalLong.of(bytes));
    }

    /**
     * Return this command with another limit on what it may print in all.
     *
     * @param bytes the limit for both streams together, positive
     * @return the changed command
     * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when it is not positive
     */
    public Command maxStreamBytes(long bytes) {
        WorkspaceOptions.requirePositive("maxStreamBytes", bytes);
        return with(d -> d.maxStreamBytes = OptionalLong.of(bytes));
    }

    /**
     * Return this command keeping another part of an output that is too long.
     *
     * @param part which part is kept
     * @return the changed command
     */
    public Command keep(KeepOutput part) {
        return with(d -> d.keep = Objects.requireNonNull(part, "part"));
    }

    /**
     * Return this command showing standard output as it arrives.
     *
     * @param consumer takes the chunks
     * @return the changed command
     */
    public Command onStdout(OutputConsumer consumer) {
        return with(d -> d.onStdout = Objects.requireNonNull(consumer, "consumer"));
    }

    /**
     * Return this command showing standard error as it arrives.
     *
     * @param consumer takes the chunks
     * @return the changed command
     */
    public Command onStderr(OutputConsumer consumer) {
        return with(d -> d.onStderr = Objects.requireNonNull(consumer, "consumer"));
    }

    /**
     * Return this command with a token that cancels it.
     *
     * @param token the token; when it is cancelled already, nothing runs
     * @return the changed command
     */
    public Command cancelToken(CancelToken token) {
        return with(d -> d.cancelToken = Objects.requireNonNull(token, "token"));
    }

    /**
     * Return this command with hosts that are open for it alone; needs {@link Capability#NETWORK_POLICY}.
     *
     * @param hosts host names, {@code *.example.org} for subdomains, each with an optional {@code :port}
     * @return the changed command
     */
    public Command allowedDomains(Set<String> hosts) {
        return with(d -> d.allowedDomains = Set.copyOf(hosts));
    }

    /**
     * Return this command with a decision about hosts that no list names; needs {@link Capability#NETWORK_POLICY}.
     *
     * @param decider decides about each such connection
     * @return the changed command
     */
    public Command onUnknownHost(UnknownHostDecider decider) {
        return with(d -> d.onUnknownHost = Objects.requireNonNull(decider, "decider"));
    }

    /**
     * Return this command asking to run outside of the operating system's sandbox, with all that this user may do. It is
     * ignored unless the policy of the sandbox has {@code allowUnsandboxed}; the result says what was done.
     *
     * @param ask {@code true} to ask
     * @return the changed command
     */
    public Command dangerouslyDisableSandbox(boolean ask) {
        return with(d -> d.dangerouslyDisableSandbox = ask);
    }

    /**
     * Show the words of the command; values of environment variables are left out.
     *
     * @return a readable form, not meant to be parsed
     */
    @Override
    public String toString() {
        return draft.shellLine != null ? draft.shellLine : String.join(" ", draft.argv);
    }

    private Command with(Consumer<Draft> change) {
        Draft copy = new Draft(draft);
        change.accept(copy);
        return new Command(copy);
    }

    static void requireVariable(String name, String value) {
        if (!NAME.matcher(name).matches()) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "an environment variable's name must be letters, digits and _, not beginning with a digit");
        }
        if (value.indexOf('\0') >= 0) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "the value of " + name + " holds a NUL");
        }
    }

    private static Map<String, String> plus(Map<String, String> map, String name, String value) {
        Map<String, String> copy = new LinkedHashMap<>(map);
        copy.put(name, value);
        return Collections.unmodifiableMap(copy);
    }

    private static Set<String> minus(Set<String> names, String name) {
        Set<String> copy = new TreeSet<>(names);
        copy.remove(name);
        return Set.copyOf(copy);
    }

    /** The fields while a copy is being changed; never seen from outside, never changed once a command holds it. */
    private static final class Draft {
        List<String> argv = List.of();

        @Nullable
        String shellLine;

        @Nullable
        String cwd;

        Map<String, String> env = Map.of();
        Set<String> secretNames = Set.of();
        Stdin stdin = Stdin.none();

        @Nullable
        Duration timeout;

        @Nullable
        Duration killGrace;

        @Nullable
        Background background;

        OptionalLong maxOutputBytes = OptionalLong.empty();
        OptionalLong maxStreamBytes = OptionalLong.empty();
        KeepOutput keep = KeepOutput.HEAD;

        @Nullable
        OutputConsumer onStdout;

        @Nullable
        OutputConsumer onStderr;

        @Nullable
        CancelToken cancelToken;

        @Nullable
        Set<String> allowedDomains;

        @Nullable
        UnknownHostDecider onUnknownHost;

        boolean dangerouslyDisableSandbox;

        Draft() {}

        Draft(Draft other) {
            argv = other.argv;
            shellLine = other.shellLine;
            cwd = other.cwd;
            env = other.env;
            secretNames = other.secretNames;
            stdin = other.stdin;
            timeout = other.timeout;
            killGrace = other.killGrace;
            background = other.background;
            maxOutputBytes = other.maxOutputBytes;
            maxStreamBytes = other.maxStreamBytes;
            keep = other.keep;
            onStdout = other.onStdout;
            onStderr = other.onStderr;
            cancelToken = other.cancelToken;
            allowedDomains = other.allowedDomains;
            onUnknownHost = other.onUnknownHost;
            dangerouslyDisableSandbox = other.dangerouslyDisableSandbox;
        }
    }
}
