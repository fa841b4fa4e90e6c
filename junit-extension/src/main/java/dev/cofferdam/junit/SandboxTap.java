package dev.cofferdam.junit;

import dev.cofferdam.spi.MountedRoot;
import dev.cofferdam.spi.Sandbox;
import dev.cofferdam.spi.SandboxProvider;
import dev.cofferdam.workspace.OnClose;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stands between the engine and a provider, to know where the files of the one sandbox lie and to decide as late as at
 * its end that they stay.
 */
final class SandboxTap {
    private volatile @Nullable Sandbox sandbox;
    private volatile boolean keep;

    /** Return a provider that does what the given one does, and whose sandbox this tap sees. */
    SandboxProvider over(SandboxProvider provider) {
        return proxy(SandboxProvider.class, (method, arguments) -> {
            Object result = RecordingWorkspace.handOn(provider, method, arguments);
            if (result instanceof Sandbox created) {
                sandbox = created;
                return proxy(Sandbox.class, (inner, given) -> onSandbox(created, inner, given));
            }
            return result;
        });
    }

    private @Nullable Object onSandbox(Sandbox created, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (keep && method.getName().equals("release")) {
            created.release(OnClose.KEEP);
            return null;
        }
        return RecordingWorkspace.handOn(created, method, arguments);
    }

    /** Return the root where it lies on this machine's default file system. */
    Optional<Path> hostRoot() {
        Sandbox seen = sandbox;
        return seen == null
                ? Optional.empty()
                : seen.mount().map(MountedRoot::path).filter(path -> path.getFileSystem() == FileSystems.getDefault());
    }

    /** Let the files stay where they are when the workspace is closed. */
    void keep() {
        keep = true;
    }

    private interface Call {
        @Nullable
        Object on(Method method, @Nullable Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                SandboxTap.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("equals") && method.getParameterCount() == 1) {
                        return arguments != null && proxy == arguments[0];
                    }
                    return method.getName().equals("hashCode")
                            ? System.identityHashCode(proxy)
                            : call.on(method, arguments);
                }));
    }
}
