package dev.hexadmin.http.fields;

import dev.hexadmin.domain.models.FieldStyle;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How pages write dates, times, numbers and amounts: one form for each. */
public final class Formats {
    private static final String[] MONTHS = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
    };
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final Map<String, String> SIGNS = new ConcurrentHashMap<>();
    private static final int DATE = 10;
    private static final int MINUTES = 16;
    private static final int SECONDS = 19;
    private static final int GROUP = 3;

    private Formats() {}

    /** {@code 22 Nov 2026}, of the ISO 8601 text of a date; any other text as it is. */
    public static String date(String iso) {
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
        return iso.length() > MINUTES && iso.charAt(DATE) == 'T'
                ? date(iso.substring(0, DATE)) + ", " + iso.substring(DATE + 1, MINUTES)
                : iso;
    }

    /** {@code 22 Nov 2026, 10:42}, in UTC. */
    public static String moment(Instant at) {
        return MOMENT.format(at);
    }

    /** {@code 22 Nov 2026, 10:42:07}, of the RFC 3339 text of a moment; any other text as it is. */
    public static String momentWithSeconds(String iso) {
        return iso.length() >= SECONDS ? moment(iso) + iso.substring(MINUTES).replace("Z", "") : moment(iso);
    }

    /** {@code 1,284.5}: the digits before the point stand in groups of three. */
    public static String number(String plain) {
        return grouped(plain);
    }

    /** {@code 23,980}. */
    public static String number(long number) {
        return grouped(Long.toString(number));
    }

    /** {@code 3.1 %}. */
    public static String percent(BigDecimal percent) {
        return grouped(percent.setScale(1, RoundingMode.HALF_UP).toPlainString()) + "\u00a0%";
    }

    /** A number as its field shows it: {@code 12.5 kg}, {@code €1,284.50}, {@code CHF 9.00}, {@code 2026}. */
    public static String number(String plain, FieldStyle style) {
        return style.currency()
                .map(code -> amount(plain, code))
                .orElseGet(() -> (style.grouped() ? number(plain) : plain) + suffix(style));
    }

    /**
     * An amount of money: {@code €1,284.50}, {@code CHF 9.00}.
     *
     * @param currency a code of ISO 4217
     */
    public static String amount(String plain, String currency) {
        boolean minus = plain.startsWith("-");
        return (minus ? "-" : "") + sign(currency) + grouped(minus ? plain.substring(1) : plain);
    }

    /** What stands before an amount of a currency of ISO 4217: the symbol of the Unicode CLDR for English. */
    public static String sign(String currency) {
        return SIGNS.computeIfAbsent(currency, code -> {
            String symbol = Currency.getInstance(code).getSymbol(Locale.US);
            return Character.isLetter(symbol.charAt(symbol.length() - 1)) ? symbol + "\u00a0" : symbol;
        });
    }

    /** What stands behind a number, and behind its input. */
    public static String suffix(FieldStyle style) {
        return style.unit().map(unit -> "\u00a0" + unit).orElse("");
    }

    private static String grouped(String plain) {
        int start = plain.startsWith("-") ? 1 : 0;
        int end = start;
        while (end < plain.length() && Character.isDigit(plain.charAt(end))) {
            end++;
        }
        if (end - start <= GROUP || (end < plain.length() && plain.charAt(end) != '.')) {
            return plain;
        }
        StringBuilder text = new StringBuilder(plain.length() + (end - start) / GROUP);
        text.append(plain, 0, start);
        for (int i = start; i < end; i++) {
            if (i > start && (end - i) % GROUP == 0) {
                text.append(',');
            }
            text.append(plain.charAt(i));
        }
        return text.append(plain, end, plain.length()).toString();
    }
}
