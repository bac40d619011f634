package dev.hexadmin.persistence.schema;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Naming;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.domain.models.SortKey;
import dev.hexadmin.persistence.database.ColumnConversion;
import dev.hexadmin.persistence.database.DatabaseKind;
import dev.hexadmin.persistence.database.MonthlyTable;
import dev.hexadmin.persistence.database.SchemaSyntax;
import dev.hexadmin.persistence.database.SqlFragments;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.session.Session;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The statements that create a model's table. The only state is the kind of database. */
final class Ddl {
    /** Of one character in UTF-8. */
    private static final int MOST_BYTES = 4;

    private static final Pattern OWN_UNIQUE = Pattern.compile("ux_.+_[0-9a-f]{8}(_[0-9]+)?");

    private final SqlFragments sql;
    private final SchemaSyntax syntax;
    private final Dialect dialect;
    private final boolean partitioned;

    Ddl(DatabaseKind kind) {
        this.sql = kind.sql();
        this.syntax = kind.schema();
        this.dialect = kind.dialect();
        this.partitioned = kind.partitions().isPresent();
    }

    /**
     * An index.
     *
     * @param name its own, unless that is in use
     * @param create the statement up to its name
     * @param on the rest of the statement
     * @param subject the model and fields it is for
     * @param table the table
     * @param columns the columns in their order
     * @param unique whether the values are unique
     * @param replaces the name of the previous index for the same purpose
     */
    record Index(
            String name,
            String create,
            String on,
            String subject,
            String table,
            List<String> columns,
            boolean unique,
            Optional<String> replaces) {}

    /** The statement that creates an index under this name. */
    String create(Index index, String name) {
        return index.create() + " " + quote(name) + index.on();
    }

    /** The names that an index may have: its own first, then others for where it is in use. */
    String name(Index index, int attempt) {
        String tail = attempt == 1 ? "" : "_" + attempt;
        String name = index.name();
        return name.substring(0, Math.min(name.length(), syntax.longestName() - tail.length())) + tail;
    }

    String quote(String identifier) {
        return dialect.quote(identifier);
    }

    /** All statements for a model in an empty database; the digest of the definitions is computed from them. */
    List<String> everything(Model model) {
        List<String> statements = new ArrayList<>();
        statements.add(table(model));
        statements.addAll(foreignKeys(model));
        model.referencesFields().forEach(field -> statements.add(joinTable(model, field)));
        indexes(model).forEach(index -> statements.add(create(index, index.name())));
        return statements;
    }

    String table(Model model) {
        boolean single = model.key().size() == 1;
        List<String> parts = new ArrayList<>();
        for (FieldDefinition field : model.storedFields()) {
            String key = single && field.primaryKey() ? key(field) : "";
            parts.add(column(model, field, initial(model, field))
                    + key
                    + (syntax.foreignKeysInTable() ? references(model, field) : ""));
        }
        if (!single) {
            parts.add("PRIMARY KEY "
                    + columns(model.key().stream().map(FieldDefinition::column).toList()));
        }
        return "CREATE TABLE " + quote(model.table()) + " (" + String.join(", ", parts) + ")";
    }

    /** A number is never used as the key of two records, even after a delete, since audit rows and links contain it. */
    private String key(FieldDefinition field) {
        return switch (field.generated()) {
            case BY_DATABASE -> syntax.generatedKey(field.type() == FieldType.INTEGER);
            case NO, BY_SERVER -> " PRIMARY KEY";
        };
    }

    private String column(Model model, FieldDefinition field, Optional<String> usual) {
        return quote(field.column()) + " " + type(model, field)
                + (field.nullable() ? "" : " NOT NULL")
                + usual.map(literal -> " DEFAULT " + literal).orElse("");
    }

    /**
     * Adds a column.
     *
     * @param now the moment, for the existing rows
     */
    String addColumn(Model model, FieldDefinition field, String now) {
        Optional<String> usual = initial(model, field);
        if (syntax.addsPlainColumnsOnly()
                && field.input()
                        .defaultValue()
                        .filter(DefaultValue.Now.class::isInstance)
                        .isPresent()) {
            usual = field.nullable() ? Optional.empty() : moment(model, field, Instant.parse(now));
        }
        if (syntax.addsPlainColumnsOnly() && field.type() == FieldType.REFERENCE) {
            // a column with both a default and a foreign key cannot be added; every write checks the reference anyway
            return "ALTER TABLE " + quote(model.table()) + " ADD COLUMN " + column(model, field, usual)
                    + (usual.isEmpty() ? references(model, field) : "");
        }
        String added = "ALTER TABLE " + quote(model.table()) + " ADD COLUMN " + column(model, field, usual);
        return syntax.referencesInColumns() || !hasForeignKey(model, field)
                ? added + references(model, field)
                : added + ", ADD " + foreignKey(model, field);
    }

