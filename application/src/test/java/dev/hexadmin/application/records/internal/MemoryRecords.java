package dev.hexadmin.application.records.internal;

import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.application.records.port.ConstraintViolationException;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.domain.records.Aggregation;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.RecordSink;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Summed;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.records.ZoneOffsets;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** Records in memory, with transactions by copying. Not thread-safe. */
final class MemoryRecords implements Records, UnitOfWork {
    private Map<Model, Map<RecordKey, Map<String, Object>>> tables = new HashMap<>();
    private long next = 1;

    /** The entries of the audit log. */
    final List<AuditEntry> audit = new ArrayList<>();

    /** Units of work so far, rehearsals too. */
    int works;

    /** How often one record was looked for. */
    int finds;

    private final List<Runnable> afterCommit = new ArrayList<>();
    private boolean running;

    @Override
    public <T> T write(Work<T> work) {
        return run(work, true);
    }

    @Override
    public <T> T rehearse(Work<T> work) {
        return run(work, false);
    }

    @Override
    public <T> T attempt(Work<T> part) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean running() {
        return running;
    }

    private <T> T run(Work<T> work, boolean keep) {
        if (running) {
            return work.run(afterCommit::add);
        }
        works++;
        Map<Model, Map<RecordKey, Map<String, Object>>> before = new HashMap<>();
        tables.forEach((model, rows) -> before.put(model, new LinkedHashMap<>(rows)));
        int entries = audit.size();
        boolean done = false;
        running = true;
        try {
            T result = work.run(afterCommit::add);
            done = true;
            return result;
        } finally {
            running = false;
            List<Runnable> actions = List.copyOf(afterCommit);
            afterCommit.clear();
            if (done && keep) {
                actions.forEach(Runnable::run);
            } else {
                tables = before;
                audit.subList(entries, audit.size()).clear();
            }
        }
    }

    private Map<RecordKey, Map<String, Object>> rows(Model model) {
        return tables.computeIfAbsent(model, m -> new LinkedHashMap<>());
    }

    private StoredRecord record(Model model, RecordKey key, Map<String, Object> row) {
        return new StoredRecord(model, key, row, version(Shape.full(model), row));
    }

    private static Version version(Shape covered, Map<String, Object> row) {
        int hash = 0;
        for (FieldDefinition field : covered.fields()) {
            hash = 31 * hash + Objects.hashCode(row.get(field.name()));
        }
        return new Version(String.format(Locale.ROOT, "v%021d", Integer.toUnsignedLong(hash)));
    }

    @Override
    public Optional<Version> version(Shape covered, RecordKey key) {
        return find(covered.model(), key, Condition.always()).map(record -> version(covered, record.values()));
    }

    private List<StoredRecord> meeting(Model model, Condition condition) {
        return rows(model).entrySet().stream()
                .map(entry -> record(model, entry.getKey(), entry.getValue()))
                .filter(record -> Boolean.TRUE.equals(meets(record, condition)))
                .toList();
    }

    @Override
    public List<StoredRecord> load(Model model, List<RecordKey> keys, Condition condition) {
        return keys.stream()
                .flatMap(key -> find(model, key, condition).stream())
                .toList();
    }

    @Override
    public Map<RecordKey, RecordKey> spelledOtherwise(
            Model model, Collection<RecordKey> known, Collection<RecordKey> keys) {
        return Map.of(); // as a collation that tells all letters apart
    }

    @Override
    public Slice list(ListQuery query, RecordSink sink) {
        Comparator<StoredRecord> order = (a, b) -> compare(query.ordering(), values(query, a), values(query, b));
        List<StoredRecord> all =
                meeting(query.model(), query.condition()).stream().sorted(order).toList();
        int from = switch (query.position()) {
            case Position.Page(int number) -> (int) Math.min(all.size(), (number - 1L) * query.limit());
            case Position.After(List<Object> values, long skip) ->
                (int) Math.min(
                        all.size(),
                        skip
                                + all.stream()
                                        .filter(r -> !values.isEmpty()
                                                && compare(query.ordering(), values(query, r), values) <= 0)
                                        .count());
            case Position.Before(List<Object> values, long skip) ->
                (int) Math.max(
                        0,
                        all.stream()
                                        .filter(r -> compare(query.ordering(), values(query, r), values) < 0)
                                        .count()
                                - skip
                                - query.limit());
        };
        int to = switch (query.position()) {
            case Position.Before(List<Object> values, long skip) ->
                (int) Math.max(
                        0,
                        all.stream()
                                        .filter(r -> compare(query.ordering(), values(query, r), values) < 0)
                                        .count()
                                - skip);
            case Position.Page page -> Math.min(all.size(), from + query.limit());
            case Position.After after -> Math.min(all.size(), from + query.limit());
        };
        List<StoredRecord> page = all.subList(from, to);
        page.forEach(record -> record.writeTo(query.shape(), sink));
        return new Slice(
                page.size(),
                query.count() == ListQuery.CountMode.NONE ? OptionalLong.empty() : OptionalLong.of(all.size()),
                false,
                from > 0,
                to < all.size(),
                page.isEmpty() ? List.of() : values(query, page.getFirst()),
                page.isEmpty() ? List.of() : values(query, page.getLast()));
    }

