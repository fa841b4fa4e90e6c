package dev.cofferdam.benchmarks;

import dev.cofferdam.Workspaces;
import dev.cofferdam.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Opens and closes fresh workspaces and counts the processes that this Java process starts meanwhile, by the
 * {@code jdk.ProcessStart} events of Flight Recorder: every start through the JDK makes one, and nothing else on the
 * machine does. A process that is started on purpose proves that they are counted. Prints how many were started for
 * the first workspace, how many for the others, and the nanoseconds that each of the others took.
 */
final class FreshWorkspaces {
    private static final String PROCESS_START = "jdk.ProcessStart";

    private FreshWorkspaces() {}

    public static void main(String[] arguments) throws Exception {
        int workspaces = Integer.parseInt(arguments[0]);
        Target.expect(1, startsOf(() -> Programs.drain("true")), "process started on purpose");
        long first = startsOf(() -> openAndClose(1));
        long[] nanos = new long[1];
        long later = startsOf(() -> {
            long start = System.nanoTime();
            openAndClose(workspaces - 1);
            nanos[0] = System.nanoTime() - start;
        });
        System.out.println(first + " " + later + " " + (double) nanos[0] / (workspaces - 1));
    }

    private static void openAndClose(int workspaces) {
        for (int i = 0; i < workspaces; i++) {
            try (Workspace workspace = Workspaces.local().open()) {
                if (!Files.isDirectory(Path.of(workspace.root()))) {
                    throw new IllegalStateException("no root at " + workspace.root());
                }
            }
        }
    }

    private static long startsOf(Work work) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable(PROCESS_START);
            recording.start();
            work.run();
            recording.stop();
            return starts(recording).size();
        }
    }

    private static List<RecordedEvent> starts(Recording recording) throws IOException {
        Path file = Files.createTempFile("process-starts", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().equals(PROCESS_START))
                    .toList();
        } finally {
            Files.delete(file);
        }
    }
}
