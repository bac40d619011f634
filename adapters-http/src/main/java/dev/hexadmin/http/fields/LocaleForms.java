package dev.hexadmin.http.fields;

import com.ibm.icu.number.LocalizedNumberFormatter;
import com.ibm.icu.number.Notation;
import com.ibm.icu.number.NumberFormatter;
import com.ibm.icu.number.Precision;
import com.ibm.icu.text.DateFormat;
import com.ibm.icu.text.DateFormatSymbols;
import com.ibm.icu.text.DateTimePatternGenerator;
import com.ibm.icu.text.DecimalFormat;
import com.ibm.icu.text.DecimalFormatSymbols;
import com.ibm.icu.text.MeasureFormat;
import com.ibm.icu.text.MeasureFormat.FormatWidth;
import com.ibm.icu.text.NumberFormat;
import com.ibm.icu.text.SimpleDateFormat;
import com.ibm.icu.util.Currency;
import com.ibm.icu.util.Measure;
import com.ibm.icu.util.MeasureUnit;
import com.ibm.icu.util.ULocale;
import dev.hexadmin.domain.text.Language;
import java.math.BigDecimal;
import java.text.Bidi;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The forms of numbers, amounts and dates in one language, by the Unicode CLDR. They are read once for each language, so
 * that a cell of a list costs no formatter. English has own code in {@link Formats}, without ICU. Digits are 0 to 9 in
 * every language, since values of records are typed and copied with them. Thread-safe.
 */
final class LocaleForms {
    private static final Map<Language, LocaleForms> KNOWN = new ConcurrentHashMap<>();
    private static final List<MeasureUnit> UNITS_OF_TIME =
            List.of(MeasureUnit.DAY, MeasureUnit.HOUR, MeasureUnit.MINUTE, MeasureUnit.SECOND);
    private static final Pattern DATE_OF_NUMBERS =
            Pattern.compile("(\\d{1,4})[./-](\\d{1,2})[./-](\\d{1,4})", Pattern.UNICODE_CHARACTER_CLASS);
    private static final int GROUP = 3;
    private static final int NANOS = 9;
    private static final String LEFT_TO_RIGHT = "\u2066";
    private static final String END_OF_ISOLATE = "\u2069";

    private final ULocale locale;
    private final String decimal;
    private final String group;
    private final String minus;
    private final TypedNumber typed;
    private final int leastGrouped;
    private final Affixes percent;
    private final Map<String, Affixes> currencies = new ConcurrentHashMap<>();
    private final String[] months;
    private final String[] monthsAlone;
    private final String[] halves;
    private final DatePattern date;
    private final String order;
    private final DatePattern dateTime;
    private final DatePattern dateTimeSeconds;
    private final DatePattern time;
    private final DatePattern timeSeconds;
    private final DatePattern day;
    private final DatePattern month;
    private final MeasureFormat durations;

    private LocaleForms(Language language) {
        this.locale = ULocale.forLanguageTag(language.tag())
                .setKeywordValue("numbers", "latn")
                .setKeywordValue("calendar", "gregorian");
        DecimalFormat numbers = (DecimalFormat) NumberFormat.getNumberInstance(locale);
        this.decimal = numbers.getDecimalFormatSymbols().getDecimalSeparatorString();
        this.group = numbers.getDecimalFormatSymbols().getGroupingSeparatorString();
        this.minus = numbers.getDecimalFormatSymbols().getMinusSignString();
        this.typed = new TypedNumber(decimal, group);
        this.leastGrouped =
                NumberFormatter.withLocale(locale).format(1_000).toString().contains(group) ? GROUP + 1 : GROUP + 2;
        this.percent = Affixes.of((DecimalFormat) NumberFormat.getPercentInstance(locale), 0.01);
        DateFormatSymbols names = new DateFormatSymbols(locale);
        this.months = names.getMonths(DateFormatSymbols.FORMAT, DateFormatSymbols.ABBREVIATED);
        this.monthsAlone = names.getMonths(DateFormatSymbols.STANDALONE, DateFormatSymbols.ABBREVIATED);
        this.halves = names.getAmPmStrings();
        this.date = pattern(DateFormat.getDateInstance(DateFormat.MEDIUM, locale));
        this.order =
                date.pattern.replace('L', 'M').replaceAll("'[^']*'|[^yMd]", "").replaceAll("(.)\\1+", "$1");
        this.dateTime = pattern(DateFormat.getDateTimeInstance(DateFormat.MEDIUM, DateFormat.SHORT, locale));
        this.dateTimeSeconds = pattern(DateFormat.getDateTimeInstance(DateFormat.MEDIUM, DateFormat.MEDIUM, locale));
        this.time = pattern(DateFormat.getTimeInstance(DateFormat.SHORT, locale));
        this.timeSeconds = pattern(DateFormat.getTimeInstance(DateFormat.MEDIUM, locale));
        NumberFormat parts = NumberFormat.getNumberInstance(locale);
        parts.setMaximumFractionDigits(NANOS);
        this.durations = MeasureFormat.getInstance(locale, FormatWidth.SHORT, parts);
        DateTimePatternGenerator patterns = DateTimePatternGenerator.getInstance(locale);
        this.day = new DatePattern(patterns.getBestPattern("MMMd"));
        this.month = new DatePattern(patterns.getBestPattern("yMMM"));
    }

