package dev.cofferdam.internal.shell;

import dev.cofferdam.internal.shell.Request.Effort;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.internal.tree.Node;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory in a sandbox, by its physical path. Every request goes there anew and fails when the path no longer leads
 * there without a link. Safe for use by several threads; holds nothing that would have to be closed.
 */
final class ShellDir implements Dir {
    private static final int PERMISSIONS = 0777;
    private static final int FILE_BITS = 0666;
    private static final int OWNER_WRITE = 0200;
    static final int MAX_PATH_BYTES = 4095;

    /** The largest content that is read or written whole in one request. */
    private static final int WHOLE = 16 << 20;

    /** A file up to this size is read when it is opened, and written without a look at what is there. */
    private static final int EAGER = 64 << 10;

    private static final String SELF = ".";
    private static final String NO_MODE = "-";

    private final Exchange exchange;
    private final String path;
    private final boolean trueDecimals;

    ShellDir(Exchange exchange, String path, boolean trueDecimals) {
        this.exchange = exchange;
        this.path = path;
        this.trueDecimals = trueDecimals;
    }

    Exchange exchange() {
        return exchange;
    }

    String path() {
        return path;
    }

    private static String parents(List<String> names) {
        return String.join("/", names.subList(0, names.size() - 1));
    }

    /** Fail when the directory is not where it was. */
    void requireThere() throws IOException {
        ask("", Request.of(Effort.LOOK, "here", path));
    }

    Answer ask(String name, Request request) throws IOException {
        Answer answer = exchange.ask(request);
        if (answer.status() == Answer.FAILED) {
            throw ShellFailures.of(answer, name);
        }
        return answer;
    }

    private Records read(Answer answer) {
        return new Records(answer, trueDecimals);
    }

    @Override
    public Node self() throws IOException {
        Node node = stat(SELF);
        return new Node("", node.type(), node.size(), node.modified(), node.mode(), node.key());
    }

    @Override
    public Node stat(String name) throws IOException {
        return read(ask(name, Request.of(Effort.LOOK, "look", path, name))).only();
    }

    @Override
    public Node look(String name) throws IOException {
        return stat(name);
    }

    @Override
    public List<String> names() throws IOException {
        return read(list("names")).names();
    }

    @Override
    public List<Node> nodes() throws IOException {
        return read(list("list")).nodes();
    }

    /** What vanished while the directory was read is left out, and no failure. */
    private Answer list(String operation) throws IOException {
        Answer answer = exchange.ask(Request.of(Effort.LONG_LOOK, operation, path));
        if (answer.status() == Answer.FAILED && !ShellFailures.isOfVanished(answer)) {
            throw ShellFailures.of(answer, "");
        }
        return answer;
    }

    @Override
    public Dir open(String name) throws IOException {
        ShellDir child = below(name);
        ask(name, Request.of(Effort.LOOK, "enter", path, name));
        return child;
    }

    /** Whatever it became meanwhile is seen by the first request. */
    @Override
    public Dir open(Node seen) throws IOException {
        if (!seen.isDirectory()) {
            throw new NotDirectoryException(seen.name());
        }
        return below(seen.name());
    }

    private ShellDir below(String name) throws IOException {
        String child = (path.equals("/") ? "" : path) + "/" + name;
        if (Names.encode(child).length > MAX_PATH_BYTES) {
            throw new FileSystemException(name, null, "its path is too long for the system");
        }
        return new ShellDir(exchange, child, trueDecimals);
    }

    @Override
    public @Nullable Found locate(List<String> names) throws IOException {
        String parents = parents(names);
        String name = names.get(names.size() - 1);
        ShellDir parent = parents.isEmpty() ? this : below(parents);
        Answer answer = ask(name, Request.of(Effort.LOOK, "locate", path, parents, name));
        return switch (answer.status()) {
            case Answer.WALK -> null;
            case Answer.NOTHING -> new Found(parent, null);
            default -> new Found(parent, read(answer).only());
        };
    }

    @Override
    public @Nullable Dir enter(List<String> names) throws IOException {
        ShellDir directory = names.isEmpty() ? this : below(String.join("/", names));
        boolean there =
                exchange.ask(Request.of(Effort.LOOK, "here", directory.path)).status() == Answer.DONE;
        return there ? directory : null;
    }

