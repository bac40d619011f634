package dev.hexadmin.http.openapi;

import static dev.hexadmin.http.texts.Localized.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.hexadmin.application.actions.RunningActions.Offered;
import dev.hexadmin.application.endpoints.RecordEndpoint;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.http.server.problem.ProblemCatalogue;
import dev.hexadmin.http.server.problem.ProblemResponse;
import dev.hexadmin.http.server.routing.CallLimit;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.settings.HttpSettings;
import io.helidon.http.Method;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The OpenAPI 3.1 document of the JSON API: of its fixed routes, and of each model that the JSON API has. Needs no
 * server. Immutable.
 *
 * <p>It describes what callers with certain rights may do, or with all.
 */
public final class OpenApiDocument {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    // roles are records with separate routes
    private static final String ROLES = "admin_roles";

    private final List<Operation> operations;
    private final byte[] json;

    private OpenApiDocument(List<Operation> operations, byte[] json) {
        this.operations = operations;
        this.json = json;
    }

    /** Writes the document of registered models alone, without actions. */
    public static OpenApiDocument of(
            ModelRegistry models,
            String title,
            String adminPath,
            String notificationsPrefix,
            String version,
            List<HttpSettings.CallLimit> limits) {
        HttpSettings.Visibility open = HttpSettings.Visibility.PUBLIC;
        return of(
                models,
                model -> List.of(),
                new Served(
                        title, adminPath, notificationsPrefix, version, limits, open, open, MessageChannels.BUILT_IN),
                Map.of(),
                model -> List.of(),
                Rights.ALL);
    }

    /**
     * Where everything is.
     *
     * @param title of the document: the name of the installation
     * @param adminPath where the panel is mounted
     * @param notificationsPrefix where notifications are mounted
     * @param version of the product
     * @param limits those that count every call
     * @param openApi who may read this document
     * @param metrics who may read the metrics
     * @param channels those that messages can be sent on
     */
    public record Served(
            String title,
            String adminPath,
            String notificationsPrefix,
            String version,
            List<HttpSettings.CallLimit> limits,
            HttpSettings.Visibility openApi,
            HttpSettings.Visibility metrics,
            MessageChannels channels) {}

