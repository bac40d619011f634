package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The parameters of a model's operations: the key, sorting, filters, fields. */
final class RecordParameters {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String THROUGH_REFERENCES = "Filters through references, such as `category__name__icontains`.";

    private final Model model;
    private final Rights rights;

    RecordParameters(Model model, Rights rights) {
        this.model = model;
        this.rights = rights;
    }

    ObjectNode ordering() {
        return choice(
                "ordering",
                "Sort fields in order of precedence; `-` for descending order. `reference__field` sorts by a field of the referenced record.",
                sortable());
    }

    /** Adds the filters of a list. */
    void filters(Operation list) {
        for (FieldDefinition field : model.fields()) {
            if (queryable(field) && applies(Lookup.EXACT, field)) {
                ObjectNode parameter = query(ListParameter.filter(field), text(field.labels()) + " equals this.");
                parameter.set("schema", ModelSchemas.queried(model, field));
                list.takes(parameter);
            }
        }
        ObjectNode lookups = query(
                ListParameter.LOOKUPS,
                "All other filters: `{field}__{lookup}`. Each is a parameter, with or without this name around it:"
                        + " `lookups[name__contains]=oak` or `name__contains=oak`. Filters through references, such as"
                        + " `category__name__contains`, are members of `filter`.");
        lookups.put("style", "deepObject");
        lookups.put("explode", true);
        lookups.set("schema", RecordOperations.ref(model.name() + ".lookups"));
        list.takes(lookups);
        ObjectNode filter = query(
                ListParameter.FILTER.word(),
                "Filters joined by AND, OR and NOT, as the text of a JSON object: the schema `" + model.name()
                        + ".filter`; at most 50 of them.");
        // a text, not `content`: few generators of clients write a parameter as JSON
        filter.putObject("schema")
                .put("type", "string")
                .put("contentMediaType", "application/json")
                .set("contentSchema", RecordOperations.ref(model.name() + ".filter"));
        list.takes(filter);
        if (model.fields().stream().anyMatch(field -> field.type() == FieldType.DATETIME)) {
            ObjectNode zone = query(
                    ListParameter.TZ.word(),
                    "The time zone of days, months, years and times without an offset in filters, such as Europe/Berlin."
                            + " Default: UTC.");
            zone.putObject("schema").put("type", "string");
            list.takes(zone);
        }
    }

    /** The key in the path. */
    ObjectNode id() {
        ObjectNode parameter = NODES.objectNode();
        parameter.put("name", "id");
        parameter.put("in", "path");
        parameter.put("required", true);
        if (model.key().size() == 1) {
            FieldDefinition key = model.key().getFirst();
            boolean anyText = key.valueType().isFreeText();
            parameter.put(
                    "description",
                    anyText
                            ? key.label() + ". A key that is empty or one of "
                                    + RecordKey.RESERVED_SEGMENTS.stream()
                                            .filter(segment -> !segment.isEmpty())
                                            .sorted()
                                            .map(segment -> "`" + segment + "`")
                                            .collect(Collectors.joining(", "))
                                    + " is written with `~` before it."
                            : key.label() + ".");
            parameter.set("schema", ModelSchemas.queried(model, key));
        } else {
            parameter.put(
                    "description",
                    "The key's values, each percent-encoded, joined by commas: "
                            + String.join(
                                    ",",
                                    model.key().stream()
                                            .map(FieldDefinition::name)
                                            .toList()) + ".");
            parameter.putObject("schema").put("type", "string");
        }
        return parameter;
    }

    /** Adds the parameters for fields and references. */
    void projection(Operation operation) {
        operation.takes(choice(
                "fields",
                "The fields to return.",
                model.fields().stream()
                        .filter(this::isShown)
                        .map(FieldDefinition::name)
                        .toList()));
        List<String> references = new ArrayList<>(model.fields().stream()
                .filter(field -> field.reference().isPresent()
                        && isShown(field)
                        && rights.allows(Action.VIEW, model.target(field)))
                .map(FieldDefinition::name)
                .toList());
        List<String> children = model.children().stream()
                .filter(one -> rights.allows(Action.VIEW, one.model())
                        && rights.allows(Action.VIEW, one.model(), one.reference()))
                .map(Model.Children::name)
                .toList();
        references.addAll(children);
        if (!references.isEmpty()) {
            operation.takes(choice(
                    "expand",
                    "References to return as records instead of keys"
                            + (children.isEmpty() ? "." : ", and children to return with their parent."),
                    references));
        }
    }

