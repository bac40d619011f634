package dev.hexadmin.persistence.session;

import java.sql.SQLException;

/**
 * A task with a connection.
 *
 * @param <T> its result
 */
@FunctionalInterface
public interface SqlWork<T> {
    T run(Session session) throws SQLException;
}
