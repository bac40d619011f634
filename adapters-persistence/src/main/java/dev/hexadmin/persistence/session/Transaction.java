package dev.hexadmin.persistence.session;

import dev.hexadmin.application.port.UnitOfWork.Scope;
import dev.hexadmin.application.port.UnitOfWork.Work;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A running transaction, which repositories use, and the actions after it. Used by one thread. */
public final class Transaction implements Scope {
    private static final System.Logger LOG = System.getLogger(Transaction.class.getName());
    private static final ScopedValue<Transaction> CURRENT = ScopedValue.newInstance();

    private final Session session;
    private final @Nullable NamedTables tables;
    private final int depth;
    private final List<Runnable> afterCommit = new ArrayList<>();
    private final Set<String> written = new HashSet<>(2);
    private final Set<LateRules> lateRules = new LinkedHashSet<>(2);
    private @Nullable PendingInserts pending;
    private boolean checksLater;

    /**
     * @param session on a connection without auto-commit
     * @param tables the watched tables; null for none
     */
    public Transaction(Session session, @Nullable NamedTables tables) {
        this(session, tables, 0);
    }

    private Transaction(Session session, @Nullable NamedTables tables, int depth) {
        this.session = session;
        this.tables = tables;
        this.depth = depth;
    }

    /** Begins a transaction. */
    public interface Start {
        Transaction begin() throws SQLException;
    }

    /** The rules of a table that the database may check only at the end of a transaction. */
    public interface LateRules {
        /** Whether the rule that was broken is one of this table. */
        boolean have(SQLException failure);

        /** The exception to throw; empty when the failure is not about a rule. */
        Optional<RuntimeException> broken(SQLException failure);
    }

    /** Whether a unit of work runs on this thread. */
    public static boolean isRunning() {
        return CURRENT.isBound();
    }

    /**
     * The transaction that runs on this thread.
     *
     * @throws IllegalStateException outside a unit of work
     */
    public static Transaction current() {
        if (!CURRENT.isBound()) {
            throw new IllegalStateException("a write outside a unit of work");
        }
        return CURRENT.get();
    }

    /** A transaction on the same connection with separate actions. */
    public Transaction part() {
        return new Transaction(session, tables, depth + 1);
    }

    /** How many transactions it is a part of, in one another. */
    public int depth() {
        return depth;
    }

    /** Adds the changed tables of a part, and the actions that follow its commit. */
    public void include(Transaction part) {
        afterCommit.addAll(part.afterCommit);
        written.addAll(part.written);
        lateRules.addAll(part.lateRules);
        checksLater |= part.checksLater;
    }

    /** Records which watched tables a statement changes. */
    public void note(String sql) {
        if (tables != null) {
            written.addAll(tables.changed(sql));
        }
    }

    /**
     * Inserts a row at the end of the transaction, with its commit where the driver can do both at once. Before that, when a
     * statement names the table.
     *
     * @param insert the text of the statement, the same for all rows of the table
     */
    public void insertLater(String table, String insert, PendingInserts.Row row) throws SQLException {
        note(insert);
        PendingInserts rows = pending;
        if (rows == null || !rows.insert().equals(insert)) {
            flush();
            rows = new PendingInserts(table, insert);
            pending = rows;
        }
        rows.add(row);
        if (rows.isFull()) {
            flush();
        }
    }

    /** Called before a statement of this transaction is prepared. */
    public void preparing(String sql) throws SQLException {
        if (pending != null && pending.isNamedBy(sql)) {
            flush();
        }
        note(sql);
    }

    /** Inserts what is pending, as before a savepoint. */
    public void flush() throws SQLException {
        PendingInserts rows = pending;
        if (rows != null) {
            pending = null;
            rows.execute(session);
        }
    }

    private void announce() {
        if (tables != null && !written.isEmpty()) {
            tables.written(Set.copyOf(written));
        }
    }

    /** Records that a table was written which has such rules. */
    public void note(LateRules rules) {
        lateRules.add(rules);
    }

    /** Records whether the database checks references at the end only, from here on. */
    public void setChecksLater(boolean later) {
        checksLater = later;
    }

    /** Whether the database now checks references at the end only, as far as it can. */
    public boolean checksLater() {
        return checksLater;
    }

    /** Whether a table was written that may have rules which are checked only at the end. */
    public boolean hasLateRules() {
        return !lateRules.isEmpty();
    }

    /** The exception to throw when the check at the end failed; empty when that is not about a rule of a table. */
    public Optional<RuntimeException> broken(SQLException failure) {
        return lateRules.stream()
                .filter(rules -> rules.have(failure))
                .findFirst()
                .or(() -> lateRules.stream().findFirst())
                .flatMap(rules -> rules.broken(failure));
    }

    public Session session() {
        return session;
    }

    /** Runs work that {@link #commit} does not follow: a part of a transaction, or of that of another owner. */
    public <T> T run(Work<T> work) throws SQLException {
        T result = runUntilCommit(work);
        flush();
        return result;
    }

    /** Runs work. {@link #commit} inserts what is pending. */
    public <T> T runUntilCommit(Work<T> work) {
        return ScopedValue.where(CURRENT, this).call(() -> work.run(this));
    }

    /** The actions that follow the commit. The first one announces the changed tables. */
    public List<Runnable> afterCommit() {
        if (written.isEmpty()) {
            return afterCommit;
        }
        List<Runnable> all = new ArrayList<>(afterCommit.size() + 1);
        all.add(this::announce);
        all.addAll(afterCommit);
        return all;
    }

    @Override
    public void afterCommit(Runnable action) {
        afterCommit.add(action);
    }

    public void commit() throws SQLException {
        PendingInserts last = pending;
        if (last != null
                && last.isSingle()
                && session.insertAndCommit(last.insert()).isPresent()) {
            pending = null;
            last.executeSingle(session, session.insertAndCommit(last.insert()).get());
        } else {
            flush();
            session.connection().commit();
        }
        session.connection().close();
    }

    /** Called after a failed commit, which may have taken place. */
    public void commitFailed() {
        announce();
    }

    public void rollBack() throws SQLException {
        Connection connection = session.connection();
        try (connection) {
            session.rollBack();
        }
    }

    /**
     * Runs the actions that follow a commit. The data is committed, so a failed action does not fail the unit of work.
     */
    public static void carryOut(List<Runnable> afterCommit) {
        for (Runnable action : afterCommit) {
            try {
                action.run();
            } catch (Throwable e) {
                LOG.log(System.Logger.Level.ERROR, "what was to follow a commit has failed", e);
            }
        }
    }
}