    private List<String> sortable() {
        List<String> keys = new ArrayList<>();
        for (FieldDefinition field : model.fields()) {
            if (queryable(field) && field.type().isOrdered()) {
                keys.add(field.name());
                keys.add("-" + field.name());
            }
        }
        // what a referenced record is named by; any other field of it is taken, too
        for (FieldDefinition field : model.fields()) {
            if (queryable(field) && field.type() == FieldType.REFERENCE) {
                Model target = model.target(field);
                target.display().fields().stream()
                        .filter(naming -> naming.queryable()
                                && naming.type().isOrdered()
                                && rights.allows(Action.VIEW, target)
                                && rights.allows(Action.VIEW, target, naming))
                        .map(naming -> field.name() + "__" + naming.name())
                        .distinct()
                        .forEach(key -> {
                            keys.add(key);
                            keys.add("-" + key);
                        });
            }
        }
        return keys;
    }

    private static ObjectNode query(String name, String description) {
        ObjectNode parameter = NODES.objectNode();
        parameter.put("name", name);
        parameter.put("in", "query");
        parameter.put("description", description);
        return parameter;
    }

    private static ObjectNode choice(String name, String description, List<String> values) {
        ObjectNode parameter = query(name, description);
        parameter.put("style", "form");
        parameter.put("explode", false);
        ObjectNode schema = parameter.putObject("schema");
        schema.put("type", "array").put("minItems", 1);
        ArrayNode names = schema.putObject("items").put("type", "string").putArray("enum");
        values.forEach(names::add); // without uniqueItems, of which clients make sets that have no order
        return parameter;
    }

    private boolean applies(Lookup lookup, FieldDefinition field) {
        return lookup.appliesTo(
                field.type() == FieldType.REFERENCE
                        ? model.target(field).key().getFirst().type()
                        : field.type());
    }

    private boolean isShown(FieldDefinition field) {
        return !field.writeOnly() && rights.allows(Action.VIEW, model, field);
    }

    private boolean queryable(FieldDefinition field) {
        return field.queryable() && rights.allows(Action.VIEW, model, field);
    }

    /**
     * The schema of the filters that are not separate parameters. Nothing is said of additional members: openapi-generator makes a map
     * of such an object, which its clients for Java and Rust do not send as parameters.
     */
    ObjectNode lookups() {
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (FieldDefinition field : model.fields()) {
            if (!queryable(field)) {
                continue;
            }
            for (Lookup lookup : Lookup.values()) {
                if (lookup != Lookup.EXACT && applies(lookup, field)) {
                    properties.set(ListParameter.filter(field) + "__" + lookup.word(), operand(field, lookup));
                }
            }
        }
        return schema;
    }

    /** The schema of the parameter {@code filter}. */
    ObjectNode filter() {
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        schema.put(
                "description",
                "All members hold. A comparison with an empty field is unknown, and so is its negation: such a record is"
                        + " not in the list.");
        ObjectNode self = RecordOperations.ref(model.name() + ".filter");
        ObjectNode properties = schema.putObject("properties");
        for (String group : List.of("and", "or")) {
            properties.putObject(group).put("type", "array").set("items", self);
        }
        // not a reference: openapi-generator's structs for Rust would contain themselves
        properties
                .putObject("not")
                .put("type", "object")
                .put("additionalProperties", true)
                .put("description", "A filter as this one.");
        boolean relations = false;
        for (FieldDefinition field : model.fields()) {
            if (!queryable(field)) {
                continue;
            }
            relations |= field.reference().isPresent();
            for (Lookup lookup : Lookup.values()) {
                if (applies(lookup, field)) {
                    String name = ListParameter.filter(field);
                    properties.set(lookup == Lookup.EXACT ? name : name + "__" + lookup.word(), member(field, lookup));
                }
            }
        }
        if (relations) {
            schema.putObject("additionalProperties").put("description", THROUGH_REFERENCES);
        } else {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    /** A comparison in JSON, where several values are a list. */
    private ObjectNode member(FieldDefinition field, Lookup lookup) {
        if (!lookup.operand().isList()) {
            return operand(field, lookup);
        }
        ObjectNode list = NODES.objectNode().put("type", "array");
        list.set("items", ModelSchemas.queried(model, field));
        if (lookup.operand() == Lookup.Operand.TWO_VALUES) {
            list.put("minItems", 2).put("maxItems", 2);
        }
        return list;
    }

    private ObjectNode operand(FieldDefinition field, Lookup lookup) {
        Optional<String> type = lookup.operand().jsonType();
        if (type.isEmpty()) {
            return ModelSchemas.queried(model, field);
        }
        ObjectNode schema = NODES.objectNode().put("type", type.get());
        return lookup.operand().isList() ? schema.put("description", "Values, separated by commas.") : schema;
    }
}
