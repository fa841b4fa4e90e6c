package dev.cofferdam.internal.host;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes what killed Java processes of this user left on this host since its boot (WS-LIFE-007). */
public final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    /** The variable by which the processes of a workspace are found again. */
    public static final String MARK = "COFFERDAM_WORKSPACE";

    private Leftovers() {}

    /** End the processes and delete the directories; what cannot be removed stays for the next time. */
    public static void sweep(Path temporary) {
        try (DirectoryStream<Path> found = Files.newDirectoryStream(
                temporary, p -> PrivateDirectory.isName(p.getFileName().toString()))) {
            for (Path directory : found) {
                sweepOne(temporary, directory);
            }
        } catch (IOException e) {
            LOG.debug("Leftovers could not be listed", e);
        }
    }

    private static void sweepOne(Path temporary, Path directory) {
        try {
            if (!PrivateDirectory.isOurs(directory)) {
                return;
            }
            OwnerRecord record = OwnerRecord.read(directory).orElse(null);
            if (record == null || !record.isAbandoned()) {
                return;
            }
            endProcesses(record.workspace());
            PrivateDirectory.remove(temporary, temporary.relativize(directory).toString());
        } catch (IOException e) {
            LOG.debug("A leftover could not be removed", e);
        }
    }

    /** Kill the processes whose environment names a workspace, each only if it is still the one that was found. */
    public static void endProcesses(String workspace) {
        endProcesses(workspace, 0);
    }

    public static void endProcesses(String workspace, long fromPid) {
        for (int round = 0; round < 20; round++) {
            List<ProcStat> found = ProcessTable.withEnvironment(MARK + "=" + workspace, fromPid);
            found.removeIf(process -> process.pid() == ProcessHandle.current().pid());
            if (found.isEmpty()) {
                return;
            }
            for (ProcStat process : found) {
                ProcessHandle.of(process.pid())
                        .filter(handle -> ProcStat.of(process.pid())
                                .filter(now -> now.started() == process.started())
                                .isPresent())
                        .ifPresent(ProcessHandle::destroyForcibly);
            }
            LockSupport.parkNanos(1_000_000L * (round + 1));
        }
    }
}
