package dev.cofferdam.internal.egress;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * Tells which addresses a name must not lead to: those of this machine, of its networks, and of the metadata services of
 * clouds. An IPv4 address is also found inside of the IPv6 forms that carry one.
 */
final class AddressGuard {
    /** What is reached only when it is spelled out, and how a message calls it. */
    private static final Range[] RANGES = {
        range("127.0.0.0/8", "this machine"),
        range("0.0.0.0/8", "this machine"),
        range("169.254.169.254/32", "a metadata service"),
        range("169.254.170.2/32", "a metadata service"),
        range("169.254.0.0/16", "a link-local address"),
        range("100.100.100.200/32", "a metadata service"),
        range("168.63.129.16/32", "a metadata service"),
        range("192.0.0.192/32", "a metadata service"),
        range("192.0.0.0/24", "a reserved address"),
        range("10.0.0.0/8", "a private network"),
        range("172.16.0.0/12", "a private network"),
        range("192.168.0.0/16", "a private network"),
        range("100.64.0.0/10", "a private network"),
        range("224.0.0.0/4", "a multicast address"),
        range("240.0.0.0/4", "a reserved address"),
        range("::/128", "this machine"),
        range("::1/128", "this machine"),
        range("fd00:ec2::/32", "a metadata service"),
        range("fd20:ce::/32", "a metadata service"),
        range("64:ff9b:1::/48", "a private network"),
        range("fe80::/10", "a link-local address"),
        range("fec0::/10", "a private network"),
        range("fc00::/7", "a private network"),
        range("ff00::/8", "a multicast address"),
    };

    private final Set<InetAddress> own;

    AddressGuard(Set<InetAddress> own) {
        this.own = Set.copyOf(own.stream().map(AddressGuard::plain).toList());
    }

    /**
     * Say what is wrong with an address.
     *
     * @param address the address
     * @return what it is, empty when a name may lead to it
     */
    Optional<String> objection(InetAddress address) {
        InetAddress plain = plain(address);
        if (own.contains(plain)) {
            return Optional.of("this machine");
        }
        for (Range range : RANGES) {
            if (range.holds(plain.getAddress())) {
                return Optional.of(range.what());
            }
        }
        Optional<InetAddress> inner = plain instanceof Inet6Address ? embedded(plain.getAddress()) : Optional.empty();
        return inner.flatMap(this::objection);
    }

    /** Leave out the zone, which takes part in comparing. */
    private static InetAddress plain(InetAddress address) {
        return bytes(address.getAddress());
    }

    /** Return the IPv4 address that an IPv6 address carries; Java shows mapped ones as IPv4 by itself. */
    private static Optional<InetAddress> embedded(byte[] b) {
        if (startsWith(b, 0x20, 0x02)) {
            return Optional.of(bytes(Arrays.copyOfRange(b, 2, 6)));
        }
        if (startsWith(b, 0x20, 0x01, 0, 0)) {
            byte[] client = Arrays.copyOfRange(b, 12, 16);
            for (int i = 0; i < client.length; i++) {
                client[i] = (byte) ~client[i];
            }
            return Optional.of(bytes(client));
        }
        boolean wellKnownNat64 = startsWith(b, 0, 0x64, 0xff, 0x9b);
        boolean compatible = startsWith(b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        boolean translated = startsWith(b, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0);
        boolean isatap = (b[8] & 0xfd) == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == (byte) 0xfe;
        return wellKnownNat64 || compatible || translated || isatap
                ? Optional.of(bytes(Arrays.copyOfRange(b, 12, 16)))
                : Optional.empty();
    }

    private static boolean startsWith(byte[] bytes, int... prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if ((bytes[i] & 0xff) != prefix[i]) {
                return false;
            }
        }
        return true;
    }

    private static InetAddress bytes(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has an illegal length", e);
        }
    }

    private static Range range(String cidr, String what) {
        int slash = cidr.indexOf('/');
        String text = cidr.substring(0, slash);
        InetAddress address = Host.parse(text.indexOf(':') >= 0 ? "[" + text + "]" : text)
                .address()
                .orElseThrow();
        return new Range(address instanceof Inet4Address, address, Integer.parseInt(cidr.substring(slash + 1)), what);
    }

    private record Range(boolean v4, InetAddress base, int bits, String what) {
        boolean holds(byte[] address) {
            byte[] prefix = base.getAddress();
            if (address.length != prefix.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> (bit & 7);
                if ((address[bit >> 3] & mask) != (prefix[bit >> 3] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