    private List<Object> values(ListQuery query, StoredRecord record) {
        List<Object> values = new ArrayList<>();
        query.ordering().forEach(order -> values.add(value(order, record)));
        return values;
    }

    /** Null where a referenced record on the path does not exist or is not visible. */
    private Object value(Order order, StoredRecord start) {
        StoredRecord at = start;
        for (ListQuery.Step step : order.through()) {
            Object key = at.value(step.reference());
            Optional<StoredRecord> next = key == null
                    ? Optional.empty()
                    : meeting(at.model().target(step.reference()), step.visible()).stream()
                            .filter(one -> one.key().equals(new RecordKey(List.of(key))))
                            .findFirst();
            if (next.isEmpty()) {
                return null;
            }
            at = next.get();
        }
        return at.value(order.field());
    }

    private static int compare(List<Order> ordering, List<Object> a, List<Object> b) {
        for (int i = 0; i < ordering.size(); i++) {
            int result = compare(a.get(i), b.get(i));
            if (result != 0) {
                return ordering.get(i).descending() ? -result : result;
            }
        }
        return 0;
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object a, Object b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        return ((Comparable<Object>) a).compareTo(b);
    }

    @Override
    public Optional<Version> read(Shape shape, Shape covered, RecordKey key, Condition condition, RecordSink sink) {
        return find(shape.model(), key, condition).map(record -> {
            record.writeTo(shape, sink);
            return version(covered, record.values());
        });
    }

    @Override
    public Optional<StoredRecord> find(Model model, RecordKey key, Condition condition) {
        finds++;
        return meeting(model, condition).stream()
                .filter(record -> record.key().equals(key))
                .findFirst();
    }

    @Override
    public boolean matches(Model model, RecordKey key, Condition condition) {
        return find(model, key, condition).isPresent();
    }

    @Override
    public long count(Model model, Condition condition) {
        return meeting(model, condition).size();
    }

    /** What every aggregation answers instead of counting; null: it counts. */
    Summed answer;

    /** What every aggregation fails with; null: none does. */
    RuntimeException failure;

    /** What happens while it counts. */
    Callable<?> meanwhile = () -> 0;

    /** Aggregations so far. */
    int aggregations;