    /** The foreign keys that are added once all tables exist. */
    List<String> foreignKeys(Model model) {
        if (syntax.foreignKeysInTable()) {
            return List.of();
        }
        return model.storedFields().stream()
                .filter(field -> hasForeignKey(model, field))
                .map(field -> addForeignKey(model, field))
                .toList();
    }

    String addForeignKey(Model model, FieldDefinition field) {
        return "ALTER TABLE " + quote(model.table()) + " ADD " + foreignKey(model, field);
    }

    private String foreignKey(Model model, FieldDefinition field) {
        // without a name of its own: tables and columns keep their foreign keys when they are renamed
        return "FOREIGN KEY " + columns(List.of(field.column())) + references(model, field);
    }

    private String references(Model model, FieldDefinition field) {
        if (!hasForeignKey(model, field)) {
            return "";
        }
        Model target = model.target(field);
        return " REFERENCES " + quote(target.table())
                + columns(List.of(target.key().getFirst().column()))
                + switch (field.target().onDelete()) {
                    // not RESTRICT, so that one statement can delete rows that reference each other
                    case RESTRICT, NO_ACTION -> "";
                    case CASCADE -> " ON DELETE CASCADE";
                    case SET_NULL -> " ON DELETE SET NULL";
                }
                + (target == model ? syntax.checkedLaterOnDemand() : "");
    }

    /** Lets a transaction have a foreign key of a model's table checked at its end. */
    String checkLaterOnDemand(Model model, String foreignKey) {
        return "ALTER TABLE " + quote(model.table()) + " ALTER CONSTRAINT " + quote(foreignKey)
                + syntax.checkedLaterOnDemand();
    }

    boolean hasForeignKey(Model model, FieldDefinition field) {
        return field.type() == FieldType.REFERENCE && takesForeignKeys(model.target(field));
    }

    /** A foreign key would keep partitions from being dropped, and MySQL has none that lead to them. */
    private boolean takesForeignKeys(Model target) {
        return !partitioned || !MonthlyTable.has(target.table());
    }

    String joinTable(Model model, FieldDefinition field) {
        Reference.JoinTable join = field.target().through().orElseThrow();
        Model target = model.target(field);
        return "CREATE TABLE IF NOT EXISTS " + quote(join.table()) + " ("
                + linkColumn(join.sourceColumn(), model) + ", "
                + linkColumn(join.targetColumn(), target) + ", PRIMARY KEY "
                + columns(List.of(join.sourceColumn(), join.targetColumn()))
                + (syntax.referencesInColumns()
                        ? ""
                        : ", FOREIGN KEY " + columns(List.of(join.sourceColumn())) + linked(model)
                                + (takesForeignKeys(target)
                                        ? ", FOREIGN KEY " + columns(List.of(join.targetColumn())) + linked(target)
                                        : ""))
                + ")"
                + syntax.keyOnlyTable();
    }

    private String linkColumn(String column, Model model) {
        return quote(column) + " " + type(model, model.key().getFirst()) + " NOT NULL"
                + (syntax.referencesInColumns() && takesForeignKeys(model) ? linked(model) : "");
    }

    private String linked(Model model) {
        return " REFERENCES " + quote(model.table())
                + columns(List.of(model.key().getFirst().column())) + " ON DELETE CASCADE";
    }

