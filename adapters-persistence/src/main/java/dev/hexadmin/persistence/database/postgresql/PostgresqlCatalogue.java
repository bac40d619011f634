package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.database.postgresql.dialect.PostgresqlColumns;
import dev.hexadmin.persistence.dialect.TableName;
import dev.hexadmin.persistence.session.Session;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's catalogue: the tables that unqualified names mean with the current {@code search_path}. */
final class PostgresqlCatalogue implements Catalogue {
    /** Tables of extensions belong to these, and partitions to the table they are parts of. */
    private static final String TABLES = """
            SELECT c.oid::text, c.relname, has_any_column_privilege(c.oid, 'SELECT'), c.relkind IN ('v', 'm', 'f'),
                   coalesce(obj_description(c.oid, 'pg_class'), ''),
                   CASE WHEN pg_table_is_visible(c.oid) THEN '' ELSE n.nspname END
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
              AND CASE WHEN ?::text[] = '{}' THEN pg_table_is_visible(c.oid) ELSE n.nspname = ANY (?::text[]) END
              AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
              AND NOT EXISTS (SELECT 1 FROM pg_depend d
                              WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
            ORDER BY c.relname COLLATE "C", n.nspname COLLATE "C"
            """;

    /** A domain is followed to the type beneath it, through any number of domains. */
    private static final String COLUMNS = """
            WITH RECURSIVE base(attrelid, attnum, typid, typmod, filled, initial, domains) AS (
              SELECT a.attrelid, a.attnum, a.atttypid, a.atttypmod, a.attnotnull, NULL::text COLLATE "C",
                     ARRAY[]::oid[]
              FROM pg_attribute a WHERE a.attrelid = CAST(? AS oid) AND a.attnum > 0 AND NOT a.attisdropped
              UNION ALL
              SELECT b.attrelid, b.attnum, t.typbasetype, CASE WHEN b.typmod >= 0 THEN b.typmod ELSE t.typtypmod END,
                     b.filled OR t.typnotnull, coalesce(b.initial, t.typdefault COLLATE "C"),
                     b.domains || t.oid
              FROM base b JOIN pg_type t ON t.oid = b.typid WHERE t.typtype = 'd')
            SELECT a.attname, t.typname, format_type(b.typid, b.typmod), b.filled,
                   coalesce(pg_get_expr(d.adbin, d.adrelid), b.initial),
                   a.attidentity::text, a.attgenerated::text,
                   ARRAY(SELECT e.enumlabel FROM pg_enum e WHERE e.enumtypid IN (t.oid, el.oid)
                         ORDER BY e.enumsortorder)::text[],
                   has_column_privilege(a.attrelid, a.attnum, 'SELECT'),
                   has_column_privilege(a.attrelid, a.attnum, 'INSERT')
                   OR has_column_privilege(a.attrelid, a.attnum, 'UPDATE'),
                   coalesce(el.typname, ''), coalesce(col_description(a.attrelid, a.attnum), ''), CASE WHEN a.attndims > 1 THEN 'n' ELSE t.typtype::text END,
                   ARRAY(SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
                         WHERE k.contypid = ANY (b.domains) AND k.contype = 'c')::text[]
            FROM base b
            JOIN pg_attribute a ON a.attrelid = b.attrelid AND a.attnum = b.attnum
            JOIN pg_type t ON t.oid = b.typid AND t.typtype <> 'd'
            LEFT JOIN pg_type el ON t.typcategory = 'A' AND el.oid = t.typelem AND t.typname LIKE '\\_%'
            LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
            ORDER BY a.attnum
            """;

    private static final String UNIQUES = """
            SELECT i.indisprimary,
                   ARRAY(SELECT a.attname::text FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(n, place)
                         JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.n
                         WHERE k.place <= i.indnkeyatts ORDER BY k.place)
            FROM pg_index i
            WHERE i.indrelid = CAST(? AS oid) AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
              AND i.indexprs IS NULL
              AND (SELECT c.relispopulated FROM pg_class c WHERE c.oid = i.indrelid)
            ORDER BY i.indexrelid
            """;

