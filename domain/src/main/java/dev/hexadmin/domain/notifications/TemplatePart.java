package dev.hexadmin.domain.notifications;

/**
 * A text that a template may have for one channel, beside title and body.
 *
 * @param name as settings and tables write it, such as {@code email_html}: {@code [a-z][a-z0-9_]*}
 */
public record TemplatePart(String name, Format format) {
    /** What the text is. */
    public enum Format {
        /** One line of plain text: line breaks and other control characters become spaces. */
        LINE,
        /** Plain text. */
        TEXT,
        /** HTML: values are escaped. */
        HTML
    }

    public TemplatePart {
        if (!Channel.isName(name) || name.equals("title") || name.equals("body")) {
            throw new IllegalArgumentException("a part of a template cannot be named '" + name + "'");
        }
    }
}
