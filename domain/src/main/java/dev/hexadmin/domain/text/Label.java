package dev.hexadmin.domain.text;

import java.util.Map;

/**
 * What a model, a field or the like is called.
 *
 * @param text where there is no translation
 * @param translations by language
 * @param message whether the text is one of the product, which is translated like its messages
 */
public record Label(String text, Map<Language, String> translations, boolean message) {
    public Label {
        translations = Map.copyOf(translations);
    }

    public Label(String text, Map<Language, String> translations) {
        this(text, translations, false);
    }

    public static Label of(String text) {
        return new Label(text, Map.of());
    }

    /** Whether there is nothing to show. */
    public boolean isEmpty() {
        return text.isEmpty();
    }

    /** The same text as one of the product. */
    public Label asMessage() {
        return new Label(text, translations, true);
    }

    /** The label in this language, in a less specific form of it, or as it is without translations. */
    public String in(Language language) {
        return translations.isEmpty() ? text : language.lookup(translations).orElse(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
