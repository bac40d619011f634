package dev.hexadmin.persistence.session;

import java.sql.SQLException;

/**
 * Something done with a connection.
 *
 * @param <T> what it gives back
 */
@FunctionalInterface
public interface SqlWork<T> {
    T run(Session session) throws SQLException;
}
