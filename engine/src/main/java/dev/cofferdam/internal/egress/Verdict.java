package dev.cofferdam.internal.egress;

/**
 * What the lists say about a connection.
 *
 * @param answer whether it is let through, refused, or a matter for whoever decides about unknown hosts
 * @param reason why it is refused, with what to do about it; empty otherwise
 */
record Verdict(Answer answer, String reason) {
    static final Verdict ALLOW = new Verdict(Answer.ALLOW, "");
    static final Verdict ASK = new Verdict(Answer.ASK, "");

    enum Answer {
        ALLOW,
        ASK,
        REFUSE
    }

    static Verdict refuse(String reason) {
        return new Verdict(Answer.REFUSE, reason);
    }
}
