package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.VisibleIf;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether a form shows a field, by the values of others. A lookup compares as in a list: no value matches null, except
 * {@code isnull}.
 *
 * @param conditions all of which have to hold; none for a field that is always shown
 */
public record FieldVisibility(List<Test> conditions) {

    /**
     * One comparison.
     *
     * @param values as many as the lookup takes
     */
    public record Test(FieldDefinition field, Lookup lookup, List<Object> values) {
        public Test {
            values = List.copyOf(values);
        }
    }

    public FieldVisibility {
        conditions = List.copyOf(conditions);
    }

    /**
     * The visibility of a field.
     *
     * @throws IllegalArgumentException when a lookup does not exist or does not apply, or an operand is not valid; the
     *     message names model, field and condition
     */
    public static FieldVisibility of(Model model, FieldDefinition field) {
        List<Test> tests = new ArrayList<>();
        field.presentation()
                .visibleIf()
                .ifPresent(given -> given.conditions().forEach((key, operand) -> {
                    try {
                        tests.add(test(model, key, operand));
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException(
                                "model '" + model.name() + "': 'visibleIf' of '" + field.name() + "': "
                                        + e.getMessage(),
                                e);
                    }
                }));
        return new FieldVisibility(tests);
    }

    private static Test test(Model model, String key, String operand) {
        boolean plain = model.field(key).isPresent();
        FieldDefinition field = model.fieldNamed(plain ? key : VisibleIf.field(key));
        String word = plain ? "exact" : key.substring(field.name().length() + 2);
        Lookup lookup = Lookup.ofWord(word)
                .orElseThrow(() -> new IllegalArgumentException("there is no lookup '" + word + "'"));
        Model owner = model;
        FieldDefinition leaf = field;
        while (leaf.type() == FieldType.REFERENCE) {
            owner = owner.target(leaf);
            leaf = owner.key().getFirst();
        }
        if (!lookup.appliesTo(leaf.type())) {
            throw new IllegalArgumentException("'" + word + "' does not apply to '" + field.name() + "'");
        }
        List<Object> values = new ArrayList<>();
        for (String text : lookup.operand().isList() ? List.of(operand.split(",", -1)) : List.of(operand)) {
            Model valueModel = owner;
            FieldDefinition valueField = leaf;
            values.addAll(lookup.operand()
                    .read(owner, leaf, text.strip())
                    .orElseThrow(() -> new IllegalArgumentException(
                            key + ": " + lookup.operand().expected(valueModel, valueField, text.strip()))));
        }
        if (!lookup.operand().takes(values.size())) {
            throw new IllegalArgumentException(key + ": two values are expected, separated by a comma");
        }
        return new Test(field, lookup, values);
    }

    /** The visibility of all fields of a model that are not always shown. */
    public static Map<FieldDefinition, FieldVisibility> of(Model model) {
        Map<FieldDefinition, FieldVisibility> all = new java.util.LinkedHashMap<>();
        for (FieldDefinition field : model.fields()) {
            if (field.presentation().visibleIf().isPresent()) {
                all.put(field, of(model, field));
            }
        }
        return all;
    }

    /**
     * Whether the field is shown.
     *
     * @param value the value of a field, of its Java class; null where there is none
     */
    public boolean holds(Function<FieldDefinition, @Nullable Object> value) {
        for (Test test : conditions) {
            if (!holds(test, value.apply(test.field()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean holds(Test test, @Nullable Object value) {
        List<Object> values = test.values();
        if (test.lookup() == Lookup.ISNULL) {
            return values.getFirst().equals(value == null);
        }
        if (value == null) {
            return false;
        }
        return switch (test.lookup()) {
            case EXACT -> compare(value, values.getFirst()) == 0;
            case NE -> compare(value, values.getFirst()) != 0;
            case GT -> compare(value, values.getFirst()) > 0;
            case GTE -> compare(value, values.getFirst()) >= 0;
            case LT -> compare(value, values.getFirst()) < 0;
            case LTE -> compare(value, values.getFirst()) <= 0;
            case RANGE, YEAR -> compare(value, values.get(0)) >= 0 && compare(value, values.get(1)) <= 0;
            case IN -> values.stream().anyMatch(one -> compare(value, one) == 0);
            case IEXACT, CONTAINS, ICONTAINS, STARTSWITH, ISTARTSWITH, ENDSWITH, IENDSWITH ->
                value instanceof JsonText list
                        ? contains(list, (JsonText) values.getFirst())
                        : matches(test.lookup().textMatch().orElseThrow(), text(value), text(values.getFirst()));
            case MONTH -> values.getFirst().equals(day(value).getMonthValue());
            case DAY -> values.getFirst().equals(day(value).getDayOfMonth());
            case ISNULL -> throw new IllegalStateException();
        };
    }

    @SuppressWarnings("unchecked") // values of one field have one class
    private static int compare(Object value, Object other) {
        return value instanceof Comparable<?> && value.getClass() == other.getClass()
                ? ((Comparable<Object>) value).compareTo(other)
                : FieldText.write(value).compareTo(FieldText.write(other));
    }

    private static String text(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : FieldText.write(value);
    }

    private static LocalDate day(Object value) {
        return value instanceof Instant moment
                ? LocalDate.ofInstant(moment, ZoneOffset.UTC)
                : LocalDate.parse(FieldText.write(value));
    }

    /** @param item an array with one item, which a compact array holds between brackets and commas */
    private static boolean contains(JsonText list, JsonText item) {
        String bare = item.text().substring(1, item.text().length() - 1);
        String all = list.text().substring(1, list.text().length() - 1);
        int at = all.indexOf(bare);
        while (at >= 0) {
            int end = at + bare.length();
            if ((at == 0 || all.charAt(at - 1) == ',' || all.charAt(at - 1) == ' ')
                    && (end == all.length() || all.charAt(end) == ',')) {
                return true;
            }
            at = all.indexOf(bare, at + 1);
        }
        return false;
    }

    private static boolean matches(Lookup.TextMatch how, String text, String part) {
        String given = how.anyCase() ? text.toLowerCase(Locale.ROOT) : text;
        String wanted = how.anyCase() ? part.toLowerCase(Locale.ROOT) : part;
        return switch (how.place()) {
            case WHOLE -> given.equals(wanted);
            case START -> given.startsWith(wanted);
            case ANYWHERE -> given.contains(wanted);
            case END -> given.endsWith(wanted);
        };
    }
}
