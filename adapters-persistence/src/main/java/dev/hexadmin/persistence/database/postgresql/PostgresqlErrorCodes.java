package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.session.ErrorCodes;
import java.sql.SQLException;
import java.util.Optional;

/** PostgreSQL's SQLSTATE codes (appendix A of its manual): two characters for the class, three for the condition. */
final class PostgresqlErrorCodes implements ErrorCodes {
    @Override
    public Optional<Reason> reason(SQLException failure) {
        String state = state(failure);
        return switch (state) {
            case "53100" -> Optional.of(Reason.DATABASE_FULL);
            case "25006" -> Optional.of(Reason.DATABASE_READ_ONLY); // a standby, or default_transaction_read_only
            case "55P03" -> Optional.of(Reason.DATABASE_LOCKED); // lock_timeout
            case "57014" -> Optional.of(Reason.DATABASE_UNAVAILABLE); // statement_timeout, or an operator's cancel
            // idle_in_transaction_session_timeout, transaction_timeout: the server has ended the session
            case "25P03", "25P04" -> Optional.of(Reason.DATABASE_UNAVAILABLE);
            default ->
                switch (state.length() < 2 ? "" : state.substring(0, 2)) {
                    case "40" ->
                        Optional.of(Reason.DATABASE_LOCKED); // rolled back for another: deadlock, serialization
                    // connection failure; out of resources, such as connections; the server is stopping; a system error
                    // of the server
                    case "08", "53", "57", "58" -> Optional.of(Reason.DATABASE_UNAVAILABLE);
                    default -> Optional.empty();
                };
        };
    }

    /** Only after a lost connection it is unknown whether the commit took place. */
    @Override
    public boolean rolledBack(SQLException failure) {
        String state = state(failure);
        return !state.isEmpty() && !state.startsWith("08") && !state.startsWith("57P") && !state.startsWith("58");
    }

    private static String state(SQLException failure) {
        return failure.getSQLState() == null ? "" : failure.getSQLState();
    }
}
