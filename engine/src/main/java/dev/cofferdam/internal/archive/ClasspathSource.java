package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Dirs;
import dev.cofferdam.workspace.EntryType;
import dev.cofferdam.workspace.ErrorCode;
import dev.cofferdam.workspace.WorkspaceException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * A folder of the class path, put together from all directories and jars that have it; of two files of one path the
 * first counts, as with the class loader. Jars are opened for this alone, so that nobody else closes them.
 */
final class ClasspathSource implements EntrySource {
    private static final int NEW_FILE = 0644;
    private static final int NEW_DIRECTORY = 0755;

    /** One place that has the folder. */
    private interface Part extends Closeable {
        void forEach(Visitor visitor) throws IOException;
    }

    private final List<Part> parts = new ArrayList<>();

    /**
     * Find a folder.
     *
     * @throws WorkspaceException {@code NOT_FOUND} naming the folder and the class loader's kind
     */
    ClasspathSource(String folder, ClassLoader loader) throws IOException {
        String name = plain(folder);
        try {
            for (URL url : Collections.list(loader.getResources(name))) {
                add(url);
            }
            if (parts.isEmpty()) {
                throw WorkspaceException.of(
                        ErrorCode.NOT_FOUND,
                        "There is no folder '" + folder + "' on the class path of the class loader "
                                + loader.getClass().getName()
                                + ". A folder of a jar is found only if the jar has an entry for it.");
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static String plain(String folder) {
        String name = folder;
        while (name.startsWith("/")) {
            name = name.substring(1);
        }
        while (name.endsWith("/")) {
            name = name.substring(0, name.length() - 1);
        }
        return name;
    }

    private void add(URL url) throws IOException {
        if (url.getProtocol().equals("file")) {
            Path path = path(url);
            if (Files.isDirectory(path)) {
                DirSource source = DirSource.contents(Dirs.open(path), DirSource.SpecialFiles.REFUSED);
                parts.add(new Part() {
                    @Override
                    public void forEach(Visitor visitor) throws IOException {
                        source.forEach(visitor);
                    }

                    @Override
                    public void close() throws IOException {
                        source.close();
                    }
                });
            }
            return;
        }
        URLConnection connection = url.openConnection();
        connection.setUseCaches(false);
        if (connection instanceof JarURLConnection jar) {
            parts.add(new JarPart(jar.getJarFile(), prefix(jar.getEntryName())));
        }
    }

    private static String prefix(String entry) {
        return entry == null || entry.isEmpty() ? "" : plain(entry) + "/";
    }

    private static Path path(URL url) throws IOException {
        try {
            return Path.of(new URI(url.toString()));
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IOException("a class-path location that is no path", e);
        }
    }

    /** A folder of a jar. */
    private record JarPart(JarFile jar, String prefix) implements Part {
        @Override
        public void forEach(Visitor visitor) throws IOException {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (!name.startsWith(prefix) || name.length() == prefix.length()) {
                    continue;
                }
                String path = Refusals.plain(name.substring(prefix.length()));
                if (entry.isDirectory()) {
                    visitor.take(
                            new SourceEntry(path, EntryType.DIRECTORY, NEW_DIRECTORY, null, 0, "", false),
                            InputStream.nullInputStream());
                } else {
                    try (InputStream in = jar.getInputStream(entry)) {
                        visitor.take(
                                new SourceEntry(path, EntryType.FILE, NEW_FILE, null, entry.getSize(), "", false), in);
                    }
                }
            }
        }

        @Override
        public void close() throws IOException {
            jar.close();
        }
    }

    @Override
    public boolean isForeign() {
        return false;
    }

    @Override
    public void forEach(Visitor visitor) throws IOException {
        Set<String> files = new HashSet<>();
        for (Part part : parts) {
            part.forEach((entry, content) -> {
                if (entry.type() == EntryType.DIRECTORY || files.add(entry.path())) {
                    visitor.take(entry, content);
                }
            });
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (Part part : parts) {
            try {
                part.close();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
