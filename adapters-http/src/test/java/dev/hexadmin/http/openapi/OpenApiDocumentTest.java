package dev.hexadmin.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.dashboard.ViewingDashboard;
import dev.hexadmin.application.files.DownloadingFiles;
import dev.hexadmin.application.files.FileLinks;
import dev.hexadmin.application.files.ResumingUploads;
import dev.hexadmin.application.files.UploadingFiles;
import dev.hexadmin.application.idempotency.ReplayingRequests;
import dev.hexadmin.application.identity.ChangingAddresses;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.InvitingUsers;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingPasskeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.RecoveringPasswords;
import dev.hexadmin.application.identity.ReviewingAccess;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningInWithPasskey;
import dev.hexadmin.application.identity.SigningInWithProvider;
import dev.hexadmin.application.notifications.MessageChannels;
import dev.hexadmin.application.notifications.ReadingNotifications;
import dev.hexadmin.application.notifications.SendingNotifications;
import dev.hexadmin.application.ratelimit.LimitingRequests;
import dev.hexadmin.application.ratelimit.port.RateWindows;
import dev.hexadmin.application.records.BrowsingRecords;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.search.SearchingRecords;
import dev.hexadmin.application.secrets.SecretKeys;
import dev.hexadmin.application.views.ManagingSavedViews;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.ratelimit.Limit;
import dev.hexadmin.http.api.access.RolesResource;
import dev.hexadmin.http.api.dashboard.DashboardResource;
import dev.hexadmin.http.api.docs.DocsResource;
import dev.hexadmin.http.api.docs.OpenApiResource;
import dev.hexadmin.http.api.identity.AuthResource;
import dev.hexadmin.http.api.identity.InvitationsResource;
import dev.hexadmin.http.api.identity.MailedLinksResource;
import dev.hexadmin.http.api.identity.OpenAccessResource;
import dev.hexadmin.http.api.identity.PasskeysResource;
import dev.hexadmin.http.api.identity.ProviderAuthResource;
import dev.hexadmin.http.api.identity.SetupResource;
import dev.hexadmin.http.api.notifications.DeliveriesResource;
import dev.hexadmin.http.api.notifications.NotificationsResource;
import dev.hexadmin.http.api.observe.ObserveResource;
import dev.hexadmin.http.api.records.RecordsResource;
import dev.hexadmin.http.api.schema.SchemaResource;
import dev.hexadmin.http.api.search.SearchResource;
import dev.hexadmin.http.api.views.SavedViewsResource;
import dev.hexadmin.http.files.FileAddresses;
import dev.hexadmin.http.files.FilesResource;
import dev.hexadmin.http.files.ResumableUploadsResource;
import dev.hexadmin.http.live.LiveResource;
import dev.hexadmin.http.live.Subscriptions;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.json.JsonRecords;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Policy;
import dev.hexadmin.http.server.routing.Route;
import dev.hexadmin.http.server.security.AccessTokens;
import dev.hexadmin.http.server.security.LongLivedAuthentication;
import dev.hexadmin.http.settings.HttpSettings;
import dev.hexadmin.http.settings.LiveSettings;
import dev.hexadmin.http.webauthn.RelyingParties;
import io.helidon.http.Method;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class OpenApiDocumentTest {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String OAS = "https://spec.openapis.org/oas/3.1/";

    private final OpenApiDocument openApi =
            OpenApiDocument.of(Samples.models(), "Shop", "/admin", "/api/notifications", "1.2.3", List.of());
    private final JsonNode document = read(openApi.json());

    private static JsonNode read(byte[] json) {
        try {
            return MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The schemas that the OpenAPI Initiative publishes, as a public library carries them. */
    private static List<Error> errors(JsonNode document) {
        Map<String, String> official = new HashMap<>();
        for (String name :
                List.of("schema/2025-09-15", "schema-base/2025-09-15", "dialect/2024-11-10", "meta/2024-11-10")) {
            try (InputStream in =
                    Objects.requireNonNull(ClassLoader.getSystemResourceAsStream("openapi/3.1/" + name), name)) {
                official.put(OAS + name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        Schema schema = SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(official))
                .getSchema(SchemaLocation.of(OAS + "schema-base/2025-09-15"));
        return schema.validate(document);
    }

    private JsonNode operation(String method, String path) {
        JsonNode operation = document.get("paths").path(path).path(method);
        assertThat(operation.isObject()).as("%s %s", method, path).isTrue();
        return operation;
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> parameters(JsonNode operation) {
        List<String> names = new ArrayList<>();
        operation
                .get("parameters")
                .forEach(parameter -> names.add(
                        parameter.has("$ref")
                                ? parameter.get("$ref").textValue().replaceAll(".*/|_parameter$", "")
                                : parameter.get("name").textValue()));
        return names;
    }

    @Test
    void it_is_valid_by_the_official_schema_of_openapi_3_1() {
        assertThat(errors(document)).isEmpty();
        assertThat(errors(
                        read(OpenApiDocument.of(ModelRegistry.of(List.of()), "Shop", "/panel", "/news", "1", List.of())
                                .json())))
                .isEmpty();
    }

    @Test
    void the_official_schema_finds_mistakes_in_operations_and_in_schemas() {
        ObjectNode badOperation = document.deepCopy();
        ((ObjectNode) badOperation.at("/paths/~1admin~1api~1products~1/get")).put("responses", "none");
        assertThat(errors(badOperation)).isNotEmpty();
        ObjectNode badSchema = document.deepCopy();
        ((ObjectNode) badSchema.at("/components/schemas/products/properties/name")).put("type", "text");
        assertThat(errors(badSchema)).isNotEmpty();
    }

    @Test
    void every_reference_leads_somewhere_and_every_component_is_used() {
        List<String> references = new ArrayList<>();
        collect(document, references);
        assertThat(references)
                .hasSizeGreaterThan(100)
                .allSatisfy(reference -> assertThat(
                                document.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
        for (String kind : List.of("schemas", "parameters", "headers")) {
            assertThat(names(document.get("components").get(kind)))
                    .allSatisfy(name -> assertThat(references).contains("#/components/" + kind + "/" + name));
        }
    }

    @Test
    void a_parameter_that_is_refused_when_it_is_empty_says_so() {
        JsonNode shared = document.at("/components/parameters");
        assertThat(shared.at("/cursor_parameter/schema/minLength").intValue()).isEqualTo(1);
        for (String header : List.of("If-Match", "If-None-Match")) {
            String pattern =
                    shared.at("/" + header + "_parameter/schema/pattern").textValue();
            assertThat(List.of("*", "\"a\"", "W/\"a\", \"b.c\"")).allMatch(tags -> tags.matches(pattern));
            assertThat(List.of("", "a", "\"a", "\"a\" \"b\"")).noneMatch(tags -> tags.matches(pattern));
        }
        for (String path : List.of("/admin/api/products/", "/admin/api/search")) {
            List<JsonNode> lists = new ArrayList<>();
            operation("get", path).get("parameters").forEach(parameter -> {
                if (parameter.at("/schema/type").asText().equals("array")) {
                    lists.add(parameter.get("schema"));
                }
            });
            assertThat(lists)
                    .isNotEmpty()
                    .allMatch(list -> list.path("minItems").intValue() == 1);
        }
    }

    private static void collect(JsonNode node, List<String> references) {
        if (node.isObject() && node.path("$ref").isTextual()) {
            references.add(node.get("$ref").textValue());
        }
        node.forEach(child -> collect(child, references));
    }

    @Test
    void operation_ids_are_unique_and_tags_are_declared() {
        assertThat(openApi.operations().stream().map(Operation::id)).doesNotHaveDuplicates();
        List<String> tags = new ArrayList<>();
        document.get("tags").forEach(tag -> tags.add(tag.get("name").textValue()));
        assertThat(tags).doesNotHaveDuplicates();
        document.get("paths")
                .forEach(path -> path.forEach(operation ->
                        operation.get("tags").forEach(tag -> assertThat(tags).contains(tag.textValue()))));
    }

    @Test
    void only_models_of_the_json_api_are_in_it() {
        List<String> paths = names(document.get("paths"));
        assertThat(paths)
                .contains("/admin/api/products/", "/admin/api/products/{id}", "/admin/api/products/bulk")
                .contains("/admin/api/events/")
                .noneMatch(path -> path.contains("pages") || path.contains("hidden_things"));
        assertThat(document.toString()).doesNotContain("hidden_things").doesNotContain("\"pages\"");
    }

    @Test
    void a_model_that_nobody_writes_has_nothing_to_write() {
        assertThat(names(document.get("paths").get("/admin/api/admin_audit_log/")))
                .containsExactly("get");
        assertThat(names(document.get("paths").get("/admin/api/admin_audit_log/{id}")))
                .containsExactly("get");
        assertThat(names(document.get("paths"))).doesNotContain("/admin/api/admin_audit_log/bulk");
    }

    @Test
    void a_list_documents_its_whole_language() {
        assertThat(parameters(operation("get", "/admin/api/products/")))
                .contains("page", "per_page", "cursor", "count", "ordering", "q", "fields", "expand")
                .contains("name", "category_id", "price", "lookups")
                .doesNotContain("secret", "attributes", "photo");
        JsonNode lookups = document.at("/components/schemas/products.lookups/properties");
        assertThat(names(lookups))
                .contains("name__icontains", "price__gte", "status__in", "category_id__isnull", "attributes__isnull")
                .doesNotContain("price__icontains", "secret__isnull", "fragile__gt", "name__exact");
        // as a map, clients of openapi-generator for Java and Rust do not send the members
        assertThat(document.at("/components/schemas/products.lookups").has("additionalProperties"))
                .isFalse();
        JsonNode sent = StreamSupport.stream(
                        operation("get", "/admin/api/products/")
                                .get("parameters")
                                .spliterator(),
                        false)
                .filter(parameter -> parameter.path("name").asText().equals("lookups"))
                .findFirst()
                .orElseThrow();
        assertThat(sent.path("style").asText()).isEqualTo("deepObject");
        assertThat(sent.at("/schema/$ref").asText()).isEqualTo("#/components/schemas/products.lookups");
        JsonNode filter = document.at("/components/schemas/products.filter/properties");
        assertThat(names(filter))
                .contains("and", "or", "not", "name", "price__gte", "status__in", "category_id__isnull")
                .doesNotContain("price__icontains", "secret", "secret__isnull", "name__exact", "attributes");
        assertThat(filter.at("/or/items/$ref").asText()).isEqualTo("#/components/schemas/products.filter");
        assertThat(filter.at("/price__range/minItems").asInt()).isEqualTo(2);
        assertThat(parameters(operation("get", "/admin/api/events/"))).contains("filter_page");
        assertThat(parameters(operation("get", "/admin/api/countries/"))).doesNotContain("q", "expand");
    }

    @Test
    void changes_document_what_can_come_of_them() {
        assertThat(names(operation("put", "/admin/api/products/{id}").get("responses")))
                .contains("200", "400", "401", "403", "404", "409", "412", "413", "415", "422", "428", "default");
        assertThat(names(operation("put", "/admin/api/categories/{id}").get("responses")))
                .contains("412")
                .doesNotContain("428");
        assertThat(names(operation("post", "/admin/api/products/")
                        .get("responses")
                        .get("201")
                        .get("headers")))
                .containsExactly(
                        "X-Request-Id",
                        "Location",
                        "ETag",
                        "Unreadable-Fields",
                        "Preference-Applied",
                        "Idempotent-Replayed");
        assertThat(names(operation("patch", "/admin/api/products/{id}")
                        .get("requestBody")
                        .get("content")))
                .containsExactly("application/json", "application/merge-patch+json");
    }

    @Test
    void operations_that_a_limit_counts_document_what_it_says() {
        JsonNode limited = read(OpenApiDocument.of(
                        Samples.models(),
                        "Shop",
                        "/admin",
                        "/api/notifications",
                        "1.2.3",
                        List.of(new HttpSettings.CallLimit(
                                new Limit("products", 5, Duration.ofSeconds(60)),
                                List.of("/admin/api/products/**"),
                                Set.of("GET"),
                                HttpSettings.CallLimit.Per.ADDRESS)))
                .json());
        assertThat(errors(limited)).isEmpty();
        JsonNode paths = limited.get("paths");
        assertThat(names(paths.get("/admin/api/products/{id}").get("get").get("responses")))
                .contains("429");
        assertThat(names(paths.at("/~1admin~1api~1products~1/get/responses/200/headers")))
                .contains("RateLimit-Policy", "RateLimit");
        assertThat(names(paths.get("/admin/api/products/").get("post").get("responses")))
                .doesNotContain("429");
        assertThat(names(operation("get", "/admin/api/products/").get("responses")))
                .doesNotContain("429");
        assertThat(names(operation("post", "/api/auth/logout").at("/responses/204/headers")))
                .contains("RateLimit-Policy", "RateLimit");
    }

    @Test
    void signing_in_is_open_and_one_form_takes_basic() {
        assertThat(operation("post", "/admin/api/auth/login").get("security").toString())
                .isEqualTo("[]");
        assertThat(operation("post", "/api/auth/token").get("security").toString())
                .isEqualTo("[{},{\"basic\":[]}]");
        assertThat(operation("get", "/admin/api/products/").has("security")).isFalse();
        assertThat(document.get("security").toString()).isEqualTo("[{\"bearer\":[]}]");
    }

    @Test
    void a_route_that_is_missing_on_one_side_is_named() {
        List<Route> routes =
                new ArrayList<>(new SchemaResource(Samples.models(), (actor, model) -> List.of(), "/admin").routes());
        routes.add(new Route(Method.GET, "/admin/api/new", Policy.PUBLIC, exchange -> Response.empty(204)));
        routes.add(
                new Route(Method.GET, "/admin/page", Policy.PUBLIC, Route.Media.ANY, exchange -> Response.empty(204)));
        assertThat(openApi.differences(routes))
                .contains("GET /admin/api/new is not documented")
                .contains("GET /admin/api/{model} is documented and not there")
                .noneMatch(difference -> difference.contains("schema") || difference.contains("/admin/page"));
    }

    /** The product's whole JSON API; nothing of it is called. */
    private static List<Route> wholeTable(HttpSettings.Visibility visibility) {
        ModelRegistry models = Samples.models();
        IdempotentPosts posts = new IdempotentPosts(unused(ReplayingRequests.class));
        AccessTokens tokens = new AccessTokens(
                List.of(new HttpSettings.Secret("k", new byte[32])), "issuer", InstantSource.system(), new Random(1));
        List<Route> routes = new ArrayList<>();
        routes.addAll(new AuthResource(
                        "/admin",
                        unused(SigningIn.class),
                        unused(ManagingUsers.class),
                        new LimitingRequests(unused(RateWindows.class), LimitingRequests.usual()),
                        tokens,
                        posts)
                .routes());
        routes.addAll(new ProviderAuthResource(
                        "/admin",
                        unused(SigningInWithProvider.class),
                        new LimitingRequests(unused(RateWindows.class), LimitingRequests.usual()),
                        tokens,
                        posts)
                .routes());
        IdentityAssembly.OwnAccounts accounts = new IdentityAssembly.OwnAccounts(
                unused(SettingUpSecondFactor.class),
                unused(InvitingUsers.class),
                unused(RecoveringPasswords.class),
                unused(ChangingAddresses.class),
                unused(ReviewingAccess.class),
                unused(ManagingPasskeys.class),
                unused(SigningInWithPasskey.class));
        routes.addAll(new PasskeysResource(
                        "/admin",
                        accounts,
                        RelyingParties.of(Optional.empty(), Optional.empty(), List.of()),
                        new LimitingRequests(unused(RateWindows.class), LimitingRequests.usual()),
                        tokens,
                        posts)
                .routes());
        routes.addAll(new MailedLinksResource(
                        "/admin",
                        accounts,
                        new LimitingRequests(unused(RateWindows.class), LimitingRequests.usual()),
                        posts)
                .routes());
        routes.addAll(new InvitationsResource(unused(InvitingUsers.class), posts, "/admin").routes());
        routes.addAll(new OpenAccessResource(
                        unused(ReviewingAccess.class),
                        unused(ManagingUsers.class),
                        unused(ManagingApiKeys.class),
                        "/admin")
                .routes());
        routes.addAll(new SetupResource("/admin", unused(ManagingUsers.class), posts).routes());
        routes.addAll(new RolesResource(unused(ManagingRoles.class), posts, "/admin").routes());
        routes.addAll(new SavedViewsResource(unused(ManagingSavedViews.class), posts, "/admin").routes());
        routes.addAll(new DashboardResource(unused(ViewingDashboard.class), "/admin").routes());
        routes.addAll(new RecordsResource(
                        RecordsResource.registered("/admin", models),
                        unused(BrowsingRecords.class),
                        unused(EditingRecords.class),
                        posts,
                        JsonRecords.Files.WITHOUT_ADDRESSES)
                .routes());
        routes.addAll(new FilesResource(
                        models,
                        unused(UploadingFiles.class),
                        unused(DownloadingFiles.class),
                        new FileAddresses("/admin", new FileLinks(SecretKeys.of(new byte[32]), InstantSource.system())),
                        posts,
                        "/admin")
                .routes());
        routes.addAll(new ResumableUploadsResource(
                        models,
                        unused(ResumingUploads.class),
                        new FileAddresses("/admin", new FileLinks(SecretKeys.of(new byte[32]), InstantSource.system())),
                        posts,
                        "/admin")
                .routes());
        routes.addAll(new SchemaResource(models, (actor, model) -> List.of(), "/admin").routes());
        routes.addAll(new SearchResource(unused(SearchingRecords.class), "/admin").routes());
        routes.addAll(new ObserveResource(List.of(), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), visibility)
                .routes());
        routes.addAll(new NotificationsResource(unused(ReadingNotifications.class), "/api/notifications").routes());
        routes.addAll(new DeliveriesResource(
                        unused(SendingNotifications.class), MessageChannels.BUILT_IN, posts, "/api/notifications")
                .routes());
        Subscriptions followers = new Subscriptions(
                LiveSettings.DEFAULTS,
                unused(ReadingNotifications.class),
                unused(LongLivedAuthentication.class),
                new SimpleMeterRegistry());
        routes.addAll(new LiveResource(followers, "/api/notifications").routes());
        routes.addAll(new DocsResource(visibility, "Shop").routes());
        for (String base : List.of("/api/notifications", "/api/notifications/notifications")) {
            for (Method method : List.of(Method.GET, Method.POST)) {
                routes.add(new Route(method, base + "/unsubscribe", Policy.PUBLIC, Route.Media.ANY, request -> {
                    throw new AssertionError("it was called");
                }));
            }
        }
        for (String ofThePanel : List.of("/admin/{model}/choices/{field}", "/admin/profile/session")) {
            routes.add(new Route(Method.GET, ofThePanel, Policy.RIGHTS, Route.Media.ANY, request -> {
                throw new AssertionError("it was called");
            }));
        }
        routes.addAll(new OpenApiResource(visibility, reader -> document(models, visibility, Rights.ALL)).routes());
        return routes;
    }

    private static <T> T unused(Class<T> port) {
        return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, args) -> {
            throw new AssertionError(method + " was called");
        }));
    }

    @Test
    void every_route_is_documented_and_every_documented_route_is_there() {
        for (HttpSettings.Visibility visibility : HttpSettings.Visibility.values()) {
            assertThat(document(Samples.models(), visibility, Rights.ALL).differences(wholeTable(visibility)))
                    .as(visibility.name())
                    .isEmpty();
        }
    }

    @Test
    void what_needs_somebody_signed_in_says_so() {
        for (HttpSettings.Visibility visibility : HttpSettings.Visibility.values()) {
            OpenApiDocument described = document(Samples.models(), visibility, Rights.ALL);
            for (Route route : wholeTable(visibility)) {
                for (Operation operation : described.operations()) {
                    if (operation.route().equals(route.template())
                            && operation.method().equals(route.method())) {
                        assertThat(operation.statuses().contains(401) || route.policy() == Policy.PUBLIC)
                                .as("%s: 401", operation.id())
                                .isTrue();
                        assertThat(operation.json().has("security"))
                                .as("%s: security", operation.id())
                                .isEqualTo(route.policy() == Policy.PUBLIC);
                        assertThat(operation.statuses().contains(403))
                                .as("%s: 403", operation.id())
                                .matches(may ->
                                        may || (route.policy() != Policy.RIGHTS && route.policy() != Policy.PERSON));
                    }
                }
            }
        }
    }

    private static OpenApiDocument document(ModelRegistry models, HttpSettings.Visibility visibility, Rights rights) {
        return OpenApiDocument.of(
                models,
                model -> List.of(),
                new OpenApiDocument.Served(
                        "Shop",
                        "/admin",
                        "/api/notifications",
                        "1",
                        List.of(),
                        visibility,
                        visibility,
                        MessageChannels.BUILT_IN),
                Map.of(),
                model -> List.of(),
                rights);
    }

    @Test
    void with_some_rights_it_tells_of_what_they_allow() {
        Rights rights = new Rights(
                false,
                List.of(
                        new Grant(
                                "products",
                                Set.of(Action.VIEW, Action.EDIT),
                                Map.of("price", Set.of(), "stock", Set.of(Action.VIEW)),
                                Optional.empty()),
                        new Grant("tags", Set.of(Action.VIEW), Map.of(), Optional.empty()),
                        new Grant("countries", Set.of(Action.CREATE), Map.of(), Optional.empty())));
        JsonNode some = read(document(Samples.models(), HttpSettings.Visibility.SIGNED_IN, rights)
                .json());
        assertThat(errors(some)).isEmpty();
        assertThat(names(some.get("paths")).stream().filter(path -> path.matches("/admin/api/[a-z_]+/.*")))
                .filteredOn(
                        path -> !path.matches("/admin/api/(auth|users|roles|saved_views|files|dashboard|schema)/.*"))
                .containsExactlyInAnyOrder(
                        "/admin/api/products/",
                        "/admin/api/products/{id}",
                        "/admin/api/products/bulk",
                        "/admin/api/tags/",
                        "/admin/api/tags/{id}",
                        "/admin/api/countries/",
                        "/admin/api/countries/bulk");
        assertThat(names(some.at("/paths/~1admin~1api~1products~1{id}"))).containsExactly("get", "put", "patch");
        assertThat(names(some.at("/paths/~1admin~1api~1tags~1{id}"))).containsExactly("get");
        assertThat(names(some.at("/paths/~1admin~1api~1countries~1"))).containsExactly("post");
        assertThat(some.toString()).doesNotContain("categories\"").doesNotContain("\"price");
        JsonNode schemas = some.at("/components/schemas");
        assertThat(names(schemas.at("/products/properties"))).contains("stock").doesNotContain("secret");
        assertThat(names(schemas.at("/products.patch/properties")))
                .contains("secret")
                .doesNotContain("stock");
        assertThat(names(schemas.at("/products.bulk/properties"))).containsExactly("update");
        assertThat(schemas.at("/products/properties/tags").toString()).contains("#/components/schemas/tags");
        List<String> references = new ArrayList<>();
        collect(some, references);
        assertThat(references)
                .allSatisfy(
                        reference -> assertThat(some.at(reference.substring(1)).isMissingNode())
                                .as(reference)
                                .isFalse());
    }

    @Test
    void it_is_the_same_each_time() {
        assertThat(OpenApiDocument.of(Samples.models(), "Shop", "/admin", "/api/notifications", "1.2.3", List.of())
                        .json())
                .isEqualTo(openApi.json());
    }
}
