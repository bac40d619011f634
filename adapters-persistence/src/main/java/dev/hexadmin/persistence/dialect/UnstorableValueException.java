package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.text.Message;
import java.math.BigDecimal;
import java.util.Optional;

/** A value that its column cannot hold without changing it. */
public final class UnstorableValueException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Message> expected;

    public UnstorableValueException(String message) {
        super(message, null, false, false);
        this.expected = Optional.empty();
    }

    /** @param expected a sentence for users that describes the values that the column can hold */
    public UnstorableValueException(Message expected) {
        super(expected.english(), null, false, false);
        this.expected = Optional.of(expected);
    }

    /** A whole number outside of these bounds; those that are texts, such as years, have no groups of digits. */
    public static UnstorableValueException outside(Object least, Object most) {
        return new UnstorableValueException(Message.of("A whole number from {least} to {most} is expected.")
                .with("least", least)
                .with("most", most));
    }

    /**
     * Rejects a decimal that a column of numbers with an exponent would not give back as it is.
     *
     * @param single whether its numbers have 32 bits, and not 64
     * @throws UnstorableValueException when it has too many digits, or is too large
     */
    public static void checkExact(BigDecimal number, boolean single) {
        double nearest = single ? Double.parseDouble(Float.toString(number.floatValue())) : number.doubleValue();
        if (!Double.isFinite(nearest) || BigDecimal.valueOf(nearest).compareTo(number) != 0) {
            throw new UnstorableValueException("a decimal with more digits than a column of numbers keeps");
        }
    }

    /** A sentence for users that describes the values that the column can hold. */
    public Optional<Message> expected() {
        return expected;
    }
}
