package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.application.port.UnitOfWork.Work;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The spans of statements, as the semantic conventions of OpenTelemetry describe those of database clients. Only
 * statements within a trace have spans, so that background jobs do not begin a trace with each look at the database.
 * Thread-safe.
 */
final class StatementSpans {
    private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("db.system.name");
    private static final AttributeKey<String> NAMESPACE = AttributeKey.stringKey("db.namespace");
    private static final AttributeKey<String> QUERY = AttributeKey.stringKey("db.query.text");
    private static final AttributeKey<String> OPERATION = AttributeKey.stringKey("db.operation.name");
    private static final AttributeKey<String> COLLECTION = AttributeKey.stringKey("db.collection.name");
    private static final AttributeKey<String> STATUS = AttributeKey.stringKey("db.response.status_code");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> HOST = AttributeKey.stringKey("server.address");
    private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
    /** The operation, which is that of the first part of a WITH, and its table. */
    private static final Pattern WORDS = Pattern.compile(
            "^\\s*(?:WITH\\b[^(]*\\(\\s*)?(?=(\\w+))(?:.*?\\b(?:FROM|INTO|UPDATE)\\s+\"?(\\w+))?", Pattern.DOTALL);

    private final Tracer tracer;
    private final Attributes database;

    private StatementSpans(Tracer tracer, Attributes database) {
        this.tracer = tracer;
        this.database = database;
    }

    /** Empty when nothing is traced. */
    static Optional<StatementSpans> of(OpenTelemetry telemetry, String system, DatabaseSettings settings) {
        if (telemetry.getTracerProvider().equals(TracerProvider.noop())) {
            return Optional.empty();
        }
        AttributesBuilder database = Attributes.builder().put(SYSTEM, system);
        if (settings instanceof DatabaseSettings.Server server) {
            database.put(NAMESPACE, server.database()).put(HOST, server.host()).put(PORT, server.port());
        }
        return Optional.of(new StatementSpans(telemetry.getTracer("dev.hexadmin.persistence"), database.build()));
    }

    private static boolean withinTrace() {
        return Span.current().getSpanContext().isValid();
    }

    /** Work that belongs to the trace of this thread on the thread that runs it. */
    static <T> Work<T> carried(Work<T> work) {
        if (!withinTrace()) {
            return work;
        }
        Context context = Context.current();
        return transaction -> {
            try (Scope _ = context.makeCurrent()) {
                return work.run(transaction);
            }
        };
    }

    /** A statement whose executions have spans, if this thread works for a trace. */
    PreparedStatement traced(String sql, PreparedStatement statement) {
        if (!withinTrace()) {
            return statement;
        }
        return (PreparedStatement) Proxy.newProxyInstance(
                StatementSpans.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> method.getName().startsWith("execute")
                        ? execute(sql, statement, method, arguments)
                        : invoke(statement, method, arguments));
    }

    private @Nullable Object execute(
            String sql, PreparedStatement statement, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Matcher words = WORDS.matcher(sql);
        String operation = words.find() ? words.group(1).toUpperCase(Locale.ROOT) : "SQL";
        Optional<String> table = Optional.ofNullable(words.group(2));
        Span span = tracer.spanBuilder(table.map(name -> operation + " " + name).orElse(operation))
                .setSpanKind(SpanKind.CLIENT)
                .setAllAttributes(database)
                .setAttribute(OPERATION, operation)
                .setAttribute(QUERY, sql)
                .startSpan();
        table.ifPresent(name -> span.setAttribute(COLLECTION, name));
        try {
            return invoke(statement, method, arguments);
        } catch (Throwable e) {
            // its message may contain values
            span.setStatus(StatusCode.ERROR).setAttribute(ERROR, e.getClass().getName());
            if (e instanceof SQLException failure && failure.getSQLState() != null) {
                span.setAttribute(STATUS, failure.getSQLState());
            }
            throw e;
        } finally {
            span.end();
        }
    }

    private static @Nullable Object invoke(
            PreparedStatement statement, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(statement, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
