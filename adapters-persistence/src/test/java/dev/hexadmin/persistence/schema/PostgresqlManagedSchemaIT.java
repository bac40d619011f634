package dev.hexadmin.persistence.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostgresqlManagedSchemaIT extends ManagedSchemaContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.postgresql();
    }

    @Override
    String plan(String sql) {
        return lines("EXPLAIN " + sql);
    }

    @Test
    void an_index_in_the_order_of_an_earlier_version_is_replaced() {
        List<ModelDefinition> definitions = List.of(model("visits")
                .field("came_at", FieldType.DATETIME)
                .field("place", FieldType.STRING, f -> f.required())
                .ordering(List.of("-came_at", "place"))
                .build());
        apply(definitions);
        String shape = "SELECT indexdef FROM pg_indexes WHERE indexname LIKE 'ix_visits%'";
        String made = lines(shape);
        assertThat(made).contains("(came_at, place DESC, id DESC)").doesNotContain("NULLS");
        String before = "ix_visits_came_at_place_desc_id_desc_251b1f75";
        execute("CREATE INDEX " + before + " ON visits (came_at NULLS FIRST, place DESC, id DESC)");
        execute("DROP INDEX "
                + lines("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'ix_visits%'" + " AND indexname <> '"
                                + before + "'")
                        .replaceAll("[\\[\\]]", ""));
        execute("UPDATE admin_schema_state SET digest = 'of an earlier version'");
        assertThat(apply(definitions)).isEqualTo(ManagedSchema.Outcome.CHANGED);
        assertThat(lines(shape)).isEqualTo(made);
    }

    @Test
    void a_foreign_key_of_an_earlier_version_to_its_own_table_can_be_checked_later() {
        List<ModelDefinition> definitions = List.of(model("parts")
                .field("whole_id", FieldType.REFERENCE, field -> field.to("parts"))
                .build());
        apply(definitions);
        String query = "SELECT condeferrable FROM pg_constraint WHERE contype = 'f' AND conrelid = 'parts'::regclass";
        assertThat(lines(query)).contains("t");
        execute("ALTER TABLE parts ALTER CONSTRAINT "
                + lines("SELECT conname FROM pg_constraint WHERE contype = 'f' AND conrelid = 'parts'::regclass")
                        .replaceAll("[\\[\\]]", "")
                + " NOT DEFERRABLE");
        execute("UPDATE admin_schema_state SET digest = 'of an earlier version'");
        assertThat(planned(definitions)).singleElement().asString().contains("ALTER CONSTRAINT", "DEFERRABLE");
        assertThat(apply(definitions)).isEqualTo(ManagedSchema.Outcome.CHANGED);
        assertThat(lines(query)).contains("t");
        assertThat(planned(definitions)).isEmpty();
    }
}
