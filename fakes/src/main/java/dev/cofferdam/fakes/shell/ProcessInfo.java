package dev.cofferdam.fakes.shell;

import java.time.Instant;

/**
 * A live process.
 *
 * @param pid its id
 * @param parent the id of its parent; 1 when that is gone
 * @param group the id of its process group
 * @param session the id of its session
 * @param command the name of its program
 * @param started when it began
 */
public record ProcessInfo(int pid, int parent, int group, int session, String command, Instant started) {

    static ProcessInfo of(Task task) {
        return new ProcessInfo(
                task.pid(), task.parent(), task.group(), task.session(), Bytes.decode(task.command()), task.started());
    }
}
