package dev.hexadmin.persistence.jdbc;

import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;

/**
 * Copies SQLite's write-ahead log into the database beside the writer, on a thread and a connection of its own, so that
 * no commit waits for it. A {@code PASSIVE} checkpoint blocks neither readers nor the writer; what the writer adds
 * meanwhile is left to the next one, and the writer starts the log anew at its own limit, when little is left to copy.
 */
final class Checkpoints implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Checkpoints.class.getName());
    private static final int EVERY = 1_000;

    private final DataSource source;
    private final Semaphore due = new Semaphore(0);
    private final Thread thread;
    private int written;
    private volatile boolean closed;

    Checkpoints(DataSource source) {
        this.source = source;
        this.thread =
                Thread.ofPlatform().name("hexadmin-checkpoints").daemon(true).start(this::loop);
    }

    /** Called by the writer after a commit. */
    void committed(int works) {
        written += works;
        if (written >= EVERY) {
            written = 0;
            due.release();
        }
    }

    @Override
    public void close() {
        closed = true;
        due.release();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void loop() {
        while (true) {
            due.acquireUninterruptibly();
            due.drainPermits();
            if (closed) {
                return;
            }
            try (Connection connection = source.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("PRAGMA wal_checkpoint(PASSIVE)");
            } catch (SQLException e) {
                LOG.log(
                        Level.WARNING,
                        "The write-ahead log could not be copied into the database; trying again later",
                        e);
            }
        }
    }
}
