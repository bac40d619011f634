package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.FieldType;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionTest {
    private static final List<String> TYPES =
            Arrays.stream(FieldType.values()).map(FieldType::word).toList();
    private static final List<String> OPTIONS = ConfigOption.names(FieldReader.OPTIONS);

    @ParameterizedTest
    @CsvSource({
        "int,integer",
        "BIGINT,integer",
        "varchar(20),string",
        "'numeric(10, 2)',decimal",
        "'double precision',float",
        "timestamptz,datetime",
        "ManyToMany,references",
        "foreign_key,reference",
        "color,colour",
        "intger,integer",
        "datatime,datetime"
    })
    void is_the_type_that_other_products_call_so_or_the_nearest_one(String given, String meant) {
        assertThat(Suggestion.of(given, TYPES)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({
        "choices,values",
        "max,maximum",
        "help_text,help",
        "verboseName,label",
        "db_column,column",
        "null,nullable",
        "colors,colours",
        "foreign_key,to",
        "requird,required"
    })
    void is_the_option_that_other_products_call_so_or_the_nearest_one(String given, String meant) {
        assertThat(Suggestion.of(given, OPTIONS)).contains(meant);
    }

    @Test
    void is_none_for_a_word_that_is_near_to_nothing() {
        assertThat(Suggestion.of("xylophone", TYPES)).isEmpty();
    }
}
