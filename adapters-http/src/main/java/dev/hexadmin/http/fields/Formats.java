package dev.hexadmin.http.fields;

import dev.hexadmin.domain.models.FieldStyle;
import dev.hexadmin.domain.text.DigitGroups;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.http.texts.Localized;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How pages write dates, times, numbers and amounts: one form for each, in the language and the time zone of the request.
 * The examples are English.
 */
public final class Formats {
    private static final String[] MONTHS = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
    };
    private static final Map<String, String> SIGNS = new ConcurrentHashMap<>();
    private static final TypedNumber ENGLISH_NUMBER = new TypedNumber(".", ",");
    private static final List<String> UNITS_OF_TIME = List.of("d", "h", "min", "s");
    private static final Pattern DATE_AND_TIME = Pattern.compile("(\\S+?),?\\s+(\\d{1,2}:\\d{2}(?::\\d{2})?)");
    private static final int NANOS = 9;
    private static final int DATE = 10;
    private static final int MINUTES = 16;
    private static final int SECONDS = 19;

    private Formats() {}

    /** The forms of the language of the request; null for English. */
    private static @Nullable LocaleForms forms() {
        Language language = Localized.current().language();
        return language.equals(Language.ENGLISH) ? null : LocaleForms.of(language);
    }

    /** {@code 22 Nov 2026}, of the ISO 8601 text of a date; any other text as it is. */
    public static String date(String iso) {
        LocaleForms forms = forms();
        return forms == null ? englishDate(iso) : parsed(iso).map(forms::date).orElse(iso);
    }

    private static Optional<LocalDate> parsed(String iso) {
        if (iso.length() != DATE || iso.charAt(4) != '-') {
            return Optional.empty();
        }
        try {
            return Optional.of(LocalDate.parse(iso));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static String englishDate(String iso) {
        if (iso.length() != DATE || iso.charAt(4) != '-' || iso.charAt(7) != '-') {
            return iso;
        }
        int month = (iso.charAt(5) - '0') * 10 + iso.charAt(6) - '0';
        if (month < 1 || month > MONTHS.length) {
            return iso;
        }
        String day = iso.charAt(8) == '0' ? iso.substring(9) : iso.substring(8);
        return day + " " + MONTHS[month - 1] + " " + iso.substring(0, 4);
    }

    /** {@code 22 Nov 2026, 10:42}, of the RFC 3339 text of a moment; any other text as it is. */
    public static String moment(String iso) {
        if (iso.length() < MINUTES || iso.charAt(DATE) != 'T') {
            return iso;
        }
        String local = local(iso);
        LocaleForms forms = forms();
        return forms == null
                ? englishMoment(local)
                : dateTime(local).map(forms::moment).orElse(iso);
    }

    /** {@code 22 Nov 2026, 10:42}. */
    public static String moment(Instant at) {
        return moment(at.toString());
    }

    /** {@code 22 Nov 2026, 10:42}, with seconds where they are not 0, as {@code 22 Nov 2026, 10:42:07}; of a value of a record. */
    static String momentOfRecord(String iso) {
        if (iso.length() < SECONDS || iso.charAt(DATE) != 'T' || iso.startsWith(":00", MINUTES)) {
            return moment(iso);
        }
        return momentWithSeconds(iso.substring(0, SECONDS) + (iso.endsWith("Z") ? "Z" : ""));
    }

    /** {@code 10:42}, with seconds where they are not 0; of the ISO 8601 text of a time, any other text as it is. */
    static String time(String iso) {
        LocalTime time;
        try {
            time = LocalTime.parse(iso).truncatedTo(ChronoUnit.SECONDS);
        } catch (DateTimeException e) {
            return iso;
        }
        LocaleForms forms = forms();
        return forms == null ? time.toString() : forms.time(time);
    }

    /** {@code 1 d 2 h 30 min}, {@code -1 h}, {@code 0.5 s}. */
    static String duration(Duration duration) {
        Duration length = duration.abs();
        List<BigDecimal> parts = List.of(
                BigDecimal.valueOf(length.toDaysPart()),
                BigDecimal.valueOf(length.toHoursPart()),
                BigDecimal.valueOf(length.toMinutesPart()),
                BigDecimal.valueOf(length.toSecondsPart())
                        .add(BigDecimal.valueOf(length.toNanosPart(), NANOS).stripTrailingZeros()));
        LocaleForms forms = forms();
        String text = forms == null ? englishDuration(parts) : forms.duration(parts);
        return duration.isNegative() ? (forms == null ? "-" : forms.minus()) + text : text;
    }

    private static String englishDuration(List<BigDecimal> parts) {
        StringJoiner text = new StringJoiner(" ").setEmptyValue("0\u00a0s");
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).signum() != 0) {
                text.add(DigitGroups.of(parts.get(i).toPlainString()) + "\u00a0" + UNITS_OF_TIME.get(i));
            }
        }
        return text.toString();
    }

    /**
     * How scripts write what an input for a date or a time holds: patterns of Unicode TR 35 for {@code date}, for {@code
     * moment} and {@code time} without and with seconds, and the names that they need. Empty for English.
     */
    public static Map<String, List<String>> patterns(Language language) {
        return language.equals(Language.ENGLISH)
                ? Map.of()
                : LocaleForms.of(language).patterns();
    }

    /** {@code 22 Nov 2026, 10:42:07}, of the RFC 3339 text of a moment; any other text as it is. */
    public static String momentWithSeconds(String iso) {
        if (iso.length() < SECONDS || iso.charAt(DATE) != 'T') {
            return moment(iso);
        }
        String local = local(iso);
        LocaleForms forms = forms();
        return forms == null
                ? englishMoment(local) + local.substring(MINUTES).replace("Z", "")
                : dateTime(local)
                        .map(at -> forms.momentWithSeconds(
                                at, local.substring(SECONDS).replace("Z", "")))
                        .orElse(iso);
    }

    private static String englishMoment(String local) {
        return englishDate(local.substring(0, DATE)) + ", " + local.substring(DATE + 1, MINUTES);
    }

    /** A moment with {@code Z} in the zone of the request, without an offset; a text without an offset as it is. */
    static String local(String iso) {
        ZoneId zone = Localized.current().zone();
        if (!iso.endsWith("Z") || zone.equals(ZoneOffset.UTC)) {
            return iso;
        }
        try {
            String local = LocalDateTime.ofInstant(Instant.parse(iso), zone).toString();
            return local.length() == MINUTES ? local + ":00" : local;
        } catch (DateTimeException e) {
            return iso;
        }
    }

    private static Optional<LocalDateTime> dateTime(String local) {
        try {
            return Optional.of(
                    LocalDateTime.parse(local.endsWith("Z") ? local.substring(0, local.length() - 1) : local));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** {@code 24 Oct}. */
    static String day(LocalDate day) {
        LocaleForms forms = forms();
        return forms == null ? day.getDayOfMonth() + " " + MONTHS[day.getMonthValue() - 1] : forms.day(day);
    }

    /** {@code Oct 2026}. */
    static String month(LocalDate day) {
        LocaleForms forms = forms();
        return forms == null ? MONTHS[day.getMonthValue() - 1] + " " + day.getYear() : forms.month(day);
    }

    /** {@code 1,284.5}: the digits before the point stand in groups of three. */
    public static String number(String plain) {
        LocaleForms forms = forms();
        return forms == null ? DigitGroups.of(plain) : forms.number(plain, true);
    }

    /** {@code 23,980}. */
    public static String number(long number) {
        return number(Long.toString(number));
    }

    /** {@code 3.1 %}. */
    public static String percent(BigDecimal percent) {
        String plain = percent.setScale(1, RoundingMode.HALF_UP).toPlainString();
        LocaleForms forms = forms();
        return forms == null ? DigitGroups.of(plain) + "\u00a0%" : forms.percent(plain);
    }

    /** A number as its field shows it: {@code 12.5 kg}, {@code €1,284.50}, {@code CHF 9.00}, {@code 2026}. */
    public static String number(String plain, FieldStyle style) {
        return style.currency()
                .map(code -> amount(plain, code))
                .orElseGet(() -> (style.grouped() ? number(plain) : ungrouped(plain)) + suffix(style));
    }

    /** {@code 1284.5}. */
    public static String ungrouped(String plain) {
        LocaleForms forms = forms();
        return forms == null ? plain : forms.number(plain, false);
    }

    /**
     * A date of numbers in the order of the language, such as {@code 31.12.2026} in German. Empty for any other text, and in
     * English, where {@code 3/4/2026} is two dates.
     */
    static Optional<LocalDate> typedDate(String typed) {
        LocaleForms forms = forms();
        return forms == null ? Optional.empty() : forms.typedDate(typed);
    }

    /** Such a date alone, or with a time behind it: {@code 31.12.2026 14:30}. */
    static Optional<LocalDateTime> typedMoment(String typed) {
        Matcher parts = DATE_AND_TIME.matcher(typed.strip());
        if (!parts.matches()) {
            return typedDate(typed).map(LocalDate::atStartOfDay);
        }
        try {
            LocalTime time = LocalTime.parse(twoDigits(parts.group(2)));
            return typedDate(parts.group(1)).map(date -> date.atTime(time));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    /** A time with two digits for the hour; any other text as it is. */
    static String twoDigits(String time) {
        String text = time.strip();
        return text.indexOf(':') == 1 ? "0" + text : time;
    }

    /** Whether a comma separates the whole part of a number from its fraction. */
    static boolean hasDecimalComma() {
        return ungrouped("0.5").contains(",");
    }

    /** How numbers are typed in the language of the request. */
    static TypedNumber typedNumber() {
        LocaleForms forms = forms();
        return forms == null ? ENGLISH_NUMBER : forms.typed();
    }

    /**
     * An amount of money: {@code €1,284.50}, {@code CHF 9.00}.
     *
     * @param currency a code of ISO 4217
     */
    public static String amount(String plain, String currency) {
        LocaleForms forms = forms();
        if (forms != null) {
            return forms.amount(plain, currency);
        }
        boolean minus = plain.startsWith("-");
        return (minus ? "-" : "") + sign(currency) + DigitGroups.of(minus ? plain.substring(1) : plain);
    }

    /** A large number in short, such as {@code 25,000 €} in German and {@code 2.5万} in Japanese; empty in English. */
    public static Optional<String> brief(BigDecimal number, Optional<String> currency) {
        return Optional.ofNullable(forms()).map(forms -> forms.brief(number, currency));
    }

    /** The symbol of a currency of ISO 4217 in the Unicode CLDR; in English as it stands before an amount. */
    public static String sign(String currency) {
        LocaleForms forms = forms();
        if (forms != null) {
            return forms.sign(currency);
        }
        return SIGNS.computeIfAbsent(currency, code -> {
            String symbol = Currency.getInstance(code).getSymbol(Locale.US);
            return Character.isLetter(symbol.charAt(symbol.length() - 1)) ? symbol + "\u00a0" : symbol;
        });
    }

    /** What stands behind a number, and behind its input. */
    public static String suffix(FieldStyle style) {
        return style.unit().map(unit -> "\u00a0" + unit).orElse("");
    }
}
