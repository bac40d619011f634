package dev.hexadmin.http.server.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import org.jspecify.annotations.Nullable;

/** Writes to the socket with the watchdog's timeout: a client that does not read cannot block a thread for ever. */
final class GuardedWriter implements DataWriter {
    private final DataWriter writer;
    private final ConnectionState watch;
    private @Nullable ChunkRemover chunks;

    GuardedWriter(DataWriter writer, ConnectionState watch) {
        this.writer = writer;
        this.watch = watch;
    }

    /** Writes what comes now, the headers of a response and its chunks, without the framing of the chunks. */
    void withoutChunks() {
        chunks = new ChunkRemover();
    }

    @Override
    public void write(BufferData... buffers) {
        BufferData[] plain = plain(buffers);
        watch.writes();
        try {
            writer.write(plain);
        } finally {
            watch.written();
        }
    }

    @Override
    public void write(BufferData buffer) {
        BufferData plain = plain(buffer)[0];
        watch.writes();
        try {
            writer.write(plain);
        } finally {
            watch.written();
        }
    }

    @Override
    public void writeNow(BufferData... buffers) {
        BufferData[] plain = plain(buffers);
        watch.writes();
        try {
            writer.writeNow(plain);
        } finally {
            watch.written();
        }
    }

    @Override
    public void writeNow(BufferData buffer) {
        BufferData plain = plain(buffer)[0];
        watch.writes();
        try {
            writer.writeNow(plain);
        } finally {
            watch.written();
        }
    }

    private BufferData[] plain(BufferData... buffers) {
        ChunkRemover remover = chunks;
        if (remover != null) {
            for (int i = 0; i < buffers.length; i++) {
                buffers[i] = BufferData.create(remover.plain(buffers[i].readBytes()));
            }
        }
        return buffers;
    }
}
