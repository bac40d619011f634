package dev.hexadmin.http.server.idempotency;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;

/** Answers a POST in two steps, so that the answer can be kept in the transaction of the change. */
@FunctionalInterface
public interface PostHandler {
    /** Reads the request, checks what can be checked, and gives the change, which does nothing that waits. */
    Prepared<RequestOutcome<Response>> prepare(RequestContext request);
}
