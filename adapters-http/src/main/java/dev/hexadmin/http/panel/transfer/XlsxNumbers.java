package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.type.DurationType;
import dev.hexadmin.domain.models.type.ValueType.Option;
import dev.hexadmin.http.panel.transfer.XlsxStyles.Form;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;

/**
 * What the numbers of a workbook mean. A number in a field of dates or times, and one that is formatted as such in any
 * other field, counts the days since the workbook's epoch.
 *
 * @param since1904 whether day 0 is the first of January 1904
 */
record XlsxNumbers(boolean since1904) {
    private static final LocalDate EPOCH_1904 = LocalDate.of(1904, 1, 1);
    private static final LocalDate EPOCH_1900 = LocalDate.of(1899, 12, 30);
    /** The 29th of February 1900, which only spreadsheets have; it is read as the day before, as other readers do. */
    private static final BigDecimal NO_DAY = BigDecimal.valueOf(60);

    private static final BigDecimal MILLIS_OF_DAY = BigDecimal.valueOf(86_400_000L);
    private static final int DIGITS_OF_TEXT = 15;
    private static final List<MathContext> DIGITS_OF_DOUBLE = List.of(new MathContext(16), new MathContext(17));
    private static final int LONGEST = 400;

    /** The text of a number in a cell, as its field takes it; the same text when it is no number. */
    String text(String written, Optional<FieldDefinition> field, Form form) {
        Optional<BigDecimal> number = number(written);
        if (number.isEmpty()) {
            return written;
        }
        return field.filter(known -> known.valueType().takes(Option.NOW)).isPresent()
                ? moment(number.get(), field.get()).orElse(written)
                : field.flatMap(known -> formatted(number.get(), known, form)).orElseGet(number.get()::toPlainString);
    }

    /**
     * A number as it is written, with one exception. Programs write a floating-point number with 17 digits, as Excel does, or
     * with 16, as openpyxl does, though fewer determine it: 0.1 is 0.10000000000000001 in the file, and 9.95 is
     * 9.949999999999999. So the first 16 or 17 digits of a floating-point number mean the shortest number that determines it,
     * unless they are the whole of its digits, as in 36028797018963984. A whole number without an exponent is always exact.
     */
    private static Optional<BigDecimal> number(String written) {
        try {
            double nearest = Double.parseDouble(written);
            if (!Double.isFinite(nearest)) {
                return Optional.empty();
            }
            if (written.length() > LONGEST) {
                return Optional.of(shortest(nearest));
            }
            BigDecimal exact = new BigDecimal(written).stripTrailingZeros();
            boolean tiny = nearest == 0 && exact.signum() != 0; // of any number of zeros
            return Optional.of(tiny || isRounded(exact, written, nearest) ? shortest(nearest) : exact);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isRounded(BigDecimal exact, String written, double nearest) {
        BigDecimal whole = new BigDecimal(nearest);
        return exact.precision() > DIGITS_OF_TEXT
                && !written.chars().allMatch(c -> Character.isDigit(c) || c == '-')
                && whole.compareTo(exact) != 0
                && DIGITS_OF_DOUBLE.stream()
                        .anyMatch(digits -> whole.round(digits).compareTo(exact) == 0);
    }

    private static BigDecimal shortest(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros();
    }

    /** In a field of times it is in the time zone of the user, as a text without an offset is. */
    private Optional<String> moment(BigDecimal serial, FieldDefinition field) {
        return field.type() == FieldType.DATETIME
                ? at(serial).map(DateTimeFormatter.ISO_LOCAL_DATE_TIME::format)
                : at(serial)
                        .flatMap(moment -> field.valueType().at(moment.toInstant(ZoneOffset.UTC)))
                        .map(FieldText::write);
    }

    /** As ISO 8601 writes it; empty where the number itself is meant. */
    private Optional<String> formatted(BigDecimal serial, FieldDefinition field, Form form) {
        boolean length = form == Form.ELAPSED || (form == Form.TIME && field.itemType() instanceof DurationType);
        if (length) {
            return millis(serial).map(Duration::ofMillis).map(DurationType::canonical);
        }
        if (form == Form.NUMBER || serial.signum() < 0) {
            return Optional.empty();
        }
        boolean time = form != Form.DATE_TIME && serial.compareTo(BigDecimal.ONE) < 0;
        boolean date = form == Form.DATE && serial.scale() <= 0;
        DateTimeFormatter written = time
                ? DateTimeFormatter.ISO_LOCAL_TIME
                : date ? DateTimeFormatter.ISO_LOCAL_DATE : DateTimeFormatter.ISO_LOCAL_DATE_TIME;
        return at(serial).map(written::format);
    }

    private Optional<LocalDateTime> at(BigDecimal serial) {
        boolean dayEarly = !since1904 && serial.compareTo(NO_DAY) < 0 && serial.compareTo(BigDecimal.ONE) >= 0;
        LocalDate epoch = since1904 ? EPOCH_1904 : dayEarly ? EPOCH_1900.plusDays(1) : EPOCH_1900;
        try {
            return millis(serial).map(millis -> epoch.atStartOfDay().plusNanos(Math.multiplyExact(millis, 1_000_000L)));
        } catch (ArithmeticException | DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Optional<Long> millis(BigDecimal days) {
        try {
            return Optional.of(days.multiply(MILLIS_OF_DAY)
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact());
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }
}
