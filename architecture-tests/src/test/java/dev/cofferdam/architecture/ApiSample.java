package dev.cofferdam.architecture;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sample of all that the text must show, and of what it must not. */
public class ApiSample<T extends Number> implements Comparable<ApiSample<T>> {
    /** Shown. */
    public static final String NAME = "sample";

    int hidden;

    /** Shown. */
    protected ApiSample(@Nullable T shown) {
        this.hidden = shown == null ? 0 : 1;
    }

    /** Shown. */
    public <R> Map<String, @Nullable R> map(List<? extends R> list, byte[]... rest) throws IOException {
        throw new IOException(list + " " + rest.length);
    }

    /** Shown with its mark. */
    @Deprecated
    public synchronized void old() {}

    @Override
    public int compareTo(ApiSample<T> other) {
        return Integer.compare(hidden, other.hidden);
    }

    void hidden() {}

    /** Shown. */
    public sealed interface Shape permits Square {
        /** Shown. */
        default int sides() {
            return 4;
        }
    }

    private static final class Square implements Shape {}

    /** Shown. */
    public @interface Mark {
        /** Shown. */
        String[] value() default "a";
    }

    static class Inner {
        public void hiddenWithItsClass() {}
    }
}
