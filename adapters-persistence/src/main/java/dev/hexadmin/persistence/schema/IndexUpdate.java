package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.database.SchemaSyntax;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The indexes of one update: those that models need, and those that they need no longer. */
final class IndexUpdate {
    private final StoredSchema schema;
    private final Ddl ddl;
    private final SchemaSyntax syntax;
    private final List<String> reasons;
    private final List<Planned> first = new ArrayList<>();
    private final List<Planned> planned = new ArrayList<>();
    private final List<Planned> last = new ArrayList<>();
    private final List<Ddl.Index> later = new ArrayList<>();
    private final List<Planned> obsolete = new ArrayList<>();

    /**
     * @param reasons gets what stands against an index
     */
    IndexUpdate(StoredSchema schema, Ddl ddl, SchemaSyntax syntax, List<String> reasons) {
        this.schema = schema;
        this.ddl = ddl;
        this.syntax = syntax;
        this.reasons = reasons;
    }

    /** The statements that come before all others of the transaction. */
    List<Planned> first() {
        return first;
    }

    /** The statements of the transaction when all tables are there. */
    List<Planned> planned() {
        return planned;
    }

    /** What comes after the transaction: each index, which takes long to build, in a transaction of its own. */
    List<Ddl.Index> later() {
        return later;
    }

    /** The statements of {@link #later}. */
    List<Planned> last() {
        return last;
    }

    /** What comes at the very end: foreign keys may use an index until another one is there. */
    List<Planned> obsolete() {
        return obsolete;
    }

    /** Creates what a model needs; {@code table} is empty for one that is made now. */
    void add(Model model, Optional<ExistingTable> table) throws SQLException {
        for (Ddl.Index index : needed(model, table)) {
            add(index, table.filter(one -> !one.empty()), model);
        }
    }

    /** Creates one index in a table that has its present name. */
    void add(Ddl.Index index) throws SQLException {
        planned.addAll(missing(index, Map.of()));
    }

    /** The indexes of a model; with one for its key, where the table has another one. */
    private List<Ddl.Index> needed(Model model, Optional<ExistingTable> table) throws SQLException {
        List<Ddl.Index> indexes = new ArrayList<>(ddl.indexes(model));
        if (table.isPresent()) {
            Set<String> key =
                    new HashSet<>(table.get().formerNames(ddl.key(model).columns()));
            Set<String> primary = schema.primaryKey(table.get().name());
            List<Set<String>> unique = new ArrayList<>(List.of(primary));
            schema.indexes(table.get().name()).forEach((name, index) -> {
                if (index.unique() && index.usable() && !Ddl.isOwnUnique(name)) {
                    unique.add(new HashSet<>(index.columns()));
                }
            });
            if (!primary.isEmpty() && !unique.contains(key)) {
                indexes.add(ddl.key(model));
            }
        }
        return indexes;
    }

    /**
     * @param filled the table of the model, if it has rows
     */
    private void add(Ddl.Index index, Optional<ExistingTable> filled, Model model) throws SQLException {
        List<Planned> statements =
                missing(index, filled.map(ExistingTable::formerNames).orElse(Map.of()));
        if (statements.isEmpty()) {
            return;
        }
        if (index.unique() && filled.isPresent()) {
            refuseEqualRecords(model, filled.get(), index);
        }
        if (filled.isEmpty()) {
            planned.addAll(statements);
        } else if (!index.unique()) {
            last.addAll(statements);
            later.add(index);
        } else if (!filled.get().isRenamed(model) && index.columns().stream().allMatch(filled.get()::keeps)) {
            first.addAll(statements); // before a lock that keeps readers waiting, and before anything else is changed
        } else {
            planned.addAll(statements);
        }
    }

