package dev.hexadmin.persistence.database.postgresql;

import dev.hexadmin.domain.models.Operation;
import dev.hexadmin.persistence.catalogue.TableFinder;
import dev.hexadmin.persistence.catalogue.TableFinder.BrokenKey;
import dev.hexadmin.persistence.catalogue.TableFinder.ColumnAccess;
import dev.hexadmin.persistence.catalogue.TableFinder.TableAccess;
import dev.hexadmin.persistence.dialect.Dialect;
import dev.hexadmin.persistence.session.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tables, views and foreign tables of PostgreSQL with the rights of the database user, in one statement. */
final class PostgresqlTableFinder implements TableFinder {
    /** The bits of {@code pg_relation_is_updatable} are those of the server's command types. */
    private static final String TABLES = """
        SELECT t.name, has_any_column_privilege(c.oid, 'SELECT'),
               CASE WHEN c.relkind = 'f' AND NOT EXISTS (
                              SELECT 1 FROM pg_foreign_table f JOIN pg_foreign_server s ON s.oid = f.ftserver
                              JOIN pg_foreign_data_wrapper w ON w.oid = s.srvfdw
                              WHERE f.ftrelid = c.oid AND w.fdwhandler <> 0) THEN 0 -- the function would fail
                    ELSE pg_relation_is_updatable(c.oid, true) END, has_table_privilege(c.oid, 'DELETE'),
               a.attname, has_column_privilege(c.oid, a.attnum, 'SELECT'),
               has_column_privilege(c.oid, a.attnum, 'INSERT'), has_column_privilege(c.oid, a.attnum, 'UPDATE'),
               NOT a.attnotnull, a.attnotnull AND NOT a.atthasdef AND a.attidentity = '',
               c.relkind IN ('v', 'm'),
               coalesce((SELECT s.oid::regclass::text
                         FROM pg_index x
                         JOIN pg_attrdef d ON d.adrelid = x.indrelid AND d.adnum = ANY (x.indkey)
                         JOIN pg_depend p ON p.classid = 'pg_attrdef'::regclass AND p.objid = d.oid
                                          AND p.refclassid = 'pg_class'::regclass
                         JOIN pg_class s ON s.oid = p.refobjid
                         WHERE x.indrelid = c.oid AND x.indisprimary
                           AND CASE WHEN s.relkind = 'S' THEN -- the function fails for a table
                                 NOT has_sequence_privilege(s.oid, 'USAGE, UPDATE') END
                         LIMIT 1), '')
        FROM unnest(?::text[], ?::text[]) t(name, quoted)
        JOIN pg_class c ON c.oid = to_regclass(t.quoted)
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        """;

    private final Dialect dialect;

    PostgresqlTableFinder(Dialect dialect) {
        this.dialect = dialect;
    }

    private static final int UPDATE = 4;
    private static final int INSERT = 8;
    private static final int DELETE = 16;

    @Override
    public Map<String, TableAccess> find(Session session, Collection<String> tables) throws SQLException {
        Map<String, TableAccess> found = new HashMap<>();
        try (PreparedStatement statement = session.connection().prepareStatement(TABLES)) {
            Object[] quoted = tables.stream().map(dialect::table).toArray();
            statement.setArray(1, session.connection().createArrayOf("text", tables.toArray()));
            statement.setArray(2, session.connection().createArrayOf("text", quoted));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    TableAccess table = found.get(row.getString(1));
                    if (table == null) {
                        table = new TableAccess(
                                row.getBoolean(11),
                                row.getBoolean(2),
                                true,
                                operations(row),
                                row.getString(12),
                                new LinkedHashMap<>());
                        found.put(row.getString(1), table);
                    }
                    table.columns()
                            .put(
                                    row.getString(5),
                                    new ColumnAccess(
                                            row.getBoolean(6),
                                            row.getBoolean(7),
                                            row.getBoolean(8),
                                            row.getBoolean(9),
                                            row.getBoolean(10)));
                }
            }
        }
        return found;
    }

    private static Set<Operation> operations(ResultSet row) throws SQLException {
        int updatable = row.getInt(3);
        Set<Operation> operations = EnumSet.noneOf(Operation.class);
        if ((updatable & INSERT) != 0) {
            operations.add(Operation.CREATE);
        }
        if ((updatable & UPDATE) != 0) {
            operations.add(Operation.UPDATE);
        }
        if ((updatable & DELETE) != 0 && row.getBoolean(4)) {
            operations.add(Operation.DELETE);
        }
        return operations;
    }

    /** Empty: PostgreSQL creates no foreign key that it cannot check. */
    @Override
    public List<BrokenKey> brokenKeys(Session session) {
        return List.of();
    }

    @Override
    public boolean same(String name, String other) {
        return name.equals(other);
    }
}