    @Override
    public Summed aggregate(Aggregation wanted, Duration limit) {
        aggregations++;
        if (failure != null) {
            throw failure;
        }
        try {
            meanwhile.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        if (answer != null) {
            return answer;
        }
        Map<Optional<Object>, List<StoredRecord>> byKey = new LinkedHashMap<>();
        List<StoredRecord> all = meeting(wanted.model(), wanted.condition());
        if (wanted.by() instanceof Aggregation.By.Nothing) {
            byKey.put(Optional.empty(), all);
        }
        for (StoredRecord record : all) {
            Object key = switch (wanted.by()) {
                case Aggregation.By.Nothing nothing -> null;
                case Aggregation.By.Value(List<ListQuery.Step> through, FieldDefinition field, int most) ->
                    record.value(field);
                case Aggregation.By.Day(FieldDefinition field, ZoneOffsets offsets) ->
                    record.value(field) instanceof Instant moment ? offsets.day(moment) : record.value(field);
            };
            if (!(wanted.by() instanceof Aggregation.By.Nothing)) {
                byKey.computeIfAbsent(Optional.ofNullable(key), k -> new ArrayList<>())
                        .add(record);
            }
        }
        List<Summed.Group> groups = new ArrayList<>();
        byKey.forEach((key, records) -> groups.add(new Summed.Group(
                key.orElse(null),
                records.size(),
                wanted.sum().isEmpty()
                        ? BigDecimal.ZERO
                        : records.stream()
                                .map(record -> record.value(wanted.sum().get()))
                                .filter(Objects::nonNull)
                                .map(value -> new BigDecimal(value.toString()))
                                .reduce(BigDecimal.ZERO, BigDecimal::add))));
        Comparator<Summed.Group> largest = wanted.sum().isPresent()
                ? Comparator.comparing(Summed.Group::sum).reversed()
                : Comparator.comparingLong(Summed.Group::count).reversed();
        return new Summed.Groups(
                wanted.by() instanceof Aggregation.By.Value value
                        ? groups.stream().sorted(largest).limit(value.most()).toList()
                        : groups.stream()
                                .sorted(Comparator.comparing(
                                        Summed.Group::key,
                                        Comparator.nullsFirst(Comparator.comparing(Object::toString))))
                                .toList());
    }

    @Override
    public long beyond(ListQuery query, int most) {
        return meeting(query.model(), query.condition()).stream()
                .filter(record -> switch (query.position()) {
                    case Position.After(List<Object> values, long skip) ->
                        compare(query.ordering(), values(query, record), values) > 0;
                    case Position.Before(List<Object> values, long skip) ->
                        compare(query.ordering(), values(query, record), values) < 0;
                    case Position.Page page -> throw new IllegalArgumentException("no position");
                })
                .limit(most)
                .count();
    }

    @Override
    public List<Long> counts(List<Selection> selections, int most) {
        return selections.stream()
                .map(one -> Math.min(most, count(one.model(), one.condition())))
                .toList();
    }

    @Override
    public long links(Model model, FieldDefinition field, Collection<?> targets) {
        return rows(model).values().stream()
                .flatMap(row -> ((List<?>) row.get(field.name())).stream())
                .filter(targets::contains)
                .count();
    }

    @Override
    public StoredRecord insert(Model model, Map<FieldDefinition, Object> values) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (FieldDefinition field : model.fields()) {
            Object value = values.get(field);
            if (field.generated() == Generated.BY_DATABASE) {
                value = next++;
            }
            row.put(field.name(), value == null && !field.stored() ? List.of() : value);
        }
        RecordKey key =
                new RecordKey(model.key().stream().map(f -> row.get(f.name())).toList());
        checkLinks(model, row);
        for (FieldDefinition field : model.fields()) {
            if (field.storage().unique()
                    && rows(model).values().stream()
                            .anyMatch(other -> Objects.equals(other.get(field.name()), row.get(field.name())))) {
                throw new ConstraintViolationException(
                        ConstraintViolationException.Kind.UNIQUE, model, List.of(field), new Exception());
            }
        }
        if (rows(model).putIfAbsent(key, row) != null) {
            throw new ConstraintViolationException(
                    ConstraintViolationException.Kind.UNIQUE, model, model.key(), new Exception());
        }
        return record(model, key, row);
    }

    private void checkLinks(Model model, Map<String, Object> row) {
        for (FieldDefinition field : model.fields()) {
            Object value = row.get(field.name());
            if (field.type() == FieldType.REFERENCE
                    && value != null
                    && !rows(model.target(field)).containsKey(new RecordKey(List.of(value)))) {
                throw new ConstraintViolationException(
                        ConstraintViolationException.Kind.REFERENCE_NOT_FOUND, model, List.of(field), new Exception());
            }
        }
    }

    @Override
    public StoredRecord update(StoredRecord current, Map<FieldDefinition, Object> changes) {
        Map<String, Object> row = new LinkedHashMap<>(rows(current.model()).get(current.key()));
        changes.forEach((field, value) -> row.put(field.name(), value));
        checkLinks(current.model(), row);
        rows(current.model()).put(current.key(), row);
        return record(current.model(), current.key(), row);
    }

    @Override
    public Map<String, Long> delete(List<StoredRecord> current) {
        Map<String, Long> deleted = new TreeMap<>();
        delete(current, deleted);
        return deleted;
    }

    private void delete(List<StoredRecord> current, Map<String, Long> deleted) {
        List<StoredRecord> stored = current.stream()
                .filter(record -> rows(record.model()).remove(record.key()) != null)
                .toList();
        stored.forEach(record -> {
            deleted.merge(record.model().name(), 1L, Long::sum);
            deleteDependents(record, deleted);
        });
    }

