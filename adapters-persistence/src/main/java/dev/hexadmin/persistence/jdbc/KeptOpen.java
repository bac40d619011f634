package dev.hexadmin.persistence.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * A transaction's connection for a client that switches what it is given to auto-commit and closes it: neither has an
 * effect here.
 */
final class KeptOpen {
    private KeptOpen() {}

    static Connection of(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                KeptOpen.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> invoke(connection, method, arguments));
    }

    private static @Nullable Object invoke(Connection connection, Method method, @Nullable Object[] arguments)
            throws Throwable {
        if (method.getName().equals("close") || method.getName().equals("setAutoCommit")) {
            return null;
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
