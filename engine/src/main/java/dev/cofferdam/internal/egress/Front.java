package dev.cofferdam.internal.egress;

import java.nio.ByteBuffer;
import java.util.Optional;

/** Speaks a protocol with a client until it is clear what the client wants. */
interface Front {
    /**
     * Take bytes of the client.
     *
     * @param data the bytes; what belongs to the request is consumed, what follows it is left
     * @return what to do now
     */
    Step take(ByteBuffer data);

    /** Return what tells a client that its tunnel is open. */
    ByteBuffer opened();

    /** Return what tells a client that the policy refuses its connection. */
    ByteBuffer refused(Authority to, String reason);

    /** Return what tells a client that its connection cannot be made. */
    ByteBuffer failed(Authority to, String problem);

    /** Return what tells a client that what it sends cannot be understood in one way only. */
    ByteBuffer malformed(String problem);

    /** Return what tells a client that it took too long to say what it wants. */
    ByteBuffer late();

    /** What to do after bytes of the client. */
    sealed interface Step {}

    /**
     * Answer, if there is anything to say, and wait for more.
     *
     * @param answer the bytes, none for silence
     */
    record More(ByteBuffer answer) implements Step {}

    /**
     * Open a connection.
     *
     * @param demand what the client wants
     */
    record Ready(Demand demand) implements Step {}

    /**
     * Answer and close.
     *
     * @param answer the bytes, none for silence
     * @param refusal what is to be reported about it
     */
    record End(ByteBuffer answer, Optional<Refusal> refusal) implements Step {}
}
