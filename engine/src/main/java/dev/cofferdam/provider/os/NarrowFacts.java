package dev.cofferdam.provider.os;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a plan needs to know to say something of one path: the rest of a large tree is not looked through for what its
 * wildcards match, and outside of the root nothing is looked at twice.
 */
final class NarrowFacts implements FileFacts {
    private final FileFacts all;
    private final Path path;
    private final boolean below;
    private final Path root;
    private final Map<Path, Kind> outside;

    /**
     * Narrow facts.
     *
     * @param all the facts
     * @param path the path
     * @param below whether what lies below it matters as well
     * @param root the root, of which every look is one at the facts
     * @param outside what was found outside of the root before, where no command writes
     */
    NarrowFacts(FileFacts all, Path path, boolean below, Path root, Map<Path, Kind> outside) {
        this.all = all;
        this.path = path;
        this.below = below;
        this.root = root;
        this.outside = outside;
    }

    @Override
    public Kind kind(Path asked) {
        if (asked.startsWith(root)) {
            return all.kind(asked);
        }
        Kind kind = outside.get(asked);
        if (kind == null) {
            kind = all.kind(asked);
            outside.put(asked, kind);
        }
        return kind;
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        if (below && directory.startsWith(path)) {
            return all.list(directory);
        }
        if (!path.startsWith(directory) || path.equals(directory)) {
            return List.of();
        }
        Path next = directory.resolve(path.getName(directory.getNameCount()));
        return kind(next) == Kind.ABSENT ? List.of() : List.of(next);
    }

    /** A second name of a file keeps commands from being started, which is no reason to keep all files from everybody. */
    @Override
    public int names(Path file) {
        return 1;
    }

    @Override
    public Path target(Path link) throws IOException {
        return all.target(link);
    }

    @Override
    public Optional<String> text(Path file) {
        return all.text(file);
    }

    @Override
    public boolean creatable(Path directory) {
        return all.creatable(directory);
    }

    @Override
    public boolean owned(Path asked) {
        return all.owned(asked);
    }
}
