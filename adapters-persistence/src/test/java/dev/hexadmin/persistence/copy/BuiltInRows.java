package dev.hexadmin.persistence.copy;

import dev.hexadmin.persistence.migration.Migrations;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rows in every built-in table of PostgreSQL, with a value in every column or, in every other row, null where it is allowed. */
final class BuiltInRows {
    private static final Set<String> TAKEN = Set.of(Migrations.HISTORY, "admin_schema_state", "admin_schema_required");

    private BuiltInRows() {}

    static void insert(DatabaseSettings postgresql) {
        List<String> statements = new ArrayList<>(List.of("SET session_replication_role = replica"));
        for (String table : OwnTables.COPIED) {
            if (!TAKEN.contains(table)) {
                for (int row = 1; row <= 4; row++) {
                    statements.add(insert(postgresql, table, row));
                }
            }
        }
        TestDatabases.execute(postgresql, statements);
    }

    private static String insert(DatabaseSettings postgresql, String table, int row) {
        List<String> columns = TestDatabases.texts(
                postgresql,
                "SELECT attname || ' ' || format_type(atttypid, -1) || CASE WHEN attnotnull THEN '' ELSE '?' END"
                        + " FROM pg_attribute WHERE attrelid = '" + table
                        + "'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum");
        return "INSERT INTO " + table
                + columns.stream()
                        .map(column -> '"' + column.substring(0, column.indexOf(' ')) + '"')
                        .collect(Collectors.joining(", ", " (", ")"))
                + " OVERRIDING SYSTEM VALUE VALUES "
                + columns.stream().map(column -> value(table, column, row)).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String value(String table, String column, int row) {
        String name = column.substring(0, column.indexOf(' '));
        String type = column.substring(column.indexOf(' ') + 1);
        if (type.endsWith("?") && row % 2 == 0) {
            return "NULL";
        }
        return switch (type.replace("?", "")) {
            case "timestamp with time zone" -> "'2026-0" + row + "-28 23:59:59.12345" + row + "+00'";
            case "boolean" -> row % 2 == 0 ? "true" : "false";
            case "uuid" -> "'019bd2e" + row + "-0000-7000-8000-00000000000" + row + "'";
            case "json" -> "'{\"b\": [1.10, null],  \"a\": \"é\\u0000\"}'";
            case "bytea" -> "'\\x00ff27" + row + "0'::bytea";
            case "integer" -> String.valueOf(row);
            case "bigint" ->
                name.equals("id") && (table.equals("admin_audit_log") || table.equals("admin_login_attempts"))
                        ? "260" + row + "00000000007"
                        : String.valueOf(row);
            default -> name.equals("credential_id") ? "'ascii " + row + "'" : "'𝄞''\\é \"" + row + " '";
        };
    }
}
