package dev.hexadmin.application.files.port;

import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The content of files. Thread-safe. A failure of the store is a {@link
 * dev.hexadmin.application.ServiceUnavailableException}.
 */
public interface FileContents {
    /** The name of the part that is the file itself. */
    String ORIGINAL = "original";

    /** The name of the part that is an image as it was sent, until it is encoded again. */
    String RECEIVED = "received";

    /** A part that a larger one is made of. */
    record Piece(String part, long size) {}

    /**
     * Writes a part of a file. It is visible once it is complete and survives a crash of the machine; a failure leaves
     * nothing, or what was there before.
     *
     * @param part {@link #ORIGINAL} or the name of another version: {@code [a-z0-9_-]+}
     * @param content read to its end; what it throws is passed on
     */
    void write(UUID file, String part, InputStream content);

    /**
     * Makes one part of pieces, one after the other. The pieces may be removed on the way, so that the store does not have
     * all of them twice. Does nothing when the part exists already; called again after a failure or a crash, it continues.
     *
     * @throws dev.hexadmin.application.ServiceUnavailableException also while another request joins the same pieces
     */
    void join(UUID file, List<Piece> pieces, String part);

    /**
     * Opens a part.
     *
     * @param from the first byte
     * @param length number of bytes at most
     * @return empty when there is no such part
     */
    Optional<InputStream> read(UUID file, String part, long from, long length);

    /** The size of a part in bytes; empty when there is no such part. */
    Optional<Long> size(UUID file, String part);

    /** Removes a part, if it exists. */
    void remove(UUID file, String part);

    /**
     * Removes the parts of a file whose names begin so, if there are any, and of every part what a server that failed
     * while it was written has left.
     */
    void removeAll(UUID file, String prefix);
}
