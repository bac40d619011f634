package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.persistence.database.ColumnConversion;
import dev.hexadmin.persistence.database.ColumnConversions;
import dev.hexadmin.persistence.dialect.ColumnMapping;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How columns of MySQL and MariaDB get another type: the server converts the values itself, after an update of the texts that
 * it would not take. Each statement is final; both can be repeated.
 */
final class MysqlConversions implements ColumnConversions {
    /** MariaDB gives a default as an expression, MySQL a constant as it is. */
    private static final String INITIAL = """
        SELECT column_default, extra LIKE '%DEFAULT_GENERATED%' OR version() LIKE '%MariaDB%'
        FROM information_schema.columns WHERE table_schema = database() AND table_name = ? AND column_name = ?
          AND column_default IS NOT NULL AND column_default <> 'NULL'
        """;

    private static final String AS_IT_IS = "%s";

    private static final int MOST_DIGITS = 65;
    private static final int MOST_AFTER_POINT = 30;

    private final Dialect dialect;

    MysqlConversions(Dialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public Optional<ColumnConversion> of(FieldDefinition field, StoredColumn column) {
        @Nullable FieldType from = column.usual().orElse(null);
        if (from == null
                || from == FieldType.BINARY
                || column.declared().startsWith("binary")
                || column.declared().startsWith("bit")) {
            return Optional.empty();
        }
        if (field.type().isText()) {
            return Optional.of(ColumnConversion.ofAll(AS_IT_IS));
        }
        int scale = field.constraints().precision().isEmpty()
                ? MOST_AFTER_POINT
                : Math.min(field.constraints().scale().orElse(0), MOST_AFTER_POINT);
        int before = Math.min(field.constraints().precision().orElse(MOST_DIGITS), MOST_DIGITS) - scale;
        if (from.isText()) {
            return ColumnConversion.texts(field.type(), before, scale).map(texts -> ofTexts(field.type(), texts));
        }
        String below = ColumnConversion.below("%s", before);
        return Optional.ofNullable(
                switch (field.type()) {
                    case INTEGER -> from == FieldType.BOOLEAN ? ColumnConversion.ofAll(AS_IT_IS) : null;
                    case FLOAT ->
                        switch (from) {
                            case INTEGER -> new ColumnConversion(ColumnConversion.exact("%s"), AS_IT_IS);
                            case DECIMAL ->
                                new ColumnConversion("CAST(CAST(%s + 0e0 AS char) AS decimal(65, 30)) = %s", AS_IT_IS);
                            default -> null;
                        };
                    case DECIMAL ->
                        switch (from) {
                            case INTEGER -> new ColumnConversion(below, AS_IT_IS);
                            case DECIMAL ->
                                new ColumnConversion(below + " AND round(%s, " + scale + ") = %s", AS_IT_IS);
                            default -> null;
                        };
                    case DATETIME -> from == FieldType.DATE ? ColumnConversion.ofAll(AS_IT_IS) : null;
                    default -> null;
                });
    }

    private static ColumnConversion ofTexts(FieldType to, String texts) {
        String day = "CASE WHEN " + matches(texts) + " THEN CAST(left(%s, 10) AS date) IS NOT NULL ELSE 0 END";
        return switch (to) {
            case INTEGER ->
                new ColumnConversion(
                        "CASE WHEN " + matches(texts) + " THEN CAST(%s AS decimal(20, 0)) BETWEEN"
                                + " -9223372036854775808 AND 9223372036854775807 ELSE 0 END",
                        AS_IT_IS);
            case BOOLEAN ->
                new ColumnConversion(matches(texts), "CASE %s WHEN 'true' THEN '1' WHEN 'false' THEN '0' ELSE %s END");
            case DATE -> new ColumnConversion(day, AS_IT_IS);
            // a column of texts has moments without an offset
            case DATETIME ->
                new ColumnConversion(
                        day.replace(
                                matches(texts),
                                matches("(" + texts + "|" + ColumnConversion.momentsWithoutOffset() + ")")),
                        "replace(regexp_replace(%s, '(Z|[+]00(:?00)?)$', ''), 'T', ' ')");
            default -> new ColumnConversion(matches(texts), AS_IT_IS);
        };
    }

    private static String matches(String texts) {
        return "%s REGEXP '^" + texts + "\\z'";
    }

    @Override
    public Optional<String> initial(Session session, String table, String column) throws SQLException {
        List<String> found = new ArrayList<>();
        session.forEach(
                INITIAL,
                row -> found.add(row.getBoolean(2) ? row.getString(1) : ColumnMapping.quoted(row.getString(1))),
                table,
                column);
        return found.stream().findFirst();
    }

    @Override
    public List<String> statements(Session session, ColumnConversion.Change change, ColumnConversion conversion) {
        List<String> statements = new ArrayList<>();
        String table = dialect.quote(change.table());
        String name = dialect.quote(change.column());
        if (!conversion.converted().equals(AS_IT_IS)) {
            statements.add("UPDATE " + table + " SET " + name + " = " + conversion.converted(name));
        }
        statements.add("ALTER TABLE " + table + " MODIFY COLUMN " + name + " " + change.type()
                + (change.nullable() ? " NULL" : " NOT NULL")
                + change.initial().map(initial -> " DEFAULT (" + initial + ")").orElse(""));
        return statements;
    }
}
