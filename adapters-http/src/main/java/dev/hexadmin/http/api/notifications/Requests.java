package dev.hexadmin.http.api.notifications;

import dev.hexadmin.application.Refused;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.json.JsonBody;
import dev.hexadmin.http.routing.Exchange;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the routes of notifications read in the same way. */
final class Requests {
    private Requests() {}

    /** @throws Refused {@code MALFORMED invalid_query} for parameters other than these */
    static void only(Exchange exchange, Set<String> known) {
        List<Violation> unknown = exchange.query().keySet().stream()
                .filter(name -> !known.contains(name))
                .map(name -> new Violation("?" + name, "unknown_parameter", "There is no such parameter here."))
                .toList();
        if (!unknown.isEmpty()) {
            throw Refused.malformed("invalid_query", "The query is not valid.", unknown);
        }
    }

    /** How many are to be on the page; 0, which the application refuses, for what is no number. */
    static int limit(Exchange exchange) {
        @Nullable String limit = exchange.query().get("limit");
        if (limit == null) {
            return ReadingNotifications.USUAL;
        }
        return limit.matches("[0-9]{1,9}") ? Integer.parseInt(limit) : 0;
    }

    /** The id in the path; 0, which nothing has, for what is none. */
    static long id(Exchange exchange) {
        try {
            return Long.parseLong(exchange.variable("id"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** @throws Refused {@code INVALID unknown_field} for a body with members: there may be none, or {@code {}} */
    static void noBody(Exchange exchange) {
        byte[] body = exchange.body();
        if (body.length == 0) {
            return;
        }
        Map<String, @Nullable Object> members = JsonBody.object(body);
        if (!members.isEmpty()) {
            throw Refused.invalid(members.keySet().stream()
                    .map(name -> Violation.at(name, "unknown_field", "There is no such field."))
                    .toList());
        }
    }
}
