package dev.hexadmin.persistence.database.postgresql.dialect;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The text of arrays of PostgreSQL: section 8.15.6 of its manual. */
final class PostgresqlArrayText {
    private PostgresqlArrayText() {}

    /** The text of an array with these elements. */
    static String write(Collection<?> elements) {
        StringBuilder out = new StringBuilder(elements.size() * 8 + 2).append('{');
        for (Object element : elements) {
            if (out.length() > 1) {
                out.append(',');
            }
            String text = element.toString();
            out.append('"');
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '"' || c == '\\') {
                    out.append('\\');
                }
                out.append(c);
            }
            out.append('"');
        }
        return out.append('}').toString();
    }

    /** The elements of an array of one dimension that begins at 1; empty for any other, and when an element is null. */
    static Optional<List<String>> read(String array) {
        List<String> elements = new ArrayList<>();
        int end = array.length() - 1;
        int at = 1;
        if (!array.startsWith("{")) {
            return Optional.empty(); // bounds come first: [0:1]={a,b}
        }
        while (at < end) {
            StringBuilder element = new StringBuilder();
            boolean quoted = array.charAt(at) == '"';
            if (quoted) {
                for (at++; array.charAt(at) != '"'; at++) {
                    at += array.charAt(at) == '\\' ? 1 : 0;
                    element.append(array.charAt(at));
                }
                at++;
            } else {
                for (; at < end && array.charAt(at) != ','; at++) {
                    element.append(array.charAt(at));
                }
            }
            if (!quoted && (element.toString().equals("NULL") || element.charAt(0) == '{')) {
                return Optional.empty();
            }
            elements.add(element.toString());
            at++;
        }
        return Optional.of(elements);
    }
}