    @Override
    public byte @Nullable [] fetch(List<String> names, long most) throws IOException {
        String parents = parents(names);
        String name = names.get(names.size() - 1);
        long count = Math.min(most, WHOLE) + 1;
        Answer answer = ask(name, Request.of(Effort.LONG_LOOK, "fetch", path, parents, name, Long.toString(count)));
        if (answer.status() == Answer.WALK || answer.length() == count) {
            return null;
        }
        Contents.requireWhole(answer.complaint(), answer.length());
        return Arrays.copyOf(answer.bytes(), answer.length());
    }

    @Override
    public byte @Nullable [] readPart(Node seen, long offset, long count) throws IOException {
        if (count > WHOLE) {
            return null;
        }
        Answer answer = get(seen.name(), offset, count);
        return Arrays.copyOf(answer.bytes(), answer.length());
    }

    @Override
    public Node complete(Node looked) {
        return looked;
    }

    @Override
    public boolean put(String name, Placing placing, byte[] content) throws IOException {
        if (content.length > WHOLE) {
            return false;
        }
        Node old = placing.old();
        Answer answer = exchange.ask(Request.with(
                content,
                "put",
                path,
                name,
                placing.temporary(),
                umask(placing.mode()),
                special(placing.mode(), FILE_BITS),
                placing.mustBeNew() ? "new" : "over",
                old == null ? "-" : "old"));
        if (answer.status() == Answer.DONE) {
            return true;
        }
        throw placing.mustBeNew()
                ? ShellFailures.ofRenameNew(answer, name, name)
                : ShellFailures.ofRename(answer, name, name);
    }

    @Override
    public boolean replace(List<String> names, Replacing replacing, byte[] content) throws IOException {
        if (content.length > EAGER) {
            return false;
        }
        String parents = parents(names);
        String name = names.get(names.size() - 1);
        int mode = replacing.mode().orElse(replacing.newMode());
        Request request = Request.with(
                content,
                "replace",
                path,
                parents,
                name,
                replacing.temporary(),
                umask(mode),
                replacing.mode().isPresent() ? special(mode, FILE_BITS) : "old");
        try {
            Answer answer = exchange.ask(request);
            if (answer.status() == Answer.FAILED) {
                throw ShellFailures.ofRename(answer, name, name);
            }
            return answer.status() == Answer.DONE;
        } catch (UnknownChangeException e) {
            // To write the same once more does no harm; what was half written goes.
            exchange.ask(Request.of(
                    Effort.CHANGE, "unlink", parents.isEmpty() ? path : below(parents).path, replacing.temporary()));
            return false;
        }
    }

    @Override
    public Dir reopen() {
        return this;
    }

    @Override
    public SeekableByteChannel openFile(String name) throws IOException {
        return openFile(name, ShellInput.UNKNOWN);
    }

