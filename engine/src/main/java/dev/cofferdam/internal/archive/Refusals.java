package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Reserved;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.ArrayList;
import java.util.List;

/** What an archive may not hold (WS-SNAP-005). */
final class Refusals {
    private static final int MAX_NAME_BYTES = 255;

    private Refusals() {}

    /**
     * Return the plain form of a path of an archive, {@code ""} for the root of it.
     *
     * @throws WorkspaceException {@code IO} when it leads out of the archive or is no path
     */
    static String plain(String path) {
        if (path.startsWith("/")) {
            throw hostile(path, "an absolute path");
        }
        if (path.indexOf('\0') >= 0) {
            throw hostile(path, "a NUL in its path");
        }
        List<String> names = new ArrayList<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                throw hostile(path, "'..' in its path");
            }
            if (Names.encode(name).length > MAX_NAME_BYTES) {
                throw hostile(path, "a name over " + MAX_NAME_BYTES + " bytes");
            }
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return String.join("/", names);
    }

    /** Refuse reserved names. */
    static void requireFree(String path, boolean intoRoot) {
        boolean first = intoRoot;
        for (String name : path.split("/", -1)) {
            if (Reserved.isHidden(name, first)) {
                throw hostile(path, "a reserved name; leave the directory " + Reserved.OWN + " out");
            }
            first = false;
        }
    }

    /**
     * Refuse a link that may lead out of the root. It may go up only at its beginning, from its real directory; what
     * comes after that can only lead through links of which the same holds.
     *
     * @param depth how many directories there are between the root and the archive's own
     */
    static void requireInside(String path, String target, int depth) {
        int up = depth + (int) path.chars().filter(c -> c == '/').count();
        boolean atBeginning = true;
        for (String name : target.split("/", -1)) {
            boolean goesUp = name.equals("..");
            atBeginning &= goesUp || name.equals(".");
            if (goesUp) {
                up--;
            }
            if (target.startsWith("/") || target.isEmpty() || (goesUp && (!atBeginning || up < 0))) {
                throw hostile(path, "a link to '" + Names.display(target) + "', which may lead out of the root");
            }
        }
    }

    static WorkspaceException hostile(String path, String what) {
        return WorkspaceException.of(
                ErrorCode.IO,
                "The archive is refused and nothing was written: the entry '" + Names.display(path) + "' has " + what
                        + ".");
    }

    static WorkspaceException damaged(Exception cause) {
        return WorkspaceException.of(
                        ErrorCode.IO, "The archive is damaged or cut, or of another kind; nothing was written.")
                .causedBy(cause);
    }

    /** Reads of an archive. */
    interface Reading<T> {
        T read() throws IOException;
    }

    /** Translate what a malformed archive makes of its reader. */
    static <T> T guarded(Reading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (WriteFailure | InterruptedIOException | ClosedByInterruptException e) {
            throw e;
        } catch (IOException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | ArithmeticException
                | NegativeArraySizeException e) {
            throw damaged(e);
        }
    }
}