    static LocaleForms of(Language language) {
        return KNOWN.computeIfAbsent(language, LocaleForms::new);
    }

    private static DatePattern pattern(DateFormat format) {
        return new DatePattern(((SimpleDateFormat) format).toPattern());
    }

    // ---- numbers

    /** The canonical text of a number with the separators of the language; any other text as it is. */
    String number(String plain, boolean grouped) {
        int start = plain.startsWith("-") ? 1 : 0;
        int end = start;
        while (end < plain.length() && plain.charAt(end) >= '0' && plain.charAt(end) <= '9') {
            end++;
        }
        if (end == start || (end < plain.length() && plain.charAt(end) != '.')) {
            return plain;
        }
        StringBuilder text = new StringBuilder(plain.length() + 8);
        if (start == 1) {
            text.append(minus);
        }
        boolean inGroups = grouped && end - start >= leastGrouped;
        for (int i = start; i < end; i++) {
            if (inGroups && i > start && (end - i) % GROUP == 0) {
                text.append(group);
            }
            text.append(plain.charAt(i));
        }
        if (end < plain.length()) {
            text.append(decimal).append(plain, end + 1, plain.length());
        }
        return text.toString();
    }

    TypedNumber typed() {
        return typed;
    }

    String percent(String plain) {
        return percent.around(this, plain);
    }

    String amount(String plain, String currency) {
        return currencies
                .computeIfAbsent(currency, code -> {
                    DecimalFormat format = (DecimalFormat) NumberFormat.getCurrencyInstance(locale);
                    format.setCurrency(Currency.getInstance(code));
                    format.setMaximumFractionDigits(0);
                    DecimalFormatSymbols symbols = format.getDecimalFormatSymbols();
                    symbols.setCurrencySymbol(isolated(symbols.getCurrencySymbol()));
                    format.setDecimalFormatSymbols(symbols);
                    return Affixes.of(format, 1);
                })
                .around(this, plain);
    }

    String sign(String currency) {
        return isolated(Currency.getInstance(currency).getSymbol(locale));
    }

    /**
     * In few characters: with one digit after the point, of a number between -1 and 1 with three significant digits, and a
     * word or letters for thousands and millions.
     */
    String brief(BigDecimal number, Optional<String> currency) {
        LocalizedNumberFormatter format = NumberFormatter.withLocale(locale)
                .notation(Notation.compactShort())
                .precision(
                        number.abs().compareTo(BigDecimal.ONE) < 0
                                ? Precision.maxSignificantDigits(3)
                                : Precision.maxFraction(1));
        return currency.map(Currency::getInstance)
                .map(format::unit)
                .orElse(format)
                .format(number)
                .toString();
    }

    /** Keeps the order of symbols such as {@code AU$}, whose sign would be moved before its letters. */
    private String isolated(String symbol) {
        return locale.isRightToLeft() && symbol.chars().anyMatch(Character::isLetter) && !isArabic(symbol)
                ? LEFT_TO_RIGHT + symbol + END_OF_ISOLATE
                : symbol;
    }

    private static boolean isArabic(String symbol) {
        return Bidi.requiresBidi(symbol.toCharArray(), 0, symbol.length());
    }

    /** What stands around a number, such as its currency. */
    private record Affixes(String before, String after, String beforeNegative, String afterNegative) {
        /** @param one the number that the format writes as 1 */
        static Affixes of(DecimalFormat format, double one) {
            String positive = format.format(one);
            String negative = format.format(-one);
            int digit = positive.indexOf('1');
            int negativeDigit = negative.indexOf('1');
            return new Affixes(
                    positive.substring(0, digit),
                    positive.substring(digit + 1),
                    negative.substring(0, negativeDigit),
                    negative.substring(negativeDigit + 1));
        }

        String around(LocaleForms forms, String plain) {
            return plain.startsWith("-")
                    ? beforeNegative + forms.number(plain.substring(1), true) + afterNegative
                    : before + forms.number(plain, true) + after;
        }
    }

    // ---- dates