    List<Index> indexes(Model model) {
        List<Index> indexes = new ArrayList<>();
        Set<List<String>> led = new LinkedHashSet<>();
        led.add(model.key().stream().map(FieldDefinition::column).toList());
        for (FieldDefinition field : model.storedFields()) {
            if (field.storage().unique() && !(field.primaryKey() && model.key().size() == 1)) {
                indexes.add(unique(model, List.of(field), "unique "));
                led.add(List.of(field.column()));
            }
        }
        for (List<String> group : model.definition().storage().uniqueTogether()) {
            List<FieldDefinition> fields = group.stream().map(model::fieldNamed).toList();
            indexes.add(unique(model, fields, "unique "));
            led.add(fields.stream().map(FieldDefinition::column).toList());
        }
        ordering(model).ifPresent(index -> {
            indexes.add(index);
            led.add(List.of(model.fieldNamed(
                            model.definition().list().ordering().getFirst().field())
                    .column()));
        });
        List<FieldDefinition> indexed = model.storedFields().stream()
                .filter(field -> field.storage().index())
                .toList();
        Stream<FieldDefinition> filters =
                model.definition().list().filters().stream().map(model::fieldNamed);
        for (FieldDefinition field :
                Stream.concat(filters, indexed.stream()).distinct().toList()) {
            if (field.stored()
                    && led.stream().noneMatch(columns -> columns.getFirst().equals(field.column()))) {
                filtered(model, field).ifPresent(index -> {
                    indexes.add(index);
                    led.add(List.of(field.column()));
                });
            }
        }
        for (FieldDefinition field : indexed) {
            sorted(model, field).ifPresent(index -> {
                if (indexes.stream().noneMatch(other -> other.on().equals(index.on()))) {
                    indexes.add(index);
                }
                led.add(List.of(field.column()));
            });
        }
        for (FieldDefinition field : model.storedFields()) {
            if (field.type() == FieldType.REFERENCE
                    && led.stream().noneMatch(columns -> columns.getFirst().equals(field.column()))) {
                plain(model.table(), List.of(field.column()), "model '" + model.name() + "':", indexes);
            }
        }
        for (FieldDefinition field : model.referencesFields()) {
            Reference.JoinTable join = field.target().through().orElseThrow();
            plain(
                    join.table(),
                    List.of(join.targetColumn()),
                    ManagedSchema.at(model, field).strip(),
                    indexes);
        }
        return indexes;
    }

    /** The index of the key, for a table that has another one. */
    Index key(Model model) {
        return unique(model, model.key(), "key ");
    }

    private Index unique(Model model, List<FieldDefinition> fields, String purpose) {
        List<String> columns = fields.stream().map(FieldDefinition::column).toList();
        String name = name("ux", model.table(), columns);
        return new Index(
                name,
                "CREATE UNIQUE INDEX" + syntax.unlessIndexed(),
                " ON " + quote(model.table()) + " " + columns(columns),
                "model '" + model.name() + "', " + purpose
                        + fields.stream().map(FieldDefinition::name).collect(Collectors.joining(", ")) + ":",
                model.table(),
                columns,
                true,
                Optional.empty());
    }

    /** Whether an index with this name was made by {@link #unique}, also when its table or columns had other names then. */
    static boolean isOwnUnique(String name) {
        return OWN_UNIQUE.matcher(name).matches();
    }

    private void plain(String table, List<String> columns, String subject, List<Index> indexes) {
        String name = name("ix", table, columns);
        indexes.add(new Index(
                name,
                "CREATE INDEX" + syntax.unlessIndexed(),
                " ON " + quote(table) + " " + columns(columns),
                subject,
                table,
                columns,
                false,
                Optional.empty()));
    }

    /** The default order with the key as its tie-break, so that a page is read in order and never sorted. */
    private Optional<Index> ordering(Model model) {
        List<SortKey> keys = model.definition().list().ordering();
        return keys.isEmpty() || model.fieldNamed(keys.getFirst().field()).primaryKey()
                ? Optional.empty()
                : Optional.of(inOrder(model, List.of(), order(model), "ordering:"));
    }

    /**
     * A field to filter by, and behind it the default order: a page of what one value selects is read in order too.
     * Empty when values may be too long to be in an index.
     */
    private Optional<Index> filtered(Model model, FieldDefinition field) {
        List<SortKey> order = order(model).stream()
                .filter(key -> !key.field().equals(field.name()))
                .toList();
        int length = longest(model, field);
        if (length > syntax.longestIndexEntry() || !syntax.isIndexed(type(model, field))) {
            return Optional.empty();
        }
        int whole = length
                + order.stream()
                        .mapToInt(key -> longest(model, model.fieldNamed(key.field())))
                        .sum();
        return Optional.of(inOrder(
                model,
                List.of(field),
                whole > syntax.longestIndexEntry() ? List.of() : order,
                "filter by " + field.name() + ":"));
    }

    /**
     * The order by one field, with the key as its tie-break. Empty when there is an index of this order anyway: that of
     * the key, of a unique field, or of the default order.
     */
    private Optional<Index> sorted(Model model, FieldDefinition field) {
        List<SortKey> usual = model.definition().list().ordering();
        boolean first = !usual.isEmpty() && usual.getFirst().field().equals(field.name());
        if (first
                || field.storage().unique()
                || (field.primaryKey() && model.key().getFirst().equals(field))) {
            return Optional.empty();
        }
        return Optional.of(inOrder(model, List.of(), sortedBy(model, field), "ordered by " + field.name() + ":"));
    }

    private static List<SortKey> sortedBy(Model model, FieldDefinition field) {
        List<SortKey> keys = new ArrayList<>(List.of(new SortKey(field.name(), false)));
        model.key().stream()
                .filter(key -> !key.name().equals(field.name()))
                .forEach(key -> keys.add(new SortKey(key.name(), false)));
        return keys;
    }

