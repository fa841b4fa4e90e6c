package dev.cofferdam.provider.os;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How a sandbox is built from its parts. The product leaves each part as it is; tests leave one out to see that a check
 * notices (which is the proof that the check can fail).
 *
 * @param filter changes the filter for system calls
 * @param plan changes the plan of mounts
 * @param words changes the words of the outer {@code bwrap}
 * @param handshake whether a sandbox is waited for before it is killed
 */
record Blueprint(
        UnaryOperator<byte[]> filter,
        UnaryOperator<MountPlan> plan,
        UnaryOperator<List<String>> words,
        boolean handshake) {
    /** Return the one of the product. */
    static Blueprint whole() {
        return new Blueprint(UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity(), true);
    }
}
