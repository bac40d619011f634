package dev.hexadmin.application.dashboard.port;

import dev.hexadmin.domain.identity.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The layouts that users have made of their dashboard. They are deleted with the user. */
public interface DashboardLayouts {
    /** The layout of a user; empty: the user has none. */
    Optional<List<Place>> find(UserId user);

    /** Stores the layout of a user in place of the previous one. */
    void put(UserId user, List<Place> places, Instant at);

    /** Deletes the layout of a user, if there is one. */
    void delete(UserId user);

    /**
     * The place of one widget.
     *
     * @param widget its id: lower-case letters, digits and {@code _}
     * @param width in columns
     */
    record Place(String widget, int width, boolean shown) {}
}