    /** The reason for which a field cannot have an index of its order; empty when it can. */
    Optional<String> unindexable(Model model, FieldDefinition field) {
        int longest = sortedBy(model, field).stream()
                .mapToInt(key -> longest(model, model.fieldNamed(key.field())))
                .sum();
        return longest <= syntax.longestIndexEntry() && syntax.isIndexed(type(model, field))
                ? Optional.empty()
                : Optional.of("its values may be too long for an index; give it a 'max_length' of at most "
                        + syntax.longestIndexEntry() / MOST_BYTES / 2 + ", or leave out 'index'");
    }

    /**
     * The statement that creates the index of an order by a field, if possible while others write to the table.
     *
     * @param field not unique
     */
    String indexWithoutBlocking(Model model, FieldDefinition field) {
        Index index = inOrder(model, List.of(), sortedBy(model, field), "");
        return create(index, index.name()).replaceFirst("^CREATE INDEX", "CREATE INDEX" + syntax.withoutBlocking());
    }

    /** How many bytes a value may take in an index; a number above all limits when its length is unlimited. */
    private int longest(Model model, FieldDefinition field) {
        FieldDefinition leaf = Dialect.leaf(model, field);
        int most = syntax.longestIndexEntry();
        return MOST_BYTES * Math.min(leaf.valueType().longest(leaf).orElse(most), most);
    }

    /** The default order with the key as its tie-break. */
    private static List<SortKey> order(Model model) {
        List<SortKey> keys = new ArrayList<>(model.definition().list().ordering());
        boolean last = !keys.isEmpty() && keys.getLast().descending();
        model.key().stream()
                .filter(key -> keys.stream().noneMatch(sorted -> sorted.field().equals(key.name())))
                .forEach(key -> keys.add(new SortKey(key.name(), last)));
        return keys;
    }

    private Index inOrder(Model model, List<FieldDefinition> leading, List<SortKey> order, String subject) {
        List<String> names = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        int share = syntax.longestIndexEntry() / (leading.size() + order.size());
        for (FieldDefinition field : leading) {
            names.add(field.column());
            parts.add(syntax.indexed(quote(field.column()), type(model, field), share));
        }
        boolean backwards = !order.isEmpty() && order.getFirst().descending();
        // Null is smaller than any value, on every database. A list reads the rows with null in the first sort field
        // separately, so that a usual index can be used also where null is the largest; only the next fields need
        // another index.
        boolean first = true;
        boolean nullsApart = false;
        for (SortKey key : order) {
            FieldDefinition field = model.fieldNamed(key.field());
            boolean descending = key.descending() != backwards;
            boolean nulls = !dialect.nullIsSmallest() && field.nullable();
            nullsApart |= first && nulls;
            names.add(field.column() + (descending ? " desc" : ""));
            parts.add(syntax.indexed(quote(field.column()), type(model, field), share)
                    + (descending ? " DESC" : "")
                    + (first ? "" : dialect.nulls(field.nullable(), descending)));
            first = false;
        }
        // an index with this name may exist in which null is the smallest in the first sort field, too
        String before = name("ix", model.table(), names);
        String name = nullsApart ? name("ix", model.table(), names, "nulls apart") : before;
        return new Index(
                name,
                "CREATE INDEX" + syntax.unlessIndexed(),
                " ON " + quote(model.table()) + " (" + String.join(", ", parts) + ")",
                "model '" + model.name() + "', " + subject,
                model.table(),
                Stream.concat(leading.stream(), order.stream().map(key -> model.fieldNamed(key.field())))
                        .map(FieldDefinition::column)
                        .toList(),
                false,
                nullsApart ? Optional.of(before) : Optional.empty());
    }

    private String columns(List<String> columns) {
        return columns.stream().map(this::quote).collect(Collectors.joining(", ", "(", ")"));
    }

    /** A name that is valid on every database, describes its purpose, and differs for different columns. */
    private String name(String kind, String table, List<String> columns) {
        return name(kind, table, columns, "");
    }

    /** The same for one of several indexes or constraints on the same columns. */
    private String name(String kind, String table, List<String> columns, String form) {
        String whole = table + "\0" + String.join("\0", columns) + form;
        CRC32 sum = new CRC32();
        sum.update(whole.getBytes(StandardCharsets.UTF_8));
        String tail = "_" + HexFormat.of().toHexDigits((int) sum.getValue());
        String words = kind + "_" + Naming.snakeCase(table) + "_"
                + columns.stream().map(Naming::snakeCase).collect(Collectors.joining("_"));
        return words.substring(0, Math.min(words.length(), syntax.longestName() - tail.length())) + tail;
    }

