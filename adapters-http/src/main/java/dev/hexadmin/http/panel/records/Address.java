package dev.hexadmin.http.panel.records;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A path with query parameters, for links that keep most of them. Immutable. */
public record Address(String path, Map<String, String> parameters) {
    public Address {
        parameters = new LinkedHashMap<>(parameters);
    }

    /** The same with this parameter; without it when the value is empty. */
    public Address with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.remove(name);
        if (!value.isEmpty()) {
            changed.put(name, value);
        }
        return new Address(path, changed);
    }

    public Address without(String... names) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        for (String name : names) {
            changed.remove(name);
        }
        return new Address(path, changed);
    }

    public Address at(String otherPath) {
        return new Address(otherPath, parameters);
    }

    public String href() {
        return parameters.isEmpty() ? path : path + "?" + query();
    }

    /** The address {@link #with} this parameter. */
    public String hrefWith(String name, String value) {
        StringBuilder out = new StringBuilder(path);
        char joint = '?';
        for (Map.Entry<String, String> one : parameters.entrySet()) {
            if (!one.getKey().equals(name)) {
                append(out.append(joint), one.getKey(), one.getValue());
                joint = '&';
            }
        }
        if (!value.isEmpty()) {
            append(out.append(joint), name, value);
        }
        return out.toString();
    }

    /** The parameters as in an address. */
    public String query() {
        StringBuilder out = new StringBuilder();
        for (Map.Entry<String, String> one : parameters.entrySet()) {
            append(out.isEmpty() ? out : out.append('&'), one.getKey(), one.getValue());
        }
        return out.toString();
    }

    private static void append(StringBuilder out, String name, String value) {
        out.append(encoded(name)).append('=').append(encoded(value));
    }

    /** A page has hundreds of addresses, and hardly any of their names and values has a character to encode. */
    private static String encoded(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z')
                    || (c >= '0' && c <= '9')
                    || (c >= 'A' && c <= 'Z')
                    || c == '_'
                    || c == '-'
                    || c == '.';
            if (!plain) {
                return URLEncoder.encode(text, StandardCharsets.UTF_8);
            }
        }
        return text;
    }

    /** The parameters without those that are empty: a form sends all of its fields. */
    public static Map<String, String> given(Map<String, String> query) {
        Map<String, String> given = new LinkedHashMap<>(query);
        given.values().removeIf(String::isEmpty);
        return given;
    }
}
