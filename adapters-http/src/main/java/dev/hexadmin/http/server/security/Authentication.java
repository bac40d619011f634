package dev.hexadmin.http.server.security;

import dev.hexadmin.domain.access.Actor;
import java.util.Optional;

/** Finds out on whose behalf a request comes. Thread-safe. */
@FunctionalInterface
public interface Authentication {
    /**
     * The actor: anonymous without credentials.
     *
     * @param authorization the {@code Authorization} header
     * @throws dev.hexadmin.application.RequestRejectedException {@code UNAUTHENTICATED} when credentials came along and are not good
     */
    Actor authenticate(Optional<String> authorization, Actor.Origin origin);
}
