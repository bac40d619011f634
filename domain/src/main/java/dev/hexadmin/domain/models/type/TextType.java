package dev.hexadmin.domain.models.type;

/** {@code text}: any number of lines. */
public final class TextType extends LongTextType {
    public TextType() {
        super(Option.LENGTH, Option.PATTERN);
    }
}
