package dev.cofferdam.internal.tree;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * An open directory. Every method takes single names and never follows a link, so that whoever walks name by name stays
 * where it began, whatever is renamed meanwhile.
 *
 * <p>Names are strings in which bytes that are not UTF-8 are escaped ({@link Names}). Failures are the specific
 * exceptions of {@code java.nio.file}: {@code NoSuchFileException}, {@code FileAlreadyExistsException},
 * {@code DirectoryNotEmptyException}, {@code NotDirectoryException}, {@code AccessDeniedException} (and
 * {@code FileSystemException} for the rest). Not safe for use by several threads, unless stated otherwise; an open
 * root is.
 */
public interface Dir extends Closeable {

    /** Describe this directory itself; the name is {@code ""}. */
    Node self() throws IOException;

    /** Describe a name; a link is described itself. */
    Node stat(String name) throws IOException;

    /** Describe a name as {@link #stat} does, but without setuid, setgid and sticky, which cost as much as the rest. */
    Node look(String name) throws IOException;

    /** Return the names of this directory, in no order, without {@code .} and {@code ..}. */
    List<String> names() throws IOException;

    /** Return what {@link #names()} and {@link #stat} give together; a name that vanishes meanwhile is left out. */
    List<Node> nodes() throws IOException;

    /** Open a directory of this directory; a link is refused with {@code NotDirectoryException}. */
    Dir open(String name) throws IOException;

    /** Open a directory that was just looked at; what became something else meanwhile is refused. */
    Dir open(Node seen) throws IOException;

    /**
     * Open a directory further down in one step, links on the way followed, when it can be proven to lie below this
     * directory and below the first name; null when not, whatever the reason, and the caller walks name by name.
     */
    default @Nullable Dir openBelow(List<String> names) throws IOException {
        return null;
    }

    /**
     * Find, in one step, what a path leads to on which no link occurs but at its very end.
     *
     * @param names the path, at least one name
     * @return null when the caller has to walk name by name, whatever the reason
     */
    default @Nullable Found locate(List<String> names) throws IOException {
        return null;
    }

    /**
     * What is at the end of a path.
     *
     * @param parent the open directory that holds the last name, to be closed by the caller
     * @param node what is there, a link itself; null when there is nothing
     */
    record Found(Dir parent, @Nullable Node node) {}

    /**
     * Open, in one step, a directory to which a path leads on which no link occurs.
     *
     * @param names the path, empty for this directory
     * @return null when the caller has to walk name by name, whatever the reason
     */
    default @Nullable Dir enter(List<String> names) throws IOException {
        return null;
    }

    /**
     * Read whole, in one step, a regular file to which a path leads on which no link occurs.
     *
     * @param names the path, at least one name
     * @param most how many bytes it may have
     * @return null when the caller has to walk and to open the file, whatever the reason
     */
    default byte @Nullable [] fetch(List<String> names, long most) throws IOException {
        return null;
    }

    /** Open this directory once more, to be closed on its own. */
    Dir reopen() throws IOException;

    /**
     * Open a regular file for reading; a link is refused. The caller has looked at the type before: opening a FIFO
     * blocks until somebody opens its other end.
     */
    SeekableByteChannel openFile(String name) throws IOException;

    /** Open a regular file that was just looked at, as {@link #openFile(String)} does. */
    default SeekableByteChannel openFile(Node seen) throws IOException {
        return openFile(seen.name());
    }

    /**
     * Read a part of a regular file that was just looked at in one step.
     *
     * @return the bytes from the offset on, fewer than {@code count} only where the file ends; null when the caller has
     *     to open the file, whatever the reason
     */
    default byte @Nullable [] readPart(Node seen, long offset, long count) throws IOException {
        return null;
    }

    /** Describe a name that {@link #look} described, with what that may have left out. */
    default Node complete(Node looked) throws IOException {
        return stat(looked.name());
    }

    /**
     * How a file takes its place.
     *
     * @param temporary the name under which it is written first
     * @param mode its permission bits
     * @param mustBeNew whether there must be nothing in its place
     * @param old the file in its place, of which it gets the owner; null when there is none
     */
    record Placing(
            String temporary,
            int mode,
            boolean mustBeNew,
            @Nullable Node old) {}

