package dev.hexadmin.domain.models;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
    private static final int MAX_REFERENCES = 10_000;

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
        Object value;
        if (field.type() == FieldType.REFERENCES) {
            return references(model, field, input);
        }
        Optional<Object> converted = convert(model, field, input);
        if (converted.isEmpty()) {
            return field.type() == FieldType.ENUM && input instanceof String
                    ? refused(field, "enum", "One of " + String.join(", ", field.values()) + " is expected.")
                    : refused(field, "type", expectation(model, field));
        }
        value = converted.get();
        return check(field, value);
    }

    private static Optional<Object> convert(Model model, FieldDefinition field, Object input) {
        return switch (field.type()) {
            case REFERENCE -> {
                Model target = model.target(field);
                yield convert(target, target.key().getFirst(), input);
            }
            case STRING, TEXT, EMAIL, URL -> input instanceof String text ? Optional.of(text) : Optional.empty();
            case ENUM, DATE, TIME, DATETIME, UUID, BINARY ->
                input instanceof String text ? FieldText.parse(model, field, text) : Optional.empty();
            case INTEGER -> wholeNumber(input).map(Object.class::cast);
            case DECIMAL ->
                switch (input) {
                    case String text -> FieldText.parse(model, field, text);
                    case Long number -> Optional.of(BigDecimal.valueOf(number));
                    case BigInteger number -> FieldText.scalar(FieldType.DECIMAL, number.toString());
                    case BigDecimal number -> FieldText.scalar(FieldType.DECIMAL, number.toString());
                    default -> Optional.empty();
                };
            case FLOAT ->
                input instanceof Number number && Double.isFinite(number.doubleValue())
                        ? Optional.of(number.doubleValue())
                        : Optional.empty();
            case BOOLEAN -> input instanceof Boolean flag ? Optional.of(flag) : Optional.empty();
            case JSON -> input instanceof JsonText json ? Optional.of(json) : Optional.empty();
            case REFERENCES -> Optional.empty();
        };
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

    private static Outcome references(Model model, FieldDefinition field, Object input) {
        if (!(input instanceof List<?> items)) {
            return refused(field, "type", expectation(model, field));
        }
        if (items.size() > MAX_REFERENCES) {
            return refused(field, "max_items", "At most " + MAX_REFERENCES + " are allowed.");
        }
        Model target = model.target(field);
        FieldDefinition key = target.key().getFirst();
        Set<Object> keys = new LinkedHashSet<>();
        List<Violation> violations = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            @Nullable Object item = items.get(i);
            Optional<Object> value = item == null ? Optional.empty() : convert(target, key, item);
            if (value.isPresent()) {
                keys.add(value.get());
            } else {
                violations.add(new Violation("/" + field.name() + "/" + i, "type", expectation(target, key)));
            }
        }
        return violations.isEmpty() ? new Outcome.Fits(List.copyOf(keys)) : new Outcome.Refused(violations);
    }

    private static Outcome check(FieldDefinition field, Object value) {
        List<Violation> violations = new ArrayList<>();
        if (value instanceof String text) {
            checkText(field, text, violations);
        } else if (value instanceof JsonText document) {
            if (!isStorable(document)) {
                add(violations, field, "characters", "It holds a character that cannot be stored.");
            }
        } else if (value instanceof byte[] bytes) {
            if (bytes.length > field.maxLength().orElse(Integer.MAX_VALUE)) {
                add(
                        violations,
                        field,
                        "max_length",
                        "At most " + field.maxLength().getAsInt() + " bytes are allowed.");
            }
            if (bytes.length < field.minLength().orElse(0)) {
                add(
                        violations,
                        field,
                        "min_length",
                        "At least " + field.minLength().getAsInt() + " bytes are needed.");
            }
        } else if (value instanceof Number number) {
            BigDecimal exact = number instanceof BigDecimal decimal
                    ? decimal
                    : number instanceof Long whole
                            ? BigDecimal.valueOf(whole)
                            : BigDecimal.valueOf(number.doubleValue());
            if (field.minimum().isPresent() && exact.compareTo(field.minimum().get()) < 0) {
                add(
                        violations,
                        field,
                        "minimum",
                        "It must be " + field.minimum().get().toPlainString() + " or more.");
            }
            if (field.maximum().isPresent() && exact.compareTo(field.maximum().get()) > 0) {
                add(
                        violations,
                        field,
                        "maximum",
                        "It must be " + field.maximum().get().toPlainString() + " or less.");
            }
            if (number instanceof BigDecimal decimal) {
                return decimal(field, decimal, violations);
            }
        }
        return violations.isEmpty() ? new Outcome.Fits(value) : new Outcome.Refused(violations);
    }

    private static Outcome decimal(FieldDefinition field, BigDecimal number, List<Violation> violations) {
        BigDecimal value = number;
        if (field.scale().isPresent()) {
            int scale = field.scale().getAsInt();
            if (number.stripTrailingZeros().scale() > scale) {
                add(violations, field, "scale", "At most " + scale + " digits after the point are allowed.");
            } else {
                value = number.setScale(scale, RoundingMode.UNNECESSARY);
            }
        } else if (value.scale() < 0) {
            value = value.setScale(0, RoundingMode.UNNECESSARY);
        }
        if (field.precision().isPresent()
                && value.precision() - value.scale()
                        > field.precision().getAsInt() - field.scale().orElse(0)) {
            add(
                    violations,
                    field,
                    "precision",
                    "At most " + (field.precision().getAsInt() - field.scale().orElse(0))
                            + " digits before the point are allowed.");
        }
        return violations.isEmpty() ? new Outcome.Fits(value) : new Outcome.Refused(violations);
    }

    private static void checkText(FieldDefinition field, String text, List<Violation> violations) {
        // PostgreSQL has no NUL in text, and a lone surrogate has no UTF-8 form: the same rule on every database.
        if (text.indexOf('\0') >= 0 || hasLoneSurrogate(text)) {
            add(violations, field, "characters", "It holds a character that cannot be stored.");
            return;
        }
        int length = text.codePointCount(0, text.length());
        if (length > field.maxLength().orElse(Integer.MAX_VALUE)) {
            add(
                    violations,
                    field,
                    "max_length",
                    "At most " + field.maxLength().getAsInt() + " characters are allowed.");
            return; // an overlong text is not run through patterns
        }
        if (length < field.minLength().orElse(0)) {
            add(
                    violations,
                    field,
                    "min_length",
                    "At least " + field.minLength().getAsInt() + " characters are needed.");
        }
        if (field.type() == FieldType.EMAIL && !text.isEmpty() && !isEmailAddress(text)) {
            add(violations, field, "email", "It is no e-mail address.");
        }
        if (field.type() == FieldType.URL && !text.isEmpty() && !isUrl(text)) {
            add(violations, field, "url", "It is no http or https address.");
        }
        if (field.pattern().isPresent() && !field.pattern().get().matcher(text).find()) {
            add(
                    violations,
                    field,
                    "pattern",
                    "It does not match " + field.pattern().get().pattern() + ".");
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

    private static boolean isUrl(String text) {
        try {
            URI uri = new URI(text);
            String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
            return (scheme.equals("http") || scheme.equals("https")) && uri.getRawAuthority() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** What a value of this field looks like, as a sentence. */
    public static String expectation(Model model, FieldDefinition field) {
        return switch (field.type()) {
            case STRING, TEXT, EMAIL, URL -> "A string is expected.";
            case INTEGER -> "A whole number of 64 bits is expected.";
            case DECIMAL -> "A decimal is expected, such as \"19.90\".";
            case FLOAT -> "A number is expected.";
            case BOOLEAN -> "true or false is expected.";
            case DATE -> "A date is expected, such as 2026-11-20.";
            case TIME -> "A time is expected, such as 17:30:00.";
            case DATETIME -> "A time in RFC 3339 form is expected, such as 2026-11-20T17:30:00Z.";
            case UUID -> "A UUID is expected.";
            case ENUM -> "One of " + String.join(", ", field.values()) + " is expected.";
            case JSON -> "A JSON value is expected.";
            case BINARY -> "A base64 string is expected.";
            case REFERENCE -> {
                Model target = model.target(field);
                yield "The key of a record of " + target.name() + " is expected: "
                        + expectation(target, target.key().getFirst());
            }
            case REFERENCES -> "A list of keys of " + model.target(field).name() + " is expected.";
        };
    }

    private static void add(List<Violation> violations, FieldDefinition field, String code, String message) {
        violations.add(Violation.at(field.name(), code, message));
    }

    private static Outcome refused(FieldDefinition field, String code, String message) {
        return new Outcome.Refused(List.of(Violation.at(field.name(), code, message)));
    }
}
