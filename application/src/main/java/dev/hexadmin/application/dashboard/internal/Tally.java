package dev.hexadmin.application.dashboard.internal;

import dev.hexadmin.application.dashboard.ViewingDashboard.Measured;
import dev.hexadmin.domain.records.Summed;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/** A number of records, and the sum of their values. */
record Tally(long count, BigDecimal sum) {
    static final Tally ZERO = new Tally(0, BigDecimal.ZERO);

    private static final int FEWEST_DIGITS_OF_AVERAGE = 2;

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
            case AVERAGE -> {
                int digits = Math.max(
                        FEWEST_DIGITS_OF_AVERAGE,
                        measured.field()
                                .map(field -> field.constraints().scale().orElse(0))
                                .orElse(0));
                yield count == 0
                        ? Optional.empty()
                        : Optional.of(sum.divide(BigDecimal.valueOf(count), digits, RoundingMode.HALF_UP));
            }
        };
    }
}
