package dev.hexadmin.http.texts;

import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.number.Precision;
import com.ibm.icu.text.DateFormat;
import com.ibm.icu.text.PluralRules;
import com.ibm.icu.util.TimeZone;
import com.ibm.icu.util.ULocale;
import dev.hexadmin.application.text.LanguageRules;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.MessageRules;
import java.math.BigDecimal;
import java.time.ZonedDateTime;
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
                : rules(language).number(number);
    }

    @Override
    public String time(Language language, ZonedDateTime at) {
        return language.equals(Language.ENGLISH)
                ? MessageRules.ENGLISH.time(at)
                : rules(language).time(at);
    }

    private Rules rules(Language language) {
        return known.computeIfAbsent(language, Rules::of);
    }

    /** All are immutable. */
    private record Rules(PluralRules plurals, LocalizedNumberFormatter numbers, ULocale locale) {
        static Rules of(Language language) {
            // the digits 0 to 9 everywhere: values of records are typed and copied with them
            ULocale locale = ULocale.forLanguageTag(language.tag()).setKeywordValue("numbers", "latn");
            return new Rules(PluralRules.forLocale(locale), NumberFormatter.withLocale(locale), locale);
        }

        /** A decimal keeps the zeros at its end. */
        String number(Number number) {
            LocalizedNumberFormatter format = number instanceof BigDecimal exact
                    ? numbers.precision(Precision.fixedFraction(Math.max(0, exact.scale())))
                    : numbers;
            return format.format(number).toString();
        }

        String time(ZonedDateTime at) {
            DateFormat form = DateFormat.getDateTimeInstance(
                    DateFormat.MEDIUM, DateFormat.SHORT, locale.setKeywordValue("calendar", "gregorian"));
            form.setTimeZone(TimeZone.getTimeZone(at.getZone().getId()));
            return form.format((Object) at.toInstant().toEpochMilli());
        }
    }
}
