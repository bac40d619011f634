package dev.hexadmin.persistence.database.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.session.Session;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqliteDriverAdapterTest {
    private final SqliteDriverAdapter adapter = new SqliteDriverAdapter();

    @ParameterizedTest
    @CsvSource({"100, true", "8192, true", "8193, false", "100000, false"})
    void a_statement_is_kept_unless_its_text_is_very_long(int length, boolean kept) throws SQLException {
        String sql = "SELECT 1" + " ".repeat(length - 8);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            PreparedStatement first = prepared(connection, sql);
            assertThat(first.isClosed()).isEqualTo(!kept);
            assertThat(prepared(connection, sql) == first).isEqualTo(kept);
            adapter.dropStatements(connection);
            assertThat(first.isClosed()).isTrue();
        }
    }

    private PreparedStatement prepared(Connection connection, String sql) throws SQLException {
        try (Session.Prepared prepared = adapter.prepare(connection, sql)) {
            assertThat(prepared.statement().executeQuery().next()).isTrue();
            return prepared.statement();
        }
    }
}
