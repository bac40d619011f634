package dev.hexadmin.persistence.session;

import dev.hexadmin.application.DatabaseException;
import dev.hexadmin.application.ServiceUnavailableException;
import io.helidon.dbclient.DbClientException;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A statement that failed for a reason no client caused. Its message stays in the log. */
public final class SqlFailure extends DatabaseException {
    private static final long serialVersionUID = 1L;

    private SqlFailure(SQLException cause) {
        super(String.valueOf(cause.getMessage()), cause);
    }

    /** The exception to throw for one from the driver: {@link ServiceUnavailableException} when the database cannot work now. */
    public static RuntimeException of(ErrorCodes codes, SQLException cause) {
        return codes.reasonOf(cause)
                .<RuntimeException>map(reason -> new ServiceUnavailableException(reason, "the database failed", cause))
                .orElseGet(() -> new SqlFailure(cause));
    }

    /** The same for a commit that failed: with the connection lost, it may have taken place. */
    public static RuntimeException ofCommit(ErrorCodes codes, SQLException cause) {
        return codes.reasonOf(cause)
                .<RuntimeException>map(reason -> new ServiceUnavailableException(
                        reason, "the database failed during a commit", cause, !codes.rolledBack(cause)))
                .orElseGet(() -> new SqlFailure(cause));
    }

    /** The same for an exception of {@code DbClient}. */
    public static RuntimeException of(ErrorCodes codes, DbClientException failure) {
        @Nullable Throwable cause = failure.getCause();
        while (cause != null && !(cause instanceof SQLException)) {
            cause = cause.getCause();
        }
        return cause instanceof SQLException sql ? of(codes, sql) : failure;
    }

    /** The driver's exception. */
    public SQLException sql() {
        return (SQLException) Objects.requireNonNull(getCause());
    }
}
