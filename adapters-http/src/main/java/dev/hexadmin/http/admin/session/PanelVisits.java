package dev.hexadmin.http.admin.session;

import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.admin.frame.ErrorPages;
import dev.hexadmin.http.routing.Answer;
import dev.hexadmin.http.routing.Browsers;
import dev.hexadmin.http.routing.Exchange;
import java.util.Optional;

/** The panel's sessions, and its pages about requests that were not carried out. Thread-safe. */
public final class PanelVisits implements Browsers {
    private final KeepingSessions sessions;
    private final SignInPages signIn;
    private final ErrorPages errorPages;

    public PanelVisits(KeepingSessions sessions, SignInPages signIn, ErrorPages errorPages) {
        this.sessions = sessions;
        this.signIn = signIn;
        this.errorPages = errorPages;
    }

    @Override
    public Optional<Session> session(Exchange exchange, Actor.Origin origin) {
        // what an open page asks for by itself does not keep a session alive
        boolean byItself = exchange.path().endsWith("/unread-count");
        return SessionCookie.read(exchange)
                .flatMap(token -> byItself ? sessions.find(token, origin) : sessions.use(token, origin));
    }

    @Override
    public Optional<Answer> page(Throwable thrown, Exchange exchange, boolean pageRoute) {
        return (pageRoute ? signIn.interrupted(thrown, exchange) : Optional.<Answer>empty())
                .or(() -> errorPages.page(thrown, exchange, pageRoute));
    }
}