    @Override
    public SeekableByteChannel openFile(Node seen) throws IOException {
        if (seen.size() > EAGER) {
            return openFile(seen.name(), seen.size());
        }
        ShellInput input = new ShellInput(this, seen.name(), seen.size());
        input.fetchNow();
        return input;
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public void create(String name, int mode, @Nullable FileTime modified, byte[] content) throws IOException {
        ask(
                name,
                Request.with(
                        content,
                        "make",
                        path,
                        name,
                        umask(mode),
                        special(mode, FILE_BITS),
                        modified == null ? "-" : seconds(modified)));
    }

    private SeekableByteChannel openFile(String name, long size) throws IOException {
        ask(name, Request.of(Effort.LOOK, "readable", path, name));
        return new ShellInput(this, name, size);
    }

    /** Read a part of a file; when the answer is shorter than what was asked for, the file ends there. */
    Answer get(String name, long offset, long count) throws IOException {
        Answer answer = exchange.ask(
                Request.of(Effort.LONG_LOOK, "get", path, name, Long.toString(offset), Long.toString(count)));
        if (answer.status() == Answer.FAILED) {
            if (answer.complaint().contains("cannot skip")) {
                return new Answer(answer.bytes(), 0, "", Answer.DONE); // it has become shorter than that
            }
            throw ShellFailures.of(answer, name);
        }
        Contents.requireWhole(answer.complaint(), answer.length());
        return answer;
    }

    @Override
    public SeekableByteChannel createFile(String name, int mode) throws IOException {
        // The content comes by another opening of the file, which its owner must be allowed.
        int writable = mode | OWNER_WRITE;
        ask(name, Request.of(Effort.CHANGE, "create", path, name, umask(writable), special(writable, FILE_BITS)));
        return new ShellOutput(this, name, writable == mode ? ShellOutput.AS_IT_IS : mode);
    }

    /** Return the umask with which a new file gets the bits that it can get so. */
    private static String umask(int mode) {
        return octal(~mode & PERMISSIONS);
    }

    /** Return the mode that has to be set after a file was made with all its bits of a kind. */
    private static String special(int mode, int kind) {
        return (mode & ~kind) == 0 ? NO_MODE : octal(mode);
    }

    /** To GNU's chmod only five digits say that a directory is to lose its setuid and setgid bits. */
    private static String octal(int bits) {
        return String.format(java.util.Locale.ROOT, "%05o", bits);
    }

    @Override
    public void mkdir(String name, int mode) throws IOException {
        ask(name, Request.of(Effort.CHANGE, "mkdir", path, name, umask(mode), special(mode, PERMISSIONS)));
    }

    @Override
    public void symlink(String name, String target) throws IOException {
        ask(name, Request.of(Effort.CHANGE, "symlink", path, name, target));
    }

    @Override
    public String readLink(String name) throws IOException {
        return readLink(stat(name));
    }

    @Override
    public String readLink(Node seen) throws IOException {
        String target = seen.target();
        if (target == null) {
            throw new FileSystemException(seen.name(), null, "is not a symbolic link");
        }
        return target;
    }

    @Override
    public void unlink(String name) throws IOException {
        ask(name, Request.of(Effort.CHANGE, "unlink", path, name));
    }

    @Override
    public void rmdir(String name) throws IOException {
        ask(name, Request.of(Effort.CHANGE, "rmdir", path, name));
    }

    @Override
    public boolean purge(String name) throws IOException {
        return exchange.ask(Request.of(Effort.LONG_CHANGE, "purge", path, name)).status() == Answer.DONE;
    }

    @Override
    public void rename(String name, Dir target, String newName) throws IOException {
        Answer answer =
                exchange.ask(Request.of(Effort.LONG_CHANGE, "rename", path, name, shell(target).path, newName, "over"));
        if (answer.status() != Answer.DONE) {
            throw ShellFailures.ofRename(answer, name, newName);
        }
    }

    @Override
    public void renameNew(String name, Dir target, String newName) throws IOException {
        Answer answer =
                exchange.ask(Request.of(Effort.LONG_CHANGE, "rename", path, name, shell(target).path, newName, "new"));
        if (answer.status() != Answer.DONE) {
            throw ShellFailures.ofRenameNew(answer, name, newName);
        }
    }

    @Override
    public void copyOwner(Node from, Dir target, String name) throws IOException {
        if (shell(target).path.equals(path)) {
            ask(name, Request.of(Effort.CHANGE, "owner", path, from.name(), name));
        }
    }

    @Override
    public String descriptor() {
        return path;
    }

    @Override
    public void setMode(String name, int mode) throws IOException {
        ask(name, Request.of(Effort.CHANGE, "chmod", path, name, octal(mode)));
    }

    @Override
    public void setModified(String name, FileTime time) throws IOException {
        ask(name, Request.of(Effort.CHANGE, "touch", path, name, seconds(time)));
    }

    /** Return a time as {@code touch} reads it. */
    private static String seconds(FileTime time) {
        Instant instant = time.toInstant();
        return "@"
                + BigDecimal.valueOf(instant.getEpochSecond())
                        .add(BigDecimal.valueOf(instant.getNano(), 9))
                        .toPlainString();
    }

    @Override
    public void setOwnMode(int mode) throws IOException {
        setMode(SELF, mode);
    }

    @Override
    public void setOwnModified(FileTime time) throws IOException {
        setModified(SELF, time);
    }

    @Override
    public void close() {
        // a path holds nothing
    }

    private static ShellDir shell(Dir dir) {
        if (dir instanceof ShellDir shell) {
            return shell;
        }
        throw new IllegalArgumentException("the two directories are of different kinds");
    }
}
