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

    /** The session whose cookie came along; empty when there is none that is good. Nothing else of the request is looked at. */
    Optional<Session> session(RequestContext request, Actor.Origin origin);

    /**
     * The page that says why a request was not carried out; empty when a problem answer is for it.
     *
     * @param pageRoute whether the path is a route of pages
     */
    Optional<Response> page(Throwable thrown, RequestContext request, boolean pageRoute);
}
