package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.persistence.database.ColumnConversion;
import dev.hexadmin.persistence.database.ColumnConversions;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How columns of PostgreSQL get another type: in one statement, which can be rolled back. */
final class PostgresqlConversions implements ColumnConversions {
    private static final String INITIAL = """
        SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attribute a
        JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = to_regclass(?) AND a.attname = ?
        """;

    /** Indexes of the search for words in a column: of what is no text there are none. */
    private static final String SEARCH_INDEXES = """
        SELECT DISTINCT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = d.refobjsubid
        WHERE i.indrelid = to_regclass(?) AND a.attname = ? AND i.indexprs IS NOT NULL
          AND c.relname LIKE 'admin\\_search\\_%'
        """;

    private final Dialect dialect;

    PostgresqlConversions(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public Optional<ColumnConversion> of(FieldDefinition field, StoredColumn column) {
        @Nullable FieldType from = column.usual().orElse(null);
        if (from == null || from == FieldType.BINARY) {
            return Optional.empty();
        }
        if (field.type().isText()) {
            return Optional.of(ColumnConversion.ofAll("%s::text"));
        }
        int scale = field.constraints().scale().orElse(0);
        int before = field.constraints().precision().isEmpty()
                ? Integer.MAX_VALUE
                : field.constraints().precision().getAsInt() - scale;
        if (from.isText()) {
            return ColumnConversion.texts(field.type(), before, before == Integer.MAX_VALUE ? Integer.MAX_VALUE : scale)
                    .map(texts -> ofTexts(field.type(), "%s::text ~ '^" + texts + "$'"));
        }
        String below = before == Integer.MAX_VALUE ? "" : ColumnConversion.below("%s", before);
        return Optional.ofNullable(
                switch (field.type()) {
                    case INTEGER -> from == FieldType.BOOLEAN ? ColumnConversion.ofAll("%s::int") : null;
                    case BOOLEAN -> from == FieldType.INTEGER ? new ColumnConversion("%s IN (0, 1)", "%s <> 0") : null;
                    case FLOAT ->
                        switch (from) {
                            case INTEGER -> new ColumnConversion(ColumnConversion.exact("%s"), "%s::double precision");
                            case DECIMAL ->
                                new ColumnConversion("%s::double precision::numeric = %s", "%s::double precision");
                            default -> null;
                        };
                    case DECIMAL ->
                        switch (from) {
                            case INTEGER -> new ColumnConversion(below, "%s::numeric");
                            case DECIMAL ->
                                new ColumnConversion(
                                        below.isEmpty() ? "" : below + " AND round(%s, " + scale + ") = %s", "%s");
                            default -> null;
                        };
                    case DATETIME ->
                        from == FieldType.DATE ? ColumnConversion.ofAll("%s::timestamp AT TIME ZONE 'UTC'") : null;
                    default -> null;
                });
    }

    private static ColumnConversion ofTexts(FieldType to, String matches) {
        String day = "CASE WHEN " + matches + " THEN substr(%s::text, 9, 2)::int <= extract(day FROM"
                + " (substr(%s::text, 1, 8) || '01')::date + interval '1 month - 1 day') ELSE false END";
        return switch (to) {
            case INTEGER ->
                new ColumnConversion(
                        "CASE WHEN " + matches + " THEN %s::numeric BETWEEN -9223372036854775808 AND"
                                + " 9223372036854775807 ELSE false END",
                        "%s::text::bigint");
            case FLOAT -> new ColumnConversion(matches, "%s::text::double precision");
            case DECIMAL -> new ColumnConversion(matches, "%s::text::numeric");
            case DATE -> new ColumnConversion(day, "%s::text::date");
            case DATETIME -> new ColumnConversion(day, "%s::text::timestamptz");
            case TIME -> new ColumnConversion(matches, "%s::text::time");
            default -> new ColumnConversion(matches, "%s::text::boolean");
        };
    }

    @Override
    public Optional<String> initial(Session session, String table, String column) throws SQLException {
        List<String> found = new ArrayList<>();
        session.forEach(INITIAL, row -> found.add(row.getString(1)), dialect.quote(table), column);
        return found.stream().findFirst();
    }

    @Override
    public List<String> statements(Session session, ColumnConversion.Change change, ColumnConversion conversion)
            throws SQLException {
        List<String> statements = new ArrayList<>();
        if (!change.type().startsWith("text")) {
            session.forEach(
                    SEARCH_INDEXES,
                    row -> statements.add("DROP INDEX " + dialect.quote(row.getString(1))),
                    dialect.quote(change.storedTable()),
                    change.storedColumn());
        }
        String name = dialect.quote(change.column());
        String alter = "ALTER COLUMN " + name;
        statements.add("ALTER TABLE " + dialect.quote(change.table())
                + change.initial()
                        .map(initial -> " " + alter + " DROP DEFAULT,")
                        .orElse("") + " " + alter + " TYPE "
                + change.type() + " USING " + conversion.converted(name)
                + change.initial()
                        .map(initial -> ", " + alter + " SET DEFAULT " + initial)
                        .orElse("")
                + (change.nullable() ? ", " + alter + " DROP NOT NULL" : ""));
        return statements;
    }
}