    /**
     * Write a file under a temporary name and move it into its place, in one step.
     *
     * @return false when the caller has to take the steps, whatever the reason
     */
    default boolean put(String name, Placing placing, byte[] content) throws IOException {
        return false;
    }

    /**
     * How a file takes the place of whatever file is there.
     *
     * @param temporary the name under which it is written first
     * @param mode its permission bits; empty for those of the file that is there
     * @param newMode its permission bits when they are not given and there is no file
     */
    record Replacing(String temporary, OptionalInt mode, int newMode) {}

    /**
     * Write a file, in one step, to where a path leads on which no link occurs, when its directory exists and at its end
     * is nothing or a regular file.
     *
     * @param names the path, at least one name
     * @return false when the caller has to walk and to take the steps, whatever the reason, also when it is not known
     *     whether it was done
     */
    default boolean replace(List<String> names, Replacing replacing, byte[] content) throws IOException {
        return false;
    }

    /**
     * Tell whether each operation is a request to somewhere else, so that it is worth the trouble to have what is needed
     * for one of several steps.
     */
    default boolean isRemote() {
        return false;
    }

    /** Write a file that does not exist, with exactly these permission bits and a time, in one step where that can be. */
    default void create(String name, int mode, @Nullable FileTime modified, byte[] content) throws IOException {
        throw new UnsupportedOperationException("only where it saves requests");
    }

    /** Create a file that does not exist, for writing, with exactly these permission bits whatever the umask. */
    SeekableByteChannel createFile(String name, int mode) throws IOException;

    /**
     * Open a file for locking, made (0600) when it is missing; never through a link.
     *
     * @throws java.nio.file.FileSystemException when something else stands there, or nothing can be written
     */
    default FileChannel openLock(String name) throws IOException {
        throw new FileSystemException(name, null, "files of this directory cannot be locked");
    }

    /** Make a directory with exactly these permission bits whatever the umask. */
    void mkdir(String name, int mode) throws IOException;

    /** Make a symbolic link that holds {@code target} (escaped as names are). */
    void symlink(String name, String target) throws IOException;

    /** Return what a symbolic link holds (escaped as names are). */
    String readLink(String name) throws IOException;

    /** Return what a symbolic link that was just looked at holds. */
    default String readLink(Node seen) throws IOException {
        String target = seen.target();
        return target != null ? target : readLink(seen.name());
    }

    /** Remove a file or a link itself. */
    void unlink(String name) throws IOException;

    /** Remove an empty directory. */
    void rmdir(String name) throws IOException;

    /**
     * Remove a directory with all that is in it in one step, never through a link.
     *
     * @return whether it is gone; when not, whatever the reason, the caller removes what is left name by name
     */
    default boolean purge(String name) throws IOException {
        return false;
    }

    /**
     * Rename, replacing a file by a file and an empty directory by a directory. Across file systems it fails with
     * {@code AtomicMoveNotSupportedException}.
     */
    void rename(String name, Dir target, String newName) throws IOException;

    /**
     * Rename a file, link or directory to a name that must not exist, atomically refusing with
     * {@code FileAlreadyExistsException} otherwise, also under a race (WS-MOVE-003).
     */
    void renameNew(String name, Dir target, String newName) throws IOException;

    /** Give a new file the owner and group of a file of this directory, where they differ and the system allows it. */
    void copyOwner(Node from, Dir target, String name) throws IOException;

    /** Return a path of the host that reaches this open directory, for starting a command in it. */
    String descriptor() throws IOException;

    /** Set the permission bits of a file or directory, not of a link. */
    void setMode(String name, int mode) throws IOException;

    /** Set the modification time of a name; of a link itself where the file system can, otherwise nothing. */
    void setModified(String name, FileTime time) throws IOException;

    /** Set the permission bits of this directory itself. */
    void setOwnMode(int mode) throws IOException;

    /** Set the modification time of this directory itself. */
    void setOwnModified(FileTime time) throws IOException;

    @Override
    void close() throws IOException;
}
