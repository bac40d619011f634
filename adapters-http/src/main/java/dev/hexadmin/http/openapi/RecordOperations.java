package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.query.ListParameter;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.records.Lookup;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.http.api.actions.ActionResultResponse;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.openapi.ModelSchemas.Form;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The routes of one model's records, with its schemas.
 *
 * <p>A filter for equality is a query parameter of its own, as clients and Swagger UI like them. All other lookups
 * together are one exploded object parameter with a property for each: on the wire that is the same, and it keeps a list
 * of ten fields from having a hundred parameters.
 */
final class RecordOperations {
    private static final String UNREADABLE = "Unreadable-Fields";
    /** Query parameters of lists: a field of such a name is filtered by {@code filter_{name}}. */
    static final Set<String> PARAMETERS =
            Set.of("page", "per_page", "cursor", "count", "ordering", "q", "fields", "expand");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";

    private final Model model;
    private final List<Offered> actions;
    private final String path;
    private final String template;
    private final String prefix;
    private final RecordComponents components;
    private final ModelSchemas schemas;
    private final Rights rights;
    private final Set<Action> possible;

    /**
     * @param actions of the model
     * @param path of the list, without a slash at the end
     * @param template the same in the route table
     * @param prefix of the operations' names
     * @param components the record schemas of the document
     */
    RecordOperations(
            Model model,
            List<Offered> actions,
            String path,
            String template,
            String prefix,
            RecordComponents components) {
        this.actions = actions;
        this.model = model;
        this.path = path;
        this.template = template;
        this.prefix = prefix;
        this.components = components;
        this.schemas = components.schemas();
        this.rights = components.rights();
        this.possible = EnumSet.noneOf(Action.class);
        possible.addAll(rights.actions(model));
        possible.removeIf(action -> !action.isPossibleOn(model));
    }

    static ObjectNode ref(String name) {
        return NODES.objectNode().put("$ref", "#/components/schemas/" + name);
    }

    List<Operation> operations() {
        List<Operation> all = new ArrayList<>();
        if (possible.contains(Action.VIEW)) {
            all.add(list());
        }
        if (possible.contains(Action.CREATE)) {
            all.add(create());
        }
        if (!bulkLists().isEmpty()) {
            all.add(bulk());
        }
        if (possible.contains(Action.VIEW)) {
            all.add(read());
        }
        if (possible.contains(Action.EDIT)) {
            all.add(replace());
            all.add(patch());
        }
        if (possible.contains(Action.DELETE)) {
            all.add(delete());
        }
        actions.forEach(one -> all.add(action(one)));
        return all;
    }

    private Operation operation(Method method, String below, String action, String summary) {
        return new Operation(
                method,
                path + below,
                template + (below.equals("/") ? "" : below),
                prefix + "_" + action,
                model.name(),
                summary);
    }

    private String one() {
        return model.definition().label();
    }

    private String many() {
        return model.definition().labelPlural();
    }

    private Operation list() {
        Operation list = operation(Method.GET, "/", "list", "List: " + many())
                .says("Filters are combined by AND. Each lookup is a parameter of its own, such as `name__icontains=x`;"
                        + " a filter is also taken with the prefix `filter_`.")
                .takes("page", "per_page", "cursor", "count")
                .takes(choice(
                        "ordering",
                        "Sort fields, first one first; `-` for descending. A field of a referenced record follows `__`.",
                        sortable()));
        if (!model.searchPaths().isEmpty()) {
            list.takes("q");
        }
        projection(list);
        for (FieldDefinition field : model.fields()) {
            if (queryable(field) && applies(Lookup.EXACT, field)) {
                ObjectNode parameter = query(ListParameter.filter(field), field.label() + " equals this.");
                parameter.set("schema", ModelSchemas.queried(model, field));
                list.takes(parameter);
            }
        }
        ObjectNode lookups = query("lookups", "Every other filter: `{field}__{lookup}`.");
        lookups.put("style", "form");
        lookups.put("explode", true);
        lookups.set("schema", ref(model.name() + ".lookups"));
        return list.takes(lookups)
                .answers(200, "One page.", ref(model.name() + ".page"), "Link", UNREADABLE)
                .refuses(401, 403);
    }

    private Operation read() {
        Operation read = operation(Method.GET, "/{id}", "get", "Read: " + one()).takes(id());
        projection(read);
        return read.takes("If-None-Match")
                .answers(200, "The record.", components.ref(model), "ETag", UNREADABLE)
                .answers(304, "It has not changed since the version that the client has.", "ETag")
                .refuses(401, 403, 404);
    }

