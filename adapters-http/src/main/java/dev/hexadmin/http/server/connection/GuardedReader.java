package dev.hexadmin.http.server.connection;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ServerConnectionException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the socket, reports progress to the watchdog, takes HTTP/1.0, and is strict about chunks: the web server would accept
 * {@code +5} as a size and skip any bytes in place of the end of a chunk.
 */
final class GuardedReader extends DataReader {
    private static final byte[] HTTP_1_0 = " HTTP/1.0".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_CHUNK_SIZE_DIGITS = 7;

    private final ConnectionState watch;
    private boolean inData;

    GuardedReader(ConnectionContext context, ConnectionState watch) {
        super(new Source(context, watch));
        this.watch = watch;
    }

    /** Only lines of the chunked coding are read this way: a size, or the empty line at the end. */
    @Override
    public String readLine() throws IncorrectNewLineException {
        String line = super.readLine();
        if (watch.phase() == ConnectionState.Phase.BODY) {
            if (line.length() > MAX_CHUNK_SIZE_DIGITS) {
                throw ConnectionRejectedException.framing(
                        "A chunk of the body is announced too large, or with extensions.");
            }
            for (int i = 0; i < line.length(); i++) {
                if (line.charAt(i) >= 128 || Character.digit(line.charAt(i), 16) < 0) {
                    throw ConnectionRejectedException.framing("The size of a chunk is no hexadecimal number.");
                }
            }
        }
        return line;
    }

    /**
     * Lets the web server, which reads HTTP/1.1 only, take a request line of HTTP/1.0; headers and response are then those of
     * HTTP/1.0.
     */
    @Override
    public byte[] readBytes(int length) {
        byte[] bytes = super.readBytes(length);
        int start = length - HTTP_1_0.length;
        if (watch.readsRequestLine()
                && start > 0
                && Arrays.equals(bytes, start, length, HTTP_1_0, 0, HTTP_1_0.length)) {
            bytes[length - 1] = '1';
            watch.speaksHttp10();
        }
        return bytes;
    }

    @Override
    public BufferData readBuffer(int length) {
        inData = true; // which is taken by skipping over it
        try {
            return super.readBuffer(length);
        } finally {
            inData = false;
        }
    }

    /** Outside of data, the only skipped bytes of a body are the line break after a chunk. */
    @Override
    public void skip(int length) {
        if (length == 2 && !inData && watch.phase() == ConnectionState.Phase.BODY) {
            if (read() != '\r' || read() != '\n') {
                throw ConnectionRejectedException.framing("A chunk of the body is longer than announced.");
            }
        } else {
            super.skip(length);
        }
    }

    /** First what was read to recognise the protocol, then the socket. */
    private record Source(ConnectionContext context, ConnectionState watch)
            implements java.util.function.Supplier<byte[]> {
        @Override
        @SuppressWarnings("NullAway") // null signals the end to the web server's reader
        public byte @Nullable [] get() {
            DataReader early = context.dataReader();
            int buffered = early.available();
            if (buffered > 0) {
                watch.received(buffered);
                return early.readBytes(buffered);
            }
            byte @Nullable [] bytes;
            watch.waits();
            try {
                bytes = context.serverSocket().get();
            } catch (UncheckedIOException e) {
                watch.ended();
                throw new ServerConnectionException("The connection broke", e);
            } finally {
                watch.waited();
            }
            if (bytes == null) {
                boolean amidst =
                        watch.phase() == ConnectionState.Phase.HEADERS || watch.phase() == ConnectionState.Phase.BODY;
                if (watch.expired() && amidst) {
                    throw ConnectionRejectedException.tooSlow();
                }
                watch.ended();
                return null;
            }
            watch.received(bytes.length);
            return bytes;
        }
    }
}
