package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.WorkspaceException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Optional;

/** Speaks SOCKS 5 (RFC 1928), of which only {@code CONNECT} is granted, and its passwords (RFC 1929). */
final class SocksFront implements Front {
    private static final int LONGEST = 3 + 255 + 255;
    private static final int GENERAL = 1;
    private static final int NOT_ALLOWED = 2;
    private static final int UNREACHABLE = 4;
    private static final int NO_SUCH_COMMAND = 7;
    private static final int NO_SUCH_ADDRESS = 8;

    private enum State {
        GREETING,
        PASSWORD,
        REQUEST
    }

    private final Optional<Secret> password;
    private final byte[] message = new byte[LONGEST];
    private int length;
    private State state = State.GREETING;

    SocksFront(Optional<Secret> password) {
        this.password = password;
    }

    @Override
    public Step take(ByteBuffer data) {
        while (data.hasRemaining()) {
            message[length++] = data.get();
            if (length == needed()) {
                Step step = handle();
                length = 0;
                if (!(step instanceof More more) || more.answer().hasRemaining()) {
                    return step;
                }
            }
        }
        return new More(bytes());
    }

    /** Return how long the message is as far as that is known, at least one more than what is there. */
    private int needed() {
        return switch (state) {
            case GREETING -> length < 2 ? 2 : 2 + Math.max(1, unsigned(1));
            case PASSWORD -> length < 2 ? 2 : passwordLength();
            case REQUEST -> length < 5 ? 5 : requestLength();
        };
    }

    private int passwordLength() {
        int user = 2 + unsigned(1);
        return length <= user ? user + 1 : Math.max(user + 1, user + 1 + unsigned(user));
    }

    private int requestLength() {
        return switch (message[3]) {
            case 1 -> 4 + 4 + 2;
            case 3 -> 4 + 1 + unsigned(4) + 2;
            case 4 -> 4 + 16 + 2;
            default -> 5;
        };
    }

    private int unsigned(int index) {
        return message[index] & 0xff;
    }

    private Step handle() {
        return switch (state) {
            case GREETING -> greeting();
            case PASSWORD -> password();
            case REQUEST -> request();
        };
    }

    private Step greeting() {
        byte method = (byte) (password.isPresent() ? 2 : 0);
        boolean offered = false;
        for (int i = 2; i < 2 + unsigned(1); i++) {
            offered |= message[i] == method;
        }
        if (message[0] != 5 || !offered) {
            return new End(bytes(5, 0xff), Optional.empty());
        }
        state = password.isPresent() ? State.PASSWORD : State.REQUEST;
        return new More(bytes(5, method));
    }

    private Step password() {
        int user = unsigned(1);
        byte[] name = Arrays.copyOfRange(message, 2, 2 + user);
        byte[] word = Arrays.copyOfRange(message, 3 + user, 3 + user + unsigned(2 + user));
        boolean known = MessageDigest.isEqual(name, HttpFront.USER.getBytes(StandardCharsets.UTF_8));
        boolean right =
                MessageDigest.isEqual(word, password.orElseThrow().reveal().getBytes(StandardCharsets.UTF_8));
        boolean version = message[0] == 1;
        Arrays.fill(message, (byte) 0);
        if (!version || !known || !right) {
            return new End(bytes(1, 1), Optional.empty());
        }
        state = State.REQUEST;
        return new More(bytes(1, 0));
    }

    private Step request() {
        if (message[0] != 5) {
            return end(GENERAL);
        }
        if (message[1] != 1) {
            return end(NO_SUCH_COMMAND);
        }
        int type = message[3];
        if (type != 1 && type != 3 && type != 4) {
            return end(NO_SUCH_ADDRESS);
        }
        int port = (unsigned(length - 2) << 8) | unsigned(length - 1);
        String text = new String(message, 5, Math.max(0, length - 7), StandardCharsets.ISO_8859_1);
        try {
            Host host = type == 3 ? name(text) : Host.of(address(Arrays.copyOfRange(message, 4, length - 2)));
            return port == 0
                    ? end(GENERAL)
                    : new Ready(new Demand(new Authority(host, port), Optional.empty(), Body.endless()));
        } catch (WorkspaceException e) {
            return new End(
                    reply(NOT_ALLOWED),
                    Optional.of(new Refusal(Refusal.printable(text), port, String.valueOf(e.getMessage()))));
        }
    }

    /** Here an IPv6 address may come without brackets, and a name is ASCII. */
    private static Host name(String text) {
        if (text.chars().anyMatch(c -> c >= 0x80)) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "an international host name is sent in its ASCII form");
        }
        return Host.parse(text.indexOf(':') >= 0 && !text.startsWith("[") ? "[" + text + "]" : text);
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has an illegal length", e);
        }
    }

    private static Step end(int code) {
        return new End(reply(code), Optional.empty());
    }

    private static ByteBuffer reply(int code) {
        return bytes(5, code, 0, 1, 0, 0, 0, 0, 0, 0);
    }

    private static ByteBuffer bytes(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length);
        for (int value : values) {
            bytes.put((byte) value);
        }
        return bytes.flip();
    }

    @Override
    public ByteBuffer opened() {
        return reply(0);
    }

    @Override
    public ByteBuffer refused(Authority to, String reason) {
        return reply(NOT_ALLOWED);
    }

    @Override
    public ByteBuffer failed(Authority to, String problem) {
        return reply(UNREACHABLE);
    }

    @Override
    public ByteBuffer malformed(String problem) {
        return bytes();
    }

    @Override
    public ByteBuffer late() {
        return bytes();
    }
}
