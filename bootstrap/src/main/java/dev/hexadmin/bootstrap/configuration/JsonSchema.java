package dev.hexadmin.bootstrap.configuration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the parts of a JSON Schema (draft 2020-12) for the configuration file: a key without a value counts as absent,
 * a text may look like a number, and a list with one element may be written as the element.
 */
final class JsonSchema {
    private JsonSchema() {}

    static Map<String, Object> type(String... types) {
        List<String> all = new ArrayList<>(Arrays.asList(types));
        all.add("null");
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", all);
        return schema;
    }

    static Map<String, Object> with(Map<String, Object> schema, String keyword, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(schema);
        more.put(keyword, value);
        return more;
    }

    static Map<String, Object> text() {
        return type("string", "number", "boolean");
    }

    static Map<String, Object> integer(int minimum, int maximum) {
        return with(with(type("integer"), "minimum", minimum), "maximum", maximum);
    }

    static Map<String, Object> word(List<String> words) {
        List<@Nullable Object> all = new ArrayList<>(words);
        if (words.contains("off")) {
            all.add(false); // a YAML 1.1 parser reads the word as this
        }
        all.add(null);
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("enum", all);
        return schema;
    }

    static Map<String, Object> list(Map<String, Object> element) {
        Map<String, Object> array = new LinkedHashMap<>();
        array.put("type", "array");
        array.put("items", element);
        return Map.of("anyOf", List.of(array, element));
    }

    /** A list of mappings, which must be written as a list. */
    static Map<String, Object> mappings(Map<String, Object> element, int most) {
        return with(with(type("array"), "items", element), "maxItems", most);
    }

    /** A mapping whose keys are known. */
    static Map<String, Object> mapping(Map<String, Map<String, Object>> properties, List<String> required) {
        Map<String, Object> schema = type("object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    /** A mapping with arbitrary keys. */
    static Map<String, Object> named(Map<String, Object> value) {
        return with(type("object"), "additionalProperties", value);
    }
}
