package dev.hexadmin.http.routing;

import dev.hexadmin.application.Refused;
import dev.hexadmin.domain.models.Violation;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code application/x-www-form-urlencoded} queries, strictly: nothing is guessed and nothing repeated. */
final class QueryString {
    private QueryString() {}

    /**
     * The parameters in order.
     *
     * @param raw what follows the question mark, still encoded
     * @throws Refused {@code MALFORMED invalid_query}, naming the parameter
     */
    static Map<String, String> parse(String raw) {
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
                if (parameters.putIfAbsent(name, value) != null) {
                    throw refuse(name, "repeated", "The parameter may be given once; use __in for several values.");
                }
            }
            from = to + 1;
        }
        return Collections.unmodifiableMap(parameters);
    }

    private static String decode(String text, String name) {
        if (text.indexOf('%') < 0) {
            return text.indexOf('+') < 0 ? text : text.replace('+', ' ');
        }
        byte[] bytes = new byte[text.length()];
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                int high = i + 2 < text.length() ? Character.digit(text.charAt(i + 1), 16) : -1;
                int low = i + 2 < text.length() ? Character.digit(text.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0 || (high | low) == 0) {
                    throw refuse(name, "encoding", "The parameter is not percent-encoded UTF-8 text.");
                }
                bytes[length++] = (byte) (high << 4 | low);
                i += 2;
            } else if (c < 0x80) {
                bytes[length++] = (byte) (c == '+' ? ' ' : c);
            } else {
                throw refuse(name, "encoding", "The parameter is not percent-encoded UTF-8 text.");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw refuse(name, "encoding", "The parameter is not percent-encoded UTF-8 text.");
        }
    }

    private static Refused refuse(String name, String code, String message) {
        return Refused.malformed(
                "invalid_query",
                "The query parameter '" + name + "' cannot be read.",
                List.of(new Violation("?" + name, code, message)));
    }
}
