package dev.cofferdam.internal.egress;

import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.Secret;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The proxy of one command: HTTP, {@code CONNECT} and SOCKS 5 on one listener, told apart by the first byte.
 *
 * <p>It has one thread for bytes, and for looking names up and asking about hosts as many as there are destinations in
 * question. {@link #close()} ends them, the listener and all connections at once; a look-up of the system that is under
 * way cannot be stopped, and its daemon thread ends with it.
 */
public final class EgressProxy implements AutoCloseable {
    /** The user name that goes with a password. */
    public static final String USER = HttpFront.USER;

    /** What {@code sun_path} holds on the systems that we run on, its final NUL left out. */
    private static final int MAX_SOCKET_PATH = 103;

    private static final Set<PosixFilePermission> OTHERS = Set.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.GROUP_EXECUTE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE,
            PosixFilePermission.OTHERS_EXECUTE);

    private static final int BACKLOG = 128;
    private static final int MAX_ROUTERS = 32;

    private final SocketAddress address;
    private final Optional<Path> socket;
    private final Refusals refusals = new Refusals();
    private final ThreadPoolExecutor routers;
    private final ProxyLoop loop;
    private final Thread thread;

    private EgressProxy(
            ServerSocketChannel listener, EgressRules egress, Optional<Path> socket, Optional<Secret> password)
            throws IOException {
        this.address = listener.getLocalAddress();
        this.socket = socket;
        this.routers = new ThreadPoolExecutor(
                MAX_ROUTERS,
                MAX_ROUTERS,
                1,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                EgressProxy::router,
                // Once the proxy closes nobody waits for a decision.
                new ThreadPoolExecutor.DiscardPolicy());
        this.routers.allowCoreThreadTimeOut(true);
        this.loop = new ProxyLoop(listener, egress, routers, refusals, password);
        this.thread = new Thread(loop, "cofferdam-egress");
        this.thread.setDaemon(true);
    }

    private static Thread router(Runnable task) {
        Thread thread = new Thread(task, "cofferdam-egress-router");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Start a proxy on a Unix socket, which whoever may enter its directory can use.
     *
     * @param socket the path of the socket, in a directory that is private to this user
     * @param egress what it goes by
     * @return the proxy
     * @throws IOException when the socket cannot be made
     * @throws WorkspaceException {@code INVALID_ARGUMENT} when the path is too long for a socket or its directory
     *     is open to other users
     */
    public static EgressProxy onSocket(Path socket, EgressRules egress) throws IOException {
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > MAX_SOCKET_PATH) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT,
                    "the path of the proxy's socket is longer than " + MAX_SOCKET_PATH
                            + " bytes: use a temporary directory with a shorter path");
        }
        requirePrivate(socket.toAbsolutePath().getParent());
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        return start(listener, UnixDomainSocketAddress.of(socket), egress, Optional.of(socket), Optional.empty());
    }

    /** Without a password it is the directory that keeps others out. */
    private static void requirePrivate(@Nullable Path directory) throws IOException {
        if (directory == null || !Collections.disjoint(Files.getPosixFilePermissions(directory), OTHERS)) {
            throw WorkspaceException.of(
                    ErrorCode.INVALID_ARGUMENT, "the directory of the proxy's socket is open to other users");
        }
    }

    /**
     * Start a proxy on a port of the loopback interface, which every user of the machine can connect to: therefore it
     * wants a password.
     *
     * @param password the password, for the user {@link #USER}
     * @param egress what it goes by
     * @return the proxy
     * @throws IOException when it cannot listen
     */
    public static EgressProxy onLoopback(Secret password, EgressRules egress) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET);
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        return start(listener, new InetSocketAddress(loopback, 0), egress, Optional.empty(), Optional.of(password));
    }

    private static EgressProxy start(
            ServerSocketChannel listener,
            SocketAddress address,
            EgressRules egress,
            Optional<Path> socket,
            Optional<Secret> password)
            throws IOException {
        boolean started = false;
        try {
            listener.bind(address, BACKLOG);
            EgressProxy proxy = new EgressProxy(listener, egress, socket, password);
            proxy.thread.start();
            started = true;
            return proxy;
        } finally {
            if (!started) {
                listener.close();
            }
        }
    }

    /**
     * Return where it listens.
     *
     * @return the address of the socket or port
     */
    public SocketAddress address() {
        return address;
    }

    /**
     * Return what it refused so far, each once, at most 100.
     *
     * @return the refusals, in their order
     */
    public List<Refusal> refusals() {
        return refusals.list();
    }

    /** End all connections and threads, and remove the socket. */
    @Override
    public void close() throws IOException {
        loop.end();
        routers.shutdownNow();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (socket.isPresent()) {
            Files.deleteIfExists(socket.get());
        }
    }
}
