package dev.cofferdam.provider.os;

import dev.cofferdam.internal.egress.EgressProxy;
import dev.cofferdam.internal.egress.EgressRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How a sandbox is built from its parts. The product leaves each part as it is; tests leave one out to see that a check
 * notices (which is the proof that the check can fail).
 *
 * @param filter changes the filter for system calls
 * @param plan changes the plan of mounts
 * @param words changes the words of the outer {@code bwrap}
 * @param egress starts the proxy
 * @param handshake whether a sandbox is waited for before it is killed
 */
record Blueprint(
        UnaryOperator<byte[]> filter,
        UnaryOperator<MountPlan> plan,
        UnaryOperator<List<String>> words,
        Egress egress,
        boolean handshake) {
    /** Starts the proxy of a command. */
    @FunctionalInterface
    interface Egress {
        EgressProxy start(Path socket, EgressRules rules) throws IOException;
    }

    /** Return the one of the product. */
    static Blueprint whole() {
        return new Blueprint(
                UnaryOperator.identity(),
                UnaryOperator.identity(),
                UnaryOperator.identity(),
                EgressProxy::onSocket,
                true);
    }

    Blueprint filter(UnaryOperator<byte[]> other) {
        return new Blueprint(other, plan, words, egress, handshake);
    }

    Blueprint plan(UnaryOperator<MountPlan> other) {
        return new Blueprint(filter, other, words, egress, handshake);
    }

    Blueprint words(UnaryOperator<List<String>> other) {
        return new Blueprint(filter, plan, other, egress, handshake);
    }

    Blueprint egress(Egress other) {
        return new Blueprint(filter, plan, words, other, handshake);
    }

    Blueprint withoutHandshake() {
        return new Blueprint(filter, plan, words, egress, false);
    }
}
