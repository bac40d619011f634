package dev.hexadmin.persistence.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteManagedSchemaIT extends ManagedSchemaContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    String plan(String sql) {
        return lines("EXPLAIN QUERY PLAN " + sql);
    }

    @Override
    boolean columnsHaveTypes() {
        return false;
    }

    @Test
    void a_column_keeps_its_type() {
        apply(List.of(model("things").field("a", FieldType.STRING).build()));
        execute("INSERT INTO things (a) VALUES ('12')");
        List<ModelDefinition> to =
                List.of(model("things").field("a", FieldType.INTEGER).build());
        assertThat(planned(to)).isEmpty();
        apply(to);
        assertThat(value("SELECT typeof(a) FROM things")).isEqualTo("text");
    }
}
