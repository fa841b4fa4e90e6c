package dev.cofferdam.junit;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** How much may still be kept in this run, so that a run in which everything fails does not fill the disk. */
final class KeepBudget {
    private static final Namespace NAMESPACE = Namespace.create(KeepBudget.class);
    private static final long DEFAULT_COUNT = 20;
    private static final long DEFAULT_BYTES = 100L << 20;

    private final long maxCount;
    private final AtomicLong count;
    private final AtomicLong bytes;

    KeepBudget(long maxCount, long maxBytes) {
        this.maxCount = maxCount;
        this.count = new AtomicLong(maxCount);
        this.bytes = new AtomicLong(maxBytes);
    }

    static KeepBudget of(ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(
                        KeepBudget.class,
                        key -> {
                            Settings settings = Settings.of(context);
                            return new KeepBudget(
                                    settings.number(SandboxWorkspace.KEEP_COUNT_KEY, DEFAULT_COUNT),
                                    settings.number(SandboxWorkspace.KEEP_BYTES_KEY, DEFAULT_BYTES));
                        },
                        KeepBudget.class);
    }

    long maxCount() {
        return maxCount;
    }

    /** Take one of the workspaces that may be kept. */
    boolean takeWorkspace() {
        return count.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
    }

    /** Take room for a file; all of it or nothing. */
    boolean takeBytes(long size) {
        return bytes.getAndUpdate(left -> size <= left ? left - size : left) >= size;
    }
}
