package dev.hexadmin.domain.text;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A language of texts.
 *
 * @param tag a well-formed language tag (BCP 47) in its canonical form, such as {@code de} or {@code zh-Hans}
 */
public record Language(String tag) {
    /** The language of the texts in the code. */
    public static final Language ENGLISH = new Language("en");

    /** The languages that users may choose, English first. */
    public static final List<Language> OFFERED = Stream.of("en", "de", "fr", "es", "pt", "zh-Hans", "ja", "ar")
            .map(Language::new)
            .toList();

    private static final Set<String> RIGHT_TO_LEFT = Set.of("ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi");

    /**
     * @throws IllegalArgumentException for a tag that is not well-formed
     */
    public Language {
        Locale locale = Locale.forLanguageTag(tag);
        if (locale.getLanguage().isEmpty()) {
            throw new IllegalArgumentException("'" + tag + "' is not a language tag (BCP 47), such as de or zh-Hans");
        }
        tag = locale.toLanguageTag();
    }

    /** The language without script and region, such as {@code zh}. */
    public Language primary() {
        int dash = tag.indexOf('-');
        return dash < 0 ? this : new Language(tag.substring(0, dash));
    }

    public boolean rightToLeft() {
        return RIGHT_TO_LEFT.contains(primary().tag());
    }

    /** What its speakers call it, such as {@code Deutsch}. */
    public String ownName() {
        return switch (tag) {
            case "en" -> "English";
            case "de" -> "Deutsch";
            case "fr" -> "Français";
            case "es" -> "Español";
            case "pt" -> "Português";
            case "zh-Hans" -> "简体中文";
            case "ja" -> "日本語";
            case "ar" -> "العربية";
            default -> tag;
        };
    }

    public Locale locale() {
        return Locale.forLanguageTag(tag);
    }

    @Override
    public String toString() {
        return tag;
    }
}