    // ---- types and values

    private String type(Model model, FieldDefinition field) {
        return dialect.managedType(model, field);
    }

    /** Whether a column's type, as the database reports it, is the one the field would get. */
    boolean isOfType(Model model, FieldDefinition field, String reported) {
        return syntax.normalType(type(model, field)).equals(syntax.normalType(reported));
    }

    boolean hasDefault(Model model, FieldDefinition field) {
        return field.input()
                .defaultValue()
                .filter(value -> value instanceof DefaultValue.Now
                        || literal(model, field, value).isPresent())
                .isPresent();
    }

    /** A default as the database accepts it; empty when only the server can write it. */
    private Optional<String> literal(Model model, FieldDefinition field, DefaultValue value) {
        FieldDefinition leaf = Dialect.leaf(model, field);
        return switch (value) {
            case DefaultValue.Now() -> dialect.columns().now(leaf);
            case DefaultValue.Constant(Object constant) ->
                Optional.of(dialect.columns().literal(leaf, constant));
            case DefaultValue.DatabaseExpression expression -> Optional.empty();
        };
    }

    /** A moment as a constant of the column; empty when its type has no value for one. */
    private Optional<String> moment(Model model, FieldDefinition field, Instant moment) {
        FieldDefinition leaf = Dialect.leaf(model, field);
        return leaf.valueType().at(moment).map(value -> dialect.columns().literal(leaf, value));
    }

    // ---- changing existing tables

    /** See {@link Dialect#storedColumns}. */
    Map<String, StoredColumn> storedColumns(Session session, String table) throws SQLException {
        return dialect.storedColumns(session, table);
    }

    /** The change of a stored column to the type of its field. */
    ColumnConversion.Change change(
            Model model,
            FieldDefinition field,
            String storedTable,
            String storedColumn,
            Optional<String> initial,
            boolean nullable) {
        return new ColumnConversion.Change(
                storedTable, storedColumn, model.table(), field.column(), type(model, field), initial, nullable);
    }

    /** The field's default as the database accepts it; empty without one. */
    Optional<String> initial(Model model, FieldDefinition field) {
        return field.input().defaultValue().flatMap(value -> literal(model, field, value));
    }

    /** A value of the stored column, or the one given instead, that does not meet a condition; no row when there is none. */
    String misfit(String table, String column, Optional<String> given, String fits) {
        String from = given.map(value -> "(SELECT " + value + " AS " + quote(column) + ")")
                .orElse(quote(table));
        return "SELECT " + quote(column) + " FROM " + from + " a WHERE " + quote(column) + " IS NOT NULL AND NOT ("
                + fits + ") LIMIT 1";
    }

    /** The values that more than one row has in these columns; no row when there are none. */
    String equal(String table, List<String> columns) {
        List<String> quoted = columns.stream().map(this::quote).toList();
        String all = String.join(", ", quoted);
        return "SELECT " + all + " FROM " + quote(table) + " WHERE "
                + quoted.stream().map(column -> column + " IS NOT NULL").collect(Collectors.joining(" AND "))
                + " GROUP BY " + all + " HAVING count(*) > 1 LIMIT 1";
    }

    /** Two rows, if the table has as many. */
    String two(String table) {
        return "SELECT 1 FROM " + quote(table) + " LIMIT 2";
    }

    String renameTable(String from, String to) {
        return "ALTER TABLE " + quote(from) + " RENAME TO " + quote(to);
    }

    /** A row when a value of the stored column is no key of the target; without a target, when there is any value. */
    String orphans(String table, String column, Optional<String> target, String key) {
        String value = "a." + quote(column);
        return "SELECT 1 FROM " + quote(table) + " a WHERE " + value + " IS NOT NULL"
                + target.map(to -> " AND NOT EXISTS (SELECT 1 FROM " + quote(to) + " b WHERE b." + quote(key) + " = "
                                + value + ")")
                        .orElse("")
                + " LIMIT 1";
    }

    String dropColumn(String table, String column) {
        return "ALTER TABLE " + quote(table) + " DROP COLUMN " + quote(column);
    }

    String dropIndex(String index, String table) {
        return syntax.dropIndex(quote(index), quote(table));
    }

    String dropForeignKey(String table, String key) {
        return "ALTER TABLE " + quote(table) + " DROP FOREIGN KEY " + quote(key);
    }

    String renameColumn(String table, String from, String to) {
        return "ALTER TABLE " + quote(table) + " RENAME COLUMN " + quote(from) + " TO " + quote(to);
    }
}
