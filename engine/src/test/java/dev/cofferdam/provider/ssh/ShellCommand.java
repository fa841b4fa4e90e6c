package dev.cofferdam.provider.ssh;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.sshd.server.Environment;
import org.apache.sshd.server.ExitCallback;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.jspecify.annotations.Nullable;

/** A command of the embedded server: {@code sh -c} with pipes, as OpenSSH does without a terminal. */
final class ShellCommand implements Command {
    private final String line;
    private @Nullable InputStream in;
    private @Nullable OutputStream out;
    private @Nullable OutputStream err;
    private @Nullable ExitCallback callback;
    private @Nullable Process process;

    ShellCommand(String line) {
        this.line = line;
    }

    @Override
    public void setInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public void setOutputStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void setErrorStream(OutputStream err) {
        this.err = err;
    }

    @Override
    public void setExitCallback(ExitCallback callback) {
        this.callback = callback;
    }

    @Override
    public void start(ChannelSession channel, Environment env) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", line);
        // As a login does; that of this test may name directories of somebody else, behind which a shell suspects
        // programs.
        builder.environment().put("PATH", "/usr/local/bin:/usr/bin:/bin");
        Process started = builder.start();
        process = started;
        pump(in, started.getOutputStream(), true);
        Thread stdout = pump(started.getInputStream(), out, false);
        Thread stderr = pump(started.getErrorStream(), err, false);
        thread(() -> {
            try {
                int exit = started.waitFor();
                // A child may hold the pipes open for as long as it likes.
                stdout.join(50);
                stderr.join(50);
                callback.onExit(exit);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static Thread pump(InputStream from, OutputStream to, boolean close) {
        return thread(() -> {
            byte[] buffer = new byte[8192];
            try {
                for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                    to.write(buffer, 0, read);
                    to.flush();
                }
                if (close) {
                    to.close();
                }
            } catch (IOException e) {
                // The other end is gone.
                return;
            }
        });
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "test-command");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void destroy(ChannelSession channel) {
        Process started = process;
        if (started != null) {
            started.destroy();
        }
    }
}
