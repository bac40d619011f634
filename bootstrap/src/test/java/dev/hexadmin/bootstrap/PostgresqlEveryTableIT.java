package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresqlEveryTableIT extends EveryTableContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    List<String> ownTables() {
        return List.of(
                "CREATE MATERIALIZED VIEW spenders AS SELECT customer_id, sum(total) AS total FROM orders GROUP BY 1",
                "CREATE UNIQUE INDEX spenders_customer ON spenders (customer_id)",
                "CREATE MATERIALIZED VIEW later AS SELECT 1 AS one WITH NO DATA");
    }

    @Test
    void a_unique_index_of_a_materialized_view_is_its_key() {
        assertThat(get("spenders/1").get("total").asText()).isEqualTo("12.5");
        assertThat(call("DELETE", "spenders/1", "").statusCode()).isEqualTo(405);
        assertThat(document().get("/admin/api/spenders/{id}").has("patch")).isFalse();
    }

    @Test
    void a_materialized_view_without_data_is_unavailable_alone() {
        assertThat(call("GET", "later/", "").statusCode()).isEqualTo(503);
        assertThat(visitor().get("/admin").status()).isEqualTo(200);
    }
}
