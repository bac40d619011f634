package dev.hexadmin.domain.text;

import java.util.Map;

/**
 * What a model, a field or the like is called.
 *
 * @param text where there is no translation
 * @param translations by language
 */
public record Label(String text, Map<Language, String> translations) {
    public Label {
        translations = Map.copyOf(translations);
    }

    public static Label of(String text) {
        return new Label(text, Map.of());
    }

    /** The label in this language, in its primary language, or as it is without translations. */
    public String in(Language language) {
        if (translations.isEmpty()) {
            return text;
        }
        String translated = translations.get(language);
        return translated != null ? translated : translations.getOrDefault(language.primary(), text);
    }

    @Override
    public String toString() {
        return text;
    }
}
