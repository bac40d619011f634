package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;

/** The savepoint before a part of a transaction that can be rolled back separately. Parts can be nested. */
final class Savepoint {
    private static final String NAME = "part";

    private Savepoint() {}

    static boolean set(Session session) throws SQLException {
        return execute(session, "SAVEPOINT " + NAME);
    }

    static boolean release(Session session) throws SQLException {
        return execute(session, "RELEASE SAVEPOINT " + NAME);
    }

    /** Rolls back to the savepoint, and releases it. */
    static void rollBack(Session session) throws SQLException {
        execute(session, "ROLLBACK TO SAVEPOINT " + NAME);
        release(session);
    }

    private static boolean execute(Session session, String sql) throws SQLException {
        try (Session.Prepared prepared = session.prepare(sql)) {
            return prepared.statement().execute();
        }
    }
}
