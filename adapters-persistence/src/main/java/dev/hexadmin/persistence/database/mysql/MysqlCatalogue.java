package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.catalogue.TableDescription.ColumnType;
import dev.hexadmin.persistence.catalogue.TableDescription.ForeignKey;
import dev.hexadmin.persistence.catalogue.TableDescription.Initial;
import dev.hexadmin.persistence.database.mysql.dialect.MysqlColumns;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The tables and views of the current database as {@code information_schema} has them. */
final class MysqlCatalogue implements Catalogue {
    private static final String TABLES = """
        SELECT table_name, table_type = 'VIEW', CASE table_type WHEN 'VIEW' THEN '' ELSE table_comment END,
               coalesce(table_collation = 'binary', FALSE)
        FROM information_schema.tables
        WHERE table_schema = database() AND table_type IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
        """;

    private static final String COLUMNS = """
        SELECT table_name, column_name, data_type, column_type, is_nullable = 'NO', column_default, extra,
               privileges LIKE '%select%', privileges LIKE '%insert%' OR privileges LIKE '%update%', column_comment,
               coalesce(generation_expression, '') = 'ROW END'
        FROM information_schema.columns WHERE table_schema = database() ORDER BY table_name, ordinal_position
        """;

    /** Without indexes of expressions, which have no column, and of beginnings of values. */
    private static final String UNIQUES = """
        SELECT table_name, index_name, column_name, sub_part IS NOT NULL FROM information_schema.statistics
        WHERE table_schema = database() AND non_unique = 0 ORDER BY table_name, index_name, seq_in_index
        """;

    private static final String FOREIGN_KEYS = """
        SELECT k.table_name, k.constraint_name, k.column_name, k.referenced_table_name, k.referenced_column_name,
               r.delete_rule
        FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
          ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name
         AND r.table_name = k.table_name
        WHERE k.table_schema = database() AND k.referenced_table_schema = database()
        ORDER BY k.table_name, k.constraint_name, k.ordinal_position
        """;

    private static final String CHECKS = """
        SELECT t.table_name, c.check_clause FROM information_schema.check_constraints c
        JOIN information_schema.table_constraints t
          ON t.constraint_schema = c.constraint_schema AND t.constraint_name = c.constraint_name
          /*M! AND t.table_name = c.table_name */
        WHERE t.table_schema = database() AND t.constraint_type = 'CHECK'
        """;

    /** How the servers write {@code CHECK (x IN ('a', 'b'))} back. */
    private static final Pattern LIST_CHECK = Pattern.compile(
            "\\(?[`\"]([^`\"]+)[`\"] in \\(((?:(?:_[a-z0-9]+)?'(?:[^']|'')*',? ?)+)\\)\\)?", Pattern.DOTALL);

    /** JSON of MariaDB is text with this check. */
    private static final Pattern JSON_CHECK = Pattern.compile("\\(?json_valid\\([`\"]([^`\"]+)[`\"]\\)\\)?");

    private static final int SAMPLED_ROWS = 1000;

