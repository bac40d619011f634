package dev.hexadmin.http.server.routing;

import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import java.util.Optional;

/** What people with a browser get that programs do not: sessions by cookie, and pages. Thread-safe. */
public interface BrowserSupport {
    /** For routes that no browser uses. */
    BrowserSupport NONE = new BrowserSupport() {
        @Override
        public Optional<Session> session(RequestContext request, Actor.Origin origin) {
            return Optional.empty();
        }

        @Override
        public Optional<Response> page(Throwable thrown, RequestContext request, boolean pageRoute) {
            return Optional.empty();
        }
    };

    /** The session of the request's cookie; empty without a valid session. No other part of the request is checked. */
    Optional<Session> session(RequestContext request, Actor.Origin origin);

    /**
     * The page that says why a request failed; empty when the answer is a problem document.
     *
     * @param pageRoute whether the path is a route of pages
     */
    Optional<Response> page(Throwable thrown, RequestContext request, boolean pageRoute);
}
