package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.application.records.port.ConstraintViolationException.Kind;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup.TextMatch;
import dev.hexadmin.persistence.dialect.ColumnCodec;
import dev.hexadmin.persistence.dialect.ConstraintFailure;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.Match;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.session.Session;
import dev.hexadmin.persistence.session.SqlWork;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

    /** A domain is followed to the type beneath it, through any number of domains. */
    private static final String COLUMNS = """
            WITH RECURSIVE base(attrelid, attnum, typid, typmod, filled, domains) AS (
              SELECT a.attrelid, a.attnum, a.atttypid, a.atttypmod, a.attnotnull, ARRAY[]::text[] COLLATE "C"
              FROM pg_attribute a WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
              UNION ALL
              SELECT b.attrelid, b.attnum, t.typbasetype, CASE WHEN b.typmod >= 0 THEN b.typmod ELSE t.typtypmod END,
                     b.filled OR t.typnotnull, b.domains || (t.typname::text COLLATE "C")
              FROM base b JOIN pg_type t ON t.oid = b.typid WHERE t.typtype = 'd')
            SELECT a.attname, t.typname, b.typmod, b.filled, coalesce(c.collname, ''),
                   array_to_string(ARRAY(SELECT e.enumlabel FROM pg_enum e WHERE e.enumtypid = t.oid), chr(1)),
                   array_to_string(b.domains || format_type(b.typid, NULL), chr(1))
            FROM base b
            JOIN pg_attribute a ON a.attrelid = b.attrelid AND a.attnum = b.attnum
            JOIN pg_type t ON t.oid = b.typid AND t.typtype <> 'd'
            LEFT JOIN pg_collation c ON c.oid = a.attcollation
            """;

    /** Of the table itself first, then of its partitions and the tables that inherit from it. */
    private static final String CONSTRAINTS = """
            WITH RECURSIVE own(oid) AS (SELECT to_regclass(?)::oid),
            tree(oid) AS (
              SELECT oid FROM own
              UNION SELECT i.inhrelid FROM pg_inherits i JOIN tree t ON i.inhparent = t.oid)
            SELECT c.conname, c.contype = 'f' AND NOT c.condeferred AND c.conrelid = own.oid,
                   array_to_string(ARRAY(SELECT a.attname FROM pg_attribute a
                                         WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)), chr(1)),
                   '', c.conrelid = own.oid
            FROM pg_constraint c JOIN tree ON c.conrelid = tree.oid CROSS JOIN own
            UNION ALL
            SELECT i.relname, false,
                   array_to_string(ARRAY(SELECT a.attname FROM pg_attribute a
                                         WHERE a.attrelid = x.indrelid AND a.attnum = ANY (x.indkey)), chr(1)),
                   pg_get_indexdef(x.indexrelid), x.indrelid = own.oid
            FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN tree ON x.indrelid = tree.oid CROSS JOIN own
            WHERE x.indisunique
            ORDER BY 5 DESC
            """;

    /**
     * What rules and triggers make of statements. An {@code INSTEAD} rule without {@code RETURNING} gives no rows back,
     * and so does a trigger that puts a row of an inherited table elsewhere.
     */
    private static final String REWRITING = """
            WITH RECURSIVE own(oid) AS (SELECT to_regclass(?)::oid),
            tree(oid) AS (
              SELECT oid FROM own
              UNION SELECT i.inhrelid FROM pg_inherits i JOIN tree t ON i.inhparent = t.oid),
            above(oid) AS (
              SELECT oid FROM own
              UNION SELECT i.inhparent FROM pg_inherits i JOIN above t ON i.inhrelid = t.oid),
            rules(event) AS (
              SELECT r.ev_type::text FROM pg_rewrite r JOIN own ON r.ev_class = own.oid
              WHERE r.ev_type IN ('2', '3', '4')
              GROUP BY r.ev_type
              HAVING bool_or(r.is_instead) AND NOT bool_or(pg_get_ruledef(r.oid) ~* '\\mreturning\\M'))
            SELECT EXISTS (SELECT 1 FROM pg_trigger g JOIN own ON g.tgrelid = own.oid WHERE NOT g.tgisinternal),
                   EXISTS (SELECT 1 FROM rules WHERE event = '3')
                   OR EXISTS (SELECT 1 FROM pg_trigger g JOIN own ON g.tgrelid = own.oid
                              JOIN pg_class c ON c.oid = own.oid AND c.relkind = 'r'
                              JOIN pg_inherits i ON i.inhparent = own.oid
                              WHERE NOT g.tgisinternal AND g.tgtype & 7 = 7),
                   EXISTS (SELECT 1 FROM rules WHERE event = '2'),
                   EXISTS (SELECT 1 FROM rules WHERE event = '4'),
                   array_to_string(ARRAY(SELECT c.relname FROM pg_class c JOIN tree ON c.oid = tree.oid), chr(1)),
                   coalesce((SELECT string_agg(pg_get_partkeydef(p.partrelid), ' ') FROM pg_partitioned_table p
                             WHERE p.partrelid IN (SELECT oid FROM tree UNION SELECT oid FROM above)), '')
            """;

    private static final String KEY_DEFAULTS = """
            SELECT a.attname, coalesce(pg_get_expr(d.adbin, d.adrelid),
                                       CASE WHEN a.attidentity <> '' THEN
                                         format('nextval(%L::regclass)', pg_get_serial_sequence(?, a.attname)) END, '')
            FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
            WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
            """;

    /** The functions of the server that report what a trigger's author wrote with {@code RAISE} or {@code ASSERT}. */
    private static final Set<String> RAISING = Set.of("exec_stmt_raise", "exec_stmt_assert");

    /** What folds case beyond ASCII: the database's own rules, or where those are C's, whatever else there is. */
    private static final String FOLDING = """
            SELECT CASE WHEN upper(datctype) NOT IN ('C', 'POSIX') THEN 'default'
                        ELSE coalesce((SELECT collname FROM pg_collation
                                       WHERE collname IN ('und-x-icu', 'pg_c_utf8')
                                       ORDER BY collname DESC LIMIT 1), 'default') END
            FROM pg_database WHERE datname = current_database()
            """;

    /** The type of fields of columns of this {@code pg_type.typname}; empty when none fits. */
    static Optional<FieldType> fieldType(String name) {
        return PostgresqlColumns.typeOf(name);
    }

    @Override
    public String managedType(FieldDefinition field) {
        return PostgresqlColumns.mapping(field).managedType().apply(field);
    }

    @Override
    public String literal(FieldDefinition field, Object value) {
        return PostgresqlColumns.mapping(field).literal().apply(field, value);
    }

    @Override
    public Optional<String> now(FieldDefinition field) {
        return Optional.of(PostgresqlColumns.mapping(field).now()).filter(expression -> !expression.isEmpty());
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
        Map<String, Set<String>> typed = new HashMap<>();
        try (Session.Prepared prepared = session.prepare(COLUMNS)) {
            PreparedStatement statement = prepared.statement();
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    String name = row.getString(1);
                    String collation = row.getString(5);
                    String fold = collation.equals(folding) ? "" : " COLLATE " + quote(folding);
                    Pattern lower = lower(row.getString(1), fold);
                    found.put(
                            name,
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
                        notNull.add(name);
                    }
                    split(row.getString(7))
                            .forEach(type -> typed.computeIfAbsent(type, t -> new HashSet<>())
                                    .add(name));
                }
            }
        }
        Map<String, List<String>> constraints = new HashMap<>();
        Set<String> checked = new HashSet<>();
        try (Session.Prepared prepared = session.prepare(CONSTRAINTS)) {
            PreparedStatement statement = prepared.statement();
            statement.setString(1, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    List<String> columns = split(row.getString(3));
                    String definition = row.getString(4);
                    constraints.putIfAbsent(
                            row.getString(1),
                            columns.isEmpty()
                                    ? Dialect.columnsNamed(
                                            model, definition.substring(definition.indexOf(" USING ") + 1))
                                    : columns);
                    if (row.getBoolean(2)) {
                        checked.addAll(columns);
                    }
                }
            }
        }
        Map<String, TableFacts.Column> columns = new LinkedHashMap<>();
        for (FieldDefinition field : model.storedFields()) {
            PostgresqlColumns.@Nullable Found column = found.get(field.column());
            if (column == null) {
                throw Dialect.missing(model, found.isEmpty() ? "" : field.column());
            }
            columns.put(
                    field.name(),
                    new TableFacts.Column(
                            PostgresqlColumns.of(Dialect.leaf(model, field), column),
                            !notNull.contains(field.column())));
        }
        try (Session.Prepared prepared = session.prepare(REWRITING)) {
            prepared.statement().setString(1, table);
            try (ResultSet row = prepared.statement().executeQuery()) {
                row.next();
                Set<TableFacts.Statement> rewritten = EnumSet.noneOf(TableFacts.Statement.class);
                if (row.getBoolean(2)) {
                    rewritten.add(TableFacts.Statement.INSERT);
                }
                if (row.getBoolean(3)) {
                    rewritten.add(TableFacts.Statement.UPDATE);
                }
                if (row.getBoolean(4)) {
                    rewritten.add(TableFacts.Statement.DELETE);
                }
                return new TableFacts(
                        columns,
                        constraints,
                        checked,
                        row.getBoolean(1) || !rewritten.isEmpty(),
                        Set.copyOf(split(row.getString(5))),
                        typed,
                        Dialect.columnsNamed(model, row.getString(6)),
                        rewritten);
            }
        }
    }

    /** The server's text of an expression: a column in lower case. */
    private Pattern lower(String column, String fold) {
        return Pattern.compile("lower\\(\\(*(" + Pattern.quote(column) + "|" + Pattern.quote(quote(column))
                + ")(::text)?\\)*(" + Pattern.quote(fold) + ")\\)*");
    }

    @Override
    public Map<String, String> defaults(Session session, Model model) throws SQLException {
        Map<String, String> defaults = new HashMap<>();
        try (Session.Prepared prepared = session.prepare(KEY_DEFAULTS)) {
            prepared.statement().setString(1, quote(model.table()));
            prepared.statement().setString(2, quote(model.table()));
            try (ResultSet row = prepared.statement().executeQuery()) {
                while (row.next()) {
                    if (!row.getString(2).isEmpty()) {
                        defaults.put(row.getString(1), row.getString(2));
                    }
                }
            }
        }
        return defaults;
    }

    private static List<String> split(String joined) {
        return joined.isEmpty() ? List.of() : List.of(joined.split("\u0001", -1));
    }

    @Override
    public Match match(ColumnCodec codec, String column, TextMatch how, String needle) {
        String text = ColumnCodec.storable(needle)
                .replace("\\", "\\\\")
                .replace("%", "\\%")
                .replace("_", "\\_");
        String pattern = switch (how.place()) {
            case WHOLE -> text;
            case START -> text + "%";
            case ANYWHERE -> "%" + text + "%";
            case END -> "%" + text;
        };
        return how.anyCase() ? anyCase(codec, column, pattern) : like(codec.text(column), pattern);
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
    public boolean indexes(ColumnCodec codec, TextMatch how, String needle) {
        return how.anyCase()
                && codec.hasTrigrams()
                && WORDS.splitAsStream(needle).anyMatch(word -> word.length() >= TRIGRAM);
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

    /** Class 42 but for a syntax error; a feature that a rule or a view does not have; a schema that is gone. */
    @Override
    public Optional<String> unusable(SQLException failure) {
        String state = text(failure.getSQLState());
        boolean access = state.startsWith("42") && !state.equals("42601");
        return access || state.equals("0A000") || state.equals("55000") || state.equals("3F000")
                ? Optional.of(text(failure.getMessage()))
                : Optional.empty();
    }

    @Override
    public Optional<ConstraintFailure> broken(SQLException failure) {
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        @Nullable
        ServerErrorMessage said = failure instanceof PSQLException server ? server.getServerErrorMessage() : null;
        String routine = said == null ? "" : text(said.getRoutine());
        boolean raised = state.equals("P0001") || RAISING.contains(routine);
        boolean rowSecurity = state.equals("42501") && routine.equals("ExecWithCheckOptions");
        Kind kind;
        switch (state) {
            case "23505", "23P01" -> kind = Kind.UNIQUE;
            case "23503", "23001" -> kind = Kind.REFERENCE_NOT_FOUND;
            case "23502" -> kind = Kind.NOT_NULL;
            case "54000", "428C9" -> kind = Kind.CHECK; // too long for an index; a generated column
            default -> {
                boolean value = state.startsWith("22") || state.startsWith("23") || state.startsWith("44");
                boolean passing = state.startsWith("08") || state.startsWith("40") || state.startsWith("5");
                if (!value && !rowSecurity && (!raised || passing)) {
                    return Optional.empty();
                }
                kind = Kind.CHECK;
            }
        }
        if (said == null) {
            return Optional.of(ConstraintFailure.ofRule(kind, "", text(failure.getMessage())));
        }
        @Nullable String column = said.getColumn();
        String message = text(said.getMessage());
        return Optional.of(new ConstraintFailure(
                kind,
                text(said.getTable()),
                column == null ? List.of() : List.of(column),
                text(said.getConstraint()),
                text(said.getDatatype()),
                routine.equals("ExecFindPartition") || routine.equals("ExecPartitionCheckEmitError"),
                raised
                        ? Stream.of(message, text(said.getDetail()), text(said.getHint()))
                                .filter(part -> !part.isBlank())
                                .collect(Collectors.joining(" "))
                        : "",
                message));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
