package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.StoredRecord;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Evaluates conditions and orders on records in memory. */
final class Oracle {
    private final Map<Model, Map<Object, StoredRecord>> stored = new LinkedHashMap<>();

    void put(StoredRecord record) {
        stored.computeIfAbsent(record.model(), model -> new LinkedHashMap<>())
                .put(record.key().values().getFirst(), record);
    }

    List<StoredRecord> all(Model model) {
        return List.copyOf(stored.getOrDefault(model, Map.of()).values());
    }

    List<StoredRecord> matching(Model model, Condition condition) {
        return all(model).stream()
                .filter(record -> Boolean.TRUE.equals(holds(condition, record)))
                .toList();
    }

    /** True, false, or null for unknown. */
    @Nullable
    Boolean holds(Condition condition, StoredRecord record) {
        return switch (condition) {
            case Condition.All(List<Condition> parts) -> {
                Boolean result = true;
                for (Condition part : parts) {
                    Boolean one = holds(part, record);
                    if (Boolean.FALSE.equals(one)) {
                        yield false;
                    }
                    result = one == null ? null : result;
                }
                yield result;
            }
            case Condition.Any(List<Condition> parts) -> {
                Boolean result = false;
                for (Condition part : parts) {
                    Boolean one = holds(part, record);
                    if (Boolean.TRUE.equals(one)) {
                        yield true;
                    }
                    result = one == null ? null : result;
                }
                yield result;
            }
            case Condition.Not(Condition part) -> {
                Boolean one = holds(part, record);
                yield one == null ? null : (Boolean) !one;
            }
            case Condition.Compare(FieldPath path, Lookup lookup, List<Object> values) ->
                compare(path, 0, lookup, values, record);
            case Condition.Matches(List<FieldPath> paths, List<String> words) ->
                holds(
                        new Condition.All(words.stream()
                                .map(word -> (Condition) new Condition.Any(paths.stream()
                                        .map(path -> (Condition)
                                                new Condition.Compare(path, Lookup.ICONTAINS, List.of(word)))
                                        .toList()))
                                .toList()),
                        record);
        };
    }

    private @Nullable Boolean compare(
            FieldPath path, int step, Lookup lookup, List<Object> values, StoredRecord record) {
        if (step == path.through().size()) {
            FieldDefinition field = path.field();
            Object value = record.value(field);
            if (field.type() != FieldType.REFERENCES) {
                return compare(lookup, value, values);
            }
            List<?> keys = (List<?>) Objects.requireNonNull(value);
            return lookup == Lookup.ISNULL
                    ? values.getFirst().equals(keys.isEmpty())
                    : keys.stream().anyMatch(key -> Boolean.TRUE.equals(compare(lookup, key, values)));
        }
        FieldDefinition through = path.through().get(step);
        Map<Object, StoredRecord> targets = stored.getOrDefault(record.model().target(through), Map.of());
        Object value = record.value(through);
        if (through.type() == FieldType.REFERENCE) {
            if (value == null) {
                return lookup == Lookup.ISNULL ? (Boolean) values.getFirst().equals(true) : null;
            }
            return compare(path, step + 1, lookup, values, Objects.requireNonNull(targets.get(value)));
        }
        return ((List<?>) Objects.requireNonNull(value))
                .stream()
                        .anyMatch(key -> Boolean.TRUE.equals(
                                compare(path, step + 1, lookup, values, Objects.requireNonNull(targets.get(key)))));
    }

    private static @Nullable Boolean compare(Lookup lookup, @Nullable Object value, List<Object> values) {
        if (lookup == Lookup.ISNULL) {
            return values.getFirst().equals(value == null);
        }
        if (lookup == Lookup.IN && values.isEmpty()) {
            return false;
        }
        if (value == null) {
            return null;
        }
        Object first = values.isEmpty() ? "" : values.getFirst();
        return switch (lookup) {
            case EXACT -> order(value, first) == 0;
            case NE -> order(value, first) != 0;
            case GT -> order(value, first) > 0;
            case GTE -> order(value, first) >= 0;
            case LT -> order(value, first) < 0;
            case LTE -> order(value, first) <= 0;
            case RANGE, YEAR -> order(value, first) >= 0 && order(value, values.getLast()) <= 0;
            case IN -> values.stream().anyMatch(one -> order(value, one) == 0);
            case CONTAINS ->
                value instanceof JsonText(String list)
                        ? list.contains(
                                ((JsonText) first).text().replace("[", "").replace("]", ""))
                        : ((String) value).contains((String) first);
            case STARTSWITH -> ((String) value).startsWith((String) first);
            case ENDSWITH -> ((String) value).endsWith((String) first);
            case IEXACT -> fold(value).equals(fold(first));
            case ICONTAINS -> fold(value).contains(fold(first));
            case ISTARTSWITH -> fold(value).startsWith(fold(first));
            case IENDSWITH -> fold(value).endsWith(fold(first));
            case MONTH -> day(value).getMonthValue() == (Integer) first;
            case DAY -> day(value).getDayOfMonth() == (Integer) first;
            case ISNULL -> throw new IllegalStateException();
        };
    }

    private static LocalDate day(Object value) {
        return value instanceof LocalDate date ? date : LocalDate.ofInstant((Instant) value, ZoneOffset.UTC);
    }

    private static String fold(Object text) {
        StringBuilder out = new StringBuilder();
        ((String) text).codePoints().forEach(c -> out.appendCodePoint(Character.toLowerCase(Character.toUpperCase(c))));
        return out.toString();
    }

    static int order(Object one, Object other) {
        return switch (one) {
            case String text -> {
                int[] a = text.codePoints().toArray();
                int[] b = ((String) other).codePoints().toArray();
                yield java.util.Arrays.compare(a, b);
            }
            case UUID uuid -> uuid.toString().compareTo(other.toString());
            case BigDecimal number -> number.compareTo((BigDecimal) other);
            case Long number -> number.compareTo((Long) other);
            case Double number -> number.compareTo((Double) other);
            case Boolean flag -> flag.compareTo((Boolean) other);
            case java.time.Instant time -> time.compareTo((java.time.Instant) other);
            case java.time.LocalDate date -> date.compareTo((java.time.LocalDate) other);
            case java.time.Duration span -> span.compareTo((java.time.Duration) other);
            case java.time.LocalTime time -> time.compareTo((java.time.LocalTime) other);
            default -> throw new IllegalArgumentException("no order of " + one.getClass());
        };
    }

    Comparator<StoredRecord> comparator(List<ListQuery.Order> ordering) {
        return (one, other) -> {
            for (ListQuery.Order order : ordering) {
                Object a = value(order, one);
                Object b = value(order, other);
                int way = a == null || b == null ? Boolean.compare(a != null, b != null) : order(a, b);
                if (way != 0) {
                    return order.descending() ? -way : way;
                }
            }
            return 0;
        };
    }

    /** The sort value of a record: null where a referenced record on the path does not exist or is not visible. */
    @Nullable
    Object value(ListQuery.Order order, StoredRecord start) {
        StoredRecord at = start;
        for (ListQuery.Step step : order.through()) {
            Object key = at.value(step.reference());
            if (key == null) {
                return null;
            }
            at = Objects.requireNonNull(stored.getOrDefault(at.model().target(step.reference()), Map.of())
                    .get(key));
            if (!Boolean.TRUE.equals(holds(step.visible(), at))) {
                return null;
            }
        }
        return at.value(order.field());
    }

    List<StoredRecord> sorted(Model model, List<ListQuery.Order> ordering) {
        List<StoredRecord> all = new ArrayList<>(all(model));
        all.sort(comparator(ordering));
        return all;
    }
}
