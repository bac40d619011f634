package dev.hexadmin.http.server.connection;

import io.helidon.common.concurrency.limits.Limit;
import io.helidon.common.task.InterruptableTask;
import io.helidon.webserver.spi.ServerConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;

/** Serves one connection, calls a listener when it ends, and lets the client read the last answer. */
final class GuardedConnection implements ServerConnection, InterruptableTask<Void> {
    private static final int FAREWELL_MILLIS = 500;
    private static final int FAREWELL_BYTES = 1 << 20;

    private final ServerConnection connection;
    private final ConnectionState watch;
    private final Runnable onEnd;

    /**
     * @param onEnd called when the connection has ended
     */
    GuardedConnection(ServerConnection connection, ConnectionState watch, Runnable onEnd) {
        this.connection = connection;
        this.watch = watch;
        this.onEnd = onEnd;
    }

    @Override
    public void handle(Limit limit) throws InterruptedException {
        try {
            connection.handle(limit);
            farewell();
        } finally {
            onEnd.run();
        }
    }

    @Override
    public Duration idleTime() {
        return connection.idleTime();
    }

    @Override
    public void close(boolean interrupt) {
        connection.close(interrupt);
    }

    @Override
    public boolean canInterrupt() {
        // an upgraded connection sends its own close frame
        return watch.phase() != ConnectionState.Phase.UPGRADED
                && connection instanceof InterruptableTask<?> task
                && task.canInterrupt();
    }

    /**
     * A socket closed with unread input resets the connection, and the client may lose the answer that says what was
     * wrong. So the end is announced, and what is still on its way is read for a moment (RFC 9112, 9.6).
     */
    private void farewell() {
        Socket socket = watch.socket();
        if (watch.clientEnded() || watch.expired() || socket.isClosed()) {
            return;
        }
        try {
            socket.shutdownOutput();
            socket.setSoTimeout(FAREWELL_MILLIS);
            InputStream in = socket.getInputStream();
            long end = System.nanoTime() + Duration.ofMillis(FAREWELL_MILLIS).toNanos();
            byte[] waste = new byte[8_192];
            int left = FAREWELL_BYTES;
            while (left > 0 && System.nanoTime() < end) {
                int read = in.read(waste);
                if (read < 0) {
                    return;
                }
                left -= read;
            }
        } catch (IOException e) {
            // it is over one way or the other
        }
    }
}
