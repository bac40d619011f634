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
 * Reads from the socket, reports progress to the watchdog, takes every HTTP/1, and is strict about methods and chunks: the web
 * server would read {@code delete} as {@code DELETE}, accept {@code +5} as a size and skip any bytes in place of the end of a
 * chunk.
 */
final class GuardedReader extends DataReader {
    private static final byte[] VERSION = " HTTP/".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_LENGTH = " HTTP/1.1".length();
    private static final int MAX_CHUNK_SIZE_DIGITS = 7;

    private final ConnectionState watch;
    private boolean inData;
    private boolean inChunks; // also of a body that is skipped after its answer

    GuardedReader(ConnectionContext context, ConnectionState watch) {
        super(new Source(context, watch));
        this.watch = watch;
    }

    /** Only lines of the chunked coding are read this way: a size, or the empty line at the end. */
    @Override
    public String readLine() throws IncorrectNewLineException {
        String line;
        inChunks = true;
        try {
            line = super.readLine();
        } finally {
            inChunks = false;
        }
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

    /** Skips an empty line before a request, which older clients send after a body (RFC 9112, 2.2). */
    @Override
    public int findNewLine(int max) throws IncorrectNewLineException {
        int end = super.findNewLine(max);
        if (end != 0 || inChunks || !watch.isBetweenRequests()) {
            return end;
        }
        skip(2);
        if (available() == 0) {
            watch.skippedEmptyLine();
        }
        return super.findNewLine(max);
    }

    @Override
    public byte[] readBytes(int length) {
        byte[] bytes = super.readBytes(length);
        if (watch.readsRequestLine()) {
            checkMethod(bytes);
            readVersion(bytes);
        }
        return bytes;
    }

    /** Methods are case-sensitive (RFC 9110, 9.1), and none that the server knows has a small letter. */
    private static void checkMethod(byte[] line) {
        boolean small = false;
        for (int i = 0; i < line.length && line[i] != ' '; i++) {
            if (!Character.isLetter(line[i])) {
                return;
            }
            small |= Character.isLowerCase(line[i]);
        }
        if (small) {
            throw new ConnectionRejectedException(
                    501, "not_implemented", "Methods have capital letters only, such as GET.");
        }
    }

    /**
     * Lets the web server, which reads HTTP/1.1 only, take every HTTP/1 (RFC 9110, 2.5); headers and response are those of
     * HTTP/1.0 for one.
     */
    private void readVersion(byte[] line) {
        int start = line.length - VERSION_LENGTH;
        if (start <= 0
                || !Arrays.equals(line, start, start + VERSION.length, VERSION, 0, VERSION.length)
                || line[line.length - 2] != '.'
                || !Character.isDigit(line[line.length - 3])
                || !Character.isDigit(line[line.length - 1])) {
            return;
        }
        if (line[line.length - 3] != '1') {
            throw new ConnectionRejectedException(505, "http_version_not_supported", "The server supports HTTP/1.1.");
        }
        if (line[line.length - 1] == '0') {
            watch.speaksHttp10();
        }
        line[line.length - 1] = '1';
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
