package dev.cofferdam.provider.os;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The facts of this host's files, among which the placeholders of running commands do not count. What is at a path is
 * looked up once: a plan asks for the same directories again and again.
 */
final class HostFacts implements FileFacts {
    private static final int SHORT = 1 << 16;

    private final Set<Path> placeholders;
    private final Map<Path, Kind> kinds = new HashMap<>();

    HostFacts(Set<Path> placeholders) {
        this.placeholders = Set.copyOf(placeholders);
    }

    @Override
    public Kind kind(Path path) {
        Kind known = kinds.get(path);
        if (known == null) {
            known = look(path);
            kinds.put(path, known);
        }
        return known;
    }

    private Kind look(Path path) {
        Kind parent = path.getParent() == null ? Kind.DIRECTORY : kinds.get(path.getParent());
        if (placeholders.contains(path) || parent == Kind.ABSENT || parent == Kind.FILE) {
            return Kind.ABSENT;
        }
        try {
            BasicFileAttributes found =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (found.isSymbolicLink()) {
                return Kind.SYMLINK;
            }
            if (found.isDirectory()) {
                return Kind.DIRECTORY;
            }
            return found.isRegularFile() ? Kind.FILE : Kind.OTHER;
        } catch (NoSuchFileException e) {
            return Kind.ABSENT;
        } catch (FileSystemException e) {
            // A file where the path needs a directory holds nothing either.
            return String.valueOf(e.getReason()).contains("Not a directory") ? Kind.ABSENT : Kind.UNREACHABLE;
        } catch (IOException e) {
            return Kind.UNREACHABLE;
        }
    }

    @Override
    public Path target(Path link) throws IOException {
        return Files.readSymbolicLink(link);
    }

    @Override
    public int names(Path file) throws IOException {
        return ((Number) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS)).intValue();
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path path : stream) {
                if (!placeholders.contains(path)) {
                    found.add(path);
                }
            }
        } catch (NotDirectoryException e) {
            return List.of();
        }
        return found;
    }

    @Override
    public Optional<String> text(Path file) {
        try {
            boolean fits = Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) <= SHORT;
            return fits ? Optional.of(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean creatable(Path directory) {
        return Files.isWritable(directory);
    }

    @Override
    public boolean owned(Path path) {
        try {
            return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                    .equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException e) {
            return false;
        }
    }
}
