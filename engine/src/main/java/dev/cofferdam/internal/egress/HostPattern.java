package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a list of hosts: {@code github.com} for that host only, {@code *.example.org} for the hosts below it and
 * not itself, {@code *} for every host, an IPv4 address or an IPv6 address in brackets, each with an optional
 * {@code :port}. Immutable.
 */
public final class HostPattern {
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final int ANY_PORT = 0;

    private enum Kind {
        EXACT,
        BELOW,
        EVERY
    }

    private final Kind kind;
    private final @Nullable Host host;
    private final int port;

    private HostPattern(Kind kind, @Nullable Host host, int port) {
        this.kind = kind;
        this.host = host;
        this.port = port;
    }

    /**
     * Read an entry.
     *
     * @param list the name of the list, for messages
     * @param text the entry
     * @return the pattern
     * @throws WorkspaceException {@code INVALID_ARGUMENT} saying which entry of which list is wrong and why
     */
    public static HostPattern parse(String list, String text) {
        try {
            return parse(text);
        } catch (WorkspaceException e) {
            throw WorkspaceException.of(
                            ErrorCode.INVALID_ARGUMENT,
                            list + ": the entry " + Refusal.printable(shown(text)) + " is not a host: " + e.getMessage()
                                    + "; write a host such as github.com, *.example.org, 127.0.0.1 or [::1], with :port"
                                    + " if only that one is meant")
                    .causedBy(e);
        }
    }

    /**
     * Read all entries of a list.
     *
     * @param list the name of the list, for messages
     * @param entries the entries
     * @return the patterns
     * @throws WorkspaceException {@code INVALID_ARGUMENT} for the first entry that is wrong
     */
    public static List<HostPattern> parseAll(String list, Collection<String> entries) {
        return entries.stream().map(entry -> parse(list, entry)).toList();
    }

    private static HostPattern parse(String text) {
        int end = endOfHost(text);
        int port = end == text.length() ? ANY_PORT : port(text.substring(end + 1));
        String name = text.substring(0, end);
        if (name.equals("*")) {
            return new HostPattern(Kind.EVERY, null, port);
        }
        if (!name.startsWith("*.")) {
            return new HostPattern(Kind.EXACT, Host.parse(name), port);
        }
        Host base = Host.parse(name.substring(2));
        if (base.address().isPresent()) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "nothing is below an address");
        }
        return new HostPattern(Kind.BELOW, base, port);
    }

    /** Return where the host ends: at the colon before the port, or at the end. */
    static int endOfHost(String text) {
        int bracket = text.startsWith("[") ? text.indexOf(']') : -1;
        int colon = text.indexOf(':', Math.max(bracket, 0));
        boolean port = colon >= 0 && (bracket >= 0 ? colon == bracket + 1 : text.indexOf(':', colon + 1) < 0);
        return port && text.indexOf("//") < 0 ? colon : text.length();
    }

    /** Read a port. */
    static int port(String text) {
        int port = PORT.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (port < 1 || port > 65535) {
            throw WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, "a port is a number from 1 to 65535");
        }
        return port;
    }

    /** Leave out what looks like user information. */
    private static String shown(String text) {
        int at = text.lastIndexOf('@');
        return at < 0 ? text : "…" + text.substring(at);
    }

    /**
     * Tell whether a connection is meant.
     *
     * @param asked the host
     * @param askedPort its port
     * @return whether it is
     */
    boolean matches(Host asked, int askedPort) {
        if (port != ANY_PORT && port != askedPort) {
            return false;
        }
        return switch (kind) {
            case EVERY -> true;
            case BELOW -> host != null && asked.isBelow(host);
            case EXACT -> host != null && asked.equals(host);
        };
    }

    /** Tell whether a connection is meant and its host is written out, so that it was chosen and not swept in. */
    boolean names(Host asked, int askedPort) {
        return kind == Kind.EXACT && matches(asked, askedPort);
    }

    /** Return the entry in its normal form. */
    @Override
    public String toString() {
        String name = switch (kind) {
            case EVERY -> "*";
            case BELOW -> "*." + host;
            case EXACT -> String.valueOf(host);
        };
        return port == ANY_PORT ? name : name + ":" + port;
    }
}