    /** Of numbers up to 2 to the power of 64. */
    private static final ColumnType WIDE =
            new ColumnType("bigint unsigned", FieldType.DECIMAL, false, List.of(20, 0), List.of(), Optional.empty());

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d*)?");
    private static final Pattern QUOTED = Pattern.compile("'((?:[^']|'')*)'", Pattern.DOTALL);

    /**
     * A table or view.
     *
     * @param binary whether its character set is {@code binary}, so that texts are in columns of bytes
     */
    private record Table(boolean view, boolean binary, String comment) {}

    /** What one table has, by the name of its constraint or column. */
    private record Parts(
            Table table,
            List<TableDescription.Column> columns,
            Map<String, List<String>> uniques,
            List<String> partial,
            Map<String, ForeignKey> foreignKeys,
            Map<String, List<String>> checked,
            List<String> documents) {
        Parts(Table table) {
            this(
                    table,
                    new ArrayList<>(),
                    new LinkedHashMap<>(),
                    new ArrayList<>(),
                    new LinkedHashMap<>(),
                    new LinkedHashMap<>(),
                    new ArrayList<>());
        }
    }

    @Override
    public List<TableDescription> tables(Session session, List<String> schemas, Consumer<String> notes)
            throws SQLException {
        boolean mariadb = Catalogue.rows(session, "SELECT version() LIKE '%MariaDB%'", row -> row.getBoolean(1))
                .getFirst();
        Map<String, Parts> tables = new TreeMap<>();
        Catalogue.rows(
                session,
                TABLES,
                row -> tables.put(
                        row.getString(1),
                        new Parts(new Table(row.getBoolean(2), row.getBoolean(4), row.getString(3)))));
        Catalogue.rows(session, CHECKS, row -> check(row, tables));
        Catalogue.rows(session, UNIQUES, row -> unique(row, tables));
        Catalogue.rows(session, FOREIGN_KEYS, row -> foreignKey(row, tables));
        Catalogue.rows(session, COLUMNS, row -> column(row, tables, mariadb, notes));
        for (Map.Entry<String, Parts> table : tables.entrySet()) {
            if (!table.getValue().table().view()) {
                widen(session, table.getKey(), table.getValue(), notes);
            }
        }
        List<TableDescription> found = new ArrayList<>();
        tables.forEach((name, parts) -> table(name, parts, notes).ifPresent(found::add));
        return found;
    }

    @Override
    public boolean same(String name, String other) {
        return name.equalsIgnoreCase(other);
    }

    /**
     * Makes decimals without a fraction of columns of {@code bigint unsigned} that hold numbers beyond those of 64 bits with a
     * sign: among the first rows, or anywhere in a key.
     */
    private static void widen(Session session, String table, Parts parts, Consumer<String> notes) {
        List<TableDescription.Column> columns = parts.columns();
        List<Integer> unsigned = IntStream.range(0, columns.size())
                .filter(at -> columns.get(at).type().declared().matches("bigint.* unsigned.*"))
                .filter(at -> !columns.get(at).generated())
                .boxed()
                .toList();
        if (unsigned.isEmpty()) {
            return;
        }
        List<String> key = parts.uniques().getOrDefault("PRIMARY", List.of());
        String from = " FROM " + quoted(table);
        List<String> names = new ArrayList<>();
        List<String> largest = new ArrayList<>();
        for (int at : unsigned) {
            String name = quoted(columns.get(at).name());
            names.add(name);
            largest.add(
                    key.equals(List.of(columns.get(at).name()))
                            ? "(SELECT max(" + name + ")" + from + ") > " + Long.MAX_VALUE
                            : "max(" + name + ") > " + Long.MAX_VALUE);
        }
        String sql = "SELECT " + String.join(", ", largest) + " FROM (SELECT " + String.join(", ", names) + from
                + " LIMIT " + SAMPLED_ROWS + ") s";
        try {
            Catalogue.rows(session, sql, row -> {
                for (int i = 0; i < unsigned.size(); i++) {
                    if (row.getBoolean(i + 1)) {
                        columns.set(
                                unsigned.get(i), columns.get(unsigned.get(i)).of(WIDE));
                    }
                }
                return true;
            });
        } catch (SQLException e) {
            notes.accept("the table '" + table + "' cannot be read now: " + e.getMessage());
        }
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static Optional<TableDescription> table(String name, Parts parts, Consumer<String> notes) {
        List<String> key = parts.uniques().getOrDefault("PRIMARY", List.of());
        if (parts.columns().isEmpty()
                || !parts.columns().stream()
                        .map(TableDescription.Column::name)
                        .toList()
                        .containsAll(key)) {
            notes.accept("the table '" + name
                    + "' is left out: the database user may not read it, or its key (it has no right SELECT)");
            return Optional.empty();
        }
        List<List<String>> uniques = parts.uniques().entrySet().stream()
                .filter(unique ->
                        !unique.getKey().equals("PRIMARY") && !parts.partial().contains(unique.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        return Optional.of(new TableDescription(
                name,
                parts.table().view(),
                parts.columns(),
                key,
                List.copyOf(parts.foreignKeys().values()),
                uniques,
                parts.table().comment()));
    }

    private static boolean check(ResultSet row, Map<String, Parts> tables) throws SQLException {
        @Nullable Parts parts = tables.get(row.getString(1));
        String clause = row.getString(2);
        if (clause.contains("_utf8mb4\\'")) { // MySQL escapes the whole clause
            clause = clause.replaceAll("\\\\(.)", "$1");
        }
        clause = clause.replace("\\'", "''");
        Matcher list = LIST_CHECK.matcher(clause);
        Matcher document = JSON_CHECK.matcher(clause);
        if (parts != null && list.matches()) {
            parts.checked().put(list.group(1), Catalogue.literals(list.group(2)));
        } else if (parts != null && document.matches()) {
            parts.documents().add(document.group(1));
        }
        return true;
    }

    private static boolean unique(ResultSet row, Map<String, Parts> tables) throws SQLException {
        @Nullable Parts parts = tables.get(row.getString(1));
        @Nullable String column = row.getString(3);
        if (parts != null) {
            if (column == null || row.getBoolean(4)) {
                parts.partial().add(row.getString(2));
            }
            parts.uniques()
                    .computeIfAbsent(row.getString(2), name -> new ArrayList<>())
                    .add(column == null ? "" : column);
        }
        return true;
    }

    private static boolean foreignKey(ResultSet row, Map<String, Parts> tables) throws SQLException {
        @Nullable Parts parts = tables.get(row.getString(1));
        if (parts != null) {
            ForeignKey one = new ForeignKey(
                    List.of(row.getString(3)),
                    row.getString(4),
                    List.of(row.getString(5)),
                    switch (row.getString(6)) {
                        case "CASCADE" -> Reference.OnDelete.CASCADE;
                        case "SET NULL" -> Reference.OnDelete.SET_NULL;
                        default -> Reference.OnDelete.RESTRICT;
                    });
            parts.foreignKeys()
                    .merge(
                            row.getString(2),
                            one,
                            (before, next) -> new ForeignKey(
                                    joined(before.columns(), next.columns()),
                                    before.target(),
                                    joined(before.targetColumns(), next.targetColumns()),
                                    before.onDelete()));
        }
        return true;
    }

    private static List<String> joined(List<String> some, List<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private static boolean column(ResultSet row, Map<String, Parts> tables, boolean mariadb, Consumer<String> notes)
            throws SQLException {
        @Nullable Parts parts = tables.get(row.getString(1));
        if (parts == null) {
            return false;
        }
        String name = row.getString(2);
        if (!row.getBoolean(8)) {
            notes.accept("the column '" + name + "' of '" + row.getString(1)
                    + "' is left out: the database user may not read it (it has no right SELECT)");
            return false;
        }
        if (row.getBoolean(11)) { // MariaDB adds it to each unique index: rows of the past have the same values
            parts.uniques().values().forEach(columns -> columns.remove(name));
        }
        String extra = row.getString(7).toUpperCase(Locale.ROOT);
        boolean computed = extra.contains("VIRTUAL") || extra.contains("STORED") || extra.contains("PERSISTENT");
        Initial initial = initial(row.getString(6), mariadb, extra.contains("DEFAULT_GENERATED"));
        return parts.columns()
                .add(new TableDescription.Column(
                        name,
                        type(name, row.getString(3).toLowerCase(Locale.ROOT), row.getString(4), parts),
                        row.getBoolean(5),
                        computed ? new Initial.Nothing() : initial,
                        extra.contains("AUTO_INCREMENT"),
                        computed || !row.getBoolean(9),
                        row.getString(10)));
    }

    private static ColumnType type(String name, String type, String declared, Parts parts) {
        if (parts.documents().contains(name)) {
            return new ColumnType("json", FieldType.JSON, false, List.of(), List.of(), Optional.empty());
        }
        boolean named = type.equals("enum") || type.equals("set");
        Optional<FieldType> field = MysqlColumns.typeOf(type, declared.toLowerCase(Locale.ROOT))
                .map(of -> of == FieldType.BINARY && parts.table().binary() ? text(type) : of);
        List<String> values = type.equals("enum")
                ? Catalogue.literals(declared)
                : field.filter(FieldType::isText).isPresent()
                        ? parts.checked().getOrDefault(name, List.of())
                        : List.of();
        boolean choices = !values.isEmpty() && values.stream().noneMatch(String::isEmpty);
        FieldType held = field.filter(of -> of != FieldType.ENUM || choices)
                .orElse(type.equals("enum") ? FieldType.STRING : FieldType.TEXT);
        return new ColumnType(
                declared,
                choices ? FieldType.ENUM : held,
                field.isEmpty(),
                named ? List.of() : Catalogue.numbers(declared),
                choices ? values : List.of(),
                Optional.empty());
    }

    /** The type of a column that a table without characters has for texts. */
    private static FieldType text(String type) {
        return type.endsWith("blob") ? FieldType.TEXT : FieldType.STRING;
    }

    /** MySQL has the text of a constant, and marks expressions; MariaDB has the constant as a statement would. */
    private static Initial initial(@Nullable String text, boolean mariadb, boolean expression) {
        if (text == null || text.equals("NULL")) {
            return new Initial.Nothing();
        }
        if (text.equalsIgnoreCase("current_timestamp()")) {
            return new Initial.Expression("CURRENT_TIMESTAMP");
        }
        Matcher quoted = QUOTED.matcher(text);
        if (mariadb && quoted.matches()) {
            return new Initial.Literal(quoted.group(1).replace("''", "'"), text);
        }
        if (text.matches("b'[01]'")) {
            return new Initial.Literal(text.substring(2, 3), text);
        }
        if (expression || (mariadb && !NUMBER.matcher(text).matches())) {
            return new Initial.Expression(text);
        }
        return new Initial.Literal(text, mariadb ? text : "'" + text.replace("'", "''") + "'");
    }
}