    /**
     * Writes the document.
     *
     * @param actions of a model that the rights allow
     * @param elsewhere separately mounted models, by path
     * @param endpoints those that the application adds to a registered model
     * @param rights the document only describes what they allow
     */
    public static OpenApiDocument of(
            ModelRegistry models,
            Function<Model, List<Offered>> actions,
            Served served,
            Map<String, Model> elsewhere,
            Function<Model, List<RecordEndpoint>> endpoints,
            Rights rights) {
        String adminPath = served.adminPath();
        List<CallLimit> counting = served.limits().stream().map(CallLimit::new).toList();
        List<Model> shown = models.models().stream()
                .filter(model -> model.definition().exposure().json()
                        && !model.name().equals(ROLES)
                        && !rights.actions(model).isEmpty())
                .sorted(Comparator.comparing(OpenApiDocument::group)
                        .thenComparingInt(
                                model -> model.definition().navigation().order())
                        .thenComparing(Model::name))
                .toList();
        ResponseSchemas responses = new ResponseSchemas();
        List<Operation> operations = new ArrayList<>(new FixedOperations(served, responses).operations());
        operations.addAll(NotificationOperations.below(served.notificationsPrefix(), responses));
        ObjectNode components = resource("components.json");
        ObjectNode schemas = (ObjectNode) components.get("schemas");
        RecordComponents records = new RecordComponents(rights, responses);
        boolean commented = false;
        for (Model model : shown) {
            String api = adminPath + "/api";
            RecordOperations ofModel = new RecordOperations(
                    model, actions.apply(model), api + "/" + model.name(), api + "/{model}", model.name(), records);
            operations.addAll(ofModel.operations());
            List<Operation> comments = ofModel.comments(api);
            commented |= !comments.isEmpty();
            operations.addAll(comments);
            for (RecordEndpoint endpoint : endpoints.apply(model)) {
                if (rights.allows(endpoint.needs(), model)) {
                    operations.add(EndpointOperations.of(model, endpoint, api));
                }
            }
            ofModel.schemas(schemas);
        }
        if (!commented) {
            schemas.remove(CommentOperations.BODIES);
        }
        Map<String, Model> alsoShown = new LinkedHashMap<>(elsewhere);
        alsoShown.values().removeIf(model -> rights.actions(model).isEmpty());
        alsoShown.forEach((path, model) -> {
            String prefix = path.substring(1).replaceAll("[^A-Za-z0-9]+", "_");
            String unlike = models.model(prefix).isPresent() ? "at_" + prefix : prefix;
            RecordOperations ofModel = new RecordOperations(model, List.of(), path, path, unlike, records);
            operations.addAll(ofModel.operations());
            ofModel.schemas(schemas);
        });
        records.write(schemas);
        responses.ref(ProblemResponse.class);
        responses.write(schemas);
        NotificationOperations.channels(schemas, served.channels());
        for (Operation operation : operations) {
            if (counting.stream().anyMatch(limit -> limit.mayCount(operation.method(), operation.path()))) {
                operation.counted();
            }
        }
        components.set("responses", problems());
        ObjectNode document = NODES.objectNode();
        document.put("openapi", "3.1.0");
        ObjectNode info = document.putObject("info");
        info.put("title", served.title());
        info.put("version", served.version());
        info.put(
                "description",
                "All paths work with and without a trailing slash. Times are RFC 3339 in UTC, decimals are strings,"
                        + " binary is base64. Unknown fields are a 422 error, unknown parameters a 400"
                        + " error. Problems follow RFC 9457.");
        document.putArray("servers").addObject().put("url", "/");
        document.putArray("security").addObject().putArray("bearer");
        Map<String, Model> tagged = new LinkedHashMap<>();
        shown.forEach(model -> tagged.put(model.name(), model));
        alsoShown.values().forEach(model -> tagged.putIfAbsent(model.name(), model));
        tags(document, tagged.values());
        ObjectNode paths = document.putObject("paths");
        for (Operation operation : operations) {
            paths.withObject("/" + operation.path().replace("~", "~0").replace("/", "~1"))
                    .set(operation.method().text().toLowerCase(Locale.ROOT), operation.json());
        }
        document.set("components", components);
        return new OpenApiDocument(operations, document.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The document as UTF-8; not to be changed. */
    public byte[] json() {
        return json;
    }

    /**
     * Where the document and a server's routes differ, as sentences; empty when every JSON route is in the document and
     * the other way round.
     *
     * @param routes the whole table of a server
     */
    public List<String> differences(List<Route> routes) {
        SortedSet<String> json = names(routes.stream()
                .filter(route -> route.media() == Route.Media.JSON)
                .toList());
        SortedSet<String> real = names(routes);
        SortedSet<String> documented = operations.stream()
                .map(operation -> operation.method().text() + " " + operation.route())
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> differences = new ArrayList<>();
        json.stream()
                .filter(route -> !documented.contains(route))
                .forEach(route -> differences.add(route + " is not documented"));
        documented.stream()
                .filter(route -> !real.contains(route))
                .forEach(route -> differences.add(route + " is documented and not there"));
        return differences;
    }

    private static SortedSet<String> names(List<Route> routes) {
        return routes.stream()
                .map(route -> route.method().text() + " " + template(route))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The routes of {@code bulk} but POST are those of the record with this key: a literal segment wins over a variable. */
    private static String template(Route route) {
        String template = route.template();
        return template.endsWith("/{model}/bulk") && !route.method().equals(Method.POST)
                ? template.replace("/bulk", "/{id}")
                : template;
    }

    List<Operation> operations() {
        return operations;
    }

    private static String group(Model model) {
        return model.builtIn()
                ? "\uffff"
                : model.definition().navigation().group().map(Label::text).orElse("");
    }

    private static void tags(ObjectNode document, Collection<Model> shown) {
        ArrayNode tags = document.putArray("tags");
        tag(tags, FixedOperations.AUTH, "Authentication");
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (Model model : shown) {
            tag(tags, model.name(), text(model.definition().labels().many()));
            String group = model.builtIn()
                    ? "Administration"
                    : model.definition().navigation().group().map(Label::text).orElse("Models");
            groups.computeIfAbsent(group, name -> new ArrayList<>()).add(model.name());
        }
        tag(tags, AccountOperations.TAG, "Users");
        tag(tags, FixedOperations.ROLES, "Roles and permissions");
        tag(tags, NotificationOperations.TAG, "Notifications");
        tag(tags, FixedOperations.DASHBOARD, "Dashboard");
        tag(tags, FixedOperations.SEARCH, "Search");
        tag(tags, FixedOperations.VIEWS, "Saved views of lists");
        tag(tags, FixedOperations.FILES, "Uploaded files");
        tag(tags, FixedOperations.SCHEMA, "JSON Schemas of models");
        tag(tags, FixedOperations.DOCUMENTS, "OpenAPI document and problem codes");
        tag(tags, FixedOperations.HEALTH, "Health and metrics");
        groups.computeIfAbsent("Administration", name -> new ArrayList<>()).add(FixedOperations.ROLES);
        groups.computeIfAbsent("Administration", name -> new ArrayList<>()).add(FixedOperations.VIEWS);
        groups.put(
                "Server",
                List.of(
                        FixedOperations.AUTH,
                        NotificationOperations.TAG,
                        FixedOperations.DASHBOARD,
                        FixedOperations.FILES,
                        FixedOperations.SEARCH,
                        FixedOperations.SCHEMA,
                        FixedOperations.DOCUMENTS,
                        FixedOperations.HEALTH));
        ArrayNode all = document.putArray("x-tagGroups");
        groups.forEach((name, members) -> {
            ObjectNode group = all.addObject();
            group.put("name", name);
            ArrayNode names = group.putArray("tags");
            members.forEach(names::add);
        });
    }

    private static void tag(ArrayNode tags, String name, String description) {
        tags.addObject().put("name", name).put("description", description);
    }

    /** A response for each status of the catalogue, with its codes; and one for any. */
    private static ObjectNode problems() {
        ObjectNode responses = NODES.objectNode();
        Map<Integer, List<ProblemCatalogue.Entry>> byStatus = ProblemCatalogue.entries().stream()
                .collect(
                        Collectors.groupingBy(ProblemCatalogue.Entry::status, LinkedHashMap::new, Collectors.toList()));
        byStatus.forEach((status, entries) -> {
            StringBuilder text = new StringBuilder();
            for (ProblemCatalogue.Entry entry : entries) {
                text.append("- `")
                        .append(entry.code())
                        .append("`: ")
                        .append(entry.explanation().english())
                        .append('\n');
            }
            ObjectNode response =
                    problem(responses, "Problem" + status, text.toString().strip());
            ObjectNode headers = (ObjectNode) response.get("headers");
            switch (status) {
                case 401 -> Operation.reference(headers, "WWW-Authenticate");
                case 409, 429, 503 -> Operation.reference(headers, "Retry-After");
                case 412 -> Operation.reference(headers, "ETag");
                default -> {}
            }
        });
        problem(responses, "Problem", "Other problems.");
        return responses;
    }

    private static ObjectNode problem(ObjectNode responses, String name, String description) {
        ObjectNode response = responses.putObject(name);
        response.put("description", description);
        ObjectNode headers = response.putObject("headers");
        Operation.reference(headers, "X-Request-Id");
        Operation.reference(headers, "Content-Language");
        Operation.LIMITED.forEach(header -> Operation.reference(headers, header));
        response.putObject("content")
                .putObject("application/problem+json")
                .set("schema", RecordOperations.ref("Problem"));
        return response;
    }

    private static ObjectNode resource(String name) {
        String path = "/META-INF/dev.hexadmin.http/openapi/" + name;
        try (InputStream in = OpenApiDocument.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("the file " + path + " is missing");
            }
            JsonNode tree = ModelSchemas.MAPPER.readTree(in);
            return (ObjectNode) tree;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
