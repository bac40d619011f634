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
    private static final int MOST_DIGITS = 2;

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

    /** The number as the figure of a card: large numbers without digits after the point. */
    String figure(BigDecimal value) {
        return value.abs().compareTo(MOST_WITH_DIGITS) >= 0
                ? full(value.setScale(0, RoundingMode.HALF_UP))
                : full(value);
    }

    /** The number in full. */
    String full(BigDecimal value) {
        int digits = whole() ? 0 : Math.clamp(value.scale(), 0, MOST_DIGITS);
        String plain = value.setScale(digits, RoundingMode.HALF_UP).toPlainString();
        return currency.map(code -> Formats.amount(plain, code))
                .or(() -> measured.field().map(field -> Formats.number(plain, field.style())))
                .orElseGet(() -> Formats.number(plain));
    }

    /** The number with at most three digits before a letter: {@code 24.6k}; in other languages, as they shorten numbers. */
    String brief(BigDecimal value) {
        return Formats.brief(value, currency).orElseGet(() -> englishBrief(value));
    }

    private String englishBrief(BigDecimal value) {
        BigDecimal size = value.abs();
        String text = size.compareTo(BILLION) >= 0
                ? of(size, BILLION) + "bn"
                : size.compareTo(MILLION) >= 0
                        ? of(size, MILLION) + "m"
                        : size.compareTo(THOUSAND) >= 0 ? of(size, THOUSAND) + "k" : plain(size);
        String sign = value.signum() < 0 ? "-" : "";
        return sign + currency.map(Formats::sign).orElse("") + text;
    }

    private static String of(BigDecimal value, BigDecimal unit) {
        return value.divide(unit, 1, RoundingMode.HALF_UP).stripTrailingZeros().toPlainString();
    }

    private static String plain(BigDecimal value) {
        BigDecimal bare = value.stripTrailingZeros();
        return (bare.scale() < 0 ? bare.setScale(0, RoundingMode.UNNECESSARY) : bare).toPlainString();
    }
}
