package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.application.access.port.Roles.Heading;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Searches and sorts roles. They are few, so it is done here, the same over every database. */
final class RoleQuery {
    private static final Comparator<Heading> BY_NAME =
            Comparator.comparing(Heading::name, String.CASE_INSENSITIVE_ORDER).thenComparing(Heading::name);

    private RoleQuery() {}

    /** The ids of the roles that match, in order. */
    static List<Long> select(RoleListRequest request, Collection<Heading> headings) {
        String text = request.text();
        return headings.stream()
                .filter(role -> text.isEmpty()
                        || role.name().toLowerCase(Locale.ROOT).contains(text)
                        || role.description().toLowerCase(Locale.ROOT).contains(text))
                .sorted(order(request))
                .map(Heading::id)
                .toList();
    }

    private static Comparator<Heading> order(RoleListRequest request) {
        Comparator<Heading> order = switch (request.order()) {
            case NAME -> BY_NAME;
            case CREATED_AT -> Comparator.comparing(Heading::createdAt);
            case ID -> Comparator.comparingLong(Heading::id);
        };
        return (request.descending() ? order.reversed() : order).thenComparingLong(Heading::id);
    }
}
