package dev.hexadmin.persistence.database.sqlite;

import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableFinder;
import dev.hexadmin.persistence.catalogue.TableFinder.BrokenKey;
import dev.hexadmin.persistence.catalogue.TableFinder.ColumnAccess;
import dev.hexadmin.persistence.catalogue.TableFinder.TableAccess;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tables and views of SQLite. SQLite has no rights: a view supports the operations that have an {@code INSTEAD OF}
 * trigger.
 */
final class SqliteTableFinder implements TableFinder {
    /** One column of a foreign key. */
    private record Part(
            String table,
            int id,
            String target,
            String from,
            @Nullable String to) {}

    /** A column as the pragma has it. */
    private record Raw(String name, boolean notNull, int key, String type, boolean filled) {}

    @Override
    public Map<String, TableAccess> find(Session session, Collection<String> tables) throws SQLException {
        Map<String, TableAccess> found = new HashMap<>();
        for (String table : tables) {
            List<String> kind = Catalogue.rows(
                    session,
                    "SELECT type FROM sqlite_master WHERE name = ? COLLATE NOCASE AND type IN ('table', 'view')",
                    row -> row.getString(1),
                    table);
            if (!kind.isEmpty()) {
                found.put(table, found(session, table, kind.getFirst().equals("view")));
            }
        }
        return found;
    }

    private static TableAccess found(Session session, String table, boolean view) throws SQLException {
        List<Raw> raw = Catalogue.rows(
                session,
                "SELECT name, \"notnull\", pk, type, dflt_value IS NOT NULL OR hidden <> 0"
                        + " FROM pragma_table_xinfo(?) WHERE hidden <> 1",
                row -> new Raw(row.getString(1), row.getBoolean(2), row.getInt(3), row.getString(4), row.getBoolean(5)),
                table);
        long parts = raw.stream().filter(column -> column.key() > 0).count();
        Map<String, ColumnAccess> columns = new LinkedHashMap<>();
        for (Raw column : raw) {
            boolean rowId = column.key() > 0 && parts == 1 && column.type().equalsIgnoreCase("INTEGER");
            columns.put(
                    column.name(),
                    new ColumnAccess(
                            true,
                            true,
                            true,
                            !column.notNull() && !rowId,
                            column.notNull() && column.key() == 0 && !column.filled()));
        }
        return new TableAccess(
                view, true, true, view ? instead(session, table) : EnumSet.allOf(Operation.class), "", columns);
    }

    private static Set<Operation> instead(Session session, String view) throws SQLException {
        List<String> triggers = Catalogue.rows(
                session,
                "SELECT upper(sql) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE",
                row -> row.getString(1),
                view);
        Set<Operation> operations = EnumSet.noneOf(Operation.class);
        for (String trigger : triggers) {
            String words = trigger.replaceAll("\\s+", " ");
            if (words.contains("INSTEAD OF INSERT")) {
                operations.add(Operation.CREATE);
            } else if (words.contains("INSTEAD OF UPDATE")) {
                operations.add(Operation.UPDATE);
            } else if (words.contains("INSTEAD OF DELETE")) {
                operations.add(Operation.DELETE);
            }
        }
        return operations;
    }

    /** SQLite creates foreign keys to any target, and later rejects statements that need an invalid one. */
    @Override
    public List<BrokenKey> brokenKeys(Session session) throws SQLException {
        List<Part> parts = Catalogue.rows(
                session,
                "SELECT m.name, f.id, f.\"table\", f.\"from\", f.\"to\" FROM pragma_table_list m"
                        + " JOIN pragma_foreign_key_list(m.name) f WHERE m.schema = 'main' AND m.type = 'table'"
                        + " AND m.name NOT LIKE 'admin\\_%' ESCAPE '\\' ORDER BY m.name, f.id, f.seq",
                row -> new Part(row.getString(1), row.getInt(2), row.getString(3), row.getString(4), row.getString(5)));
        Map<String, List<Part>> keys = new LinkedHashMap<>();
        parts.forEach(part -> keys.computeIfAbsent(part.table() + "\0" + part.id(), key -> new ArrayList<>())
                .add(part));
        Map<String, Set<Set<String>>> uniques = new HashMap<>();
        List<BrokenKey> broken = new ArrayList<>();
        for (List<Part> key : keys.values()) {
            String target = fold(key.getFirst().target());
            @Nullable Set<Set<String>> unique = uniques.get(target);
            if (unique == null) {
                unique = uniques(session, target);
                uniques.put(target, unique);
            }
            List<String> to = key.stream()
                    .map(Part::to)
                    .flatMap(name -> Optional.ofNullable(name).stream())
                    .map(SqliteTableFinder::fold)
                    .toList();
            boolean holds = to.isEmpty()
                    ? unique.stream().anyMatch(columns -> columns.contains("") && columns.size() == key.size() + 1)
                    : unique.contains(Set.copyOf(to));
            if (!holds) {
                broken.add(new BrokenKey(
                        key.getFirst().table(),
                        key.stream().map(Part::from).toList(),
                        key.getFirst().target(),
                        unique.isEmpty() && !exists(session, target)));
            }
        }
        return broken;
    }

    private static boolean exists(Session session, String table) throws SQLException {
        return !Catalogue.rows(
                        session,
                        "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? COLLATE NOCASE",
                        row -> row.getInt(1),
                        table)
                .isEmpty();
    }

    /** Sets of columns that no two rows share; the primary key also with an empty name in it. */
    private static Set<Set<String>> uniques(Session session, String table) throws SQLException {
        Set<Set<String>> uniques = new HashSet<>();
        Set<String> key = new HashSet<>(Catalogue.rows(
                session, "SELECT name FROM pragma_table_xinfo(?) WHERE pk > 0", row -> fold(row.getString(1)), table));
        if (!key.isEmpty()) {
            uniques.add(Set.copyOf(key));
            key.add("");
            uniques.add(key);
        }
        Map<String, Set<String>> indexes = new HashMap<>();
        Catalogue.rows(
                session,
                "SELECT i.name, coalesce(x.name, '') FROM pragma_index_list(?) i JOIN pragma_index_info(i.name) x"
                        + " WHERE i.\"unique\" AND NOT i.partial",
                row -> indexes.computeIfAbsent(row.getString(1), name -> new HashSet<>())
                        .add(fold(row.getString(2))),
                table);
        uniques.addAll(indexes.values().stream()
                .filter(columns -> !columns.contains(""))
                .toList());
        return uniques;
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean same(String name, String other) {
        return name.equalsIgnoreCase(other);
    }
}
