package dev.hexadmin.persistence.database.sqlite;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.hexadmin.persistence.database.ConnectionPools;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.UnitOfWorkRunner;
import dev.hexadmin.persistence.session.DriverAdapter;
import dev.hexadmin.persistence.session.Transaction;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteDataSource;

/** Connections to a file: several that read, one that writes. */
final class SqliteConnections implements DatabaseConnections {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration WRITER_PATIENCE =
            Duration.ofSeconds(2); // at most twice this time, when a group ahead in the queue waits as well
    private static final int LOG_PAGES =
            64_000; // at which the writer copies the write-ahead log itself, see Checkpoints
    private static final int READERS = Math.max(4, Runtime.getRuntime().availableProcessors() * 2);

    private final Path file;
    private final HikariDataSource writers;
    private final HikariDataSource readers;
    private final DriverAdapter driver = new SqliteDriverAdapter();

    private SqliteConnections(Path file, HikariDataSource writers, HikariDataSource readers) {
        this.file = file;
        this.writers = writers;
        this.readers = readers;
    }

    static SqliteConnections open(Path file) {
        DatabaseFiles.create(file);
        HikariDataSource writers = pool(file, true);
        try {
            return new SqliteConnections(file, writers, pool(file, false));
        } catch (RuntimeException e) {
            writers.close();
            throw e;
        }
    }

    private static HikariDataSource pool(Path file, boolean writes) {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source(file, writes));
        pool.setMaximumPoolSize(writes ? 1 : READERS);
        pool.setConnectionInitSql("PRAGMA wal_autocheckpoint = " + LOG_PAGES); // older drivers have no setting for it
        pool.setMaxLifetime(0);
        pool.setIdleTimeout(0);
        pool.setPoolName(writes ? "sqlite-writer" : "sqlite-readers");
        return ConnectionPools.open(pool, PATIENCE);
    }

    private static SQLiteDataSource source(Path file, boolean writes) {
        SQLiteDataSource source = new SQLiteDataSource(config(writes));
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    private static SQLiteConfig config(boolean writes) {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.setBusyTimeout((int) (writes ? WRITER_PATIENCE : PATIENCE).toMillis());
        config.enforceForeignKeys(true);
        config.setTransactionMode(
                writes ? SQLiteConfig.TransactionMode.IMMEDIATE : SQLiteConfig.TransactionMode.DEFERRED);
        config.setPragma(SQLiteConfig.Pragma.CACHE_SIZE, "-4000");
        if (!writes) {
            // the writer's undo log of a long unit of work belongs into a file: in memory it grows with every page, and
            // each statement walks through all of it
            config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        }
        config.setGetGeneratedKeys(false); // the driver would ask for the last row id after every statement
        return config;
    }

    @Override
    public DataSource readers() {
        return readers;
    }

    @Override
    public DataSource writers() {
        return writers;
    }

    @Override
    public void protectFiles() {
        DatabaseFiles.close(file);
    }

    @Override
    public DataSource migrations() {
        SQLiteDataSource source = new SQLiteDataSource(config(true)) {
            @Override
            public SQLiteConnection getConnection(@Nullable String user, @Nullable String password)
                    throws SQLException {
                SQLiteConnection connection = super.getConnection(user, password);
                try (Statement statement = connection.createStatement()) {
                    // otherwise ALTER TABLE fails if any view of the file is broken, such as one of a table that was
                    // dropped
                    statement.execute("PRAGMA writable_schema = ON");
                }
                return connection;
            }
        };
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    @Override
    public int atOnce() {
        return READERS;
    }

    @Override
    public DriverAdapter driver() {
        return driver;
    }

    @Override
    public boolean failsFast() {
        return false;
    }

    @Override
    public void probe() {}

    @Override
    public void pause(boolean unavailable) {}

    /** One thread that commits the queued units of work together. */
    @Override
    public Optional<UnitOfWorkRunner> runner(Transaction.Start start) {
        return Optional.of(new GroupCommit(start, new Checkpoints(source(file, false))));
    }

    @Override
    public void discard(Connection connection) {
        writers.evictConnection(connection);
    }

    @Override
    public void close() {
        writers.close();
        readers.close();
    }
}
