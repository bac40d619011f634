package dev.hexadmin.http.server.routing;

import dev.hexadmin.http.settings.HttpSettings;
import java.util.Optional;

/** Who may use a route. Every route declares one, or the server does not start. */
public enum Policy {
    /** Every caller; the handler gets the actor of the request, also an anonymous one. */
    PUBLIC,
    /** A signed-in user with any rights, but no API key: for everything about the account itself. */
    PERSON,
    /** A signed-in user with any rights, or an API key: the route shows what the caller's rights cover. */
    SIGNED_IN,
    /**
     * A user who is signed in and has the right that the application service asks for; an API key has those of its
     * role.
     */
    RIGHTS;

    /** That of routes that a setting shows or hides; empty when there are to be none. */
    public static Optional<Policy> of(HttpSettings.Visibility visibility) {
        return switch (visibility) {
            case PUBLIC -> Optional.of(PUBLIC);
            case SIGNED_IN -> Optional.of(SIGNED_IN);
            case OFF -> Optional.empty();
        };
    }
}
