package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.Transaction;
import java.sql.SQLException;

/**
 * The savepoint before a part of a transaction that can be rolled back separately. Parts in one another have different names:
 * on MariaDB a savepoint replaces one of the same name.
 */
final class Savepoint {
    private Savepoint() {}

    static boolean set(Transaction part) throws SQLException {
        return execute(part, "SAVEPOINT part");
    }

    static boolean release(Transaction part) throws SQLException {
        return execute(part, "RELEASE SAVEPOINT part");
    }

    /** Rolls back to the savepoint, and releases it. */
    static void rollBack(Transaction part) throws SQLException {
        execute(part, "ROLLBACK TO SAVEPOINT part");
        release(part);
    }

    private static boolean execute(Transaction part, String sql) throws SQLException {
        try (Session.Prepared prepared = part.session().prepare(sql + part.depth())) {
            return prepared.statement().execute();
        }
    }
}
