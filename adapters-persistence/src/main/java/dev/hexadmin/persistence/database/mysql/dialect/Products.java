package dev.hexadmin.persistence.database.mysql.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;

/**
 * Where MySQL and MariaDB differ. Each of them skips the comments that the other executes: MariaDB those of MySQL 5.7 and
 * later, MySQL those that begin with {@code M!}. So one text of a statement serves both, and statements need not ask which
 * of them the server is.
 */
public final class Products {
    public static final String MYSQL = "MySQL";
    public static final String MARIADB = "MariaDB";

    /** The oldest versions: those with {@code SKIP LOCKED}, {@code JSON_TABLE}, and a collation by bytes without padding. */
    public static final String SUPPORTED = "MySQL 8.0.19 or MariaDB 10.6, or later,";

    /** The collation that compares texts byte by byte, with the blanks at their ends. */
    public static final String EXACT = oneOf("utf8mb4_0900_bin", "utf8mb4_nopad_bin");

    /** What a lock takes of a statement that reads several tables; MariaDB locks the rows of all. */
    public static String of(String alias) {
        return oneOf("OF " + alias, "");
    }

    /** Sets how many milliseconds a query of the session may take; 0 for any number. */
    public static String limit(long millis) {
        return "SET SESSION " + oneOf("max_execution_time = " + millis, "max_statement_time = " + millis / 1000.0);
    }

    /** The identifiers of the transactions that a server has committed. */
    public static final String WRITTEN =
            "SELECT " + oneOf("@@GLOBAL.gtid_executed", "@@GLOBAL.gtid_binlog_pos") + " AS written";

    /** The identifiers of the transactions that a replica has applied. */
    public static final String REPLAYED =
            "SELECT " + oneOf("@@GLOBAL.gtid_executed", "@@GLOBAL.gtid_slave_pos") + " AS replayed";

    private Products() {}

    private static String oneOf(String mysql, String mariadb) {
        return (mysql.isEmpty() ? "" : "/*!80000 " + mysql + " */")
                + (mariadb.isEmpty() ? "" : "/*M! " + mariadb + " */");
    }

    /**
     * Refuses a server that is too old.
     *
     * @throws IllegalStateException when it is
     */
    public static void check(Connection connection) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        String product = server.getDatabaseProductName();
        String version = server.getDatabaseProductVersion();
        int number = server.getDatabaseMajorVersion() * 100 + server.getDatabaseMinorVersion();
        boolean known =
                product.equals(MARIADB) ? number >= 10_06 : number > 8_00 || (number == 8_00 && patch(version) >= 19);
        if (!known) {
            throw new IllegalStateException(
                    "the server is " + product + " " + version + "; " + SUPPORTED + " is needed");
        }
    }

    private static int patch(String version) {
        String[] parts = version.split("[^0-9]+", 4);
        return parts.length < 3 || parts[2].isEmpty() ? 0 : Integer.parseInt(parts[2]);
    }
}
