package dev.hexadmin.domain.models.type;

/** {@code code}: source text in the field's {@code language}. */
public final class CodeType extends LongTextType {
    public CodeType() {
        super(Option.LENGTH, Option.PATTERN, Option.LANGUAGE);
    }
}
