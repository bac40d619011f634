package dev.hexadmin.http.server.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;

/** Writes to the socket with the watchdog's timeout: a client that does not read cannot block a thread for ever. */
record GuardedWriter(DataWriter writer, ConnectionState watch) implements DataWriter {
    @Override
    public void write(BufferData... buffers) {
        watch.writes();
        try {
            writer.write(buffers);
        } finally {
            watch.written();
        }
    }

    @Override
    public void write(BufferData buffer) {
        watch.writes();
        try {
            writer.write(buffer);
        } finally {
            watch.written();
        }
    }

    @Override
    public void writeNow(BufferData... buffers) {
        watch.writes();
        try {
            writer.writeNow(buffers);
        } finally {
            watch.written();
        }
    }

    @Override
    public void writeNow(BufferData buffer) {
        watch.writes();
        try {
            writer.writeNow(buffer);
        } finally {
            watch.written();
        }
    }
}
