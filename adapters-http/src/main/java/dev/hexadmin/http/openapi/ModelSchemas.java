package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldInput;
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * JSON Schemas (draft 2020-12) of a model's records: as answered, and as taken by create, replace and patch.
 *
 * <p>A body that meets its schema, formats included, is never a 422 but for what depends on other data. A schema
 * describes the plain form of each value: the server also reads a few other spellings, such as {@code +1} and {@code 1e3}
 * of a decimal, a date without a time, and base64 without padding. Not said are halves of surrogate pairs, NUL within a document, decimals with
 * more than 500 digits that are sent as numbers, and patterns that only Java understands ({@code x-pattern}). Thread-safe.
 */
public final class ModelSchemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    static final JsonMapper MAPPER = new JsonMapper();
    private static final int MAX_REFERENCES = 10_000;
    private static final int LONGEST_DECIMAL = 550;
    private static final BigDecimal LEAST_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
    private static final BigDecimal MOST_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MOST_DOUBLE = BigDecimal.valueOf(Double.MAX_VALUE);
    // what RFC 3339 allows and no java.time value is: the years 0 and, in UTC, 10000, leap seconds, far offsets
    private static final String NO_DATE = "^0000";
    private static final String NO_INSTANT =
            "^(0000|0001-01-01|9999-12-31)|:60|[+-](19|2[0-3]):|[+-]18:(0[1-9]|[1-5])|\\.[0-9]{10}";
    private static final String BASE64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$";
    private static final String HTTP = "^[Hh][Tt][Tt][Pp][Ss]?://[^/?#]";

    // partial-time of RFC 3339: "time" would demand an offset; the name is of the OpenAPI format registry
    private static final String LOCAL_TIME = "time-local";
    private static final String LOCAL_TIME_PATTERN = "^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,9})?$";
    private static final String LOCAL_TIME_INPUT_PATTERN =
            "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?$";

    // What java.util.regex knows and ECMA-262 does not: such a pattern would mislead or stop a client's validator.
    private static final Pattern ONLY_JAVA =
            Pattern.compile("\\(\\?(?![:=!]|<[=!A-Za-z])|[*+?}]\\+|\\\\[AZzGQEhHRXeaxpP]|&&|\\[[^\\]]*\\[");

    private final boolean whole;
    private final Rights rights;
    private final Function<Model, Optional<ObjectNode>> expansions;

    private ModelSchemas(boolean whole, Rights rights, Function<Model, Optional<ObjectNode>> expansions) {
        this.whole = whole;
        this.rights = rights;
        this.expansions = expansions;
    }

    /** What a record is shown in, or a body is for. */
    public enum Form {
        RECORD,
        CREATE,
        UPDATE,
        PATCH
    }

    /**
     * Schemas of whole records: every field shown is there, references are keys.
     *
     * @param rights of whoever reads them: models that they do not allow to view are not named
     */
    public static ModelSchemas ofWholeRecords(Rights rights) {
        return new ModelSchemas(true, rights, model -> Optional.empty());
    }

    /**
     * Schemas of records of which a caller may be given any part, with references expanded or not.
     *
     * @param rights of whoever reads them: models that they do not allow to view are not named
     * @param expansions the schema of a related record, which can be shown in place of its key
     */
    static ModelSchemas ofPartialRecords(Rights rights, Function<Model, Optional<ObjectNode>> expansions) {
        return new ModelSchemas(false, rights, expansions);
    }

    /**
     * One schema.
     *
     * @param allowed the fields that the caller may see, or write
     */
    public ObjectNode schema(Model model, Form form, Predicate<FieldDefinition> allowed) {
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        schema.put("title", model.definition().label());
        ObjectNode properties = NODES.objectNode();
        ArrayNode required = NODES.arrayNode();
        for (FieldDefinition field : model.fields()) {
            if (belongs(field, form) && allowed.test(field)) {
                properties.set(field.name(), field(model, field, form));
                if (isRequired(field, form)) {
                    required.add(field.name());
                }
            }
        }
        schema.set("properties", properties);
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    /** An object of these members, none of which is a reference. */
    static ObjectNode body(Model model, List<FieldDefinition> members) {
        ModelSchemas schemas = new ModelSchemas(false, Rights.NONE, target -> Optional.empty());
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = NODES.arrayNode();
        for (FieldDefinition member : members) {
            properties.set(member.name(), schemas.field(model, member, Form.CREATE));
            if (schemas.isRequired(member, Form.CREATE)) {
                required.add(member.name());
            }
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    /** The value of a key in a body. */
    static ObjectNode key(Model model, FieldDefinition field) {
        ObjectNode schema = NODES.objectNode();
        value(schema, model, field, Form.CREATE, false);
        return schema;
    }

    /** One value of a field, as a query or a path gives it: never null, and of a many-to-many field one key. */
    static ObjectNode queried(Model model, FieldDefinition field) {
        ObjectNode schema = NODES.objectNode();
        if (field.type() == FieldType.REFERENCES) {
            Model target = model.target(field);
            value(schema, target, target.key().getFirst(), Form.RECORD, false);
        } else {
            value(schema, model, field, Form.RECORD, false);
        }
        return schema;
    }

    private static boolean belongs(FieldDefinition field, Form form) {
        return switch (form) {
            case RECORD -> !field.writeOnly();
            case CREATE -> field.writableOnCreate();
            case UPDATE, PATCH -> field.writableOnUpdate();
        };
    }

    private boolean isRequired(FieldDefinition field, Form form) {
        return switch (form) {
            case RECORD -> whole;
            case CREATE, UPDATE ->
                field.defaultValue().isEmpty()
                        && (field.required() || (field.stored() && !field.nullable()))
                        && (form == Form.CREATE || !field.writeOnly()); // a replacement keeps what is never shown
            case PATCH -> false;
        };
    }

    private ObjectNode field(Model model, FieldDefinition field, Form form) {
        ObjectNode schema = NODES.objectNode();
        schema.put("title", field.label());
        field.help().ifPresent(help -> schema.put("description", help));
        switch (field.type()) {
            case REFERENCE -> reference(schema, model, field, form);
            case REFERENCES -> references(schema, model, field, form);
            case STRING,
                    TEXT,
                    INTEGER,
                    DECIMAL,
                    FLOAT,
                    BOOLEAN,
                    DATE,
                    TIME,
                    DATETIME,
                    UUID,
                    ENUM,
                    JSON,
                    BINARY,
                    EMAIL,
                    URL -> value(schema, model, field, form, isNullable(field, form));
        }
        if (form == Form.RECORD) {
            if (field.readOnly() || field.generated() != FieldDefinition.Generated.NO) {
                schema.put("readOnly", true);
            } else if (field.primaryKey()) {
                schema.put("x-create-only", true);
            }
            if (field.unique()) {
                schema.put("x-unique", true);
            }
        } else {
            if (field.writeOnly()) {
                schema.put("writeOnly", true);
            }
            if (form != Form.PATCH) {
                field.defaultValue().ifPresent(value -> defaultValue(schema, value));
            }
        }
        return schema;
    }

    private static boolean isNullable(FieldDefinition field, Form form) {
        return field.nullable() && (form == Form.RECORD || !field.required());
    }

    private void reference(ObjectNode schema, Model model, FieldDefinition field, Form form) {
        Model target = model.target(field);
        Optional<ObjectNode> expansion = form == Form.RECORD ? expansions.apply(target) : Optional.empty();
        boolean nullable = isNullable(field, form);
        if (expansion.isPresent()) {
            ObjectNode key = NODES.objectNode();
            value(key, target, target.key().getFirst(), form, nullable);
            ArrayNode either = schema.putArray("anyOf");
            either.add(key);
            either.add(expansion.get());
        } else {
            value(schema, target, target.key().getFirst(), form, nullable);
        }
        pointer(schema, target);
    }

    private void references(ObjectNode schema, Model model, FieldDefinition field, Form form) {
        Model target = model.target(field);
        Optional<ObjectNode> expansion = form == Form.RECORD ? expansions.apply(target) : Optional.empty();
        type(schema, "array", form != Form.RECORD && isNullable(field, form));
        ObjectNode items = NODES.objectNode();
        value(items, target, target.key().getFirst(), form, false);
        if (expansion.isPresent()) {
            ArrayNode either = schema.putObject("items").putArray("anyOf");
            either.add(items);
            either.add(expansion.get());
        } else {
            schema.set("items", items);
        }
        if (form == Form.RECORD) {
            schema.put("uniqueItems", true);
        } else {
            schema.put("maxItems", MAX_REFERENCES);
        }
        pointer(schema, target);
    }

    private void pointer(ObjectNode schema, Model target) {
        if (!target.definition().exposure().json() || !rights.allows(Action.VIEW, target)) {
            return; // a model that the JSON API does not have is not named in it
        }
        ObjectNode reference = schema.putObject("x-reference");
        reference.put("model", target.name());
        reference.put("field", target.key().getFirst().name());
    }

    private static void value(ObjectNode schema, Model model, FieldDefinition field, Form form, boolean nullable) {
        boolean input = form != Form.RECORD;
        switch (field.type()) {
            case STRING, TEXT -> {
                text(schema, field, form, nullable);
                if (input) {
                    not(schema, "\\x00");
                }
            }
            case EMAIL -> email(schema, field, form, nullable);
            case URL -> url(schema, field, form, nullable);
            case INTEGER -> {
                type(schema, "integer", nullable);
                schema.put("format", "int64");
                range(schema, field, input, LEAST_LONG, MOST_LONG);
            }
            case DECIMAL -> decimal(schema, field, input, nullable);
            case FLOAT -> {
                type(schema, "number", nullable);
                schema.put("format", "double");
                range(schema, field, input, MOST_DOUBLE.negate(), MOST_DOUBLE);
            }
            case BOOLEAN -> type(schema, "boolean", nullable);
            case DATE -> {
                type(schema, "string", nullable);
                schema.put("format", "date");
                if (input) {
                    not(schema, NO_DATE);
                }
            }
            case TIME -> {
                type(schema, "string", nullable);
                schema.put("format", LOCAL_TIME);
                schema.put("pattern", input ? LOCAL_TIME_INPUT_PATTERN : LOCAL_TIME_PATTERN);
            }
            case DATETIME -> {
                type(schema, "string", nullable);
                schema.put("format", "date-time");
                if (input) {
                    not(schema, NO_INSTANT);
                }
            }
            case UUID -> {
                type(schema, "string", nullable);
                schema.put("format", "uuid");
            }
            case ENUM -> {
                type(schema, "string", nullable);
                ArrayNode names = schema.putArray("enum");
                field.values().forEach(names::add);
                if (nullable) {
                    names.addNull();
                }
            }
            case JSON -> {
                schema.put("x-type", "json"); // any value, null too unless there has to be one
                if (input && !nullable) {
                    ArrayNode types = schema.putArray("type");
                    List.of("object", "array", "string", "number", "boolean").forEach(types::add);
                }
            }
            case BINARY -> binary(schema, field, input, nullable);
            case REFERENCE -> {
                // a key that is itself a reference: what it points to decides
                Model target = model.target(field);
                value(schema, target, target.key().getFirst(), form, nullable);
            }
            case REFERENCES -> throw new IllegalArgumentException("'" + field.name() + "' has no single value");
        }
    }

    private static void email(ObjectNode schema, FieldDefinition field, Form form, boolean nullable) {
        text(schema, field, form, nullable);
        schema.put("format", "email");
        if (form == Form.RECORD) {
            return;
        }
        schema.put(
                "maxLength",
                Math.min(FieldInput.LONGEST_EMAIL, field.maxLength().orElse(FieldInput.LONGEST_EMAIL)));
        also(schema, "^(" + FieldInput.EMAIL_PATTERN + ")?$");
    }

    private static void url(ObjectNode schema, FieldDefinition field, Form form, boolean nullable) {
        text(schema, field, form, nullable);
        schema.put("format", "uri");
        if (form != Form.RECORD) {
            also(schema, HTTP);
        }
    }

    private static void binary(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
        type(schema, "string", nullable);
        schema.put("contentEncoding", "base64");
        field.maxLength().ifPresent(bytes -> schema.put("maxLength", characters(bytes)));
        if (!input) {
            return;
        }
        schema.put("pattern", BASE64);
        ArrayNode all = NODES.arrayNode();
        field.maxLength().ifPresent(bytes -> {
            if (bytes % 3 != 0) {
                // four characters stand for up to three bytes: the last ones have to be padded
                ArrayNode either = all.addObject().putArray("anyOf");
                either.addObject().put("maxLength", characters(bytes) - 4);
                either.addObject().put("pattern", bytes % 3 == 1 ? "==$" : "=$");
            }
        });
        field.minLength().ifPresent(bytes -> {
            schema.put("minLength", characters(bytes));
            if (bytes % 3 != 1 && bytes > 0) {
                ArrayNode either = all.addObject().putArray("anyOf");
                either.addObject().put("minLength", characters(bytes) + 4);
                not(either.addObject(), bytes % 3 == 2 ? "==$" : "=$");
            }
        });
        if (!all.isEmpty()) {
            schema.set("allOf", all);
        }
    }

    /** The characters of so many bytes in base64. */
    private static long characters(int bytes) {
        return (bytes + 2L) / 3 * 4;
    }

    /** Refuses texts in which the pattern is found. */
    private static void not(ObjectNode schema, String pattern) {
        schema.putObject("not").put("type", "string").put("pattern", pattern);
    }

    /** A pattern beside that of the field itself. */
    private static void also(ObjectNode schema, String pattern) {
        if (schema.has("pattern")) {
            schema.withArray("allOf").addObject().put("pattern", pattern);
        } else {
            schema.put("pattern", pattern);
        }
    }

    private static void text(ObjectNode schema, FieldDefinition field, Form form, boolean nullable) {
        type(schema, "string", nullable);
        // records that were there before a rule was may break it: what is answered promises the type alone
        if (form == Form.RECORD) {
            return;
        }
        int least = Math.max(field.minLength().orElse(0), field.required() ? 1 : 0);
        if (least > 0) {
            schema.put("minLength", least);
        }
        field.maxLength().ifPresent(most -> schema.put("maxLength", most));
        field.pattern()
                .ifPresent(pattern -> schema.put(
                        pattern.flags() == 0
                                        && !ONLY_JAVA.matcher(pattern.pattern()).find()
                                ? "pattern"
                                : "x-pattern",
                        pattern.pattern()));
    }

    private static void decimal(ObjectNode schema, FieldDefinition field, boolean input, boolean nullable) {
        ArrayNode types = schema.putArray("type");
        types.add("string");
        if (input) {
            types.add("number");
        }
        if (nullable) {
            types.add("null");
        }
        if (types.size() == 1) {
            schema.put("type", "string");
        }
        schema.put("format", "decimal");
        boolean negative = field.minimum().map(least -> least.signum() < 0).orElse(true);
        String sign = negative || !input ? "-?" : "";
        if (input && field.precision().isPresent()) {
            int scale = field.scale().orElse(0);
            int before = field.precision().getAsInt() - scale;
            schema.put(
                    "pattern",
                    "^" + sign + (before == 0 ? "0" : "[0-9]{1," + before + "}")
                            + (scale == 0 ? "" : "(\\.[0-9]{1," + scale + "})?") + "$");
        } else if (input && field.scale().isPresent()) {
            int scale = field.scale().getAsInt();
            schema.put("pattern", "^" + sign + "[0-9]+" + (scale == 0 ? "" : "(\\.[0-9]{1," + scale + "})?") + "$");
        } else {
            schema.put("pattern", "^" + sign + "[0-9]+(\\.[0-9]+)?$");
        }
        if (!input) {
            range(schema, field, false, MOST_DOUBLE, MOST_DOUBLE);
            return;
        }
        field.minimum()
                .filter(least -> least.signum() != 0)
                .ifPresent(least -> also(schema, DecimalPattern.atLeast(least)));
        field.maximum().ifPresent(most -> also(schema, DecimalPattern.atMost(most)));
        // patterns look at strings alone, and what follows at numbers
        range(schema, field, true, MOST_DOUBLE.negate(), MOST_DOUBLE);
        if (field.scale().isPresent()) {
            schema.put("multipleOf", BigDecimal.ONE.movePointLeft(field.scale().getAsInt()));
        }
        if (field.precision().isEmpty()) {
            schema.put("maxLength", LONGEST_DECIMAL);
            return;
        }
        BigDecimal limit =
                BigDecimal.TEN.pow(field.precision().getAsInt() - field.scale().orElse(0));
        if (field.maximum().filter(most -> most.compareTo(limit) < 0).isEmpty()) {
            schema.remove("maximum");
            schema.put("exclusiveMaximum", limit);
        }
        if (field.minimum().filter(least -> least.compareTo(limit.negate()) > 0).isEmpty()) {
            schema.remove("minimum");
            schema.put("exclusiveMinimum", limit.negate());
        }
    }

    private static void range(
            ObjectNode schema, FieldDefinition field, boolean input, BigDecimal least, BigDecimal most) {
        Optional<BigDecimal> minimum = field.minimum();
        Optional<BigDecimal> maximum = field.maximum();
        if (input) {
            minimum = Optional.of(minimum.map(least::max).orElse(least));
            maximum = Optional.of(maximum.map(most::min).orElse(most));
        }
        minimum.ifPresent(value -> schema.put("minimum", value));
        maximum.ifPresent(value -> schema.put("maximum", value));
    }

    private static void type(ObjectNode schema, String type, boolean nullable) {
        if (nullable) {
            schema.putArray("type").add(type).add("null");
        } else {
            schema.put("type", type);
        }
    }

    private static void defaultValue(ObjectNode schema, DefaultValue value) {
        switch (value) {
            case DefaultValue.Constant(Object constant) -> schema.set("default", json(constant));
            case DefaultValue.Now() -> schema.put("x-default", "now");
            case DefaultValue.DatabaseExpression(String expression) -> schema.put("x-default", "database");
        }
    }

    private static JsonNode json(Object value) {
        return switch (value) {
            case Long number -> NODES.numberNode(number);
            case Double number -> NODES.numberNode(number);
            case Boolean flag -> NODES.booleanNode(flag);
            case BigDecimal decimal -> NODES.textNode(decimal.toPlainString());
            case JsonText document -> parsed(document);
            case List<?> keys -> {
                ArrayNode all = NODES.arrayNode();
                keys.forEach(key -> all.add(json(key)));
                yield all;
            }
            default -> NODES.textNode(FieldText.write(value));
        };
    }

    private static JsonNode parsed(JsonText document) {
        try {
            return MAPPER.readTree(document.text());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a JSON default that is no JSON", e);
        }
    }
}
