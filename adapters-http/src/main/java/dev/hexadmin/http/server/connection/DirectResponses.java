package dev.hexadmin.http.server.connection;

import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problems;
import dev.hexadmin.http.server.request.RequestIds;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.CommonHeaders;
import dev.hexadmin.http.server.security.CrossOrigin;
import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import io.helidon.webserver.http1.Http1Prologue;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the web server itself, as problem answers (RFC 9457). Its messages are not included, because they contain
 * parts of the request and internals of the server.
 */
public final class DirectResponses implements DirectHandler {
    private final RequestIds requestIds;
    private final Supplier<MeterRegistry> meters;
    private final CrossOrigin crossOrigin;

    private DirectResponses(RequestIds requestIds, Supplier<MeterRegistry> meters, CrossOrigin crossOrigin) {
        this.requestIds = requestIds;
        this.meters = meters;
        this.crossOrigin = crossOrigin;
    }

    /** Handlers for all answers that the web server itself makes. */
    public static DirectHandlers create(
            RequestIds requestIds, Supplier<MeterRegistry> meters, CrossOrigin crossOrigin) {
        DirectResponses answers = new DirectResponses(requestIds, meters, crossOrigin);
        DirectHandlers.Builder builder = DirectHandlers.builder();
        for (EventType type : EventType.values()) {
            builder.addHandler(type, answers);
        }
        return builder.build();
    }

    @Override
    public TransportResponse handle(
            TransportRequest request,
            EventType type,
            Status status,
            ServerResponseHeaders headers,
            Throwable thrown,
            System.Logger logger) {
        return answer(request, status, headers, thrown);
    }

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, Throwable thrown) {
        return answer(request, status, headers, thrown);
    }

    @Override
    public TransportResponse handle(
            TransportRequest request, EventType type, Status status, ServerResponseHeaders headers, String message) {
        return answer(request, status, headers, null);
    }

    private TransportResponse answer(
            @Nullable TransportRequest request,
            Status status,
            ServerResponseHeaders headers,
            @Nullable Throwable thrown) {
        String path = Optional.ofNullable(request).map(TransportRequest::path).orElse("");
        int query = path.indexOf('?');
        path = query < 0 ? path : path.substring(0, query);
        Response response;
        if (thrown instanceof ConnectionRejectedException refusal) {
            response =
                    Problems.answer(refusal.status().code(), refusal.code(), Message.verbatim(refusal.detail()), path);
        } else if (status.code() == 400 && thrown != null && thrown.getCause() instanceof IllegalStateException) {
            response = Problems.answer(431, path); // the one thing that the header parser finds too long
        } else if (status.code() == 500 && brokeInRequestLine(thrown)) {
            response = Problems.answer(400, path);
        } else {
            response = Problems.answer(status.code(), path);
        }
        CommonHeaders.set(headers, requestIds.of(request == null ? headers : request.headers()));
        for (Response.Header header : response.headers()) {
            headers.set(HeaderValues.create(header.name(), header.value()));
        }
        if (request != null) {
            crossOrigin.allow(request.headers(), headers);
        }
        meters.get()
                .counter("hexadmin.http.refusals", "status", Integer.toString(response.status()))
                .increment();
        return TransportResponse.builder()
                .status(Status.create(response.status()))
                .headers(headers)
                .keepAlive(false)
                .entity(response.body())
                .build();
    }

    /** Whether the request line broke the parser: it reports a method that is not a token as an error of the server. */
    private static boolean brokeInRequestLine(@Nullable Throwable thrown) {
        if (thrown == null || !(thrown.getCause() instanceof IllegalArgumentException cause)) {
            return false;
        }
        for (StackTraceElement element : cause.getStackTrace()) {
            if (element.getClassName().equals(Http1Prologue.class.getName())) {
                return true;
            }
        }
        return false;
    }
}
