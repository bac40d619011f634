package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.application.Caller;
import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.application.caching.port.TableUse;
import dev.hexadmin.application.port.NamedLocks;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.port.WriteMarks;
import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.UnitOfWorkRunner;
import dev.hexadmin.persistence.session.NamedTables;
import dev.hexadmin.persistence.session.PendingInserts;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlFailure;
import dev.hexadmin.persistence.session.SqlWork;
import dev.hexadmin.persistence.session.StatementObserver;
import dev.hexadmin.persistence.session.Transaction;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.persistence.spi.ProgramTransactions;
import io.helidon.dbclient.DbClient;
import io.helidon.dbclient.DbClientException;
import io.helidon.dbclient.DbExecute;
import io.helidon.dbclient.jdbc.JdbcClientBuilder;
import io.opentelemetry.api.OpenTelemetry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.time.Instant;
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

/**
 * The connections to one database and the transactions on it. Thread-safe.
 *
 * <p>Work that reads waits in a fair queue for a connection. A unit of work has a separate transaction, unless the kind
 * of database runs units of work in another way.
 */
public final class Database implements UnitOfWork, NamedLocks, TableUse, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Database.class.getName());
    private static final ScopedValue<Set<String>> READ = ScopedValue.newInstance();
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final DatabaseKind kind;
    private final DatabaseConnections connections;
    private final DbClient client;
    private final Semaphore turn;
    private final UnitOfWorkRunner runner;
    private final Optional<StatementSpans> spans;
    private final StatementObserver observer = new Statements();
    private final CircuitBreaker breaker;
    private final WriteHealth health;
    private final Optional<ProgramUnitsOfWork> program;
    private final List<DatabaseSettings.Server> copies;
    private volatile @Nullable NamedTables tables;
    private volatile @Nullable Replicas replicas;
    private volatile boolean closed;

    /** A transaction and a connection for each unit of work. */
    private final class OwnTransactions implements UnitOfWorkRunner {
        @Override
        public <T> T run(Work<T> work, boolean keep) {
            List<Runnable> afterCommit = new ArrayList<>();
            T result;
            try {
                result = queued(() -> program.isPresent()
                        ? program.get().run(work, keep, afterCommit)
                        : transact(work, keep, afterCommit));
            } finally {
                if (keep) {
                    mark(); // also when the outcome of the commit is unknown
                }
            }
            Transaction.carryOut(afterCommit); // its permit is released: an action may need one
            return result;
        }

        @Override
        public void close() {}
    }

    /** Every statement is noted, and belongs to a trace if there is one. */
    private final class Statements implements StatementObserver {
        @Override
        public void preparing(String sql) throws SQLException {
            if (READ.isBound()) {
                READ.get().addAll(named(sql));
            }
            if (Transaction.isRunning()) {
                Transaction.current().preparing(sql);
            }
        }

        @Override
        public PreparedStatement observed(String sql, PreparedStatement statement) {
            return spans.isEmpty() ? statement : spans.get().traced(sql, statement);
        }
    }

    private Database(
            DatabaseKind kind,
            DatabaseConnections connections,
            DatabaseSettings settings,
            Optional<StatementSpans> spans) {
        this.kind = kind;
        this.copies = settings instanceof DatabaseSettings.Server server ? server.replicas() : List.of();
        this.spans = spans;
        this.connections = connections;
        this.client = JdbcClientBuilder.create()
                .connectionPool(new ClientConnections(kind.name(), this::reader, observer))
                .build();
        this.turn = new Semaphore(connections.atOnce(), true);
        this.breaker = new CircuitBreaker(connections::probe, connections::pause);
        this.health = new WriteHealth(this::probeWrites);
        Optional<ProgramTransactions> transactions =
                settings instanceof DatabaseSettings.Given given ? given.transactions() : Optional.empty();
        this.program =
                transactions.map(each -> new ProgramUnitsOfWork(each, connections, this::transaction, kind.errors()));
        this.runner = connections.runner(this::begin).orElseGet(OwnTransactions::new);
    }

    /**
     * Connects.
     *
     * @throws ServiceUnavailableException when the database cannot be reached
     * @throws dev.hexadmin.persistence.settings.DataSourceRejectedException when a program's data source cannot be used
     */
    public static Database open(DatabaseSettings settings) {
        return open(settings, DatabaseKinds.INCLUDED, OpenTelemetry.noop());
    }

    /** The same with spans of its statements. */
    public static Database open(DatabaseSettings settings, OpenTelemetry telemetry) {
        return open(settings, DatabaseKinds.INCLUDED, telemetry);
    }

    static Database open(DatabaseSettings settings, DatabaseKinds kinds, OpenTelemetry telemetry) {
        DatabaseKind kind = kinds.of(settings);
        return new Database(
                kind, connected(kind, settings), settings, StatementSpans.of(telemetry, kind.name(), settings));
    }

    private static DatabaseConnections connected(DatabaseKind kind, DatabaseSettings settings) {
        try {
            return kind.open(settings);
        } catch (ServiceUnavailableException e) {
            @Nullable Throwable cause = e.getCause();
            throw new ServiceUnavailableException(
                    e.reason(), settings + ": " + e.getMessage(), cause == null ? e : cause);
        }
    }

    /** The kind of this database. */
    public DatabaseKind kind() {
        return kind;
    }

    /** A moment as a parameter of a statement on a built-in table. */
    public Object parameter(Instant moment) {
        return kind.sql().parameter(moment);
    }

    /** A boolean as a parameter of a statement on a built-in table. */
    public Object parameter(boolean flag) {
        return kind.sql().parameter(flag);
    }

    /**
     * Runs an {@code INSERT} of one row, unless a row with the same key or other equal unique values exists.
     *
     * @return whether the row was inserted
     */
    public boolean insertNew(DbExecute execute, String insert, @Nullable Object... values) {
        try {
            return execute.insert(insert + kind.sql().orNothing(), values) == 1;
        } catch (DbClientException e) {
            if (isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    /** Whether a statement failed since a row with equal unique values exists. */
    public boolean isDuplicate(DbClientException failure) {
        return failure(failure) instanceof SqlFailure failed
                && kind.dialect()
                        .broken(failed.sql())
                        .filter(broken -> broken.kind() == Kind.UNIQUE)
                        .isPresent();
    }

    /** Holds the lock of this number until the running transaction ends, once no other transaction holds it. */
    public void lock(long number) {
        change(session -> {
            kind.sql().lock(session, number);
            return session;
        });
    }

    @Override
    public void lock(String name) {
        long number = ByteBuffer.wrap(sha256(("lock " + name).getBytes(StandardCharsets.UTF_8)))
                .getLong();
        if (Transaction.isRunning()) {
            lock(number);
        } else {
            join(
                    joined().orElseThrow(() -> new IllegalStateException("a lock outside a unit of work")),
                    scope -> {
                        lock(number);
                        return name;
                    },
                    true);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Locks the rows of a query with one parameter until the running transaction ends. */
    public void lockRows(String query, long parameter) {
        change(session -> {
            kind.sql().lockRows(session, query, parameter);
            return session;
        });
    }

    /** The exception to throw for one of {@code DbClient}. */
    public RuntimeException failure(DbClientException failure) {
        return SqlFailure.of(kind.errors(), failure);
    }

    /** Why the database cannot be used now; empty when it can be read and written. */
    public Optional<Reason> outage() {
        try {
            boolean readOnly = query(execute -> execute.get(kind.sql().readOnlyQuery())
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

    /** How many connections are in use; without the writer of an embedded database. */
    public int active() {
        return most() - turn.availablePermits();
    }

    /** How many connections are in use at the same time at most. */
    public int most() {
        return connections.atOnce();
    }

    /** How many threads wait for a connection. */
    public int waiting() {
        return turn.getQueueLength();
    }

    private void probeWrites() {
        kind.writeProbe(health.failing()).ifPresent(probe -> runner.run(scope -> change(probe), true));
    }

    /** Removes the access of other users of the machine to the files of an embedded database. */
    public void protectFiles() {
        connections.protectFiles();
    }

    /** Connections that write, for schema migration before anything else runs. */
    public DataSource migrationSource() {
        return connections.migrations();
    }

    /** Runs on the running transaction's connection, otherwise on one that reads committed data. */
    public <T> T read(SqlWork<T> work) {
        if (Transaction.isRunning()) {
            return unchecked(work, Transaction.current().session());
        }
        Optional<Connection> joined = joined();
        if (joined.isPresent()) {
            return join(joined.get(), scope -> change(work), true);
        }
        return queued(() -> {
            try (Connection connection = client.unwrap(Connection.class)) {
                return work.run(new Session(connection, connections.driver(), observer));
            }
        });
    }

    /** Reads from the replicas of the settings, if there are any. */
    public void readReplicas(WriteMarks marks) {
        if (!copies.isEmpty()) {
            replicas = new Replicas(kind.replication().orElseThrow(), copies, marks, this::written, System::nanoTime);
            if (written() == WriteMarks.UNKNOWN) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "The replicas are not read: the server has no binary log with transaction identifiers (GTID) of one"
                                + " origin");
            }
        }
    }

    /** How far this database is written now. */
    private long written() {
        try {
            return queued(() -> {
                try (Connection connection = connect(connections.readers())) {
                    return kind.replication().orElseThrow().written(connection);
                }
            });
        } catch (ServiceUnavailableException | SqlFailure e) {
            return WriteMarks.UNKNOWN;
        }
    }

    private void mark() {
        Replicas read = replicas;
        if (read != null && Caller.CURRENT.isBound()) {
            read.wrote(Caller.CURRENT.get());
        }
    }

    /**
     * Runs as {@link #read} does, or on a replica that has all that {@link Caller} has written. Pages that are cached for others
     * come from the database itself, and so does what a replica fails to read with its first statement.
     */
    public <T> T readCopy(SqlWork<T> work) {
        Replicas read = replicas;
        if (read == null || Transaction.isRunning() || READ.isBound() || !Caller.CURRENT.isBound()) {
            return read(work);
        }
        Optional<Connection> copy = read.connection(Caller.CURRENT.get());
        if (copy.isEmpty()) {
            return read(work);
        }
        Session session = Session.onReplica(copy.get(), connections.driver(), observer);
        try (Connection _ = copy.get()) {
            return work.run(session);
        } catch (SQLException e) {
            if (session.prepared() > 1) {
                throw SqlFailure.of(kind.errors(), e);
            }
        } catch (ServiceUnavailableException | SqlFailure e) {
            if (session.prepared() > 1) {
                throw e;
            }
        }
        return read(work);
    }

    /**
     * Runs on the running transaction's connection.
     *
     * @throws IllegalStateException outside a unit of work
     */
    public <T> T change(SqlWork<T> work) {
        return unchecked(work, Transaction.current().session());
    }

    /**
     * Inserts a row at the end of the running transaction, or before its next statement that names the table.
     *
     * @param insert the text of the statement, the same for all rows of the table
     * @throws IllegalStateException outside a unit of work
     */
    public void insertLater(String table, String insert, PendingInserts.Row row) {
        Transaction transaction = Transaction.current();
        unchecked(
                session -> {
                    transaction.insertLater(table, insert, row);
                    return session;
                },
                transaction.session());
    }

    /**
     * Reads through {@code DbClient}: in the running transaction, otherwise committed data. Streams must end inside
     * {@code work}.
     */
    public <T> T query(Function<DbExecute, T> work) {
        if (Transaction.isRunning()) {
            return translated(work, client.execute());
        }
        Optional<Connection> joined = joined();
        return joined.isPresent()
                ? join(joined.get(), scope -> translated(work, client.execute()), true)
                : queued(() -> translated(work, client.execute()));
    }

    /**
     * Writes through {@code DbClient}.
     *
     * @throws IllegalStateException outside a unit of work
     */
    public <T> T execute(Function<DbExecute, T> work) {
        Transaction.current();
        return translated(work, client.execute());
    }

    @Override
    public <T> T write(Work<T> work) {
        return Transaction.isRunning() ? work.run(Transaction.current()) : begin(work, true);
    }

    private <T> Work<T> traced(Work<T> work) {
        return spans.isEmpty() ? work : StatementSpans.carried(work);
    }

    /**
     * Changes tables in a transaction of its own, one server after the other. Where a statement that waits for a table's
     * lock keeps others waiting too, the transaction is rolled back after a short time and repeated.
     *
     * @param lock the number of the lock for such changes
     * @param work may run several times
     */
    public <T> T changeTables(long lock, SqlWork<T> work) {
        boolean repeatable = !Transaction.isRunning() && joined().isEmpty();
        long end = System.nanoTime() + kind.schema().patience().toNanos();
        boolean logged = false;
        while (true) {
            try {
                return write(scope -> change(session -> kind.schema().changing(session, lock, work)));
            } catch (ServiceUnavailableException e) {
                if (!repeatable || e.reason() != Reason.DATABASE_LOCKED || System.nanoTime() - end >= 0) {
                    throw e;
                }
                if (!logged) {
                    logged = true;
                    LOG.log(
                            System.Logger.Level.WARNING,
                            "A change of the tables waits until other transactions end: {0}. The oldest of them: {1}",
                            e.getCause(),
                            oldestTransaction());
                }
            }
            pause();
        }
    }

    private String oldestTransaction() {
        return kind.schema()
                .oldestTransactionQuery()
                .map(query -> read(session -> {
                    List<String> rows = new ArrayList<>();
                    session.forEach(query, row -> rows.add(row.getString(1)));
                    return rows.isEmpty() ? "none" : rows.getFirst();
                }))
                .orElse("unknown");
    }

    private static void pause() {
        try {
            Thread.sleep(Duration.ofMillis(500));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while other transactions use the tables", e);
        }
    }

    @Override
    public <T> T rehearse(Work<T> work) {
        if (Transaction.isRunning()) {
            throw new IllegalStateException("a rehearsal inside a unit of work");
        }
        return begin(work, false);
    }

    private <T> T begin(Work<T> work, boolean keep) {
        requireOpen();
        Optional<Connection> joined = joined();
        // a transaction of the program that is read-only says nothing about the database
        return joined.isPresent()
                ? join(joined.get(), work, keep)
                : health.noting(() -> runner.run(traced(work), keep));
    }

    /** Code may keep what it got from a Hexadmin that was stopped since. */
    private void requireOpen() {
        if (closed) {
            throw new ServiceUnavailableException(
                    Reason.DATABASE_UNAVAILABLE,
                    "the database is closed, because Hexadmin was stopped: after a new start, call its records() and"
                            + " notifications() again",
                    new IllegalStateException("closed"));
        }
    }

    /** The connection of a transaction that the embedding program runs on this thread. */
    private Optional<Connection> joined() {
        return program.flatMap(ProgramUnitsOfWork::current);
    }

    private <T> T join(Connection connection, Work<T> work, boolean keep) {
        return program.orElseThrow().join(connection, work, keep);
    }

    @Override
    public boolean exclusive() {
        return kind.exclusive();
    }

    @Override
    public <T> T attempt(Work<T> part) {
        if (!Transaction.isRunning() && joined().isPresent()) {
            return begin(part, true); // a part of the program's transaction
        }
        Transaction whole = Transaction.current();
        Transaction own = whole.part();
        unchecked(
                session -> {
                    whole.flush();
                    return Savepoint.set(own);
                },
                whole.session());
        T result;
        try {
            result = unchecked(session -> own.run(part), whole.session());
            unchecked(session -> Savepoint.release(own), whole.session());
        } catch (Throwable e) {
            try {
                Savepoint.rollBack(own);
            } catch (SQLException again) {
                e.addSuppressed(again); // the whole transaction cannot be committed either
            }
            throw e;
        }
        whole.include(own);
        return result;
    }

    @Override
    public void watch(ModelRegistry models, Consumer<Set<String>> written) {
        watch(WatchedTables.of(models), written);
    }

    /** @param watched by table, the tables whose rows may change along when its rows are deleted */
    synchronized void watch(Map<String, Set<String>> watched, Consumer<Set<String>> written) {
        NamedTables before = tables;
        tables = before == null ? new NamedTables(watched, written) : before.with(watched, written);
    }

    /** The watched tables that a statement names. */
    public Set<String> named(String sql) {
        NamedTables watched = tables;
        return watched == null ? Set.of() : watched.named(sql);
    }

    @Override
    public <T> Reading<T> reading(Supplier<T> work) {
        Set<String> read = new HashSet<>();
        T result = ScopedValue.where(READ, read).call(work::get);
        return new Reading<>(result, Set.copyOf(read));
    }

    /** Whether the tables that statements of this thread read are recorded. */
    public boolean isRecording() {
        return READ.isBound();
    }

    @Override
    public boolean running() {
        return Transaction.isRunning() || joined().isPresent();
    }

    /**
     * Rejects new work, and waits for running transactions and queries.
     *
     * @return how many connections are still in use
     */
    public int drain(Duration patience) {
        closed = true;
        try {
            if (turn.tryAcquire(most(), patience.toMillis(), TimeUnit.MILLISECONDS)) {
                turn.release(most());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return active();
    }

    /** Ends the writer after the queued work, then closes all connections; not a program's own source. */
    @Override
    public void close() {
        closed = true;
        breaker.close();
        runner.close();
        Replicas read = replicas;
        if (read != null) {
            read.close();
        }
        connections.close();
    }

    /**
     * The pool of a server reports soon that it has no connection, so that an outage is noticed soon. While a
     * connection is still being opened, the request is repeated.
     */
    private Connection connect(DataSource pool) throws SQLException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return pool.getConnection();
            } catch (SQLTransientConnectionException e) {
                if (!connections.failsFast() || e.getCause() != null || System.nanoTime() - end > 0) {
                    throw e;
                }
            }
            breaker.suspect();
            breaker.check();
        }
    }

    /** A connection for the client; its statements are recorded on request. */
    private Connection reader() throws SQLException {
        Connection connection = connect(connections.readers());
        return READ.isBound() || spans.isPresent() ? LentConnection.of(connection, observer) : connection;
    }

    private Transaction begin() throws SQLException {
        Connection connection = connect(connections.writers());
        try {
            connections.driver().begin(connection);
        } catch (SQLException e) {
            // what used it before may have left a transaction open, as an error in the middle of a statement does
            connections.discard(connection);
            try (connection) {
                throw e;
            }
        }
        return transaction(connection);
    }

    private Transaction transaction(Connection connection) {
        return new Transaction(new Session(connection, connections.driver(), observer), tables);
    }

    private <T> T transact(Work<T> work, boolean keep, List<Runnable> afterCommit) throws SQLException {
        Transaction transaction = begin();
        T result;
        try {
            result = transaction.runUntilCommit(work);
            if (keep) {
                commit(transaction);
            } else {
                checkLateRules(transaction);
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

    private void commit(Transaction transaction) {
        try {
            transaction.commit();
        } catch (SQLException e) {
            transaction.commitFailed();
            throw transaction.broken(e).orElseGet(() -> SqlFailure.ofCommit(kind.errors(), e));
        }
    }

    /** Has a dry run fail where the commit would. */
    private void checkLateRules(Transaction transaction) throws SQLException {
        Optional<String> check = kind.dialect().checksBeforeCommit();
        if (check.isPresent() && transaction.hasLateRules()) {
            try {
                transaction.session().execute(check.get());
            } catch (SQLException e) {
                throw transaction.broken(e).orElseGet(() -> SqlFailure.of(kind.errors(), e));
            }
        }
    }

    private static void rollBack(Transaction transaction, Throwable because) {
        try {
            transaction.rollBack();
        } catch (SQLException e) {
            because.addSuppressed(e);
        }
    }

    /** A step that may throw the driver's exception. */
    private interface Step<T> {
        T run() throws SQLException;
    }

    private <T> T queued(Step<T> step) {
        requireOpen();
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
            throw suspecting(SqlFailure.of(kind.errors(), e));
        } catch (DbClientException e) {
            throw suspecting(SqlFailure.of(kind.errors(), e));
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

    private <T> T unchecked(SqlWork<T> work, Session session) {
        try {
            return work.run(session);
        } catch (SQLException e) {
            throw SqlFailure.of(kind.errors(), e);
        }
    }

    private <T> T translated(Function<DbExecute, T> work, DbExecute execute) {
        try {
            return work.apply(execute);
        } catch (DbClientException e) {
            throw SqlFailure.of(kind.errors(), e);
        }
    }
}
