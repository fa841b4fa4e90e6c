package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Node;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/** A directory that tells a test of each call before it is made, so that the test can change the tree or fail. */
public final class WatchedDir implements Dir {
    /** Is told of calls. */
    @FunctionalInterface
    public interface Watcher {
        void before(String call, String name) throws IOException;
    }

    private final Dir dir;
    private final Watcher watcher;

    public WatchedDir(Dir dir, Watcher watcher) {
        this.dir = dir;
        this.watcher = watcher;
    }

    private static Dir bare(Dir other) {
        return other instanceof WatchedDir watched ? watched.dir : other;
    }

    @Override
    public Node self() throws IOException {
        return dir.self();
    }

    @Override
    public Node stat(String name) throws IOException {
        watcher.before("stat", name);
        return dir.stat(name);
    }

    @Override
    public List<String> names() throws IOException {
        return dir.names();
    }

    @Override
    public List<Node> nodes() throws IOException {
        return new ArrayList<>(dir.nodes());
    }

    @Override
    public Dir open(String name) throws IOException {
        watcher.before("open", name);
        return new WatchedDir(dir.open(name), watcher);
    }

    @Override
    public Dir reopen() throws IOException {
        return new WatchedDir(dir.reopen(), watcher);
    }

    @Override
    public SeekableByteChannel openFile(String name) throws IOException {
        watcher.before("openFile", name);
        return dir.openFile(name);
    }

    @Override
    public SeekableByteChannel createFile(String name, int mode) throws IOException {
        watcher.before("createFile", name);
        return dir.createFile(name, mode);
    }

    @Override
    public void mkdir(String name, int mode) throws IOException {
        watcher.before("mkdir", name);
        dir.mkdir(name, mode);
    }

    @Override
    public void symlink(String name, String target) throws IOException {
        watcher.before("symlink", name);
        dir.symlink(name, target);
    }

    @Override
    public String readLink(String name) throws IOException {
        return dir.readLink(name);
    }

    @Override
    public void unlink(String name) throws IOException {
        watcher.before("unlink", name);
        dir.unlink(name);
    }

    @Override
    public void rmdir(String name) throws IOException {
        watcher.before("rmdir", name);
        dir.rmdir(name);
    }

    @Override
    public void rename(String name, Dir target, String newName) throws IOException {
        watcher.before("rename", newName);
        dir.rename(name, bare(target), newName);
    }

    @Override
    public void renameNew(String name, Dir target, String newName) throws IOException {
        watcher.before("renameNew", newName);
        dir.renameNew(name, bare(target), newName);
    }

    @Override
    public void setMode(String name, int mode) throws IOException {
        watcher.before("setMode", name);
        dir.setMode(name, mode);
    }

    @Override
    public void setModified(String name, FileTime time) throws IOException {
        watcher.before("setModified", name);
        dir.setModified(name, time);
    }

    @Override
    public void setOwnMode(int mode) throws IOException {
        dir.setOwnMode(mode);
    }

    @Override
    public void setOwnModified(FileTime time) throws IOException {
        dir.setOwnModified(time);
    }

    @Override
    public void copyOwner(Node from, Dir target, String name) throws IOException {
        dir.copyOwner(from, bare(target), name);
    }

    @Override
    public String descriptor() throws IOException {
        return dir.descriptor();
    }

    @Override
    public void close() throws IOException {
        dir.close();
    }
}
