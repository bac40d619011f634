package dev.hexadmin.http.server.connection;

import dev.hexadmin.http.settings.ConnectionSettings;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the watchdog knows about one connection. Its times are written by the connection's thread and read by the
 * watchdog's; nothing else is shared.
 */
final class ConnectionState {
    private static final long NEVER = 0;

    /** What the connection is expected to send next. */
    enum Phase {
        /** The first byte ever. */
        NEW,
        /** The next request, if the client has one. */
        IDLE,
        /** The rest of a request line and its headers. */
        HEADERS,
        /** The rest of a body. */
        BODY,
        /** Frames of another protocol, which has its own heartbeat. */
        UPGRADED
    }

    /** Bytes in a second at which a body, however large, has time to come. */
    private static final int GOOD_SPEED = 64 * 1024;

    private final Socket socket;
    private final InetAddress address;
    private final long accepted = now();
    private volatile Phase phase = Phase.NEW;
    private volatile long phaseStart = accepted;
    private volatile long waitingSince = NEVER;
    private volatile long writingSince = NEVER;
    private long counted; // of the connection's thread alone
    private volatile long bodyBytes;
    private volatile long expired = NEVER;
    private volatile boolean clientEnded;
    private final AtomicBoolean inNumbers = new AtomicBoolean(true);
    // of the connection's thread alone
    private boolean lineRead;
    private boolean http10;
    private boolean awaitsContinue;
    private @Nullable HttpPrologue requestLine;

    ConnectionState(Socket socket, InetAddress address) {
        this.socket = socket;
        this.address = address;
    }

    InetAddress address() {
        return address;
    }

    Socket socket() {
        return socket;
    }

    Phase phase() {
        return phase;
    }

    /** Takes it out of the numbers of connections; whether it was still in. */
    boolean uncount() {
        return inNumbers.compareAndSet(true, false);
    }

    /** Whether the watchdog has ended the connection. */
    boolean expired() {
        return expired != NEVER;
    }

    boolean clientEnded() {
        return clientEnded;
    }

    // ---- by the connection's thread

    void waits() {
        if (phase == Phase.BODY && phaseStart == NEVER) {
            phaseStart = now();
        }
        waitingSince = now();
    }

    void waited() {
        waitingSince = NEVER;
    }

    void received(int bytes) {
        switch (phase) {
            case NEW -> phase = Phase.HEADERS; // counted from the start: an open door is an invitation to speak
            case IDLE -> {
                phaseStart = now();
                phase = Phase.HEADERS;
            }
            case BODY -> {
                counted += bytes;
                bodyBytes = counted;
            }
            case HEADERS, UPGRADED -> {}
        }
    }

    void ended() {
        clientEnded = true;
    }

    /** Whether the next line is that of a request; the line after it is a header. */
    boolean readsRequestLine() {
        boolean first = isBetweenRequests();
        lineRead = true;
        return first;
    }

    /** Whether the next line is that of a request. */
    boolean isBetweenRequests() {
        return !lineRead && phase != Phase.BODY && phase != Phase.UPGRADED;
    }

    /** An empty line before a request has come, and nothing else: there may be none. */
    void skippedEmptyLine() {
        phase = Phase.IDLE;
    }

    /** The request is one of HTTP/1.0, and so the last of its connection. */
    void speaksHttp10() {
        http10 = true;
    }

    boolean isHttp10() {
        return http10;
    }

    void requestLineComplete(HttpPrologue line) {
        requestLine = line;
    }

    /** That of the request whose headers were read last. */
    HttpPrologue requestLine() {
        return Objects.requireNonNull(requestLine);
    }

    /** The client may keep its body until the first bytes that it gets. */
    void expectsContinue() {
        awaitsContinue = true;
    }

    /** Whether nothing was sent to a client that may keep its body: whether the body follows is not known. */
    boolean awaitsContinue() {
        return awaitsContinue;
    }

    /** Whether the request is one of the method HEAD. */
    boolean isHead() {
        HttpPrologue line = requestLine;
        return line != null && line.method().equals(Method.HEAD);
    }

    void headersComplete(boolean hasBody) {
        lineRead = false;
        counted = 0;
        bodyBytes = 0;
        phaseStart = NEVER;
        phase = hasBody ? Phase.BODY : Phase.IDLE;
    }

    void answered() {
        if (phase != Phase.UPGRADED) {
            phase = Phase.IDLE;
        }
    }

    void upgraded() {
        phase = Phase.UPGRADED;
    }

    void writes() {
        awaitsContinue = false;
        writingSince = now();
    }

    void written() {
        writingSince = NEVER;
    }

    // ---- by the watchdog's thread

    /**
     * Ends a connection that takes too long. The reading side is closed first, so that the connection's thread wakes up
     * and can still send the reason; a connection that is still open soon after is closed completely.
     */
    void check(ConnectionSettings settings) {
        long now = now();
        if (expired != NEVER) {
            if (now - expired > settings.timeouts().headersWithin().toNanos()) {
                close();
            }
        } else if (writingSince != NEVER
                && now - writingSince > settings.timeouts().writeWithin().toNanos()) {
            close();
        } else if (tooSlow(now, settings)) {
            expire();
        }
    }

    /** Ends it when it does nothing. */
    void endIfIdle() {
        if (expired == NEVER && (phase == Phase.NEW || (phase == Phase.IDLE && waitingSince != NEVER))) {
            expire();
        }
    }

    private boolean tooSlow(long now, ConnectionSettings settings) {
        long waiting = waitingSince;
        long start = phaseStart;
        return switch (phase) {
            case NEW -> now - accepted > settings.timeouts().headersWithin().toNanos();
            case IDLE ->
                waiting != NEVER && now - waiting > settings.timeouts().idle().toNanos();
            case HEADERS ->
                waiting != NEVER
                        && now - start > settings.timeouts().headersWithin().toNanos();
            case BODY -> waiting != NEVER && start != NEVER && bodyTooSlow(now - start, settings);
            case UPGRADED -> false;
        };
    }

    private boolean bodyTooSlow(long elapsed, ConnectionSettings settings) {
        long limit = settings.timeouts().bodyWithin().toNanos();
        // a large body may take longer, as long as it keeps coming
        return elapsed > limit + bodyBytes * 1_000_000_000 / GOOD_SPEED
                || (elapsed > limit / 6
                        && bodyBytes < elapsed / 1_000_000 * settings.timeouts().minBytesPerSecond() / 1_000);
    }

    private void expire() {
        expired = now();
        try {
            socket.shutdownInput();
        } catch (IOException e) {
            close();
        }
    }

    private void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // it is closed
        }
    }

    /** A time that is never {@link #NEVER}. */
    private static long now() {
        return System.nanoTime() | 1;
    }
}
