package dev.hexadmin.http.panel.users;

import dev.hexadmin.http.texts.Localized;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An account, in the list or on its page; values that the caller may not see are {@code ""}. */
public record UserLine(
        String id, String email, String fullName, String roles, State state, Moment createdAt, Moment lastLogin) {
    /**
     * Whether and how the account may be used.
     *
     * @param source the identity source that keeps it, or {@code ""}
     * @param goneAt since when the source does not know it
     */
    public record State(String active, String superuser, String source, Optional<Moment> goneAt) {}

    static UserLine of(Map<String, @Nullable Object> row) {
        return new UserLine(
                text(row, "id"),
                text(row, "email"),
                text(row, "full_name"),
                roles(row).values().stream().sorted().collect(Collectors.joining(", ")),
                new State(
                        flag(row, "is_active"),
                        flag(row, "is_superuser"),
                        text(row, "source"),
                        Optional.of(text(row, "gone_at"))
                                .filter(at -> !at.isEmpty())
                                .map(at -> Moment.of(Instant.parse(at)))),
                moment(row, "created_at"),
                moment(row, "last_login"));
    }

    static String text(Map<String, @Nullable Object> row, String field) {
        @Nullable Object value = row.get(field);
        return value == null ? "" : value.toString();
    }

    static String flag(Map<String, @Nullable Object> row, String field) {
        return row.get(field) instanceof Boolean flag ? (flag ? "yes" : "no") : "";
    }

    private static Moment moment(Map<String, @Nullable Object> row, String field) {
        String text = text(row, field);
        return text.isEmpty() ? new Moment("", Localized.text("never")) : Moment.of(Instant.parse(text));
    }

    static Map<Long, String> roles(Map<String, @Nullable Object> row) {
        Map<Long, String> roles = new LinkedHashMap<>();
        if (row.get("roles") instanceof List<?> list) {
            for (Object each : list) {
                if (each instanceof Map<?, ?> role && role.get("id") instanceof Long id) {
                    roles.put(id, String.valueOf(role.get("name")));
                }
            }
        }
        return roles;
    }
}
