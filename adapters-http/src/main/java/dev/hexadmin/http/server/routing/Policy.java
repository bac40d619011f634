package dev.hexadmin.http.server.routing;

import dev.hexadmin.http.settings.HttpSettings;
import java.util.Optional;

/** Who may use a route. Every route declares one, or the server does not start. */
public enum Policy {
    /** Anybody; the handler works with what it is given. */
    PUBLIC,
    /** A user in person, whatever their rights, and no API key: everything about the account itself. */
    PERSON,
    /** A user who is signed in, whatever their rights; an API key too, so it shows what the caller's rights cover. */
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
