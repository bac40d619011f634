package dev.hexadmin.persistence.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.persistence.database.TableInspections;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.dialect.TableIndexes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A model's table: its columns, and the texts of statements on it, each built once. Thread-safe. */
final class Table {
    private static final int PLANS = 512;

    private final Model model;
    private final TableFacts facts;
    private final TableIndexes indexes;
    private final String name;
    private final Column[] columns;
    private final Column[] key;
    private final Map<String, Column> byField = new HashMap<>();
    private final Map<Identity, SelectPlan> plans = new ConcurrentHashMap<>();
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final String selected;
    private final String returning;
    private final String byKey;
    private final String byOwnKey;
    private final Dialect dialect;

    Table(Model model, TableInspections.Inspection inspected, Dialect dialect) {
        this.model = model;
        this.facts = inspected.facts();
        this.indexes = inspected.indexes();
        this.dialect = dialect;
        this.name = dialect.table(model.table());
        List<FieldDefinition> stored = model.storedFields();
        this.columns = new Column[stored.size()];
        for (int i = 0; i < columns.length; i++) {
            FieldDefinition field = stored.get(i);
            TableFacts.Column found = Objects.requireNonNull(facts.columns().get(field.name()));
            columns[i] = new Column(field, i, dialect.quote(field.column()), found.codec(), found.nullable());
            byField.put(field.name(), columns[i]);
        }
        this.key = model.key().stream()
                .map(field -> column(field)
                        .with(java.util.Objects.requireNonNull(facts.columns().get(field.name()))
                                .own()))
                .toArray(Column[]::new);
        StringBuilder all = new StringBuilder();
        for (Column column : columns) {
            all.append(all.isEmpty() ? "" : ", ").append(column.codec().selected(column.of("t0")));
        }
        this.selected = all.toString();
        StringBuilder back = new StringBuilder(" RETURNING ");
        for (Column column : columns) {
            back.append(column.index() == 0 ? "" : ", ").append(column.codec().selected(column.name()));
        }
        this.returning = back.toString();
        StringBuilder where = new StringBuilder();
        for (Column part : key) {
            where.append(where.isEmpty() ? "" : " AND ")
                    .append(part.codec().compared(part.of("t0")))
                    .append(" = ?");
        }
        this.byKey = where.toString();
        this.byOwnKey = Arrays.stream(key)
                .map(part -> part.codec().compared(part.name()) + " = ?")
                .collect(Collectors.joining(" AND "));
    }

    Model model() {
        return model;
    }

    TableFacts facts() {
        return facts;
    }

    TableIndexes indexes() {
        return indexes;
    }

    /** Quoted. */
    String name() {
        return name;
    }

    /** The stored fields' columns, in the model's order. */
    Column[] columns() {
        return columns;
    }

    /** The primary key's columns, in order. */
    Column[] key() {
        return key;
    }

    Column column(FieldDefinition field) {
        @Nullable Column column = byField.get(field.name());
        if (column == null) {
            throw new IllegalArgumentException(
                    "field '" + field.name() + "' of '" + model.name() + "' is not stored in its table");
        }
        return column;
    }

    /** The field stored in a column. The case of the column's name is ignored. */
    Optional<FieldDefinition> fieldOf(String column) {
        return model.storedFields().stream()
                .filter(field -> field.column().equals(column))
                .findFirst()
                .or(() -> model.storedFields().stream()
                        .filter(field -> field.column().equalsIgnoreCase(column))
                        .findFirst());
    }

    /** Every column of the row {@code t0}, as selected. */
    String selected() {
        return selected;
    }

    /** That the row {@code t0} has the key given by parameters. */
    String byKey() {
        return byKey;
    }

    /** The same in a statement on this table alone, without a name for its rows. */
    String byOwnKey() {
        return byOwnKey;
    }

    /** Every column as a writing statement returns it. */
    String returning() {
        return returning;
    }

    /** The cached text with a name, built at the first call. */
    String text(String called, java.util.function.Supplier<String> made) {
        @Nullable String text = texts.get(called);
        if (text == null) {
            text = made.get();
            texts.put(called, text);
        }
        return text;
    }

    /** How a shape is read. */
    SelectPlan plan(Shape shape) {
        Identity identity = new Identity(shape);
        @Nullable SelectPlan plan = plans.get(identity);
        if (plan == null) {
            if (plans.size() >= PLANS) {
                plans.clear(); // a caller creates new shapes each time: slower, but the memory stays bounded
            }
            plan = new SelectPlan(this, shape);
            plans.put(identity, plan);
        }
        return plan;
    }

    /** The links of a many-to-many field of this model. */
    Link link(FieldDefinition field) {
        Reference.JoinTable join = field.target()
                .through()
                .orElseThrow(() -> new IllegalArgumentException("field '" + field.name() + "' has no join table"));
        return new Link(
                field,
                dialect.table(join.table()),
                dialect.quote(join.sourceColumn()),
                dialect.quote(join.targetColumn()),
                facts.links().getOrDefault(field.name(), TableFacts.LinkCollations.SAME));
    }

    /**
     * A join table.
     *
     * @param table quoted
     * @param source quoted column of the record that has the field
     * @param target quoted column of what it points to
     */
    record Link(
            FieldDefinition field, String table, String source, String target, TableFacts.LinkCollations collations) {
        /** The source column as it is compared with keys. */
        String comparedSource() {
            return source + collations.source();
        }

        /** The target column as it is compared with keys. */
        String comparedTarget() {
            return target + collations.target();
        }
    }

    /** A key that compares shapes by identity, since comparing their contents costs more than the cache saves. */
    private record Identity(Shape shape) {
        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(@Nullable Object other) {
            return other instanceof Identity(Shape theirs) && theirs == shape;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(shape);
        }
    }
}
