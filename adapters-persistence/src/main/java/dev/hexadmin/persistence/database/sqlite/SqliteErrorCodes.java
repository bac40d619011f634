package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.application.ServiceUnavailableException.Reason;
import dev.hexadmin.persistence.session.ErrorCodes;
import java.sql.SQLException;
import java.util.Optional;
import org.sqlite.SQLiteException;

/** SQLite's result codes. The extended ones have the primary code in their lowest byte. */
final class SqliteErrorCodes implements ErrorCodes {
    private static final int PRIMARY = 0xff;

    @Override
    public Optional<Reason> reason(SQLException failure) {
        if (!(failure instanceof SQLiteException sqlite)) {
            return Optional.empty();
        }
        return switch (sqlite.getResultCode()) {
            // SQLite says SQLITE_FULL for ENOSPC alone; a quota (EDQUOT) and an index of the log that cannot grow are
            // these
            case SQLITE_IOERR_WRITE, SQLITE_IOERR_SHMSIZE -> Optional.of(Reason.DATABASE_FULL);
            default ->
                switch (sqlite.getResultCode().code & PRIMARY) {
                    case 5, 6, 15 -> Optional.of(Reason.DATABASE_LOCKED); // BUSY, LOCKED, PROTOCOL
                    case 8 -> Optional.of(Reason.DATABASE_READ_ONLY); // READONLY
                    case 13 -> Optional.of(Reason.DATABASE_FULL); // FULL
                    // PERM, NOMEM, IOERR, CORRUPT, CANTOPEN, NOTADB
                    case 3, 7, 10, 11, 14, 26 -> Optional.of(Reason.DATABASE_UNAVAILABLE);
                    default -> Optional.empty();
                };
        };
    }

    /** A failed commit is always rolled back: by SQLite, or by the next process that opens the file. */
    @Override
    public boolean rolledBack(SQLException failure) {
        return true;
    }
}
