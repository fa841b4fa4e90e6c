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
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The facts of this host's files, among which the placeholders of running commands do not count. */
final class HostFacts implements FileFacts {
    private static final int SHORT = 1 << 16;

    private final Set<Path> placeholders;

    HostFacts(Set<Path> placeholders) {
        this.placeholders = Set.copyOf(placeholders);
    }

    @Override
    public Kind kind(Path path) {
        if (placeholders.contains(path)) {
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