    private static final String FOREIGN_KEYS = """
            SELECT ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY AS k(n, place)
                         JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.n ORDER BY k.place),
                   CASE WHEN pg_table_is_visible(f.confrelid) THEN '' ELSE n.nspname END,
                   ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY AS k(n, place)
                         JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.n ORDER BY k.place),
                   f.confdeltype::text, c.relname
            FROM pg_constraint f JOIN pg_class c ON c.oid = f.confrelid JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE f.conrelid = CAST(? AS oid) AND f.contype = 'f' AND f.conparentid = 0
            ORDER BY f.oid
            """;

    private static final String CHECKS = """
            SELECT a.attname, pg_get_constraintdef(k.oid)
            FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
            WHERE k.conrelid = CAST(? AS oid) AND k.contype = 'c' AND cardinality(k.conkey) = 1
            """;

    /** How the server writes {@code CHECK (x IN ('a', 'b'))} back. */
    private static final Pattern LIST_CHECK = Pattern.compile(
            "CHECK \\(\\(+[^ ]+?\\)?(?:::[a-z ]+)? = ANY \\(+(?:ARRAY)?\\[(.*?)\\]\\)?(?:::[a-z \\[\\]]+)?\\)+",
            Pattern.DOTALL);

    private static final Pattern QUOTED =
            Pattern.compile("'((?:[^']|'')*)'(?:::[\\w\\s\"().,]+(?:\\[\\])?)?", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("\\(?([-+]?\\d+(?:\\.\\d*)?)\\)?(?:::[\\w\\s(),]+)?");

    @Override
    public List<TableDescription> tables(Session session, List<String> schemas, Consumer<String> notes)
            throws SQLException {
        String wanted = array(schemas);
        List<Listed> all = Catalogue.rows(
                session,
                TABLES,
                row -> new Listed(
                        row.getString(1),
                        new TableName(row.getString(6), row.getString(2)).text(),
                        row.getBoolean(3),
                        row.getBoolean(4),
                        row.getString(5)),
                wanted,
                wanted);
        List<TableDescription> tables = new ArrayList<>();
        for (Listed one : all) {
            if (one.readable()) {
                tables.add(table(session, one, notes));
            } else {
                notes.accept("the table '" + one.name()
                        + "' is left out: the database user may not read it (it has no right SELECT)");
            }
        }
        return tables;
    }

    @Override
    public List<String> missing(Session session, List<String> schemas) throws SQLException {
        return Catalogue.rows(
                session,
                "SELECT s FROM unnest(?::text[]) s WHERE NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = s)",
                row -> row.getString(1),
                array(schemas));
    }

    /** The text of an array, as the server reads it. */
    private static String array(List<String> texts) {
        return texts.stream()
                .map(text -> '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Override
    public String ownName(String table) {
        return TableName.parse(table).name();
    }

    @Override
    public boolean same(String name, String other) {
        return name.equals(other);
    }

    /** A table or a view of the server. */
    private record Listed(String oid, String name, boolean readable, boolean view, String comment) {}

    private static TableDescription table(Session session, Listed listed, Consumer<String> notes) throws SQLException {
        String oid = listed.oid();
        Map<String, List<String>> enums = new LinkedHashMap<>();
        Catalogue.rows(
                session,
                CHECKS,
                row -> enums.merge(row.getString(1), values(row.getString(2)), (one, two) -> one.isEmpty() ? two : one),
                oid);
        List<String> key = new ArrayList<>();
        List<List<String>> uniques = new ArrayList<>();
        Catalogue.rows(
                session,
                UNIQUES,
                row -> row.getBoolean(1) ? key.addAll(texts(row, 2)) : uniques.add(texts(row, 2)),
                oid);
        List<TableDescription.ForeignKey> foreignKeys = Catalogue.rows(
                session,
                FOREIGN_KEYS,
                row -> new TableDescription.ForeignKey(
                        texts(row, 1),
                        new TableName(row.getString(2), row.getString(5)).text(),
                        texts(row, 3),
                        switch (row.getString(4)) {
                            case "c" -> Reference.OnDelete.CASCADE;
                            case "n" -> Reference.OnDelete.SET_NULL;
                            default -> Reference.OnDelete.RESTRICT;
                        }),
                oid);
        List<TableDescription.Column> columns = new ArrayList<>();
        Catalogue.rows(
                session,
                COLUMNS,
                row -> {
                    if (row.getBoolean(9)) {
                        return columns.add(column(row, enums));
                    }
                    notes.accept("the column '" + row.getString(1) + "' of '" + listed.name()
                            + "' is left out: the database user may not read it");
                    return false;
                },
                oid);
        return new TableDescription(listed.name(), listed.view(), columns, key, foreignKeys, uniques, listed.comment());
    }

    private static TableDescription.Column column(ResultSet row, Map<String, List<String>> enums) throws SQLException {
        String name = row.getString(1);
        String identity = row.getString(6);
        TableDescription.Initial initial = initial(row.getString(5));
        boolean serial =
                initial instanceof TableDescription.Initial.Expression(String text) && text.startsWith("nextval(");
        return new TableDescription.Column(
                name,
                type(row, checked(row, enums.getOrDefault(name, List.of()))),
                row.getBoolean(4),
                initial,
                serial || !identity.isEmpty(),
                !row.getString(7).isEmpty() || identity.equals("a") || !row.getBoolean(10),
                row.getString(12));
    }

    /** The values that a check of the column allows, or one of its domain. */
    private static List<String> checked(ResultSet row, List<String> ofColumn) throws SQLException {
        return Stream.concat(Stream.of(ofColumn), texts(row, 14).stream().map(PostgresqlCatalogue::values))
                .filter(values -> !values.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** The values of a check of the form {@code x IN ('a', 'b')}. */
    private static List<String> values(String definition) {
        Matcher check = LIST_CHECK.matcher(definition);
        return check.matches() ? Catalogue.literals(check.group(1)) : List.of();
    }

    /** @param checked the values that a check allows */
    private static TableDescription.ColumnType type(ResultSet row, List<String> checked) throws SQLException {
        String word = row.getString(2);
        String declared = row.getString(3);
        List<String> all = texts(row, 8);
        List<String> labels = all.contains("") ? List.of() : all; // an empty value cannot be chosen: they are texts
        String element = row.getString(11);
        List<Integer> numbers = PostgresqlColumns.isSized(word) ? Catalogue.numbers(declared) : List.of();
        if (row.getString(13).equals("n")) { // an array of several dimensions
            return new TableDescription.ColumnType(
                    declared, FieldType.TEXT, true, List.of(), List.of(), Optional.empty());
        }
        if (!element.isEmpty()) {
            // items are short texts
            FieldType items = labels.isEmpty()
                    ? PostgresqlColumns.typeOf(element)
                            .filter(of -> of.valueType().canBeItem() && PostgresqlColumns.isArrayOfOwnType(word))
                            .orElse(FieldType.STRING)
                    : FieldType.ENUM;
            return new TableDescription.ColumnType(
                    declared, FieldType.LIST, false, numbers, labels, Optional.of(items));
        }
        boolean range = row.getString(13).equals("r") || row.getString(13).equals("m");
        Optional<FieldType> type = !labels.isEmpty()
                ? Optional.of(FieldType.ENUM)
                : range || !all.isEmpty() ? Optional.of(FieldType.STRING) : PostgresqlColumns.typeOf(word);
        List<String> values =
                type.filter(FieldType::isText).isPresent() && all.isEmpty() && !checked.contains("") ? checked : labels;
        return new TableDescription.ColumnType(
                declared,
                values.isEmpty() ? type.orElse(FieldType.TEXT) : FieldType.ENUM,
                type.isEmpty() || PostgresqlColumns.isDerived(word),
                numbers,
                values,
                Optional.empty());
    }

    private static TableDescription.Initial initial(@Nullable String text) {
        if (text == null || text.startsWith("NULL::") || text.equals("NULL")) {
            return new TableDescription.Initial.Nothing();
        }
        Matcher quoted = QUOTED.matcher(text);
        if (quoted.matches()) {
            return new TableDescription.Initial.Literal(quoted.group(1).replace("''", "'"), text);
        }
        Matcher number = NUMBER.matcher(text);
        if (number.matches()) {
            return new TableDescription.Initial.Literal(number.group(1), text);
        }
        return text.equals("true") || text.equals("false")
                ? new TableDescription.Initial.Literal(text, text)
                : new TableDescription.Initial.Expression(text);
    }

    private static List<String> texts(ResultSet row, int column) throws SQLException {
        Array array = row.getArray(column);
        return List.of((String[]) array.getArray());
    }
}
