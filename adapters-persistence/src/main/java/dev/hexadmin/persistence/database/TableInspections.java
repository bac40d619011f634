package dev.hexadmin.persistence.database;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.dialect.TableIndexes;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The tables of models, each inspected at its first use and then every five minutes: an administrator of the database may
 * have created an index. Thread-safe.
 *
 * @param <T> what is made of an inspection
 */
public final class TableInspections<T> {
    private static final long KEPT = Duration.ofMinutes(5).toNanos();

    private final DatabaseKind kind;
    private final BiFunction<Model, Inspection, T> made;
    private final LongSupplier nanos;
    private final Map<Model, Known<T>> known = new ConcurrentHashMap<>();

    /** @param made by model and inspection */
    public TableInspections(DatabaseKind kind, BiFunction<Model, Inspection, T> made) {
        this(kind, made, System::nanoTime);
    }

    TableInspections(DatabaseKind kind, BiFunction<Model, Inspection, T> made, LongSupplier nanos) {
        this.kind = kind;
        this.made = made;
        this.nanos = nanos;
    }

    /** What the database says about a table. */
    public record Inspection(TableFacts facts, TableIndexes indexes) {}

    private record Known<T>(T value, AtomicLong inspectedAt) {}

    /** What was made of the last inspection. One thread inspects again; others meanwhile get the one before. */
    public T of(Session session, Model model) throws SQLException {
        long now = nanos.getAsLong();
        @Nullable Known<T> last = known.get(model);
        if (last != null) {
            long at = last.inspectedAt().get();
            if (now - at < KEPT || !last.inspectedAt().compareAndSet(at, now)) {
                return last.value();
            }
        }
        T value = made.apply(model, new Inspection(kind.dialect().inspect(session, model), indexes(session, model)));
        known.put(model, new Known<>(value, new AtomicLong(now)));
        return value;
    }

    /** The table is inspected again at its next use. */
    public void forget(Model model) {
        known.remove(model);
    }

    private TableIndexes indexes(Session session, Model model) throws SQLException {
        SchemaSyntax syntax = kind.schema();
        Set<String> ordered = new HashSet<>();
        Set<String> prefixes = new HashSet<>();
        Set<String> unique = new HashSet<>();
        session.forEach(
                syntax.leadingColumnsQuery(),
                row -> {
                    String column = syntax.folded(row.getString(1));
                    for (FieldDefinition field : model.storedFields()) {
                        if (syntax.folded(field.column()).equals(column)) {
                            ordered.add(field.name());
                            if (row.getBoolean(2)) {
                                prefixes.add(field.name());
                            }
                            if (row.getBoolean(3)) {
                                unique.add(field.name());
                            }
                        }
                    }
                },
                syntax.tableParameter(model.table()));
        return new TableIndexes(ordered, prefixes, unique);
    }
}
