package dev.hexadmin.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.json.JsonDocument;
import dev.hexadmin.http.json.JsonRecords;
import dev.hexadmin.http.openapi.ModelSchemas.Form;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelSchemasTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final ModelRegistry models = Samples.models();
    private final Model products = models.model("products").orElseThrow();
    private final ModelSchemas schemas = ModelSchemas.ofWholeRecords();

    private ObjectNode schema(Form form) {
        return schemas.schema(products, form, field -> true);
    }

    private static String text(JsonNode node) {
        return node.toString().replace('"', '\'');
    }

    private JsonNode property(Form form, String name) {
        return schema(form).get("properties").get(name);
    }

    @Test
    void every_schema_is_a_schema_of_draft_2020_12() {
        Schema meta = REGISTRY.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        for (Model model : models.models()) {
            for (Form form : Form.values()) {
                String schema = schemas.schema(model, form, field -> true).toString();
                assertThat(meta.validate(schema, InputFormat.JSON))
                        .as("%s of %s", form, model)
                        .isEmpty();
            }
        }
    }

    @Test
    void a_record_shows_types_formats_and_what_is_read_only() {
        assertThat(text(property(Form.RECORD, "id")))
                .isEqualTo("{'title':'Id','type':'integer','format':'int64','readOnly':true}");
        assertThat(text(property(Form.RECORD, "price")))
                .isEqualTo(
                        "{'title':'Price','type':'string','format':'decimal','pattern':'^-?[0-9]+(\\\\.[0-9]+)?$','minimum':0}");
        assertThat(text(property(Form.RECORD, "released_on")))
                .isEqualTo("{'title':'Released on','type':['string','null'],'format':'date'}");
        assertThat(text(property(Form.RECORD, "created_at")))
                .isEqualTo("{'title':'Created at','type':['string','null'],'format':'date-time','readOnly':true}");
        assertThat(text(property(Form.RECORD, "status")))
                .isEqualTo("{'title':'Status','type':['string','null'],'enum':['draft','active',null]}");
        assertThat(text(property(Form.RECORD, "category_id")))
                .isEqualTo(
                        "{'title':'Category','type':['integer','null'],'format':'int64','x-reference':{'model':'categories','field':'id'}}");
        assertThat(text(property(Form.RECORD, "tags")))
                .isEqualTo(
                        "{'title':'Tags','type':'array','items':{'type':'string','format':'uuid'},'uniqueItems':true,'x-reference':{'model':'tags','field':'id'}}");
        assertThat(text(property(Form.RECORD, "photo")))
                .isEqualTo("{'title':'Photo','type':['string','null'],'contentEncoding':'base64','maxLength':136}");
        assertThat(text(property(Form.RECORD, "attributes"))).isEqualTo("{'title':'Attributes','x-type':'json'}");
        assertThat(text(property(Form.RECORD, "name")))
                .isEqualTo("{'title':'Name','description':'As on the box','type':'string','x-unique':true}");
        assertThat(schema(Form.RECORD).get("properties").has("secret")).isFalse();
    }

    @Test
    void a_body_shows_rules_and_defaults() {
        assertThat(text(property(Form.CREATE, "name")))
                .isEqualTo(
                        "{'title':'Name','description':'As on the box','type':'string','minLength':1,'maxLength':120}");
        assertThat(text(property(Form.CREATE, "price")))
                .isEqualTo(
                        "{'title':'Price','type':['string','number'],'format':'decimal','pattern':'^[0-9]{1,8}(\\\\.[0-9]{1,2})?$','minimum':0,'exclusiveMaximum':100000000}");
        assertThat(text(property(Form.CREATE, "stock")))
                .isEqualTo("{'title':'Stock','type':['integer','null'],'format':'int64','default':0}");
        assertThat(text(property(Form.CREATE, "sold_at")))
                .isEqualTo("{'title':'Sold at','type':['string','null'],'format':'date-time','x-default':'now'}");
        assertThat(text(property(Form.CREATE, "secret")))
                .isEqualTo("{'title':'Secret','type':['string','null'],'writeOnly':true}");
        assertThat(text(property(Form.PATCH, "stock")))
                .isEqualTo("{'title':'Stock','type':['integer','null'],'format':'int64'}");
        assertThat(text(schema(Form.CREATE).get("required"))).isEqualTo("['name','price']");
        assertThat(text(schema(Form.UPDATE).get("required"))).isEqualTo("['name','price']");
        assertThat(schema(Form.PATCH).has("required")).isFalse();
        for (Form body : List.of(Form.CREATE, Form.UPDATE, Form.PATCH)) {
            assertThat(schema(body).get("properties").has("id")).isFalse();
            assertThat(schema(body).get("properties").has("created_at")).isFalse();
            assertThat(schema(body).get("additionalProperties").booleanValue()).isFalse();
        }
    }

    @Test
    void a_natural_key_is_given_on_create_and_never_changed() {
        Model countries = models.model("countries").orElseThrow();
        ObjectNode create = schemas.schema(countries, Form.CREATE, field -> true);
        assertThat(text(create.get("required"))).isEqualTo("['code','name']");
        assertThat(schemas.schema(countries, Form.UPDATE, field -> true)
                        .get("properties")
                        .has("code"))
                .isFalse();
        assertThat(schemas.schema(countries, Form.RECORD, field -> true)
                        .get("properties")
                        .get("code")
                        .get("x-create-only")
                        .booleanValue())
                .isTrue();
    }

    @Test
    void a_field_that_is_not_allowed_is_not_mentioned() {
        ObjectNode schema =
                schemas.schema(products, Form.RECORD, field -> !field.name().equals("price"));
        assertThat(schema.toString()).doesNotContain("price");
    }

    @Test
    void a_pattern_that_only_java_understands_is_kept_apart() {
        for (String java : List.of("(?i)abc", "a++", "\\Aabc\\z", "[a-z&&[^b]]", "\\p{Alpha}+", "\\Q.\\E")) {
            assertThat(patternKeyword(java)).as(java).isEqualTo("x-pattern");
        }
        for (String common : List.of("^[a-z]+$", "(?:a|b)", "^(?!x)", "(?<year>[0-9]{4})", "[0-9]{2,}\\.\\d")) {
            assertThat(patternKeyword(common)).as(common).isEqualTo("pattern");
        }
    }

    private String patternKeyword(String pattern) {
        Model model = ModelRegistry.of(List.of(ModelDefinition.builder("m")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("code", FieldType.STRING, f -> f.pattern(pattern))
                        .build()))
                .model("m")
                .orElseThrow();
        JsonNode code = schemas.schema(model, Form.CREATE, field -> true)
                .get("properties")
                .get("code");
        return code.has("pattern") ? "pattern" : code.has("x-pattern") ? "x-pattern" : "none";
    }

    @Test
    void what_a_schema_accepts_the_server_accepts() {
        Schema schema = REGISTRY.getSchema(schema(Form.CREATE).toString(), InputFormat.JSON);
        List<String> values = new ArrayList<>(List.of(
                "null",
                "true",
                "0",
                "-1",
                "3.0",
                "3.5",
                "9223372036854775807",
                "\"\"",
                "\"abc\"",
                "\"19.90\"",
                "19.9",
                "\"-1\"",
                "\"1e3\"",
                "\"123456789.00\"",
                "\"1.234\"",
                "\"17:30\"",
                "\"17:30:00\"",
                "\"25:00\"",
                "\"draft\"",
                "\"sold\"",
                "[]",
                "[1]",
                "{}",
                "\"AAEC\"",
                "\"" + "x".repeat(121) + "\""));
        int accepted = 0;
        for (FieldDefinition field : products.fields()) {
            // formats are annotations to a validator, so the types that are nothing but a format prove nothing here
            boolean formatOnly = switch (field.type()) {
                case DATE, DATETIME, UUID, EMAIL, URL, BINARY, REFERENCES -> true;
                case STRING, TEXT, INTEGER, DECIMAL, FLOAT, BOOLEAN, TIME, ENUM, JSON, REFERENCE -> false;
            };
            if (!field.writableOnCreate() || formatOnly) {
                continue;
            }
            for (String value : values) {
                ObjectNode body = (ObjectNode) read("{\"name\":\"n\",\"price\":\"1\"}");
                body.set(field.name(), read(value));
                if (schema.validate(body).isEmpty()) {
                    accepted++;
                    assertThat(FieldInput.read(products, field, input(field, read(value))))
                            .as("%s: %s", field.name(), value)
                            .isInstanceOf(FieldInput.Outcome.Fits.class);
                }
            }
        }
        assertThat(accepted).isGreaterThan(30);
    }

    @Test
    void what_the_server_answers_is_what_the_schema_says() {
        Map<String, @Nullable Object> full = new HashMap<>();
        full.put("id", 7L);
        full.put("name", "Chair");
        full.put("description", "");
        full.put("price", new BigDecimal("19.90"));
        full.put("stock", -3L);
        full.put("weight", 1e-7);
        full.put("fragile", true);
        full.put("status", "active");
        full.put("category_id", 3L);
        full.put("origin", "de");
        full.put("tags", List.of(new UUID(1, 2), new UUID(3, 4)));
        full.put("released_on", LocalDate.of(2026, 11, 20));
        full.put("opens", LocalTime.of(17, 30));
        full.put("sold_at", Instant.parse("2026-11-20T17:30:00.123456Z"));
        full.put("created_at", Instant.parse("2026-11-20T17:30:00Z"));
        full.put("serial", new UUID(5, 6));
        full.put("contact", "a@example.com");
        full.put("site", "https://example.com/");
        full.put("photo", new byte[100]);
        full.put("attributes", new JsonText("{\"a\":[1,null]}"));
        full.put("secret", "never shown");
        Map<String, @Nullable Object> empty = new HashMap<>();
        products.fields().forEach(field -> empty.put(field.name(), null));
        empty.put("id", 8L);
        empty.put("name", "n");
        empty.put("price", new BigDecimal("-1"));
        empty.put("tags", List.of());
        Schema schema = REGISTRY.getSchema(schema(Form.RECORD).toString(), InputFormat.JSON);
        for (Map<String, @Nullable Object> values : List.of(full, empty)) {
            String json = written(
                    new StoredRecord(products, new RecordKey(List.of(values.get("id"))), values, new Version("v")));
            assertThat(schema.validate(
                            json,
                            InputFormat.JSON,
                            context -> context.executionConfig(config -> config.formatAssertionsEnabled(true))))
                    .as(json)
                    .isEmpty();
        }
    }

    private static String written(StoredRecord record) {
        Shape shape = Shape.full(record.model());
        JsonRecords records = new JsonRecords();
        return new String(
                JsonDocument.bytes(out -> record.writeTo(shape, records.sink(out, shape))), StandardCharsets.UTF_8);
    }

    private static JsonNode read(String json) {
        try {
            return MAPPER.reader()
                    .with(com.fasterxml.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                    .readTree(json);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** What a JSON parser of the server gives. */
    private static @Nullable Object input(FieldDefinition field, JsonNode value) {
        if (field.type() == FieldType.JSON && !value.isNull()) {
            return new JsonText(value.toString());
        }
        return switch (value.getNodeType()) {
            case NULL -> null;
            case BOOLEAN -> value.booleanValue();
            case STRING -> value.textValue();
            case NUMBER ->
                value.isIntegralNumber()
                        ? value.canConvertToLong() ? (Object) value.longValue() : new BigInteger(value.asText())
                        : new BigDecimal(value.asText());
            case ARRAY -> List.of();
            default -> value;
        };
    }

    @Test
    void a_default_that_is_a_list_or_a_document_is_given_as_json() {
        Model model = ModelRegistry.of(List.of(ModelDefinition.builder("m")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field(
                                "options",
                                FieldType.JSON,
                                f -> f.defaultValue(new DefaultValue.Constant(new JsonText("{\"a\":[1]}"))))
                        .field(
                                "rate",
                                FieldType.DECIMAL,
                                f -> f.defaultValue(new DefaultValue.Constant(new BigDecimal("1.50"))))
                        .build()))
                .model("m")
                .orElseThrow();
        JsonNode properties = schemas.schema(model, Form.CREATE, field -> true).get("properties");
        assertThat(text(properties.get("options").get("default"))).isEqualTo("{'a':[1]}");
        assertThat(text(properties.get("rate").get("default"))).isEqualTo("'1.50'");
    }
}
