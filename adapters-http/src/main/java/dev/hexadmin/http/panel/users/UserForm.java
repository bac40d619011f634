package dev.hexadmin.http.panel.users;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.http.server.request.Form;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The values in the form of an account. */
public record UserForm(String email, String fullName, boolean active, boolean superuser, Set<Long> roles) {
    static final List<String> FIELDS = List.of("email", "full_name", "password", "is_active", "is_superuser", "roles");

    static final UserForm NEW = new UserForm("", "", true, false, Set.of());

    static UserForm of(Map<String, @Nullable Object> row) {
        return new UserForm(
                UserLine.text(row, "email"),
                UserLine.text(row, "full_name"),
                UserLine.flag(row, "is_active").equals("yes"),
                UserLine.flag(row, "is_superuser").equals("yes"),
                new TreeSet<>(UserLine.roles(row).keySet()));
    }

    static UserForm of(Form form) {
        return new UserForm(
                form.textOrEmpty("email"),
                form.textOrEmpty("full_name"),
                form.has("is_active"),
                form.has("is_superuser"),
                chosen(form));
    }

    /** Of the fields that the caller may write. */
    Map<String, Object> parts(Set<String> fields) {
        Map<String, Object> parts = new HashMap<>();
        parts.put("email", email.strip());
        parts.put("full_name", fullName.strip());
        parts.put("is_active", active);
        parts.put("is_superuser", superuser);
        parts.put("roles", roles);
        parts.keySet().retainAll(fields);
        return parts;
    }

    /** The same, with the parts that were merged. */
    UserForm with(Map<String, Object> parts) {
        return new UserForm(
                (String) parts.getOrDefault("email", email),
                (String) parts.getOrDefault("full_name", fullName),
                (Boolean) parts.getOrDefault("is_active", active),
                (Boolean) parts.getOrDefault("is_superuser", superuser),
                parts.get("roles") instanceof Set<?> merged
                        ? merged.stream().map(Long.class::cast).collect(Collectors.toSet())
                        : roles);
    }

    private static Set<Long> chosen(Form form) {
        return form.all("roles").stream()
                .filter(id -> id.matches("[0-9]{1,18}"))
                .map(Long::valueOf)
                .collect(Collectors.toSet());
    }

    /** What is sent to be written: of these fields, and the password when there is one. */
    Map<String, @Nullable Object> body(Form form, Set<String> fields) {
        Map<String, @Nullable Object> body = new LinkedHashMap<>();
        for (String field : FIELDS) {
            if (fields.contains(field)) {
                switch (field) {
                    case "email" -> body.put(field, email.strip());
                    case "full_name" -> body.put(field, fullName.strip());
                    case "is_active" -> body.put(field, active);
                    case "is_superuser" -> body.put(field, superuser);
                    case "roles" -> body.put(field, new ArrayList<Object>(roles));
                    default -> {
                        String password = form.textOrEmpty("password");
                        if (!password.isEmpty()) { // left empty: as it is, or none
                            body.put(field, password);
                        }
                    }
                }
            }
        }
        return body;
    }

    /** What is stored in these fields, as the page shows it. */
    static Map<String, String> differences(Map<String, @Nullable Object> row, Set<String> fields) {
        UserForm stored = UserForm.of(row);
        Map<String, String> now = new HashMap<>();
        for (String field : fields) {
            now.put(
                    field,
                    switch (field) {
                        case "email" -> stored.email();
                        case "full_name" -> stored.fullName().isEmpty() ? text("empty") : stored.fullName();
                        case "is_active" -> stored.active() ? text("yes") : text("no");
                        case "is_superuser" -> stored.superuser() ? text("yes") : text("no");
                        default ->
                            stored.roles().isEmpty()
                                    ? text("none")
                                    : UserLine.roles(row).values().stream()
                                            .sorted()
                                            .collect(Collectors.joining(", "));
                    });
        }
        return now;
    }
}
