package dev.hexadmin.persistence.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.database.Replication;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Replicas of a database, for reads that may be some seconds old. Thread-safe.
 *
 * <p>A replica is read for a user when it has replayed what this user has written, and all that was written up to ten
 * seconds ago. Positions only grow, so a replica is asked for its position only when the last known one is too low.
 */
final class Replicas implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Replicas.class.getName());
    private static final Duration OLDEST = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Replication replication;
    private final List<Replica> replicas;
    private final WriteMarks marks;
    private final LongSupplier written;
    private final LongSupplier nanos;
    private final AtomicInteger turn = new AtomicInteger();
    private final Deque<Sample> samples = new ArrayDeque<>(); // guarded by this
    private long least; // guarded by this
    private boolean asking; // guarded by this

    /** How far the database was written at a moment. */
    private record Sample(long at, long position) {}

    /** A replica, and what is known about it. */
    private static final class Replica {
        final DatabaseSettings.Server server;
        final HikariDataSource pool;
        volatile long position;
        volatile long pausedUntil;
        volatile boolean paused;

        Replica(DatabaseSettings.Server server, HikariDataSource pool) {
            this.server = server;
            this.pool = pool;
        }
    }

    /**
     * @param written how far the database itself is written now
     * @param nanos a clock that never goes back, such as {@link System#nanoTime}
     */
    Replicas(
            Replication replication,
            List<DatabaseSettings.Server> servers,
            WriteMarks marks,
            LongSupplier written,
            LongSupplier nanos) {
        this.replication = replication;
        this.replicas = servers.stream()
                .map(server -> new Replica(server, replication.open(server)))
                .toList();
        this.marks = marks;
        this.written = written;
        this.nanos = nanos;
    }

    /** Called after each commit for a user, also when its outcome is unknown. */
    void wrote(UserId user) {
        marks.wrote(user, written.getAsLong());
    }

    /** A connection to a replica that has come far enough for this user; empty when there is none. */
    Optional<Connection> connection(UserId user) {
        long needed = Math.max(marks.of(user), least());
        if (needed == WriteMarks.UNKNOWN) {
            return Optional.empty();
        }
        int first = turn.getAndIncrement();
        for (int i = 0; i < replicas.size(); i++) {
            Replica replica = replicas.get(Math.floorMod(first + i, replicas.size()));
            Optional<Connection> connection = connection(replica, needed);
            if (connection.isPresent()) {
                return connection;
            }
        }
        return Optional.empty();
    }

    private Optional<Connection> connection(Replica replica, long needed) {
        if (replica.paused && replica.pausedUntil - nanos.getAsLong() > 0) {
            return Optional.empty();
        }
        @Nullable Connection connection = null;
        try {
            connection = replica.pool.getConnection();
            if (replica.position < needed) {
                replica.position = replication.replayed(connection);
            }
            if (replica.position < needed) {
                connection.close();
                return Optional.empty();
            }
            if (replica.paused) {
                replica.paused = false;
                LOG.log(Level.INFO, "The replica {0} can be read again", replica.server);
            }
            return Optional.of(connection);
        } catch (SQLException e) {
            pause(replica, connection, e);
            return Optional.empty();
        }
    }

    private void pause(Replica replica, @Nullable Connection connection, SQLException because) {
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                because.addSuppressed(e);
            }
        }
        replica.pausedUntil = nanos.getAsLong() + PAUSE.toNanos();
        if (!replica.paused) {
            replica.paused = true;
            LOG.log(
                    Level.WARNING,
                    "The replica {0} cannot be read; the database itself is read instead: {1}",
                    replica.server,
                    because.getMessage());
        }
    }

    /**
     * What every reader needs: the position of ten seconds ago. After a time without reads it is that of now; so it is at the
     * first read, and changes of tables at the start are there. One thread asks each second.
     */
    private long least() {
        long now = nanos.getAsLong();
        synchronized (this) {
            if (asking || (!samples.isEmpty() && now - samples.getLast().at() < PAUSE.toNanos())) {
                return samples.isEmpty() ? WriteMarks.UNKNOWN : least;
            }
            asking = true;
        }
        long position = WriteMarks.UNKNOWN;
        try {
            position = written.getAsLong();
        } finally {
            synchronized (this) {
                asking = false;
                if (samples.isEmpty() || now - samples.getLast().at() > OLDEST.toNanos()) {
                    samples.clear();
                    least = position;
                }
                samples.addLast(new Sample(now, position));
                while (now - samples.getFirst().at() > OLDEST.toNanos()) {
                    least = samples.removeFirst().position();
                }
            }
        }
        synchronized (this) {
            return least;
        }
    }

    @Override
    public void close() {
        replicas.forEach(replica -> replica.pool.close());
    }
}
