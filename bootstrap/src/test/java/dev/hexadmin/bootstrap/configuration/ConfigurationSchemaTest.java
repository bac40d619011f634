package dev.hexadmin.bootstrap.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

class ConfigurationSchemaTest {
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Schema SCHEMA = REGISTRY.getSchema(ConfigurationSchema.write(), InputFormat.JSON);

    private static Path repository() {
        return Files.exists(Path.of("examples")) ? Path.of("") : Path.of("..");
    }

    private static List<String> wrong(String yaml) {
        JsonNode document = JSON.valueToTree(new Yaml().load(yaml));
        return SCHEMA.validate(document).stream()
                .map(error -> error.getInstanceLocation() + " " + error.getKeyword())
                .toList();
    }

    /** The examples, and what the documentation shows of a configuration file. */
    private static List<String> shown() throws IOException {
        List<String> all = new ArrayList<>();
        all.add(Files.readString(repository().resolve("examples/storefront/hexadmin.yaml")));
        all.add(Files.readString(repository().resolve("examples/cluster/hexadmin.yaml")));
        all.add(Files.readString(repository().resolve("examples/container/files/srv/hexadmin.yaml")));
        List<Path> documents;
        try (Stream<Path> files = Files.walk(repository().resolve("docs"))) {
            documents = Stream.concat(Stream.of(repository().resolve("README.md")), files)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
        for (Path document : documents) {
            Matcher blocks = Pattern.compile("(?ms)^```yaml\\n(.*?)^```").matcher(Files.readString(document));
            while (blocks.find()) {
                all.add(blocks.group(1));
            }
        }
        return all;
    }

    @Test
    void it_is_a_schema_of_draft_2020_12() {
        Schema meta = REGISTRY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        assertThat(meta.validate(ConfigurationSchema.write(), InputFormat.JSON)).isEmpty();
    }

    @Test
    void the_published_schema_is_that_of_the_code() throws IOException {
        assertThat(Files.readString(repository().resolve("docs/hexadmin.schema.json")))
                .as("write it again: ./hexadmin schema > docs/hexadmin.schema.json")
                .isEqualTo(ConfigurationSchema.write() + "\n");
    }

    /** The same text each time, so that the published one can be compared. */
    @Test
    void the_members_of_every_object_have_an_order() {
        assertThat(withoutOrder(ConfigurationSchema.schema(), "")).isEmpty();
    }

    private static List<String> withoutOrder(Object value, String path) {
        List<String> found = new ArrayList<>();
        if (value instanceof Map<?, ?> map) {
            if (map.size() > 1 && !(map instanceof SequencedMap)) {
                found.add(path);
            }
            map.forEach((name, member) -> found.addAll(withoutOrder(member, path + "/" + name)));
        } else if (value instanceof List<?> list) {
            list.stream().filter(Objects::nonNull).forEach(each -> found.addAll(withoutOrder(each, path + "/*")));
        }
        return found;
    }

    @Test
    void the_examples_name_the_schema_in_their_first_line() throws IOException {
        for (String example : List.of("storefront", "cluster", "container/files/srv")) {
            Path file = repository().resolve("examples/" + example + "/hexadmin.yaml");
            String first = Files.readAllLines(file).getFirst();
            assertThat(first).startsWith("# yaml-language-server: $schema=").endsWith("hexadmin.schema.json");
            assertThat(file.resolveSibling(first.substring(first.indexOf('=') + 1)))
                    .exists();
        }
    }

    @Test
    void it_names_every_option_of_models_fields_and_widgets() throws IOException {
        JsonNode schema = JSON.readTree(ConfigurationSchema.write());
        JsonNode model = schema.at("/properties/models/additionalProperties");
        assertThat(model.path("properties").fieldNames())
                .toIterable()
                .containsExactlyElementsOf(ConfigOption.names(ModelsReader.OPTIONS));
        assertThat(model.at("/properties/fields/additionalProperties/properties")
                        .fieldNames())
                .toIterable()
                .containsExactlyElementsOf(ConfigOption.names(FieldReader.OPTIONS));
        assertThat(schema.path("properties").fieldNames()).toIterable().containsAll(SettingTable.below(""));
    }

    @Test
    void the_examples_and_what_the_documentation_shows_are_valid() throws IOException {
        List<String> shown = shown();
        assertThat(shown).hasSizeGreaterThan(6);
        for (String yaml : shown) {
            assertThat(wrong(yaml)).as(yaml).isEmpty();
        }
    }

    @Test
    void unknown_keys_are_invalid_wherever_they_stand() {
        for (String yaml : List.of(
                "prot: 1",
                "server: { prot: 1 }",
                "notifications: { email: { smtp: { hots: x } } }",
                "notifications: { templates: { a: { title: t, body: b, footer: f } } }",
                "rate_limits: { sign_in: { limits: 1 } }",
                "rate_limits: { more: [{ name: a, paths: /x, per: user, limit: 1, window: 1, pahts: /x }] }",
                "models: { a: { fields: { id: { type: integer } }, tabel: b } }",
                "models: { a: { fields: { id: { type: integer, primry_key: true } } } }",
                "dashboard: [{ type: count, model: a, limit: 1 }]")) {
            assertThat(wrong(yaml)).as(yaml).isNotEmpty();
        }
    }

    @Test
    void values_of_another_type_or_out_of_bounds_are_invalid() {
        for (String yaml : List.of(
                "server: { port: 70000 }",
                "server: { port: eighty }",
                "admin_path: admin",
                "cache_enabled: perhaps",
                "openapi: everyone",
                "notifications: { default_channels: [in-app] }",
                "notifications: { templates: { a: { title: t } } }",
                "models: { a: { table: b } }",
                "models: { a: { fields: { id: { type: intger } } } }",
                "models: { a: { fields: { id: { type: integer } }, page_size: 0 } }",
                "dashboard: [{ type: line, model: a }]",
                "dashboard: [{ type: bar, model: a, measure: { sum: b, average: c } }]",
                "dashboard: { period: 8d }",
                "dashboard: { type: count, model: a }")) {
            assertThat(wrong(yaml)).as(yaml).isNotEmpty();
        }
    }

    @Test
    void what_the_reader_takes_is_valid() {
        for (String yaml : List.of(
                "server:",
                "server: { host: , port: 0 }",
                "admin_path: /back/office/",
                "trusted_proxies: 10.0.0.0/8",
                "features: [a, 1]",
                "openapi: off",
                "notifications: { email: { acme: { url: x, tries: 3 }, quiet: } }",
                "notifications: { sms: { twilio: { from_number: +15017122661 } } }",
                "rate_limits: { panel_sign_in: , sign_out: { limit: 0 } }",
                "models: { a: { fields: { id: { type: integer, primary_key: true, default: [1] } },"
                        + " unique_together: [id], change_notices: [create] } }",
                "dashboard: []",
                "dashboard: [{ type: count, model: a, filter: { b: 1 } }, { type: recent_changes }]",
                "dashboard: { period: 12m, widgets: [{ type: donut, model: a, field: b, measure: { sum: c } }] }")) {
            assertThat(wrong(yaml)).as(yaml).isEmpty();
        }
    }
}
