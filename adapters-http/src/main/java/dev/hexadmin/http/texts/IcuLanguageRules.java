package dev.hexadmin.http.texts;

import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.util.ULocale;
import dev.hexadmin.application.text.LanguageRules;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.MessageRules;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The rules of ICU's data (CLDR). ICU is loaded when the first language other than English is asked for. */
public final class IcuLanguageRules implements LanguageRules {
    private final Map<Language, Rules> known = new ConcurrentHashMap<>();

    @Override
    public String plural(Language language, Number number) {
        return language.equals(Language.ENGLISH)
                ? MessageRules.ENGLISH.plural(number)
                : rules(language).plurals().select(number.doubleValue());
    }

    @Override
    public String number(Language language, Number number) {
        return language.equals(Language.ENGLISH)
                ? MessageRules.ENGLISH.number(number)
                : rules(language).numbers().format(number).toString();
    }

    private Rules rules(Language language) {
        return known.computeIfAbsent(language, Rules::of);
    }

    /** Both are immutable. */
    private record Rules(PluralRules plurals, LocalizedNumberFormatter numbers) {
        static Rules of(Language language) {
            // the digits 0 to 9 everywhere: values of records are typed and copied with them
            ULocale locale = ULocale.forLanguageTag(language.tag()).setKeywordValue("numbers", "latn");
            return new Rules(PluralRules.forLocale(locale), NumberFormatter.withLocale(locale));
        }
    }
}
