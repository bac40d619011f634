package dev.hexadmin.persistence.session;

import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Observes the statements that are prepared on a connection. Thread-safe. */
public interface StatementObserver {
    /** Called before a statement is prepared. */
    void preparing(String sql) throws SQLException;

    /** The statement that is used in place of {@code statement}; that itself when it is not observed. */
    default PreparedStatement observed(String sql, PreparedStatement statement) {
        return statement;
    }
}
