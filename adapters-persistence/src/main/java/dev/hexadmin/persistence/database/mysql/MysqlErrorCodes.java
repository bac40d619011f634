package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.session.ErrorCodes;
import java.sql.SQLException;
import java.util.Optional;

/** Error numbers of MySQL and MariaDB, and SQLSTATE 08 for a lost connection. */
final class MysqlErrorCodes implements ErrorCodes {
    @Override
    public Optional<Reason> reason(SQLException failure) {
        if (isLost(failure)) {
            return Optional.of(Reason.DATABASE_UNAVAILABLE);
        }
        return switch (failure.getErrorCode()) {
            // waited too long for a lock; rolled back for another; NOWAIT
            case 1205, 1213, 3572 -> Optional.of(Reason.DATABASE_LOCKED);
            case 1020 ->
                Optional.of(Reason.DATABASE_LOCKED); // the row has changed since the snapshot of the transaction
            case 1021, 1114 -> Optional.of(Reason.DATABASE_FULL);
            case 1290, 1792, 1836 -> Optional.of(Reason.DATABASE_READ_ONLY);
            // too many connections, of all or of the user; the server stops; a statement was cancelled, or took too
            // long
            case 1040, 1203, 1226, 1053, 1317, 3024, 1969 -> Optional.of(Reason.DATABASE_UNAVAILABLE);
            default -> Optional.empty();
        };
    }

    /** Without a number it is the pool's, also of what a trigger raises, which the driver takes for passing. */
    @Override
    public Optional<Reason> reasonOf(SQLException failure) {
        return failure.getErrorCode() == 0 ? ErrorCodes.super.reasonOf(failure) : reason(failure);
    }

    /** Only after a lost connection it is unknown whether the commit took place. */
    @Override
    public boolean rolledBack(SQLException failure) {
        return !isLost(failure) && failure.getErrorCode() != 1053 && failure.getErrorCode() != 1317;
    }

    /** 1927, 4031: the server has closed the connection. */
    private static boolean isLost(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        return state.startsWith("08") || failure.getErrorCode() == 1927 || failure.getErrorCode() == 4031;
    }
}
