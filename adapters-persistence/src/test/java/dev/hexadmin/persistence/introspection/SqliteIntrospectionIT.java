package dev.hexadmin.persistence.introspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import dev.hexadmin.testing.Chinook;
import dev.hexadmin.testing.TestDatabases;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqliteIntrospectionIT extends IntrospectionContract {
    @Override
    DatabaseSettings settings(Path folder) {
        return TestDatabases.sqlite(folder);
    }

    @Override
    DatabaseSettings chinook(Path folder) {
        return Chinook.sqlite(folder);
    }

    @Override
    String generatedKey() {
        return "INTEGER PRIMARY KEY";
    }

    @Test
    void only_an_alias_of_the_row_id_is_generated() {
        List<ModelDefinition> models = models(
                "CREATE TABLE a (id INTEGER NOT NULL, CONSTRAINT pk PRIMARY KEY (id))",
                "CREATE TABLE b (id INT PRIMARY KEY)",
                "CREATE TABLE c (id INTEGER PRIMARY KEY DESC)",
                "CREATE TABLE d (id INTEGER PRIMARY KEY) WITHOUT ROWID",
                "CREATE TABLE e (id INTEGER PRIMARY KEY AUTOINCREMENT)",
                "CREATE TABLE f (id BLOB PRIMARY KEY)");
        assertThat(models)
                .extracting(ModelDefinition::name, m -> m.fields().getFirst().generated())
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("a", Generated.BY_DATABASE),
                        org.assertj.core.groups.Tuple.tuple("b", Generated.NO),
                        org.assertj.core.groups.Tuple.tuple("c", Generated.NO),
                        org.assertj.core.groups.Tuple.tuple("d", Generated.NO),
                        org.assertj.core.groups.Tuple.tuple("e", Generated.BY_DATABASE),
                        org.assertj.core.groups.Tuple.tuple("f", Generated.NO));
    }

    @Test
    void virtual_tables_are_lists_and_their_shadows_are_left_out() {
        assertThat(models(
                        "CREATE TABLE kept (id INTEGER PRIMARY KEY)",
                        "CREATE VIRTUAL TABLE found USING fts5 (text)",
                        "CREATE UNIQUE INDEX partial ON kept (id) WHERE id > 3"))
                .extracting(ModelDefinition::name)
                .containsExactly("found", "kept");
    }

    @Test
    void names_are_compared_without_their_case() {
        List<ModelDefinition> models = models(
                "CREATE TABLE Parent (Id INTEGER PRIMARY KEY)",
                "CREATE TABLE child (id INTEGER PRIMARY KEY, p INTEGER REFERENCES PARENT (ID))");
        assertThat(field(named(models, "child"), "p").target().to()).isEqualTo("parent");
    }
}
