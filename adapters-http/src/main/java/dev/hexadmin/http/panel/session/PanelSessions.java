package dev.hexadmin.http.panel.session;

import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.http.panel.frame.ErrorPages;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.BrowserSupport;
import dev.hexadmin.http.server.security.SessionCookie;
import java.util.Optional;

/** The panel's sessions, and its pages about requests that failed. Thread-safe. */
public final class PanelSessions implements BrowserSupport {
    private final KeepingSessions sessions;
    private final SignInPages signIn;
    private final ErrorPages errorPages;

    public PanelSessions(KeepingSessions sessions, SignInPages signIn, ErrorPages errorPages) {
        this.sessions = sessions;
        this.signIn = signIn;
        this.errorPages = errorPages;
    }

    @Override
    public Optional<Session> session(RequestContext request, Actor.Origin origin) {
        // automatic requests of an open page do not extend the session
        boolean byItself = request.path().endsWith("/unread-count");
        return SessionCookie.read(request)
                .flatMap(token -> byItself ? sessions.find(token, origin) : sessions.use(token, origin));
    }

    @Override
    public Optional<Response> page(Throwable thrown, RequestContext request, boolean pageRoute) {
        return (pageRoute ? signIn.interrupted(thrown, request) : Optional.<Response>empty())
                .or(() -> errorPages.page(thrown, request, pageRoute));
    }
}
