package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.records.EditingRecords.Bulk;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.openapi.ModelSchemas.Form;
import java.util.Optional;
import java.util.function.Predicate;

/** The member of a parent's body that creates, changes and deletes its children. */
final class ChildSchemas {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ModelSchemas schemas;
    private final Rights rights;

    ChildSchemas(ModelSchemas schemas, Rights rights) {
        this.schemas = schemas;
        this.rights = rights;
    }

    /** Adds the children that the reader may change to the schema of a parent's body. */
    void addTo(ObjectNode body, Model parent) {
        for (Model.Children children : parent.children()) {
            ObjectNode member = member(children);
            if (!member.path("properties").isEmpty()) {
                ((ObjectNode) body.get("properties")).set(children.name(), member);
            }
        }
    }

    private ObjectNode member(Model.Children children) {
        Model child = children.model();
        ObjectNode schema = NODES.objectNode();
        schema.put("type", "object");
        schemas.describe(schema, child.definition().labels().many(), Optional.empty());
        ObjectNode lists = schema.putObject("properties");
        if (may(Action.CREATE, child) && rights.allows(Action.CREATE, child, children.reference())) {
            list(lists, "create").set("items", create(children));
        }
        if (may(Action.EDIT, child)) {
            list(lists, "update").set("items", update(children));
        }
        if (may(Action.DELETE, child) && !child.definition().requireIfMatch()) {
            list(lists, "delete").put("uniqueItems", true).set("items", ModelSchemas.keyInBody(child));
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private static ObjectNode list(ObjectNode lists, String name) {
        return lists.putObject(name).put("type", "array").put("maxItems", Bulk.LIMIT);
    }

    private boolean may(Action action, Model child) {
        return rights.allows(action, child) && action.isPossibleOn(child);
    }

    private ObjectNode create(Model.Children children) {
        ObjectNode schema = schemas.schema(children.model(), Form.CREATE, written(children, Action.CREATE));
        if (children.position().isPresent() && schema.get("required") instanceof ArrayNode required) {
            String position = children.position().get().name();
            for (int i = required.size() - 1; i >= 0; i--) {
                if (required.get(i).asText().equals(position)) {
                    required.remove(i);
                }
            }
            if (required.isEmpty()) {
                schema.remove("required");
            }
        }
        return schema;
    }

    private ObjectNode update(Model.Children children) {
        Model child = children.model();
        ObjectNode schema = schemas.schema(child, Form.PATCH, written(children, Action.EDIT));
        ObjectNode properties = (ObjectNode) schema.get("properties");
        ArrayNode required = NODES.arrayNode();
        for (FieldDefinition key : child.key()) {
            properties.set(key.name(), ModelSchemas.key(child, key));
            required.add(key.name());
        }
        if (child.field("if_match").isEmpty()) {
            properties
                    .putObject("if_match")
                    .put("type", "string")
                    .put("description", "The ETag of the record: it is changed only when it has this version.");
            if (child.definition().requireIfMatch()) {
                required.add("if_match");
            }
        }
        schema.set("required", required);
        return schema;
    }

    private Predicate<FieldDefinition> written(Model.Children children, Action action) {
        return field -> !field.equals(children.reference()) && rights.allows(action, children.model(), field);
    }
}
