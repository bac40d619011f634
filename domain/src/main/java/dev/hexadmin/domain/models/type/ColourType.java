package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.text.Message;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** {@code colour}: an sRGB colour as {@code #rrggbb}, in lower case. */
public final class ColourType extends CharacterType {
    private static final Pattern FORM = Pattern.compile("#[0-9a-fA-F]{6}");

    public ColourType() {
        super(Option.PATTERN);
    }

    @Override
    public boolean isFreeText() {
        return false;
    }

    @Override
    public OptionalInt longest(FieldDefinition field) {
        return OptionalInt.of(7);
    }

    @Override
    public boolean holds(FieldDefinition field, Object value) {
        return value instanceof String text && FORM.matcher(text).matches();
    }

    @Override
    Optional<Object> scalar(String text) {
        return FORM.matcher(text).matches() ? Optional.of(text.toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    @Override
    public Optional<Object> constant(FieldDefinition field, String text) {
        return parse(text);
    }

    @Override
    String mismatch(Object input) {
        return input instanceof String ? "colour" : "type";
    }

    @Override
    public Optional<Object> ofNumber(long number) {
        return Optional.empty();
    }

    @Override
    public Message expected(Model model, FieldDefinition field) {
        return Message.of("A colour is expected, such as #1a2b3c.");
    }

    @Override
    public Message expectedLiteral(Model model, FieldDefinition field) {
        return Message.of("a colour such as '#1a2b3c'");
    }
}
