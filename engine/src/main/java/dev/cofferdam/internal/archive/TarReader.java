package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.EntryType;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;

/** Reads the entries of a tar archive that {@link TarTape} wrote. */
public final class TarReader implements Closeable {
    private static final int RECORD = 512;
    private static final int MODE_BITS = 07777;

    private final TarArchiveInputStream tar;

    /**
     * Begin to read.
     *
     * @param in the archive, well buffered; closed with this
     */
    public TarReader(InputStream in) {
        this.tar = new TarArchiveInputStream(in, RECORD, RECORD, StandardCharsets.ISO_8859_1.name());
    }

    /**
     * Go to the next entry.
     *
     * @return the entry, {@code null} at the end
     * @throws IOException when the archive is malformed there, or the entry is neither file, directory nor link
     */
    public @Nullable ArchiveEntry next() throws IOException {
        TarArchiveEntry entry;
        try {
            entry = tar.getNextEntry();
        } catch (IllegalArgumentException e) {
            throw new IOException("a header that makes no sense", e);
        }
        if (entry == null) {
            return null;
        }
        EntryType type = type(entry);
        String path = textAsBytes(entry.getName());
        return new ArchiveEntry(
                type == EntryType.DIRECTORY && path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                type,
                entry.getMode() & MODE_BITS,
                entry.getLastModifiedTime(),
                type == EntryType.FILE ? entry.getRealSize() : 0,
                type == EntryType.SYMLINK ? textAsBytes(entry.getLinkName()) : "");
    }

    /** Return a stream of the bytes of the present entry, not to be closed. */
    public InputStream content() {
        return tar;
    }

    private static EntryType type(TarArchiveEntry entry) throws IOException {
        if (entry.isDirectory()) {
            return EntryType.DIRECTORY;
        }
        if (entry.isSymbolicLink()) {
            return EntryType.SYMLINK;
        }
        if (isRegular(entry)) {
            return EntryType.FILE;
        }
        throw new IOException("an entry that is neither a file nor a directory nor a symbolic link");
    }

    /** Tell whether an entry is a regular file; the library takes devices for files too. */
    static boolean isRegular(TarArchiveEntry entry) {
        return switch (entry.getLinkFlag()) {
            case TarConstants.LF_NORMAL,
                    TarConstants.LF_OLDNORM,
                    TarConstants.LF_CONTIG,
                    TarConstants.LF_GNUTYPE_SPARSE -> true;
            default -> false;
        };
    }

    static String textAsBytes(String text) {
        return Names.decode(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() throws IOException {
        tar.close();
    }
}
