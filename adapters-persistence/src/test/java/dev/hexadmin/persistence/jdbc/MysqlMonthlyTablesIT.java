package dev.hexadmin.persistence.jdbc;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

class MysqlMonthlyTablesIT extends MonthlyTablesContract {
    @Override
    DatabaseSettings migrated() {
        return TestDatabases.migratedMysql();
    }

    @Override
    DatabaseSettings empty() {
        return TestDatabases.mysql();
    }

    @Override
    Connection scripts(DatabaseSettings settings) throws SQLException {
        DatabaseSettings.Server server = (DatabaseSettings.Server) settings;
        return DriverManager.getConnection(
                "jdbc:mariadb://" + server.host() + ":" + server.port() + "/" + server.database()
                        + "?allowMultiQueries=true&sessionVariables=time_zone='+00:00'",
                server.user(),
                server.password());
    }

    @Override
    List<String> months(String table) {
        return texts(
                "SELECT substr(partition_name, 2) FROM information_schema.partitions WHERE table_schema = database()"
                        + " AND table_name = '" + table
                        + "' AND partition_name <> 'later' ORDER BY partition_ordinal_position");
    }

    /** MySQL always names the partitions of a plan, MariaDB when it is asked. */
    @Override
    List<String> read(String query) {
        try (Connection connection = TestDatabases.connect(settings);
                Statement statement = connection.createStatement();
                ResultSet plan =
                        statement.executeQuery("EXPLAIN /*M! PARTITIONS */ /*!80000 FORMAT=TRADITIONAL */ " + query)) {
            plan.next();
            return Stream.of(plan.getString("partitions").split(","))
                    .map(name -> name.substring(1))
                    .toList();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
