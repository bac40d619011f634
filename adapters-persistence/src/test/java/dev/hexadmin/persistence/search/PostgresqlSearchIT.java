package dev.hexadmin.persistence.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class PostgresqlSearchIT extends SearchContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.migratedPostgresql();
    }

    @Test
    void a_search_can_be_answered_from_the_index() {
        String plan = database.read(session -> {
            try (Statement statement = session.connection().createStatement()) {
                String expression;
                try (ResultSet row = statement.executeQuery("SELECT pg_get_indexdef(indexrelid, 1, false)"
                        + " FROM pg_index WHERE indexrelid::regclass::text LIKE 'admin_search_%'"
                        + " AND indrelid = 'articles'::regclass")) {
                    row.next();
                    expression = row.getString(1);
                }
                statement.execute("SET enable_seqscan = off");
                StringBuilder text = new StringBuilder();
                try (ResultSet row = statement.executeQuery(
                        "EXPLAIN SELECT id FROM articles WHERE " + expression + " LIKE '%iron%'")) {
                    while (row.next()) {
                        text.append(row.getString(1)).append('\n');
                    }
                } finally {
                    statement.execute("RESET enable_seqscan");
                }
                return text.toString();
            }
        });
        assertThat(plan).contains("Bitmap Index Scan on admin_search_");
    }
}