    private Operation create() {
        return operation(Method.POST, "/", "create", "Create: " + one())
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref(model.name() + ".create"), JSON)
                .answers(
                        201,
                        "The new record.",
                        components.ref(model),
                        "Location",
                        "ETag",
                        UNREADABLE,
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409, 422);
    }

    private Operation bulk() {
        return operation(Method.POST, "/bulk", "bulk", "Create, change and delete many: " + many())
                .says("At most 1000 operations in one transaction: all of them or none.")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref(model.name() + ".bulk"), JSON)
                .answers(
                        200,
                        "What was done.",
                        ref(model.name() + ".bulk_result"),
                        UNREADABLE,
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 404, 409, 422)
                .refuses(conditional());
    }

    private Operation replace() {
        return change(operation(Method.PUT, "/{id}", "replace", "Replace: " + one())
                        .says("A writable field that is left out gets its default, or null."))
                .body(true, ref(model.name() + ".update"), JSON);
    }

    private Operation patch() {
        return change(operation(Method.PATCH, "/{id}", "patch", "Change fields: " + one())
                        .says("Only the fields given change; null clears."))
                .body(true, ref(model.name() + ".patch"), JSON, "application/merge-patch+json");
    }

    private Operation change(Operation operation) {
        return operation
                .takes(id())
                .takes("If-Match", "Prefer", "dry_run")
                .answers(
                        200,
                        "The record as it is now.",
                        components.ref(model),
                        "ETag",
                        UNREADABLE,
                        "Preference-Applied")
                .refuses(401, 403, 404, 409, 412)
                .refuses(conditional());
    }

    private Operation delete() {
        return operation(Method.DELETE, "/{id}", "delete", "Delete: " + one())
                .takes(id())
                .takes("If-Match", "Prefer", "dry_run")
                .answers(
                        200,
                        "A dry run: how many records of each model would go.",
                        components.responses().ref(DeletedResponse.class),
                        "Preference-Applied")
                .answers(204, "It is gone.")
                .refuses(401, 403, 404, 409, 412)
                .refuses(conditional());
    }

    private Operation action(Offered offered) {
        RecordAction action = offered.action();
        Operation operation = new Operation(
                Method.POST,
                path + "/actions/" + action.name(),
                template + "/actions/{action}",
                prefix + "_action_" + action.name(),
                model.name(),
                action.label() + (action.forRecords() ? ": " + many() : ""));
        action.help().ifPresent(operation::says);
        return operation
                .takes("Idempotency-Key", "If-Match", "Prefer", "dry_run")
                .body(true, actionBody(offered), JSON)
                .answers(
                        200,
                        "What was done.",
                        components.responses().ref(ActionResultResponse.class),
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 404, 409, 412, 422, 428);
    }

    private ObjectNode actionBody(Offered offered) {
        RecordAction action = offered.action();
        ObjectNode schema = NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = NODES.arrayNode();
        boolean several = action.places().contains(RecordAction.Place.LIST);
        if (action.forRecords()) {
            ObjectNode ids = properties.putObject("ids");
            ids.put("type", "array").put("minItems", 1).put("maxItems", several ? 1000 : 1);
            ids.set("items", keyInBody());
            if (several) {
                ObjectNode filters = properties.putObject("filters").put("type", "object");
                filters.put("description", "All records of a list: its query, with 'count'; in place of 'ids'.");
                filters.putObject("additionalProperties").put("type", "string");
                properties
                        .putObject("count")
                        .put("type", "integer")
                        .put("minimum", 0)
                        .put("maximum", Long.MAX_VALUE)
                        .put("description", "How many records the list has.");
                ArrayNode either = schema.putArray("oneOf");
                ObjectNode byKeys = either.addObject();
                byKeys.putArray("required").add("ids");
                byKeys.putObject("properties").put("filters", false).put("count", false);
                ObjectNode byFilters = either.addObject();
                byFilters.putArray("required").add("filters").add("count");
                byFilters.putObject("properties").put("ids", false);
            } else {
                required.add("ids");
            }
        }
        ObjectNode parameters = schemas.schema(offered.form(), Form.CREATE, field -> true);
        properties.set("parameters", parameters);
        if (parameters.has("required")) {
            required.add("parameters");
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema.put("additionalProperties", false);
    }

    private int[] conditional() {
        return model.definition().requireIfMatch() ? new int[] {412, 428} : new int[0];
    }

    private ObjectNode id() {
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

    private void projection(Operation operation) {
        operation.takes(choice(
                "fields",
                "Only these fields.",
                model.fields().stream()
                        .filter(this::isShown)
                        .map(FieldDefinition::name)
                        .toList()));
        List<String> references = model.fields().stream()
                .filter(field -> field.reference().isPresent()
                        && isShown(field)
                        && rights.allows(Action.VIEW, model.target(field)))
                .map(FieldDefinition::name)
                .toList();
        if (!references.isEmpty()) {
            operation.takes(choice("expand", "References shown as records in place of keys.", references));
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
        schema.put("type", "array");
        ArrayNode names = schema.putObject("items").put("type", "string").putArray("enum");
        values.forEach(names::add);
        schema.put("uniqueItems", true);
        return parameter;
    }

    private boolean applies(Lookup lookup, FieldDefinition field) {
        return field.reference().isEmpty()
                ? lookup.appliesTo(field.type())
                : lookup.appliesTo(model.target(field).key().getFirst().type());
    }

    /** Adds the schemas that the operations name. */
    void schemas(ObjectNode all) {
        String name = model.name();
        ObjectNode list = NODES.objectNode();
        ArrayNode both = list.putArray("allOf");
        both.add(ref("Page"));
        both.addObject()
                .put("type", "object")
                .putObject("properties")
                .putObject("items")
                .put("type", "array")
                .set("items", components.ref(model));
        if (possible.contains(Action.VIEW)) {
            all.set(name + ".page", list);
            all.set(name + ".lookups", lookups());
        }
        if (possible.contains(Action.CREATE)) {
            all.set(name + ".create", body(Form.CREATE, Action.CREATE));
        }
        if (possible.contains(Action.EDIT)) {
            all.set(name + ".update", body(Form.UPDATE, Action.EDIT));
            all.set(name + ".patch", body(Form.PATCH, Action.EDIT));
        }
        if (!bulkLists().isEmpty()) {
            all.set(name + ".bulk", bulkBody());
            all.set(name + ".bulk_result", bulkResult());
        }
    }

    private ObjectNode body(Form form, Action action) {
        return schemas.schema(model, form, field -> rights.allows(action, model, field));
    }

    private boolean isShown(FieldDefinition field) {
        return !field.writeOnly() && rights.allows(Action.VIEW, model, field);
    }

    private boolean queryable(FieldDefinition field) {
        return field.queryable() && rights.allows(Action.VIEW, model, field);
    }

    /** The members of a bulk body. */
    private List<String> bulkLists() {
        List<String> lists = new ArrayList<>();
        if (possible.contains(Action.CREATE)) {
            lists.add("create");
        }
        if (possible.contains(Action.EDIT)) {
            lists.add("update");
        }
        if (possible.contains(Action.DELETE)) {
            lists.add("delete");
        }
        return lists;
    }

    private ObjectNode lookups() {
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        boolean relations = false;
        for (FieldDefinition field : model.fields()) {
            if (!queryable(field)) {
                continue;
            }
            relations |= field.reference().isPresent();
            for (Lookup lookup : Lookup.values()) {
                if (lookup != Lookup.EXACT && applies(lookup, field)) {
                    properties.set(ListParameter.filter(field) + "__" + lookup.word(), operand(field, lookup));
                }
            }
        }
        if (relations) {
            schema.putObject("additionalProperties")
                    .put("type", "string")
                    .put("description", "Through references, such as `category__name__icontains`.");
        } else {
            schema.put("additionalProperties", false);
        }
        return schema;
    }

    private ObjectNode operand(FieldDefinition field, Lookup lookup) {
        Optional<String> type = lookup.operand().jsonType();
        if (type.isEmpty()) {
            return ModelSchemas.queried(model, field);
        }
        ObjectNode schema = NODES.objectNode().put("type", type.get());
        return lookup.operand().isList() ? schema.put("description", "Values, separated by commas.") : schema;
    }

    private ObjectNode bulkBody() {
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        if (possible.contains(Action.CREATE)) {
            properties
                    .putObject("create")
                    .put("type", "array")
                    .put("maxItems", 1000)
                    .set("items", ref(model.name() + ".create"));
        }
        ObjectNode update = body(Form.PATCH, Action.EDIT);
        ArrayNode required = NODES.arrayNode();
        for (FieldDefinition key : model.key()) {
            ((ObjectNode) update.get("properties")).set(key.name(), ModelSchemas.key(model, key));
            required.add(key.name());
        }
        update.set("required", required);
        if (possible.contains(Action.EDIT)) {
            properties
                    .putObject("update")
                    .put("type", "array")
                    .put("maxItems", 1000)
                    .set("items", update);
        }
        if (possible.contains(Action.DELETE)) {
            properties
                    .putObject("delete")
                    .put("type", "array")
                    .put("maxItems", 1000)
                    .put("uniqueItems", true)
                    .set("items", keyInBody());
        }
        schema.put("description", "1 to 1000 operations in all.");
        ArrayNode any = schema.putArray("anyOf");
        for (String list : bulkLists()) {
            ObjectNode some = any.addObject();
            some.putArray("required").add(list);
            some.putObject("properties").putObject(list).put("minItems", 1);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    /** The key of a record in a body; a composite one is written as in a path. */
    private ObjectNode keyInBody() {
        return model.key().size() == 1
                ? ModelSchemas.key(model, model.key().getFirst())
                : NODES.objectNode()
                        .put("type", "string")
                        .put("pattern", "^[^,]*(,[^,]*){" + (model.key().size() - 1) + "}$");
    }

    private ObjectNode bulkResult() {
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        for (String list : List.of("created", "updated")) {
            properties.putObject(list).put("type", "array").set("items", components.ref(model));
        }
        properties.putObject("deleted").put("type", "integer").put("minimum", 0);
        schema.putArray("required").add("created").add("updated").add("deleted");
        schema.put("additionalProperties", false);
        return schema;
    }
}
