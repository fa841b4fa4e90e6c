package dev.cofferdam.internal.activity;

import dev.cofferdam.internal.tree.OwnDirectory;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What goes on in one root: commands, which may be many, or one operation that has it to itself. */
final class RootActivity {
    private static final int MOST_NAMED = 5;

    /** How many workspaces take part; guarded by the list of roots. */
    int users;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Running> commands = new LinkedHashSet<>();
    private final ProcessLock processes = new ProcessLock();
    private boolean exclusive;

    Activity.CommandHold command(String description, Optional<OwnDirectory> own)
            throws IOException, InterruptedException {
        Running running = new Running(description);
        lock.lockInterruptibly();
        try {
            while (true) {
                while (exclusive) {
                    changed.await();
                }
                if (!commands.isEmpty() || own.isEmpty() || processes.tryShared(own.get())) {
                    commands.add(running);
                    return running;
                }
                // Another process has the root to itself; nobody can tell when it ends.
                changed.awaitNanos(ProcessLock.POLL_NANOS);
            }
        } finally {
            lock.unlock();
        }
    }

    Activity.Hold exclusive(String operation, Optional<OwnDirectory> own) throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                while (exclusive) {
                    changed.await();
                }
                requireQuiet(operation);
                if (own.isEmpty()) {
                    break;
                }
                ProcessLock.Outcome outcome = processes.tryExclusive(own.get());
                if (outcome == ProcessLock.Outcome.TAKEN) {
                    break;
                }
                if (outcome == ProcessLock.Outcome.SHARED_BY_OTHERS) {
                    throw busy(operation, "a command that another process runs in the same root");
                }
                changed.awaitNanos(ProcessLock.POLL_NANOS);
            }
            exclusive = true;
            return new Alone();
        } finally {
            lock.unlock();
        }
    }

    private void requireQuiet(String operation) throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (Running running : List.copyOf(commands)) {
            Activity.Members members = running.members;
            if (members == null) {
                names.add("the command " + running.description);
                continue;
            }
            List<String> left = members.left();
            if (left.isEmpty()) {
                end(running);
            } else {
                names.add("what the command " + running.description + " left (" + String.join(", ", left) + ")");
            }
        }
        if (!names.isEmpty()) {
            String more = names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "";
            throw busy(operation, String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size()))) + more);
        }
    }

    private static WorkspaceException busy(String operation, String who) {
        return WorkspaceException.of(
                ErrorCode.BUSY, operation + " has to wait for " + who + "; try again when that has ended, or end it");
    }

    private void end(Running running) {
        if (commands.remove(running) && commands.isEmpty()) {
            processes.release();
        }
        changed.signalAll();
    }

    private final class Running implements Activity.CommandHold {
        private final String description;
        private volatile Activity.@Nullable Members members;

        Running(String description) {
            this.description = description;
        }

        @Override
        public void left(Activity.Members found) {
            members = found;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                end(this);
            } finally {
                lock.unlock();
            }
        }
    }

    private final class Alone implements Activity.Hold {
        private boolean over;

        @Override
        public void close() {
            lock.lock();
            try {
                if (!over) {
                    over = true;
                    exclusive = false;
                    processes.release();
                    changed.signalAll();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
