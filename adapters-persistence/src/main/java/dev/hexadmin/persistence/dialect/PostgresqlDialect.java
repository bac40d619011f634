package dev.hexadmin.persistence.dialect;

import dev.hexadmin.application.records.port.ConstraintViolated.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.persistence.jdbc.Session;
import dev.hexadmin.persistence.jdbc.SqlWork;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** PostgreSQL 14 and later. */
final class PostgresqlDialect implements Dialect {
    private static final String CANCELLED = "57014";
    private static final int TRIGRAM = 3;

    /** What lies between the words of which pg_trgm makes trigrams. */
    private static final Pattern WORDS = Pattern.compile("[^\\p{L}\\p{N}]+");

    /** Columns or expressions of indexes that are made of trigrams. */
    private static final String TRIGRAMS = """
            SELECT pg_get_indexdef(x.indexrelid, n, true)
            FROM pg_index x, pg_opclass o, generate_series(1, x.indnkeyatts) n
            WHERE x.indrelid = to_regclass(?) AND x.indisvalid AND x.indpred IS NULL
              AND o.oid = x.indclass[n - 1] AND o.opcname IN ('gin_trgm_ops', 'gist_trgm_ops')
            """;

    private static final String COLUMNS = """
            SELECT a.attname, coalesce(b.typname, t.typname),
                   CASE WHEN t.typtype = 'd' THEN t.typtypmod ELSE a.atttypmod END,
                   a.attnotnull, coalesce(c.collname, ''),
                   array_to_string(ARRAY(SELECT e.enumlabel FROM pg_enum e
                                         WHERE e.enumtypid = coalesce(b.oid, t.oid)), chr(1))
            FROM pg_attribute a
            JOIN pg_type t ON t.oid = a.atttypid
            LEFT JOIN pg_type b ON t.typtype = 'd' AND b.oid = t.typbasetype
            LEFT JOIN pg_collation c ON c.oid = a.attcollation
            WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
            """;
    private static final String CONSTRAINTS = """
            SELECT c.conname, c.contype::text, c.condeferred,
                   array_to_string(ARRAY(SELECT a.attname FROM pg_attribute a
                                         WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)), chr(1)),
                   ''
            FROM pg_constraint c WHERE c.conrelid = to_regclass(?)
            UNION ALL
            SELECT i.relname, 'i', false,
                   array_to_string(ARRAY(SELECT a.attname FROM pg_attribute a
                                         WHERE a.attrelid = x.indrelid AND a.attnum = ANY (x.indkey)), chr(1)),
                   pg_get_indexdef(x.indexrelid)
            FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
            WHERE x.indrelid = to_regclass(?) AND x.indisunique
            """;

    /** What folds case beyond ASCII: the database's own rules, or where those are C's, whatever else there is. */
    private static final String FOLDING = """
            SELECT CASE WHEN upper(datctype) NOT IN ('C', 'POSIX') THEN 'default'
                        ELSE coalesce((SELECT collname FROM pg_collation
                                       WHERE collname IN ('und-x-icu', 'pg_c_utf8')
                                       ORDER BY collname DESC LIMIT 1), 'default') END
            FROM pg_database WHERE datname = current_database()
            """;

    @Override
    public String managedType(FieldDefinition field) {
        return switch (field.type()) {
            case STRING, TEXT, ENUM, EMAIL, URL -> "text COLLATE \"C\"";
            case INTEGER -> "bigint";
            case FLOAT -> "double precision";
            case BOOLEAN -> "boolean";
            case DECIMAL ->
                field.precision().isEmpty()
                        ? "numeric"
                        : "numeric(" + field.precision().getAsInt() + ","
                                + field.scale().orElse(0) + ")";
            case DATE -> "date";
            case TIME -> "time";
            case DATETIME -> "timestamptz";
            case UUID -> "uuid";
            case JSON -> "jsonb";
            case BINARY -> "bytea";
            case REFERENCE, REFERENCES -> throw new IllegalArgumentException("no type of a column: " + field.type());
        };
    }

