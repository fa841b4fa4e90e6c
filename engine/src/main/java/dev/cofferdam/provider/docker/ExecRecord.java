package dev.cofferdam.provider.docker;

import java.io.IOException;
import java.util.OptionalInt;

/**
 * An exec of the daemon: a program that it starts in a container, and its own record of it.
 *
 * @param daemon the daemon
 * @param id the exec's id
 */
record ExecRecord(Daemon daemon, String id) {
    /** Ask the daemon how the program ended; empty while it runs. */
    OptionalInt exitCode() throws IOException, InterruptedException {
        try {
            var answer = daemon.call(
                    "tell how a command ended",
                    () -> daemon.client().inspectExecCmd(id).exec());
            Long code = answer.getExitCodeLong();
            return Boolean.TRUE.equals(answer.isRunning()) || code == null
                    ? OptionalInt.empty()
                    : OptionalInt.of(code.intValue());
        } catch (IOException e) {
            if (Daemon.isMissing(e)) {
                throw Daemon.gone().causedBy(e);
            }
            throw e;
        }
    }

    /** Start the program and return the connection that carries its streams. */
    HttpConnection start() throws IOException, InterruptedException {
        byte[] body = "{\"Detach\":false,\"Tty\":false}".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        try {
            return daemon.hijack(
                    "start a command", () -> daemon.transport().hijack(daemon.path("/exec/" + id + "/start"), body));
        } catch (IOException e) {
            if (Daemon.isMissing(e) || Daemon.isConflict(e)) {
                throw Daemon.gone().causedBy(e);
            }
            throw e;
        }
    }
}
