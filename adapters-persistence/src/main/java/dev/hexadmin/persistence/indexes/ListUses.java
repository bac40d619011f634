package dev.hexadmin.persistence.indexes;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.ListQuery;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.persistence.jdbc.Columns;
import dev.hexadmin.persistence.jdbc.Database;
import io.helidon.dbclient.DbExecute;
import io.helidon.dbclient.DbRow;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts by which fields lists were ordered and filtered: names of models and fields, never values. The counts of this
 * process are in memory until {@link #store} adds them to {@code admin_list_uses}, those of all servers; they are bounded by
 * the number of fields. Thread-safe.
 */
public final class ListUses {
    /** What is not asked for any more is forgotten. */
    private static final Duration KEPT = Duration.ofDays(90);

    /** The lookups for which a database can use an index of the field. */
    private static final Set<Lookup> INDEXED = EnumSet.of(
            Lookup.EXACT,
            Lookup.IN,
            Lookup.GT,
            Lookup.GTE,
            Lookup.LT,
            Lookup.LTE,
            Lookup.RANGE,
            Lookup.YEAR,
            Lookup.MONTH,
            Lookup.DAY);

    private final Database database;
    private final Map<Use, LongAdder> counts = new ConcurrentHashMap<>();

    public ListUses(Database database) {
        this.database = database;
    }

    /** What a list does with a field. */
    public enum Purpose {
        ORDER,
        FILTER;

        private String stored() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A field that lists were asked for by. */
    public record Use(String model, String field, Purpose purpose) {}

    /** How often any server was asked for it. */
    public record Count(Use use, long asked) {}

    /** Counts a list. */
    public void note(ListQuery query) {
        String model = query.shape().model().name();
        if (!query.ordering().isEmpty()) {
            ListQuery.Order first = query.ordering().getFirst();
            if (first.through().isEmpty()) {
                count(model, first.field(), Purpose.ORDER);
            }
        }
        filters(model, query.condition());
    }

    private void filters(String model, Condition condition) {
        if (condition instanceof Condition.All(List<Condition> parts)) {
            for (Condition part : parts) {
                filters(model, part);
            }
        } else if (condition instanceof Condition.Compare compare
                && compare.path().through().isEmpty()
                && INDEXED.contains(compare.lookup())) {
            count(model, compare.path().field(), Purpose.FILTER);
        }
    }

    private void count(String model, FieldDefinition field, Purpose purpose) {
        if (!field.primaryKey() && field.stored()) {
            counts.computeIfAbsent(new Use(model, field.name(), purpose), use -> new LongAdder())
                    .increment();
        }
    }

    /** Adds the counts of this process to those of all servers, and deletes what was not asked for in 90 days. */
    public void store(Instant now) {
        Object moment = database.parameter(now);
        counts.forEach((use, adder) -> {
            long asked = adder.sum();
            if (asked > 0) {
                database.write(scope -> database.execute(execute -> add(execute, use, asked, moment)));
                adder.add(-asked);
            }
        });
        database.write(scope -> database.execute(execute -> execute.delete(
                "DELETE FROM admin_list_uses WHERE last_asked < ?", database.parameter(now.minus(KEPT)))));
    }

    private static long add(DbExecute execute, Use use, long asked, Object moment) {
        long changed = execute.update(
                "UPDATE admin_list_uses SET asked = asked + ?, last_asked = ?"
                        + " WHERE model = ? AND field = ? AND purpose = ?",
                asked,
                moment,
                use.model(),
                use.field(),
                use.purpose().stored());
        return changed > 0
                ? changed
                : execute.insert(
                        "INSERT INTO admin_list_uses (model, field, purpose, asked, last_asked) VALUES (?, ?, ?, ?, ?)",
                        use.model(),
                        use.field(),
                        use.purpose().stored(),
                        asked,
                        moment);
    }

    /** What any server was asked for, the most frequent first, as far as it was stored. */
    public List<Count> stored() {
        return database.query(execute -> {
            try (Stream<DbRow> rows = execute.query(
                    "SELECT model, field, purpose, asked FROM admin_list_uses ORDER BY asked DESC, model, field")) {
                return rows.map(row -> new Count(
                                new Use(
                                        Columns.text(row, "model"),
                                        Columns.text(row, "field"),
                                        Purpose.valueOf(
                                                Columns.text(row, "purpose").toUpperCase(Locale.ROOT))),
                                Columns.whole(row, "asked")))
                        .toList();
            }
        });
    }
}
