package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Reference;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableDescription;
import dev.hexadmin.persistence.database.sqlite.dialect.SqliteColumns;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQLite's schema, through its table-valued pragmas. Declared types are free text in SQLite. */
final class SqliteCatalogue implements Catalogue {
    private static final Pattern LIST_CHECK = Pattern.compile(
            "CHECK\\s*\\(\\s*(?:\"([^\"]+)\"|\\[([^\\]]+)\\]|`([^`]+)`|(\\w+))\\s+IN\\s*\\(\\s*"
                    + "('(?:[^']|'')*'(?:\\s*,\\s*'(?:[^']|'')*')*)\\s*\\)\\s*\\)",
            Pattern.CASE_INSENSITIVE);
    /** Of JSON in a column of text, as Django declares it. */
    private static final Pattern JSON_CHECK = Pattern.compile(
            "CHECK\\s*\\(\\s*\\(?\\s*JSON_VALID\\s*\\(\\s*[\"\\[`]?([^\"\\]`()]+?)[\"\\]`]?\\s*\\)\\s*"
                    + "(?:OR\\s+[\"\\[`]?\\1[\"\\]`]?\\s+IS\\s+NULL\\s*)?\\)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");
    private static final Pattern QUOTED = Pattern.compile("'((?:[^']|'')*)'|\"([^\"]*)\"", Pattern.DOTALL);

    /** Declared types that are no integers, although SQLite's rules say so of all with an "INT". */
    private static final Pattern NO_INTEGER = Pattern.compile("POINT|INTERVAL|\\[\\s*]", Pattern.CASE_INSENSITIVE);

    /** What MySQL and those who write for several databases declare for a boolean. */
    private static final Pattern ONE_DIGIT =
            Pattern.compile("\\s*TINYINT\\s*\\(\\s*1\\s*\\)\\s*", Pattern.CASE_INSENSITIVE);

    private static final Pattern NOW = Pattern.compile(
            "\\(*\\s*(?:CURRENT_TIMESTAMP|datetime\\s*\\(\\s*'now'\\s*\\))\\s*\\)*", Pattern.CASE_INSENSITIVE);

    private static final String FLAG = "flag";
    private static final String FORM_OF_NOW =
            "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9]";
    private static final int SAMPLED = 1_000;
    private static final Duration SAMPLING = Duration.ofSeconds(2);

    private final Dialect dialect;

    SqliteCatalogue(Dialect dialect) {
        this.dialect = dialect;
    }

    /** A column as the pragma has it, with its place in the key, from 1, or 0. */
    private record Raw(
            String name,
            String type,
            boolean notNull,
            @Nullable String initial,
            int key,
            int hidden) {}

    /** A table, view or virtual table as the pragma has it. */
    private record Listed(boolean withoutRowId, String type) {}

    /** An index as the pragma has it. */
    private record Index(String name, boolean unique, String origin, boolean partial) {}

    /** One column of a foreign key. */
    private record Part(
            int id, String target, String from, @Nullable String to, String onDelete) {}

    @Override
    public List<TableDescription> tables(Session session, List<String> schemas, Consumer<String> notes)
            throws SQLException {
        List<TableDescription> tables = new ArrayList<>();
        Map<String, Listed> names = new LinkedHashMap<>();
        Catalogue.rows(
                session,
                "SELECT name, wr, type FROM pragma_table_list WHERE schema = 'main'"
                        + " AND type IN ('table', 'view', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
                        + " ORDER BY name",
                row -> names.put(row.getString(1), new Listed(row.getBoolean(2), row.getString(3))));
        for (Map.Entry<String, Listed> name : names.entrySet()) {
            try {
                tables.add(table(session, name.getKey(), name.getValue()));
            } catch (SQLException e) {
                // a view of a table that is gone, a virtual table whose module is missing
                notes.accept("the table '" + name.getKey() + "' is left out: the database cannot read it: "
                        + e.getMessage());
            }
        }
        return tables;
    }

    @Override
    public boolean same(String name, String other) {
        return name.equalsIgnoreCase(other);
    }

