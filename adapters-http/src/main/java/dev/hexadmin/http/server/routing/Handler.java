package dev.hexadmin.http.server.routing;

import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;

/** Answers the requests of one route. Thread-safe. */
@FunctionalInterface
public interface Handler {
    /**
     * Answers.
     *
     * @throws dev.hexadmin.application.RequestRejectedException and the other exceptions that {@code http.problem} knows
     */
    Response handle(RequestContext request);
}
