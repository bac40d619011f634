package dev.hexadmin.persistence.introspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldDefinition.Generated;
import dev.hexadmin.domain.models.FieldType;
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
                        tuple("a", Generated.BY_DATABASE),
                        tuple("b", Generated.NO),
                        tuple("c", Generated.NO),
                        tuple("d", Generated.NO),
                        tuple("e", Generated.BY_DATABASE),
                        tuple("f", Generated.NO));
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

    @Test
    void a_text_that_a_check_keeps_to_json_is_a_document() {
        ModelDefinition pages = named(
                models(
                        "CREATE TABLE pages (id INTEGER PRIMARY KEY, a text CHECK ((JSON_VALID(\"a\") OR \"a\" IS NULL)),"
                                + " b varchar(9) check(json_valid(b)), c text CHECK (json_valid(c) OR id > 9), d text)"),
                "pages");
        assertThat(pages.fields())
                .extracting(FieldDefinition::name, FieldDefinition::type)
                .contains(
                        tuple("a", FieldType.JSON),
                        tuple("b", FieldType.JSON),
                        tuple("c", FieldType.TEXT),
                        tuple("d", FieldType.TEXT));
    }

    @Test
    void a_year_is_a_number_only_where_its_column_holds_numbers() {
        ModelDefinition films =
                named(models("CREATE TABLE films (id INTEGER PRIMARY KEY, a year, b year(4), c yearly_int)"), "films");
        assertThat(films.fields()).hasSize(4);
        assertThat(field(films, "c").style().grouped()).isFalse();
    }
}
