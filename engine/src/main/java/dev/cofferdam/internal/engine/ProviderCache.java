package dev.cofferdam.internal.engine;

import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.WeakHashMap;

/** Remembers what each class loader found: looking through a class path costs more than opening a workspace. */
final class ProviderCache {
    private final Map<ClassLoader, SoftReference<Providers>> found = new WeakHashMap<>();

    /** Return the one of this Java process. */
    static ProviderCache shared() {
        return Shared.CACHE;
    }

    synchronized Providers of(ClassLoader loader) {
        SoftReference<Providers> known = found.get(loader);
        Providers providers = known == null ? null : known.get();
        if (providers == null) {
            providers = Providers.load(loader);
            found.put(loader, new SoftReference<>(providers));
        }
        return providers;
    }

    private static final class Shared {
        static final ProviderCache CACHE = new ProviderCache();
    }
}
