package dev.cofferdam.workspace;

import java.util.EnumSet;
import java.util.Set;

/**
 * What a provider may be able to do beyond keeping files.
 *
 * <p>A provider has every capability unless it leaves one out with a reason ({@link Capabilities}). An operation whose
 * capability is left out fails with {@link ErrorCode#UNSUPPORTED}, touches nothing, and says why.
 */
public enum Capability {
    /** Commands: {@code exec} and {@code start}. Off: both are {@code UNSUPPORTED}. */
    EXEC,
    /** Output consumers see chunks while the command runs. Off: a command with a consumer is {@code UNSUPPORTED}. */
    STREAMING(EXEC),
    /** A command can be given input. Off: a command with input is {@code UNSUPPORTED}. */
    STDIN(EXEC),
    /** {@link Background#KEEP}. Off: a command that asks for it is {@code UNSUPPORTED}. */
    BACKGROUND(EXEC),
    /** A command and what it started are ended together. Off: only the command itself is ended. */
    PROCESS_GROUPS(EXEC),
    /** Snapshots, restore, diff. Off: all of them are {@code UNSUPPORTED}. */
    SNAPSHOTS,
    /** The trash. Off: {@code remove} with {@code trash}, and the trash operations, are {@code UNSUPPORTED}. */
    TRASH,
    /** Symbolic links. Off: {@code symlink} is {@code UNSUPPORTED} and links are never met. */
    SYMLINKS,
    /** Permission bits. Off: {@code setMode} and writes with a mode are {@code UNSUPPORTED}; modes read as defaults. */
    MODES,
    /** FIFOs, sockets and devices may exist and are told apart. Off: they cannot be made in the sandbox. */
    SPECIAL_FILES,
    /** Modification times keep nanoseconds. Off: they are kept in the provider's granularity. */
    NS_TIMESTAMPS,
    /** Names that are not UTF-8 may exist and keep their bytes. Off: they cannot be made in the sandbox. */
    RAW_NAMES,
    /** File operations stay in the root while a command swaps directories for links (WS-PATH-008). Off: not promised. */
    RACE_FREE_CONFINEMENT,
    /** A sandbox of before can be reached again by its id. Off: connecting is {@code UNSUPPORTED}. */
    RECONNECT,
    /** A sandbox can be suspended and its files survive. Off: suspending is {@code UNSUPPORTED}. */
    SUSPEND(RECONNECT),
    /** The provider ends sandboxes after a time that is pushed back while they are used. Off: they have no end. */
    LIFETIME,
    /** Servers inside can be reached through {@link Workspace#endpoint(int)}. Off: it is {@code UNSUPPORTED}. */
    PORTS,
    /** Network access is closed or limited as asked. Off: a command that asks for limits is {@code UNSUPPORTED}. */
    NETWORK_POLICY(EXEC),
    /** Memory, CPU and process limits are enforced. Off: an option that asks for them is refused. */
    RESOURCE_LIMITS(EXEC);

    @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable
    private final Set<Capability> implied;

    Capability(Capability... implied) {
        this.implied = Set.of(implied);
    }

    /**
     * Return the capabilities without which this one makes no sense.
     *
     * @return the directly implied capabilities, an immutable set
     */
    public Set<Capability> implied() {
        return implied;
    }

    /**
     * Return a set with every capability.
     *
     * @return a new, modifiable set
     */
    public static EnumSet<Capability> all() {
        return EnumSet.allOf(Capability.class);
    }
}
