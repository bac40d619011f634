package dev.hexadmin.http.api.schema;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.http.openapi.ModelSchemas;
import dev.hexadmin.http.openapi.ModelSchemas.Form;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@code /api/schema}: what the caller can see and write, as JSON Schema (draft 2020-12). Thread-safe. */
public final class SchemaResource {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ModelRegistry models;
    private final BiFunction<Actor, Model, List<Offered>> actions;
    private final String api;

    /**
     * @param actions that an actor may run
     * @param adminPath where the panel is mounted
     */
    public SchemaResource(ModelRegistry models, BiFunction<Actor, Model, List<Offered>> actions, String adminPath) {
        this.actions = actions;
        this.models = models;
        this.api = adminPath + "/api";
    }

    public List<Route> routes() {
        return List.of(
                new Route(Method.GET, api + "/schema", Policy.SIGNED_IN, this::index),
                new Route(Method.GET, api + "/schema/{model}", Policy.RIGHTS, this::one));
    }

    private Response index(RequestContext request) {
        Rights rights = request.signedIn().rights();
        noParameters(request);
        ObjectNode answer = NODES.objectNode();
        ArrayNode items = answer.putArray("items");
        for (Model model : models.models()) {
            if (model.definition().exposure().json() && rights.allows(Action.VIEW, model)) {
                ObjectNode item = items.addObject();
                item.put("name", model.name());
                item.put("label", model.definition().label());
                item.put("label_plural", model.definition().labelPlural());
                item.put("url", url(model));
                item.put("schema", api + "/schema/" + model.name() + "/");
                ArrayNode actions = item.putArray("actions");
                possible(model, rights).forEach(action -> actions.add(action.word()));
                ArrayNode key = item.putArray("key");
                model.key().forEach(field -> key.add(field.name()));
            }
        }
        return json(answer);
    }

    private Response one(RequestContext request) {
        Rights rights = request.signedIn().rights();
        Model model = models.model(request.variable("model"))
                .filter(m -> m.definition().exposure().json())
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such model."));
        if (!rights.allows(Action.VIEW, model)) {
            throw RequestRejectedException.forbidden("forbidden", "You may not view " + model.name() + ".");
        }
        noParameters(request);
        ModelSchemas schemas = ModelSchemas.ofWholeRecords(rights);
        ObjectNode schema = NODES.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("$id", api + "/schema/" + model.name() + "/");
        schema.setAll(schemas.schema(model, Form.RECORD, allowed(rights, Action.VIEW, model)));
        ArrayNode key = schema.putArray("x-key");
        model.key().forEach(field -> key.add(field.name()));
        // a name made of fields that the caller may not see would tell their names
        if (model.display().fields().stream().allMatch(allowed(rights, Action.VIEW, model))) {
            schema.put("x-display", model.definition().display());
        }
        ObjectNode definitions = schema.putObject("$defs");
        Set<Action> possible = possible(model, rights);
        definition(schemas, definitions, "create", model, rights, possible, Action.CREATE, Form.CREATE);
        definition(schemas, definitions, "update", model, rights, possible, Action.EDIT, Form.UPDATE);
        definition(schemas, definitions, "patch", model, rights, possible, Action.EDIT, Form.PATCH);
        actions(schemas, schema, request.signedIn(), model);
        return json(schema);
    }

    private void actions(ModelSchemas schemas, ObjectNode schema, Actor actor, Model model) {
        List<Offered> offered = actions.apply(actor, model);
        if (offered.isEmpty()) {
            return;
        }
        ArrayNode all = schema.putArray("x-actions");
        for (Offered one : offered) {
            RecordAction action = one.action();
            ObjectNode told = all.addObject();
            told.put("name", action.name());
            told.put("label", action.label());
            action.help().ifPresent(help -> told.put("help", help));
            action.confirmation().ifPresent(question -> told.put("confirm", question));
            told.put("dangerous", action.dangerous());
            told.put("needs", action.needs().word());
            ArrayNode places = told.putArray("places");
            action.places().stream()
                    .sorted()
                    .forEach(place -> places.add(place.name().toLowerCase(Locale.ROOT)));
            told.put("url", url(model) + "actions/" + action.name());
            told.set("parameters", schemas.schema(one.form(), Form.CREATE, field -> true));
        }
    }

    private static void definition(
            ModelSchemas schemas,
            ObjectNode definitions,
            String name,
            Model model,
            Rights rights,
            Set<Action> possible,
            Action action,
            Form form) {
        if (possible.contains(action)) {
            definitions.set(name, schemas.schema(model, form, allowed(rights, action, model)));
        } else {
            // the schema that nothing meets: no body is taken
            definitions.put(name, false);
        }
    }

    private static Predicate<FieldDefinition> allowed(Rights rights, Action action, Model model) {
        return field -> rights.allows(action, model, field);
    }

    private static Set<Action> possible(Model model, Rights rights) {
        Set<Action> actions = rights.actions(model);
        return actions.stream()
                .filter(action -> action.isPossibleOn(model))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Action.class)));
    }

    private String url(Model model) {
        // roles have routes of their own
        return api + "/" + (model.name().equals("admin_roles") ? "roles" : model.name()) + "/";
    }

    private static void noParameters(RequestContext request) {
        List<Violation> unknown = request.query().keySet().stream()
                .map(name -> new Violation("?" + name, "unknown_parameter", "There is no such parameter here."))
                .toList();
        if (!unknown.isEmpty()) {
            throw RequestRejectedException.malformed("invalid_query", "The query is not valid.", unknown);
        }
    }

    private static Response json(ObjectNode node) {
        return Response.json(200, node.toString().getBytes(StandardCharsets.UTF_8));
    }
}
