package dev.hexadmin.domain.models;

/**
 * A JSON document as text (RFC 8259). The creator has parsed it: the text is well-formed and compact.
 *
 * @param text the document
 */
public record JsonText(String text) {
    @Override
    public String toString() {
        return text;
    }
}
