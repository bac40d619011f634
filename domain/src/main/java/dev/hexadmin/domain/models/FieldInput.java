package dev.hexadmin.domain.models;

import dev.hexadmin.domain.text.Message;
import dev.hexadmin.domain.text.VisibleText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Converts client input for a field into a value of the field's Java class, or returns violations.
 *
 * <p>Input is what a JSON parser returns: {@link String}, {@link Boolean}, {@link Long}, {@link BigInteger}, {@link
 * BigDecimal}, {@link List}, {@link JsonText} for a member whose field is {@code json}, or null.
 */
public final class FieldInput {
    /** The syntax of an e-mail address that browsers check, with the lengths of RFC 5321; valid in ECMA-262, too. */
    public static final String EMAIL_PATTERN =
            "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*";

    /** The maximum length of an e-mail address, in characters. */
    public static final int MAX_EMAIL_LENGTH = 254;

    // Checks the syntax only; whether the address exists is not checked.
    private static final Pattern EMAIL = Pattern.compile(EMAIL_PATTERN);

    private FieldInput() {}

    /** The result of reading one member. */
    public sealed interface Outcome {
        /**
         * The input is valid.
         *
         * @param value of the field's Java class, or null
         */
        record Fits(@Nullable Object value) implements Outcome {}

        /**
         * The input is not valid.
         *
         * @param violations why, at least one, with pointers from the record's root
         */
        record Refused(List<Violation> violations) implements Outcome {}
    }

    /** Reads one member of a record. Checks {@code required} for null and for texts that show nothing. */
    public static Outcome read(Model model, FieldDefinition field, @Nullable Object input) {
        return isAbsent(field, input)
                ? absent(field, input)
                : field.valueType().read(model, field, Objects.requireNonNull(input));
    }

    /**
     * Reads a value that code puts in place of one that was read: the same, but the options of a text, such as its length, are
     * not checked.
     */
    public static Outcome readPrepared(Model model, FieldDefinition field, @Nullable Object input) {
        return isAbsent(field, input)
                ? absent(field, input)
                : field.valueType().readPrepared(model, field, Objects.requireNonNull(input));
    }

    private static boolean isAbsent(FieldDefinition field, @Nullable Object input) {
        return input == null
                || (field.required()
                        && field.type().isText()
                        && input instanceof String text
                        && !VisibleText.isIn(text));
    }

    private static Outcome absent(FieldDefinition field, @Nullable Object input) {
        if (field.required() || field.primaryKey()) {
            return refused(field, "required", Message.of("This field is required."));
        }
        return input == null && !field.nullable()
                ? refused(field, "null", Message.of("This field cannot be null."))
                : new Outcome.Fits(input);
    }

    /** A number of a JSON document as a 64-bit integer: {@code 3.0} is an integer, as in JSON Schema. */
    public static Optional<Long> wholeNumber(@Nullable Object input) {
        return switch (input) {
            case Long number -> Optional.of(number);
            case BigDecimal number -> whole(number);
            case null, default -> Optional.empty();
        };
    }

    private static Optional<Long> whole(BigDecimal number) {
        // 1e400 must not be expanded just to find that it is out of range
        if (number.scale() < -19 || number.precision() - number.scale() > 19) {
            return Optional.empty();
        }
        try {
            return Optional.of(number.longValueExact());
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    /**
     * Whether the text has the syntax of one e-mail address and contains no character that is special in a mail header.
     */
    public static boolean isEmailAddress(String text) {
        return text.length() <= MAX_EMAIL_LENGTH && EMAIL.matcher(text).matches();
    }

    /** Whether every database can store the text: no NUL and no unpaired surrogate. */
    public static boolean isStorable(String text) {
        return text.indexOf('\0') < 0 && !hasLoneSurrogate(text);
    }

    /** The same check for a JSON text, where a NUL would be escaped. */
    public static boolean isStorable(JsonText document) {
        return !holdsNul(document.text()) && !hasLoneSurrogate(document.text());
    }

    /**
     * Whether no number of a well-formed document has more characters than this when it is written without an exponent, as some
     * databases write it.
     */
    public static boolean hasNumbersUpTo(int length, JsonText document) {
        return JsonSyntaxParser.longestNumber(document.text()) <= length;
    }

    /** Whether a JSON text holds an escaped NUL: a backslash that no other backslash escapes, and {@code u0000}. */
    private static boolean holdsNul(String json) {
        int at = json.indexOf("\\u0000");
        while (at >= 0) {
            int backslashes = 1;
            while (backslashes <= at && json.charAt(at - backslashes) == '\\') {
                backslashes++;
            }
            if (backslashes % 2 == 1) {
                return true;
            }
            at = json.indexOf("\\u0000", at + 1);
        }
        return false;
    }

    private static boolean hasLoneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** A sentence that describes valid values of the field. */
    public static Message expected(Model model, FieldDefinition field) {
        return field.valueType().expected(model, field);
    }

    private static Outcome refused(FieldDefinition field, String code, Message message) {
        return new Outcome.Refused(List.of(Violation.at(field.name(), code, message)));
    }
}