    private TableDescription table(Session session, String name, Listed listed) throws SQLException {
        List<Raw> raw = Catalogue.rows(
                session,
                "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid",
                row -> new Raw(
                        row.getString(1),
                        row.getString(2),
                        row.getBoolean(3),
                        row.getString(4),
                        row.getInt(5),
                        row.getInt(6)),
                name);
        List<Index> indexes = Catalogue.rows(
                session,
                "SELECT name, \"unique\", origin, partial FROM pragma_index_list(?) ORDER BY seq",
                row -> new Index(row.getString(1), row.getBoolean(2), row.getString(3), row.getBoolean(4)),
                name);
        List<String> key = raw.stream()
                .filter(column -> column.key() > 0)
                .sorted(Comparator.comparingInt(Raw::key))
                .map(Raw::name)
                .toList();
        // A key that is an alias of the row id has no separate index.
        boolean rowId = key.size() == 1
                && !listed.withoutRowId()
                && indexes.stream().noneMatch(index -> index.origin().equals("pk"));
        String definition = definition(session, name);
        Map<String, List<String>> enums = enums(definition);
        Set<String> documents = documents(definition);
        List<Raw> shown = raw.stream().filter(column -> column.hidden() != 1).toList();
        Map<String, FieldType> held = held(session, name, listed, shown);
        Set<String> now = defaultsInOtherForm(session, name, shown);
        List<TableDescription.Column> columns = shown.stream()
                .map(column -> column(
                        column,
                        held.getOrDefault(column.name(), type(column.type(), documents.contains(folded(column)))),
                        now.contains(column.name()) ? new TableDescription.Initial.Now() : initial(column.initial()),
                        rowId,
                        enums))
                .toList();
        List<List<String>> uniques = new ArrayList<>();
        for (Index index : indexes) {
            if (index.unique() && !index.partial() && !index.origin().equals("pk")) {
                List<@Nullable String> parts = Catalogue.rows(
                        session,
                        "SELECT name FROM pragma_index_info(?) ORDER BY seqno",
                        row -> row.getString(1),
                        index.name());
                if (parts.stream().noneMatch(part -> part == null)) {
                    uniques.add(parts.stream().map(String::valueOf).toList());
                }
            }
        }
        return new TableDescription(
                name, !listed.type().equals("table"), columns, key, foreignKeys(session, name), uniques, "");
    }

    /**
     * The types of columns whose declared type does not say what they hold, such as those that a view computes, by what is
     * in the first rows. A view of a column without a type calls it a BLOB.
     * Reading them may take long: then the columns are texts, which hold every value.
     */
    private Map<String, FieldType> held(Session session, String table, Listed listed, List<Raw> columns)
            throws SQLException {
        List<Raw> untyped = columns.stream()
                .filter(column -> column.type().isBlank()
                        || NO_INTEGER.matcher(column.type()).find()
                        || ONE_DIGIT.matcher(column.type()).matches()
                        || (listed.type().equals("view") && column.type().equals("BLOB")))
                .toList();
        Map<String, FieldType> held = new LinkedHashMap<>();
        if (untyped.isEmpty() || table.startsWith("admin_")) {
            return held;
        }
        String sql = "SELECT "
                + untyped.stream().map(this::kinds).collect(Collectors.joining(", "))
                + " FROM (SELECT "
                + untyped.stream().map(column -> dialect.quote(column.name())).collect(Collectors.joining(", "))
                + " FROM " + dialect.quote(table) + " LIMIT " + SAMPLED
                + ")";
        try (PreparedStatement statement = session.connection().prepareStatement(sql)) {
            dialect.within(SAMPLING, session, statement, running -> {
                try (ResultSet row = statement.executeQuery()) {
                    for (int i = 0; i < untyped.size(); i++) {
                        held.put(untyped.get(i).name(), held(row.getString(i + 1)));
                    }
                }
                return true;
            });
        }
        return held;
    }

    private String kinds(Raw column) {
        String name = dialect.quote(column.name());
        return ONE_DIGIT.matcher(column.type()).matches()
                ? "CASE WHEN max(" + name + " NOT IN (0, 1)) THEN 'integer' ELSE '" + FLAG + "' END"
                : "group_concat(DISTINCT typeof(" + name + "))";
    }

    /**
     * The columns whose default is the time in another form than that of the rows: SQLite would write a text among the
     * numbers, for example, in which the program that owns the table finds no time.
     */
    private Set<String> defaultsInOtherForm(Session session, String table, List<Raw> columns) throws SQLException {
        Set<String> other = new HashSet<>();
        for (Raw column : columns) {
            if (type(column.type()) == FieldType.DATETIME
                    && column.initial() != null
                    && NOW.matcher(column.initial()).matches()) {
                String name = dialect.quote(column.name());
                List<Boolean> found = Catalogue.rows(
                        session,
                        "SELECT typeof(" + name + ") <> 'text' OR " + name + " NOT GLOB '" + FORM_OF_NOW
                                + "' FROM (SELECT " + name + " FROM " + dialect.quote(table) + " LIMIT " + SAMPLED
                                + ") WHERE " + name + " IS NOT NULL LIMIT 1",
                        row -> row.getBoolean(1));
                if (found.contains(true)) {
                    other.add(column.name());
                }
            }
        }
        return other;
    }

