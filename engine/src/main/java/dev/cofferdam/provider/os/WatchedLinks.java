package dev.cofferdam.provider.os;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotLinkException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Links at or before protected paths. No mount covers a link, so a command can put something else in its place; what it
 * put there is moved aside when the command ends, and said.
 */
final class WatchedLinks {
    private static final String ASIDE = ".replaced-by-command";
    private static final int MOST_ASIDE = 1_000;

    private final Path root;
    private final Map<Path, Path> targets = new LinkedHashMap<>();

    /**
     * Look where links lead, before the command starts.
     *
     * @param root the workspace's root
     * @param links the links
     */
    WatchedLinks(Path root, List<Path> links) throws IOException {
        this.root = root;
        for (Path link : links) {
            targets.put(link, Files.readSymbolicLink(link));
        }
    }

    /** Bring back what was replaced; return what was, in sentences. */
    List<String> restore() throws IOException {
        List<String> replaced = new ArrayList<>();
        for (Map.Entry<Path, Path> each : targets.entrySet()) {
            Path link = each.getKey();
            if (!leadsTo(link, each.getValue())) {
                moveAside(link);
                Files.createSymbolicLink(link, each.getValue());
                replaced.add(
                        "file: the link " + shown(link) + ", which leads to something protected, was replaced; it was"
                                + " brought back, and what stood there now ends in " + ASIDE);
            }
        }
        return replaced;
    }

    private String shown(Path link) {
        return (link.startsWith(root) ? root.relativize(link) : link.getFileName()).toString();
    }

    private static boolean leadsTo(Path link, Path target) throws IOException {
        try {
            return Files.readSymbolicLink(link).equals(target);
        } catch (NotLinkException | NoSuchFileException e) {
            return false;
        }
    }

    private static void moveAside(Path path) throws IOException {
        for (int i = 0; i < MOST_ASIDE && Files.exists(path, LinkOption.NOFOLLOW_LINKS); i++) {
            Path aside = path.resolveSibling(path.getFileName() + ASIDE + (i == 0 ? "" : "-" + i));
            if (!Files.exists(aside, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(path, aside);
            }
        }
    }
}
