package dev.hexadmin.http.admin.session;

import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.admin.frame.ErrorPages;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Browsers;
import dev.hexadmin.http.routing.Exchange;
import java.util.Optional;

/** The panel's sessions and error pages. Thread-safe. */
public final class PanelVisits implements Browsers {
    private final KeepingSessions sessions;
    private final ErrorPages errorPages;

    public PanelVisits(KeepingSessions sessions, ErrorPages errorPages) {
        this.sessions = sessions;
        this.errorPages = errorPages;
    }

    @Override
    public Optional<Session> session(Exchange exchange, Actor.Origin origin) {
        return SessionCookie.read(exchange).flatMap(token -> sessions.find(token, origin));
    }

    @Override
    public Optional<Answer> page(Throwable thrown, Exchange exchange, boolean pageRoute) {
        return errorPages.page(thrown, exchange, pageRoute);
    }
}
