package dev.hexadmin.application.files.internal;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * A stream in pieces. A failure ends a piece and is thrown after it, so that what came before is stored. Used by one
 * thread.
 */
final class PieceInput extends FilterInputStream {
    private long left;
    private long count;
    private @Nullable RuntimeException failure;

    PieceInput(InputStream in) {
        super(in);
    }

    /** The next piece. */
    PieceInput next(long most) {
        left = most;
        count = 0;
        return this;
    }

    /** Number of bytes of the piece that were read. */
    long count() {
        return count;
    }

    boolean hasFailed() {
        return failure != null;
    }

    void rethrow() {
        if (failure != null) {
            throw failure;
        }
    }

    /** Whether there is more than all pieces had. */
    boolean hasMore() {
        left = 1;
        return read() >= 0;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) {
        if (left == 0 || failure != null) {
            return -1;
        }
        try {
            int given = in.read(into, from, (int) Math.min(length, left));
            left -= Math.max(0, given);
            count += Math.max(0, given);
            return given;
        } catch (IOException e) {
            failure = new UncheckedIOException(e);
        } catch (RuntimeException e) {
            failure = e;
        }
        return -1;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    @Override
    public void close() {
        // the next piece is read from the same stream
    }
}
