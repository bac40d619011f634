package dev.hexadmin.persistence.dialect;

import dev.hexadmin.domain.text.Message;
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

    /** A sentence for users that describes the values that the column can hold. */
    public Optional<Message> expected() {
        return expected;
    }
}