    private void deleteDependents(StoredRecord current, Map<String, Long> deleted) {
        for (Model.Inbound inbound : current.model().inbound()) {
            if (inbound.field().type() == FieldType.REFERENCES) {
                continue;
            }
            List<StoredRecord> children = meeting(
                    inbound.model(),
                    new Condition.Compare(
                            FieldPath.of(inbound.model(), inbound.field()),
                            Lookup.EXACT,
                            List.of(current.key().values().getFirst())));
            if (!children.isEmpty() && inbound.field().target().onDelete() != OnDelete.CASCADE) {
                throw new ConstraintViolationException(
                        ConstraintViolationException.Kind.IN_USE,
                        inbound.model(),
                        List.of(inbound.field()),
                        new Exception());
            }
            delete(children, deleted);
        }
    }

    @Override
    public List<StoredRecord> scan(Model model, Condition condition, Optional<RecordKey> after, int limit) {
        return meeting(model, condition).stream()
                .sorted(Comparator.comparing(r -> (Long) r.key().values().getFirst()))
                .filter(r -> after.isEmpty()
                        || (Long) r.key().values().getFirst()
                                > (Long) after.get().values().getFirst())
                .limit(limit)
                .toList();
    }

    /** True, false, or null for unknown. */
    private Boolean meets(StoredRecord record, Condition condition) {
        return switch (condition) {
            case Condition.All(List<Condition> parts) -> {
                Boolean result = true;
                for (Condition part : parts) {
                    Boolean met = meets(record, part);
                    result = Boolean.FALSE.equals(met) || Boolean.FALSE.equals(result)
                            ? Boolean.FALSE
                            : met == null ? null : result;
                }
                yield result;
            }
            case Condition.Any(List<Condition> parts) -> {
                Boolean result = false;
                for (Condition part : parts) {
                    Boolean met = meets(record, part);
                    result = Boolean.TRUE.equals(met) || Boolean.TRUE.equals(result)
                            ? Boolean.TRUE
                            : met == null ? null : result;
                }
                yield result;
            }
            case Condition.Not(Condition part) -> {
                Boolean met = meets(record, part);
                yield met == null ? null : !met;
            }
            case Condition.Compare(FieldPath path, Lookup lookup, List<Object> values) ->
                compare(value(record, path), lookup, values);
            case Condition.Matches(List<FieldPath> paths, List<String> words) ->
                words.stream()
                        .allMatch(word -> paths.stream()
                                .map(path -> value(record, path))
                                .anyMatch(value -> value instanceof String text
                                        && text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT))));
        };
    }

    private Object value(StoredRecord record, FieldPath path) {
        StoredRecord at = record;
        for (FieldDefinition step : path.through()) {
            Object key = at.value(step);
            if (key == null) {
                return null;
            }
            at = find(at.model().target(step), new RecordKey(List.of(key)), Condition.always())
                    .orElseThrow();
        }
        return at.value(path.field());
    }

    private static Boolean compare(Object value, Lookup lookup, List<Object> values) {
        if (lookup == Lookup.ISNULL) {
            return (value == null) == (Boolean) values.getFirst();
        }
        if (value == null) {
            return null;
        }
        if (value instanceof List<?> keys) {
            return values.stream().anyMatch(keys::contains);
        }
        return switch (lookup) {
            case EXACT -> value.equals(values.getFirst());
            case NE -> !value.equals(values.getFirst());
            case IN -> values.contains(value);
            case GT -> compare(value, values.getFirst()) > 0;
            case GTE -> compare(value, values.getFirst()) >= 0;
            case LT -> compare(value, values.getFirst()) < 0;
            case LTE -> compare(value, values.getFirst()) <= 0;
            case RANGE, YEAR -> compare(value, values.get(0)) >= 0 && compare(value, values.get(1)) <= 0;
            case CONTAINS, ICONTAINS ->
                value.toString().contains(values.getFirst().toString());
            case STARTSWITH, ISTARTSWITH ->
                value.toString().startsWith(values.getFirst().toString());
            case ENDSWITH, IENDSWITH ->
                value.toString().endsWith(values.getFirst().toString());
            case IEXACT -> value.toString().equalsIgnoreCase(values.getFirst().toString());
            case MONTH, DAY -> {
                int from = lookup == Lookup.MONTH ? 5 : 8;
                Object day = values.size() == 1
                        ? value
                        : ZoneOffsets.of((ZoneId) values.get(1)).day((Instant) value);
                yield day.toString().substring(from, from + 2).equals("%02d".formatted(values.getFirst()));
            }
            case ISNULL -> throw new IllegalStateException();
        };
    }
}
