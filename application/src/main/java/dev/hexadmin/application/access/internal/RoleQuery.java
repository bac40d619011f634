package dev.hexadmin.application.access.internal;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.port.Roles.Heading;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.models.Violation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a list of roles is asked for. Roles are few, so they are searched and sorted here, alike over every database.
 *
 * @param q lower case; empty for all
 */
record RoleQuery(String q, Comparator<Heading> order, int page, int perPage) {
    private static final int LONGEST_Q = 200;
    private static final int USUAL_PAGE_SIZE = 20;
    private static final Comparator<Heading> BY_NAME =
            Comparator.comparing(Heading::name, String.CASE_INSENSITIVE_ORDER).thenComparing(Heading::name);

    /**
     * @throws RequestRejectedException {@code MALFORMED invalid_query} with every reason
     */
    static RoleQuery read(Map<String, String> parameters) {
        List<Violation> wrong = new ArrayList<>();
        String q = "";
        Comparator<Heading> order = BY_NAME;
        int page = 1;
        int perPage = USUAL_PAGE_SIZE;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            String value = parameter.getValue();
            switch (parameter.getKey()) {
                case "q" -> {
                    q = value.strip().toLowerCase(Locale.ROOT);
                    if (value.length() > LONGEST_Q) {
                        wrong.add(
                                new Violation("?q", "max_length", "At most " + LONGEST_Q + " characters are allowed."));
                    }
                }
                case "ordering" -> {
                    Optional<Comparator<Heading>> known = order(SortKey.parse(value));
                    order = known.orElse(BY_NAME);
                    if (known.isEmpty()) {
                        wrong.add(new Violation(
                                "?ordering", "unknown_field", "One of name, created_at, id is expected."));
                    }
                }
                case "page" -> page = number("page", value, Integer.MAX_VALUE, wrong);
                case "per_page" -> perPage = number("per_page", value, ModelDefinition.MAX_PAGE_SIZE, wrong);
                default ->
                    wrong.add(new Violation(
                            "?" + parameter.getKey(), "unknown_parameter", "There is no such parameter here."));
            }
        }
        if (!wrong.isEmpty()) {
            throw RequestRejectedException.malformed("invalid_query", "The query is not valid.", wrong);
        }
        return new RoleQuery(q, order.thenComparingLong(Heading::id), page, perPage);
    }

    private static int number(String name, String text, int most, List<Violation> wrong) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // told below
        }
        wrong.add(new Violation("?" + name, "type", "A whole number from 1 to " + most + " is expected."));
        return 1;
    }

    private static Optional<Comparator<Heading>> order(SortKey key) {
        Optional<Comparator<Heading>> order = switch (key.field()) {
            case "name" -> Optional.of(BY_NAME);
            case "created_at" -> Optional.of(Comparator.comparing(Heading::createdAt));
            case "id" -> Optional.of(Comparator.comparingLong(Heading::id));
            default -> Optional.empty();
        };
        return key.descending() ? order.map(Comparator::reversed) : order;
    }

    /** The ids of those that match, in order. */
    List<Long> select(Collection<Heading> headings) {
        return headings.stream()
                .filter(role -> q.isEmpty()
                        || role.name().toLowerCase(Locale.ROOT).contains(q)
                        || role.description().toLowerCase(Locale.ROOT).contains(q))
                .sorted(order)
                .map(Heading::id)
                .toList();
    }
}
