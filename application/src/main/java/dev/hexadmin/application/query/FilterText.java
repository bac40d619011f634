package dev.hexadmin.application.query;

import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Lookup;
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes filters of code as the JSON of the parameter {@code filter}. */
final class FilterText {
    private static final Set<String> JOINTS = Set.of("and", "or", "not");

    private final Model model;

    FilterText(Model model) {
        this.model = model;
    }

    /** The text of filters that all hold. */
    String of(List<RecordFilter> filters) {
        return filters.size() == 1 ? of(filters.getFirst()) : joined("and", filters);
    }

    private String of(RecordFilter filter) {
        return switch (filter) {
            case RecordFilter.Comparison(String field, Lookup lookup, Object value) -> {
                String name = JOINTS.contains(field) ? ListParameter.FILTER_PREFIX + field : field;
                yield "{" + quoted(lookup == Lookup.EXACT ? name : name + "__" + lookup.word()) + ":"
                        + json(field, value) + "}";
            }
            case RecordFilter.All(List<RecordFilter> parts) -> joined("and", parts);
            case RecordFilter.Any(List<RecordFilter> parts) -> joined("or", parts);
            case RecordFilter.Not(RecordFilter part) -> "{\"not\":" + of(part) + "}";
        };
    }

    private String joined(String word, List<RecordFilter> parts) {
        return parts.stream().map(this::of).collect(Collectors.joining(",", "{\"" + word + "\":[", "]}"));
    }

    private String json(String field, Object value) {
        return value instanceof Collection<?> values
                ? values.stream().map(each -> quoted(text(field, each))).collect(Collectors.joining(",", "[", "]"))
                : quoted(text(field, value));
    }

    private String text(String field, Object value) {
        return switch (value) {
            case Enum<?> constant ->
                ModelRegistry.path(model, field)
                        .map(path -> path.field().word(constant))
                        .orElseGet(constant::name);
            case Number number -> FieldText.write(number);
            case CharSequence characters -> characters.toString();
            case ZonedDateTime time -> FieldText.write(time.toInstant());
            case Temporal time -> FieldText.write(time);
            case Object one when FieldText.isValue(one) -> FieldText.write(one);
            case Optional<?> empty
            when empty.isEmpty() ->
                throw new IllegalArgumentException(
                        "an empty Optional is no value to compare '" + field + "' with: use Lookup.ISNULL");
            case Optional<?> some -> text(field, some.get());
            default ->
                throw new IllegalArgumentException(
                        "a value of " + value.getClass().getName() + " cannot be compared with '" + field + "'");
        };
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        JsonText.quote(text, out);
        return out.toString();
    }
}
