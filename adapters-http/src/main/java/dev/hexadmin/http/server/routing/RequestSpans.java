package dev.hexadmin.http.server.routing;

import dev.hexadmin.domain.access.Actor;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.webserver.http.ServerRequest;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.TracerProvider;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The spans of requests, as the semantic conventions of OpenTelemetry describe those of HTTP servers. A request continues
 * the trace of its header {@code traceparent}. Inside a span of the embedding program's server, the span of a request is
 * its child. Queries are not recorded, because they may contain values and tokens. Thread-safe.
 */
final class RequestSpans {
    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
    private static final AttributeKey<String> ROUTE = AttributeKey.stringKey("http.route");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");
    private static final AttributeKey<String> SCHEME = AttributeKey.stringKey("url.scheme");
    private static final AttributeKey<String> CLIENT = AttributeKey.stringKey("client.address");
    private static final AttributeKey<String> AGENT = AttributeKey.stringKey("user_agent.original");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> REQUEST_ID = AttributeKey.stringKey("hexadmin.request.id");

    /** Methods by their names; every other one is {@code _OTHER}, so that callers cannot make up names of spans. */
    private static final Set<Method> KNOWN = Set.of(
            Method.GET,
            Method.HEAD,
            Method.POST,
            Method.PUT,
            Method.PATCH,
            Method.DELETE,
            Method.OPTIONS,
            Method.TRACE,
            Method.CONNECT);

    private final @Nullable Tracer tracer; // null when nothing is traced
    private final TextMapPropagator propagator;

    private RequestSpans(@Nullable Tracer tracer, TextMapPropagator propagator) {
        this.tracer = tracer;
        this.propagator = propagator;
    }

    /** Without spans when nothing is traced. */
    static RequestSpans of(OpenTelemetry telemetry) {
        return new RequestSpans(
                telemetry.getTracerProvider().equals(TracerProvider.noop())
                        ? null
                        : telemetry.getTracer("dev.hexadmin.http"),
                telemetry.getPropagators().getTextMapPropagator());
    }

    /**
     * Answers a request within its span.
     *
     * @param template of the route; empty without one
     * @param answering answers, and returns the status
     */
    int answer(ServerRequest request, String path, String template, Actor.Origin origin, IntSupplier answering) {
        if (tracer == null) {
            return answering.getAsInt();
        }
        Span span = begin(tracer, request, path, template, origin);
        try (Scope _ = span.makeCurrent()) {
            int status = answering.getAsInt();
            span.setAttribute(STATUS, (long) status);
            if (status >= 500) {
                span.setStatus(StatusCode.ERROR).setAttribute(ERROR, Integer.toString(status));
            }
            return status;
        } catch (RuntimeException | Error e) {
            span.setStatus(StatusCode.ERROR).setAttribute(ERROR, e.getClass().getName());
            throw e;
        } finally {
            span.end();
        }
    }

    private Span begin(Tracer tracer, ServerRequest request, String path, String template, Actor.Origin origin) {
        Method asked = request.prologue().method();
        String method = KNOWN.contains(asked) ? asked.text() : "_OTHER";
        boolean within = Span.current().getSpanContext().isValid();
        Context parent =
                within ? Context.current() : propagator.extract(Context.current(), request.headers(), Headers.GETTER);
        SpanBuilder span = tracer.spanBuilder(
                        (KNOWN.contains(asked) ? method : "HTTP") + (template.isEmpty() ? "" : " " + template))
                .setParent(parent)
                .setSpanKind(within ? SpanKind.INTERNAL : SpanKind.SERVER)
                .setAttribute(METHOD, method)
                .setAttribute(PATH, path)
                .setAttribute(SCHEME, request.isSecure() ? "https" : "http")
                .setAttribute(REQUEST_ID, origin.requestId());
        if (!template.isEmpty()) {
            span.setAttribute(ROUTE, template);
        }
        if (!origin.address().isEmpty()) {
            span.setAttribute(CLIENT, origin.address());
        }
        request.headers().first(HeaderNames.USER_AGENT).ifPresent(agent -> span.setAttribute(AGENT, agent));
        return span.startSpan();
    }

    private enum Headers implements TextMapGetter<ServerRequestHeaders> {
        GETTER;

        @Override
        public Iterable<String> keys(ServerRequestHeaders headers) {
            return headers.stream().map(header -> header.name()).toList();
        }

        @Override
        public @Nullable String get(@Nullable ServerRequestHeaders headers, String name) {
            return headers == null
                    ? null
                    : headers.first(HeaderNames.create(name)).orElse(null);
        }
    }
}
