package dev.cofferdam.internal.archive;

import dev.cofferdam.internal.tree.Names;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * Writes entries to a tar archive that GNU tar reads: names by their bytes in GNU's long form (WS-PATH-007), times with
 * nanoseconds in a PAX record, holes in GNU's sparse format 1.0. No owners are recorded.
 */
public final class TarTape implements Closeable {
    private static final int RECORD = 512;

    private final TapeOutput out;
    private final TarArchiveOutputStream tar;
    private final byte[] record = new byte[RECORD];
    private final byte[] zeros = new byte[RECORD];
    private int recordBodyLength = -1;
    private long entries;

    /**
     * Begin an archive at the present position of a channel.
     *
     * @param channel takes the archive; closed by the caller
     */
    public TarTape(SeekableByteChannel channel) {
        this.out = new TapeOutput(channel);
        this.tar = new TarArchiveOutputStream(out, RECORD, StandardCharsets.ISO_8859_1.name());
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_STAR);
    }

    /** Add a directory. */
    public void directory(String path, int mode, FileTime modified) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(bytesAsText(path) + "/", TarConstants.LF_DIR);
        begin(entry, mode, modified, "");
        end();
    }

    /** Add a symbolic link. */
    public void symlink(String path, String target, FileTime modified) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(bytesAsText(path), TarConstants.LF_SYMLINK);
        entry.setLinkName(bytesAsText(target));
        begin(entry, 0777, modified, "");
        end();
    }

    /** Begin a file without holes, whose bytes follow. */
    public void file(String path, int mode, FileTime modified, long size) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(bytesAsText(path), TarConstants.LF_NORMAL);
        entry.setSize(size);
        begin(entry, mode, modified, "");
    }

    /** Begin a file with holes, of which the bytes of the data pieces follow. */
    void sparseFile(String path, int mode, FileTime modified, long size, List<long[]> data) throws IOException {
        byte[] map = DataMap.encode(data);
        TarArchiveEntry entry = new TarArchiveEntry(bytesAsText(path), TarConstants.LF_NORMAL);
        entry.setSize(map.length + data.stream().mapToLong(piece -> piece[1]).sum());
        begin(
                entry,
                mode,
                modified,
                pax("GNU.sparse.major", "1")
                        + pax("GNU.sparse.minor", "0")
                        + pax("GNU.sparse.realsize", Long.toString(size)));
        write(map, 0, map.length);
    }

    /** Write bytes of the file that was begun. */
    public void write(byte[] bytes, int offset, int length) throws IOException {
        tar.write(bytes, offset, length);
    }

    /** End the file that was begun. */
    public void end() throws IOException {
        tar.closeArchiveEntry();
        entries++;
    }

    /** Return the present position, which lies between two entries. */
    long position() {
        return out.position();
    }

    /** Forget the last entry, which began at a position. */
    void forgetLast(long position) throws IOException {
        out.windBack(position);
        entries--;
    }

    /** End the archive. */
    public void finish() throws IOException {
        tar.finish();
        out.flush();
    }

    /** Return how many entries there are. */
    public long entries() {
        return entries;
    }

    /** Return the length of the archive in bytes. */
    public long length() {
        return out.position();
    }

    /** Tell whether {@link #checksum()} is that of the archive, which it no longer is after an entry was forgotten. */
    public boolean knowsChecksum() {
        return !out.isChecksumLost();
    }

    /** Return the CRC-32C of the finished archive. */
    public long checksum() {
        return out.checksum();
    }

    @Override
    public void close() throws IOException {
        tar.close();
    }

    private void begin(TarArchiveEntry entry, int mode, FileTime modified, String attributes) throws IOException {
        String all = attributes + fraction(modified);
        if (!all.isEmpty()) {
            attributes(all.getBytes(StandardCharsets.US_ASCII));
        }
        entry.setMode(mode);
        entry.setModTime(modified);
        entry.setUserName("");
        tar.putArchiveEntry(entry);
    }

    /** Write a PAX header past the archive stream, which knows none that it did not make. */
    private void attributes(byte[] body) throws IOException {
        if (body.length != recordBodyLength) {
            // The header says nothing but the length, which is nearly always the same.
            TarArchiveEntry header = new TarArchiveEntry("PaxHeader", TarConstants.LF_PAX_EXTENDED_HEADER_LC);
            header.setSize(body.length);
            header.setUserName("");
            header.setModTime(FileTime.fromMillis(0));
            header.writeEntryHeader(record);
            recordBodyLength = body.length;
        }
        out.write(record, 0, RECORD);
        out.write(body, 0, body.length);
        int rest = body.length % RECORD;
        if (rest != 0) {
            out.write(zeros, 0, RECORD - rest);
        }
    }

    private static String fraction(FileTime modified) {
        Instant time = modified.toInstant();
        if (time.getNano() == 0) {
            return "";
        }
        return pax(
                "mtime",
                BigDecimal.valueOf(time.getEpochSecond())
                        .add(BigDecimal.valueOf(time.getNano(), 9))
                        .toPlainString());
    }

    private static String pax(String key, String value) {
        int rest = key.length() + value.length() + 3;
        int length = rest + 1;
        while (rest + Integer.toString(length).length() > length) {
            length++;
        }
        return length + " " + key + "=" + value + "\n";
    }

    /** The one form in which every byte of a name survives: each as the character of that number. */
    private static String bytesAsText(String path) {
        return new String(Names.encode(path), StandardCharsets.ISO_8859_1);
    }
}
