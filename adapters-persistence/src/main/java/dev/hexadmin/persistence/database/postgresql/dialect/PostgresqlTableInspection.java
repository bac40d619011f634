package dev.hexadmin.persistence.database.postgresql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.dialect.TableName;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the description of one model's table from the catalog of PostgreSQL. Used once, by one thread. */
final class PostgresqlTableInspection {
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
        SELECT a.attname, t.typname,
               CASE t.typname WHEN 'money' THEN 4 + scale(0::money::numeric) ELSE b.typmod END,
               b.filled, coalesce(c.collname, ''),
               array_to_string(ARRAY(SELECT e.enumlabel FROM pg_enum e
                                     WHERE e.enumtypid = CASE t.typcategory WHEN 'A' THEN t.typelem ELSE t.oid END),
                               chr(1)),
               array_to_string(b.domains || format_type(b.typid, NULL), chr(1)),
               (SELECT quote_ident(n.nspname) FROM pg_namespace n WHERE n.oid = t.typnamespace),
               coalesce(c.collisdeterministic, true), format_type(a.atttypid, a.atttypmod)
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
        SELECT c.conname, c.contype = 'f' AND c.convalidated AND NOT c.condeferred AND c.conrelid = own.oid,
               array_to_string(ARRAY(SELECT a.attname FROM pg_attribute a
                                     WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)), chr(1)),
               '', c.conrelid = own.oid
        FROM pg_constraint c JOIN tree ON c.conrelid = tree.oid CROSS JOIN own
        UNION ALL
        SELECT i.relname, false,
               array_to_string(ARRAY(SELECT a.attname FROM pg_attribute a
                                     WHERE a.attrelid = x.indrelid
                                       AND a.attnum = ANY ((x.indkey::int2[])[0:x.indnkeyatts - 1])), chr(1)),
               CASE WHEN x.indexprs IS NULL THEN '' ELSE
                 array_to_string(ARRAY(SELECT pg_get_indexdef(x.indexrelid, n, true)
                                       FROM generate_series(1, x.indnkeyatts) n), ' ') END, x.indrelid = own.oid
        FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN tree ON x.indrelid = tree.oid CROSS JOIN own
        WHERE x.indisunique
        ORDER BY 5 DESC
        """;

    /**
     * The statements that rules and triggers rewrite. An {@code INSTEAD} rule without {@code RETURNING} returns no
     * rows, nor does a trigger that stores a row of an inherited table in another table.
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
               array_to_string(ARRAY(SELECT n.nspname || chr(2) || c.relname
                                     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                                     JOIN tree ON c.oid = tree.oid), chr(1)),
               coalesce((SELECT string_agg(pg_get_partkeydef(p.partrelid), ' ') FROM pg_partitioned_table p
                         WHERE p.partrelid IN (SELECT oid FROM tree UNION SELECT oid FROM above)), ''),
               coalesce((SELECT row_security_active(oid) FROM own), false)
        """;

    private static final String KEY_DEFAULTS = """
        SELECT a.attname, coalesce(pg_get_expr(d.adbin, d.adrelid),
                                   CASE WHEN a.attidentity <> '' THEN
                                     format('nextval(%L::regclass)', pg_get_serial_sequence(?, a.attname)) END, '')
        FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
        WHERE a.attrelid = to_regclass(?) AND a.attnum > 0 AND NOT a.attisdropped
        """;

    /** The collation that folds case beyond ASCII: that of the database, or another one where the database uses C. */
    private static final String FOLDING = """
        SELECT CASE WHEN upper(datctype) NOT IN ('C', 'POSIX') THEN 'default'
                    ELSE coalesce((SELECT collname FROM pg_collation
                                   WHERE collname IN ('und-x-icu', 'pg_c_utf8')
                                   ORDER BY collname DESC LIMIT 1), 'default') END
        FROM pg_database WHERE datname = current_database()
        """;

    private final Dialect dialect;
    private final Session session;
    private final Model model;
    private final String table;

    private final Map<String, PostgresqlColumn> columns = new HashMap<>();
    private final Set<String> notNull = new HashSet<>();
    private final Map<String, Set<String>> typed = new HashMap<>();
    private final Map<String, List<String>> constraints = new HashMap<>();
    private final Set<Set<String>> checkedReferences = new HashSet<>();

    PostgresqlTableInspection(Dialect dialect, Session session, Model model) {
        this.dialect = dialect;
        this.session = session;
        this.model = model;
        this.table = dialect.table(model.table());
    }

    /** Inspects the table. */
    TableFacts inspect() throws SQLException {
        readColumns();
        readConstraints();
        List<TableFacts> facts = new ArrayList<>();
        session.forEach(REWRITING, row -> facts.add(facts(row)), table);
        return facts.getFirst();
    }

    private void readColumns() throws SQLException {
        List<String> collations = new ArrayList<>();
        session.forEach(FOLDING, row -> collations.add(row.getString(1)));
        String folding = collations.isEmpty() ? "default" : collations.getFirst();
        List<String> trigrams = new ArrayList<>();
        session.forEach(TRIGRAMS, row -> trigrams.add(row.getString(1)), table);
        session.forEach(COLUMNS, row -> readColumn(row, folding, trigrams), table);
    }

    private void readColumn(ResultSet row, String folding, List<String> trigrams) throws SQLException {
        String name = row.getString(1);
        String fold = row.getString(5).equals(folding) ? "" : " COLLATE " + dialect.quote(folding);
        Pattern lower = lower(name, fold);
        columns.put(
                name,
                column(
                        row,
                        new PostgresqlColumn.Collations(folding, fold, row.getBoolean(9) ? "" : " COLLATE \"C\""),
                        trigrams.stream()
                                .anyMatch(
                                        expression -> lower.matcher(expression).matches())));
        if (row.getBoolean(4)) {
            notNull.add(name);
        }
        split(row.getString(7))
                .forEach(type ->
                        typed.computeIfAbsent(type, t -> new HashSet<>()).add(name));
    }

    private static PostgresqlColumn column(ResultSet row, PostgresqlColumn.Collations collations, boolean trigrams)
            throws SQLException {
        return new PostgresqlColumn(
                row.getString(2),
                row.getString(10),
                row.getString(8),
                split(row.getString(7)).size() > 1,
                row.getInt(3),
                Set.copyOf(split(row.getString(6))),
                collations,
                trigrams);
    }

    /** What fields the columns of a table are for, by their names. */
    static Map<String, StoredColumn> storedColumns(Session session, String table) throws SQLException {
        Map<String, StoredColumn> columns = new HashMap<>();
        PostgresqlColumn.Collations any = new PostgresqlColumn.Collations("default", "", "");
        session.forEach(
                COLUMNS,
                row -> columns.put(row.getString(1), PostgresqlColumns.stored(column(row, any, false))),
                table);
        return columns;
    }

    /** The server's text of an expression: a column in lower case. */
    private Pattern lower(String column, String fold) {
        return Pattern.compile("lower\\(\\(*(" + Pattern.quote(column) + "|" + Pattern.quote(dialect.quote(column))
                + ")(::text)?\\)*(" + Pattern.quote(fold) + ")\\)*");
    }

    private void readConstraints() throws SQLException {
        session.forEach(
                CONSTRAINTS,
                row -> {
                    List<String> named = split(row.getString(3));
                    String expressions = row.getString(4);
                    constraints.putIfAbsent(
                            row.getString(1), expressions.isEmpty() ? named : Dialect.columnsNamed(model, expressions));
                    if (row.getBoolean(2)) {
                        checkedReferences.add(Set.copyOf(named));
                    }
                },
                table);
    }

    private TableFacts facts(ResultSet row) throws SQLException {
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
                storedColumns(),
                constraints,
                checkedReferences,
                new TableFacts.Writes(row.getBoolean(1) || !rewritten.isEmpty(), rewritten, "", row.getBoolean(7)),
                new TableFacts.Partitions(tableNames(row.getString(5)), Dialect.columnsNamed(model, row.getString(6))),
                typed,
                false, // a prepared statement does not know the page, and reads the whole table to join it
                Map.of());
    }

    private Map<String, TableFacts.Column> storedColumns() {
        Map<String, TableFacts.Column> stored = new LinkedHashMap<>();
        for (FieldDefinition field : model.storedFields()) {
            @Nullable PostgresqlColumn column = columns.get(field.column());
            if (column == null) {
                throw Dialect.missing(model, columns.isEmpty() ? "" : field.column());
            }
            StoredColumn type = PostgresqlColumns.stored(column);
            if (!type.holds(model, field)) {
                throw Dialect.misfit(model, field, type);
            }
            stored.put(
                    field.name(),
                    new TableFacts.Column(
                            PostgresqlColumns.MAPPINGS.codec(Dialect.leaf(model, field), column),
                            !notNull.contains(field.column())));
        }
        return stored;
    }

    /** The expressions of columns that have a default, by column. */
    Map<String, String> defaults() throws SQLException {
        Map<String, String> defaults = new HashMap<>();
        session.forEach(
                KEY_DEFAULTS,
                row -> {
                    if (!row.getString(2).isEmpty()) {
                        defaults.put(row.getString(1), row.getString(2));
                    }
                },
                table,
                table);
        return defaults;
    }

    private static Set<String> tableNames(String joined) {
        return split(joined).stream()
                .map(name -> name.split("\u0002", 2))
                .map(parts -> new TableName(parts[0], parts[1]).text())
                .collect(Collectors.toSet());
    }

    private static List<String> split(String joined) {
        return joined.isEmpty() ? List.of() : List.of(joined.split("\u0001", -1));
    }
}
