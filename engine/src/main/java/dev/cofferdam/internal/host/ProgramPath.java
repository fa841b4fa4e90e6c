package dev.cofferdam.internal.host;

import java.nio.file.Files;
import java.nio.file.Path;

/** Looks a program up as {@code execvp} does, so that a missing one is known before anything is started. */
public final class ProgramPath {
    /** What {@code execvp} uses where there is no {@code PATH}. */
    private static final String DEFAULT = "/bin:/usr/bin";

    private ProgramPath() {}

    /** What was found. */
    public enum Found {
        /** A file that can be executed. */
        PROGRAM,
        /** Something that cannot be executed: exit code 126. */
        NOT_EXECUTABLE,
        /** Nothing: exit code 127. */
        NOTHING
    }

    /** Look a program up in the command's {@code PATH}, seen from its directory (WS-EXEC-015). */
    public static Found find(String program, String cwd, String path) {
        if (program.isEmpty()) {
            return Found.NOTHING;
        }
        if (program.indexOf('/') >= 0) {
            return judge(program.startsWith("/") ? Path.of(program) : Path.of(cwd, program));
        }
        Found best = Found.NOTHING;
        for (String directory : (path.isEmpty() ? DEFAULT : path).split(":", -1)) {
            Path base = directory.startsWith("/") ? Path.of(directory) : Path.of(cwd, directory);
            Found found = judge(base.resolve(program));
            if (found == Found.PROGRAM) {
                return found;
            }
            // As a shell does: a directory in the PATH is no finding, a file without permission is one.
            if (found == Found.NOT_EXECUTABLE && Files.isRegularFile(base.resolve(program))) {
                best = found;
            }
        }
        return best;
    }

    private static Found judge(Path file) {
        if (!Files.exists(file)) {
            return Found.NOTHING;
        }
        return Files.isRegularFile(file) && Files.isExecutable(file) ? Found.PROGRAM : Found.NOT_EXECUTABLE;
    }
}
