package dev.hexadmin.persistence.database.mysql;

import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.persistence.catalogue.Catalogue;
import dev.hexadmin.persistence.catalogue.TableFinder;
import dev.hexadmin.persistence.session.Session;
import java.sql.SQLException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tables and views of MySQL and MariaDB, with the rights of the database user. */
final class MysqlTableFinder implements TableFinder {
    private static final String COLUMNS = """
        SELECT c.column_name, c.privileges LIKE '%select%', c.privileges LIKE '%insert%',
               c.privileges LIKE '%update%', c.is_nullable = 'YES',
               c.is_nullable = 'NO' AND c.column_default IS NULL AND c.extra NOT LIKE '%auto_increment%'
               AND c.extra NOT LIKE '%GENERATED%',
               c.extra LIKE '%VIRTUAL GENERATED%' OR c.extra LIKE '%STORED GENERATED%'
               OR c.extra LIKE '%PERSISTENT%',
               coalesce(v.is_updatable, 'YES') = 'YES', v.table_name IS NOT NULL,
               coalesce(e.transactions, 'YES') = 'YES'
        FROM information_schema.columns c LEFT JOIN information_schema.views v
          ON v.table_schema = c.table_schema AND v.table_name = c.table_name
        LEFT JOIN information_schema.tables t
          ON t.table_schema = c.table_schema AND t.table_name = c.table_name
        LEFT JOIN information_schema.engines e ON e.engine = t.engine
        WHERE c.table_schema = database() AND c.table_name = ? ORDER BY c.ordinal_position
        """;

    /** A right of a role is not listed, so whoever has one may delete as far as is known here. */
    private static final String DELETES = """
        SELECT coalesce(current_role(), 'NONE') <> 'NONE'
          OR EXISTS (SELECT 1 FROM information_schema.user_privileges p
                     WHERE p.privilege_type = 'DELETE' AND p.grantee = u.grantee)
          OR EXISTS (SELECT 1 FROM information_schema.schema_privileges p WHERE p.privilege_type = 'DELETE'
                     AND p.grantee = u.grantee AND database() LIKE p.table_schema)
          OR EXISTS (SELECT 1 FROM information_schema.table_privileges p WHERE p.privilege_type = 'DELETE'
                     AND p.grantee = u.grantee AND p.table_schema = database() AND p.table_name = ?)
        FROM (SELECT concat('''', replace(current_user(), '@', '''@'''), '''') AS grantee) u
        """;

    /** A table, or a view, which may be one that is only read. */
    private record Kind(boolean updatable, boolean view, boolean transactional) {}

    @Override
    public Map<String, TableAccess> find(Session session, Collection<String> tables) throws SQLException {
        Map<String, TableAccess> found = new HashMap<>();
        for (String table : tables) {
            Map<String, ColumnAccess> columns = new LinkedHashMap<>();
            List<Kind> kind = Catalogue.rows(
                    session,
                    COLUMNS,
                    row -> {
                        boolean computed = row.getBoolean(7);
                        columns.put(
                                row.getString(1),
                                new ColumnAccess(
                                        row.getBoolean(2),
                                        row.getBoolean(3) && !computed,
                                        row.getBoolean(4) && !computed,
                                        row.getBoolean(5),
                                        row.getBoolean(6)));
                        return new Kind(row.getBoolean(8), row.getBoolean(9), row.getBoolean(10));
                    },
                    table);
            if (!columns.isEmpty()) {
                found.put(
                        table,
                        new TableAccess(
                                kind.getFirst().view(),
                                columns.values().stream().anyMatch(ColumnAccess::readable),
                                kind.getFirst().transactional(),
                                operations(session, table, kind.getFirst().updatable()),
                                "",
                                columns));
            }
        }
        return found;
    }

    private static Set<Operation> operations(Session session, String table, boolean updatable) throws SQLException {
        if (!updatable) {
            return EnumSet.noneOf(Operation.class);
        }
        Set<Operation> operations = EnumSet.of(Operation.CREATE, Operation.UPDATE);
        if (Catalogue.rows(session, DELETES, row -> row.getBoolean(1), table).getFirst()) {
            operations.add(Operation.DELETE);
        }
        return operations;
    }

    /** Empty: a foreign key without its table can only be made with the checks off. */
    @Override
    public List<BrokenKey> brokenKeys(Session session) {
        return List.of();
    }

    @Override
    public boolean same(String name, String other) {
        return name.equalsIgnoreCase(other);
    }
}
