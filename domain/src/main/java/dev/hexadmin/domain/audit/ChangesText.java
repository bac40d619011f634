package dev.hexadmin.domain.audit;

import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FileReference;
import dev.hexadmin.domain.models.JsonText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes changes as compact JSON (RFC 8259). */
final class ChangesText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();
    private static final char REPLACEMENT = '\uFFFD';

    private ChangesText() {}

    static String write(List<AuditEntry.Change> changes) {
        StringBuilder out = new StringBuilder(32 + 48 * changes.size());
        out.append('{');
        for (AuditEntry.Change change : changes) {
            if (out.length() > 1) {
                out.append(',');
            }
            string(out, change.field());
            out.append(":[");
            value(out, change.before());
            out.append(',');
            value(out, change.after());
            out.append(']');
        }
        return out.append('}').toString();
    }

    static String value(Object value) {
        StringBuilder out = new StringBuilder();
        value(out, value);
        return out.toString();
    }

    private static void value(StringBuilder out, @Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case String text -> string(out, text);
            case Long number -> out.append(number.longValue());
            case Boolean flag -> out.append(flag.booleanValue());
            case Double number when Double.isFinite(number) -> out.append(number.doubleValue());
            case JsonText document -> out.append(document.text());
            case FileReference file -> file(out, file);
            case Map<?, ?> members -> {
                out.append('{');
                char separator = 0;
                for (Map.Entry<?, ?> member : members.entrySet()) {
                    separator = separate(out, separator);
                    string(out, String.valueOf(member.getKey()));
                    out.append(':');
                    value(out, member.getValue());
                }
                out.append('}');
            }
            case Iterable<?> items -> {
                out.append('[');
                char separator = 0;
                for (Object item : items) {
                    separator = separate(out, separator);
                    value(out, item);
                }
                out.append(']');
            }
            default -> string(out, FieldText.write(value));
        }
    }

    /** The file may be gone when the entry is read: what identifies it is written down. */
    private static void file(StringBuilder out, FileReference file) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", file.id().toString());
        file.facts().ifPresent(facts -> {
            members.put("name", facts.name());
            members.put("size", facts.size());
            members.put("sha256", facts.sha256());
        });
        value(out, members);
    }

    private static char separate(StringBuilder out, char separator) {
        if (separator != 0) {
            out.append(separator);
        }
        return ',';
    }

    /** A string. NUL and unpaired surrogates, which no database or UTF-8 can hold, become U+FFFD. */
    private static void string(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
                out.append(c);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else {
                switch (c) {
                    case '"' -> out.append("\\\"");
                    case '\\' -> out.append("\\\\");
                    case '\n' -> out.append("\\n");
                    case '\r' -> out.append("\\r");
                    case '\t' -> out.append("\\t");
                    case 0 -> out.append(REPLACEMENT);
                    default -> {
                        if (c < ' ') {
                            out.append("\\u00").append(HEX[c >> 4]).append(HEX[c & 15]);
                        } else {
                            out.append(REPLACEMENT);
                        }
                    }
                }
            }
        }
        out.append('"');
    }
}