    String date(LocalDate at) {
        return date.write(this, at.atStartOfDay(), "");
    }

    /** A date of numbers in the order of the language, with a year of four digits; empty for any other text. */
    Optional<LocalDate> typedDate(String text) {
        Matcher numbers = DATE_OF_NUMBERS.matcher(text.strip());
        if (!numbers.matches()) {
            return Optional.empty();
        }
        int[] parts = new int[3];
        for (int i = 0; i < parts.length; i++) {
            String digits = numbers.group(i + 1);
            int part = "yMd".indexOf(order.charAt(i));
            if ((part == 0) != (digits.length() == 4)) {
                return Optional.empty();
            }
            parts[part] = Integer.parseInt(digits);
        }
        try {
            return Optional.of(LocalDate.of(parts[0], parts[1], parts[2]));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    String moment(LocalDateTime at) {
        return dateTime.write(this, at, "");
    }

    /** @param fraction the digits after the seconds with their point, or {@code ""} */
    String momentWithSeconds(LocalDateTime at, String fraction) {
        return dateTimeSeconds.write(this, at, fraction.replace(".", decimal));
    }

    String time(LocalTime at) {
        return (at.getSecond() == 0 ? time : timeSeconds).write(this, at.atDate(LocalDate.EPOCH), "");
    }

    String day(LocalDate at) {
        return day.write(this, at.atStartOfDay(), "");
    }

    String month(LocalDate at) {
        return month.write(this, at.atStartOfDay(), "");
    }

    Map<String, List<String>> patterns() {
        Map<String, List<String>> patterns = new TreeMap<>();
        patterns.put("date", List.of(date.pattern));
        patterns.put("moment", List.of(dateTime.pattern, dateTimeSeconds.pattern));
        patterns.put("time", List.of(time.pattern, timeSeconds.pattern));
        patterns.put("months", List.of(months));
        patterns.put("halves", List.of(halves));
        return patterns;
    }

    // ---- durations

    /** @param parts days, hours, minutes and seconds; those that are 0 are left out */
    String duration(List<BigDecimal> parts) {
        List<Measure> measures = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).signum() != 0) {
                measures.add(new Measure(parts.get(i), UNITS_OF_TIME.get(i)));
            }
        }
        if (measures.isEmpty()) {
            measures.add(new Measure(0, MeasureUnit.SECOND));
        }
        return durations.formatMeasures(measures.toArray(Measure[]::new));
    }

    String minus() {
        return minus;
    }

    /** A pattern of Unicode TR 35 with the fields that the patterns above have. */
    private record DatePattern(String pattern) {
        String write(LocaleForms forms, LocalDateTime at, String fraction) {
            StringBuilder text = new StringBuilder(32);
            int i = 0;
            while (i < pattern.length()) {
                char c = pattern.charAt(i);
                int start = i;
                if (c == '\'') {
                    i = quoted(text, i);
                } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
                    while (i < pattern.length() && pattern.charAt(i) == c) {
                        i++;
                    }
                    field(forms, text, c, i - start, at);
                    if (c == 's') {
                        text.append(fraction);
                    }
                } else {
                    text.append(c);
                    i++;
                }
            }
            return text.toString();
        }

        private int quoted(StringBuilder text, int opening) {
            int closing = pattern.indexOf('\'', opening + 1);
            text.append(closing == opening + 1 ? "'" : pattern.substring(opening + 1, closing));
            return closing + 1;
        }

        private static void field(LocaleForms forms, StringBuilder text, char name, int width, LocalDateTime at) {
            int month = at.getMonthValue();
            switch (name) {
                case 'y' -> text.append(String.format(Locale.ROOT, "%04d", at.getYear())); // as imports require
                case 'M' -> month(text, forms.months, month, width);
                case 'L' -> month(text, forms.monthsAlone, month, width);
                case 'd' -> padded(text, at.getDayOfMonth(), width);
                case 'H' -> padded(text, at.getHour(), width);
                case 'h' -> padded(text, (at.getHour() + 11) % 12 + 1, width);
                case 'm' -> padded(text, at.getMinute(), width);
                case 's' -> padded(text, at.getSecond(), width);
                case 'a', 'b', 'B' -> text.append(forms.halves[at.getHour() < 12 ? 0 : 1]);
                default -> throw new IllegalStateException("the field '" + name + "' of a pattern is not known");
            }
        }

        private static void month(StringBuilder text, String[] names, int month, int width) {
            if (width > 2) {
                text.append(names[month - 1]);
            } else {
                padded(text, month, width);
            }
        }

        private static void padded(StringBuilder text, int number, int width) {
            if (width > 1 && number < 10) {
                text.append('0');
            }
            text.append(number);
        }
    }
}
