package dev.hexadmin.domain.records;

import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.Model;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The values of a primary key, in key order: that of the fields in the model.
 *
 * @param values one for each field of {@link Model#key()}, of the fields' Java classes
 */
public record RecordKey(List<Object> values) {
    /**
     * Path segments that are not a key: clients and proxies resolve dot segments (RFC 3986, 5.2.4) whether or not they
     * are percent-encoded, an empty one leads to the list, and the others are routes beside those of a record. A key
     * that is one of them is written with a {@code ~} before it, which no URL normalization changes; the same holds for
     * a key that is {@code ~} followed by one of them.
     */
    public static final Set<String> RESERVED_SEGMENTS =
            Set.of("", ".", "..", "actions", "bulk", "choices", "create", "export", "import");

    public RecordKey {
        values = List.copyOf(values);
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a key has at least one value");
        }
    }

    /**
     * Parses the {@code {id}} of a path: values percent-encoded, joined by {@code ,}; a single one that is among {@link
     * #RESERVED_SEGMENTS} has a {@code ~} before it. Empty when it cannot be a key of this model.
     *
     * @param encoded the raw path segment, not yet decoded
     */
    public static Optional<RecordKey> parse(Model model, String encoded) {
        List<FieldDefinition> key = model.key();
        String[] parts = key.size() == 1 ? new String[] {encoded} : encoded.split(",", -1);
        if (parts.length != key.size()) {
            return Optional.empty();
        }
        List<Object> values = new ArrayList<>(parts.length);
        for (int i = 0; i < parts.length; i++) {
            Optional<Object> value;
            try {
                // '+' is literal in a path; URLDecoder would decode it to a space
                String text = parts[i].indexOf('%') < 0
                        ? parts[i]
                        : URLDecoder.decode(parts[i].replace("+", "%2B"), StandardCharsets.UTF_8);
                value = text.indexOf('\0') >= 0
                        ? Optional.empty()
                        : FieldText.parse(
                                model, key.get(i), key.size() == 1 && isEscaped(text) ? text.substring(1) : text);
            } catch (IllegalArgumentException e) {
                value = Optional.empty();
            }
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        return Optional.of(new RecordKey(values));
    }

    /** The key as a path segment; audit rows and search results use the same text. */
    public String encoded() {
        if (values.size() == 1 && values.getFirst() instanceof Long number) {
            return number.toString();
        }
        if (values.size() == 1 && isEscaped("~" + FieldText.write(values.getFirst()))) {
            return "~" + FieldText.write(values.getFirst());
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            if (i > 0) {
                out.append(',');
            }
            out.append(URLEncoder.encode(FieldText.write(value), StandardCharsets.UTF_8)
                    .replace("+", "%20"));
        }
        return out.toString();
    }

    /** The key for people, as the name of a record that has no other. */
    public String label() {
        return values.stream().map(FieldText::write).collect(Collectors.joining(", "));
    }

    private static boolean isEscaped(String text) {
        int start = 0;
        while (start < text.length() && text.charAt(start) == '~') {
            start++;
        }
        return start > 0 && RESERVED_SEGMENTS.contains(text.substring(start));
    }

    @Override
    public String toString() {
        return encoded();
    }
}
