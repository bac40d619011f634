package dev.hexadmin.http.server.security;

import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.KeepingSessions.Session;
import dev.hexadmin.domain.access.Actor;
import java.util.Optional;

/** Access tokens, and besides them sessions of the panel. Thread-safe. */
public final class SessionRevalidation implements LongLivedAuthentication {
    private final LongLivedAuthentication tokens;
    private final KeepingSessions sessions;

    public SessionRevalidation(LongLivedAuthentication tokens, KeepingSessions sessions) {
        this.tokens = tokens;
        this.sessions = sessions;
    }

    @Override
    public Admitted admit(String token, Actor.Origin origin) {
        return tokens.admit(token, origin);
    }

    @Override
    public Optional<Admitted> admitSession(String token, Actor.Origin origin) {
        return sessions.find(token, origin)
                .map(session -> new Admitted(
                        session.actor(), () -> sessions.find(token, origin).map(Session::actor)));
    }
}
