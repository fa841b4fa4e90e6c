package dev.cofferdam.internal.egress;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Tells clients that speak SOCKS 4 that they are refused, in their own words, and reports what they wanted. */
final class OldSocksFront implements Front {
    private static final int FIXED = 8;
    private static final int LONGEST = FIXED + 512;
    private static final byte REJECTED = 91;
    private static final String REASON =
            "it was asked for by SOCKS 4; the proxy of the sandbox speaks SOCKS 5" + " (socks5h://) and HTTP";

    private final byte[] message = new byte[LONGEST];
    private int length;

    @Override
    public Step take(ByteBuffer data) {
        while (data.hasRemaining() && !isWhole()) {
            message[length++] = data.get();
        }
        return isWhole() ? new End(rejected(), refusal()) : new More(ByteBuffer.allocate(0));
    }

    /** A user's name ends the message, and a host's name where the address is 0.0.0.x. */
    private boolean isWhole() {
        int ends = 0;
        for (int i = FIXED; i < length; i++) {
            ends += message[i] == 0 ? 1 : 0;
        }
        return length == LONGEST || ends == (isNamed() ? 2 : 1);
    }

    private boolean isNamed() {
        return length >= FIXED && message[4] == 0 && message[5] == 0 && message[6] == 0 && message[7] != 0;
    }

    private Optional<Refusal> refusal() {
        int port = (unsigned(2) << 8) | unsigned(3);
        String host = unsigned(4) + "." + unsigned(5) + "." + unsigned(6) + "." + unsigned(7);
        if (isNamed()) {
            String names = new String(message, FIXED, length - FIXED, StandardCharsets.ISO_8859_1);
            int start = names.indexOf('\0') + 1;
            int end = names.indexOf('\0', start);
            host = Refusal.printable(end < 0 ? names.substring(start) : names.substring(start, end));
        }
        return Optional.of(new Refusal(host, port, REASON));
    }

    private int unsigned(int index) {
        return message[index] & 0xff;
    }

    private static ByteBuffer rejected() {
        return ByteBuffer.wrap(new byte[] {0, REJECTED, 0, 0, 0, 0, 0, 0});
    }

    @Override
    public ByteBuffer opened() {
        return rejected();
    }

    @Override
    public ByteBuffer refused(Authority to, String reason) {
        return rejected();
    }

    @Override
    public ByteBuffer failed(Authority to, String problem) {
        return rejected();
    }

    @Override
    public ByteBuffer malformed(String problem) {
        return rejected();
    }

    @Override
    public ByteBuffer late() {
        return rejected();
    }
}
