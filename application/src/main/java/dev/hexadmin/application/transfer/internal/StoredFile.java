package dev.hexadmin.application.transfer.internal;

import dev.hexadmin.application.transfer.port.Imports;
import java.io.InputStream;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Reads a stored file chunk by chunk. Used by one thread. */
final class StoredFile extends InputStream {
    private final Imports imports;
    private final UUID id;
    private byte[] piece = {};
    private int number;
    private int at;
    private boolean ended;
    private final AtomicLong position = new AtomicLong();

    StoredFile(Imports imports, UUID id) {
        this.imports = imports;
        this.id = id;
    }

    /** Bytes read so far; callable from any thread. */
    long position() {
        return position.get();
    }

    @Override
    public int read() {
        return more() ? next() & 0xff : -1;
    }

    private byte next() {
        position.incrementAndGet();
        return piece[at++];
    }

    @Override
    public int read(byte[] into, int from, int length) {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int given = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, into, from, given);
        at += given;
        position.addAndGet(given);
        return given;
    }

    private boolean more() {
        while (at == piece.length && !ended) {
            Optional<byte[]> following = imports.piece(id, number);
            piece = following.orElse(new byte[0]);
            at = 0;
            number++;
            ended = following.isEmpty();
        }
        return at < piece.length;
    }
}
