package dev.hexadmin.domain.models;

/**
 * A JSON document as text (RFC 8259). The creator has parsed it: the text is well-formed. One from a client is compact;
 * one that another program has stored may have spaces.
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

    /** Whether the documents differ in nothing but the space between their parts. */
    public boolean sameAs(JsonText other) {
        return text.equals(other.text) || compact(text).equals(compact(other.text));
    }

    private static String compact(String text) {
        StringBuilder out = new StringBuilder(text.length());
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '\\' && i + 1 < text.length()) {
                out.append(c);
                c = text.charAt(++i);
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && c <= ' ') {
                continue;
            }
            out.append(c);
        }
        return out.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
