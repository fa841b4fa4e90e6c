package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Names;
import dev.cofferdam.workspace.EntryType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;

/** A zip archive of anybody's making. */
final class ZipSource implements EntrySource {
    private static final int MODE_BITS = 0777;
    private static final int NEW_FILE = 0644;
    private static final int NEW_DIRECTORY = 0755;
    private static final int TYPE_BITS = 0170000;
    private static final int FILE_TYPE = 0100000;
    private static final int DIRECTORY_TYPE = 0040000;
    private static final int SYMLINK_TYPE = 0120000;
    private static final int MAX_TARGET_BYTES = 4096;

    private final Spool spool;
    private final ZipFile zip;

    private ZipSource(Spool spool, ZipFile zip) {
        this.spool = spool;
        this.zip = zip;
    }

    /** Read a stream to its end into a spool that is closed with the result. */
    static ZipSource of(InputStream source, Spool spool, Spool.Meter meter) throws IOException {
        return Refusals.guarded(() -> {
            spool.take(source, meter);
            ZipFile zip = ZipFile.builder()
                    .setSeekableByteChannel(spool.channel())
                    .setCharset(StandardCharsets.UTF_8)
                    .get();
            return new ZipSource(spool, zip);
        });
    }

    @Override
    public boolean isForeign() {
        return true;
    }

    @Override
    public void forEach(Visitor visitor) throws IOException {
        Refusals.guarded(() -> {
            for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
                if (!zip.canReadEntryData(entry)) {
                    throw Refusals.hostile(name(entry), "an encryption or compression that is not supported");
                }
                visit(entry, visitor);
            }
            return this;
        });
    }

    private void visit(ZipArchiveEntry entry, Visitor visitor) throws IOException {
        String path = Refusals.plain(name(entry));
        int type = entry.getUnixMode() & TYPE_BITS;
        boolean directory = entry.isDirectory();
        boolean expected = type == 0 || type == (directory ? DIRECTORY_TYPE : FILE_TYPE);
        if (!expected && (directory || type != SYMLINK_TYPE)) {
            throw Refusals.hostile(path, "a type that is neither file nor directory nor link");
        }
        if (path.isEmpty() && directory) {
            return;
        }
        if (path.isEmpty()) {
            throw Refusals.hostile(path, "no name");
        }
        if (directory) {
            visitor.take(describe(entry, path, EntryType.DIRECTORY, ""), InputStream.nullInputStream());
        } else if (type == SYMLINK_TYPE) {
            visitor.take(describe(entry, path, EntryType.SYMLINK, target(entry)), InputStream.nullInputStream());
        } else {
            file(entry, path, visitor);
        }
    }

    private void file(ZipArchiveEntry entry, String path, Visitor visitor) throws IOException {
        try (InputStream in = zip.getInputStream(entry);
                CheckedInputStream checked = new CheckedInputStream(in, new CRC32())) {
            visitor.take(describe(entry, path, EntryType.FILE, ""), checked);
            checked.transferTo(java.io.OutputStream.nullOutputStream());
            if (checked.getChecksum().getValue() != entry.getCrc()) {
                throw new IOException("a file with another checksum than its own");
            }
        }
    }

    private String target(ZipArchiveEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            return Names.decode(in.readNBytes(MAX_TARGET_BYTES));
        }
    }

    private static String name(ZipArchiveEntry entry) {
        byte[] raw = entry.getRawName();
        return raw == null ? entry.getName() : Names.decode(raw);
    }

    private static SourceEntry describe(ZipArchiveEntry entry, String path, EntryType type, String target) {
        int mode = entry.getUnixMode() & MODE_BITS;
        if (entry.getUnixMode() == 0) {
            mode = type == EntryType.DIRECTORY ? NEW_DIRECTORY : NEW_FILE;
        }
        FileTime modified = entry.getTime() < 0 ? null : entry.getLastModifiedTime();
        long size = type == EntryType.FILE ? Math.max(0, entry.getSize()) : 0;
        return new SourceEntry(path, type, mode, modified, size, target, false);
    }

    @Override
    public void close() throws IOException {
        try {
            zip.close();
        } finally {
            spool.close();
        }
    }
}
