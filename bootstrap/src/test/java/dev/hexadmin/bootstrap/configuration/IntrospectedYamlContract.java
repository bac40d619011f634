package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.persistence.Persistence;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code introspect} prints is a configuration file that says the same. */
abstract class IntrospectedYamlContract {
    @TempDir
    Path folder;

    abstract DatabaseSettings empty(Path folder);

    abstract DatabaseSettings chinook(Path folder);

    /** Statements that only this database takes. */
    abstract List<String> own();

    private static List<ModelDefinition> introspected(DatabaseSettings settings, List<ModelDefinition> registered) {
        try (Persistence persistence = Persistence.open(settings)) {
            return persistence.introspect(registered, List.of());
        }
    }

    private static void readsBack(List<ModelDefinition> models) {
        String yaml = ModelsYaml.write(models);
        List<ModelDefinition> read = ModelsYaml.read("introspected.yaml", yaml, Set.of());
        assertThat(read).as(yaml).hasSameSizeAs(models);
        for (int i = 0; i < models.size(); i++) {
            List<FieldDefinition> fields = models.get(i).fields();
            for (int j = 0; j < fields.size(); j++) {
                assertThat(read.get(i).fields().get(j)).as(yaml).isEqualTo(fields.get(j));
            }
            assertThat(read.get(i)).as(yaml).isEqualTo(models.get(i));
        }
        assertThat(ModelsYaml.write(read)).isEqualTo(yaml);
    }

    @Test
    void an_existing_database_of_another_program() {
        List<ModelDefinition> models = introspected(chinook(folder), List.of());
        assertThat(models).hasSize(11);
        readsBack(models);
        ModelRegistry.of(ModelsYaml.read("introspected.yaml", ModelsYaml.write(models), Set.of()));
    }

    @Test
    void tables_with_names_and_defaults_that_yaml_could_read_otherwise() {
        DatabaseSettings settings = empty(folder);
        List<String> statements = new ArrayList<>(List.of(
                "CREATE TABLE \"Order Details\" (\"Order: ID\" INTEGER, \"Line \"\"No\"\"\" INTEGER, \"#2\" INTEGER,"
                        + " \"- x\" VARCHAR(5), \"{y}\" VARCHAR(5), \"straße\" VARCHAR(5), \"日本\" VARCHAR(5),"
                        + " \"it's\\\" INTEGER, PRIMARY KEY (\"Line \"\"No\"\"\", \"Order: ID\"))",
                "CREATE TABLE \"true\" (\"null\" VARCHAR(9) PRIMARY KEY, \"no\" INTEGER NOT NULL, \"off\" BOOLEAN"
                        + " DEFAULT FALSE, \"y\" BOOLEAN NOT NULL DEFAULT TRUE)",
                "CREATE TABLE users (id INTEGER PRIMARY KEY, boss INTEGER REFERENCES users (id) ON DELETE SET NULL,"
                        + " email VARCHAR(80) NOT NULL UNIQUE, home INTEGER DEFAULT 1 REFERENCES users (id),"
                        + " word VARCHAR(9) DEFAULT 'x' REFERENCES \"true\" (\"null\"))",
                "CREATE TABLE groups (id INTEGER PRIMARY KEY, a VARCHAR(3), b VARCHAR(3), UNIQUE (a, b))",
                "CREATE TABLE members (user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,"
                        + " group_id INTEGER REFERENCES groups (id) ON DELETE CASCADE, PRIMARY KEY (user_id, group_id))",
                "CREATE TABLE usual (id INTEGER PRIMARY KEY, quoted VARCHAR(9) DEFAULT 'it''s', yes VARCHAR(9) DEFAULT 'yes',"
                        + " blank VARCHAR(9) DEFAULT '', word VARCHAR(9) DEFAULT 'null', number VARCHAR(9) DEFAULT '007',"
                        + " spaced VARCHAR(9) DEFAULT ' a ', lines VARCHAR(9) DEFAULT 'a\nb', slash VARCHAR(9) DEFAULT 'a\\b',"
                        + " colon TEXT DEFAULT 'a: #b', list TEXT DEFAULT '[1, 2]', emoji TEXT DEFAULT '😀',"
                        + " money DECIMAL(10,2) DEFAULT 0.1, loose DECIMAL DEFAULT 1.50, minus INTEGER NOT NULL DEFAULT -3,"
                        + " big BIGINT DEFAULT 9223372036854775807, real DOUBLE PRECISION DEFAULT 1e10,"
                        + " day DATE DEFAULT '2026-11-20', today DATE DEFAULT CURRENT_DATE,"
                        + " at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, hour TIME DEFAULT '10:00:00')"));
        statements.addAll(own());
        TestDatabases.execute(settings, statements);
        List<ModelDefinition> models = introspected(settings, List.of());
        assertThat(models).hasSize(statements.size());
        readsBack(models);
        ModelDefinition users = models.stream()
                .filter(model -> model.table().equals("users"))
                .findFirst()
                .orElseThrow();
        List<ModelDefinition> others = introspected(settings, List.of(users));
        assertThat(others).hasSize(models.size() - 1);
        readsBack(others);
    }
}
