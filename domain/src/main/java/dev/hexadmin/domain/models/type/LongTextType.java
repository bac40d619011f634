package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import java.util.OptionalInt;

/** Character strings of any number of lines. */
abstract class LongTextType extends CharacterType {
    LongTextType(Option... options) {
        super(options);
    }

    @Override
    public final boolean isLong() {
        return true;
    }

    @Override
    public final OptionalInt longest(FieldDefinition field) {
        return OptionalInt.empty();
    }

    @Override
    public final String trimmed(FieldDefinition field, String typed) {
        return typed;
    }
}