    /** @param types what {@code typeof} returned, joined by commas, or {@link #FLAG}; null without rows */
    private static FieldType held(@Nullable String types) {
        if (FLAG.equals(types)) {
            return FieldType.BOOLEAN;
        }
        Set<String> found = new HashSet<>(List.of(types == null ? new String[0] : types.split(",")));
        found.remove("null");
        if (found.equals(Set.of("integer"))) {
            return FieldType.INTEGER;
        }
        if (!found.isEmpty() && Set.of("integer", "real").containsAll(found)) {
            return FieldType.FLOAT;
        }
        return found.equals(Set.of("blob")) ? FieldType.BINARY : FieldType.TEXT;
    }

    /** The statement that created a table; empty for a view. */
    private static String definition(Session session, String table) throws SQLException {
        return String.join(
                "\n",
                Catalogue.rows(
                        session,
                        "SELECT coalesce(sql, '') FROM sqlite_master WHERE type = 'table' AND name = ?",
                        row -> row.getString(1),
                        table));
    }

    private static String folded(Raw column) {
        return column.name().toLowerCase(Locale.ROOT);
    }

    /** The columns that hold JSON by a check, in lower case. */
    private static Set<String> documents(String definition) {
        return JSON_CHECK
                .matcher(definition)
                .results()
                .map(check -> check.group(1).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
    }

    private static Map<String, List<String>> enums(String definition) {
        Map<String, List<String>> enums = new LinkedHashMap<>();
        Matcher check = LIST_CHECK.matcher(definition);
        while (check.find()) {
            for (int group = 1; group <= 4; group++) {
                if (check.group(group) != null) {
                    enums.put(check.group(group).toLowerCase(Locale.ROOT), Catalogue.literals(check.group(5)));
                }
            }
        }
        return enums;
    }

    private static TableDescription.Column column(
            Raw raw, FieldType type, TableDescription.Initial initial, boolean rowId, Map<String, List<String>> enums) {
        List<String> values = enums.getOrDefault(folded(raw), List.of());
        if (!type.isText() || values.stream().anyMatch(String::isEmpty)) {
            values = List.of();
        }
        List<Integer> numbers = Catalogue.numbers(raw.type());
        return new TableDescription.Column(
                raw.name(),
                new TableDescription.ColumnType(
                        raw.type(), values.isEmpty() ? type : FieldType.ENUM, false, numbers, values, Optional.empty()),
                raw.notNull(),
                initial,
                rowId && raw.key() > 0,
                raw.hidden() > 1,
                "");
    }

    private static FieldType type(String declared, boolean document) {
        FieldType type = type(declared);
        return document && type.isText() ? FieldType.JSON : type;
    }

    static FieldType type(String declared) {
        return SqliteColumns.typeOf(
                Catalogue.word(declared), !Catalogue.numbers(declared).isEmpty());
    }

    private static TableDescription.Initial initial(@Nullable String text) {
        if (text == null || text.strip().equalsIgnoreCase("null")) {
            return new TableDescription.Initial.Nothing();
        }
        String bare = text.strip();
        while (bare.startsWith("(") && bare.endsWith(")") && bare.indexOf(')') == bare.length() - 1) {
            bare = bare.substring(1, bare.length() - 1).strip();
        }
        Matcher quoted = QUOTED.matcher(bare);
        if (quoted.matches()) {
            String literal = quoted.group(1) != null ? quoted.group(1).replace("''", "'") : quoted.group(2);
            return new TableDescription.Initial.Literal(literal, text);
        }
        return NUMBER.matcher(bare).matches() || bare.equalsIgnoreCase("true") || bare.equalsIgnoreCase("false")
                ? new TableDescription.Initial.Literal(bare.toLowerCase(Locale.ROOT), text)
                : new TableDescription.Initial.Expression(text);
    }

    private static List<TableDescription.ForeignKey> foreignKeys(Session session, String table) throws SQLException {
        List<Part> parts = Catalogue.rows(
                session,
                "SELECT id, \"table\", \"from\", \"to\", on_delete FROM pragma_foreign_key_list(?)"
                        + " ORDER BY id DESC, seq",
                row -> new Part(row.getInt(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5)),
                table);
        Map<Integer, List<Part>> byId = new LinkedHashMap<>();
        parts.forEach(
                part -> byId.computeIfAbsent(part.id(), id -> new ArrayList<>()).add(part));
        return byId.values().stream()
                .map(key -> new TableDescription.ForeignKey(
                        key.stream().map(Part::from).toList(),
                        key.getFirst().target(),
                        key.stream()
                                .map(Part::to)
                                .flatMap(to -> Optional.ofNullable(to).stream())
                                .toList(),
                        switch (key.getFirst().onDelete()) {
                            case "CASCADE" -> Reference.OnDelete.CASCADE;
                            case "SET NULL" -> Reference.OnDelete.SET_NULL;
                            default -> Reference.OnDelete.RESTRICT;
                        }))
                .toList();
    }
}
