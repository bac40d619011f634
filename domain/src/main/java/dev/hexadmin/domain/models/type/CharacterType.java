package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Character strings. Any content is valid unless a subclass restricts it. Lengths are in code points. */
abstract class CharacterType extends ValueType {
    CharacterType(Option... options) {
        super(String.class, options);
    }

    @Override
    public final boolean isText() {
        return true;
    }

    @Override
    public OptionalInt longest(FieldDefinition field) {
        return field.constraints().maxLength();
    }

    @Override
    Optional<Object> scalar(String text) {
        return Optional.of(text);
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return text.length() <= field.constraints().maxLength().orElse(Integer.MAX_VALUE)
                ? Optional.of(text)
                : Optional.empty();
    }

    @Override
    public Optional<Object> ofNumber(long number) {
        return Optional.of(Long.toString(number));
    }

    @Override
    final Object check(Model model, FieldDefinition field, Object value, List<Violation> violations) {
        String text = (String) value;
        storable(field, text, violations);
        if (!violations.isEmpty()) {
            return text;
        }
        int length = text.codePointCount(0, text.length());
        if (length > field.constraints().maxLength().orElse(Integer.MAX_VALUE)) {
            refuse(
                    violations,
                    field,
                    "max_length",
                    Message.of(
                                    "{limit, plural, one {At most # character is allowed.} other {At most # characters are allowed.}}")
                            .with("limit", field.constraints().maxLength().getAsInt()));
            return text; // patterns are not matched against a text that is too long
        }
        if (length < field.constraints().minLength().orElse(0)) {
            refuse(
                    violations,
                    field,
                    "min_length",
                    Message.of(
                                    "{limit, plural, one {At least # character is needed.} other {At least # characters are needed.}}")
                            .with("limit", field.constraints().minLength().getAsInt()));
        }
        if (!text.isEmpty()) {
            checkForm(field, text, violations);
        }
        field.constraints().pattern().ifPresent(pattern -> checkPattern(field, pattern, text, violations));
        return text;
    }

    private static void checkPattern(FieldDefinition field, Pattern pattern, String text, List<Violation> violations) {
        try {
            if (!pattern.matcher(text).find()) {
                refuse(
                        violations,
                        field,
                        "pattern",
                        Message.of("A text of the form {pattern} is expected.").with("pattern", pattern.pattern()));
            }
        } catch (StackOverflowError e) { // the matcher calls itself for each repetition of a group such as (a|b)*
            refuse(
                    violations,
                    field,
                    "pattern",
                    Message.of("The text is too long to be compared with the form {pattern}.")
                            .with("pattern", pattern.pattern()));
        }
    }

    /** Checks the syntax of a text that is not empty. */
    void checkForm(FieldDefinition field, String text, List<Violation> violations) {}

    /** PostgreSQL has no NUL in text, and a lone surrogate has no UTF-8 form: the same rule on every database. */
    @Override
    final Object storable(FieldDefinition field, Object value, List<Violation> violations) {
        if (!FieldInput.isStorable((String) value)) {
            refuse(violations, field, "characters", Message.of("It holds a character that cannot be stored."));
        }
        return value;
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A string is expected.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a 'text'");
    }
}
