package dev.hexadmin.application.access;

import dev.hexadmin.domain.models.ListOptions;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a client asks of the list of roles, read once.
 *
 * @param text in name or description, in lower case; empty for all roles
 * @param page from 1
 * @param violations what is wrong, with {@code ?name} pointers
 */
public record RoleListRequest(
        String text, Order order, boolean descending, int page, int perPage, List<Violation> violations) {
    private static final int MAX_TEXT_LENGTH = 200;
    private static final int USUAL_PAGE_SIZE = 20;

    /** What roles are sorted by. */
    public enum Order {
        NAME,
        CREATED_AT,
        ID;

        private static Optional<Order> of(String word) {
            for (Order each : values()) {
                if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
                    return Optional.of(each);
                }
            }
            return Optional.empty();
        }
    }

    public RoleListRequest {
        violations = List.copyOf(violations);
    }

    /** A page of as many roles as there may be on one. */
    public static RoleListRequest page(int page) {
        return new RoleListRequest("", Order.NAME, false, page, ListOptions.MAX_PAGE_SIZE, List.of());
    }

    /**
     * Reads parameters.
     *
     * @param parameters decoded: {@code page}, {@code per_page}, {@code q}, and {@code ordering} by one of {@code name}
     *     (the default), {@code created_at}, {@code id}
     */
    public static RoleListRequest of(Map<String, String> parameters) {
        List<Violation> wrong = new ArrayList<>();
        String text = "";
        Order order = Order.NAME;
        boolean descending = false;
        int page = 1;
        int perPage = USUAL_PAGE_SIZE;
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            String value = parameter.getValue();
            switch (parameter.getKey()) {
                case "q" -> {
                    text = value.strip().toLowerCase(Locale.ROOT);
                    if (value.length() > MAX_TEXT_LENGTH) {
                        wrong.add(new Violation(
                                "?q",
                                "max_length",
                                Message.of(
                                                "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                                        .with("limit", MAX_TEXT_LENGTH)));
                    }
                }
                case "ordering" -> {
                    SortKey key = SortKey.parse(value);
                    Optional<Order> known = Order.of(key.field());
                    order = known.orElse(Order.NAME);
                    descending = key.descending();
                    if (known.isEmpty()) {
                        wrong.add(new Violation(
                                "?ordering", "unknown_field", "One of name, created_at, id is expected."));
                    }
                }
                case "page" -> page = number("page", value, Integer.MAX_VALUE, wrong);
                case "per_page" -> perPage = number("per_page", value, ListOptions.MAX_PAGE_SIZE, wrong);
                default ->
                    wrong.add(new Violation(
                            "?" + parameter.getKey(), "unknown_parameter", "There is no such parameter here."));
            }
        }
        return new RoleListRequest(text, order, descending, page, perPage, wrong);
    }

    private static int number(String name, String text, int most, List<Violation> wrong) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 1 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        wrong.add(new Violation(
                "?" + name,
                "type",
                Message.of("A whole number from 1 to {limit} is expected.").with("limit", most)));
        return 1;
    }
}
