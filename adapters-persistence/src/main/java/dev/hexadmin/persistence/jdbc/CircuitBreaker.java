package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rejects work at once while the database's server is unreachable. After a lost connection a thread tries to connect.
 * If that fails, the breaker opens, and the thread tries again four times a second until it can connect. Thread-safe.
 */
final class CircuitBreaker implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(CircuitBreaker.class.getName());
    private static final Duration INTERVAL = Duration.ofMillis(250);

    private final Probe probe;
    private final Consumer<Boolean> opened;
    private volatile @Nullable SQLException outage; // open while there is one
    private @Nullable Thread probing; // guarded by this
    private boolean closed; // guarded by this

    /** Connects to the server and disconnects. */
    interface Probe {
        void connect() throws SQLException;
    }

    /** @param opened called with true when the breaker opens, with false when it closes */
    CircuitBreaker(Probe probe, Consumer<Boolean> opened) {
        this.probe = probe;
        this.opened = opened;
    }

    /** @throws ServiceUnavailableException while the server cannot be connected to */
    void check() {
        SQLException cause = outage;
        if (cause != null) {
            throw new ServiceUnavailableException(Reason.DATABASE_UNAVAILABLE, "the database cannot be reached", cause);
        }
    }

    /**
     * Called when a connection was lost or not available: checks whether the server is reachable, without waiting for
     * the result.
     */
    synchronized void suspect() {
        if (probing == null && !closed) {
            probing = Thread.ofPlatform()
                    .name("hexadmin-database-probe")
                    .daemon(true)
                    .start(this::untilReachable);
        }
    }

    private void untilReachable() {
        Optional<SQLException> failure = failure();
        while (failure.isPresent() && !isClosed()) {
            if (outage == null) {
                LOG.log(
                        Level.WARNING,
                        "The database cannot be reached: {0}",
                        failure.get().getMessage());
                opened.accept(true);
            }
            outage = failure.get();
            try {
                Thread.sleep(INTERVAL);
            } catch (InterruptedException e) {
                return; // closed
            }
            failure = failure();
        }
        synchronized (this) {
            probing = null;
            if (outage != null && !closed) {
                outage = null;
                opened.accept(false);
                LOG.log(Level.INFO, "The database can be reached again");
            }
        }
    }

    /**
     * Why the server is unreachable. A response such as "too many connections" comes from a reachable server, and a
     * program's pool without a free connection says nothing about the server.
     */
    private Optional<SQLException> failure() {
        try {
            probe.connect();
            return Optional.empty();
        } catch (SQLException e) {
            String state = e.getSQLState() == null ? "" : e.getSQLState();
            return state.startsWith("08") || state.startsWith("57P") ? Optional.of(e) : Optional.empty();
        } catch (RuntimeException e) { // a program's data source may throw any exception; requests get it, too
            LOG.log(Level.DEBUG, "the database was not probed", e);
            return Optional.empty();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (probing != null) {
            probing.interrupt();
        }
    }
}
