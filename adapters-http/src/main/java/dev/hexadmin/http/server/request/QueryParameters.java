package dev.hexadmin.http.server.request;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The names of the parameters in a query. */
public final class QueryParameters {
    private QueryParameters() {}

    /**
     * Checks that the query has no other parameters.
     *
     * @throws RequestRejectedException {@code MALFORMED invalid_query}, with {@code unknown_parameter} at each other one
     */
    public static void only(RequestContext request, String... known) {
        only(request, List.of(known));
    }

    /** The same for a collection of names. */
    public static void only(RequestContext request, Collection<String> known) {
        reject(unknown(request.query(), known));
    }

    /** A violation for each parameter with another name. */
    public static List<Violation> unknown(Map<String, String> query, Collection<String> known) {
        return query.keySet().stream()
                .filter(name -> !known.contains(name))
                .map(name -> new Violation("?" + name, "unknown_parameter", "There is no such parameter here."))
                .toList();
    }

    /** @throws RequestRejectedException {@code MALFORMED invalid_query} if there are violations */
    public static void reject(List<Violation> violations) {
        if (!violations.isEmpty()) {
            throw RequestRejectedException.malformed("invalid_query", "The query is not valid.", violations);
        }
    }
}
