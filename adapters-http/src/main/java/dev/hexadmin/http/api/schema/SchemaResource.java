package dev.hexadmin.http.api.schema;

import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.actions.RecordAction;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.Layout;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Message;
import dev.hexadmin.http.openapi.ModelSchemaResponse;
import dev.hexadmin.http.openapi.ModelSchemaResponse.Arrangement;
import dev.hexadmin.http.openapi.ModelSchemaResponse.Bodies;
import dev.hexadmin.http.openapi.ModelSchemaResponse.ModelAction;
import dev.hexadmin.http.openapi.ModelSchemaResponse.ModelChildren;
import dev.hexadmin.http.openapi.ModelSchemas;
import dev.hexadmin.http.openapi.ModelSchemas.Form;
import dev.hexadmin.http.openapi.SchemaIndexResponse;
import dev.hexadmin.http.openapi.SchemaIndexResponse.ModelLink;
import dev.hexadmin.http.server.json.JsonResponse;
import dev.hexadmin.http.server.request.QueryParameters;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.texts.Localized;
import io.helidon.http.Method;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code /api/schema}: what the caller can see and write, as JSON Schema (draft 2020-12). Thread-safe. */
public final class SchemaResource {
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
        QueryParameters.only(request);
        return JsonResponse.of(
                200,
                new SchemaIndexResponse(models.models().stream()
                        .filter(model -> model.definition().exposure().json() && rights.allows(Action.VIEW, model))
                        .map(model -> link(model, rights))
                        .toList()));
    }

    private ModelLink link(Model model, Rights rights) {
        return new ModelLink(
                model.name(),
                text(model.definition().labels().one()),
                text(model.definition().labels().many()),
                url(model),
                api + "/schema/" + model.name() + "/",
                possible(model, rights).stream().map(Action::word).toList(),
                key(model));
    }

    private Response one(RequestContext request) {
        Rights rights = request.signedIn().rights();
        Model model = models.model(request.variable("model"))
                .filter(m -> m.definition().exposure().json())
                .orElseThrow(() -> RequestRejectedException.notFound("There is no such model."));
        if (!rights.allows(Action.VIEW, model)) {
            throw RequestRejectedException.forbidden(
                    "forbidden", Message.of("You may not view {model}.").with("model", model.name()));
        }
        QueryParameters.only(request);
        ModelSchemas schemas = ModelSchemas.ofWholeRecords(rights);
        ObjectNode record = schemas.schema(model, Form.RECORD, allowed(rights, Action.VIEW, model));
        Set<Action> possible = possible(model, rights);
        List<ModelAction> offered = actions.apply(request.signedIn(), model).stream()
                .map(one -> action(schemas, one, model))
                .toList();
        return JsonResponse.of(
                200,
                new ModelSchemaResponse(
                        "https://json-schema.org/draft/2020-12/schema",
                        api + "/schema/" + model.name() + "/",
                        record.path("type").asText(),
                        record.path("title").asText(),
                        record.path("properties"),
                        record.has("required")
                                ? record.path("required")
                                        .valueStream()
                                        .map(JsonNode::asText)
                                        .toList()
                                : null,
                        record.path("additionalProperties").asBoolean(),
                        key(model),
                        // a name made of fields that the caller may not see would name these fields
                        model.display().fields().stream().allMatch(allowed(rights, Action.VIEW, model))
                                ? model.definition().labels().display()
                                : null,
                        model.definition().navigation().icon().word(),
                        arrangement(model, allowed(rights, Action.VIEW, model)),
                        new Bodies(
                                body(schemas, model, rights, possible, Action.CREATE, Form.CREATE),
                                body(schemas, model, rights, possible, Action.EDIT, Form.UPDATE),
                                body(schemas, model, rights, possible, Action.EDIT, Form.PATCH)),
                        offered.isEmpty() ? null : offered,
                        children(model, rights)));
    }

    private static @Nullable List<ModelChildren> children(Model model, Rights rights) {
        List<ModelChildren> children = model.children().stream()
                .filter(one -> one.model().definition().exposure().json()
                        && rights.allows(Action.VIEW, one.model())
                        && rights.allows(Action.VIEW, one.model(), one.reference()))
                .map(one -> new ModelChildren(
                        one.name(),
                        one.reference().name(),
                        one.position()
                                .filter(position -> rights.allows(Action.VIEW, one.model(), position))
                                .map(FieldDefinition::name)
                                .orElse(null)))
                .toList();
        return children.isEmpty() ? null : children;
    }

    private static Arrangement arrangement(Model model, Predicate<FieldDefinition> seen) {
        Layout layout = model.layout();
        return new Arrangement(
                layout.tabs().stream()
                        .map(tab -> new Arrangement.Tab(text(tab.label()), groups(model, tab.groups(), seen)))
                        .toList(),
                groups(model, layout.rail(), seen),
                layout.widths().entrySet().stream()
                        .filter(width -> seen.test(model.fieldNamed(width.getKey())))
                        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, TreeMap::new)));
    }

    private static List<Arrangement.Group> groups(
            Model model, List<Layout.Group> groups, Predicate<FieldDefinition> seen) {
        return groups.stream()
                .map(group -> new Arrangement.Group(
                        text(group.label()),
                        group.fields().stream()
                                .filter(name -> seen.test(model.fieldNamed(name)))
                                .toList()))
                .filter(group -> !group.fields().isEmpty())
                .toList();
    }

    private ModelAction action(ModelSchemas schemas, Offered offered, Model model) {
        RecordAction action = offered.action();
        return new ModelAction(
                action.name(),
                text(action.labels()),
                action.helpLabels().map(Localized::text).orElse(null),
                action.confirmationLabels().map(Localized::text).orElse(null),
                action.dangerous(),
                action.needs().word(),
                action.places().stream()
                        .sorted()
                        .map(place -> place.name().toLowerCase(Locale.ROOT))
                        .toList(),
                url(model) + "actions/" + action.name(),
                schemas.schema(offered.form(), Form.CREATE, field -> true));
    }

    private static JsonNode body(
            ModelSchemas schemas, Model model, Rights rights, Set<Action> possible, Action action, Form form) {
        return possible.contains(action)
                ? form == Form.UPDATE
                        ? schemas.schema(model, form, allowed(rights, action, model))
                        : schemas.withChildren(model, form, allowed(rights, action, model))
                : BooleanNode.FALSE; // the schema that no value meets
    }

    private static List<String> key(Model model) {
        return model.key().stream().map(FieldDefinition::name).toList();
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
        // roles have separate routes
        return api + "/" + (model.name().equals("admin_roles") ? "roles" : model.name()) + "/";
    }
}
