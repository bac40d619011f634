package dev.hexadmin.domain.models.type;

/** {@code markdown}: text in Markdown, as CommonMark defines it. It is stored as it was written, not as HTML. */
public final class MarkdownType extends LongTextType {
    public MarkdownType() {
        super(Option.LENGTH, Option.PATTERN);
    }
}
