package dev.hexadmin.domain.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageSyntaxTest {
    private static final String KEYS = "{n, plural, =0 {No keys} one {# key} other {# keys}} of {owner}.";

    @ParameterizedTest
    @CsvSource({"0,No keys of Ada.", "1,1 key of Ada.", "2,2 keys of Ada.", "'1234','1,234 keys of Ada.'"})
    void chooses_the_plural_form_of_a_number(int n, String expected) {
        assertThat(Message.of(KEYS).with("n", n).with("owner", "Ada").english()).isEqualTo(expected);
    }

    @Test
    void chooses_by_a_text() {
        Message message = Message.of("{kind, select, user {the user} other {the role}} {name}");

        assertThat(message.with("kind", "user").with("name", "Ada").english()).isEqualTo("the user Ada");
        assertThat(message.with("kind", "group").with("name", "Staff").english())
                .isEqualTo("the role Staff");
    }

    @Test
    void passes_over_parts_that_are_not_chosen_with_all_that_they_contain() {
        Message message =
                Message.of("{n, plural, =0 {no '}' {a, select, x {{b}} other {'{'}}} one {one} other {{b}}}!");

        assertThat(message.with("n", 1).with("b", "many").english()).isEqualTo("one!");
        assertThat(message.with("n", 2).with("b", "many").english()).isEqualTo("many!");
        assertThat(message.with("n", 0).with("a", "y").with("b", "many").english())
                .isEqualTo("no } {!");
    }

    @Test
    void takes_texts_without_arguments_literally() {
        assertThat(Message.of("Don't write {placeholders}").english()).isEqualTo("Don't write {placeholders}");
    }

    @Test
    void quotes_braces_with_apostrophes() {
        assertThat(Message.of("It's '{'{name}'}'").with("name", "Ada").english())
                .isEqualTo("It's {Ada}");
    }

    @Test
    void keeps_braces_of_arguments() {
        assertThat(Message.of("{name}").with("name", "{x} # '").english()).isEqualTo("{x} # '");
    }

    @Test
    void writes_messages_within_messages() {
        Message inner =
                Message.of("{n, plural, one {# order} other {# orders}}").with("n", 2);

        assertThat(Message.of("{what} were deleted.").with("what", inner).english())
                .isEqualTo("2 orders were deleted.");
    }

    @Test
    void isolates_names_in_languages_that_are_written_from_right_to_left() {
        MessageRules arabic = new MessageRules() {
            @Override
            public Language language() {
                return new Language("ar");
            }

            @Override
            public String plural(Number number) {
                return "other";
            }

            @Override
            public String number(Number number) {
                return number.toString();
            }

            @Override
            public String translated(String text) {
                return text;
            }
        };

        assertThat(MessageSyntax.render("{name} {n}", Map.of("name", "Ada", "n", 3), arabic))
                .isEqualTo("\u2068Ada\u2069 3");
    }

    @Test
    void names_the_arguments_of_a_pattern() {
        assertThat(MessageSyntax.names("{n, plural, one {{a}} other {{kind, select, x {{b}} other {}}}}"))
                .containsExactly("a", "b", "kind", "n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "}",
                "{}",
                "{a",
                "{a, plural, one {x}}",
                "{a, plural, other {x}",
                "{a, number}",
                "{a, select}",
                "'{x",
                "{a, plural, {x} other {y}}"
            })
    void rejects_what_is_not_well_formed(String pattern) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageSyntax.names(pattern))
                .withMessageContaining(pattern);
    }

    @Test
    void rejects_a_missing_argument() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MessageSyntax.render("{name}", Map.of(), MessageRules.ENGLISH))
                .withMessageContaining("'name'");
    }
}
