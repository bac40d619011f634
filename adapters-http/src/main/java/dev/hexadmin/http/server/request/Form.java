package dev.hexadmin.http.server.request;

import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.server.problem.Problem;
import dev.hexadmin.http.server.uri.PercentEncoding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Own code, because a field that is not percent-encoded UTF-8 text is a 400 that names the field.
 *
 * <p>A body of {@code application/x-www-form-urlencoded}, in UTF-8: a form of a page, or a report of a gateway. Immutable.
 */
public final class Form {
    /** The media type. */
    public static final String TYPE = "application/x-www-form-urlencoded";

    /**
     * A hidden field of a form that can be shown again, filled in, after its user has signed in again: the names of the
     * fields that are left out then, such as passwords, separated by commas.
     */
    public static final String RESUMABLE = "form.resumable";

    /** A hidden field of a form that is sent again after a sign-in: the form is only shown, not processed. */
    public static final String RESUMED = "form.resumed";

    /** The hidden field of the session's token. */
    public static final String TOKEN = "csrf_token";

    /** The button with the name of a field that looks for more records to refer to. */
    public static final String FIND = "form.find";

    private final Map<String, List<String>> fields;

    private Form(Map<String, List<String>> fields) {
        this.fields = fields;
    }

    /** A form that was read in another way. */
    public static Form of(Map<String, List<String>> fields) {
        return new Form(fields);
    }

    /** Whether the request says that its body is one. */
    public static boolean isSentBy(RequestContext request) {
        return request.header("Content-Type")
                .map(type -> type.split(";", 2)[0].strip().equalsIgnoreCase(TYPE))
                .orElse(false);
    }

    /**
     * Refuses a request that does not say that its body is one.
     *
     * @throws Problem 415
     */
    public static void requireSentBy(RequestContext request) {
        if (!isSentBy(request)) {
            throw new Problem(
                    415,
                    "unsupported_media_type",
                    Message.of("Content-Type has to be {type}.").with("type", TYPE),
                    List.of(),
                    Map.of("Accept", TYPE));
        }
    }

    /**
     * The body of a request.
     *
     * @param largest bytes at most
     * @throws Problem 415 for another media type, 413 when it is larger, 400 when it cannot be read
     */
    public static Form read(RequestContext request, int largest) {
        byte[] body = request.body();
        if (body.length > 0) {
            requireSentBy(request);
        }
        if (body.length > largest) {
            throw new Problem(
                    413,
                    "payload_too_large",
                    Message.of("{limit, plural, one {A form has at most # byte.} other {A form has at most # bytes.}}")
                            .with("limit", largest));
        }
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (String pair : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            fields.computeIfAbsent(name, first -> new ArrayList<>(1)).add(value);
        }
        return new Form(fields);
    }

    private static String decode(String text) {
        Optional<String> decoded = text.chars().allMatch(c -> c < 0x80)
                ? PercentEncoding.decode(text.replace('+', ' '))
                : Optional.empty();
        return decoded.orElseThrow(() -> new Problem(400, "malformed", "The form is not percent-encoded UTF-8 text."));
    }

    /** The name of a form's field for a field of a model: the same, unless that is {@link #TOKEN}. */
    public static String nameOf(String field) {
        return field.equals(TOKEN) ? "field." + TOKEN : field;
    }

    /** The form by the names of the model's fields, and without the session's token. */
    public Form ofModel() {
        Map<String, List<String>> named = new LinkedHashMap<>(fields);
        named.remove(TOKEN);
        @Nullable List<String> values = named.remove(nameOf(TOKEN));
        if (values != null) {
            named.put(TOKEN, values);
        }
        return new Form(named);
    }

    /** The fields whose names begin with this prefix, without it. */
    public Form below(String prefix) {
        Map<String, List<String>> below = new LinkedHashMap<>();
        fields.forEach((name, values) -> {
            if (name.startsWith(prefix)) {
                below.put(name.substring(prefix.length()), values);
            }
        });
        return new Form(below);
    }

    /** The names of the fields that came along, in order. */
    public Set<String> names() {
        return new LinkedHashSet<>(fields.keySet());
    }

    /** Whether the field came along, empty or not. */
    public boolean has(String name) {
        return fields.containsKey(name);
    }

    /** All values of a field, in order; empty when the form does not contain it. */
    public List<String> all(String name) {
        return List.copyOf(fields.getOrDefault(name, List.of()));
    }

    /**
     * The value of a field.
     *
     * @throws Problem 400 when it came twice
     */
    public Optional<String> text(String name) {
        List<String> values = fields.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new Problem(
                    400,
                    "malformed",
                    Message.of("The field ''{name}'' of the form is given twice.")
                            .with("name", name));
        }
        return values.stream().findFirst();
    }

    /** The value of a field, or {@code ""}. */
    public String textOrEmpty(String name) {
        return text(name).orElse("");
    }

    /**
     * All fields, each of them once.
     *
     * @throws Problem 400 when one came twice
     */
    public Map<String, String> single() {
        Map<String, String> single = new LinkedHashMap<>();
        fields.keySet().forEach(name -> single.put(name, textOrEmpty(name)));
        return single;
    }
}
