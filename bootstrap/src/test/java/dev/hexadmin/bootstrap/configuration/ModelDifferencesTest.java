package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModelDifferencesTest {
    private static final String ID = "id: { type: integer, primary_key: true }";

    private static List<ModelDefinition> read(String fields) {
        return ModelsYaml.read(
                "models.yaml",
                "models: { things: { fields: { " + ID + ", " + fields + " } }, others: { fields: { " + ID + " } } }",
                Set.of());
    }

    private static List<String> differences(String model, String table) {
        return ModelDifferences.of(
                read(model), read(table), Set.of(FieldType.BOOLEAN), Set.of(FieldType.UUID, FieldType.JSON));
    }

    @Test
    void a_model_that_its_table_can_hold_is_no_difference() {
        assertThat(differences(
                        "a: { type: email, max_length: 40, required: true }, b: { type: enum, values: [x, y] },"
                                + " c: { type: list, of: string }, d: { type: boolean }, e: { type: uuid },"
                                + " f: { type: reference, to: others }, g: { type: markdown, label: Text, help: Long },"
                                + " h: { type: enum, values: [x, yy] }, i: { type: integer, nullable: false }",
                        "a: { type: string, max_length: 80 }, b: { type: text }, c: { type: json }, d: { type: integer },"
                                + " e: { type: string, max_length: 36 }, f: { type: integer }, g: { type: text },"
                                + " h: { type: string, max_length: 2 }, i: { type: integer, required: true }"))
                .isEmpty();
    }

    @Test
    void each_difference_is_a_line_that_says_what_to_write() {
        assertThat(differences("a: { type: string }", "b: { type: decimal, precision: 10, scale: 2 }"))
                .containsExactly(
                        "+ things.b: {type: decimal, precision: 10, scale: 2}",
                        "- things.a: the table 'things' has no column 'a'");
        assertThat(differences(
                        "a: { type: string, max_length: 90 }", "a: { type: string, max_length: 80, required: true }"))
                .containsExactly(
                        "~ things.a: the column takes no null and has no default, so the field needs 'required: true'",
                        "~ things.a: the column has room for 80 characters: max_length: 80");
        assertThat(differences("a: { type: enum, values: [x, yyy] }", "a: { type: string, max_length: 2 }"))
                .containsExactly("~ things.a: the column has room for 2 characters: max_length: 2");
        assertThat(differences("a: { type: enum, values: [x] }", "a: { type: enum, values: [x, y] }"))
                .containsExactly("~ things.a: values: [x, y] in the database, [x] in the model");
        assertThat(differences("a: { type: integer }", "a: { type: date }"))
                .singleElement()
                .asString()
                .startsWith("~ things.a: the column is of the type date, the field integer");
        assertThat(differences("a: { type: integer }", "a: { type: text }"))
                .singleElement()
                .asString()
                .startsWith("~ things.a: the column is of the type text, the field integer");
        assertThat(differences("a: { type: duration }", "a: { type: decimal }"))
                .singleElement()
                .asString()
                .startsWith("~ things.a: the column is of the type decimal, the field duration");
        assertThat(differences("a: { type: integer }", "a: { type: reference, to: others }"))
                .singleElement()
                .asString()
                .contains("foreign key", "{type: reference, to: others}");
    }

    @Test
    void tables_that_are_gone_and_tables_without_a_model_are_named() {
        List<ModelDefinition> both = read("a: { type: text }");
        List<ModelDefinition> first = List.of(both.getFirst());
        assertThat(ModelDifferences.of(both, first, Set.of(), Set.of()))
                .containsExactly("- others: there is no table 'others'");
        assertThat(ModelDifferences.unused(first, both)).containsExactly("others");
    }
}
