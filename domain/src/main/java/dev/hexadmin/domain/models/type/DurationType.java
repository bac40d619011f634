package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * {@code duration}: a length of time to the microsecond, as ISO 8601 writes it in days, hours, minutes and seconds,
 * such as {@code P1DT2H30M}. A day has 24 hours; years and months, whose lengths differ, are not supported. A field's
 * {@code minimum} and {@code maximum} are in seconds.
 */
public final class DurationType extends ValueType {
    private static final long MICROS = 1_000_000;
    private static final long MAX_SECONDS = 106_751_991L * 86_400; // microseconds fit into 64 bits

    public DurationType() {
        super(Duration.class, Option.RANGE);
    }

    @Override
    public boolean isAmount() {
        return true;
    }

    /** The duration in microseconds. */
    public static long micros(Duration duration) {
        return duration.toSeconds() * MICROS + duration.toNanosPart() / 1_000;
    }

    /** The canonical text: days, hours below 24, minutes and seconds below 60, none of which is 0; or {@code PT0S}. */
    public static String canonical(Duration duration) {
        if (duration.isZero()) {
            return "PT0S";
        }
        Duration length = duration.abs();
        StringBuilder text = new StringBuilder(duration.isNegative() ? "-P" : "P");
        part(text, length.toDaysPart(), 'D');
        if (length.toSeconds() % 86_400 != 0 || length.toNanosPart() != 0) {
            text.append('T');
            part(text, length.toHoursPart(), 'H');
            part(text, length.toMinutesPart(), 'M');
            if (length.toNanosPart() == 0) {
                part(text, length.toSecondsPart(), 'S');
            } else {
                BigDecimal fraction =
                        BigDecimal.valueOf(length.toNanosPart(), 9).stripTrailingZeros();
                text.append(fraction.add(BigDecimal.valueOf(length.toSecondsPart()))
                                .toPlainString())
                        .append('S');
            }
        }
        return text.toString();
    }

    private static void part(StringBuilder text, long number, char unit) {
        if (number != 0) {
            text.append(number).append(unit);
        }
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(Duration.class);
    }

    @Override
    Optional<Object> scalar(String text) {
        if (DateTimeType.hasBarePoint(text)) {
            return Optional.empty();
        }
        Duration duration = Duration.parse(text);
        return Math.abs(duration.toSeconds()) > MAX_SECONDS
                ? Optional.empty()
                : Optional.of(duration.truncatedTo(ChronoUnit.MICROS));
    }

    @Override
    Object check(Model model, FieldDefinition field, Object value, List<Violation> violations) {
        BigDecimal seconds = seconds((Duration) value);
        field.constraints()
                .minimum()
                .filter(least -> seconds.compareTo(least) < 0)
                .ifPresent(least -> refuse(
                        violations,
                        field,
                        "minimum",
                        Message.of("It must be {minimum} or more.").with("minimum", boundText(least))));
        field.constraints()
                .maximum()
                .filter(most -> seconds.compareTo(most) > 0)
                .ifPresent(most -> refuse(
                        violations,
                        field,
                        "maximum",
                        Message.of("It must be {maximum} or less.").with("maximum", boundText(most))));
        return value;
    }

    private static BigDecimal seconds(Duration duration) {
        return BigDecimal.valueOf(micros(duration), 6);
    }

    @Override
    public Optional<BigDecimal> bound(String text) {
        return parse(text.strip()).map(duration -> seconds((Duration) duration));
    }

    @Override
    public String boundName() {
        return "duration";
    }

    @Override
    public String boundText(BigDecimal seconds) {
        return canonical(Duration.of(seconds.movePointRight(6).longValue(), ChronoUnit.MICROS));
    }

    @Override
    public String write(Object value) {
        return canonical((Duration) value);
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A duration in ISO 8601 form is expected, such as P1DT2H30M.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a duration such as 'P1DT2H30M'");
    }
}
