package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.application.port.ServiceUnavailableException;
import dev.hexadmin.persistence.errors.ErrorCodes;
import io.helidon.dbclient.DbClientException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A statement that failed for a reason no client caused. Its message stays in the log. */
public final class SqlFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private SqlFailure(SQLException cause) {
        super(cause.getMessage(), cause);
    }

    /** The exception to throw for one from the driver: {@link ServiceUnavailableException} when the database cannot work now. */
    public static RuntimeException of(SQLException cause) {
        return ErrorCodes.reasonOf(cause)
                .<RuntimeException>map(reason -> new ServiceUnavailableException(reason, "the database failed", cause))
                .orElseGet(() -> new SqlFailure(cause));
    }

    /** The same for a commit that failed: with the connection lost, it may have taken place. */
    static RuntimeException ofCommit(SQLException cause) {
        return ErrorCodes.reasonOf(cause)
                .<RuntimeException>map(reason -> new ServiceUnavailableException(
                        reason,
                        "the database failed during a commit",
                        cause,
                        !ErrorCodes.of(cause).rolledBack(cause)))
                .orElseGet(() -> new SqlFailure(cause));
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
}
