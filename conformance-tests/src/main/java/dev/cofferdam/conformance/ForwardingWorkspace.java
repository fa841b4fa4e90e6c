package dev.cofferdam.conformance;

import dev.cofferdam.workspace.Capabilities;
import dev.cofferdam.workspace.Command;
import dev.cofferdam.workspace.CommandResult;
import dev.cofferdam.workspace.Entry;
import dev.cofferdam.workspace.Isolation;
import dev.cofferdam.workspace.ListOptions;
import dev.cofferdam.workspace.Listing;
import dev.cofferdam.workspace.RemoveOptions;
import dev.cofferdam.workspace.RenameOptions;
import dev.cofferdam.workspace.RestoreResult;
import dev.cofferdam.workspace.RunningCommand;
import dev.cofferdam.workspace.Seed;
import dev.cofferdam.workspace.SkippedPath;
import dev.cofferdam.workspace.Snapshot;
import dev.cofferdam.workspace.SnapshotDiff;
import dev.cofferdam.workspace.SnapshotOptions;
import dev.cofferdam.workspace.TrashItem;
import dev.cofferdam.workspace.Workspace;
import dev.cofferdam.workspace.WorkspaceOptions;
import dev.cofferdam.workspace.WriteOptions;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Passes every operation on to another workspace; subclasses change single ones. */
class ForwardingWorkspace implements Workspace {
    final Workspace workspace;

    ForwardingWorkspace(Workspace workspace) {
        this.workspace = workspace;
    }

    @Override
    public String id() {
        return workspace.id();
    }

    @Override
    public String provider() {
        return workspace.provider();
    }

    @Override
    public String root() {
        return workspace.root();
    }

    @Override
    public Capabilities capabilities() {
        return workspace.capabilities();
    }

    @Override
    public Isolation isolation() {
        return workspace.isolation();
    }

    @Override
    public WorkspaceOptions options() {
        return workspace.options();
    }

    @Override
    public Workspace start() {
        workspace.start();
        return this;
    }

    @Override
    public void close() {
        workspace.close();
    }

    @Override
    public byte[] read(String path) {
        return workspace.read(path);
    }

    @Override
    public byte[] read(String path, long offset, long length) {
        return workspace.read(path, offset, length);
    }

    @Override
    public String readText(String path) {
        return workspace.readText(path);
    }

    @Override
    public String readText(String path, Charset charset) {
        return workspace.readText(path, charset);
    }

    @Override
    public String readTextLenient(String path) {
        return workspace.readTextLenient(path);
    }

    @Override
    public void write(String path, byte[] content) {
        workspace.write(path, content);
    }

    @Override
    public void write(String path, byte[] content, WriteOptions options) {
        workspace.write(path, content, options);
    }

    @Override
    public void writeText(String path, String text) {
        workspace.writeText(path, text);
    }

    @Override
    public void writeText(String path, String text, WriteOptions options) {
        workspace.writeText(path, text, options);
    }

    @Override
    public boolean exists(String path) {
        return workspace.exists(path);
    }

    @Override
    public Entry stat(String path) {
        return workspace.stat(path);
    }

    @Override
    public Listing list(String path) {
        return workspace.list(path);
    }

    @Override
    public Listing list(String path, ListOptions options) {
        return workspace.list(path, options);
    }

    @Override
    public boolean mkdir(String path) {
        return workspace.mkdir(path);
    }

    @Override
    public void copy(String source, String destination) {
        workspace.copy(source, destination);
    }

    @Override
    public void symlink(String path, String target) {
        workspace.symlink(path, target);
    }

    @Override
    public void setMode(String path, int mode) {
        workspace.setMode(path, mode);
    }

    @Override
    public void touch(String path) {
        workspace.touch(path);
    }

    @Override
    public void touch(String path, Instant modified) {
        workspace.touch(path, modified);
    }

    @Override
    public void copyIn(Path hostPath, String path) {
        workspace.copyIn(hostPath, path);
    }

    @Override
    public void copyOut(String path, Path hostPath) {
        workspace.copyOut(path, hostPath);
    }

    @Override
    public void remove(String path) {
        workspace.remove(path);
    }

    @Override
    public String remove(String path, RemoveOptions options) {
        return workspace.remove(path, options);
    }

    @Override
    public void rename(String source, String destination) {
        workspace.rename(source, destination);
    }

    @Override
    public boolean rename(String source, String destination, RenameOptions options) {
        return workspace.rename(source, destination, options);
    }

    @Override
    public List<TrashItem> listTrash() {
        return workspace.listTrash();
    }

    @Override
    public String restoreFromTrash(String id) {
        return workspace.restoreFromTrash(id);
    }

    @Override
    public String restoreFromTrash(String id, boolean overwrite) {
        return workspace.restoreFromTrash(id, overwrite);
    }

    @Override
    public int emptyTrash(Duration olderThan) {
        return workspace.emptyTrash(olderThan);
    }

    @Override
    public CommandResult exec(String shellLine) {
        return workspace.exec(shellLine);
    }

    @Override
    public CommandResult exec(Command command) {
        return workspace.exec(command);
    }

    @Override
    public RunningCommand start(Command command) {
        return workspace.start(command);
    }

    @Override
    public Snapshot snapshot() {
        return workspace.snapshot();
    }

    @Override
    public Snapshot snapshot(SnapshotOptions options) {
        return workspace.snapshot(options);
    }

    @Override
    public List<Snapshot> listSnapshots() {
        return workspace.listSnapshots();
    }

    @Override
    public RestoreResult restore(String id) {
        return workspace.restore(id);
    }

    @Override
    public RestoreResult restore(String id, boolean dryRun) {
        return workspace.restore(id, dryRun);
    }

    @Override
    public SnapshotDiff diff(String id) {
        return workspace.diff(id);
    }

    @Override
    public void deleteSnapshot(String id) {
        workspace.deleteSnapshot(id);
    }

    @Override
    public void seed(Seed seed) {
        workspace.seed(seed);
    }

    @Override
    public List<SkippedPath> exportArchive(String path, OutputStream target) {
        return workspace.exportArchive(path, target);
    }

    @Override
    public void importArchive(String path, InputStream source) {
        workspace.importArchive(path, source);
    }

    @Override
    public URI endpoint(int port) {
        return workspace.endpoint(port);
    }
}
