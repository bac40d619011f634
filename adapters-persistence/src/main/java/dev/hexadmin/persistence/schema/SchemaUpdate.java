package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.database.ColumnConversion;
import dev.hexadmin.persistence.database.ColumnConversions;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.settings.SchemaMismatchException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One pass over the models inside the transaction. It reads nothing that its statements have changed. */
final class SchemaUpdate {
    private static final System.Logger LOG = System.getLogger(ManagedSchema.class.getName());

    private static final String FILES = "admin_files";

    /** The tables whose rows belong to a model by its name, and go with it when its table is renamed. */
    private static final List<String> NAMING_MODELS =
            List.of("admin_comments", "admin_saved_views", "admin_default_views", FILES);

    private final Session session;
    private final Ddl ddl;
    private final SchemaSyntax syntax;
    private final List<String> reasons = new ArrayList<>();
    private final List<Planned> first = new ArrayList<>();
    private final List<Planned> planned = new ArrayList<>();
    private final List<Planned> last = new ArrayList<>();
    private final List<Ddl.Index> later = new ArrayList<>();
    private final List<Renames.Rename> renames = new ArrayList<>();
    private final Map<String, String> storedTables = new LinkedHashMap<>();
    private final Map<String, Map<String, ExistingIndex>> indexes = new LinkedHashMap<>();
    private final Map<String, Map<String, StoredColumn>> storedColumns = new HashMap<>();
    private final List<Planned> obsolete = new ArrayList<>();
    private final Set<String> tables = new HashSet<>();
    private final List<RequiredColumns.Column> required = new ArrayList<>();
    private Set<RequiredColumns.Column> formerlyRequired = Set.of();

    SchemaUpdate(Session session, Ddl ddl, SchemaSyntax syntax) {
        this.session = session;
        this.ddl = ddl;
        this.syntax = syntax;
    }

    /**
     * A statement.
     *
     * @param subject what it is for
     * @param slow whether it rewrites a table
     */
    record Planned(String sql, String subject, boolean slow) {
        Planned(String sql, String subject) {
            this(sql, subject, false);
        }
    }

    /** The statements of one transaction. */
    List<Planned> planned() {
        return Stream.concat(first.stream(), planned.stream()).toList();
    }

    /** What comes after the transaction: each index, which takes long to build, in a transaction of its own. */
    List<Ddl.Index> later() {
        return later;
    }

    /** What comes at the very end: foreign keys may use an index until another one is there. */
    List<Planned> obsolete() {
        return obsolete;
    }

    /** All statements in their order. */
    List<String> statements() {
        return Stream.of(planned(), last, obsolete)
                .flatMap(List::stream)
                .map(Planned::sql)
                .toList();
    }

    /** Stores which columns the models require now. */
    void keepRequired() throws SQLException {
        RequiredColumns.keep(session, tables, required);
    }

    /** The renames among the statements. */
    List<Renames.Rename> renames() {
        return renames;
    }

    private void plan(String sql, String subject) {
        planned.add(new Planned(sql, subject));
    }

    /**
     * A table that exists.
     *
     * @param name before it is renamed
     * @param columns types by the names that the columns have once they are renamed
     * @param required the columns that cannot be null, under the same names
     * @param needed those of them that have no default
     * @param formerNames the names that columns have before, by those that they get
     * @param changed the columns that get another type
     */
    private record ExistingTable(
            String name,
            Map<String, String> columns,
            Set<String> required,
            List<String> needed,
            boolean empty,
            Map<String, String> formerNames,
            Set<String> changed) {
        boolean isRenamed(Model model) {
            return !name.equals(model.table()) || !formerNames.isEmpty();
        }
    }

    private record ExistingIndex(List<String> columns, boolean usable, boolean unique) {}

