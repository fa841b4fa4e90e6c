package dev.cofferdam.internal.archive;

import dev.cofferdam.workspace.EntryType;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/** A tar archive of anybody's making, plain or compressed with gzip. */
final class TarSource implements EntrySource {
    private static final int RECORD = 512;
    private static final int MODE_BITS = 0777;
    private static final int BUFFER = 64 << 10;

    /** Every byte has a character in both of these, and another one in each beyond ASCII. */
    private static final String BYTES = StandardCharsets.ISO_8859_1.name();

    private static final String OTHER_BYTES = "ISO-8859-5";

    private final Spool spool;

    /** Entries whose name, or link target, is text of a PAX record and not bytes of a header. */
    private final BitSet textNames = new BitSet();

    private final BitSet textTargets = new BitSet();

    private TarSource(Spool spool) {
        this.spool = spool;
    }

    /** Read a stream to its end, uncompressed, into a spool that is closed with the result. */
    static TarSource of(InputStream source, Spool spool, Spool.Meter meter) throws IOException {
        BufferedInputStream in = new BufferedInputStream(source, BUFFER);
        in.mark(2);
        boolean gzip = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return Refusals.guarded(() -> {
            spool.take(gzip ? new GZIPInputStream(in, BUFFER) : in, meter);
            TarSource tar = new TarSource(spool);
            tar.requireEnd();
            tar.findTexts();
            return tar;
        });
    }

    /** A tar that was cut between two entries reads as whole, so insist on the empty record at its end. */
    private void requireEnd() throws IOException {
        SeekableByteChannel channel = spool.channel();
        ByteBuffer last = ByteBuffer.allocate(RECORD);
        if (channel.size() < RECORD || channel.size() % RECORD != 0) {
            throw new IOException("not of the length of a tar archive");
        }
        channel.position(channel.size() - RECORD);
        while (last.hasRemaining() && channel.read(last) >= 0) {
            // read on
        }
        for (byte b : last.array()) {
            if (b != 0) {
                throw new IOException("no end-of-archive record");
            }
        }
    }

    /** Find what is text by reading all headers in two charsets: bytes differ where text is the same. */
    private void findTexts() throws IOException {
        List<String> names = new ArrayList<>();
        List<String> targets = new ArrayList<>();
        boolean ascii = true;
        try (TarArchiveInputStream tar = open(BYTES)) {
            for (TarArchiveEntry entry = next(tar); entry != null; entry = next(tar)) {
                names.add(entry.getName());
                targets.add(entry.getLinkName());
                ascii &= isAscii(entry.getName()) && isAscii(entry.getLinkName());
            }
        }
        if (ascii) {
            return;
        }
        try (TarArchiveInputStream tar = open(OTHER_BYTES)) {
            int i = 0;
            for (TarArchiveEntry entry = next(tar); entry != null; entry = next(tar)) {
                textNames.set(i, names.get(i).equals(entry.getName()));
                textTargets.set(i, targets.get(i).equals(entry.getLinkName()));
                i++;
            }
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c < 0x80);
    }

    private TarArchiveInputStream open(String encoding) throws IOException {
        return new TarArchiveInputStream(spool.read(), RECORD, RECORD, encoding);
    }

    private static @Nullable TarArchiveEntry next(TarArchiveInputStream tar) throws IOException {
        TarArchiveEntry entry = tar.getNextEntry();
        if (entry != null && !entry.isCheckSumOK()) {
            throw new IOException("a header with another checksum than its own");
        }
        return entry;
    }

    @Override
    public boolean isForeign() {
        return true;
    }

    @Override
    public void forEach(Visitor visitor) throws IOException {
        Refusals.guarded(() -> {
            try (TarArchiveInputStream tar = open(BYTES)) {
                int i = 0;
                for (TarArchiveEntry entry = next(tar); entry != null; entry = next(tar)) {
                    SourceEntry described = describe(entry, i++);
                    if (!described.path().isEmpty()) {
                        visitor.take(described, tar);
                    }
                }
            }
            return this;
        });
    }

    private SourceEntry describe(TarArchiveEntry entry, int index) {
        String raw = entry.getName();
        String path = Refusals.plain(textNames.get(index) ? raw : TarReader.textAsBytes(raw));
        String target = entry.getLinkName();
        target = textTargets.get(index) ? target : TarReader.textAsBytes(target);
        int mode = entry.getMode() & MODE_BITS;
        FileTime modified = entry.getLastModifiedTime();
        if (entry.isLink()) {
            return new SourceEntry(path, EntryType.FILE, mode, modified, 0, Refusals.plain(target), true);
        }
        if (entry.isSymbolicLink()) {
            return new SourceEntry(path, EntryType.SYMLINK, mode, modified, 0, target, false);
        }
        if (entry.isDirectory()) {
            return new SourceEntry(path, EntryType.DIRECTORY, mode, modified, 0, "", false);
        }
        if (!TarReader.isRegular(entry) || path.isEmpty()) {
            throw Refusals.hostile(path, "a type that is neither file nor directory nor link");
        }
        return new SourceEntry(path, EntryType.FILE, mode, modified, entry.getRealSize(), "", false);
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }
}
