package dev.hexadmin.http.server.json;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Violation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The members of a small request body: a route reads each by name, and the others are rejected. Not thread-safe. */
public final class Members {
    private final Map<String, @Nullable Object> values;
    private final Set<String> known = new HashSet<>();
    private final List<Violation> violations = new ArrayList<>();

    public Members(byte[] body) {
        this.values = JsonBody.object(body);
    }

    /** @param raw the name of a member that is a JSON document */
    public Members(byte[] body, String raw) {
        this.values = JsonBody.object(body, raw);
    }

    private Members() {
        this.values = Map.of();
    }

    /** The members of a body that may be left out. */
    public static Members ofOptional(byte[] body) {
        return body.length == 0 ? new Members() : new Members(body);
    }

    /** A text that must be there and not be empty. */
    public String text(String name) {
        Optional<String> value = optionalText(name);
        if (values.get(name) == null || value.filter(String::isEmpty).isPresent()) {
            violations.add(Violation.at(name, "required", "This field is required."));
        }
        return value.orElse("");
    }

    /** A text; null counts as left out. */
    public Optional<String> optionalText(String name) {
        known.add(name);
        return switch (values.get(name)) {
            case null -> Optional.empty();
            case String text -> Optional.of(text);
            case Object other -> {
                violations.add(Violation.at(name, "type", "A string is expected."));
                yield Optional.empty();
            }
        };
    }

    /** The text of a member that is a JSON object; it must be there. */
    public String document(String name) {
        known.add(name);
        return switch (values.get(name)) {
            case null -> {
                violations.add(Violation.at(name, "required", "This field is required."));
                yield "";
            }
            case JsonText(String text) when text.startsWith("{") -> text;
            case Object other -> {
                violations.add(Violation.at(name, "type", "An object is expected."));
                yield "";
            }
        };
    }

    /** A text that may be left out; null is {@code ""}. */
    public Optional<String> givenText(String name) {
        known.add(name);
        return values.containsKey(name) ? Optional.of(optionalText(name).orElse("")) : Optional.empty();
    }

    /** An id; null counts as left out. */
    public Optional<Long> optionalId(String name) {
        known.add(name);
        return switch (values.get(name)) {
            case null -> Optional.empty();
            case Long id -> Optional.of(id);
            case Object other -> {
                violations.add(Violation.at(name, "type", "An id is expected."));
                yield Optional.empty();
            }
        };
    }

    /** A boolean; false when left out. */
    public boolean flag(String name) {
        known.add(name);
        return switch (values.get(name)) {
            case null -> false;
            case Boolean flag -> flag;
            case Object other -> {
                violations.add(Violation.at(name, "type", "true or false is expected."));
                yield false;
            }
        };
    }

    /** Ids; none when left out. */
    public List<Long> ids(String name) {
        known.add(name);
        List<Long> ids = new ArrayList<>();
        switch (values.get(name)) {
            case null -> {}
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    switch (list.get(i)) {
                        case Long id -> ids.add(id);
                        case null, default ->
                            violations.add(new Violation("/" + name + "/" + i, "type", "An id is expected."));
                    }
                }
            }
            case Object other -> violations.add(Violation.at(name, "type", "A list of ids is expected."));
        }
        return ids;
    }

    /** Throws {@code INVALID} when something was missing, of a wrong type, or unknown. */
    public void check() {
        for (String name : values.keySet()) {
            if (!known.contains(name)) {
                violations.add(Violation.at(name, "unknown_field", "There is no such field."));
            }
        }
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
    }
}
