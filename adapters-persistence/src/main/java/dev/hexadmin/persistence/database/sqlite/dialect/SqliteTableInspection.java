package dev.hexadmin.persistence.database.sqlite.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.dialect.TimeText;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the description of one model's table from SQLite. Used once, by one thread. */
final class SqliteTableInspection {
    private static final int SAMPLED_ROWS = 1000;
    private static final long START_OF_CORE_DATA =
            Instant.parse("2001-01-01T00:00:00Z").getEpochSecond();
    private static final Set<FieldType> TIMES = EnumSet.of(FieldType.DATETIME, FieldType.DATE, FieldType.TIME);
    private static final Pattern WITHOUT_ROWID =
            Pattern.compile("WITHOUT\\s+ROWID|CREATE\\s+VIRTUAL", Pattern.CASE_INSENSITIVE);
    private static final String NO_CASE = "NOCASE";
    private static final String SPACE = "(?:\\s|--[^\n]*\n|/\\*.*?\\*/)+";
    private static final Pattern CONFLICT_CLAUSE = Pattern.compile(
            "\\bON" + SPACE + "CONFLICT" + SPACE + "(?:REPLACE|IGNORE|FAIL|ROLLBACK)\\b",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern CHECK = Pattern.compile(
            "CONSTRAINT\\s+(?:\"([^\"]+)\"|`([^`]+)`|\\[([^\\]]+)\\]|([\\w$]+))\\s*CHECK\\s*\\(",
            Pattern.CASE_INSENSITIVE);

    private final Dialect dialect;
    private final Session session;
    private final Model model;

    private final Map<String, String> types = new HashMap<>();
    private final Map<String, String> defaults = new HashMap<>();
    private final Set<String> notNull = new HashSet<>();
    private final Set<String> primaryKey = new HashSet<>();
    private final Map<String, List<String>> constraints = new HashMap<>();
    private boolean deferred;
    private boolean triggers;
    private boolean resolvesConflicts;
    private boolean numbered;

    SqliteTableInspection(Dialect dialect, Session session, Model model) {
        this.dialect = dialect;
        this.session = session;
        this.model = model;
    }

    /** Inspects the table. */
    TableFacts inspect() throws SQLException {
        session.forEach(
                "SELECT name, type, \"notnull\", pk, dflt_value FROM pragma_table_xinfo(?)",
                row -> {
                    String name = fold(row.getString(1));
                    types.put(name, row.getString(2));
                    if (row.getInt(3) != 0) {
                        notNull.add(name);
                    }
                    if (row.getInt(4) != 0) {
                        primaryKey.add(name);
                    }
                    @Nullable String initial = row.getString(5);
                    if (initial != null) {
                        defaults.put(name, initial);
                    }
                },
                model.table());
        session.forEach(
                "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE tbl_name = ? COLLATE NOCASE",
                this::readDefinition,
                model.table());
        for (FieldDefinition field : model.referencesFields()) {
            session.forEach(
                    "SELECT coalesce(sql, '') FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
                    row -> readConflictClauses(row.getString(1)),
                    field.target().through().orElseThrow().table());
        }
        Set<Set<String>> checkedReferences = deferred ? Set.of() : foreignKeys();
        return new TableFacts(
                storedColumns(),
                constraints,
                checkedReferences,
                new TableFacts.Writes(triggers, Set.of(), resolvesConflicts ? " OR ABORT" : "", false),
                new TableFacts.Partitions(Set.of(model.table()), List.of()),
                Map.of(),
                isKeyed(),
                linkCollations());
    }

    /** Whether a key is in one row, and never null, which only a primary key of an integer never is in SQLite. */
    private boolean isKeyed() {
        List<String> key =
                model.key().stream().map(field -> fold(field.column())).toList();
        boolean neverNull =
                notNull.containsAll(key) || (key.size() == 1 && "INTEGER".equalsIgnoreCase(types.get(key.getFirst())));
        return !key.isEmpty() && neverNull && primaryKey.equals(Set.copyOf(key));
    }

    /** Reads the definition of the table, or of an index or a trigger of it. */
    private void readDefinition(ResultSet row) throws SQLException {
        String name = row.getString(2);
        String sql = row.getString(3);
        switch (row.getString(1)) {
            case "table" -> {
                deferred = sql.toUpperCase(Locale.ROOT).contains("INITIALLY DEFERRED");
                numbered = !WITHOUT_ROWID.matcher(sql).find();
                readChecks(sql);
                readConflictClauses(sql);
            }
            case "trigger" ->
                // the triggers of the search indexes do not change the record
                triggers |= !name.startsWith("admin_search_");
            default -> constraints.put(name, Dialect.columnsNamed(model, expression(sql, sql.indexOf('(') + 1)));
        }
    }

    private void readConflictClauses(String sql) {
        resolvesConflicts |= CONFLICT_CLAUSE.matcher(sql).find();
    }

    private void readChecks(String sql) {
        Matcher check = CHECK.matcher(sql);
        while (check.find()) {
            for (int group = 1; group <= check.groupCount(); group++) {
                @Nullable String name = check.group(group);
                if (name != null) {
                    constraints.put(name, Dialect.columnsNamed(model, expression(sql, check.end())));
                }
            }
        }
    }

    /** The columns of each foreign key. */
    private Set<Set<String>> foreignKeys() throws SQLException {
        Map<Integer, Set<String>> keys = new HashMap<>();
        session.forEach(
                "SELECT id, \"from\" FROM pragma_foreign_key_list(?)",
                row -> {
                    String name = fold(row.getString(2));
                    Set<String> columns = keys.computeIfAbsent(row.getInt(1), id -> new HashSet<>());
                    model.storedFields().stream()
                            .map(FieldDefinition::column)
                            .filter(column -> fold(column).equals(name))
                            .forEach(columns::add);
                },
                model.table());
        return Set.copyOf(keys.values());
    }

    private Map<String, TableFacts.Column> storedColumns() throws SQLException {
        Map<String, List<Object>> samples = samples();
        Map<String, TableFacts.Column> columns = new LinkedHashMap<>();
        for (FieldDefinition field : model.storedFields()) {
            String name = fold(field.column());
            @Nullable String type = types.get(name);
            if (type == null) {
                throw Dialect.missing(model, types.isEmpty() ? "" : field.column());
            }
            List<Object> values = samples.getOrDefault(field.name(), List.of());
            FieldDefinition leaf = Dialect.leaf(model, field);
            boolean anyCase = leaf.type() == FieldType.UUID
                    && collation(model.table(), field.column()).equals(NO_CASE);
            SqliteColumn.Key key = key(field, type);
            SqliteColumn column = new SqliteColumn(
                    type, values, key, anyCase || key.collation().endsWith(NO_CASE), start(type));
            SqliteColumn own = new SqliteColumn(type, values, SqliteColumn.Key.SAME, anyCase, column.start());
            columns.put(
                    field.name(),
                    new TableFacts.Column(
                            SqliteColumns.MAPPINGS.codec(leaf, column),
                            SqliteColumns.MAPPINGS.codec(leaf, own),
                            !field.primaryKey() && !notNull.contains(name)));
        }
        return columns;
    }

    /** How the key that a reference leads to differs from the column of the reference. */
    private SqliteColumn.Key key(FieldDefinition field, String type) throws SQLException {
        if (field.type() != FieldType.REFERENCE) {
            return SqliteColumn.Key.SAME;
        }
        Model target = model.target(field);
        String key = target.key().getFirst().column();
        if (isCollated(Dialect.leaf(model, field))) {
            return new SqliteColumn.Key(collate(model.table(), field.column(), target), false);
        }
        boolean[] numeric = {false};
        if (SqliteColumn.of(type).hasNoAffinity()) {
            session.forEach(
                    "SELECT type FROM pragma_table_xinfo(?) WHERE name = ? COLLATE NOCASE",
                    row -> numeric[0] = SqliteColumn.of(row.getString(1)).hasNumericAffinity(),
                    target.table(),
                    key);
        }
        return new SqliteColumn.Key("", numeric[0]);
    }

    private Map<String, TableFacts.LinkCollations> linkCollations() throws SQLException {
        Map<String, TableFacts.LinkCollations> links = new HashMap<>();
        for (FieldDefinition field : model.referencesFields()) {
            Reference.JoinTable join = field.target().through().orElseThrow();
            links.put(
                    field.name(),
                    new TableFacts.LinkCollations(
                            collate(join.table(), join.sourceColumn(), model),
                            collate(join.table(), join.targetColumn(), model.target(field))));
        }
        return links;
    }

    private static boolean isCollated(FieldDefinition leaf) {
        return leaf.type().isText() || leaf.type() == FieldType.UUID;
    }

    /** The clause with which a column is compared as the key of a model is; empty where it is compared so without one. */
    private String collate(String table, String column, Model target) throws SQLException {
        FieldDefinition key = target.key().getFirst();
        if (!isCollated(Dialect.leaf(target, key))) {
            return "";
        }
        String collation = collation(target.table(), key.column());
        return collation.equals(collation(table, column)) ? "" : " COLLATE " + collation;
    }

    /** Core Data of Apple counts from 2001 in its columns of the type {@code TIMESTAMP}. */
    private long start(String type) throws SQLException {
        boolean[] isCoreData = {false};
        if (type.equalsIgnoreCase("TIMESTAMP") && types.containsKey("z_pk")) {
            session.forEach(
                    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'Z_PRIMARYKEY'",
                    row -> isCoreData[0] = true);
        }
        return isCoreData[0] ? START_OF_CORE_DATA : 0;
    }

    /** The collation of a column, which a subquery takes from its first SELECT; no pragma has it. */
    private String collation(String table, String column) throws SQLException {
        String sql = "SELECT CASE WHEN x = 'a' THEN '" + NO_CASE
                + "' WHEN x = 'A ' THEN 'RTRIM' ELSE 'BINARY' END FROM (SELECT " + dialect.quote(column) + " AS x FROM "
                + dialect.quote(table) + " WHERE 0 UNION ALL SELECT 'A')";
        try (Session.Prepared prepared = session.prepare(sql);
                ResultSet row = prepared.statement().executeQuery()) {
            return row.next() ? row.getString(1) : "BINARY";
        } catch (SQLException e) {
            if (dialect.unusable(e).isPresent()) {
                return "BINARY"; // a missing table, or a collation that only another program has
            }
            throw e;
        }
    }

    /** The text from an open parenthesis to the one that closes it. */
    private static String expression(String sql, int start) {
        int depth = 1;
        int end = start;
        while (end < sql.length() && depth > 0) {
            char c = sql.charAt(end++);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        }
        return sql.substring(start, end);
    }

    /**
     * For types that existing tables store in several forms, a value near the start of the table; without one the column's
     * default, or a value of another column of the type. Of dates and times, all values near the start and the end: several
     * programs may have written them, or one program that has changed.
     */
    private Map<String, List<Object>> samples() throws SQLException {
        List<FieldDefinition> fields = model.storedFields().stream()
                .filter(field -> types.containsKey(fold(field.column())))
                .filter(field -> SqliteColumns.isSampled(Dialect.leaf(model, field)))
                .toList();
        Map<String, List<Object>> samples = new HashMap<>();
        if (fields.isEmpty()) {
            return samples;
        }
        sample(fields, samples, "");
        if (numbered && fields.stream().anyMatch(field -> TIMES.contains(field.type()))) {
            sample(fields, samples, " ORDER BY rowid DESC");
        }
        for (FieldDefinition field : fields) {
            @Nullable String initial = defaults.get(fold(field.column()));
            if (isEmpty(samples, field) && initial != null) {
                value(initial).ifPresent(value -> samples.put(field.name(), List.of(value)));
            }
        }
        for (FieldDefinition field : fields) {
            if (isEmpty(samples, field)) {
                fields.stream()
                        .filter(other -> isAlike(field, other) && !isEmpty(samples, other))
                        .findFirst()
                        .ifPresent(other -> samples.put(field.name(), samples.get(other.name())));
            }
        }
        return samples;
    }

    private void sample(List<FieldDefinition> fields, Map<String, List<Object>> samples, String order)
            throws SQLException {
        List<String> names =
                fields.stream().map(field -> dialect.quote(field.column())).toList();
        String sql = "SELECT " + String.join(", ", names) + " FROM " + dialect.quote(model.table()) + order + " LIMIT "
                + SAMPLED_ROWS;
        try (Session.Prepared prepared = session.prepare(sql);
                ResultSet row = prepared.statement().executeQuery()) {
            boolean more = true;
            for (int number = 0; more && row.next(); number++) {
                more = false;
                for (int i = 0; i < fields.size(); i++) {
                    FieldDefinition field = fields.get(i);
                    List<Object> values = samples.computeIfAbsent(field.name(), name -> new ArrayList<>());
                    @Nullable Object value = row.getObject(i + 1);
                    if (value != null && (number == 0 || values.isEmpty() || isVaried(field, values))) {
                        values.add(value);
                    }
                    more |= values.isEmpty() || isVaried(field, values);
                }
            }
        }
    }

    /** Whether the values are dates or times that need not all have the same form. */
    private static boolean isVaried(FieldDefinition field, List<Object> values) {
        return TIMES.contains(field.type())
                && !values.isEmpty()
                && !(values.getLast() instanceof String text && TimeText.wireOfFixed(text) != null);
    }

    private static boolean isEmpty(Map<String, List<Object>> samples, FieldDefinition field) {
        return samples.getOrDefault(field.name(), List.of()).isEmpty();
    }

    private boolean isAlike(FieldDefinition field, FieldDefinition other) {
        return field.type() == other.type()
                && Objects.equals(types.get(fold(field.column())), types.get(fold(other.column())));
    }

    /** The value of a default; empty when it is null, or of a function that only another program has. */
    private Optional<Object> value(String expression) {
        try (Session.Prepared prepared = session.prepare("SELECT (" + expression + ")");
                ResultSet row = prepared.statement().executeQuery()) {
            return row.next() ? Optional.ofNullable(row.getObject(1)) : Optional.empty();
        } catch (SQLException e) {
            return Optional.empty();
        }
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
