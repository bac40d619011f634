package dev.hexadmin.persistence.session;

import dev.hexadmin.application.port.ServiceUnavailableException.Reason;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The error codes with which one kind of database says that it cannot do its work now, whatever is asked. Stateless. */
public interface ErrorCodes {
    /** What is unavailable, by this exception alone; empty when the statement itself is at fault. */
    Optional<Reason> reason(SQLException failure);

    /**
     * Whether a commit that ended in {@code failure} was certainly rolled back.
     *
     * @param failure with a reason
     */
    boolean rolledBack(SQLException failure);

    /** What is unavailable, by the first exception of the chain of causes that says so; a pool wraps the driver's. */
    default Optional<Reason> reasonOf(SQLException failure) {
        @Nullable Throwable at = failure;
        for (int depth = 0; at != null && depth < 16; depth++) {
            if (at instanceof SQLException sql) {
                Optional<Reason> reason = reason(sql);
                if (reason.isPresent()) {
                    return reason;
                }
            }
            at = at.getCause();
        }
        return failure instanceof SQLTransientConnectionException
                ? Optional.of(Reason.DATABASE_UNAVAILABLE)
                : Optional.empty();
    }
}
