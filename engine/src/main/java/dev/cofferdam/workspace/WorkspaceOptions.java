package dev.cofferdam.workspace;

import java.nio.charset.StandardCharsets;
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
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The options that every provider takes. Immutable; build with {@link #builder()}.
 *
 * @param root where the workspace lies in the sandbox: absolute, or relative to the provider's working directory; empty
 *     for a fresh root of the provider's own
 * @param createRoot whether a missing root is made
 * @param cwd where commands run, a workspace path
 * @param env environment variables that every command gets
 * @param secretNames the names of those variables whose values are secrets
 * @param background what happens to processes that commands leave
 * @param onClose what closing does with the sandbox; empty for the default of WS-LIFE-003
 * @param limits the limits
 * @param lifetime how long the provider lets the sandbox live unused, where it ends sandboxes
 * @param inheritHome whether commands get the user's {@code HOME}; empty means only for a root given by path
 * @param maxTrashBytes the largest trash, beyond which the oldest items go; empty for no cap
 * @param listeners who sees every operation
 */
public record WorkspaceOptions(
        Optional<String> root,
        boolean createRoot,
        String cwd,
        Map<String, String> env,
        Set<String> secretNames,
        Background background,
        Optional<OnClose> onClose,
        Limits limits,
        Duration lifetime,
        Optional<Boolean> inheritHome,
        OptionalLong maxTrashBytes,
        List<WorkspaceListener> listeners) {

    private static final int MAX_ROOT_BYTES = 1_000;

    /** Check and copy the components. */
    public WorkspaceOptions {
        root.ifPresent(WorkspaceOptions::requireRoot);
        env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
        env.forEach(Command::requireVariable);
        secretNames = Set.copyOf(secretNames);
        listeners = List.copyOf(listeners);
        requirePositive("lifetime", lifetime);
        if (maxTrashBytes.isPresent()) {
            requireNotNegative("maxTrashBytes", maxTrashBytes.getAsLong());
        }
    }

    /**
     * Return the defaults of the contract.
     *
     * @return the defaults
     */
    public static WorkspaceOptions defaults() {
        return builder().build();
    }

    /**
     * Return a builder with the defaults of the contract.
     *
     * @return the builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Show the options without the values of environment variables.
     *
     * @return a readable form, not meant to be parsed
     */
    @Override
    public String toString() {
        return "WorkspaceOptions[root=" + root.orElse("(fresh)") + ", cwd=" + cwd + ", env=" + env.keySet() + "]";
    }

    private static void requireRoot(String root) {
        int bytes = root.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_ROOT_BYTES) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_PATH,
                    "the root is " + bytes + " bytes long; at most " + MAX_ROOT_BYTES + " are allowed");
        }
        if (root.isEmpty() || root.indexOf('\0') >= 0) {
            throw WorkspaceException.of(ErrorCode.INVALID_PATH, "the root must not be empty or hold a NUL");
        }
    }

    static void requirePositive(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw outOfRange(name, value, "positive");
        }
    }

    static void requireNotNegative(String name, Duration value) {
        if (value.isNegative()) {
            throw outOfRange(name, value, "zero or more");
        }
    }

    static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw outOfRange(name, value, "positive");
        }
    }

    static void requireNotNegative(String name, long value) {
        if (value < 0) {
            throw outOfRange(name, value, "zero or more");
        }
    }

    private static WorkspaceException outOfRange(String name, Object value, String range) {
        return WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, name + " is " + value + "; it must be " + range);
    }

    /** Collects options. Not safe for use by several threads. */
    public static final class Builder {
        private @Nullable String root;
        private boolean createRoot = true;
        private String cwd = ".";
        private final Map<String, String> env = new LinkedHashMap<>();
        private final Set<String> secretNames = new TreeSet<>();
        private Background background = Background.KILL;
        private @Nullable OnClose onClose;
        private Limits limits = Limits.defaults();
        private Duration lifetime = Duration.ofMinutes(30);
        private @Nullable Boolean inheritHome;
        private OptionalLong maxTrashBytes = OptionalLong.empty();
        private final List<WorkspaceListener> listeners = new ArrayList<>();

        private Builder() {}

        /**
         * Set where the workspace lies in the sandbox.
         *
         * @param path absolute, or relative to the provider's working directory
         * @return this builder
         */
        public Builder root(String path) {
            this.root = Objects.requireNonNull(path, "path");
            return this;
        }

        /**
         * Set whether a missing root is made; default {@code true}.
         *
         * @param create whether to make it
         * @return this builder
         */
        public Builder createRoot(boolean create) {
            this.createRoot = create;
            return this;
        }

        /**
         * Set where commands run; default the root.
         *
         * @param path a workspace path
         * @return this builder
         */
        public Builder cwd(String path) {
            this.cwd = Objects.requireNonNull(path, "path");
            return this;
        }

        /**
         * Add an environment variable for every command.
         *
         * @param name a name of the form {@code [A-Za-z_][A-Za-z0-9_]*}
         * @param value anything without a NUL
         * @return this builder
         */
        public Builder env(String name, String value) {
            env.put(name, value);
            secretNames.remove(name);
            return this;
        }

        /**
         * Add an environment variable whose value is never shown, for every command.
         *
         * @param name a name of the form {@code [A-Za-z_][A-Za-z0-9_]*}
         * @param value the secret
         * @return this builder
         */
        public Builder env(String name, Secret value) {
            env.put(name, value.reveal());
            secretNames.add(name);
            return this;
        }

        /**
         * Set what happens to processes that commands leave; default {@link Background#KILL}.
         *
         * @param choice what happens to them
         * @return this builder
         */
        public Builder background(Background choice) {
            this.background = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * Set what closing does with the sandbox.
         *
         * @param choice what closing does
         * @return this builder
         */
        public Builder onClose(OnClose choice) {
            this.onClose = Objects.requireNonNull(choice, "choice");
            return this;
        }

        /**
         * Set all limits at once.
         *
         * @param all the limits
         * @return this builder
         */
        public Builder limits(Limits all) {
            this.limits = Objects.requireNonNull(all, "all");
            return this;
        }

        /**
         * Return the limits as they are now, to derive others from.
         *
         * @return the limits
         */
        public Limits limits() {
            return limits;
        }

        /**
         * Set how long the provider lets the sandbox live unused; default 30 minutes.
         *
         * @param time the time, positive
         * @return this builder
         */
        public Builder lifetime(Duration time) {
            this.lifetime = Objects.requireNonNull(time, "time");
            return this;
        }

        /**
         * Set whether commands get the user's {@code HOME}.
         *
         * @param inherit whether they get it
         * @return this builder
         */
        public Builder inheritHome(boolean inherit) {
            this.inheritHome = inherit;
            return this;
        }

        /**
         * Set the largest trash, beyond which the oldest items go.
         *
         * @param bytes the cap, zero or more
         * @return this builder
         */
        public Builder maxTrashBytes(long bytes) {
            this.maxTrashBytes = OptionalLong.of(bytes);
            return this;
        }

        /**
         * Add a listener that sees every operation.
         *
         * @param listener the listener
         * @return this builder
         */
        public Builder listener(WorkspaceListener listener) {
            listeners.add(listener);
            return this;
        }

        /**
         * Build the options.
         *
         * @return the options
         * @throws WorkspaceException {@link ErrorCode#INVALID_ARGUMENT} when one is out of its range
         */
        public WorkspaceOptions build() {
            return new WorkspaceOptions(
                    Optional.ofNullable(root),
                    createRoot,
                    cwd,
                    env,
                    secretNames,
                    background,
                    Optional.ofNullable(onClose),
                    limits,
                    lifetime,
                    Optional.ofNullable(inheritHome),
                    maxTrashBytes,
                    listeners);
        }
    }
}
