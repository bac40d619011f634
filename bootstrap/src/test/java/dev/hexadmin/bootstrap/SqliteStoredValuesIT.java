package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.bootstrap.PanelVisitor.Page;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteStoredValuesIT extends StoredValuesContract {
    @Override
    DatabaseSettings database(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    List<String> readings() {
        return List.of(
                "CREATE TABLE readings (id INTEGER PRIMARY KEY, at TIMESTAMP, note VARCHAR, place VARCHAR(40))",
                "INSERT INTO readings VALUES (1, '2026-11-20 10:00:00', 'fine', 'roof'), (2, 'soon', 'odd',"
                        + " 'a' || char(0) || 'b' || char(13) || 'c')");
    }

    @Override
    String unreadable() {
        return "soon";
    }

    @Test
    void a_text_that_no_form_can_hold_stays_when_another_field_is_saved() {
        Page saved = visitor.get("/admin/readings/2/edit")
                .form()
                .set("note", "changed")
                .send();
        assertThat(saved.status()).as(saved.body()).isEqualTo(303);
        JsonNode record = RunningServer.json(get("/admin/api/readings/2"));
        assertThat(record.path("note").asText()).isEqualTo("changed");
        assertThat(record.path("place").asText()).isEqualTo("a\0b\rc");
    }
}