    /**
     * Creates and renames what the models need.
     *
     * @param dropping whether columns that belong to no field are dropped afterwards, so that none of them matters
     */
    void run(List<Model> models, boolean dropping) throws SQLException {
        List<Model> made = new ArrayList<>();
        Map<Model, ExistingTable> existing = new LinkedHashMap<>();
        for (Model model : models) {
            Optional<ExistingTable> found = existingTable(model);
            if (found.isPresent()) {
                existing.put(model, found.get());
                storedTables.put(model.table(), found.get().name());
            } else {
                made.add(model);
            }
        }
        // a plan for a database of an earlier version has neither
        List<Renames.Rename> earlier = columns(Renames.TABLE).isEmpty() ? List.of() : Renames.read(session);
        formerlyRequired = columns(RequiredColumns.TABLE).isEmpty() ? Set.of() : RequiredColumns.read(session);
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            rename(table.getKey(), table.getValue());
        }
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            if (!dropping) {
                refuseLeftOver(table.getKey(), table.getValue());
                refuseFormerColumns(table.getKey(), table.getValue(), earlier);
            }
        }
        for (Model model : made) {
            refuseFormerTable(model, models, earlier);
            plan(ddl.table(model), "model '" + model.name() + "':");
        }
        // foreign keys of both are added when all tables exist
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            add(table.getKey(), table.getValue());
            allowLateChecks(table.getKey(), table.getValue());
        }
        check();
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            references(table.getKey(), table.getValue(), existing);
        }
        for (Model model : made) {
            for (String statement : ddl.foreignKeys(model)) {
                plan(statement, "model '" + model.name() + "':");
            }
        }
        for (Model model : models) {
            joinTables(model);
            Optional<ExistingTable> table = Optional.ofNullable(existing.get(model));
            for (Ddl.Index index : indexes(model, table)) {
                index(index, table.filter(one -> !one.empty()), model);
            }
        }
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            dropObsolete(table.getKey(), table.getValue());
        }
        for (Model model : models) {
            remember(model);
        }
        check();
    }

    /** Creates one index in a table that has its present name. */
    void run(Ddl.Index index) throws SQLException {
        planned.addAll(missing(index, Map.of()));
    }

    /** The indexes of a model; with one for its key, where the table has another one. */
    private List<Ddl.Index> indexes(Model model, Optional<ExistingTable> table) throws SQLException {
        List<Ddl.Index> indexes = new ArrayList<>(ddl.indexes(model));
        if (table.isPresent()) {
            Set<String> key = new HashSet<>(former(table.get(), ddl.key(model).columns()));
            Set<String> primary = texts(
                            syntax.keyColumnsQuery(),
                            syntax.tableParameter(table.get().name()))
                    .stream()
                    .map(syntax::folded)
                    .collect(Collectors.toSet());
            List<Set<String>> unique = new ArrayList<>(List.of(primary));
            indexes(table.get().name()).forEach((name, index) -> {
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

    private List<String> former(ExistingTable table, List<String> columns) {
        return columns.stream()
                .map(column -> formerName(table, column))
                .map(syntax::folded)
                .toList();
    }

    /**
     * @param filled the table of the model, if it has rows
     */
    private void index(Ddl.Index index, Optional<ExistingTable> filled, Model model) throws SQLException {
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
        } else if (!filled.get().isRenamed(model)
                && index.columns().stream().allMatch(column -> stored(filled.get(), column))) {
            first.addAll(statements); // before a lock that keeps readers waiting, and before anything else is changed
        } else {
            planned.addAll(statements);
        }
    }

    private void refuseEqualRecords(Model model, ExistingTable table, Ddl.Index index) throws SQLException {
        List<String> equal = List.of();
        if (index.columns().stream().allMatch(column -> stored(table, column))) {
            equal = row(ddl.equal(
                    table.name(),
                    index.columns().stream()
                            .map(column -> formerName(table, column))
                            .toList()));
        } else if (index.columns().size() == 1
                && !table.columns().containsKey(syntax.folded(index.columns().getFirst()))) {
            List<String> initial = model.storedFields().stream()
                    .filter(field -> field.column().equals(index.columns().getFirst()))
                    .flatMap(field -> ddl.initial(model, field).stream())
                    .toList();
            equal = initial.isEmpty() ? List.of() : texts(ddl.two(table.name())).size() < 2 ? List.of() : initial;
        }
        if (!equal.isEmpty()) {
            boolean secret = model.storedFields().stream()
                    .anyMatch(field -> field.writeOnly() && index.columns().contains(field.column()));
            String values = secret
                    ? "one value"
                    : equal.stream().map(value -> "'" + shortened(value) + "'").collect(Collectors.joining(", "));
            reasons.add(index.subject() + " several records have " + values + ": give them different values first");
        }
    }

    /** Drops the unique indexes of fields that are unique no longer. */
    private void dropObsolete(Model model, ExistingTable table) throws SQLException {
        Set<List<String>> unique = new HashSet<>();
        for (Ddl.Index index : indexes(model, Optional.of(table))) {
            if (index.unique()) {
                unique.add(former(table, index.columns()));
            }
        }
        indexes(table.name()).forEach((name, index) -> {
            if (index.unique() && Ddl.isOwnUnique(name) && !unique.contains(index.columns())) {
                obsolete.add(new Planned(
                        ddl.dropIndex(name, model.table()),
                        "model '" + model.name() + "', unique " + String.join(", ", index.columns()) + ":"));
            }
        });
    }

    private void remember(Model model) {
        tables.add(syntax.folded(model.table()));
        if (storedTables.containsKey(model.table())) {
            tables.add(syntax.folded(storedTables.get(model.table())));
        }
        for (FieldDefinition field : model.storedFields()) {
            if (!field.nullable() && !field.primaryKey()) {
                required.add(new RequiredColumns.Column(syntax.folded(model.table()), syntax.folded(field.column())));
            }
        }
    }

    private boolean stored(ExistingTable table, String column) {
        return table.columns().containsKey(syntax.folded(column))
                && !table.changed().contains(syntax.folded(column));
    }

    /**
     * The statements that make an index; none when the table has it. A name that another index has got by a rename of
     * tables or columns is left to it.
     */
    private List<Planned> missing(Ddl.Index index, Map<String, String> formerNames) throws SQLException {
        Map<String, ExistingIndex> own = indexes(storedTables.getOrDefault(index.table(), index.table()));
        Map<String, String> presentNames = new LinkedHashMap<>();
        formerNames.forEach((present, former) -> presentNames.put(former, present));
        List<String> columns = index.columns().stream().map(syntax::folded).toList();
        List<Planned> statements = new ArrayList<>();
        for (int attempt = 1; ; attempt++) {
            String name = ddl.name(index, attempt);
            @Nullable ExistingIndex there = own.get(name);
            if (there == null && isTaken(name)) {
                continue;
            }
            if (there != null
                    && (there.unique() != index.unique()
                            || !there.columns().stream()
                                    .map(column -> presentNames.getOrDefault(column, column))
                                    .toList()
                                    .equals(columns))) {
                continue;
            }
            if (there == null || !there.usable()) {
                if (there != null) {
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

    private Map<String, ExistingIndex> indexes(String table) throws SQLException {
        @Nullable Map<String, ExistingIndex> known = indexes.get(table);
        if (known != null) {
            return known;
        }
        Map<String, ExistingIndex> found = new LinkedHashMap<>();
        session.forEach(
                syntax.indexesQuery(),
                row -> {
                    boolean usable = row.getBoolean(3);
                    boolean unique = row.getBoolean(4);
                    found.computeIfAbsent(
                                    row.getString(1), name -> new ExistingIndex(new ArrayList<>(), usable, unique))
                            .columns()
                            .add(syntax.folded(String.valueOf(row.getString(2))));
                },
                syntax.tableParameter(table));
        indexes.put(table, found);
        return found;
    }

    private boolean isTaken(String index) throws SQLException {
        return syntax.indexQuery().isPresent()
                && !texts(syntax.indexQuery().get(), syntax.tableParameter(index))
                        .isEmpty();
    }

    /** Adds foreign keys to columns that have become references, and refuses those that lead to another table. */
    private void references(Model model, ExistingTable table, Map<Model, ExistingTable> existing) throws SQLException {
        for (FieldDefinition field : model.storedFields()) {
            @Nullable String type = table.columns().get(syntax.folded(field.column()));
            if (type == null || !ddl.hasForeignKey(model, field)) {
                continue;
            }
            Model target = model.target(field);
            String column = formerName(table, field.column());
            boolean leads = leads(model, field, table.name(), column, target);
            if (!leads && !syntax.foreignKeysInTable() && ddl.isOfType(model, field, type)) {
                FieldDefinition key = target.key().getFirst();
                Optional<ExistingTable> to = Optional.ofNullable(existing.get(target));
                String orphans = ddl.orphans(
                        table.name(),
                        column,
                        to.map(ExistingTable::name),
                        to.map(found -> formerName(found, key.column())).orElse(key.column()));
                if (texts(orphans).isEmpty()) {
                    plan(
                            ddl.addForeignKey(model, field),
                            ManagedSchema.at(model, field).strip());
                } else {
                    reasons.add(ManagedSchema.at(model, field) + "the column '" + field.column()
                            + "' has values that are no key of '" + target.table()
                            + "': correct them before the field becomes a reference");
                }
            }
        }
    }

    /** Whether a foreign key of the column leads to the target; false without one, and refused when it leads elsewhere. */
    private boolean leads(Model model, FieldDefinition field, String table, String column, Model target)
            throws SQLException {
        List<String> others = new ArrayList<>();
        boolean[] leads = new boolean[1];
        String stored = storedTables.getOrDefault(target.table(), target.table());
        session.forEach(
                syntax.foreignKeysQuery(),
                row -> {
                    if (syntax.folded(row.getString(1)).equals(syntax.folded(column))) {
                        leads[0] |= row.getBoolean(2);
                        others.add(row.getString(3));
                    }
                },
                syntax.tableParameter(stored),
                syntax.tableParameter(table));
        if (!leads[0] && !others.isEmpty()) {
            reasons.add(ManagedSchema.at(model, field) + "the column '" + column + "' of the table '" + table
                    + "' refers to the table '" + others.getFirst() + "', which 'to: " + target.name()
                    + "' cannot change: add a field with another name for the new reference");
        }
        return leads[0] || !others.isEmpty();
    }

    private String formerName(ExistingTable table, String column) {
        return table.formerNames().getOrDefault(syntax.folded(column), column);
    }

    /** Throws for a table that newer models have renamed: a new one would divide the records among two. */
    private void refuseFormerTable(Model model, List<Model> models, List<Renames.Rename> earlier) throws SQLException {
        for (Renames.Rename rename : earlier) {
            if (rename.column().isEmpty()
                    && syntax.folded(rename.table()).equals(syntax.folded(model.table()))
                    && models.stream()
                            .noneMatch(other -> syntax.folded(other.table()).equals(syntax.folded(rename.present())))
                    && !columns(rename.present()).isEmpty()) {
                reasons.add("model '" + model.name() + "': newer models have renamed the table '" + model.table()
                        + "' to '" + rename.present() + "': start with those, or say 'renamed_from: "
                        + rename.present() + "' to rename it back");
            }
        }
        model.definition()
                .storage()
                .renamedFrom()
                .ifPresent(name -> LOG.log(
                        System.Logger.Level.WARNING,
                        "model {0}: there is no table {1} to be renamed; the table {2} is created",
                        model.name(),
                        name,
                        model.table()));
        if (!syntax.folded(model.name()).equals(syntax.folded(model.table()))
                && models.stream()
                        .noneMatch(other -> syntax.folded(other.table()).equals(syntax.folded(model.name())))
                && !columns(model.name()).isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "model {0}: the table {1} is created, and the table {0} belongs to no model; ''renamed_from: {0}''"
                            + " would rename it instead",
                    model.name(),
                    model.table());
        }
    }

    /** Throws for a column that newer models have renamed. */
    private void refuseFormerColumns(Model model, ExistingTable table, List<Renames.Rename> earlier) {
        for (FieldDefinition field : model.storedFields()) {
            String now = syntax.folded(field.column());
            if (table.columns().containsKey(now)) {
                continue;
            }
            for (Renames.Rename rename : earlier) {
                String present = syntax.folded(rename.present());
                if (syntax.folded(rename.table()).equals(syntax.folded(table.name()))
                        && syntax.folded(rename.column()).equals(now)
                        && table.columns().containsKey(present)
                        && model.storedFields().stream()
                                .noneMatch(
                                        other -> syntax.folded(other.column()).equals(present))) {
                    reasons.add(ManagedSchema.at(model, field) + "newer models have renamed the column '"
                            + field.column() + "' to '" + rename.present()
                            + "': start with those, say 'renamed_from: " + rename.present()
                            + "' to rename it back, or drop it with 'hexadmin migrate --drop'");
                }
            }
        }
    }

    /** Drops the columns that belong to no field, with their indexes; reads the tables before they are renamed. */
    void drop(List<Model> models) throws SQLException {
        for (Model model : models) {
            Optional<ExistingTable> found = existingTable(model);
            if (found.isEmpty()) {
                continue;
            }
            String subject = "model '" + model.name() + "':";
            for (String column : superfluous(model, found.get())) {
                if (syntax.foreignKeysOfColumnQuery().isPresent()) {
                    String query = syntax.foreignKeysOfColumnQuery().get();
                    for (String key :
                            texts(query, syntax.tableParameter(found.get().name()), column)) {
                        plan(ddl.dropForeignKey(model.table(), key), subject);
                    }
                }
                if (syntax.indexesOfColumnQuery().isPresent()) {
                    String query = syntax.indexesOfColumnQuery().get();
                    for (String index :
                            texts(query, syntax.tableParameter(found.get().name()), column)) {
                        plan(ddl.dropIndex(index, model.table()), subject);
                    }
                }
                plan(ddl.dropColumn(model.table(), column), subject);
            }
        }
    }

    private List<String> superfluous(Model model, ExistingTable table) {
        List<String> columns = new ArrayList<>(table.columns().keySet());
        for (FieldDefinition field : model.storedFields()) {
            columns.remove(syntax.folded(field.column()));
            Optional<String> before = field.storage().renamedFrom().map(syntax::folded);
            if (before.isPresent() && !table.columns().containsKey(syntax.folded(field.column()))) {
                columns.remove(before.get()); // it is renamed first
            }
        }
        return columns;
    }

    private void check() {
        if (!reasons.isEmpty()) {
            throw new SchemaMismatchException(reasons);
        }
    }

    private Optional<ExistingTable> existingTable(Model model) throws SQLException {
        Optional<String> before = model.definition().storage().renamedFrom();
        for (String name :
                Stream.concat(Stream.of(model.table()), before.stream()).toList()) {
            Map<String, String> columns = columns(name);
            if (!columns.isEmpty()) {
                Set<String> required = new HashSet<>();
                List<String> needed = new ArrayList<>();
                session.forEach(
                        syntax.requiredColumnsQuery(),
                        row -> {
                            required.add(syntax.folded(row.getString(1)));
                            if (row.getBoolean(2)) {
                                needed.add(row.getString(1));
                            }
                        },
                        syntax.tableParameter(name));
                return Optional.of(new ExistingTable(
                        name, columns, required, needed, isEmpty(name), new LinkedHashMap<>(), new HashSet<>()));
            }
        }
        return Optional.empty();
    }

    private void rename(Model model, ExistingTable table) throws SQLException {
        if (!syntax.folded(table.name()).equals(syntax.folded(model.table()))) {
            plan(ddl.renameTable(table.name(), model.table()), "model '" + model.name() + "':");
            renames.add(new Renames.Rename(table.name(), "", model.table()));
            for (String naming : NAMING_MODELS) {
                if (!columns(naming).isEmpty()
                        && texts("SELECT count(*) FROM " + naming + " WHERE model = ?", model.name())
                                .equals(List.of("0"))) {
                    plan(
                            "UPDATE " + naming + " SET model = " + literal(model.name()) + " WHERE model = "
                                    + literal(table.name()),
                            "model '" + model.name() + "':");
                }
            }
        }
        for (FieldDefinition field : model.storedFields()) {
            Optional<String> before = field.storage().renamedFrom().map(syntax::folded);
            String now = syntax.folded(field.column());
            if (before.isPresent()
                    && !table.columns().containsKey(now)
                    && table.columns().containsKey(before.get())) {
                plan(
                        ddl.renameColumn(
                                model.table(), field.storage().renamedFrom().orElseThrow(), field.column()),
                        ManagedSchema.at(model, field).strip());
                renames.add(new Renames.Rename(
                        model.table(), field.storage().renamedFrom().orElseThrow(), field.column()));
                if (field.holdsFile() && !columns(FILES).isEmpty()) {
                    plan(
                            "UPDATE " + FILES + " SET field = " + literal(field.name()) + " WHERE model = "
                                    + literal(model.name()) + " AND field = "
                                    + literal(field.storage().renamedFrom().orElseThrow()),
                            ManagedSchema.at(model, field).strip());
                }
                table.formerNames().put(now, before.get());
                table.columns().put(now, String.valueOf(table.columns().remove(before.get())));
                table.needed().replaceAll(name -> syntax.folded(name).equals(before.get()) ? field.column() : name);
                if (table.required().remove(before.get())) {
                    table.required().add(now);
                }
            }
        }
    }

    /** Throws for a column that belongs to no field any more and needs a value: no record could be created. */
    private void refuseLeftOver(Model model, ExistingTable table) {
        for (String column : table.needed()) {
            if (model.storedFields().stream()
                    .noneMatch(field -> syntax.folded(field.column()).equals(syntax.folded(column)))) {
                reasons.add(ManagedSchema.leftOver(model, column));
            }
        }
    }

    private void add(Model model, ExistingTable table) throws SQLException {
        for (FieldDefinition field : model.storedFields()) {
            @Nullable String type = table.columns().get(syntax.folded(field.column()));
            if (type != null) {
                if (!ddl.isOfType(model, field, type)) {
                    changeType(model, field, table, type);
                }
                allowNull(model, field, table);
            } else if (field.primaryKey()) {
                reasons.add(ManagedSchema.at(model, field) + "a key cannot be added to the table '" + model.table()
                        + "', which exists without it");
            } else if (field.nullable() || ddl.hasDefault(model, field) || table.empty()) {
                warnAboutLeftOvers(model, field, table);
                plan(
                        ddl.addColumn(model, field, now()),
                        ManagedSchema.at(model, field).strip());
            } else {
                reasons.add(ManagedSchema.at(model, field) + "the table '" + model.table()
                        + "' has rows, which would have no value: give it a default, or 'nullable: true'; if it is a"
                        + " field that was called otherwise, say so with 'renamed_from:'");
            }
        }
    }

    /** Lets a column be null that had to have a value only for its field. */
    private void allowNull(Model model, FieldDefinition field, ExistingTable table) throws SQLException {
        if (isRelaxed(field, table) && !table.changed().contains(syntax.folded(field.column()))) {
            plan(
                    syntax.allowNull(
                            session,
                            table.name(),
                            formerName(table, field.column()),
                            ddl.quote(model.table()),
                            ddl.quote(field.column())),
                    ManagedSchema.at(model, field).strip());
        }
    }

    private boolean isRelaxed(FieldDefinition field, ExistingTable table) {
        return field.nullable()
                && table.required().contains(syntax.folded(field.column()))
                && formerlyRequired.contains(new RequiredColumns.Column(
                        syntax.folded(table.name()), syntax.folded(formerName(table, field.column()))));
    }

    /** Gives a column the type of its field, unless it can hold all values that the field declares. */
    private void changeType(Model model, FieldDefinition field, ExistingTable table, String reported)
            throws SQLException {
        String stored = formerName(table, field.column());
        @Nullable StoredColumn column = storedColumns(table.name()).get(syntax.folded(stored));
        FieldDefinition leaf = Dialect.leaf(model, field);
        boolean held = column == null || column.holds(model, field);
        boolean fixed = field.primaryKey() || field.reference().isPresent() || field.holdsFile();
        Optional<ColumnConversion> conversion =
                column == null || fixed || (held && column.room().test(leaf))
                        ? Optional.empty()
                        : syntax.conversions().flatMap(conversions -> conversions.of(leaf, column));
        if (conversion.isPresent()) {
            convert(model, field, table, conversion.get(), reported);
        } else if (held) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "model {0}, field {1}: the column is of type {2}, and is left so",
                    model.name(),
                    field.name(),
                    reported);
        } else {
            reasons.add(
                    ManagedSchema.at(model, field) + "the column '" + field.column() + "' is of the type " + reported
                            + ", whose values cannot become those of the type "
                            + leaf.type().word() + ": give the field another name, or its former type");
        }
    }

    private void convert(
            Model model, FieldDefinition field, ExistingTable table, ColumnConversion conversion, String reported)
            throws SQLException {
        String stored = formerName(table, field.column());
        ColumnConversions conversions = syntax.conversions().orElseThrow();
        Optional<String> initial = conversions.initial(session, table.name(), stored);
        Optional<String> declared = ddl.initial(model, field);
        Optional<String> kept = initial.filter(expression -> declared.isEmpty());
        String fits = conversion.fits(ddl.quote(stored));
        List<String> misfits = new ArrayList<>();
        if (!fits.isEmpty()) {
            misfits.addAll(texts(ddl.misfit(table.name(), stored, Optional.empty(), fits)));
            if (kept.isPresent()) {
                misfits.addAll(texts(ddl.misfit(table.name(), stored, kept, fits)));
            }
        }
        if (!misfits.isEmpty()) {
            reasons.add(ManagedSchema.at(model, field) + "the column '" + field.column() + "' is of the type "
                    + reported
                    + " and has "
                    + (field.writeOnly() ? "a value" : "the value or default '" + shortened(misfits.getFirst()) + "'")
                    + ", which cannot become one of the type "
                    + Dialect.leaf(model, field).type().word()
                    + ": correct the values, or give the field another name");
            return;
        }
        ColumnConversion.Change change = ddl.change(
                model,
                field,
                table.name(),
                stored,
                initial.map(own -> declared.orElseGet(() -> conversion.converted("(" + own + ")"))),
                !table.required().contains(syntax.folded(field.column())) || isRelaxed(field, table));
        table.changed().add(syntax.folded(field.column()));
        String subject = ManagedSchema.at(model, field).strip();
        if (syntax.indexesBeginnings()) {
            dropIndexes(model, field, table);
        }
        for (String statement : conversions.statements(session, change, conversion)) {
            planned.add(new Planned(statement, subject, true));
        }
    }

    /** Drops the indexes of a column that are not unique, to be made again. */
    private void dropIndexes(Model model, FieldDefinition field, ExistingTable table) throws SQLException {
        Map<String, ExistingIndex> own = indexes(table.name());
        for (Ddl.Index index : ddl.indexes(model)) {
            List<String> columns = index.columns().stream()
                    .map(column -> syntax.folded(formerName(table, column)))
                    .toList();
            if (index.unique()
                    || !index.columns().contains(field.column())
                    || !index.table().equals(model.table())) {
                continue;
            }
            own.entrySet().removeIf(one -> {
                boolean same =
                        !one.getValue().unique() && one.getValue().columns().equals(columns);
                if (same) {
                    plan(ddl.dropIndex(one.getKey(), model.table()), index.subject());
                }
                return same;
            });
        }
    }

    private static String shortened(String text) {
        return text.length() <= 100 ? text : text.substring(0, 100) + "…";
    }

    private Map<String, StoredColumn> storedColumns(String table) throws SQLException {
        @Nullable Map<String, StoredColumn> known = storedColumns.get(table);
        if (known == null) {
            known = ddl.storedColumns(session, table);
            storedColumns.put(table, known);
        }
        return known;
    }

    private void warnAboutLeftOvers(Model model, FieldDefinition field, ExistingTable table) {
        List<String> superfluous = superfluous(model, table);
        if (!superfluous.isEmpty() || field.storage().renamedFrom().isPresent()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "model {0}, field {1}: the column {2} is added without the values of another one{3}; columns of the"
                            + " table that belong to no field: {4}. If the field had another name, state that in"
                            + " ''renamed_from'' before the start",
                    model.name(),
                    field.name(),
                    field.column(),
                    field.storage()
                            .renamedFrom()
                            .map(name -> ", since the table has no column " + name)
                            .orElse(""),
                    superfluous);
        }
    }

    /** Lets records of one call refer to each other, in tables of earlier versions too. */
    private void allowLateChecks(Model model, ExistingTable table) throws SQLException {
        Optional<String> query = syntax.ownForeignKeysCheckedAtOnceQuery();
        if (query.isPresent()) {
            for (String key : texts(query.get(), syntax.tableParameter(table.name()))) {
                plan(ddl.checkLaterOnDemand(model, key), "model '" + model.name() + "':");
            }
        }
    }

    private void joinTables(Model model) throws SQLException {
        for (FieldDefinition field : model.referencesFields()) {
            Reference.JoinTable join = field.target().through().orElseThrow();
            Map<String, String> columns = columns(join.table());
            String before = model.definition().storage().renamedFrom().orElse(model.table()) + "_"
                    + field.storage().renamedFrom().orElse(field.column());
            if (columns.isEmpty()
                    && !before.equals(join.table())
                    && !columns(before).isEmpty()) {
                plan(
                        ddl.renameTable(before, join.table()),
                        ManagedSchema.at(model, field).strip());
                columns = columns(before);
                storedTables.put(join.table(), before);
            }
            if (columns.isEmpty()) {
                plan(ddl.joinTable(model, field), ManagedSchema.at(model, field).strip());
            }
            for (String column : List.of(join.sourceColumn(), join.targetColumn())) {
                if (!columns.isEmpty() && !columns.containsKey(syntax.folded(column))) {
                    reasons.add(ManagedSchema.at(model, field) + "the table '" + join.table()
                            + "' exists without the column '" + column + "'");
                }
            }
            if (!columns.isEmpty()) {
                String stored = storedTables.getOrDefault(join.table(), join.table());
                leads(model, field, stored, join.targetColumn(), model.target(field));
            }
        }
    }

    /** Types by name, in lower case where the database ignores case; empty when there is no such table. */
    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private Map<String, String> columns(String table) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        try (PreparedStatement statement = session.connection().prepareStatement(syntax.columnsQuery())) {
            statement.setString(1, syntax.tableParameter(table));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    columns.put(syntax.folded(row.getString(1)), row.getString(2));
                }
            }
        }
        return columns;
    }

    private List<String> texts(String query, String... parameters) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (PreparedStatement statement = session.connection().prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    texts.add(row.getString(1));
                }
            }
        }
        return texts;
    }

    /** The values of the first row; empty when there is none. */
    private List<String> row(String query) throws SQLException {
        List<String> values = new ArrayList<>();
        try (PreparedStatement statement = session.connection().prepareStatement(query);
                ResultSet row = statement.executeQuery()) {
            if (row.next()) {
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    values.add(row.getString(i));
                }
            }
        }
        return values;
    }

    private boolean isEmpty(String table) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM " + ddl.quote(table) + " LIMIT 1")) {
            return !row.next();
        }
    }

    private String now() throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(syntax.momentQuery())) {
            row.next();
            return row.getString(1);
        }
    }
}
