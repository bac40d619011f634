package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.openapi.ModelSchemas.Form;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The schemas of the bodies of a model's operations. */
final class RecordBodies {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Model model;
    private final Set<Action> possible;
    private final RecordComponents components;
    private final ModelSchemas schemas;
    private final Rights rights;

    /** @param possible on the model, with the rights */
    RecordBodies(Model model, Set<Action> possible, RecordComponents components) {
        this.model = model;
        this.possible = possible;
        this.components = components;
        this.schemas = components.schemas();
        this.rights = components.rights();
    }

    private static ObjectNode ref(String name) {
        return RecordOperations.ref(name);
    }

    /** The body that runs an action. */
    ObjectNode action(Offered offered) {
        RecordAction action = offered.action();
        ObjectNode schema = NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = NODES.arrayNode();
        boolean several = action.places().contains(RecordAction.Place.LIST);
        if (action.forRecords()) {
            ObjectNode ids = properties.putObject("ids");
            ids.put("type", "array").put("minItems", 1).put("maxItems", several ? 1000 : 1);
            ids.set("items", ModelSchemas.keyInBody(model));
            if (several) {
                ObjectNode filters = properties.putObject("filters").put("type", "object");
                filters.put(
                        "description",
                        "Selects all records of a list by its query, instead of `ids`; requires `count`.");
                filters.putObject("additionalProperties").put("type", "string");
                properties
                        .putObject("count")
                        .put("type", "integer")
                        .put("minimum", 0)
                        .put("maximum", Long.MAX_VALUE)
                        .put("description", "The number of records of the list.");
                // without oneOf, of which generators of clients make classes that lack the members
                schema.putObject("if").putArray("required").add("ids");
                schema.putObject("then")
                        .putObject("properties")
                        .put("filters", false)
                        .put("count", false);
                schema.putObject("else").putArray("required").add("filters").add("count");
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

    /** Adds the schemas that the operations name. */
    void schemas(ObjectNode all) {
        String name = model.name();
        if (possible.contains(Action.VIEW)) {
            all.set(name + ".page", page());
        }
        if (possible.contains(Action.CREATE)) {
            all.set(name + ".create", withChildren(Form.CREATE, Action.CREATE));
        }
        if (possible.contains(Action.EDIT)) {
            all.set(name + ".update", body(Form.UPDATE, Action.EDIT));
            all.set(name + ".patch", withChildren(Form.PATCH, Action.EDIT));
        }
        if (!bulkLists().isEmpty()) {
            all.set(name + ".bulk", bulkBody());
            all.set(name + ".bulk_result", bulkResult());
        }
    }

    /** One object, not a common one and its items in allOf: generators of clients lose there that a member can be null. */
    private ObjectNode page() {
        ObjectNode page = NODES.objectNode().put("type", "object");
        ObjectNode members = page.putObject("properties");
        members.putObject("items").put("type", "array").set("items", components.ref(model));
        orNull(members.putObject("total"), "integer").put("minimum", 0);
        orNull(members.putObject("page"), "integer")
                .put("minimum", 1)
                .put("description", "Null for pages requested by cursor.");
        members.putObject("per_page").put("type", "integer").put("minimum", 1).put("maximum", 200);
        orNull(members.putObject("total_pages"), "integer").put("minimum", 0);
        members.putObject("has_next").put("type", "boolean");
        orNull(members.putObject("next_cursor"), "string");
        orNull(members.putObject("prev_cursor"), "string");
        ArrayNode required = page.putArray("required");
        members.fieldNames().forEachRemaining(required::add);
        return page;
    }

    private static ObjectNode orNull(ObjectNode schema, String type) {
        schema.putArray("type").add(type).add("null");
        return schema;
    }

    private ObjectNode withChildren(Form form, Action action) {
        return schemas.withChildren(model, form, field -> rights.allows(action, model, field));
    }

    private ObjectNode body(Form form, Action action) {
        return schemas.schema(model, form, field -> rights.allows(action, model, field));
    }

    /** The members of a bulk body. */
    List<String> bulkLists() {
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

    private ObjectNode bulkBody() {
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        if (possible.contains(Action.CREATE)) {
            properties
                    .putObject("create")
                    .put("type", "array")
                    .put("maxItems", 1000)
                    .set(
                            "items",
                            model.children().isEmpty()
                                    ? ref(model.name() + ".create")
                                    : body(Form.CREATE, Action.CREATE));
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
                    .set("items", ModelSchemas.keyInBody(model));
        }
        schema.put("description", "1 to 1000 operations in all.");
        // without anyOf, of which generators of clients make classes that lack the members
        ObjectNode nothing = schema.putObject("not").putObject("properties");
        bulkLists().forEach(list -> nothing.putObject(list).put("maxItems", 0));
        schema.put("additionalProperties", false);
        return schema;
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
