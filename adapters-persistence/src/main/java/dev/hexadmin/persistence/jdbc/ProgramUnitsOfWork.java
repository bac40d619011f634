package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.application.ServiceUnavailableException;
import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.application.port.UnitOfWork.Work;
import dev.hexadmin.persistence.database.DatabaseConnections;
import dev.hexadmin.persistence.session.ErrorCodes;
import dev.hexadmin.persistence.session.SqlFailure;
import dev.hexadmin.persistence.session.Transaction;
import dev.hexadmin.persistence.spi.ProgramTransactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs units of work in transactions of the embedding program. Thread-safe. */
final class ProgramUnitsOfWork {
    private final ProgramTransactions program;
    private final DatabaseConnections connections;
    private final Function<Connection, Transaction> transactions;
    private final ErrorCodes errors;

    /** @param transactions makes the unit of work that runs on a connection */
    ProgramUnitsOfWork(
            ProgramTransactions program,
            DatabaseConnections connections,
            Function<Connection, Transaction> transactions,
            ErrorCodes errors) {
        this.program = program;
        this.connections = connections;
        this.transactions = transactions;
        this.errors = errors;
    }

    /** The connection of the program's transaction on this thread. */
    Optional<Connection> current() {
        return program.current();
    }

    /**
     * Runs a unit of work as a part of the program's running transaction. When it fails, only the part is rolled back, and the
     * program decides what becomes of its transaction.
     *
     * @param keep false to roll the part back
     */
    <T> T join(Connection connection, Work<T> work, boolean keep) {
        Transaction part = transactions.apply(connection);
        T result;
        try {
            if (connection.getAutoCommit()) {
                throw new IllegalStateException(
                        "the program's current transaction has a connection with auto-commit: " + program.getClass());
            }
            Savepoint.set(part);
            result = kept(connection, part, work, keep);
        } catch (SQLException e) {
            throw failed(connection, SqlFailure.of(errors, e));
        } catch (ServiceUnavailableException e) {
            throw failed(connection, e);
        }
        if (keep) {
            List<Runnable> actions = part.afterCommit();
            if (!actions.isEmpty()) {
                program.afterCommit(() -> Transaction.carryOut(actions));
            }
        }
        return result;
    }

    private static RuntimeException failed(Connection connection, RuntimeException failure) {
        return failure instanceof ServiceUnavailableException unavailable
                        && unavailable.reason() == Reason.DATABASE_READ_ONLY
                        && isReadOnly(connection)
                ? new IllegalStateException(
                        "a change in a read-only transaction of the program: begin the transaction without readOnly",
                        failure)
                : failure;
    }

    private static boolean isReadOnly(Connection connection) {
        try {
            return connection.isReadOnly();
        } catch (SQLException e) {
            return false;
        }
    }

    private <T> T kept(Connection connection, Transaction part, Work<T> work, boolean keep) throws SQLException {
        try {
            DatabaseConnections.Adoption adoption = connections.adopt(connection);
            T result = part.run(work);
            adoption.end();
            if (keep) {
                Savepoint.release(part);
            } else {
                Savepoint.rollBack(part);
            }
            return result;
        } catch (Throwable e) {
            try {
                Savepoint.rollBack(part); // also takes back what adopting it has set
            } catch (SQLException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** Thrown to have a dry run rolled back. */
    private static final class DryRun extends RuntimeException {
        private static final long serialVersionUID = 1L;

        DryRun() {
            super("a dry run", null, false, false);
        }
    }

    /** A unit of work in a separate transaction, and what has become of it. */
    private final class Run<T> {
        private final Work<T> work;
        private final boolean keep;
        private @Nullable Transaction transaction;
        private @Nullable Throwable failure;
        private final List<T> result = new ArrayList<>(1); // a result may be null

        Run(Work<T> work, boolean keep) {
            this.work = work;
            this.keep = keep;
        }

        void on(Connection connection) {
            Transaction begun = transactions.apply(connection);
            transaction = begun;
            try {
                connections.adopt(connection);
                result.add(begun.run(work));
                if (!keep) {
                    throw new DryRun();
                }
            } catch (SQLException e) {
                RuntimeException failed = SqlFailure.of(errors, e);
                failure = failed;
                throw failed;
            } catch (RuntimeException | Error e) {
                failure = e;
                throw e;
            }
        }
    }

    /**
     * Runs a unit of work in a new transaction of the program.
     *
     * @param keep false for a dry run, which is rolled back
     * @param afterCommit receives the actions that follow the commit
     * @throws SQLException when no transaction could be begun
     */
    <T> T run(Work<T> work, boolean keep, List<Runnable> afterCommit) throws SQLException {
        Run<T> run = new Run<>(work, keep);
        try {
            program.inNew(run::on);
        } catch (RuntimeException e) {
            ended(run, e);
        }
        if (keep && run.transaction != null) {
            afterCommit.addAll(run.transaction.afterCommit());
        }
        return run.result.getFirst();
    }

    /** Returns after the rollback of a dry run, otherwise throws. */
    private void ended(Run<?> run, RuntimeException thrown) throws SQLException {
        Throwable failure = run.failure;
        switch (failure) {
            case DryRun dryRun -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case null, default -> {
                SQLException cause = cause(thrown);
                if (cause == null) {
                    throw thrown;
                }
                if (run.transaction == null) {
                    throw cause;
                }
                run.transaction.commitFailed();
                throw run.transaction.broken(cause).orElseGet(() -> SqlFailure.ofCommit(errors, cause));
            }
        }
    }

    private static @Nullable SQLException cause(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof SQLException found) {
                return found;
            }
        }
        return null;
    }
}
