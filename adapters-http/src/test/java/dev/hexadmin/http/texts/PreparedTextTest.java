package dev.hexadmin.http.texts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.Message;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreparedTextTest {
    private static final Message EDIT = Message.of("Edit {label}");

    @ParameterizedTest
    @ValueSource(strings = {"en", "de", "ja", "ar"})
    void a_prepared_text_is_the_message_with_the_value(String language) {
        Localization localization =
                new Localization(new Language(language), ZoneOffset.UTC, Localization.ENGLISH.texts());
        Localized.where(() -> localization, () -> {
            PreparedText edit = PreparedText.of(EDIT, "label");
            assertThat(edit.with("Ann {x} $1 '#'")).isEqualTo(Localized.text(EDIT.with("label", "Ann {x} $1 '#'")));
            assertThat(edit.with("")).isEqualTo(Localized.text(EDIT.with("label", "")));
            return edit;
        });
    }
}
