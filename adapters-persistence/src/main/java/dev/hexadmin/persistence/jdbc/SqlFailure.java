package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.application.port.ServiceUnavailable;
import io.helidon.dbclient.DbClientException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** A statement that failed for a reason no client caused. Its message stays in the log. */
public final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private SqlFailure(SQLException cause) {
        super(cause.getMessage(), cause);
    }

    /** The exception to throw for one from the driver: {@link ServiceUnavailable} when the database is away. */
    public static RuntimeException of(SQLException cause) {
        return isAway(cause) ? new ServiceUnavailable("the database cannot be reached", cause) : new SqlFailure(cause);
    }

    /** The same for a commit that failed: with the connection lost, nobody knows whether it took place. */
    static RuntimeException ofCommit(SQLException cause) {
        return isAway(cause)
                ? new ServiceUnavailable("the database was lost during a commit", cause, !isRolledBack(cause))
                : new SqlFailure(cause);
    }

    private static boolean isRolledBack(SQLException failure) {
        return failure instanceof org.sqlite.SQLiteException
                || (failure.getSQLState() != null && failure.getSQLState().startsWith("40"));
    }

    /** The same for what {@code DbClient} throws. */
    public static RuntimeException of(DbClientException failure) {
        @Nullable Throwable cause = failure.getCause();
        while (cause != null && !(cause instanceof SQLException)) {
            cause = cause.getCause();
        }
        return cause instanceof SQLException sql ? of(sql) : failure;
    }

    /** The driver's exception. */
    public SQLException sql() {
        return (SQLException) java.util.Objects.requireNonNull(getCause());
    }

    private static boolean isAway(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        // 40: rolled back for the sake of another transaction, such as a deadlock: worth another try
        // 08: connection; 57P: the server is stopping; 53: out of resources, such as connections; SQLITE_BUSY is 5
        return failure instanceof SQLTransientConnectionException
                || state.startsWith("40")
                || state.startsWith("08")
                || state.startsWith("57P")
                || state.startsWith("53")
                || (failure instanceof org.sqlite.SQLiteException sqlite && (sqlite.getResultCode().code & 0xff) == 5);
    }
}
