package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.http.api.actions.ActionResultResponse;
import dev.hexadmin.http.api.records.DeletedResponse;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The routes of one model's records, with its schemas.
 *
 * <p>A filter for equality is a separate query parameter, which clients and Swagger UI support best. All other lookups
 * together are one exploded object parameter with a property for each: the query string is the same, and a list of ten
 * fields does not need a hundred parameters.
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
    private final RecordParameters parameters;
    private final RecordBodies bodies;
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
        this.possible = EnumSet.noneOf(Action.class);
        possible.addAll(components.rights().actions(model));
        possible.removeIf(action -> !action.isPossibleOn(model));
        this.parameters = new RecordParameters(model, components.rights());
        this.bodies = new RecordBodies(model, possible, components);
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
        if (!bodies.bulkLists().isEmpty()) {
            all.add(bulk());
        }
        if (possible.contains(Action.VIEW) && !model.key().isEmpty()) {
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

    /** The routes of the comments on the records of a registered model. */
    List<Operation> comments(String api) {
        return model.definition().comments() && possible.contains(Action.VIEW)
                ? new CommentOperations(model, api, parameters.id(), components.responses()).operations()
                : List.of();
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
        return text(model.definition().labels().one());
    }

    private String many() {
        return text(model.definition().labels().many());
    }

    private Operation list() {
        Operation list = operation(Method.GET, "/", "list", "List: " + many())
                .says(
                        "Filters are combined with AND. Each lookup is a parameter, such as `name__icontains=x`; filters may"
                                + " have the prefix `filter_`.")
                .takes("page", "per_page", "cursor", "count")
                .takes(parameters.ordering());
        if (!model.searchPaths().isEmpty()) {
            list.takes("q");
        }
        parameters.projection(list);
        parameters.filters(list);
        return list.answers(200, "A page of results.", ref(model.name() + ".page"), "Link", UNREADABLE)
                .refuses(401, 403);
    }

    private Operation read() {
        Operation read = operation(Method.GET, "/{id}", "get", "Get: " + one()).takes(parameters.id());
        parameters.projection(read);
        return read.takes("If-None-Match")
                .answers(200, "The record.", components.ref(model), "ETag", UNREADABLE)
                .answers(304, "Not modified.", "ETag")
                .refuses(401, 403, 404);
    }

    private Operation create() {
        return operation(Method.POST, "/", "create", "Create: " + one())
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref(model.name() + ".create"), JSON)
                .answers(
                        201,
                        "The created record.",
                        components.ref(model),
                        "Location",
                        "ETag",
                        UNREADABLE,
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 409, 422);
    }

    private Operation bulk() {
        return operation(Method.POST, "/bulk", "bulk", "Bulk create, update and delete: " + many())
                .says("Up to 1000 operations in one transaction.")
                .takes("Idempotency-Key", "Prefer", "dry_run")
                .body(true, ref(model.name() + ".bulk"), JSON)
                .answers(
                        200,
                        "The results.",
                        ref(model.name() + ".bulk_result"),
                        UNREADABLE,
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 404, 409, 422)
                .refuses(conditional());
    }

    private Operation replace() {
        return change(operation(Method.PUT, "/{id}", "replace", "Replace: " + one())
                        .says("Omitted writable fields are set to their default or null."))
                .body(true, ref(model.name() + ".update"), JSON);
    }

    private Operation patch() {
        return change(operation(Method.PATCH, "/{id}", "patch", "Update fields: " + one())
                        .says("Only the given fields change."))
                .body(true, ref(model.name() + ".patch"), JSON, "application/merge-patch+json");
    }

    private Operation change(Operation operation) {
        return operation
                .takes(parameters.id())
                .takes("If-Match", "Prefer", "dry_run")
                .answers(200, "The updated record.", components.ref(model), "ETag", UNREADABLE, "Preference-Applied")
                .refuses(401, 403, 404, 409, 412)
                .refuses(conditional());
    }

    private Operation delete() {
        return operation(Method.DELETE, "/{id}", "delete", "Delete: " + one())
                .takes(parameters.id())
                .takes("If-Match", "Prefer", "dry_run")
                .answers(
                        200,
                        "Dry run: the number of records of each model that would be deleted.",
                        components.responses().ref(DeletedResponse.class),
                        "Preference-Applied")
                .answers(204, "Deleted.")
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
                text(action.labels()) + (action.forRecords() ? ": " + many() : ""));
        action.helpLabels().map(Localized::text).ifPresent(operation::says);
        return operation
                .takes("Idempotency-Key", "If-Match", "Prefer", "dry_run")
                .body(true, bodies.action(offered), JSON)
                .answers(
                        200,
                        "The results.",
                        components.responses().ref(ActionResultResponse.class),
                        "Preference-Applied",
                        "Idempotent-Replayed")
                .refuses(401, 403, 404, 409, 412, 422, 428);
    }

    /** Adds the schemas that the operations name. */
    void schemas(ObjectNode all) {
        if (possible.contains(Action.VIEW)) {
            all.set(model.name() + ".lookups", parameters.lookups());
            all.set(model.name() + ".filter", parameters.filter());
        }
        bodies.schemas(all);
    }

    private int[] conditional() {
        return model.definition().requireIfMatch() ? new int[] {412, 428} : new int[0];
    }
}
