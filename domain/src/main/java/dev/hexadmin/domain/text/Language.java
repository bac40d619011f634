package dev.hexadmin.domain.text;

import java.util.Locale;
import java.util.Set;

/**
 * A language of texts.
 *
 * @param tag a well-formed language tag (BCP 47) in its canonical form, such as {@code de} or {@code zh-Hans}
 */
public record Language(String tag) {
    /** The language of the texts in the code. */
    public static final Language ENGLISH = new Language("en");

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

    public Locale locale() {
        return Locale.forLanguageTag(tag);
    }

    @Override
    public String toString() {
        return tag;
    }
}
