package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Node;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Directories that tell a test of each call on a name before it is made, so that the test can change the tree or fail. */
public final class WatchedDir implements InvocationHandler {
    /** Is told of calls. */
    @FunctionalInterface
    public interface Watcher {
        void before(String call, String name) throws IOException;
    }

    private final Dir dir;
    private final Watcher watcher;

    private WatchedDir(Dir dir, Watcher watcher) {
        this.dir = dir;
        this.watcher = watcher;
    }

    /** Watch a directory and all that is opened from it. */
    public static Dir watch(Dir dir, Watcher watcher) {
        return (Dir) Proxy.newProxyInstance(
                WatchedDir.class.getClassLoader(), new Class<?>[] {Dir.class}, new WatchedDir(dir, watcher));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        Object[] bare = arguments == null ? new Object[0] : arguments.clone();
        for (int i = 0; i < bare.length; i++) {
            if (bare[i] instanceof Proxy && Proxy.getInvocationHandler(bare[i]) instanceof WatchedDir watched) {
                bare[i] = watched.dir;
            }
        }
        if (bare.length > 0 && bare[0] instanceof String name) {
            watcher.before(method.getName(), name);
        } else if (bare.length > 0 && bare[0] instanceof Node node) {
            watcher.before(method.getName(), node.name());
        }
        try {
            Object result = method.invoke(dir, bare);
            return result instanceof Dir opened ? watch(opened, watcher) : result;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
