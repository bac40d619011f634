package dev.hexadmin.http.panel.records;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "/tags, 1, Too long.",
        "/tags/1, 1, Item 2: Too long.",
        "/facts/colour, 1, Too long.",
        "/parts/create/0/tags, 4, Too long.",
        "/parts/create/0/tags/2, 4, Item 3: Too long.",
        "/parameters/tags/0, 2, Item 1: Too long."
    })
    void the_error_of_an_item_names_its_number(String pointer, int steps, String expected) {
        assertThat(FormErrors.said(new Violation(pointer, "max_length", Message.of("Too long.")), steps))
                .isEqualTo(expected);
    }
}
