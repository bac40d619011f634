package dev.hexadmin.http.texts;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.ibm.icu.util.LocaleMatcher;
import com.ibm.icu.util.ULocale;
import dev.hexadmin.application.text.Texts;
import dev.hexadmin.domain.text.Language;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the language of requests among those that there are texts for. Thread-safe. */
public final class Localizations {
    /** The cookie of the language that was chosen in this browser. */
    public static final String COOKIE = "admin_language";

    private static final int KEPT = 1_000;
    private static final int LONGEST_HEADER = 500;

    /** A header whose first language is English, with the weight 1. */
    private static final Pattern ENGLISH_FIRST = Pattern.compile("en(-[a-z0-9-]+)?\\s*(,|$)");

    private final Texts texts;
    private final Cache<String, Language> accepted =
            Caffeine.newBuilder().maximumSize(KEPT).build();

    public Localizations(Texts texts) {
        this.texts = texts;
    }

    /** The languages that users may choose, English first. */
    public List<Language> languages() {
        return texts.languages();
    }

    /** The language of this tag, if there are texts in it. */
    public Optional<Language> language(String tag) {
        return texts.languages().stream().filter(one -> one.tag().equals(tag)).findFirst();
    }

    /**
     * How a user reads texts and times.
     *
     * @param chosen the user's own choice
     * @param zone the user's own choice; UTC without one
     * @param acceptLanguage the header of this name (RFC 9110, 12.5.4)
     */
    public Localization of(Optional<Language> chosen, Optional<ZoneId> zone, Optional<String> acceptLanguage) {
        Language language = chosen.flatMap(one -> language(one.tag()))
                .orElseGet(() -> acceptLanguage.map(this::accepted).orElse(Language.ENGLISH));
        return new Localization(language, zone.orElse(ZoneOffset.UTC), texts);
    }

    private Language accepted(String header) {
        String first = header.strip().toLowerCase(Locale.ROOT);
        if (ENGLISH_FIRST.matcher(first).lookingAt()) {
            return Language.ENGLISH; // without loading ICU
        }
        return header.length() > LONGEST_HEADER ? Language.ENGLISH : accepted.get(header, this::matched);
    }

    private Language matched(String header) {
        LocaleMatcher.Builder matcher = LocaleMatcher.builder().setDefaultULocale(ULocale.ENGLISH);
        texts.languages().forEach(language -> matcher.addSupportedULocale(ULocale.forLanguageTag(language.tag())));
        try {
            ULocale best = matcher.build().getBestMatch(header);
            return language(best.toLanguageTag()).orElse(Language.ENGLISH);
        } catch (IllegalArgumentException e) {
            return Language.ENGLISH; // the header is not well-formed
        }
    }
}
