package dev.hexadmin.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {
    private static final Pattern OF_SCHEMAS = Pattern.compile(VisibleText.PATTERN);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " \t\r\n",
                "\u001c\u001f",
                "\u0085",
                "\u00a0\u2007\u202f",
                "\u3000",
                "\u00ad",
                "\u034f",
                "\u115f\u1160",
                "\u180b",
                "\u180e",
                "\u200b",
                "\u200c\u200d",
                "\u202e",
                "\u2028\u2029",
                "\u2060",
                "\u2800",
                "\u3164",
                "\ufe0f",
                "\ufeff",
                "\uffa0"
            })
    void texts_of_blanks_and_invisible_characters_show_nothing(String text) {
        assertThat(VisibleText.isIn(text)).isFalse();
        assertThat(OF_SCHEMAS.matcher(text).find()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                " a ",
                ".",
                "\u200ba",
                "👩\u200d👩\u200d👧",
                "❤\ufe0f",
                "🏴\udb40\udc67\udb40\udc62\udb40\udc7f",
                "می\u200cخواهم",
                "\u202bשלום\u202c",
                "한글",
                "e\u0301"
            })
    void a_visible_character_is_enough(String text) {
        assertThat(VisibleText.isIn(text)).isTrue();
        assertThat(OF_SCHEMAS.matcher(text).find()).isTrue();
    }

    @Test
    void invisible_characters_above_the_basic_plane_show_nothing() {
        assertThat(VisibleText.isIn("\udb40\udc41\udb40\udd00")).isFalse();
    }
}
