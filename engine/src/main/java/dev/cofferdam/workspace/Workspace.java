package dev.cofferdam.workspace;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A root directory with exact file operations, commands, a trash and snapshots, in a sandbox that can be thrown away.
 *
 * <p>Paths are POSIX strings, relative to the root or absolute within it; {@code ""} and {@code "."} are the root
 * (WS-PATH-001). Every operation blocks, may be called from any thread, and is cancelled by an interrupt of its own
 * thread, after which the interrupt flag is still set (WS-EXEC-007). The sandbox is created by {@link #start()} or by
 * the first operation that needs it (WS-LIFE-001).
 *
 * <p>Every operation fails with a {@link WorkspaceException} and nothing else. Besides the codes that each method names,
 * any may throw {@code INVALID_PATH} and {@code OUTSIDE_ROOT} for its paths, {@code ACCESS_DENIED} and {@code IO} from
 * the system, {@code TIMED_OUT}, {@code ABORTED}, {@code UNAVAILABLE}, {@code GONE} and {@code CLOSED}. Arguments are
 * never {@code null}.
 */
public interface Workspace extends AutoCloseable {

    // ---------------------------------------------------------------- identity and lifecycle

    /**
     * Return the id of the sandbox, with which it can be connected to again where the provider has
     * {@link Capability#RECONNECT}. Starts the sandbox.
     *
     * @return the id
     */
    String id();

    /**
     * Return the name of the provider.
     *
     * @return the name, such as {@code local}
     */
    String provider();

    /**
     * Return the absolute path of the root, as commands see it. Starts the sandbox.
     *
     * @return the root
     */
    String root();

    /**
     * Return what the provider declares. Does not start the sandbox.
     *
     * @return the capabilities
     */
    Capabilities capabilities();

    /**
     * Return how far the provider isolates. Does not start the sandbox.
     *
     * @return the isolation
     */
    Isolation isolation();

    /**
     * Return the options with which the workspace was opened.
     *
     * @return the options
     */
    WorkspaceOptions options();

    /**
     * Create or reach the sandbox now and prove that it has what the workspace needs (WS-LIFE-001). Idempotent.
     *
     * @return this workspace
     * @throws WorkspaceException {@code UNAVAILABLE} naming all that is missing and how to mend it
     */
    Workspace start();

    /**
     * End what commands left and release the sandbox as {@link WorkspaceOptions#onClose()} says (WS-LIFE-003).
     * Idempotent; operations under way are aborted, and later ones fail with {@code CLOSED}.
     */
    @Override
    void close();

    // ---------------------------------------------------------------- files

    /**
     * Read a file whole.
     *
     * @param path the file
     * @return its bytes
     * @throws WorkspaceException {@code NOT_FOUND}, {@code IS_DIRECTORY}, {@code NOT_A_DIRECTORY}, {@code NOT_A_FILE},
     *     {@code TOO_LARGE} over {@link Limits#maxFileBytes()}
     */
    byte[] read(String path);

    /**
     * Read a part of a file.
     *
     * @param path the file
     * @param offset the first byte, zero or more; at or beyond the end nothing is read
     * @param length the largest number of bytes, zero or more
     * @return the bytes, fewer than {@code length} at the end of the file
     * @throws WorkspaceException as {@link #read(String)}; {@code TOO_LARGE} when {@code length} is over
     *     {@link Limits#maxFileBytes()} and the file has that much; {@code INVALID_ARGUMENT} for a negative number
     */
    byte[] read(String path, long offset, long length);

    /**
     * Read a file as UTF-8 text.
     *
     * @param path the file
     * @return its text
     * @throws WorkspaceException as {@link #read(String)}; {@code ENCODING} when it is not UTF-8
     */
    String readText(String path);

    /**
     * Read a file as text.
     *
     * @param path the file
     * @param charset the charset, in which the file must be well-formed
     * @return its text
     * @throws WorkspaceException as {@link #read(String)}; {@code ENCODING} when it is not in the charset
     */
    String readText(String path, Charset charset);

    /**
     * Read a file as UTF-8 text, with U+FFFD in place of what is not UTF-8.
     *
     * @param path the file
     * @return its text
     * @throws WorkspaceException as {@link #read(String)}
     */
    String readTextLenient(String path);

    /**
     * Write a file atomically, making missing parents (WS-FILE-005, 006).
     *
     * @param path the file, or a symbolic link to it
     * @param content its bytes
     * @throws WorkspaceException {@code IS_DIRECTORY}, {@code NOT_A_DIRECTORY}, {@code NOT_A_FILE}, {@code TOO_LARGE}
     */
    void write(String path, byte[] content);

    /**
     * Write a file atomically.
     *
     * @param path the file, or a symbolic link to it
     * @param content its bytes
     * @param options how it is written
     * @throws WorkspaceException as {@link #write(String, byte[])}; {@code EXISTS}, {@code CONFLICT}, {@code NOT_FOUND}
     *     for a missing parent, as the options ask for
     */
    void write(String path, byte[] content, WriteOptions options);

    /**
     * Write UTF-8 text to a file atomically.
     *
     * @param path the file, or a symbolic link to it
     * @param text its text
     * @throws WorkspaceException as {@link #write(String, byte[])}; {@code ENCODING} for an unpaired surrogate
     */
    void writeText(String path, String text);

    /**
     * Write UTF-8 text to a file atomically.
     *
     * @param path the file, or a symbolic link to it
     * @param text its text
     * @param options how it is written
     * @throws WorkspaceException as {@link #write(String, byte[], WriteOptions)}; {@code ENCODING} for an unpaired
     *     surrogate
     */
    void writeText(String path, String text, WriteOptions options);

    /**
     * Tell whether there is something at a path, following symbolic links.
     *
     * @param path the path
     * @return {@code true} when there is; {@code false} for a dangling link
     * @throws WorkspaceException {@code OUTSIDE_ROOT} for a link that leads out, {@code IO} for a loop
     */
    boolean exists(String path);

    /**
     * Describe what is at a path; a final symbolic link is described itself.
     *
     * @param path the path
     * @return the entry
     * @throws WorkspaceException {@code NOT_FOUND}, {@code NOT_A_DIRECTORY}
     */
    Entry stat(String path);

    /**
     * List the entries of a directory, one level deep.
     *
     * @param path the directory
     * @return the entries in the order of WS-LIST-001
     * @throws WorkspaceException {@code NOT_FOUND}, {@code NOT_A_DIRECTORY}, {@code TOO_LARGE}
     */
    Listing list(String path);

    /**
     * List the entries below a directory.
     *
     * @param path the directory
     * @param options what is shown
     * @return the entries in the order of WS-LIST-001
     * @throws WorkspaceException as {@link #list(String)}; {@code INVALID_ARGUMENT} for a bad glob
     */
    Listing list(String path, ListOptions options);

    /**
     * Make a directory with its parents; an existing one is left as it is.
     *
     * @param path the directory
     * @return whether it was made
     * @throws WorkspaceException {@code EXISTS} when there is something else
     */
    boolean mkdir(String path);

    /**
     * Copy a file or a directory with all that is in it; links are copied as links, modes and times are kept.
     *
     * @param source what to copy
     * @param destination where to, with missing parents made
     * @throws WorkspaceException {@code NOT_FOUND}, {@code EXISTS}, {@code INVALID_ARGUMENT} into its own subtree
     */
    void copy(String source, String destination);

    /**
     * Make a symbolic link; needs {@link Capability#SYMLINKS}.
     *
     * @param path the link
     * @param target what it holds, not checked
     * @throws WorkspaceException {@code EXISTS}, {@code UNSUPPORTED}
     */
    void symlink(String path, String target);

    /**
     * Set the permission bits of a file or directory, following symbolic links; needs {@link Capability#MODES}.
     *
     * @param path the path
     * @param mode 0 to 07777
     * @throws WorkspaceException {@code NOT_FOUND}, {@code INVALID_ARGUMENT}, {@code UNSUPPORTED}
     */
    void setMode(String path, int mode);

    /**
     * Make an empty file, or set the modification time of what is there to now.
     *
     * @param path the path
     */
    void touch(String path);

    /**
     * Make an empty file, or leave what is there, and set its modification time.
     *
     * @param path the path
     * @param modified the time, kept in the provider's granularity
     */
    void touch(String path, Instant modified);

    /**
     * Copy a file or directory of this machine into the workspace, replacing files.
     *
     * @param hostPath what to copy; links as links, special files refused
     * @param path where to
     * @throws WorkspaceException {@code NOT_FOUND}, {@code NOT_A_FILE}, {@code TOO_LARGE} over
     *     {@link Limits#maxSnapshotBytes()} in all
     */
    void copyIn(Path hostPath, String path);

    /**
     * Copy a file or directory of the workspace to this machine; an existing destination is refused.
     *
     * @param path what to copy; links as links, special files are left out
     * @param hostPath where to
     * @throws WorkspaceException {@code NOT_FOUND}, {@code EXISTS}
     */
    void copyOut(String path, Path hostPath);

    // ---------------------------------------------------------------- remove and rename

    /**
     * Remove a file, a link itself, or an empty directory.
     *
     * @param path what to remove, not the root
     * @throws WorkspaceException {@code NOT_FOUND}, {@code NOT_EMPTY}, {@code INVALID_ARGUMENT} for the root,
     *     {@code BUSY} while a command runs
     */
    void remove(String path);

    /**
     * Remove something.
     *
     * @param path what to remove, not the root; a link itself is removed
     * @param options how
     * @return the id in the trash; {@code ""} when it was removed for good
     * @throws WorkspaceException as {@link #remove(String)}; {@code UNSUPPORTED} when an option's capability is missing
     */
    String remove(String path, RemoveOptions options);

    /**
     * Rename something; an existing destination is refused.
     *
     * @param source what to rename; a link itself is renamed
     * @param destination its new path, with missing parents made
     * @throws WorkspaceException {@code NOT_FOUND}, {@code EXISTS}, {@code INVALID_ARGUMENT} into its own subtree,
     *     {@code BUSY} while a command runs
     */
    void rename(String source, String destination);

    /**
     * Rename something.
     *
     * @param source what to rename; a link itself is renamed
     * @param destination its new path, with missing parents made
     * @param options how
     * @return whether something at the destination was replaced
     * @throws WorkspaceException as {@link #rename(String, String)}; {@code NOT_EMPTY} when the destination is a
     *     directory with contents
     */
    boolean rename(String source, String destination, RenameOptions options);

    // ---------------------------------------------------------------- trash

    /**
     * List the trash, newest first; needs {@link Capability#TRASH}.
     *
     * @return the items
     */
    List<TrashItem> listTrash();

    /**
     * Put something back from the trash to where it was, making missing parents.
     *
     * @param id the item's id
     * @return the path where it is again
     * @throws WorkspaceException {@code NOT_FOUND}, {@code EXISTS}, {@code BUSY}
     */
    String restoreFromTrash(String id);

    /**
     * Put something back from the trash to where it was, making missing parents.
     *
     * @param id the item's id
     * @param overwrite whether what is there now is replaced
     * @return the path where it is again
     * @throws WorkspaceException {@code NOT_FOUND}, {@code EXISTS}, {@code BUSY}
     */
    String restoreFromTrash(String id, boolean overwrite);

    /**
     * Delete items of the trash for good.
     *
     * @param olderThan only items that were trashed at least this long ago; zero for all
     * @return how many were deleted
     * @throws WorkspaceException {@code BUSY}
     */
    int emptyTrash(Duration olderThan);

    // ---------------------------------------------------------------- commands

    /**
     * Run a shell line to its end; needs {@link Capability#EXEC}.
     *
     * @param shellLine the line for {@code sh -c}
     * @return how it ended; a non-zero exit code is a result
     * @throws WorkspaceException {@code ABORTED}, {@code NOT_FOUND} or {@code NOT_A_DIRECTORY} for the directory
     */
    CommandResult exec(String shellLine);

    /**
     * Run a command to its end; needs {@link Capability#EXEC}.
     *
     * @param command what to run and how
     * @return how it ended; a non-zero exit code is a result
     * @throws WorkspaceException {@code ABORTED} with the reason when it is cancelled, {@code NOT_FOUND} or
     *     {@code NOT_A_DIRECTORY} for the directory, {@code INVALID_ARGUMENT}, {@code ENCODING}, {@code UNSUPPORTED}
     */
    CommandResult exec(Command command);

    /**
     * Start a command; needs {@link Capability#EXEC}.
     *
     * @param command what to run and how
     * @return the handle, which the workspace closes at its own end
     * @throws WorkspaceException as {@link #exec(Command)}
     */
    RunningCommand start(Command command);

    // ---------------------------------------------------------------- snapshots

    /**
     * Take a snapshot with the defaults; needs {@link Capability#SNAPSHOTS}.
     *
     * @return its record
     * @throws WorkspaceException {@code TOO_LARGE} over {@link Limits#maxSnapshotBytes()}, keeping nothing
     */
    Snapshot snapshot();

    /**
     * Take a snapshot; needs {@link Capability#SNAPSHOTS}.
     *
     * @param options what it records
     * @return its record
     * @throws WorkspaceException {@code TOO_LARGE} over {@link Limits#maxSnapshotBytes()}, keeping nothing
     */
    Snapshot snapshot(SnapshotOptions options);

    /**
     * List the snapshots, newest first.
     *
     * @return their records
     */
    List<Snapshot> listSnapshots();

    /**
     * Bring the workspace back to a snapshot (WS-SNAP-003).
     *
     * @param id the snapshot's id
     * @return what was done
     * @throws WorkspaceException {@code NOT_FOUND}, {@code BUSY}, {@code IO} for a damaged snapshot, changing nothing
     */
    RestoreResult restore(String id);

    /**
     * Bring the workspace back to a snapshot, or tell what that would do.
     *
     * @param id the snapshot's id
     * @param dryRun whether nothing is changed
     * @return what was or would be done
     * @throws WorkspaceException as {@link #restore(String)}
     */
    RestoreResult restore(String id, boolean dryRun);

    /**
     * Compare the workspace with a snapshot (WS-SNAP-006).
     *
     * @param id the snapshot's id
     * @return the differences
     * @throws WorkspaceException {@code NOT_FOUND}, {@code IO} for a damaged snapshot
     */
    SnapshotDiff diff(String id);

    /**
     * Delete a snapshot.
     *
     * @param id the snapshot's id
     * @throws WorkspaceException {@code NOT_FOUND}
     */
    void deleteSnapshot(String id);

    // ---------------------------------------------------------------- archives

    /**
     * Put files into the workspace, replacing files of the same paths.
     *
     * @param seed where they come from
     * @throws WorkspaceException {@code NOT_FOUND}, {@code TOO_LARGE}, {@code BUSY}, {@code IO} for a hostile or
     *     damaged archive, changing nothing
     */
    void seed(Seed seed);

    /**
     * Write a directory with all that is in it as one tar stream.
     *
     * @param path the directory
     * @param target takes the archive; it is flushed and not closed
     * @return what was left out and why
     * @throws WorkspaceException {@code NOT_FOUND}, {@code NOT_A_DIRECTORY}
     */
    List<SkippedPath> exportArchive(String path, OutputStream target);

    /**
     * Unpack a tar stream, plain or compressed with gzip, into a directory, replacing files of the same paths.
     *
     * @param path the directory, made when missing
     * @param source the archive; it is read to its end and not closed
     * @throws WorkspaceException {@code IO} for a hostile or damaged archive, changing nothing; {@code TOO_LARGE},
     *     {@code BUSY}
     */
    void importArchive(String path, InputStream source);

    // ---------------------------------------------------------------- network

    /**
     * Return the address under which a server inside is reached; needs {@link Capability#PORTS}.
     *
     * @param port the server's port, 1 to 65535
     * @return the address
     * @throws WorkspaceException {@code UNSUPPORTED}, {@code INVALID_ARGUMENT}
     */
    URI endpoint(int port);
}
