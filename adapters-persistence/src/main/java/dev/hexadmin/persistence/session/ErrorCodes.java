package dev.hexadmin.persistence.session;

import dev.hexadmin.application.ServiceUnavailableException.Reason;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The error codes with which one kind of database reports that it is unavailable for any statement. Stateless. */
public interface ErrorCodes {
    /** What is unavailable, according to this exception alone; empty when the statement itself caused the failure. */
    Optional<Reason> reason(SQLException failure);

    /**
     * Whether a commit that ended in {@code failure} was certainly rolled back.
     *
     * @param failure with a reason
     */
    boolean rolledBack(SQLException failure);

    /** What is unavailable, according to the first such exception of the chain of causes; a pool wraps the driver's. */
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
