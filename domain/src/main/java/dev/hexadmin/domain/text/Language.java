package dev.hexadmin.domain.text;

import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A language of texts.
 *
 * @param tag a well-formed language tag (BCP 47) in its canonical form, such as {@code de} or {@code zh-Hans}, of at most
 *     {@value #LONGEST} characters
 */
public record Language(String tag) {
    /** The maximum length of a tag, in characters: what RFC 5646, section 4.4.1, expects of every program. */
    public static final int LONGEST = 35;

    /** The language of the texts in the code. */
    public static final Language ENGLISH = new Language("en");

    /** The languages that users may choose, English first. */
    public static final List<Language> OFFERED = Stream.of("en", "de", "fr", "es", "pt", "zh-Hans", "ja", "ar")
            .map(Language::new)
            .toList();

    private static final Set<String> RIGHT_TO_LEFT = Set.of("ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi");

    /**
     * @throws IllegalArgumentException for a tag that is not well-formed, or too long
     */
    public Language {
        Optional<Locale> locale = parse(tag);
        if (locale.isEmpty()) {
            throw new IllegalArgumentException("'" + tag + "' is not a language tag (BCP 47), such as de or zh-Hans");
        }
        tag = locale.get().toLanguageTag();
    }

    private static Optional<Locale> parse(String tag) {
        try {
            return Optional.of(tag)
                    .filter(text -> text.length() <= LONGEST)
                    .map(text -> new Locale.Builder().setLanguageTag(text).build())
                    .filter(locale -> !locale.getLanguage().isEmpty());
        } catch (IllformedLocaleException e) {
            return Optional.empty();
        }
    }

    /** Whether the text is a tag that a language can have. */
    public static boolean isTag(String text) {
        return parse(text).isPresent();
    }

    /**
     * What there is for this language, or else for the most specific of its less specific forms (the lookup of RFC 4647,
     * section 3.4): {@code de} for {@code de-AT}.
     */
    public <T> Optional<T> lookup(Map<Language, T> offered) {
        @Nullable T found = offered.get(this);
        for (int end = tag.lastIndexOf('-'); found == null && end > 0; end = tag.lastIndexOf('-', end - 1)) {
            String shorter = tag.substring(0, end);
            boolean singleton = shorter.lastIndexOf('-') == end - 2; // begins what was cut off
            if (!singleton && isTag(shorter)) {
                found = offered.get(new Language(shorter));
            }
        }
        return Optional.ofNullable(found);
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
