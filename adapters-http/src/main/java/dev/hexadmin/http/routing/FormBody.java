package dev.hexadmin.http.routing;

import dev.hexadmin.http.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a body of {@code application/x-www-form-urlencoded}, in UTF-8: a form of a page, or a report of a gateway. */
public final class FormBody {
    /** Bytes at most: anybody may send one. */
    private static final int LARGEST = 64 * 1024;

    private static final String TYPE = "application/x-www-form-urlencoded";

    private FormBody() {}

    /**
     * The parameters of the body.
     *
     * @throws Problem 415 for another media type, 413 when it is larger than {@link #LARGEST}, 400 when it cannot be read
     */
    public static Map<String, String> read(Exchange exchange) {
        String type =
                exchange.header("Content-Type").orElse("").split(";", 2)[0].strip();
        byte[] body = exchange.body();
        if (!type.equalsIgnoreCase(TYPE)) {
            throw new Problem(
                    415,
                    "unsupported_media_type",
                    "Content-Type has to be " + TYPE + ".",
                    List.of(),
                    Map.of("Accept", TYPE));
        }
        if (body.length > LARGEST) {
            throw new Problem(413, "payload_too_large", "A form has at most " + LARGEST + " bytes.");
        }
        Map<String, String> parameters = new HashMap<>();
        for (String pair : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            if (parameters.putIfAbsent(name, value) != null) {
                throw new Problem(400, "malformed", "A parameter of the form is given twice.");
            }
        }
        return parameters;
    }

    private static String decode(String text) {
        Optional<String> decoded = text.chars().allMatch(c -> c < 0x80)
                ? PercentEncoding.decode(text.replace('+', ' '))
                : Optional.empty();
        return decoded.orElseThrow(() -> new Problem(400, "malformed", "The form is not percent-encoded UTF-8 text."));
    }
}
