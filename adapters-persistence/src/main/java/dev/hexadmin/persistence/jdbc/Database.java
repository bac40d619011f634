package dev.hexadmin.persistence.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import dev.hexadmin.application.caching.port.TableUse;
import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.application.port.ServiceUnavailableException.Reason;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.persistence.DatabaseSettings;
import io.helidon.dbclient.DbClient;
import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.DbExecute;
import io.helidon.dbclient.jdbc.JdbcClientBuilder;
import io.helidon.dbclient.jdbc.JdbcConnectionPool;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteException;

/**
 * The connections to one database and the transactions on it. Thread-safe.
 *
 * <p>SQLite has many readers and one writer, a thread of its own that commits what is waiting together (see {@link
 * GroupCommit}). PostgreSQL has one pool, a fair queue in front of it, and a transaction for each unit of work.
 */
public final class Database implements UnitOfWork, TableUse, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Database.class.getName());
    private static final ScopedValue<Transaction> CURRENT = ScopedValue.newInstance();
    private static final ScopedValue<Set<String>> READ = ScopedValue.newInstance();
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(4); // of PostgreSQL's lock_timeout
    private static final Duration WRITER_PATIENCE =
            Duration.ofSeconds(2); // twice at most: behind a group that waits, too
    private static final Duration POOL_PATIENCE = Duration.ofSeconds(1);
    private static final Duration VALIDATION = Duration.ofMillis(750);
    private static final int LOG_PAGES =
            64_000; // at which the writer copies the write-ahead log itself, see Checkpoints
    private static final int SQLITE_READERS = Math.max(4, Runtime.getRuntime().availableProcessors() * 2);

    private final boolean sqlite;
    private final List<HikariDataSource> pools;
    private final DataSource writers;
    private final DbClient client;
    private final StatementCache statements;
    private final Semaphore turn;
    private final Writer writer;
    private final CircuitBreaker breaker;
    private final WriteHealth health;
    private volatile @Nullable NamedTables tables;

    /** How units of work are carried out. */
    private interface Writer extends AutoCloseable {
        <T> T run(Work<T> work, boolean keep);

        @Override
        void close();
    }

    /** A running transaction: what repositories work on and what happens after it. */
    static final class Transaction implements Scope {
        private final Session session;
        private final @Nullable NamedTables tables;
        private final List<Runnable> afterCommit = new ArrayList<>();
        private final Set<String> written = new HashSet<>(2);

        private Transaction(Session session, @Nullable NamedTables tables) {
            this.session = session;
            this.tables = tables;
        }

        /** A transaction on the same connection with actions of its own. */
        Transaction part() {
            return new Transaction(session, tables);
        }

        private void note(String sql) {
            if (tables != null) {
                written.addAll(tables.changed(sql));
            }
        }

        /** Tells of the tables that this has written to. */
        private void tell() {
            if (tables != null && !written.isEmpty()) {
                tables.written(Set.copyOf(written));
            }
        }

        Session session() {
            return session;
        }

        <T> T run(Work<T> work) {
            return ScopedValue.where(CURRENT, this).call(() -> work.run(this));
        }

        /** First of all, what has changed is told. */
        List<Runnable> afterCommit() {
            if (written.isEmpty()) {
                return afterCommit;
            }
            List<Runnable> all = new ArrayList<>(afterCommit.size() + 1);
            all.add(this::tell);
            all.addAll(afterCommit);
            return all;
        }

        @Override
        public void afterCommit(Runnable action) {
            afterCommit.add(action);
        }

        void commit() throws SQLException {
            session.connection().commit();
            session.connection().close();
        }

        void rollBack() throws SQLException {
            try (Connection connection = session.connection()) {
                try {
                    connection.rollback();
                } catch (SQLException e) {
                    if (!(e instanceof SQLiteException)) {
                        throw e;
                    }
                    // SQLite has rolled back by itself, as after SQLITE_FULL, and its driver goes on as if in a
                    // transaction
                    try (Statement statement = connection.createStatement()) {
                        statement.execute("BEGIN");
                    }
                    connection.rollback();
                }
            }
        }
    }

    /**
     * Connects.
     *
     * @throws ServiceUnavailableException when the database cannot be reached
     * @throws dev.hexadmin.persistence.DataSourceRejectedException when a program's own source cannot be used
     */
    public static Database open(DatabaseSettings settings) {
        return switch (settings) {
            case DatabaseSettings.Sqlite(Path file) -> sqlite(file);
            case DatabaseSettings.Postgresql postgresql -> {
                HikariDataSource pool = pool(postgresql(postgresql));
                yield new Database(pool, List.of(pool), postgresql.poolSize(), probe(postgresql));
            }
            case DatabaseSettings.Given(DataSource source, int connections) ->
                ExternalDataSource.sqliteFile(source)
                        .map(Database::sqlite)
                        .orElseGet(() -> borrowing(source, connections));
        };
    }

    private static Database sqlite(Path file) {
        DatabaseFiles.prepare(file);
        HikariDataSource writers = pool(sqlite(file, true));
        try {
            return new Database(file, writers, pool(sqlite(file, false)));
        } catch (RuntimeException e) {
            writers.close();
            throw e;
        }
    }

    /** A source of the driver makes each connection anew, so it gets a pool of ours; any other counts as a pool. */
    private static Database borrowing(DataSource source, int connections) {
        if (source instanceof PGSimpleDataSource) {
            HikariDataSource pool = pool(postgresql(source, connections));
            return new Database(pool, List.of(pool), connections, source::getConnection);
        }
        return new Database(
                new ExternalDataSource(source),
                List.of(),
                ExternalDataSource.atOnce(source, connections),
                source::getConnection);
    }

    private Database(Path file, HikariDataSource writers, HikariDataSource readers) {
        this.sqlite = true;
        this.pools = List.of(writers, readers);
        this.writers = writers;
        this.client = client(readers, "sqlite");
        this.statements = new StatementCache(true);
        this.turn = new Semaphore(SQLITE_READERS, true);
        this.breaker = CircuitBreaker.none();
        this.health = new WriteHealth(this::writeToFile);
        GroupCommit group = new GroupCommit(this::begin, new Checkpoints(source(file, false)));
        this.writer = new Writer() {
            @Override
            public <T> T run(Work<T> work, boolean keep) {
                return group.run(work, keep);
            }

            @Override
            public void close() {
                group.close();
            }
        };
    }

    private Database(DataSource connections, List<HikariDataSource> pools, int atOnce, Connect connect) {
        this.sqlite = false;
        this.pools = pools;
        this.breaker = new CircuitBreaker(
                () -> connect.connection().close(),
                // while the server is unavailable the pool does not try as well: it would wait longer each time
                open -> pools.forEach(pool -> pool.setMinimumIdle(open ? 0 : 1)));
        this.health = new WriteHealth(this::writeToServer);
        this.writers = connections;
        this.client = client(connections, "postgresql");
        this.statements = new StatementCache(false);
        this.turn = new Semaphore(atOnce, true);
        this.writer = new Writer() {
            @Override
            public <T> T run(Work<T> work, boolean keep) {
                List<Runnable> afterCommit = new ArrayList<>();
                T result = queued(() -> transact(work, keep, afterCommit));
                carryOut(afterCommit); // its turn is over: an action may want one
                return result;
            }

            @Override
            public void close() {}
        };
    }

    /** A connection of its own, to see whether there is one. */
    private interface Connect {
        Connection connection() throws SQLException;
    }

    public boolean sqlite() {
        return sqlite;
    }

    /** Why the database cannot be used now; empty when it can be read and written. */
    public Optional<Reason> outage() {
        try {
            boolean readOnly = query(execute -> execute.get(
                            sqlite ? "SELECT 'off' AS r" : "SELECT current_setting('transaction_read_only') AS r")
                    .orElseThrow()
                    .column("r")
                    .get(String.class)
                    .equals("on"));
            return readOnly ? Optional.of(Reason.DATABASE_READ_ONLY) : health.outage();
        } catch (ServiceUnavailableException e) {
            return Optional.of(e.reason());
        } catch (SqlFailure e) {
            return Optional.of(Reason.DATABASE_UNAVAILABLE);
        }
    }

    /** Commits a page that is the same as before: SQLite writes it all the same. */
    private void writeToFile() {
        writer.run(
                scope -> change(session -> {
                    try (Statement statement = session.connection().createStatement()) {
                        int version;
                        try (ResultSet row = statement.executeQuery("PRAGMA user_version")) {
                            version = row.next() ? row.getInt(1) : 0;
                        }
                        return statement.execute("PRAGMA user_version = " + version);
                    }
                }),
                true);
    }

    /** After a failure only: a table of one page that is gone with the transaction. */
    private void writeToServer() {
        if (health.failing()) {
            writer.run(
                    scope -> change(session -> {
                        try (Statement statement = session.connection().createStatement()) {
                            return statement.execute(
                                    "CREATE TEMPORARY TABLE hexadmin_probe ON COMMIT DROP AS SELECT 1 AS one");
                        }
                    }),
                    true);
        }
    }

    /** Connections that write, for schema migration before anything else runs. */
    public DataSource migrationSource() {
        return writers;
    }

    /** Lets the rest of the running transaction wait for locks as long as it takes. */
    public void waitForLocks() {
        if (!sqlite) {
            change(session -> control(session, "SET LOCAL lock_timeout = 0"));
        }
    }

    /** Runs on the running transaction's connection, or else on one that reads what is committed. */
    public <T> T read(SqlWork<T> work) {
        if (CURRENT.isBound()) {
            return unchecked(work, CURRENT.get().session());
        }
        return queued(() -> {
            try (Connection connection = client.unwrap(Connection.class)) {
                return work.run(new Session(connection, statements, this::note));
            }
        });
    }

    /**
     * Runs on the running transaction's connection.
     *
     * @throws IllegalStateException outside a unit of work
     */
    public <T> T change(SqlWork<T> work) {
        return unchecked(work, current().session());
    }

    /** Reads through {@code DbClient}: in the running transaction, or else what is committed. Streams end inside. */
    public <T> T query(Function<DbExecute, T> work) {
        return CURRENT.isBound()
                ? translated(work, client.execute())
                : queued(() -> translated(work, client.execute()));
    }

    /**
     * Writes through {@code DbClient}.
     *
     * @throws IllegalStateException outside a unit of work
     */
    public <T> T execute(Function<DbExecute, T> work) {
        current();
        return translated(work, client.execute());
    }

    @Override
    public <T> T write(Work<T> work) {
        return CURRENT.isBound() ? work.run(CURRENT.get()) : health.noting(() -> writer.run(work, true));
    }

    @Override
    public <T> T rehearse(Work<T> work) {
        if (CURRENT.isBound()) {
            throw new IllegalStateException("a rehearsal inside a unit of work");
        }
        return health.noting(() -> writer.run(work, false));
    }

    @Override
    public boolean exclusive() {
        return sqlite;
    }

    @Override
    public <T> T attempt(Work<T> part) {
        Transaction whole = current();
        Transaction own = whole.part();
        unchecked(Database::savepoint, whole.session());
        T result;
        try {
            result = own.run(part);
            unchecked(Database::release, whole.session());
        } catch (Throwable e) {
            try {
                undo(whole.session());
            } catch (SQLException again) {
                e.addSuppressed(again); // the whole cannot be kept either
            }
            throw e;
        }
        own.afterCommit.forEach(whole::afterCommit);
        whole.written.addAll(own.written);
        return result;
    }

    private static boolean savepoint(Session session) throws SQLException {
        return control(session, "SAVEPOINT part");
    }

    private static boolean release(Session session) throws SQLException {
        return control(session, "RELEASE SAVEPOINT part");
    }

    private static void undo(Session session) throws SQLException {
        control(session, "ROLLBACK TO SAVEPOINT part");
        release(session);
    }

    private static boolean control(Session session, String sql) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql)) {
            return prepared.statement().execute();
        }
    }

    @Override
    public void watch(Map<String, Set<String>> watched, Consumer<Set<String>> written) {
        tables = new NamedTables(watched, written);
    }

    @Override
    public <T> Reading<T> reading(Supplier<T> work) {
        Set<String> read = new HashSet<>();
        T result = ScopedValue.where(READ, read).call(work::get);
        return new Reading<>(result, Set.copyOf(read));
    }

    private void note(String sql) {
        NamedTables watched = tables;
        if (watched != null) {
            if (READ.isBound()) {
                READ.get().addAll(watched.named(sql));
            }
            if (CURRENT.isBound()) {
                CURRENT.get().note(sql);
            }
        }
    }

    @Override
    public boolean running() {
        return CURRENT.isBound();
    }

    /** Ends the writer after what is waiting, then closes all connections; not a program's own source. */
    @Override
    public void close() {
        breaker.close();
        writer.close();
        pools.forEach(HikariDataSource::close);
    }

    private static Transaction current() {
        if (!CURRENT.isBound()) {
            throw new IllegalStateException("a write outside a unit of work");
        }
        return CURRENT.get();
    }

    /**
     * The pool of a server says soon that it has no connection, so that an outage is known soon; while one is still being
     * made, it is asked again.
     */
    private Connection connect(DataSource pool) throws SQLException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return pool.getConnection();
            } catch (SQLTransientConnectionException e) {
                if (sqlite || pools.isEmpty() || e.getCause() != null || System.nanoTime() - end > 0) {
                    throw e;
                }
            }
            breaker.suspect();
            breaker.check();
        }
    }

    private Transaction begin() throws SQLException {
        Connection connection = connect(writers);
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) { // SQLite is locked, and its driver goes on as if in a transaction
            try (connection) {
                connection.setAutoCommit(true);
            } catch (SQLException none) {
                e.addSuppressed(none);
            }
            throw e;
        }
        return new Transaction(new Session(connection, statements, this::note), tables);
    }

    private <T> T transact(Work<T> work, boolean keep, List<Runnable> afterCommit) throws SQLException {
        Transaction transaction = begin();
        T result;
        try {
            result = transaction.run(work);
            if (keep) {
                commit(transaction);
            } else {
                transaction.rollBack();
            }
        } catch (Throwable e) {
            rollBack(transaction, e);
            throw e;
        }
        if (keep) {
            afterCommit.addAll(transaction.afterCommit());
        }
        return result;
    }

    /** Carries out what was to follow a commit. What is written is written: no action may make it look otherwise. */
    static void carryOut(List<Runnable> afterCommit) {
        for (Runnable action : afterCommit) {
            try {
                action.run();
            } catch (Throwable e) {
                LOG.log(System.Logger.Level.ERROR, "what was to follow a commit has failed", e);
            }
        }
    }

    private static void commit(Transaction transaction) {
        try {
            transaction.commit();
        } catch (SQLException e) {
            transaction.tell(); // perhaps it took place
            throw SqlFailure.ofCommit(e);
        }
    }

    private static void rollBack(Transaction transaction, Throwable because) {
        try {
            transaction.rollBack();
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    /** What may throw the driver's exception. */
    private interface Step<T> {
        T run() throws SQLException;
    }

    private <T> T queued(Step<T> step) {
        breaker.check();
        try {
            if (!turn.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                breaker.suspect();
                throw new ServiceUnavailableException(
                        Reason.DATABASE_UNAVAILABLE,
                        "no connection to the database became free",
                        new SQLException("timeout"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceUnavailableException(
                    Reason.DATABASE_UNAVAILABLE, "interrupted while waiting for the database", e);
        }
        try {
            breaker.check();
            return step.run();
        } catch (SQLException e) {
            throw suspecting(SqlFailure.of(e));
        } catch (DbClientException e) {
            throw suspecting(SqlFailure.of(e));
        } catch (ServiceUnavailableException e) {
            throw suspecting(e);
        } finally {
            turn.release();
        }
    }

    private RuntimeException suspecting(RuntimeException failure) {
        if (failure instanceof ServiceUnavailableException e && e.reason() == Reason.DATABASE_UNAVAILABLE) {
            breaker.suspect();
        }
        return failure;
    }

    private static <T> T unchecked(SqlWork<T> work, Session session) {
        try {
            return work.run(session);
        } catch (SQLException e) {
            throw SqlFailure.of(e);
        }
    }

    private static <T> T translated(Function<DbExecute, T> work, DbExecute execute) {
        try {
            return work.apply(execute);
        } catch (DbClientException e) {
            throw SqlFailure.of(e);
        }
    }

    private static SQLiteDataSource source(Path file, boolean writes) {
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
        config.setWalAutocheckpoint(LOG_PAGES);
        config.setGetGeneratedKeys(false); // the driver would ask for the last row id after every statement
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    private static HikariConfig sqlite(Path file, boolean writes) {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source(file, writes));
        pool.setMaximumPoolSize(writes ? 1 : SQLITE_READERS);
        pool.setMaxLifetime(0);
        pool.setIdleTimeout(0);
        pool.setPoolName(writes ? "sqlite-writer" : "sqlite-readers");
        return pool;
    }

    private static HikariConfig postgresql(DatabaseSettings.Postgresql postgresql) {
        HikariConfig pool = new HikariConfig();
        pool.setJdbcUrl(url(postgresql));
        pool.setUsername(postgresql.user());
        pool.setPassword(postgresql.password());
        return inUtc(pool, postgresql.poolSize());
    }

    /** What the URL's own parameters say comes last, and wins. */
    private static String url(DatabaseSettings.Postgresql postgresql) {
        String parameters = postgresql.parameters().isEmpty() ? "" : "&" + postgresql.parameters();
        return "jdbc:postgresql://" + postgresql.host() + ":" + postgresql.port() + "/" + postgresql.database()
                + "?ApplicationName=hexadmin&reWriteBatchedInserts=true&socketTimeout=30&connectTimeout=5"
                + "&tcpKeepAlive=true" + parameters;
    }

    private static Connect probe(DatabaseSettings.Postgresql postgresql) {
        String url = url(postgresql) + "&connectTimeout=1&socketTimeout=1";
        return () -> DriverManager.getConnection(url, postgresql.user(), postgresql.password());
    }

    private static HikariConfig postgresql(DataSource source, int connections) {
        HikariConfig pool = new HikariConfig();
        pool.setDataSource(source);
        return inUtc(pool, connections);
    }

    private static HikariConfig inUtc(HikariConfig pool, int size) {
        pool.setMaximumPoolSize(size);
        pool.setConnectionInitSql("SET TIME ZONE 'UTC'; SET lock_timeout = " + LOCK_PATIENCE.toMillis());
        pool.setExceptionOverride(new ConnectionEviction());
        pool.setPoolName("postgresql");
        return pool;
    }

    private static HikariDataSource pool(HikariConfig config) {
        config.setMinimumIdle(1);
        config.setConnectionTimeout(
                (config.getDataSource() instanceof SQLiteDataSource ? PATIENCE : POOL_PATIENCE).toMillis());
        config.setValidationTimeout(VALIDATION.toMillis());
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException e) {
            throw new ServiceUnavailableException(Reason.DATABASE_UNAVAILABLE, "the database cannot be reached", e);
        }
    }

    /** A client that works inside the running transaction when there is one, and else on a connection of the pool. */
    private DbClient client(DataSource pool, String type) {
        return JdbcClientBuilder.create()
                .connectionPool(new JdbcConnectionPool() {
                    @Override
                    public Connection connection() {
                        if (CURRENT.isBound()) {
                            return LentConnection.keptOpen(
                                    CURRENT.get().session().connection(), Database.this::note);
                        }
                        try {
                            Connection connection = connect(pool);
                            return READ.isBound() ? LentConnection.of(connection, Database.this::note) : connection;
                        } catch (SQLException e) {
                            throw new DbClientException("no connection", e);
                        }
                    }

                    @Override
                    public String dbType() {
                        return type;
                    }

                    @Override
                    public String name() {
                        return type;
                    }

                    @Override
                    public String type() {
                        return type;
                    }
                })
                .build();
    }
}
