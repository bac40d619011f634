package dev.hexadmin.bootstrap.configuration;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A key of a mapping in the configuration file, such as {@code page_size} of a model.
 *
 * @param <T> the type of its value; {@code Void} for one that is a mapping or a list of them itself
 */
record ConfigOption<T>(String name, ConfigType<T> type) {
    static ConfigOption<String> text(String name) {
        return new ConfigOption<>(name, ConfigType.text());
    }

    static ConfigOption<List<String>> texts(String name) {
        return new ConfigOption<>(name, ConfigType.texts());
    }

    static ConfigOption<Boolean> flag(String name) {
        return new ConfigOption<>(name, ConfigType.flag());
    }

    static ConfigOption<Integer> number(String name, int minimum, int maximum) {
        return new ConfigOption<>(name, ConfigType.number(minimum, maximum));
    }

    static ConfigOption<Long> bytes(String name) {
        return new ConfigOption<>(name, ConfigType.bytes());
    }

    static ConfigOption<String> word(String name, List<String> words) {
        return new ConfigOption<>(name, ConfigType.word(words));
    }

    /** A text, or a mapping of languages to texts. */
    static ConfigOption<Void> label(String name) {
        return new ConfigOption<>(
                name,
                ConfigType.structure(
                        "text",
                        Map.of("anyOf", List.of(JsonSchema.text(), JsonSchema.named(JsonSchema.type("string"))))));
    }

    /** An option that a separate reader parses. */
    static ConfigOption<Void> structure(String name, Map<String, Object> schema) {
        return new ConfigOption<>(name, ConfigType.structure("mapping", schema));
    }

    static List<String> names(List<? extends ConfigOption<?>> options) {
        return options.stream().<String>map(ConfigOption::name).toList();
    }

    /** The JSON Schema of a mapping with these options. */
    static Map<String, Object> schema(List<? extends ConfigOption<?>> options, List<String> required) {
        Map<String, Map<String, Object>> properties = new LinkedHashMap<>();
        options.forEach(option -> properties.put(option.name(), option.type().schema()));
        return JsonSchema.mapping(properties, required);
    }
}