    private void refuseEqualRecords(Model model, ExistingTable table, Ddl.Index index) throws SQLException {
        List<String> equal = List.of();
        if (index.columns().stream().allMatch(table::keeps)) {
            equal = schema.row(ddl.equal(
                    table.name(),
                    index.columns().stream().map(table::formerName).toList()));
        } else if (index.columns().size() == 1
                && !table.columns().containsKey(syntax.folded(index.columns().getFirst()))) {
            List<String> initial = model.storedFields().stream()
                    .filter(field -> field.column().equals(index.columns().getFirst()))
                    .flatMap(field -> ddl.initial(model, field).stream())
                    .toList();
            equal = initial.isEmpty()
                    ? List.of()
                    : schema.texts(ddl.two(table.name())).size() < 2 ? List.of() : initial;
        }
        if (!equal.isEmpty()) {
            boolean secret = model.storedFields().stream()
                    .anyMatch(field -> field.writeOnly() && index.columns().contains(field.column()));
            String values = secret
                    ? "one value"
                    : equal.stream()
                            .map(value -> "'" + ManagedSchema.shortened(value) + "'")
                            .collect(Collectors.joining(", "));
            reasons.add(index.subject() + " several records have " + values + ": give them different values first");
        }
    }

    /** Drops the unique indexes of fields that are unique no longer. */
    void dropObsolete(Model model, ExistingTable table) throws SQLException {
        Set<List<String>> unique = new HashSet<>();
        for (Ddl.Index index : needed(model, Optional.of(table))) {
            if (index.unique()) {
                unique.add(table.formerNames(index.columns()));
            }
        }
        schema.indexes(table.name()).forEach((name, index) -> {
            if (index.unique() && Ddl.isOwnUnique(name) && !unique.contains(index.columns())) {
                obsolete.add(new Planned(
                        ddl.dropIndex(name, model.table()),
                        "model '" + model.name() + "', unique " + String.join(", ", index.columns()) + ":"));
            }
        });
    }

    /** Drops the indexes of a column that are not unique, to be made again. */
    List<Planned> dropBeginnings(Model model, FieldDefinition field, ExistingTable table) throws SQLException {
        List<Planned> dropped = new ArrayList<>();
        Map<String, StoredSchema.Index> own = schema.indexes(table.name());
        for (Ddl.Index index : ddl.indexes(model)) {
            List<String> columns = table.formerNames(index.columns());
            if (index.unique()
                    || !index.columns().contains(field.column())
                    || !index.table().equals(model.table())) {
                continue;
            }
            own.entrySet().removeIf(one -> {
                boolean same =
                        !one.getValue().unique() && one.getValue().columns().equals(columns);
                if (same) {
                    dropped.add(new Planned(ddl.dropIndex(one.getKey(), model.table()), index.subject()));
                }
                return same;
            });
        }
        return dropped;
    }

    /**
     * The statements that make an index; none when the table has it. A name that another index has got by a rename of
     * tables or columns is left to it.
     */
    private List<Planned> missing(Ddl.Index index, Map<String, String> formerNames) throws SQLException {
        Map<String, StoredSchema.Index> own = schema.indexes(schema.formerName(index.table()));
        Map<String, String> presentNames = new LinkedHashMap<>();
        formerNames.forEach((present, former) -> presentNames.put(former, present));
        List<String> columns = index.columns().stream().map(syntax::folded).toList();
        List<Planned> statements = new ArrayList<>();
        for (int attempt = 1; ; attempt++) {
            String name = ddl.name(index, attempt);
            Optional<StoredSchema.Index> there = Optional.ofNullable(own.get(name));
            if (there.isEmpty() && schema.isTaken(name)) {
                continue;
            }
            if (there.isPresent()
                    && (there.get().unique() != index.unique()
                            || !there.get().columns().stream()
                                    .map(column -> presentNames.getOrDefault(column, column))
                                    .toList()
                                    .equals(columns))) {
                continue;
            }
            if (there.isEmpty() || !there.get().usable()) {
                if (there.isPresent()) {
                    statements.add(new Planned(ddl.dropIndex(name, index.table()), index.subject()));
                }
                statements.add(new Planned(ddl.create(index, name), index.subject()));
            }
            break;
        }
        index.replaces()
                .filter(own::containsKey)
                .ifPresent(name -> statements.add(new Planned(ddl.dropIndex(name, index.table()), index.subject())));
        return statements;
    }
}
