package dev.hexadmin.persistence.records;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;

/** Connections that record the text of each query with its parameters. Thread-safe. */
final class RecordingSource {
    private final List<String> queries = Collections.synchronizedList(new ArrayList<>());

    /** The source, recorded. */
    DataSource of(DataSource source) {
        return proxy(DataSource.class, source, (given, name) -> {});
    }

    /** The queries since the last call. */
    List<String> taken() {
        synchronized (queries) {
            List<String> taken = List.copyOf(queries);
            queries.clear();
            return taken;
        }
    }

    private interface Seen {
        void call(Object target, String method);
    }

    private <T> T proxy(Class<T> type, Object target, Seen seen) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            seen.call(target, method.getName());
            try {
                Object answer = method.invoke(target, arguments);
                return switch (answer) {
                    case PreparedStatement statement ->
                        proxy(PreparedStatement.class, statement, (given, name) -> {
                            if (name.startsWith("execute")) {
                                String text = given.toString();
                                if (text.toUpperCase(Locale.ROOT).matches("(?s)(SELECT|WITH)\\b.*")) {
                                    queries.add(text);
                                }
                            }
                        });
                    case Connection connection
                    when method.getName().equals("getConnection") ->
                        proxy(Connection.class, connection, (given, name) -> {});
                    case null, default -> answer;
                };
            } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
