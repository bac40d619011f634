package dev.hexadmin.bootstrap.configuration;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The JSON Schema (draft 2020-12) of {@code hexadmin.yaml}, for editors and for validation before a start. */
public final class ConfigurationSchema {
    /** The first line of a configuration file, by which an editor finds the schema beside the file. */
    public static final String REFERENCE = "# yaml-language-server: $schema=hexadmin.schema.json";

    private ConfigurationSchema() {}

    /** The schema as JSON, indented. */
    public static String write() {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter());
            write(json, schema());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "hexadmin.yaml");
        schema.putAll(group(""));
        return schema;
    }

    private static Map<String, Object> group(String path) {
        Map<String, Map<String, Object>> properties = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>(SettingTable.below(path));
        names.addAll(ProviderSources.below(path));
        for (String name : names) {
            String key = YamlSource.join(path, name);
            properties.put(
                    name,
                    SettingTable.of(key).map(ConfigurationSchema::described).orElseGet(() -> group(key)));
        }
        Map<String, Object> group = JsonSchema.mapping(properties, List.of());
        return ProviderSources.isGroup(path)
                ? JsonSchema.with(group, "additionalProperties", ProviderSources.schema())
                : group;
    }

    private static Map<String, Object> described(SettingDefinition<?> setting) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("description", setting.text());
        if (!setting.defaultText().isEmpty()) {
            schema.put("default", setting.defaultJson());
        }
        schema.putAll(setting.type().schema());
        return schema;
    }

    private static void write(JsonGenerator json, @Nullable Object value) throws IOException {
        switch (value) {
            case null -> json.writeNull();
            case Map<?, ?> map -> {
                json.writeStartObject();
                for (Map.Entry<?, ?> member : map.entrySet()) {
                    json.writeFieldName(String.valueOf(member.getKey()));
                    write(json, member.getValue());
                }
                json.writeEndObject();
            }
            case List<?> list -> {
                json.writeStartArray();
                for (Object element : list) {
                    write(json, element);
                }
                json.writeEndArray();
            }
            case Boolean flag -> json.writeBoolean(flag);
            case Integer number -> json.writeNumber(number);
            default -> json.writeString(value.toString());
        }
    }
}
