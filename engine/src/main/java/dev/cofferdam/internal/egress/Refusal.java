package dev.cofferdam.internal.egress;

/**
 * A connection that the proxy did not let through: a fact, unlike what a command prints.
 *
 * @param host the host that was asked for, in its normal form, or its printable beginning when it has none
 * @param port the port that was asked for
 * @param reason why it was refused, without secrets
 */
public record Refusal(String host, int port, String reason) {
    private static final int SHOWN = 100;

    /** Return the beginning of a text of somebody else with everything but printable ASCII replaced. */
    static String printable(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints()
                .limit(SHOWN)
                .forEach(c -> out.appendCodePoint(c > 0x20 && c < 0x7f && c != '<' && c != '>' ? c : 0xFFFD));
        return text.codePointCount(0, text.length()) > SHOWN ? out.append('…').toString() : out.toString();
    }

    /** Return the refusal as a sentence. */
    @Override
    public String toString() {
        return "network: " + host + ":" + port + " was refused: " + reason;
    }
}
