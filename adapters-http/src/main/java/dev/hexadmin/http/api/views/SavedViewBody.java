package dev.hexadmin.http.api.views;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.views.ManagingSavedViews.Draft;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.SavedView.Density;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.uri.QueryString;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the body of a saved view: the kinds of its members, and that there are no others. */
final class SavedViewBody {
    private static final Draft EMPTY = new Draft("", "", Map.of(), List.of(), Density.NORMAL, List.of(), false);
    private static final Set<String> READ_ONLY = Set.of("id", "owner_id");

    private final List<Violation> violations = new ArrayList<>();

    private SavedViewBody() {}

    /** The draft of a new view: absent members are empty. */
    static Draft whole(Map<String, @Nullable Object> body) {
        SavedViewBody reader = new SavedViewBody();
        if (!body.containsKey("model")) {
            reader.wrong("model", "required", Message.of("This field is required."));
        }
        return reader.checked(body, EMPTY);
    }

    /** The draft in place of a view: absent members are empty, except the model, which cannot be changed. */
    static Draft replacement(Map<String, @Nullable Object> body, Draft current) {
        return new SavedViewBody()
                .checked(body, new Draft(current.model(), "", Map.of(), List.of(), Density.NORMAL, List.of(), false));
    }

    /** The current draft, with its members replaced by those of the body; null empties a member. */
    static Draft patch(Map<String, @Nullable Object> body, Draft current) {
        return new SavedViewBody().checked(body, current);
    }

    /** The parameters of a list as in an address. */
    static String text(Map<String, String> query) {
        return new TreeMap<>(query)
                .entrySet().stream()
                        .map(one -> URLEncoder.encode(one.getKey(), StandardCharsets.UTF_8)
                                + "="
                                + URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
    }

    private Draft checked(Map<String, @Nullable Object> body, Draft current) {
        Draft draft = read(body, current);
        if (!violations.isEmpty()) {
            throw RequestRejectedException.invalid(violations);
        }
        return draft;
    }

    private void wrong(String member, String code, Message message) {
        violations.add(Violation.at(member, code, message));
    }

    private Draft read(Map<String, @Nullable Object> body, Draft current) {
        String model = current.model();
        String name = current.name();
        Map<String, String> query = current.query();
        List<String> columns = current.columns();
        Density density = current.density();
        List<Long> sharedWith = current.sharedWith();
        boolean isDefault = current.isDefault();
        for (Map.Entry<String, @Nullable Object> member : body.entrySet()) {
            @Nullable Object value = member.getValue();
            switch (member.getKey()) {
                case "model" -> model = text("model", value);
                case "name" -> name = text("name", value == null ? "" : value);
                case "query" -> query = query(text("query", value == null ? "" : value));
                case "columns" ->
                    columns = list(
                            "columns",
                            value,
                            Message.of("The name of a field is expected."),
                            one -> one instanceof String text ? Optional.of(text) : Optional.empty());
                case "density" -> density = density(value);
                case "shared_with" ->
                    sharedWith = list(
                            "shared_with",
                            value,
                            Message.of("The id of a role is expected."),
                            one -> one instanceof Long id ? Optional.of(id) : Optional.empty());
                case "is_default" -> {
                    isDefault = Boolean.TRUE.equals(value);
                    if (value != null && !(value instanceof Boolean)) {
                        wrong("is_default", "type", Message.of("true or false is expected."));
                    }
                }
                default ->
                    wrong(
                            member.getKey(),
                            READ_ONLY.contains(member.getKey()) ? "read_only" : "unknown_field",
                            READ_ONLY.contains(member.getKey())
                                    ? Message.of("This field cannot be written.")
                                    : Message.of("There is no such field."));
            }
        }
        return new Draft(model, name, query, columns, density, sharedWith, isDefault);
    }

    private String text(String member, @Nullable Object value) {
        if (value instanceof String text) {
            return text;
        }
        wrong(member, "type", Message.of("A string is expected."));
        return "";
    }

    private Map<String, String> query(String text) {
        try {
            return QueryString.parse(text.startsWith("?") ? text.substring(1) : text);
        } catch (RequestRejectedException e) {
            e.violations()
                    .forEach(one -> wrong(
                            "query",
                            one.code(),
                            Message.of("{parameter}: {reason}")
                                    .with("parameter", one.pointer().substring(1))
                                    .with("reason", one.text())));
            return Map.of();
        }
    }

    private Density density(@Nullable Object value) {
        Optional<Density> known = value instanceof String word ? Density.ofWord(word) : Optional.empty();
        if (value != null && known.isEmpty()) {
            wrong("density", "enum", Message.of("One of normal, compact, roomy is expected."));
        }
        return known.orElse(Density.NORMAL);
    }

    private <T> List<T> list(
            String member, @Nullable Object value, Message expectation, Function<Object, Optional<T>> read) {
        List<T> items = new ArrayList<>();
        if (value instanceof List<?> given) {
            for (int i = 0; i < given.size(); i++) {
                Optional<T> item = Optional.<Object>ofNullable(given.get(i)).flatMap(read);
                if (item.isPresent()) {
                    items.add(item.get());
                } else {
                    violations.add(new Violation("/" + member + "/" + i, "type", expectation));
                }
            }
        } else if (value != null) {
            wrong(member, "type", Message.of("A list is expected."));
        }
        return items;
    }
}
