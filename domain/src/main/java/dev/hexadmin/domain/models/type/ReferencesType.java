package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput.Outcome;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code references}: the keys of any number of records of the target model; as text they are joined by commas. */
public final class ReferencesType extends ValueType {
    private static final int MAX_REFERENCES = 10_000;

    public ReferencesType() {
        super(List.class);
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public OptionalInt longest(FieldDefinition field) {
        return OptionalInt.empty();
    }

    @Override
    public boolean canBeKey() {
        return false;
    }

    @Override
    public boolean isRelation() {
        return true;
    }

    @Override
    public boolean holds(FieldDefinition field, Object value) {
        return false;
    }

    @Override
    public Optional<Object> parse(Model model, FieldDefinition field, String text) {
        Model target = model.target(field);
        FieldDefinition key = target.key().getFirst();
        List<Optional<Object>> keys = text.isBlank()
                ? List.of()
                : List.of(text.split(",", -1)).stream()
                        .map(part -> key.valueType().parse(target, key, part.strip()))
                        .toList();
        return keys.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : Optional.of(keys.stream().map(Optional::orElseThrow).toList());
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return Optional.empty();
    }

    @Override
    public Outcome read(Model model, FieldDefinition field, Object input) {
        if (!(input instanceof List<?> items)) {
            return new Outcome.Refused(List.of(Violation.at(field.name(), "type", expected(model, field))));
        }
        if (items.size() > MAX_REFERENCES) {
            return new Outcome.Refused(List.of(Violation.at(
                    field.name(),
                    "max_items",
                    Message.of("At most {limit} are allowed.").with("limit", MAX_REFERENCES))));
        }
        Model target = model.target(field);
        FieldDefinition key = target.key().getFirst();
        Set<Object> keys = new LinkedHashSet<>();
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            @Nullable Object item = items.get(i);
            Optional<Object> value =
                    item == null ? Optional.empty() : key.valueType().convert(target, key, item);
            if (value.isPresent()) {
                keys.add(value.get());
            } else {
                violations.add(new Violation(
                        "/" + field.name() + "/" + i,
                        "type",
                        item == null
                                ? key.valueType().expected(target, key)
                                : key.valueType().expected(target, key, item)));
            }
        }
        return violations.isEmpty() ? new Outcome.Fits(List.copyOf(keys)) : new Outcome.Refused(violations);
    }

    @Override
    public String write(Object value) {
        return String.join(",", ((List<?>) value).stream().map(FieldText::write).toList());
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A list of keys of {model} is expected.")
                .with("model", model.target(field).name());
    }
}
