package dev.hexadmin.http.server.uri;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.text.Message;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Own code, because Helidon's {@code UriQuery} takes repeated parameters, bytes that are no UTF-8, and U+0000.
 *
 * <p>Reads {@code application/x-www-form-urlencoded} queries, strictly: rejects bad encodings and repeated parameters, but those
 * of lists, which many clients repeat, as {@code fields=id&fields=name} or {@code fields[]=id&fields[]=name}: they are
 * {@code fields=id,name}.
 */
public final class QueryString {
    private static final Pattern LIST = Pattern.compile("(fields|expand|ordering|models|.+__(?:in|range)]?)(?:\\[])?");

    private QueryString() {}

    /**
     * The parameters in order.
     *
     * @param raw what follows the question mark, still encoded
     * @throws RequestRejectedException {@code MALFORMED invalid_query}, naming the parameter
     */
    public static Map<String, String> parse(String raw) {
        if (raw.isEmpty()) {
            return Map.of();
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        int from = 0;
        while (from <= raw.length()) {
            int to = raw.indexOf('&', from);
            to = to < 0 ? raw.length() : to;
            if (to > from) {
                int equals = raw.indexOf('=', from);
                boolean bare = equals < 0 || equals > to;
                String rawName = raw.substring(from, bare ? to : equals);
                String name = decode(rawName, rawName);
                String value = bare ? "" : decode(raw.substring(equals + 1, to), name);
                Matcher list = LIST.matcher(name);
                if (list.matches()) {
                    parameters.merge(list.group(1), value, (before, next) -> before + "," + next);
                } else if (parameters.putIfAbsent(name, value) != null) {
                    throw refuse(
                            name,
                            "repeated",
                            Message.of("The parameter may be given once; use __in for several values."));
                }
            }
            from = to + 1;
        }
        return Collections.unmodifiableMap(parameters);
    }

    private static String decode(String text, String name) {
        // what browsers and tools send as it is, although RFC 3986 wants a part of it encoded
        if (!text.chars().allMatch(c -> c > 0x20 && c < 0x7F)) {
            throw refuse(
                    name,
                    "encoding",
                    Message.of("The query may hold visible ASCII characters only; encode the others."));
        }
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0) {
            return text;
        }
        return PercentEncoding.decode(text.replace('+', ' '))
                .orElseThrow(
                        () -> refuse(name, "encoding", Message.of("The parameter is not percent-encoded UTF-8 text.")));
    }

    private static RequestRejectedException refuse(String name, String code, Message message) {
        return RequestRejectedException.malformed(
                "invalid_query",
                Message.of("The query parameter ''{name}'' cannot be read.").with("name", name),
                List.of(new Violation("?" + name, code, message)));
    }
}
