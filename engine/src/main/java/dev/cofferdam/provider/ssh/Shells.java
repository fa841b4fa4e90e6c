package dev.cofferdam.provider.ssh;

import dev.cofferdam.internal.launch.Launch;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The shells that commands are given to. One is kept waiting on the server for its command, since to start one is most of
 * what a command costs. It was told nothing but its token, and ends when its input does.
 */
final class Shells {
    private final Remote remote;
    private final Machine machine;
    private final Launch launch;
    private final AtomicReference<@Nullable Waiting> waiting = new AtomicReference<>();

    Shells(Remote remote, Machine machine, Launch launch) {
        this.remote = remote;
        this.machine = machine;
        this.launch = launch;
    }

    /** A shell that was given its token, and not its command. */
    record Ready(SshChannel channel, Arrivals arrivals, String token) {
        private boolean isThere() {
            return channel.isOpen() && channel.exitCode().isEmpty() && !arrivals.isEnded();
        }
    }

    private record Waiting(Ready shell, Connections.Opening opening) {}

    /** Return a shell: the one that waits, where there is one. */
    Ready take() throws IOException, InterruptedException {
        Duration timeout = remote.settings().execTimeout();
        Waiting next = waiting.getAndSet(null);
        if (next != null) {
            Ready shell = next.shell();
            boolean taken = false;
            try {
                if (shell.isThere() && opened(next, timeout) && shell.isThere()) {
                    taken = true;
                    return shell;
                }
            } finally {
                if (!taken) {
                    shell.channel().close(true);
                }
            }
        }
        String token = machine.token();
        Arrivals arrivals = new Arrivals();
        SshChannel channel = remote.start(launch.words(), Launch.greeting(token), arrivals);
        boolean given = false;
        try {
            channel.awaitFirst(timeout);
            given = true;
            return new Ready(channel, arrivals, token);
        } finally {
            if (!given) {
                channel.close(true);
            }
        }
    }

    private static boolean opened(Waiting next, Duration timeout) throws InterruptedException {
        SshChannel channel = next.shell().channel();
        try {
            Connection.awaitOpen(next.opening().future(), channel, timeout);
            channel.awaitFirst(timeout);
            return true;
        } catch (IOException e) {
            // No command was given to it. Another one is started, which tells what is wrong if anything still is.
            return false;
        }
    }

    /** Have a shell wait for the next command, unless one does. */
    void prepare() {
        if (waiting.get() != null) {
            return;
        }
        String token = machine.token();
        Arrivals arrivals = new Arrivals();
        try {
            remote.begin(launch.words(), Launch.greeting(token), arrivals).ifPresent(opening -> {
                Ready shell = new Ready(opening.channel(), arrivals, token);
                if (!waiting.compareAndSet(null, new Waiting(shell, opening))) {
                    opening.channel().close(true);
                }
            });
        } catch (IOException e) {
            // Only the next command would have gained by it; that one tells what is wrong if anything still is.
            return;
        }
    }
}
