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
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    private final StoredSchema schema;
    private final IndexUpdate indexes;
    private final List<String> reasons = new ArrayList<>();
    private final List<Planned> planned = new ArrayList<>();
    private final List<Renames.Rename> renames = new ArrayList<>();
    private final Set<String> tables = new HashSet<>();
    private final List<RequiredColumns.Column> required = new ArrayList<>();
    private Set<RequiredColumns.Column> formerlyRequired = Set.of();

    SchemaUpdate(Session session, Ddl ddl, SchemaSyntax syntax) {
        this.session = session;
        this.ddl = ddl;
        this.syntax = syntax;
        this.schema = new StoredSchema(session, ddl, syntax);
        this.indexes = new IndexUpdate(schema, ddl, syntax, reasons);
    }

    /** The statements of one transaction. */
    List<Planned> planned() {
        return Stream.of(indexes.first(), planned, indexes.planned())
                .flatMap(List::stream)
                .toList();
    }

    /** What becomes of indexes. */
    IndexUpdate indexes() {
        return indexes;
    }

    /** All statements in their order. */
    List<String> statements() {
        return Stream.of(planned(), indexes.last(), indexes.obsolete())
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
     * Creates and renames what the models need.
     *
     * @param dropping whether columns that belong to no field are dropped afterwards, so that none of them matters
     */
    void run(List<Model> models, boolean dropping) throws SQLException {
        List<Model> made = new ArrayList<>();
        Map<Model, ExistingTable> existing = new LinkedHashMap<>();
        for (Model model : models) {
            Optional<ExistingTable> found = schema.table(model);
            if (found.isPresent()) {
                existing.put(model, found.get());
                schema.keepName(model.table(), found.get().name());
            } else {
                made.add(model);
            }
        }
        // a plan for a database of an earlier version has neither
        List<Renames.Rename> earlier = schema.columns(Renames.TABLE).isEmpty() ? List.of() : Renames.read(session);
        formerlyRequired = schema.columns(RequiredColumns.TABLE).isEmpty() ? Set.of() : RequiredColumns.read(session);
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
            indexes.add(model, Optional.ofNullable(existing.get(model)));
        }
        for (Map.Entry<Model, ExistingTable> table : existing.entrySet()) {
            indexes.dropObsolete(table.getKey(), table.getValue());
        }
        for (Model model : models) {
            remember(model);
        }
        check();
    }

    private void remember(Model model) {
        tables.add(syntax.folded(model.table()));
        tables.add(syntax.folded(schema.formerName(model.table())));
        for (FieldDefinition field : model.storedFields()) {
            if (!field.nullable() && !field.primaryKey()) {
                required.add(new RequiredColumns.Column(syntax.folded(model.table()), syntax.folded(field.column())));
            }
        }
    }

    /** Adds foreign keys to columns that have become references, and refuses those that lead to another table. */
    private void references(Model model, ExistingTable table, Map<Model, ExistingTable> existing) throws SQLException {
        for (FieldDefinition field : model.storedFields()) {
            @Nullable String type = table.columns().get(syntax.folded(field.column()));
            if (type == null || !ddl.hasForeignKey(model, field)) {
                continue;
            }
            Model target = model.target(field);
            String column = table.formerName(field.column());
            boolean leads = leads(model, field, table.name(), column, target);
            if (!leads && !syntax.foreignKeysInTable() && ddl.isOfType(model, field, type)) {
                FieldDefinition key = target.key().getFirst();
                Optional<ExistingTable> to = Optional.ofNullable(existing.get(target));
                String orphans = ddl.orphans(
                        table.name(),
                        column,
                        to.map(ExistingTable::name),
                        to.map(found -> found.formerName(key.column())).orElse(key.column()));
                if (schema.texts(orphans).isEmpty()) {
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
        String stored = schema.formerName(target.table());
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

    /** Throws for a table that newer models have renamed: a new one would divide the records among two. */
    private void refuseFormerTable(Model model, List<Model> models, List<Renames.Rename> earlier) throws SQLException {
        for (Renames.Rename rename : earlier) {
            if (rename.column().isEmpty()
                    && syntax.folded(rename.table()).equals(syntax.folded(model.table()))
                    && models.stream()
                            .noneMatch(other -> syntax.folded(other.table()).equals(syntax.folded(rename.present())))
                    && !schema.columns(rename.present()).isEmpty()) {
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
                && !schema.columns(model.name()).isEmpty()) {
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
            Optional<ExistingTable> found = schema.table(model);
            if (found.isEmpty()) {
                continue;
            }
            String subject = "model '" + model.name() + "':";
            for (String column : superfluous(model, found.get())) {
                if (syntax.foreignKeysOfColumnQuery().isPresent()) {
                    String query = syntax.foreignKeysOfColumnQuery().get();
                    for (String key : schema.texts(
                            query, syntax.tableParameter(found.get().name()), column)) {
                        plan(ddl.dropForeignKey(model.table(), key), subject);
                    }
                }
                if (syntax.indexesOfColumnQuery().isPresent()) {
                    String query = syntax.indexesOfColumnQuery().get();
                    for (String index : schema.texts(
                            query, syntax.tableParameter(found.get().name()), column)) {
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

    private void rename(Model model, ExistingTable table) throws SQLException {
        if (!syntax.folded(table.name()).equals(syntax.folded(model.table()))) {
            plan(ddl.renameTable(table.name(), model.table()), "model '" + model.name() + "':");
            renames.add(new Renames.Rename(table.name(), "", model.table()));
            for (String naming : NAMING_MODELS) {
                if (!schema.columns(naming).isEmpty()
                        && schema.texts("SELECT count(*) FROM " + naming + " WHERE model = ?", model.name())
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
                if (field.holdsFile() && !schema.columns(FILES).isEmpty()) {
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
                        ddl.addColumn(model, field, schema.now()),
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
                            table.formerName(field.column()),
                            ddl.quote(model.table()),
                            ddl.quote(field.column())),
                    ManagedSchema.at(model, field).strip());
        }
    }

    private boolean isRelaxed(FieldDefinition field, ExistingTable table) {
        return field.nullable()
                && table.required().contains(syntax.folded(field.column()))
                && formerlyRequired.contains(new RequiredColumns.Column(
                        syntax.folded(table.name()), syntax.folded(table.formerName(field.column()))));
    }

    /** Gives a column the type of its field, unless it can hold all values that the field declares. */
    private void changeType(Model model, FieldDefinition field, ExistingTable table, String reported)
            throws SQLException {
        String stored = table.formerName(field.column());
        @Nullable StoredColumn column = schema.storedColumns(table.name()).get(syntax.folded(stored));
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
        String stored = table.formerName(field.column());
        ColumnConversions conversions = syntax.conversions().orElseThrow();
        Optional<String> initial = conversions.initial(session, table.name(), stored);
        Optional<String> declared = ddl.initial(model, field);
        Optional<String> kept = initial.filter(expression -> declared.isEmpty());
        String fits = conversion.fits(ddl.quote(stored));
        List<String> misfits = new ArrayList<>();
        if (!fits.isEmpty()) {
            misfits.addAll(schema.texts(ddl.misfit(table.name(), stored, Optional.empty(), fits)));
            if (kept.isPresent()) {
                misfits.addAll(schema.texts(ddl.misfit(table.name(), stored, kept, fits)));
            }
        }
        if (!misfits.isEmpty()) {
            reasons.add(ManagedSchema.at(model, field) + "the column '" + field.column() + "' is of the type "
                    + reported
                    + " and has "
                    + (field.writeOnly()
                            ? "a value"
                            : "the value or default '" + ManagedSchema.shortened(misfits.getFirst()) + "'")
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
            planned.addAll(indexes.dropBeginnings(model, field, table));
        }
        for (String statement : conversions.statements(session, change, conversion)) {
            planned.add(new Planned(statement, subject, true));
        }
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
            for (String key : schema.texts(query.get(), syntax.tableParameter(table.name()))) {
                plan(ddl.checkLaterOnDemand(model, key), "model '" + model.name() + "':");
            }
        }
    }

    private void joinTables(Model model) throws SQLException {
        for (FieldDefinition field : model.referencesFields()) {
            Reference.JoinTable join = field.target().through().orElseThrow();
            Map<String, String> columns = schema.columns(join.table());
            String before = model.definition().storage().renamedFrom().orElse(model.table()) + "_"
                    + field.storage().renamedFrom().orElse(field.column());
            if (columns.isEmpty()
                    && !before.equals(join.table())
                    && !schema.columns(before).isEmpty()) {
                plan(
                        ddl.renameTable(before, join.table()),
                        ManagedSchema.at(model, field).strip());
                columns = schema.columns(before);
                schema.keepName(join.table(), before);
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
                String stored = schema.formerName(join.table());
                leads(model, field, stored, join.targetColumn(), model.target(field));
            }
        }
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
