package dev.hexadmin.application.history.internal;

import dev.hexadmin.application.access.AccessModels;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldPath;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.ListQuery.Order;
import dev.hexadmin.domain.records.ListQuery.Position;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.PlainSink;
import dev.hexadmin.domain.records.Shape;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The rows of {@code admin_audit_log}, newest first. Thread-safe. */
public final class AuditLog {
    static final String CREATE = "create";
    static final String UPDATE = "update";
    static final String DELETE = "delete";

    /** The number of ids that one statement scans when no index applies. */
    static final long IDS_PER_SCAN = 100_000;

    /** The time limit of a search over several scans. */
    static final Duration SEARCH_TIMEOUT = Duration.ofSeconds(1);

    /** Ids and times increase together, except for concurrent transactions. */
    private static final Duration DISORDER = Duration.ofMinutes(1);

    private final Records records;
    private final InstantSource clock;
    private final Model model;
    private final Shape shape;
    private final FieldDefinition id;
    private final FieldDefinition at;

    public AuditLog(ModelRegistry models, Records records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
        this.model = models.model(AccessModels.AUDIT_LOG).orElseThrow();
        this.shape = Shape.full(model);
        this.id = model.fieldNamed("id");
        this.at = model.fieldNamed("at");
    }

    Model model() {
        return model;
    }

    /**
     * A row by field.
     *
     * @param values values that are not null, as a {@link PlainSink} receives them
     */
    record Row(Map<String, Object> values) {
        long id() {
            return (Long) values.getOrDefault("id", 0L);
        }

        String text(String field) {
            return values.getOrDefault(field, "").toString();
        }

        Instant at() {
            return Instant.parse(text("at"));
        }

        OptionalLong user() {
            return values.get("user_id") instanceof Long number ? OptionalLong.of(number) : OptionalLong.empty();
        }
    }

    /**
     * Some rows.
     *
     * @param next the start of older rows; empty at the end
     */
    record Rows(List<Row> rows, OptionalLong next) {}

    Condition compare(String field, Lookup lookup, Object... values) {
        return new Condition.Compare(FieldPath.of(model, model.fieldNamed(field)), lookup, List.of(values));
    }

    Optional<Row> find(Condition condition, long wanted) {
        return list(condition.and(compare("id", Lookup.EXACT, wanted)), id, true, 1).rows().stream()
                .findFirst();
    }

    /** Reads rows by an index on the condition, in the order of ids. */
    Rows newest(Condition condition, OptionalLong before, int limit) {
        return list(before(condition, before), id, true, limit);
    }

    /** Scans one range of ids after the other until the time limit. */
    Rows search(Condition condition, Optional<Instant> from, Optional<Instant> to, OptionalLong before, int limit) {
        Condition wanted = condition;
        if (from.isPresent()) {
            wanted = wanted.and(compare("at", Lookup.GTE, from.get()));
        }
        if (to.isPresent()) {
            wanted = wanted.and(compare("at", Lookup.LT, to.get()));
        }
        OptionalLong top = edge(before(Condition.always(), before), id, true);
        if (to.isPresent()) {
            OptionalLong last = edge(compare("at", Lookup.LT, to.get().plus(DISORDER)), at, true);
            top = top.isEmpty() || last.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Math.min(top.getAsLong(), last.getAsLong()));
        }
        OptionalLong bottom = from.isPresent()
                ? edge(compare("at", Lookup.GTE, from.get().minus(DISORDER)), at, false)
                : edge(Condition.always(), id, false);
        if (top.isEmpty() || bottom.isEmpty()) {
            return new Rows(List.of(), OptionalLong.empty());
        }
        Instant end = clock.instant().plus(SEARCH_TIMEOUT);
        List<Row> found = new ArrayList<>();
        long high = top.getAsLong();
        long low = high + 1;
        while (high >= bottom.getAsLong()) {
            low = Math.max(bottom.getAsLong(), high - IDS_PER_SCAN + 1);
            Rows some = list(wanted.and(compare("id", Lookup.RANGE, low, high)), id, true, limit - found.size());
            found.addAll(some.rows());
            if (some.next().isPresent()) {
                return new Rows(found, some.next());
            }
            high = low - 1;
            if (high >= bottom.getAsLong()
                    && (found.size() == limit || clock.instant().isAfter(end))) {
                return new Rows(found, OptionalLong.of(low));
            }
        }
        return new Rows(found, OptionalLong.empty());
    }

    private Condition before(Condition condition, OptionalLong before) {
        return before.isEmpty() ? condition : condition.and(compare("id", Lookup.LT, before.getAsLong()));
    }

    /** The id of the first row in an order. */
    private OptionalLong edge(Condition condition, FieldDefinition by, boolean descending) {
        return list(condition, by, descending, 1).rows().stream()
                .mapToLong(Row::id)
                .findFirst();
    }

    private Rows list(Condition condition, FieldDefinition by, boolean descending, int limit) {
        List<Order> ordering = new ArrayList<>(List.of(new Order(by, descending)));
        if (!by.equals(id)) {
            ordering.add(new Order(id, descending));
        }
        Collecting sink = new Collecting(shape);
        Records.Slice slice = records.list(
                new ListQuery(shape, condition, ordering, new Position.Page(1), limit, ListQuery.CountMode.NONE), sink);
        return new Rows(
                sink.rows, slice.hasNext() ? OptionalLong.of(sink.rows.getLast().id()) : OptionalLong.empty());
    }

    private static final class Collecting implements PlainSink {
        private final Shape shape;
        private final List<Row> rows = new ArrayList<>();
        private @Nullable Map<String, Object> values;

        Collecting(Shape shape) {
            this.shape = shape;
        }

        @Override
        public void begin() {
            values = new HashMap<>();
            rows.add(new Row(values));
        }

        @Override
        public void take(int field, Object value) {
            if (values != null) {
                values.put(shape.fields().get(field).name(), value);
            }
        }
    }

    /** Whether the actor may view a column of the log. */
    boolean visible(Actor actor, String field) {
        return actor.rights().allows(Action.VIEW, model(), model().fieldNamed(field));
    }
}
