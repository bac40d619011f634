package dev.hexadmin.http.panel.dashboard;

import static dev.hexadmin.http.texts.Localized.text;

import dev.hexadmin.application.dashboard.ViewingDashboard.Measured;
import dev.hexadmin.application.dashboard.ViewingDashboard.Records;
import dev.hexadmin.application.dashboard.WidgetDefinition.Measure;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldStyle;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.http.fields.Formats;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Optional;

/**
 * The numbers of one measure, as people read them.
 *
 * @param currency of all of them; empty also where the records have several
 */
record Amounts(Measured measured, Optional<String> currency) {
    private static final BigDecimal THOUSAND = BigDecimal.valueOf(1_000);
    private static final BigDecimal MILLION = BigDecimal.valueOf(1_000_000);
    private static final BigDecimal BILLION = BigDecimal.valueOf(1_000_000_000);
    private static final BigDecimal MOST_WITH_DIGITS = BigDecimal.valueOf(10_000);
    private static final BigDecimal MOST_IN_FULL = new BigDecimal("1E21");
    private static final String BRIEF_EXPONENT = "0.0###E0";
    private static final String FULL_EXPONENT = "0.0###############E0";
    private static final int MOST_DIGITS = 2;
    private static final int SIGNIFICANT = 3;
    private static final int MOST_OF_SMALL = 20;

    /** An amount whose currency is in another field has it where the records are filtered by it. */
    static Amounts of(Measured measured, Records records) {
        return new Amounts(
                measured,
                measured.field()
                        .flatMap(field -> field.style()
                                .currency()
                                .or(() -> field.style()
                                        .currencyField()
                                        .map(name -> Optional.ofNullable(
                                                        records.filter().get(name))
                                                .orElse(records.filter().get(ListParameter.FILTER_PREFIX + name)))))
                        .filter(FieldStyle::isCurrency));
    }

    /** Whether all numbers are whole. */
    boolean whole() {
        return switch (measured.kind()) {
            case COUNT -> true;
            case SUM -> measured.field().map(FieldDefinition::type).equals(Optional.of(FieldType.INTEGER));
            case AVERAGE -> false;
        };
    }

    /** What is measured, as the heading of a column. */
    String name() {
        return measured.field()
                .map(field -> measured.kind() == Measure.Kind.AVERAGE
                        ? text("Average {field}", "field", text(field.labels()))
                        : text(field.labels()))
                .orElseGet(() -> text("Records"));
    }

    /** The number as the figure of a card: large numbers without digits after the point, very large ones as {@code 1.2E30}. */
    String figure(BigDecimal value) {
        if (isVeryLarge(value)) {
            return shown(exponential(value, BRIEF_EXPONENT));
        }
        return value.abs().compareTo(MOST_WITH_DIGITS) >= 0
                ? full(value.setScale(0, RoundingMode.HALF_UP))
                : full(value);
    }

    private static boolean isVeryLarge(BigDecimal value) {
        return value.abs().compareTo(MOST_IN_FULL) >= 0;
    }

    private static String exponential(BigDecimal value, String pattern) {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
    }

    /** The number in full; of a very large one that is not exact, the digits that lists show. */
    String full(BigDecimal value) {
        boolean exact = !measured.field().map(FieldDefinition::type).equals(Optional.of(FieldType.FLOAT));
        return shown(isVeryLarge(value) && !exact ? exponential(value, FULL_EXPONENT) : plain(value));
    }

    private String plain(BigDecimal value) {
        return rounded(value).toPlainString();
    }

    /** To two digits after the point; a number between -1 and 1 to three significant ones. */
    private BigDecimal rounded(BigDecimal value) {
        int significant = value.signum() == 0 ? 0 : value.scale() - value.precision() + SIGNIFICANT;
        int most = Math.clamp(significant, MOST_DIGITS, MOST_OF_SMALL);
        return value.setScale(whole() ? 0 : Math.clamp(value.scale(), 0, most), RoundingMode.HALF_UP);
    }

    private String shown(String plain) {
        return currency.map(code -> Formats.amount(plain, code))
                .or(() -> measured.field().map(field -> Formats.number(plain, field.style())))
                .orElseGet(() -> Formats.number(plain));
    }

    /** The number with at most three digits before a letter: {@code 24.6k}; in other languages, as they shorten numbers. */
    String brief(BigDecimal value) {
        return isVeryLarge(value)
                ? figure(value)
                : Formats.brief(value, currency).orElseGet(() -> englishBrief(value));
    }

    private String englishBrief(BigDecimal value) {
        BigDecimal size = value.abs();
        String text = size.compareTo(BILLION) >= 0
                ? of(size, BILLION) + "bn"
                : size.compareTo(MILLION) >= 0
                        ? of(size, MILLION) + "m"
                        : size.compareTo(THOUSAND) >= 0 ? of(size, THOUSAND) + "k" : bare(rounded(size));
        String sign = value.signum() < 0 ? "-" : "";
        return sign + currency.map(Formats::sign).orElse("") + text;
    }

    private static String of(BigDecimal value, BigDecimal unit) {
        return value.divide(unit, 1, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }

    private static String bare(BigDecimal value) {
        BigDecimal bare = value.stripTrailingZeros();
        return (bare.scale() < 0 ? bare.setScale(0, RoundingMode.UNNECESSARY) : bare).toPlainString();
    }
}
