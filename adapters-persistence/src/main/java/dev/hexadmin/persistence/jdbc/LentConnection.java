package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.session.StatementObserver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Set;

/** A connection for a client that prepares statements itself: an observer is notified of each statement. */
final class LentConnection {
    private LentConnection() {}

    static Connection of(Connection connection, StatementObserver observer) {
        return of(connection, observer, Set.of());
    }

    /**
     * A transaction's connection for a client that switches a connection to auto-commit and closes it: neither call has
     * an effect.
     */
    static Connection keptOpen(Connection connection, StatementObserver observer) {
        return of(connection, observer, Set.of("close", "setAutoCommit"));
    }

    private static Connection of(Connection connection, StatementObserver observer, Set<String> withoutEffect) {
        return (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (withoutEffect.contains(method.getName())) {
                        return null;
                    }
                    boolean prepares = method.getName().startsWith("prepare") && arguments != null;
                    String sql = prepares ? String.valueOf(arguments[0]) : "";
                    if (prepares) {
                        observer.preparing(sql);
                    }
                    try {
                        Object result = method.invoke(connection, arguments);
                        return prepares && result instanceof PreparedStatement statement
                                ? observer.observed(sql, statement)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }
}
