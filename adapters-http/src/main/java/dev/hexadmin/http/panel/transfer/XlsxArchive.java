package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.transfer.UnreadableFileException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/** The entries of a workbook; the unpacked bytes are counted and limited. Used by one thread. */
final class XlsxArchive extends FilterInputStream {
    private static final int MOST_ENTRIES = 10_000;

    private final ZipInputStream zip;
    private long all;
    private long part;
    private final long most;
    private long mostOfPart;
    private int entries;

    XlsxArchive(InputStream file, long most) {
        super(new ZipInputStream(file));
        this.zip = (ZipInputStream) in;
        this.most = most;
        this.mostOfPart = most;
    }

    @Nullable
    ZipEntry entry() {
        try {
            entries++;
            if (entries > MOST_ENTRIES) {
                throw bomb();
            }
            ZipEntry entry = zip.getNextEntry();
            if (entry == null && entries == 1) {
                throw new UnreadableFileException("The file is no workbook.");
            }
            limit(most);
            return entry;
        } catch (ZipException | IllegalArgumentException e) {
            throw new UnreadableFileException("The file is no workbook, or broken.");
        } catch (IOException e) {
            throw new UnreadableFileException("The file ends too early.");
        }
    }

    /** Removes the limit of a part. */
    void unlimited() {
        limit(most);
    }

    /** Limits the bytes that are read from now on, until the next call. */
    void limit(long bytes) {
        part = 0;
        mostOfPart = bytes;
    }

    private static UnreadableFileException bomb() {
        return new UnreadableFileException("The file is too large when it is unpacked.");
    }

    @Override
    public int read() throws IOException {
        int b = super.read();
        count(b < 0 ? 0 : 1);
        return b;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int given = super.read(into, from, length);
        count(Math.max(0, given));
        return given;
    }

    private void count(int bytes) {
        all += bytes;
        part += bytes;
        if (all > most || part > mostOfPart) {
            throw bomb();
        }
    }

    /** The entry, for a parser that closes what it has read. */
    InputStream keptOpen() {
        return new FilterInputStream(this) {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                return in.read(into, from, length);
            }

            @Override
            public void close() {
                // another entry may follow
            }
        };
    }

    /** Skips the rest of an entry, counting it. */
    void skipEntry() throws IOException {
        byte[] nothing = new byte[8 * 1024];
        int read = read(nothing, 0, nothing.length);
        while (read >= 0) {
            read = read(nothing, 0, nothing.length);
        }
    }

    @Override
    public void close() {
        try {
            super.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
