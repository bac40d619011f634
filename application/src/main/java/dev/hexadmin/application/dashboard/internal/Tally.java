package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.ViewingDashboard.Measured;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.records.Summed;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/** A number of records, and the sum of their values. */
record Tally(long count, BigDecimal sum) {
    static final Tally ZERO = new Tally(0, BigDecimal.ZERO);

    private static final int FEWEST_DIGITS_OF_AVERAGE = 2;
    private static final int MORE_DIGITS = 4;
    private static final MathContext FLOAT = new MathContext(15, RoundingMode.HALF_UP);

    static Tally of(Summed.Group group) {
        return new Tally(group.count(), group.sum());
    }

    static Tally of(List<Summed.Group> groups) {
        return groups.stream().map(Tally::of).reduce(ZERO, Tally::plus);
    }

    Tally plus(Tally other) {
        return new Tally(count + other.count, sum.add(other.sum));
    }

    /** The measure; empty for the average of nothing. */
    Optional<BigDecimal> read(Measured measured) {
        return switch (measured.kind()) {
            case COUNT -> Optional.of(BigDecimal.valueOf(count));
            case SUM -> Optional.of(sum);
            case AVERAGE -> count == 0 ? Optional.empty() : Optional.of(average(measured.field()));
        };
    }

    /** Of floats with as many significant digits as they hold, of others with some more digits than their scale. */
    private BigDecimal average(Optional<FieldDefinition> field) {
        BigDecimal number = BigDecimal.valueOf(count);
        if (field.map(FieldDefinition::type).equals(Optional.of(FieldType.FLOAT))) {
            return shortened(sum.divide(number, FLOAT), FEWEST_DIGITS_OF_AVERAGE);
        }
        int fewest = Math.max(
                FEWEST_DIGITS_OF_AVERAGE,
                field.map(one -> one.constraints().scale().orElse(0)).orElse(0));
        BigDecimal about = sum.divide(number, MathContext.DECIMAL32);
        int significant = about.scale() - about.precision() + MORE_DIGITS;
        return shortened(sum.divide(number, Math.max(fewest + MORE_DIGITS, significant), RoundingMode.HALF_UP), fewest);
    }

    /** Without zeros at the end, but with these digits after the point. */
    private static BigDecimal shortened(BigDecimal value, int digits) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.scale() < digits ? stripped.setScale(digits, RoundingMode.UNNECESSARY) : stripped;
    }
}
