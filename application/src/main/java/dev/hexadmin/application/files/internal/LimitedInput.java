package dev.hexadmin.application.files.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.RequestRejectedException.Category;
import dev.hexadmin.domain.text.Message;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Counts and digests what is read, and rejects what is too much. Used by one thread. */
final class LimitedInput extends FilterInputStream {
    private final long most;
    private final MessageDigest digest;
    private long count;

    LimitedInput(InputStream in, long most) {
        super(in);
        this.most = most;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Number of bytes that were read. */
    long count() {
        return count;
    }

    /** Of what was read, in hexadecimal digits; to be called once. */
    String sha256() {
        return HexFormat.of().formatHex(digest.digest());
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int given = in.read(into, from, length);
        if (given > 0) {
            count += given;
            if (count > most) {
                throw new RequestRejectedException(
                        Category.TOO_LARGE,
                        "payload_too_large",
                        Message.of(
                                        "{limit, plural, one {The file is larger than # byte.} other {The file is larger than # bytes.}}")
                                .with("limit", most));
            }
            digest.update(into, from, given);
        }
        return given;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
