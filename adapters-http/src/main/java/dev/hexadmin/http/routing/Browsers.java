package dev.hexadmin.http.routing;

import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.domain.access.Actor;
import java.util.Optional;

/** What people with a browser get that programs do not: sessions by cookie, and pages. Thread-safe. */
public interface Browsers {
    /** For routes that no browser uses. */
    Browsers NONE = new Browsers() {
        @Override
        public Optional<Session> session(Exchange exchange, Actor.Origin origin) {
            return Optional.empty();
        }

        @Override
        public Optional<Answer> page(Throwable thrown, Exchange exchange, boolean pageRoute) {
            return Optional.empty();
        }
    };

    /** The session whose cookie came along; empty when there is none that is good. Nothing else of the request is looked at. */
    Optional<Session> session(Exchange exchange, Actor.Origin origin);

    /**
     * The page that says why a request was not carried out; empty when a problem answer is for it.
     *
     * @param pageRoute whether the path is a route of pages
     */
    Optional<Answer> page(Throwable thrown, Exchange exchange, boolean pageRoute);
}
