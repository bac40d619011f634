package dev.hexadmin.persistence.database.sqlite;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Copies SQLite's write-ahead log into the database on a separate thread and connection, so that no commit waits for
 * the copy. A {@code PASSIVE} checkpoint blocks neither readers nor the writer. Pages that the writer adds meanwhile
 * are copied by the next checkpoint.
 *
 * <p>SQLite restarts the log only when all of it has been copied, which does not happen while the writer is busy.
 * Therefore, when the log is long, the writer itself copies the last pages between two commits, right after this thread
 * has copied all others; this takes much less time than copying the whole log. While little or nothing is written, a
 * long log is truncated once its pages are copied and no reader needs them.
 */
final class Checkpoints implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Checkpoints.class.getName());
    private static final int EVERY = 1_000;
    private static final long OFTEN = Duration.ofMillis(250).toNanos();
    private static final Duration IDLE = Duration.ofSeconds(2);
    private static final long RARELY = IDLE.toNanos() / 2;
    private static final int SHORT = 1_000; // pages, 4 MiB
    private static final int LONG = 16_000; // pages, 64 MiB

    private final DataSource source;
    private final Semaphore due = new Semaphore(0);
    private final Thread thread;
    private @Nullable Connection connection;
    private int written;
    private long released;
    private volatile boolean many; // units of work are committed, each of which would wait for the lock of a truncation
    private volatile boolean unseen; // something was committed soon after the last release, and nothing since
    private volatile boolean almost;
    private volatile boolean closed;
    private boolean failing; // guarded by this

    Checkpoints(DataSource source) {
        this.source = source;
        this.thread =
                Thread.ofPlatform().name("hexadmin-checkpoints").daemon(true).start(this::loop);
    }

    /** Called by the writer after a commit. */
    void committed(int works) {
        written += works;
        if (almost) {
            almost = false;
            copy();
        } else if (written >= EVERY || System.nanoTime() - released > OFTEN) { // one unit of work may write many pages
            many = written >= EVERY;
            written = 0;
            released = System.nanoTime();
            unseen = false;
            due.release();
        } else {
            unseen = true;
        }
    }

    /** Ends the thread; to be called after the writer has ended. */
    @Override
    public void close() {
        closed = true;
        due.release();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        disconnect();
    }

    private void loop() {
        boolean grown = false;
        long truncated = System.nanoTime();
        while (true) {
            boolean idle = !acquire(grown);
            due.drainPermits();
            if (closed) {
                return;
            }
            int pages = idle ? SHORT : copy();
            if (pages >= LONG) {
                copy(); // the pages added during the first copy, which takes less time
                almost = true;
            } else if (pages >= SHORT && !many && System.nanoTime() - truncated > RARELY) {
                truncated = System.nanoTime();
                pages = truncate() ? 0 : pages;
            }
            grown = pages >= SHORT;
        }
    }

    /** Waits for commits; false when no commit follows for a while after the log has grown. */
    private boolean acquire(boolean grown) {
        try {
            while (!due.tryAcquire(IDLE.toMillis(), TimeUnit.MILLISECONDS)) {
                if (grown || unseen) {
                    boolean more = unseen;
                    many = false;
                    unseen = false;
                    return more;
                }
            }
            return true;
        } catch (InterruptedException e) {
            return true; // nothing interrupts this thread
        }
    }

    /** Frees the disk space of the log; false when a reader still needs it. */
    private synchronized boolean truncate() {
        try {
            Connection open = connect();
            try (Statement statement = open.createStatement()) {
                statement.execute("PRAGMA busy_timeout = 0"); // it blocks the writer: at once, or later
                try (ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                    return row.next() && row.getInt("busy") == 0;
                }
            }
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "the write-ahead log is not truncated now", e);
            return false;
        }
    }

    private synchronized Connection connect() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = source.getConnection();
            connection = open;
        }
        return open;
    }

    /** Copies all available pages; returns the number of pages in the log. */
    private synchronized int copy() {
        try {
            try (Statement statement = connect().createStatement();
                    ResultSet row = statement.executeQuery("PRAGMA wal_checkpoint(PASSIVE)")) {
                failing = false;
                return row.next() ? row.getInt("log") : 0;
            }
        } catch (SQLException e) {
            LOG.log(
                    failing ? Level.DEBUG : Level.WARNING,
                    "The write-ahead log could not be copied into the database; trying again until it can be",
                    e);
            failing = true;
            disconnect();
            return 0;
        }
    }

    private synchronized void disconnect() {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.log(Level.DEBUG, "closing the connection of checkpoints", e);
            }
            connection = null;
        }
    }
}