    @Override
    public TableFacts inspect(Session session, Model model) throws SQLException {
        String table = quote(model.table());
        String folding;
        try (Session.Prepared prepared = session.prepare(FOLDING);
                ResultSet row = prepared.statement().executeQuery()) {
            folding = row.next() ? row.getString(1) : "default";
        }
        List<String> trigrams = new ArrayList<>();
        try (Session.Prepared prepared = session.prepare(TRIGRAMS)) {
            prepared.statement().setString(1, table);
            try (ResultSet row = prepared.statement().executeQuery()) {
                while (row.next()) {
                    trigrams.add(row.getString(1));
                }
            }
        }
        Map<String, PostgresqlColumns.Found> found = new HashMap<>();
        Set<String> notNull = new HashSet<>();
        try (Session.Prepared prepared = session.prepare(COLUMNS)) {
            PreparedStatement statement = prepared.statement();
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    String collation = row.getString(5);
                    String fold = collation.equals(folding) ? "" : " COLLATE " + quote(folding);
                    Pattern lower = lower(row.getString(1), fold);
                    found.put(
                            row.getString(1),
                            new PostgresqlColumns.Found(
                                    row.getString(2),
                                    row.getInt(3),
                                    Set.copyOf(split(row.getString(6))),
                                    fold,
                                    folding,
                                    trigrams.stream()
                                            .anyMatch(expression ->
                                                    lower.matcher(expression).matches())));
                    if (row.getBoolean(4)) {
                        notNull.add(row.getString(1));
                    }
                }
            }
        }
        Map<String, List<String>> constraints = new HashMap<>();
        Set<String> checked = new HashSet<>();
        try (Session.Prepared prepared = session.prepare(CONSTRAINTS)) {
            PreparedStatement statement = prepared.statement();
            statement.setString(1, table);
            statement.setString(2, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    List<String> columns = split(row.getString(4));
                    String definition = row.getString(5);
                    constraints.putIfAbsent(
                            row.getString(1),
                            columns.isEmpty()
                                    ? Dialect.columnsNamed(
                                            model, definition.substring(definition.indexOf(" USING ") + 1))
                                    : columns);
                    if (row.getString(2).equals("f") && !row.getBoolean(3)) {
                        checked.addAll(columns);
                    }
                }
            }
        }
        Map<String, TableFacts.Column> columns = new LinkedHashMap<>();
        for (FieldDefinition field : model.storedFields()) {
            PostgresqlColumns.@Nullable Found column = found.get(field.column());
            if (column == null) {
                throw new IllegalStateException("the table " + table + " of model '" + model.name()
                        + "' has no column \"" + field.column() + "\"");
            }
            columns.put(
                    field.name(),
                    new TableFacts.Column(
                            PostgresqlColumns.of(Dialect.leaf(model, field), column),
                            !notNull.contains(field.column())));
        }
        return new TableFacts(columns, constraints, checked, triggers(session, table));
    }

    /** The server's text of an expression: a column in lower case. */
    private Pattern lower(String column, String fold) {
        return Pattern.compile("lower\\(\\(*(" + Pattern.quote(column) + "|" + Pattern.quote(quote(column))
                + ")(::text)?\\)*(" + Pattern.quote(fold) + ")\\)*");
    }

    private static boolean triggers(Session session, String table) throws SQLException {
        try (Session.Prepared prepared = session.prepare(
                "SELECT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = to_regclass(?) AND NOT tgisinternal)")) {
            prepared.statement().setString(1, table);
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private static List<String> split(String joined) {
        return joined.isEmpty() ? List.of() : List.of(joined.split("\u0001", -1));
    }

    @Override
    public Match match(ColumnCodec codec, String column, Lookup lookup, String needle) {
        String text = ColumnCodec.storable(needle)
                .replace("\\", "\\\\")
                .replace("%", "\\%")
                .replace("_", "\\_");
        return switch (lookup) {
            case CONTAINS -> like(codec.text(column), "%" + text + "%");
            case STARTSWITH -> like(codec.text(column), text + "%");
            case ENDSWITH -> like(codec.text(column), "%" + text);
            case IEXACT -> anyCase(codec, column, text);
            case ICONTAINS -> anyCase(codec, column, "%" + text + "%");
            case ISTARTSWITH -> anyCase(codec, column, text + "%");
            case IENDSWITH -> anyCase(codec, column, "%" + text);
            case EXACT, NE, GT, GTE, LT, LTE, RANGE, IN, ISNULL ->
                throw new IllegalArgumentException("no lookup of patterns: " + lookup);
        };
    }

    private static Match like(String column, String pattern) {
        return new Match(column + " LIKE ? ESCAPE '\\'", List.of(pattern));
    }

    /** {@code ILIKE} is this comparison of what is in lower case; an index on that serves only where it is said. */
    private static Match anyCase(ColumnCodec codec, String column, String pattern) {
        return codec.hasTrigrams()
                ? new Match(
                        "lower(" + codec.anyCase(column) + ") LIKE " + codec.loweredParameter() + " ESCAPE '\\'",
                        List.of(pattern))
                : new Match(codec.anyCase(column) + " ILIKE ? ESCAPE '\\'", List.of(pattern));
    }

    @Override
    public boolean indexes(ColumnCodec codec, Lookup lookup, String needle) {
        return switch (lookup) {
            case IEXACT, ICONTAINS, ISTARTSWITH, IENDSWITH ->
                codec.hasTrigrams() && WORDS.splitAsStream(needle).anyMatch(word -> word.length() >= TRIGRAM);
            case CONTAINS, STARTSWITH, ENDSWITH, EXACT, NE, GT, GTE, LT, LTE, RANGE, IN, ISNULL -> false;
        };
    }

    @Override
    public boolean nullIsSmallest() {
        return false;
    }

    /** Nothing for a column without nulls, whose usual index serves as it is. */
    @Override
    public String nulls(boolean nullable, boolean descending) {
        return !nullable ? "" : descending ? " NULLS LAST" : " NULLS FIRST";
    }

    @Override
    public boolean goesOnAfterFailure() {
        return false;
    }

    @Override
    public String lock(String alias) {
        return " FOR UPDATE OF " + alias;
    }

    /** What the planner believes. */
    @Override
    public OptionalLong estimatedRows(Session session, Model model) throws SQLException {
        try (Session.Prepared prepared =
                session.prepare("SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(?)")) {
            prepared.statement().setString(1, quote(model.table()));
            try (ResultSet row = prepared.statement().executeQuery()) {
                return row.next() && row.getLong(1) > 0 ? OptionalLong.of(row.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    @Override
    public <T> Optional<T> within(Duration limit, Session session, PreparedStatement statement, SqlWork<T> work)
            throws SQLException {
        statement.setQueryTimeout((int) Math.max(1, limit.toSeconds()));
        try {
            return Optional.of(work.run(session));
        } catch (SQLException e) {
            if (CANCELLED.equals(e.getSQLState())) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public Optional<Broken> broken(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        Kind kind;
        switch (state) {
            case "23505", "23P01" -> kind = Kind.UNIQUE;
            case "23503", "23001" -> kind = Kind.REFERENCE_NOT_FOUND;
            case "23502" -> kind = Kind.NOT_NULL;
            case "54000", "P0001", "428C9" -> kind = Kind.CHECK; // too long for an index; RAISE; a generated column
            default -> {
                if (!state.startsWith("22") && !state.startsWith("23")) {
                    return Optional.empty();
                }
                kind = Kind.CHECK;
            }
        }
        @Nullable
        ServerErrorMessage said = failure instanceof PSQLException server ? server.getServerErrorMessage() : null;
        if (said == null) {
            return Optional.of(new Broken(kind, "", List.of(), ""));
        }
        @Nullable String column = said.getColumn();
        return Optional.of(new Broken(
                kind, text(said.getTable()), column == null ? List.of() : List.of(column), text(said.getConstraint())));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
