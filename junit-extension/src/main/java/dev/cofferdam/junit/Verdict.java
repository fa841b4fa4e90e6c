package dev.cofferdam.junit;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.opentest4j.TestAbortedException;

/**
 * Whether one test, or one class with its tests, failed.
 *
 * <p>Closed with the store of its context, where failures of {@code @AfterEach} are known too, it tells the contexts
 * around it, and no others: a failed test says nothing about its siblings.
 */
final class Verdict implements AutoCloseable {
    private static final Namespace NAMESPACE = Namespace.create(Verdict.class);

    private final ExtensionContext context;
    private final AtomicBoolean childFailed = new AtomicBoolean();
    private final AtomicInteger kept = new AtomicInteger();

    private Verdict(ExtensionContext context) {
        this.context = context;
    }

    /** Return the verdict of a context, installing it at the first call. */
    static Verdict of(ExtensionContext context) {
        // Stores look up to their parents, so the key must be the context's own.
        return context.getStore(NAMESPACE)
                .computeIfAbsent(context.getUniqueId(), id -> new Verdict(context), Verdict.class);
    }

    /** Install verdicts from a context up to its outermost class. */
    static void install(ExtensionContext context) {
        Optional<ExtensionContext> next = Optional.of(context);
        while (next.isPresent() && next.get().getParent().isPresent()) {
            of(next.get());
            next = next.get().getParent();
        }
    }

    boolean failed() {
        return childFailed.get() || failure().isPresent();
    }

    /** Return the failure of the context itself; an unmet assumption is none. */
    Optional<Throwable> failure() {
        return context.getExecutionException().filter(thrown -> !(thrown instanceof TestAbortedException));
    }

    /** Count a workspace that is kept for this context, beginning with 1. */
    int nextKept() {
        return kept.incrementAndGet();
    }

    /** Tell the contexts around a failed test. */
    static void failedIn(ExtensionContext context) {
        Optional<ExtensionContext> next = Optional.of(context);
        while (next.isPresent() && next.get().getParent().isPresent()) {
            of(next.get()).childFailed.set(true);
            next = next.get().getParent();
        }
    }

    @Override
    public void close() {
        if (failure().isPresent()) {
            context.getParent().ifPresent(Verdict::failedIn);
        }
    }
}
