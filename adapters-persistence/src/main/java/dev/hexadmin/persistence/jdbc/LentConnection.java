package dev.hexadmin.persistence.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Set;
import java.util.function.Consumer;

/** A connection for a client that prepares statements itself: a consumer receives the text of each statement. */
final class LentConnection {
    private LentConnection() {}

    static Connection of(Connection connection, Consumer<String> noting) {
        return of(connection, noting, Set.of());
    }

    /**
     * A transaction's connection for a client that switches a connection to auto-commit and closes it: neither call has
     * an effect.
     */
    static Connection keptOpen(Connection connection, Consumer<String> noting) {
        return of(connection, noting, Set.of("close", "setAutoCommit"));
    }

    private static Connection of(Connection connection, Consumer<String> noting, Set<String> withoutEffect) {
        return (Connection) Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    if (withoutEffect.contains(method.getName())) {
                        return null;
                    }
                    if (method.getName().startsWith("prepare") && arguments != null) {
                        noting.accept(String.valueOf(arguments[0]));
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                });
    }
}
