package dev.hexadmin.domain.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldStyleTest {
    @Test
    void colours_belong_to_values_of_an_enum() {
        assertThatThrownBy(() -> FieldDefinition.builder("name", FieldType.STRING)
                        .colours(Map.of("a", Hue.RED))
                        .build("t"))
                .hasMessage("field 'name': 'colours' are for the values of an enum");
        assertThatThrownBy(() -> FieldDefinition.builder("status", FieldType.ENUM)
                        .values(List.of("new", "old"))
                        .colours(Map.of("odd", Hue.RED))
                        .build("t"))
                .hasMessage("field 'status': 'colours' names 'odd', which is not one of its values: new, old");
    }

    @Test
    void steps_are_different_values_of_an_enum() {
        assertThatThrownBy(() -> status().steps(List.of("new", "odd")).build("t"))
                .hasMessage("field 'status': 'steps' names 'odd', which is not one of its values: new, old");
        assertThatThrownBy(() -> status().steps(List.of("new", "new")).build("t"))
                .hasMessage("field 'status': 'steps' are two or more different values");
        assertThatThrownBy(() -> status().steps(List.of("new")).build("t"))
                .hasMessage("field 'status': 'steps' are two or more different values");
        assertThat(status().steps(List.of("old", "new")).build("t").style().steps())
                .containsExactly("old", "new");
    }

    private static FieldDefinition.Builder status() {
        return FieldDefinition.builder("status", FieldType.ENUM).values(List.of("new", "old"));
    }

    @Test
    void units_and_currencies_belong_to_numbers_and_exclude_each_other() {
        assertThatThrownBy(() -> FieldDefinition.builder("name", FieldType.STRING)
                        .unit("kg")
                        .build("t"))
                .hasMessage("field 'name': 'unit' is for numbers");
        assertThatThrownBy(() -> FieldDefinition.builder("price", FieldType.DECIMAL)
                        .unit("kg")
                        .currency("EUR")
                        .build("t"))
                .hasMessage("field 'price': a field has either 'unit' or 'currency'");
        assertThatThrownBy(() -> FieldDefinition.builder("price", FieldType.DECIMAL)
                        .currency("EURO")
                        .build("t"))
                .hasMessage("field 'price': 'EURO' is not a currency code of ISO 4217, such as EUR");
    }

    @ParameterizedTest
    @CsvSource({
        "stock, INTEGER, true",
        "population, INTEGER, true",
        "year, INTEGER, false",
        "model_year, INTEGER, false",
        "customer_id, INTEGER, false",
        "invoice_number, INTEGER, false",
        "lightyear, INTEGER, true",
        "year, DECIMAL, true",
        "name, STRING, true"
    })
    void digits_stand_in_groups_but_not_of_years_and_numbers_that_identify(
            String name, FieldType type, boolean grouped) {
        assertThat(FieldDefinition.builder(name, type).build("t").style().grouped())
                .isEqualTo(grouped);
        assertThat(FieldDefinition.builder("key", FieldType.INTEGER)
                        .primaryKey()
                        .build("t")
                        .style()
                        .grouped())
                .isFalse();
    }

    @Test
    void the_option_for_groups_of_digits_goes_before_the_name_and_is_for_plain_numbers() {
        assertThat(FieldDefinition.builder("year", FieldType.INTEGER)
                        .grouping(true)
                        .build("t")
                        .style()
                        .grouped())
                .isTrue();
        assertThat(FieldDefinition.builder("port", FieldType.INTEGER)
                        .unit("m")
                        .build("t")
                        .style()
                        .grouped())
                .isTrue();
        for (FieldDefinition.Builder field : List.of(
                FieldDefinition.builder("name", FieldType.STRING),
                FieldDefinition.builder("name", FieldType.DECIMAL).currency("EUR"))) {
            assertThatThrownBy(() -> field.grouping(false).build("t"))
                    .hasMessage("field 'name': 'grouping' is for numbers that are no amounts of money");
        }
    }

    @Test
    void the_field_of_a_currency_is_a_text_of_the_same_model() {
        assertThatThrownBy(() -> FieldDefinition.builder("name", FieldType.STRING)
                        .currencyField("currency")
                        .build("t"))
                .hasMessage("field 'name': 'currencyField' is for numbers");
        assertThatThrownBy(() -> FieldDefinition.builder("price", FieldType.DECIMAL)
                        .currencyField("currency")
                        .currency("EUR")
                        .build("t"))
                .hasMessage("field 'price': 'currencyField' takes the place of 'currency' and 'unit'");
        assertThatThrownBy(() -> ModelDefinition.builder("orders")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .field("price", FieldType.DECIMAL, f -> f.currencyField("currency"))
                        .build())
                .hasMessageContaining("'currencyField' of 'price' names the unknown field 'currency'");
        assertThatThrownBy(() -> ModelDefinition.builder("orders")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .field("price", FieldType.DECIMAL, f -> f.currencyField("id"))
                        .build())
                .hasMessageContaining("neither a string nor an enum");
    }
}
