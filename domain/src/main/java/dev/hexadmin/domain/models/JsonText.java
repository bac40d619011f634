package dev.hexadmin.domain.models;

/**
 * A JSON document as its text (RFC 8259). Whoever makes one has parsed it: the text is well-formed and compact.
 *
 * @param text the document
 */
public record JsonText(String text) {
    @Override
    public String toString() {
        return text;
    }
}
