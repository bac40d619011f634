package dev.hexadmin.domain.models.type;

import dev.hexadmin.domain.models.FieldDefinition;
import java.util.List;

/** {@code string}: one line of text. */
public final class StringType extends CharacterType {
    public StringType() {
        super(Option.LENGTH, Option.PATTERN);
    }

    @Override
    public List<Class<?>> componentClasses() {
        return List.of(String.class);
    }

    @Override
    public String trimmed(FieldDefinition field, String typed) {
        return typed;
    }
}
