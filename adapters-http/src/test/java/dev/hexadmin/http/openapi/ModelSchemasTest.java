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
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.VisibleText;
import dev.hexadmin.http.openapi.ModelSchemas.Form;
import dev.hexadmin.http.server.json.JsonDocument;
import dev.hexadmin.http.server.json.JsonRecords;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ModelSchemasTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final ModelRegistry models = Samples.models();
    private final Model products = models.model("products").orElseThrow();
    private final ModelSchemas schemas = ModelSchemas.ofWholeRecords(Rights.ALL);

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
                        "{'title':'Price','type':'string','format':'decimal','pattern':'^-?[0-9]+(\\\\.[0-9]+)?$','examples':['19.90'],'minimum':0}");
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
                        "{'title':'Name','description':'As on the box','type':'string','minLength':1,'maxLength':120,'not':{'type':'string','pattern':'\\\\x00'},'pattern':'"
                                + VisibleText.PATTERN.replace("\\", "\\\\")
                                + "'}");
        assertThat(text(property(Form.CREATE, "price")))
                .isEqualTo(
                        "{'title':'Price','type':['string','number'],'format':'decimal','pattern':'^[0-9]{1,8}(\\\\.[0-9]{1,2})?$','minimum':0,'exclusiveMaximum':100000000}");
        assertThat(text(property(Form.CREATE, "stock")))
                .isEqualTo(
                        "{'title':'Stock','type':['integer','null'],'format':'int64','minimum':-9223372036854775808,'maximum':9223372036854775807,'default':0}");
        assertThat(text(property(Form.CREATE, "sold_at")))
                .isEqualTo(
                        "{'title':'Sold at','type':['string','null'],'format':'date-time','not':{'type':'string','pattern':'^(0000|0001-01-01|9999-12-31)|:60|[+-](19|2[0-3]):|[+-]18:(0[1-9]|[1-5])|\\\\.[0-9]{10}'},'x-default':'now'}");
        assertThat(text(property(Form.CREATE, "secret")))
                .isEqualTo(
                        "{'title':'Secret','type':['string','null'],'not':{'type':'string','pattern':'\\\\x00'},'writeOnly':true}");
        assertThat(text(property(Form.PATCH, "stock")))
                .isEqualTo(
                        "{'title':'Stock','type':['integer','null'],'format':'int64','minimum':-9223372036854775808,'maximum':9223372036854775807}");
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

    /**
     * JSON Schema has no format for addresses beyond ASCII that validators know, none for fractions of seconds, and none for
     * an address or nothing.
     */
    @Test
    void an_address_and_a_duration_have_a_type_and_no_format() {
        Model rules = ModelRegistry.of(List.of(rules())).model("rules").orElseThrow();
        for (Form form : Form.values()) {
            JsonNode properties = schemas.schema(rules, form, field -> true).get("properties");
            for (String type : List.of("url", "email", "duration")) {
                assertThat(properties.get(type).path("x-type").textValue()).isEqualTo(type);
                assertThat(properties.get(type).has("format")).isFalse();
                assertThat(properties.get(type).has("pattern")).isEqualTo(form != Form.RECORD);
            }
        }
    }

    /** Of 19.99 and 0.07, a division by 0.01 in floating-point numbers leaves a rest. */
    @Test
    void a_decimal_that_is_sent_as_a_number_is_no_multiple_of_anything() {
        Model rules = ModelRegistry.of(List.of(rules())).model("rules").orElseThrow();
        assertThat(schemas.schema(rules, Form.CREATE, field -> true).findValues("multipleOf"))
                .isEmpty();
    }

    /** Generators of clients read one type, and mock servers answer with an example of a pattern. */
    @Test
    void a_decimal_of_a_document_is_a_text_also_in_lists() {
        Model rules = ModelRegistry.of(List.of(rules())).model("rules").orElseThrow();
        ModelSchemas document = ModelSchemas.ofPartialRecords(Rights.ALL, target -> Optional.empty());
        assertThat(text(document.schema(rules, Form.CREATE, field -> true).at("/properties/decimals/items")))
                .isEqualTo(
                        "{'type':'string','pattern':'^-?[0-9]+(\\\\.[0-9]{1,1})?$','maxLength':550,'x-type':'decimal'}");
        JsonNode answered = document.schema(rules, Form.RECORD, field -> true).get("properties");
        assertThat(text(answered.at("/decimals/items")))
                .isEqualTo(
                        "{'type':'string','pattern':'^-?[0-9]+(\\\\.[0-9]+)?$','examples':['19.9'],'x-type':'decimal'}");
        for (String name : List.of("decimal", "decimal_scale", "decimal_whole", "time")) {
            JsonNode schema = answered.get(name);
            assertThat(schema.at("/examples/0").textValue())
                    .matches(schema.get("pattern").textValue());
        }
    }

    /** Rows of existing tables have texts that the type does not take. */
    @Test
    void a_stored_text_meets_the_schema_of_answers() {
        Model rules = ModelRegistry.of(List.of(rules())).model("rules").orElseThrow();
        JsonNode properties = schemas.schema(rules, Form.RECORD, field -> true).get("properties");
        for (String name :
                List.of("string", "text", "email", "email_short", "url", "url_required", "markdown", "code")) {
            Schema schema = REGISTRY.getSchema(properties.get(name).toString(), InputFormat.JSON);
            for (String stored : List.of("\"\"", "\"?\"", "\"a@localhost\"")) {
                assertThat(schema.validate(
                                read(stored),
                                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true))))
                        .as(name + " " + stored)
                        .isEmpty();
            }
        }
    }

    /** Validators in strict mode have to know all of them. */
    @Test
    void the_documentation_lists_each_keyword() throws IOException {
        Path sources = Path.of("src/main/java/dev/hexadmin/http");
        Set<String> keywords = new TreeSet<>();
        try (Stream<Path> fields = Files.list(sources.resolve("fields"));
                Stream<Path> schemas = Files.list(sources.resolve("openapi"))
                        .filter(file -> file.getFileName().toString().matches("ModelSchema.*|ChildSchemas.*"))) {
            for (Path file : Stream.concat(fields, schemas).toList()) {
                keywords.addAll(keywords(Files.readString(file), '"'));
            }
        }
        String documentation = Files.readString(Path.of("../docs/api.md"));
        int from = documentation.indexOf("\n## Schemas");

        assertThat(keywords).hasSizeGreaterThan(20);
        assertThat(keywords(documentation.substring(from, documentation.indexOf("\n## ", from + 1)), '`'))
                .isEqualTo(keywords);
    }

    private static Set<String> keywords(String text, char quote) {
        return Pattern.compile(quote + "(x-[a-z-]+)" + quote)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
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

    /** Every type with every option that its values can break. */
    private static ModelDefinition rules() {
        return ModelDefinition.builder("rules")
                .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                .field("string", FieldType.STRING)
                .field("string_required", FieldType.STRING, f -> f.required())
                .field("string_not_null", FieldType.STRING, f -> f.nullable(false))
                .field("string_short", FieldType.STRING, f -> f.minLength(2).maxLength(4))
                .field("string_pattern", FieldType.STRING, f -> f.pattern("^[a-c]+$"))
                .field("text", FieldType.TEXT, f -> f.required().maxLength(5))
                .field("email", FieldType.EMAIL)
                .field("email_short", FieldType.EMAIL, f -> f.required().maxLength(20))
                .field("email_pattern", FieldType.EMAIL, f -> f.pattern("@example[.]com$"))
                .field("url", FieldType.URL)
                .field("url_required", FieldType.URL, f -> f.required())
                .field("url_pattern", FieldType.URL, f -> f.pattern("example"))
                .field("integer", FieldType.INTEGER)
                .field(
                        "integer_range",
                        FieldType.INTEGER,
                        f -> f.minimum(BigDecimal.TWO).maximum(BigDecimal.TEN))
                .field("integer_required", FieldType.INTEGER, f -> f.required())
                .field("decimal", FieldType.DECIMAL)
                .field("decimal_scale", FieldType.DECIMAL, f -> f.scale(2))
                .field(
                        "decimal_precision",
                        FieldType.DECIMAL,
                        f -> f.precision(5).scale(2))
                .field("decimal_whole", FieldType.DECIMAL, f -> f.precision(3).scale(0))
                .field(
                        "decimal_fraction",
                        FieldType.DECIMAL,
                        f -> f.precision(2).scale(2))
                .field(
                        "decimal_positive",
                        FieldType.DECIMAL,
                        f -> f.precision(5).scale(2).minimum(BigDecimal.ZERO))
                .field(
                        "decimal_range",
                        FieldType.DECIMAL,
                        f -> f.scale(1).minimum(new BigDecimal("-2.5")).maximum(new BigDecimal("19.5")))
                .field("decimal_high", FieldType.DECIMAL, f -> f.minimum(new BigDecimal("9.05")))
                .field("float", FieldType.FLOAT)
                .field(
                        "float_range",
                        FieldType.FLOAT,
                        f -> f.minimum(BigDecimal.ZERO).maximum(BigDecimal.ONE))
                .field("boolean", FieldType.BOOLEAN)
                .field("boolean_required", FieldType.BOOLEAN, f -> f.required())
                .field("date", FieldType.DATE)
                .field("time", FieldType.TIME)
                .field("datetime", FieldType.DATETIME)
                .field("duration", FieldType.DURATION)
                .field("uuid", FieldType.UUID)
                .field("colour", FieldType.COLOUR)
                .field("markdown", FieldType.MARKDOWN, f -> f.maxLength(5))
                .field("code", FieldType.CODE, f -> f.language("sql").pattern("^[a-z]"))
                .field("list", FieldType.LIST, f -> f.of(FieldType.INTEGER).maxItems(2))
                .field(
                        "list_required",
                        FieldType.LIST,
                        f -> f.of(FieldType.STRING).required().minItems(1).maxLength(3))
                .field("decimals", FieldType.LIST, f -> f.of(FieldType.DECIMAL).scale(1))
                .field("urls_required", FieldType.LIST, f -> f.of(FieldType.URL).required())
                .field("enum", FieldType.ENUM, f -> f.values(List.of("a", "b")))
                .field("enum_required", FieldType.ENUM, f -> f.required().values(List.of("a", "b")))
                .field("json", FieldType.JSON)
                .field("json_required", FieldType.JSON, f -> f.required())
                .field("binary", FieldType.BINARY)
                .field("binary_3", FieldType.BINARY, f -> f.minLength(3).maxLength(3))
                .field("binary_4", FieldType.BINARY, f -> f.minLength(4).maxLength(4))
                .field("binary_5", FieldType.BINARY, f -> f.minLength(5).maxLength(5))
                .field("reference", FieldType.REFERENCE, f -> f.to("rules"))
                .field(
                        "reference_required",
                        FieldType.REFERENCE,
                        f -> f.to("rules").required())
                .field("references", FieldType.REFERENCES, f -> f.to("rules"))
                .field(
                        "references_required",
                        FieldType.REFERENCES,
                        f -> f.to("rules").required())
                .build();
    }

    private static List<String> values() {
        List<String> values = new ArrayList<>(List.of("null", "true", "0", "-0", "1", "1.0", "2", "2.5", "10", "11"));
        values.addAll(List.of("-1", "-2.5", "-2.6", "19.5", "19.6", "0.01", "0.1", "0.001", "12.345", "99", "100"));
        values.addAll(List.of("999", "1000", "999.99", "1e2", "1e-3", "1e300", "1e-300", "1e309", "1e400"));
        values.addAll(List.of("9223372036854775807", "9223372036854775808", "-9223372036854775809", "[]", "[1]"));
        values.addAll(List.of("\"#1a2B3c\"", "\"#1a2b3\"", "[\"\"]", "[\"abcd\"]", "[1,2]", "[1,2,3]"));
        values.addAll(List.of("[null]", "[\"1\"]", "[1.5]", "{}", "{\"a\":1}"));
        for (String text : List.of(
                "",
                " ",
                "a",
                "b",
                "c",
                "abc",
                "abcd",
                "abcde",
                "abcdef",
                "P1DT2H30M",
                "-PT0.5S",
                "P1Y",
                "PT",
                "P99999999DT9999999H99999999M999999999S",
                "ABC",
                "a\\u0000b",
                "\\u0000",
                "ä",
                "😀😀😀😀",
                "0",
                "-0",
                "1",
                "+1",
                "01",
                "-1",
                "2.50",
                "-2.5",
                "-2.6",
                "-2.50",
                "19.5",
                "19.6",
                "19.50",
                "20",
                "9.05",
                "9.04",
                "9.049",
                "9.1",
                "9",
                "10",
                "09.05",
                "100",
                "0.5",
                ".5",
                "5.",
                "0.50",
                "0.123",
                "1.23",
                "1.234",
                "999.99",
                "1000",
                "1e2",
                "1e-3",
                "NaN",
                "Infinity",
                "x",
                "a@b",
                "a@example.com",
                "aaaaaaaaaaaaaa@example.com",
                "a b@example.com",
                "a@@b",
                "@b",
                "a@",
                "a@-b",
                "a@b.c@d",
                "\\u200b\\u00a0",
                "\\u3164",
                "A.B+c@example.com",
                "\\\"a\\\"@example.com",
                "http://example.com",
                "HTTPS://example.com/a?b#c",
                "http://",
                "http:///a",
                "http://a b",
                "http://a_b/c",
                "https://exämple.com/ä?ö=😀",
                "http://a.example/%zz",
                "http://a.example/<b>",
                "http://[::1]:80/",
                "http://u:p@example.com/",
                "ftp://example.com",
                "//example.com",
                "example.com",
                "mailto:a@example.com",
                "http:example",
                "javascript:alert(1)",
                "2026-11-20",
                "2026-02-30",
                "2026-13-01",
                "0000-01-01",
                "0001-01-01",
                "9999-12-31",
                "10000-01-01",
                "2026-1-2",
                "20261120",
                "17:30",
                "17:30:00",
                "17:30:00.123456789",
                "17:30:00.1234567890",
                "25:00",
                "24:00:00",
                "17:60",
                "17:30:60",
                "17:30:00Z",
                "2026-11-20T17:30:00Z",
                "2026-11-20t17:30:00z",
                "2026-11-20T17:30:00",
                "2026-11-20T17:30:60Z",
                "2026-11-20T17:30:00+18:00",
                "2026-11-20T17:30:00+18:01",
                "2026-11-20T17:30:00-23:59",
                "2026-11-20T17:30:00.1234567890Z",
                "0001-01-01T00:00:00+10:00",
                "9999-12-31T23:00:00-05:00",
                "0000-01-01T00:00:00Z",
                "2026-11-20 17:30:00Z",
                "2026-02-30T00:00:00Z",
                "8e03978e-40d5-43dd-bc93-6894a57f9324",
                "8E03978E-40D5-43DD-BC93-6894A57F9324",
                "8e03978e40d543ddbc936894a57f9324",
                "8e03978e-40d5-43dd-bc93-6894a57f932",
                "8e03978e-40d5-43dd-bc93-6894a57f932x",
                "AA==",
                "AB==",
                "AAE=",
                "AAB=",
                "AAA=",
                "AAAA",
                "AAAAAA==",
                "AAAAAAA=",
                "AAAAAAAA",
                "AAAAAAAAAA==",
                "A",
                "AA",
                "A===",
                "AA=A",
                "A*==",
                "AAAA\\n",
                "-_==",
                "x".repeat(300) + "@example.com",
                "x".repeat(70) + "@example.com",
                "9".repeat(400),
                "0." + "1".repeat(400),
                "0." + "1".repeat(600),
                "9".repeat(1200))) {
            values.add('"' + text + '"');
        }
        return values;
    }

    /** The converse: the schema rejects every value that the server rejects. */
    @Test
    void what_a_schema_accepts_the_server_accepts() {
        ModelRegistry registry = ModelRegistry.of(List.of(rules()));
        List<Model> all = new ArrayList<>(registry.models());
        all.add(products);
        List<String> wrong = new ArrayList<>();
        int accepted = 0;
        for (Model model : all) {
            for (Form form : List.of(Form.CREATE, Form.UPDATE, Form.PATCH)) {
                JsonNode properties = schemas.schema(model, form, field -> true).get("properties");
                for (FieldDefinition field : model.fields()) {
                    if (!properties.has(field.name())) {
                        continue;
                    }
                    Schema schema =
                            REGISTRY.getSchema(properties.get(field.name()).toString(), InputFormat.JSON);
                    for (String value : values()) {
                        // no schema looks into a document, and the validator takes 1e300 for a long where it may be no
                        // other
                        if ((field.type() == FieldType.JSON && value.contains("u0000"))
                                || (value.startsWith("1e")
                                        && properties
                                                .at("/" + field.name() + "/type")
                                                .asText()
                                                .equals("integer"))) {
                            continue;
                        }
                        if (schema.validate(
                                        read(value),
                                        context ->
                                                context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                                .isEmpty()) {
                            accepted++;
                            if (FieldInput.read(model, field, input(field, read(value)))
                                            instanceof FieldInput.Outcome.Refused(var why)
                                    && !isScaleOfNumber(value, why)) {
                                wrong.add(form + " " + field.name() + " " + value + " " + why);
                            }
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(accepted).isGreaterThan(1_000);
    }

    /** Which a schema could only say by multipleOf. */
    private static boolean isScaleOfNumber(String value, List<Violation> why) {
        return !value.startsWith("\"")
                && why.stream().allMatch(one -> one.code().equals("scale"));
    }

    @Test
    void what_has_to_be_given_is_required() {
        Model rules = ModelRegistry.of(List.of(rules())).model("rules").orElseThrow();
        List<String> required = new ArrayList<>();
        schemas.schema(rules, Form.CREATE, field -> true)
                .get("required")
                .forEach(name -> required.add(name.textValue()));
        assertThat(required)
                .containsExactlyElementsOf(rules.fields().stream()
                        .filter(field ->
                                field.required() || (field.stored() && !field.nullable() && !field.primaryKey()))
                        .map(FieldDefinition::name)
                        .toList());
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

    /** The value that the server's JSON parser returns. */
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
            case ARRAY -> {
                List<@Nullable Object> items = new ArrayList<>();
                value.forEach(item -> items.add(input(field, item)));
                yield items;
            }
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

    @Test
    void a_condition_on_a_field_that_may_not_be_viewed_is_left_out() {
        Model model = ModelRegistry.of(List.of(ModelDefinition.builder("m")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("secret", FieldType.STRING)
                        .field("note", FieldType.STRING, f -> f.visibleIf(Map.of("secret__startswith", "x")))
                        .build()))
                .model("m")
                .orElseThrow();
        Rights reader = new Rights(
                false, List.of(new Grant("m", Set.of(Action.VIEW), Map.of("secret", Set.of()), Optional.empty())));
        for (Rights rights : List.of(Rights.ALL, reader)) {
            JsonNode note = ModelSchemas.ofWholeRecords(rights)
                    .schema(model, Form.RECORD, field -> rights.allows(Action.VIEW, model, field))
                    .get("properties")
                    .get("note");
            assertThat(note.has("x-visible-if")).isEqualTo(rights == Rights.ALL);
        }
    }
}
