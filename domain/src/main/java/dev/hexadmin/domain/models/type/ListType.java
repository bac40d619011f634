package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput.Outcome;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * {@code list}: values of one type, in order, as a JSON array. The options of that type, such as {@code max_length}, hold
 * for each item. No item is null or {@code ""}.
 */
public final class ListType extends ValueType {
    /** The maximum number of items unless {@code max_items} says less. */
    public static final int MAX_ITEMS = 1_000;

    public ListType() {
        super(JsonText.class, Option.ITEMS);
    }

    @Override
    public boolean isComparable() {
        return false;
    }

    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public boolean holdsItems() {
        return true;
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
    public boolean holds(FieldDefinition field, Object value) {
        return value instanceof JsonText(String text) && text.startsWith("[");
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return text.equals("[]") ? Optional.of(new JsonText(text)) : Optional.empty();
    }

    @Override
    public Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return Optional.empty();
    }

    /** The array with this one item, with which {@code contains} compares. */
    @Override
    public Optional<Object> contained(Model model, FieldDefinition field, String text) {
        return field.itemType().parse(model, field, text).map(item -> array(List.of(item)));
    }

    @Override
    public Message expectedContained(Model model, FieldDefinition field) {
        return field.itemType().expected(model, field);
    }

    @Override
    public Outcome read(Model model, FieldDefinition field, Object input) {
        if (!(input instanceof List<?> items)) {
            return new Outcome.Refused(List.of(Violation.at(field.name(), "type", expected(model, field))));
        }
        List<Violation> violations = new ArrayList<>();
        size(field, items.size(), violations);
        if (items.size() > MAX_ITEMS) {
            return new Outcome.Refused(violations);
        }
        List<Object> values = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            Optional<Object> value = item(model, field, items.get(i), "/" + i, violations);
            value.ifPresent(values::add);
        }
        return violations.isEmpty() ? new Outcome.Fits(array(values)) : new Outcome.Refused(violations);
    }

    private static void size(FieldDefinition field, int items, List<Violation> violations) {
        int least =
                field.constraints().items().flatMap(one -> boxed(one.least())).orElse(0);
        int most = field.constraints().items().flatMap(one -> boxed(one.most())).orElse(MAX_ITEMS);
        if (items < least) {
            refuse(
                    violations,
                    field,
                    "min_items",
                    Message.of("{limit, plural, one {At least # item is needed.} other {At least # items are needed.}}")
                            .with("limit", least));
        }
        if (items > most) {
            refuse(
                    violations,
                    field,
                    "max_items",
                    Message.of("{limit, plural, one {At most # item is allowed.} other {At most # items are allowed.}}")
                            .with("limit", most));
        }
    }

    private static Optional<Integer> boxed(OptionalInt number) {
        return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
    }

    private static FieldType itemType(FieldDefinition field) {
        return field.constraints().items().orElseThrow().of();
    }

    private static Optional<Object> item(
            Model model, FieldDefinition field, @Nullable Object input, String position, List<Violation> violations) {
        String pointer = Violation.at(field.name(), "", "").pointer() + position;
        if (input == null || (input.equals("") && !itemType(field).isText())) {
            violations.add(new Violation(pointer, "required", "An item cannot be empty."));
            return Optional.empty();
        }
        switch (field.itemType().read(model, field, input)) {
            case Outcome.Fits(@Nullable Object value) -> {
                return Optional.ofNullable(value);
            }
            case Outcome.Refused(List<Violation> why) -> {
                why.forEach(one -> violations.add(new Violation(pointer, one.code(), one.text())));
                return Optional.empty();
            }
        }
    }

    /** Values of a scalar type as a JSON array: numbers and truth values as they are, all others as their text. */
    public static JsonText array(List<Object> items) {
        StringBuilder out = new StringBuilder(items.size() * 16 + 2).append('[');
        for (Object item : items) {
            if (out.length() > 1) {
                out.append(',');
            }
            switch (item) {
                case Long number -> out.append(number.longValue());
                case Double number -> out.append(number.doubleValue());
                case Boolean flag -> out.append(flag.booleanValue());
                default -> JsonText.quote(FieldText.write(item), out);
            }
        }
        return new JsonText(out.append(']').toString());
    }

    @Override
    public Object json(Object value) {
        return value;
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A list is expected, such as [\"a\", \"b\"].");
    }
}
