package dev.hexadmin.http.server.idempotency;

import dev.hexadmin.application.Prepared;
import dev.hexadmin.application.idempotency.RequestOutcome;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;

/** Answers a POST in two steps, so that the answer can be stored in the transaction of the change. */
@FunctionalInterface
public interface PostHandler {
    /** Reads and checks the request, and returns the change, which does not wait for anything. */
    Prepared<RequestOutcome<Response>> prepare(RequestContext request);
}
