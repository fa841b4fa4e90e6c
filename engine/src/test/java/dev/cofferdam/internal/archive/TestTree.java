package dev.cofferdam.internal.archive;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Feature;
import com.google.common.jimfs.Jimfs;
import dev.cofferdam.internal.tree.Dir;
import dev.cofferdam.internal.tree.Dirs;
import dev.cofferdam.internal.tree.OwnDirectory;
import dev.cofferdam.internal.tree.Reserved;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A root for tests, on disk or in memory, with shorthand to fill and to see it. */
public final class TestTree implements Closeable {
    private final Path root;
    private final Dir dir;

    public TestTree(Path root) throws IOException {
        this.root = root;
        this.dir = Dirs.open(root);
    }

    /** Make a root on an in-memory file system. */
    public static TestTree inMemory() throws IOException {
        FileSystem fileSystem = Jimfs.newFileSystem(Configuration.unix().toBuilder()
                .setAttributeViews("basic", "owner", "posix", "unix")
                .setSupportedFeatures(
                        Feature.LINKS, Feature.SYMBOLIC_LINKS, Feature.SECURE_DIRECTORY_STREAM, Feature.FILE_CHANNEL)
                .build());
        return new TestTree(Files.createDirectory(fileSystem.getPath("/root")));
    }

    public Dir dir() {
        return dir;
    }

    public Path path(String name) {
        return root.resolve(name);
    }

    public OwnDirectory own() {
        return create -> {
            try {
                return dir.open(Reserved.OWN);
            } catch (NoSuchFileException e) {
                if (!create) {
                    throw e;
                }
                dir.mkdir(Reserved.OWN, 0700);
                return dir.open(Reserved.OWN);
            }
        };
    }

    public TestTree file(String name, String text) throws IOException {
        return file(name, text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }

    public TestTree file(String name, byte[] bytes) throws IOException {
        Files.createDirectories(path(name).getParent());
        Files.write(path(name), bytes);
        return this;
    }

    public TestTree directory(String name) throws IOException {
        Files.createDirectories(path(name));
        return this;
    }

    public TestTree link(String name, String target) throws IOException {
        Files.createDirectories(path(name).getParent());
        Files.createSymbolicLink(path(name), root.getFileSystem().getPath(target));
        return this;
    }

    public TestTree mode(String name, String permissions) throws IOException {
        Files.setPosixFilePermissions(path(name), PosixFilePermissions.fromString(permissions));
        return this;
    }

    public TestTree modified(String name, Instant time) throws IOException {
        Files.setLastModifiedTime(path(name), FileTime.from(time));
        return this;
    }

    public String text(String name) throws IOException {
        return Files.readString(path(name));
    }

    public boolean exists(String name) {
        return Files.exists(path(name), LinkOption.NOFOLLOW_LINKS);
    }

    public void delete(String name) throws IOException {
        try (Stream<Path> paths = Files.walk(path(name))) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Describe everything but what is reserved: type, permissions, time, and what it holds. */
    public Map<String, String> state() throws IOException {
        Map<String, String> state = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            paths.filter(path -> !path.equals(root) && !path.startsWith(path(Reserved.OWN)))
                    .filter(path -> !Reserved.isTemporary(path.getFileName().toString()))
                    .forEach(path -> state.put(root.relativize(path).toString(), describe(path)));
        }
        return state;
    }

    private static String describe(Path path) {
        try {
            if (Files.isSymbolicLink(path)) {
                return "-> " + Files.readSymbolicLink(path);
            }
            String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
            String what =
                    Files.isDirectory(path) ? "/" : ' ' + java.util.Arrays.hashCode(Files.readAllBytes(path)) + "";
            return mode + what + " " + Files.getLastModifiedTime(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        dir.close();
    }
}
