package dev.hexadmin.application.access;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Actor;

/** What is about an account itself is for its user: whoever finds an API key must not be able to keep what it opens. */
public final class PersonOnly {
    private PersonOnly() {}

    /**
     * Refuses API keys, whatever their role.
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
