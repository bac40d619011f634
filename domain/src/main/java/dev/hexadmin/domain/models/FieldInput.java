package dev.hexadmin.domain.models;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a client sent for a field into a value of the field's Java class, or says why not.
 *
 * <p>Input is what a JSON parser gives: {@link String}, {@link Boolean}, {@link Long}, {@link BigInteger},
 * {@link BigDecimal}, {@link List}, {@link JsonText} for a member whose field is {@code json}, or null.
 */
public final class FieldInput {
    /** The shape of an e-mail address that browsers check, with the lengths of RFC 5321; the same in ECMA-262. */
    public static final String EMAIL_PATTERN =
            "[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*";

    /** Characters of an e-mail address at most. */
    public static final int LONGEST_EMAIL = 254;

    // The proof of an address is a mail that arrives.
    private static final Pattern EMAIL = Pattern.compile(EMAIL_PATTERN);

    private FieldInput() {}

    /** The outcome of reading one member. */
    public sealed interface Outcome {
        /**
         * It fits.
         *
         * @param value of the field's Java class, or null
         */
        record Fits(@Nullable Object value) implements Outcome {}

        /**
         * It does not.
         *
         * @param violations why, at least one, with pointers from the record's root
         */
        record Refused(List<Violation> violations) implements Outcome {}
    }

    /** Reads one member of a record. {@code required} is checked here, for null and for {@code ""}. */
    public static Outcome read(Model model, FieldDefinition field, @Nullable Object input) {
        if (input == null || (field.required() && field.type().isText() && "".equals(input))) {
            if (field.required() || field.primaryKey()) {
                return refused(field, "required", "This field is required.");
            }
            return input == null && !field.nullable()
                    ? refused(field, "null", "This field cannot be null.")
                    : new Outcome.Fits(input);
        }
        return field.valueType().read(model, field, input);
    }

    /** A number of a JSON document as a whole number of 64 bits: {@code 3.0} is one, as in JSON Schema. */
    public static Optional<Long> wholeNumber(@Nullable Object input) {
        return switch (input) {
            case Long number -> Optional.of(number);
            case BigDecimal number -> whole(number);
            case null, default -> Optional.empty();
        };
    }

    private static Optional<Long> whole(BigDecimal number) {
        // 1e400 must not be expanded to find out that it is too large
        if (number.scale() < -19 || number.precision() - number.scale() > 19) {
            return Optional.empty();
        }
        try {
            return Optional.of(number.longValueExact());
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Whether the text has the shape of an e-mail address: one, and nothing that means something in a header. */
    public static boolean isEmailAddress(String text) {
        return text.length() <= LONGEST_EMAIL && EMAIL.matcher(text).matches();
    }

    /** Whether every database can hold the text: no NUL, and no half of a surrogate pair. */
    public static boolean isStorable(String text) {
        return text.indexOf('\0') < 0 && !hasLoneSurrogate(text);
    }

    /** The same for a JSON text, where a NUL would be escaped. */
    public static boolean isStorable(JsonText document) {
        return !holdsNul(document.text()) && !hasLoneSurrogate(document.text());
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

    /** What a value of this field looks like, as a sentence. */
    public static String expectation(Model model, FieldDefinition field) {
        return field.valueType().expectation(model, field);
    }

    private static Outcome refused(FieldDefinition field, String code, String message) {
        return new Outcome.Refused(List.of(Violation.at(field.name(), code, message)));
    }
}
