package dev.hexadmin.http.api.access;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.ManagingRoles.Draft;
import dev.hexadmin.domain.models.Violation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the body of a role: the kinds of its members, and that there are no others. */
final class RoleBody {
    private static final Draft EMPTY = new Draft("", "", Map.of(), Map.of(), Map.of());
    private static final Set<String> READ_ONLY = Set.of("id", "user_count", "created_at");

    private final List<Violation> violations = new ArrayList<>();

    private RoleBody() {}

    /** The draft of a whole role: absent members are empty. */
    static Draft whole(Map<String, @Nullable Object> body) {
        return patch(body, EMPTY);
    }

    /** The current draft, with its members replaced by those of the body; null empties a member. */
    static Draft patch(Map<String, @Nullable Object> body, Draft current) {
        RoleBody reader = new RoleBody();
        Draft draft = reader.read(body, current);
        if (!reader.violations.isEmpty()) {
            throw RequestRejectedException.invalid(reader.violations);
        }
        return draft;
    }

    private Draft read(Map<String, @Nullable Object> body, Draft current) {
        String name = current.name();
        String description = current.description();
        Map<String, List<String>> permissions = current.permissions();
        Map<String, Map<String, List<String>>> fields = current.fieldPermissions();
        Map<String, String> policies = current.rowPolicies();
        for (Map.Entry<String, @Nullable Object> member : body.entrySet()) {
            @Nullable Object value = member.getValue();
            String pointer = "/" + escaped(member.getKey());
            switch (member.getKey()) {
                case "name" -> name = text(pointer, value == null ? "" : value);
                case "description" -> description = text(pointer, value == null ? "" : value);
                case "permissions" -> permissions = actions(pointer, value == null ? Map.of() : value);
                case "field_permissions" -> {
                    Map<String, Map<String, List<String>>> read = new LinkedHashMap<>();
                    members(pointer, value == null ? Map.of() : value)
                            .forEach((model, own) -> read.put(model, actions(pointer + "/" + escaped(model), own)));
                    fields = read;
                }
                case "row_policies" -> {
                    Map<String, String> read = new LinkedHashMap<>();
                    members(pointer, value == null ? Map.of() : value)
                            .forEach((model, own) -> read.put(model, text(pointer + "/" + escaped(model), own)));
                    policies = read;
                }
                default ->
                    violations.add(
                            READ_ONLY.contains(member.getKey())
                                    ? new Violation(pointer, "read_only", "This field cannot be written.")
                                    : new Violation(pointer, "unknown_field", "There is no such field."));
            }
        }
        return new Draft(name, description, permissions, fields, policies);
    }

    private String text(String pointer, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        violations.add(new Violation(pointer, "type", "A string is expected."));
        return "";
    }

    private Map<String, @Nullable Object> members(String pointer, @Nullable Object value) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> members.put(String.valueOf(name), member));
        } else {
            violations.add(new Violation(pointer, "type", "An object is expected."));
        }
        return members;
    }

    private Map<String, List<String>> actions(String pointer, @Nullable Object value) {
        Map<String, List<String>> actions = new LinkedHashMap<>();
        members(pointer, value).forEach((name, words) -> {
            String own = pointer + "/" + escaped(name);
            List<String> read = new ArrayList<>();
            if (words instanceof List<?> items) {
                for (int i = 0; i < items.size(); i++) {
                    read.add(text(own + "/" + i, items.get(i)));
                }
            } else {
                violations.add(new Violation(own, "type", "A list of actions is expected."));
            }
            actions.put(name, read);
        });
        return actions;
    }

    private static String escaped(String member) {
        return member.replace("~", "~0").replace("/", "~1");
    }
}
