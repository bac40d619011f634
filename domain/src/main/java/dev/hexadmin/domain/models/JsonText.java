package dev.hexadmin.domain.models;

/**
 * A JSON document as text (RFC 8259). The creator has parsed it: the text is well-formed and compact.
 *
 * @param text the document
 */
public record JsonText(String text) {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    /** Appends a text as a JSON string. */
    public static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < ' ') {
                        out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    @Override
    public String toString() {
        return text;
    }
}
