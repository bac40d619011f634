package dev.hexadmin.http.api.notifications;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.server.json.JsonBody;
import dev.hexadmin.http.server.request.RequestContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the routes of notifications read in the same way. */
final class Requests {
    private Requests() {}

    /** The size of the page; 0, which the application rejects, when it is not a number. */
    static int limit(RequestContext request) {
        @Nullable String limit = request.query().get("limit");
        if (limit == null) {
            return ReadingNotifications.USUAL;
        }
        return limit.matches("[0-9]{1,9}") ? Integer.parseInt(limit) : 0;
    }

    /** The id in the path; 0, which no record has, when it is not valid. */
    static long id(RequestContext request) {
        try {
            return Long.parseLong(request.variable("id"));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    /** @throws RequestRejectedException {@code INVALID unknown_field} unless the body is empty or {@code {}} */
    static void noBody(RequestContext request) {
        byte[] body = request.body();
        if (body.length == 0) {
            return;
        }
        Map<String, @Nullable Object> members = JsonBody.object(body);
        if (!members.isEmpty()) {
            throw RequestRejectedException.invalid(members.keySet().stream()
                    .map(name -> Violation.at(name, "unknown_field", "There is no such field."))
                    .toList());
        }
    }
}
