package dev.hexadmin.persistence.database.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteConnectionsTest {
    @Test
    void a_transaction_that_was_left_open_is_rolled_back_and_its_connection_replaced(@TempDir Path folder)
            throws SQLException {
        SqliteConnections connections = SqliteConnections.open(folder.resolve("a.db"));
        try {
            try (Connection connection = connections.writers().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (a)");
                statement.execute("BEGIN");
                statement.execute("INSERT INTO t VALUES (1)");
                assertThatThrownBy(() -> connections.driver().begin(connection)).isInstanceOf(SQLException.class);
                connections.discard(connection);
            }
            try (Connection next = connections.writers().getConnection()) {
                connections.driver().begin(next);
                try (Statement statement = next.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
                    assertThat(rows.getInt(1)).isZero();
                }
            }
        } finally {
            connections.close();
        }
    }
}
