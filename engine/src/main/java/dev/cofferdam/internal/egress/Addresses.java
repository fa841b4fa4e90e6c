package dev.cofferdam.internal.egress;

import java.net.Inet6Address;
import java.net.InetAddress;

/** The text of addresses. */
final class Addresses {
    private Addresses() {}

    /** Return an address as RFC 5952 has it, without brackets and zone. */
    static String text(InetAddress address) {
        return address instanceof Inet6Address ? compressed(groups(address.getAddress())) : address.getHostAddress();
    }

    private static int[] groups(byte[] bytes) {
        int[] groups = new int[8];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
        }
        return groups;
    }

    private static String compressed(int[] groups) {
        int start = -1;
        int longest = 1;
        for (int i = 0; i < groups.length; i++) {
            int end = i;
            while (end < groups.length && groups[end] == 0) {
                end++;
            }
            if (end - i > longest) {
                start = i;
                longest = end - i;
            }
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < groups.length; i++) {
            if (i == start) {
                text.append("::");
                i += longest - 1;
            } else {
                text.append(text.length() == 0 || text.charAt(text.length() - 1) == ':' ? "" : ":")
                        .append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
