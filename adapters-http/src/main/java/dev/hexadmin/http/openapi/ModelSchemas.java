package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.texts.Localized.text;

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
import dev.hexadmin.domain.models.FieldText;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.VisibleIf;
import dev.hexadmin.domain.records.Shape;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.http.fields.FieldViews;
import dev.hexadmin.http.fields.SchemaKeywords;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * JSON Schemas (draft 2020-12) of a model's records: as answered, and as taken by create, replace and patch.
 *
 * <p>A body that meets its schema, formats included, is never a 422 but for what depends on other data. A schema
 * describes the plain form of each value: the server also reads a few other spellings, such as {@code +1} and {@code 1e3}
 * of a decimal, a blank between a date and its time, and base64 without padding. The schema does not express halves of
 * surrogate pairs, invisible characters above U+FFFF, NUL within a document, the scale of decimals and more than 500 digits of them where they are sent as
 * numbers, and patterns that only Java understands ({@code x-pattern}). Thread-safe.
 */
public final class ModelSchemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    static final JsonMapper MAPPER = new JsonMapper();
    private static final int MAX_REFERENCES = 10_000;
    private static final List<String> OF_NUMBERS =
            List.of("format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");

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
     * Schemas of whole records: every visible field is present, references are keys.
     *
     * @param rights of the reader: models that they do not allow to view are not named
     */
    public static ModelSchemas ofWholeRecords(Rights rights) {
        return new ModelSchemas(true, rights, model -> Optional.empty());
    }

    /**
     * Schemas of records of which a caller may be given any part, with references expanded or not.
     *
     * @param rights of the reader: models that they do not allow to view are not named
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
        describe(
                schema,
                model.definition().labels().one(),
                model.definition().labels().help());
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
        if (form == Form.RECORD) {
            model.children().forEach(children -> expanded(properties, children));
        }
        schema.set("properties", properties);
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    /**
     * Adds a label and a help text. In a document they are one description: generators of clients name classes by titles, and
     * these are not unique and depend on the language.
     */
    void describe(ObjectNode schema, Label label, Optional<Label> help) {
        if (whole) {
            schema.put("title", text(label));
            help.ifPresent(given -> schema.put("description", text(given)));
        } else {
            schema.put(
                    "description",
                    help.map(given -> text(label) + ": " + text(given)).orElseGet(() -> text(label)));
        }
    }

    /** The schema of a body that creates or patches a record, with the children that can be sent in it. */
    public ObjectNode withChildren(Model model, Form form, Predicate<FieldDefinition> allowed) {
        ObjectNode schema = schema(model, form, allowed);
        new ChildSchemas(this, rights).addTo(schema, model);
        return schema;
    }

    private void expanded(ObjectNode properties, Model.Children children) {
        Model child = children.model();
        Optional<ObjectNode> expansion = expansions.apply(child);
        if (expansion.isPresent() && rights.allows(Action.VIEW, child, children.reference())) {
            ObjectNode list = properties.putObject(children.name());
            describe(list, child.definition().labels().many(), Optional.empty());
            list.put("type", "array")
                    .put("maxItems", Shape.MOST_CHILDREN)
                    .put("readOnly", true)
                    .set("items", expansion.get());
            properties
                    .putObject(children.total())
                    .put("type", "integer")
                    .put("minimum", 0)
                    .put("readOnly", true);
        }
    }

    /** The key of a record in a body; a composite one is written as in a path. */
    static ObjectNode keyInBody(Model model) {
        return model.key().size() == 1
                ? key(model, model.key().getFirst())
                : NODES.objectNode()
                        .put("type", "string")
                        .put("pattern", "^[^,]*(,[^,]*){" + (model.key().size() - 1) + "}$");
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
        decimalAsText(schema);
        return schema;
    }

    /** One value of a field, as a query or a path gives it: never null, and of a many-to-many field one key. */
    static ObjectNode queried(Model model, FieldDefinition field) {
        ObjectNode schema = NODES.objectNode();
        if (field.type() == FieldType.REFERENCES) {
            Model target = model.target(field);
            value(schema, target, target.key().getFirst(), Form.RECORD, false);
        } else {
            // a file is queried by its id
            value(schema, model, field, field.holdsFile() ? Form.CREATE : Form.RECORD, false);
        }
        decimalAsText(schema);
        schema.remove("examples"); // which tools would send
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
                field.input().defaultValue().isEmpty()
                        && (field.required() || (field.stored() && !field.nullable()))
                        && (form == Form.CREATE
                                || !field.writeOnly()); // a replacement keeps fields that are never shown
            case PATCH -> false;
        };
    }

    private ObjectNode field(Model model, FieldDefinition field, Form form) {
        ObjectNode schema = NODES.objectNode();
        describe(schema, field.labels(), field.presentation().help());
        if (field.reference().isEmpty()) {
            value(schema, model, field, form, isNullable(field, form));
        } else if (field.type() == FieldType.REFERENCES) {
            references(schema, model, field, form);
        } else {
            reference(schema, model, field, form);
        }
        if (!whole) {
            decimalAsText(schema);
        }
        if (form == Form.RECORD) {
            if (field.readOnly() || field.generated() != FieldDefinition.Generated.NO) {
                schema.put("readOnly", true);
            } else if (field.primaryKey()) {
                schema.put("x-create-only", true);
            }
            if (field.storage().unique()) {
                schema.put("x-unique", true);
            }
            style(schema, field);
            field.presentation()
                    .visibleIf()
                    .filter(given -> given.conditions().keySet().stream()
                            .allMatch(condition ->
                                    rights.allows(Action.VIEW, model, model.fieldNamed(VisibleIf.field(condition)))))
                    .ifPresent(given -> {
                        ObjectNode conditions = schema.putObject("x-visible-if");
                        given.conditions().forEach(conditions::put);
                    });
        } else {
            if (field.writeOnly()) {
                schema.put("writeOnly", true);
            }
            if (form != Form.PATCH) {
                field.input().defaultValue().ifPresent(value -> defaultValue(schema, value));
            }
        }
        return schema;
    }

    private static void style(ObjectNode schema, FieldDefinition field) {
        if (!field.style().names().isEmpty()) {
            ObjectNode labels = schema.putObject("x-value-labels");
            field.constraints()
                    .values()
                    .forEach(value -> Optional.ofNullable(field.style().names().get(value))
                            .ifPresent(label -> labels.put(value, text(label))));
        }
        if (!field.style().colours().isEmpty()) {
            ObjectNode colours = schema.putObject("x-colours");
            field.constraints()
                    .values()
                    .forEach(
                            value -> Optional.ofNullable(field.style().colours().get(value))
                                    .ifPresent(hue -> colours.put(value, hue.word())));
        }
        if (!field.style().steps().isEmpty()) {
            ArrayNode steps = schema.putArray("x-steps");
            field.style().steps().forEach(steps::add);
        }
        field.style().unit().ifPresent(unit -> schema.put("x-unit", unit));
        field.style().currency().ifPresent(code -> schema.put("x-currency", code));
        field.style().currencyField().ifPresent(other -> schema.put("x-currency-field", other));
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
            value(key, target, target.key().getFirst(), form, false);
            ArrayNode either = schema.putArray("oneOf").add(key).add(expansion.get());
            if (nullable) {
                either.addObject().put("type", "null");
            }
        } else {
            value(schema, target, target.key().getFirst(), form, nullable);
        }
        pointer(schema, target);
    }

    private void references(ObjectNode schema, Model model, FieldDefinition field, Form form) {
        Model target = model.target(field);
        Optional<ObjectNode> expansion = form == Form.RECORD ? expansions.apply(target) : Optional.empty();
        SchemaKeywords.type(schema, "array", form != Form.RECORD && isNullable(field, form));
        ObjectNode items = NODES.objectNode();
        value(items, target, target.key().getFirst(), form, false);
        if (expansion.isPresent()) {
            schema.putObject("items").putArray("oneOf").add(items).add(expansion.get());
        } else {
            schema.set("items", items);
        }
        if (form == Form.RECORD) {
            if (expansion.isEmpty()) {
                schema.put("uniqueItems", true);
            }
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
        Model owner = model;
        FieldDefinition leaf = field;
        while (leaf.reference().isPresent()) { // a key that is itself a reference: what it points to decides
            owner = owner.target(leaf);
            leaf = owner.key().getFirst();
        }
        FieldViews.of(leaf).schema(schema, leaf, form != Form.RECORD, nullable);
    }

    /**
     * In a document, a decimal is a text without a format. Of the format, generators of clients make floating-point numbers that
     * cannot read the text; of a text or a number, a class. The server reads numbers, too.
     */
    private static void decimalAsText(JsonNode part) {
        part.forEach(ModelSchemas::decimalAsText);
        if (part instanceof ObjectNode schema && schema.path("format").asText().equals("decimal")) {
            SchemaKeywords.type(schema, "string", isNullable(schema.path("type")));
            schema.remove(OF_NUMBERS);
            schema.put("x-type", "decimal");
        }
    }

    private static boolean isNullable(JsonNode types) {
        for (JsonNode type : types) {
            if (type.asText().equals("null")) {
                return true;
            }
        }
        return false;
    }

    /** A document has no {@code default} of an enum with null: openapi-generator's structs for Go do not compile with one. */
    private void defaultValue(ObjectNode schema, DefaultValue value) {
        switch (value) {
            case DefaultValue.Constant(Object constant) -> {
                boolean hidden = !whole && schema.has("enum") && isNullable(schema.path("type"));
                schema.set(hidden ? "x-default" : "default", json(constant));
            }
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
