package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import java.util.OptionalInt;

/** {@code text}: any number of lines. */
public final class TextType extends CharacterType {
    public TextType() {
        super(Option.LENGTH, Option.PATTERN);
    }

    @Override
    public boolean isLong() {
        return true;
    }

    @Override
    public OptionalInt longest(FieldDefinition field) {
        return OptionalInt.empty();
    }

    @Override
    public String trimmed(FieldDefinition field, String typed) {
        return typed;
    }
}
