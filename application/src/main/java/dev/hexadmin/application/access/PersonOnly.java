package dev.hexadmin.application.access;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;

/**
 * Reserves operations on an account for its user in person: a stolen API key must not be enough to take over the
 * account.
 */
public final class PersonOnly {
    private PersonOnly() {}

    /**
     * Rejects API keys, regardless of their role.
     *
     * @throws RequestRejectedException {@code FORBIDDEN not_by_key}
     */
    public static void require(Actor actor) {
        if (!actor.inPerson()) {
            throw RequestRejectedException.forbidden(
                    "not_by_key", "This is for the user in person, not for an API key.");
        }
    }
}
