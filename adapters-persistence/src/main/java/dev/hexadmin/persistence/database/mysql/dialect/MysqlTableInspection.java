package dev.hexadmin.persistence.database.mysql.dialect;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.dialect.StoredColumn;
import dev.hexadmin.persistence.dialect.TableFacts;
import dev.hexadmin.persistence.session.Session;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the description of one model's table from {@code information_schema}. Used once, by one thread. */
final class MysqlTableInspection {
    private static final String COLUMNS = """
        SELECT column_name, data_type, column_type, coalesce(character_maximum_length, 0),
               coalesce(numeric_precision, 0), coalesce(numeric_scale, 0),
               coalesce(collation_name, '') IN ('utf8mb4_0900_bin', 'utf8mb4_nopad_bin'), is_nullable = 'YES',
               column_default, extra LIKE '%DEFAULT_GENERATED%' OR version() LIKE '%MariaDB%',
               coalesce(character_set_name, ''), coalesce(generation_expression, '') = 'ROW END'
        FROM information_schema.columns WHERE table_schema = database() AND table_name = ?
        """;

    /**
     * The columns of keys: unique ones with the name of their index, foreign ones with the name of the constraint. Unique
     * indexes of MariaDB also have the end of a row's time in a table that keeps its past, so that rows of the past may be equal.
     */
    private static final String KEYS = """
        SELECT index_name, column_name, 0 FROM information_schema.statistics
        WHERE table_schema = database() AND table_name = ? AND non_unique = 0 AND column_name IS NOT NULL
        UNION ALL
        SELECT constraint_name, column_name, 1 FROM information_schema.key_column_usage
        WHERE table_schema = database() AND table_name = ? AND referenced_table_name IS NOT NULL
        """;

    private static final String CHECKS = """
        SELECT c.constraint_name, c.check_clause FROM information_schema.check_constraints c
        JOIN information_schema.table_constraints t
          ON t.constraint_schema = c.constraint_schema AND t.constraint_name = c.constraint_name
          /*M! AND t.table_name = c.table_name */
        WHERE t.table_schema = database() AND t.table_name = ? AND t.constraint_type = 'CHECK'
        """;

    private static final String PARTITIONS = """
        SELECT DISTINCT coalesce(partition_expression, ''), coalesce(subpartition_expression, '')
        FROM information_schema.partitions WHERE table_schema = database() AND table_name = ?
        """;

    private static final String TRIGGERS = """
        SELECT count(*) FROM information_schema.triggers
        WHERE event_object_schema = database() AND event_object_table = ?
        """;

    private final Session session;
    private final Model model;
    private final Map<String, MysqlColumn> columns = new HashMap<>();
    private final Map<String, String> defaults = new HashMap<>();
    private final Set<String> nullable = new HashSet<>();
    private String end = "";
    private final Map<String, List<String>> constraints = new HashMap<>();
    private final Map<String, Set<String>> checkedReferences = new HashMap<>();

    MysqlTableInspection(Session session, Model model) {
        this.session = session;
        this.model = model;
    }

    /** Inspects the table. */
    TableFacts inspect() throws SQLException {
        readColumns();
        session.forEach(
                KEYS,
                row -> {
                    if (row.getString(2).equals(end)) {
                        return;
                    }
                    constraints
                            .computeIfAbsent(row.getString(1), name -> new ArrayList<>())
                            .add(row.getString(2));
                    if (row.getInt(3) == 1) {
                        checkedReferences
                                .computeIfAbsent(row.getString(1), name -> new HashSet<>())
                                .add(row.getString(2));
                    }
                },
                model.table(),
                model.table());
        session.forEach(
                CHECKS,
                row -> constraints.putIfAbsent(row.getString(1), Dialect.columnsNamed(model, row.getString(2))),
                model.table());
        List<Boolean> triggers = new ArrayList<>();
        session.forEach(TRIGGERS, row -> triggers.add(row.getInt(1) > 0), model.table());
        Set<String> partitionedBy = new HashSet<>();
        session.forEach(
                PARTITIONS,
                row -> partitionedBy.addAll(Dialect.columnsNamed(model, row.getString(1) + " " + row.getString(2))),
                model.table());
        return new TableFacts(
                storedColumns(),
                constraints,
                Set.copyOf(checkedReferences.values()),
                new TableFacts.Writes(triggers.getFirst(), Set.of(), "", false),
                new TableFacts.Partitions(Set.of(model.table()), List.copyOf(partitionedBy)),
                Map.of(),
                true,
                Map.of());
    }

    private void readColumns() throws SQLException {
        session.forEach(
                COLUMNS,
                row -> {
                    String name = row.getString(1);
                    columns.put(fold(name), column(row));
                    if (row.getBoolean(8)) {
                        nullable.add(fold(name));
                    }
                    if (row.getBoolean(12)) {
                        end = name;
                    }
                    @Nullable String initial = row.getString(9);
                    if (initial != null && row.getBoolean(10)) {
                        defaults.put(name, initial);
                    }
                },
                model.table());
    }

    private static MysqlColumn column(ResultSet row) throws SQLException {
        return new MysqlColumn(
                row.getString(2).toLowerCase(Locale.ROOT),
                row.getString(3).toLowerCase(Locale.ROOT),
                row.getLong(4),
                row.getInt(5),
                row.getInt(6),
                row.getBoolean(7),
                row.getString(11));
    }

    /** What fields the columns of a table are for, by their names in lower case. */
    static Map<String, StoredColumn> storedColumns(Session session, String table) throws SQLException {
        Map<String, StoredColumn> columns = new HashMap<>();
        session.forEach(COLUMNS, row -> columns.put(fold(row.getString(1)), MysqlColumns.stored(column(row))), table);
        return columns;
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private Map<String, TableFacts.Column> storedColumns() {
        Map<String, TableFacts.Column> stored = new LinkedHashMap<>();
        for (FieldDefinition field : model.storedFields()) {
            @Nullable MysqlColumn column = columns.get(fold(field.column()));
            if (column == null) {
                throw Dialect.missing(model, columns.isEmpty() ? "" : field.column());
            }
            StoredColumn type = MysqlColumns.stored(column);
            if (!type.holds(model, field)) {
                throw Dialect.misfit(model, field, type);
            }
            stored.put(
                    field.name(),
                    new TableFacts.Column(
                            MysqlColumns.MAPPINGS.codec(Dialect.leaf(model, field), column),
                            nullable.contains(fold(field.column()))));
        }
        return stored;
    }

    /** The expressions of columns that have a default, by column. */
    Map<String, String> defaults() throws SQLException {
        readColumns();
        return defaults;
    }
}
