package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A host, as a command asks for it or a list names it, in the one form in which the two are compared: a name in lower
 * case and ASCII without a final dot, or an address. Immutable.
 *
 * <p>What programs read in different ways is refused, so that the checked host is the one that is reached: the old forms
 * of IPv4 addresses ({@code 0x7f.1}, {@code 127.1}, {@code 017700000001}), zones of IPv6 addresses, user information.
 */
public final class Host {
    private static final int MAX_LENGTH = 253;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    private static final Pattern QUAD = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");

    private static final Set<String> LOCAL_NAMES = Set.of(
            "localhost.localdomain",
            "localhost6",
            "localhost6.localdomain6",
            "ip6-localhost",
            "ip6-loopback",
            "metadata",
            "metadata.google.internal",
            "instance-data",
            "instance-data.ec2.internal");

    private final String text;
    private final @Nullable InetAddress address;

    private Host(String text, @Nullable InetAddress address) {
        this.text = text;
        this.address = address;
    }

    /**
     * Read a host name, an IPv4 address, or an IPv6 address in brackets.
     *
     * @param raw the text
     * @return the host
     * @throws WorkspaceException {@code INVALID_ARGUMENT} saying what is wrong, without the text
     */
    public static Host parse(String raw) {
        if (raw.startsWith("[")) {
            if (!raw.endsWith("]")) {
                throw bad("the bracket of the IPv6 address is not closed");
            }
            return ofIpv6(raw.substring(1, raw.length() - 1));
        }
        requireNoForeignParts(raw);
        String ascii = ascii(raw).toLowerCase(Locale.ROOT);
        String name = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw bad("a host name has 1 to " + MAX_LENGTH + " characters");
        }
        String[] labels = name.split("\\.", -1);
        if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
            return ofIpv4(name);
        }
        for (String label : labels) {
            if (!LABEL.matcher(label).matches()) {
                throw bad(
                        "each part of a host name is 1 to 63 letters, digits, - or _, and does not begin or end with -");
            }
        }
        return new Host(name, null);
    }

    /**
     * Make the host of an address.
     *
     * @param address the address; what an IPv6 address has of a zone is left out
     * @return the host
     */
    public static Host of(InetAddress address) {
        try {
            InetAddress plain = InetAddress.getByAddress(address.getAddress());
            return new Host(Addresses.text(plain), plain);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has an illegal length", e);
        }
    }

    private static void requireNoForeignParts(String raw) {
        if (raw.indexOf('@') >= 0) {
            throw bad("user information has no place in a host");
        }
        if (raw.indexOf('/') >= 0) {
            throw bad("a host has neither a scheme nor a path");
        }
        if (raw.indexOf(':') >= 0) {
            throw bad("an IPv6 address is written in brackets");
        }
    }

    private static String ascii(String raw) {
        if (raw.length() > MAX_LENGTH + 1) {
            throw bad("a host name has 1 to " + MAX_LENGTH + " characters");
        }
        if (raw.chars().allMatch(c -> c < 0x80)) {
            return raw;
        }
        try {
            return IDN.toASCII(raw, IDN.USE_STD3_ASCII_RULES);
        } catch (IllegalArgumentException e) {
            throw bad("the international host name is not valid").causedBy(e);
        }
    }

    /** A name whose last part is a number is taken for an address by some programs, so it must be one for all. */
    private static Host ofIpv4(String text) {
        if (!QUAD.matcher(text).matches()) {
            throw bad("an IPv4 address is written as four decimal numbers without leading zeros");
        }
        byte[] bytes = new byte[4];
        String[] parts = text.split("\\.", -1);
        for (int i = 0; i < bytes.length; i++) {
            int part = Integer.parseInt(parts[i]);
            if (part > 255) {
                throw bad("each number of an IPv4 address is at most 255");
            }
            bytes[i] = (byte) part;
        }
        return of(address(bytes));
    }

    private static Host ofIpv6(String text) {
        if (!IPV6.matcher(text).matches() || text.indexOf(':') < 0) {
            throw bad("the IPv6 address is not valid; zones are not supported");
        }
        try {
            // With a colon in it the text is never looked up. An IPv4 address in IPv6 form comes back as IPv4.
            return of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            throw bad("the IPv6 address is not valid").causedBy(e);
        }
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has an illegal length", e);
        }
    }

    /**
     * Return the address, when the host is one.
     *
     * @return the address, empty for a name
     */
    public Optional<InetAddress> address() {
        return Optional.ofNullable(address);
    }

    /** Tell whether this is a name under which every machine knows itself (RFC 6761). */
    boolean isLocalhost() {
        return text.equals("localhost") || text.endsWith(".localhost");
    }

    /** Tell whether this is a name of this machine or of the metadata service of its cloud, whatever it leads to. */
    boolean isLocalName() {
        return isLocalhost() || LOCAL_NAMES.contains(text);
    }

    /** Tell whether this is a name below another one. */
    boolean isBelow(Host other) {
        return address == null && other.address == null && text.endsWith("." + other.text);
    }

    /** Return the host without brackets. */
    String text() {
        return text;
    }

    private static WorkspaceException bad(String problem) {
        return WorkspaceException.of(ErrorCode.INVALID_ARGUMENT, problem);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Host host && host.text.equals(text) && Objects.equals(host.address, address);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Return the host as it is written in a list: an IPv6 address in brackets. */
    @Override
    public String toString() {
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }
}
