package dev.hexadmin.http.panel.records;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A path with query parameters, for links that keep most of them. Immutable. */
record Address(String path, Map<String, String> parameters) {
    Address {
        parameters = new LinkedHashMap<>(parameters);
    }

    /** The same with this parameter; without it when the value is empty. */
    Address with(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        changed.remove(name);
        if (!value.isEmpty()) {
            changed.put(name, value);
        }
        return new Address(path, changed);
    }

    Address without(String... names) {
        Map<String, String> changed = new LinkedHashMap<>(parameters);
        for (String name : names) {
            changed.remove(name);
        }
        return new Address(path, changed);
    }

    Address at(String otherPath) {
        return new Address(otherPath, parameters);
    }

    String href() {
        return parameters.isEmpty() ? path : path + "?" + query();
    }

    /** The parameters as in an address. */
    String query() {
        StringBuilder out = new StringBuilder();
        for (Map.Entry<String, String> one : parameters.entrySet()) {
            out.append(out.isEmpty() ? "" : "&")
                    .append(URLEncoder.encode(one.getKey(), StandardCharsets.UTF_8))
                    .append('=')
                    .append(URLEncoder.encode(one.getValue(), StandardCharsets.UTF_8));
        }
        return out.toString();
    }
}
