package dev.hexadmin.http.openapi;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.openapi.ModelSchemas.Form;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The record schemas of a document, each under its model's name. Every referenced schema is
 * included: also that of a model without operations in the document, whose records are in answers with expanded
 * references. Not thread-safe.
 */
final class RecordComponents {
    private final Rights rights;
    private final ResponseSchemas responses;
    private final Set<String> named = new HashSet<>();
    private final Deque<Model> unwritten = new ArrayDeque<>();
    private final ModelSchemas schemas;

    /**
     * @param rights of the reader of the schemas: fields that they do not allow to view are left out
     */
    RecordComponents(Rights rights, ResponseSchemas responses) {
        this.rights = rights;
        this.responses = responses;
        this.schemas = ModelSchemas.ofPartialRecords(rights, this::expansion);
    }

    Rights rights() {
        return rights;
    }

    /** The schemas of fixed responses. */
    ResponseSchemas responses() {
        return responses;
    }

    /** Schemas that refer to these. */
    ModelSchemas schemas() {
        return schemas;
    }

    /** Refers to a model's record schema. */
    ObjectNode ref(Model model) {
        if (named.add(model.name())) {
            unwritten.add(model);
        }
        return RecordOperations.ref(model.name());
    }

    private Optional<ObjectNode> expansion(Model target) {
        if (!rights.allows(Action.VIEW, target)) {
            return Optional.empty();
        }
        // the documents do not name a model that the JSON API does not have
        return Optional.of(
                target.definition().exposure().json()
                        ? ref(target)
                        : JsonNodeFactory.instance.objectNode().put("type", "object"));
    }

    /** Adds every schema that was referred to, and those that these refer to. */
    void write(ObjectNode components) {
        while (!unwritten.isEmpty()) {
            Model model = unwritten.remove();
            ObjectNode record = schemas.schema(model, Form.RECORD, field -> rights.allows(Action.VIEW, model, field));
            record.put(
                    "description",
                    "Fields that the caller may not view or did not request are omitted. A related record is given in"
                            + " place of its key when it is expanded."
                            + (model.children().isEmpty() ? "" : " Children are given when they are expanded."));
            components.set(model.name(), record);
        }
    }
}
