package dev.hexadmin.http.panel.transfer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * Buffers the written bytes until the caller flushes them, so that no thread waits for the client while it holds a
 * connection to the database. More than 8 MiB are flushed at once. Used by one thread.
 */
final class Batches extends OutputStream {
    private static final int MOST = 8 * 1024 * 1024;

    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final OutputStream client;

    Batches(OutputStream client) {
        this.client = client;
    }

    @Override
    public void write(int b) {
        kept.write(b);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        kept.write(bytes, from, length);
        if (kept.size() > MOST) {
            handOn();
        }
    }

    void handOn() {
        try {
            kept.writeTo(client);
            kept.reset();
            client.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
