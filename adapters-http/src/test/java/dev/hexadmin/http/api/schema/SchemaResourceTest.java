package dev.hexadmin.http.api.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.http.openapi.CannedRequestContext;
import dev.hexadmin.http.openapi.Samples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchemaResourceTest {
    private final SchemaResource resource = new SchemaResource(Samples.models(), (actor, model) -> List.of(), "/admin");

    private JsonNode get(Actor actor, String path) throws IOException {
        return get(actor, path, Map.of());
    }

    private JsonNode get(Actor actor, String path, Map<String, String> query) throws IOException {
        return new JsonMapper()
                .readTree(CannedRequestContext.get(resource.routes(), actor, path, query, Map.of())
                        .body());
    }

    private void isRefused(RequestRejectedException.Category category, Actor actor, String path) {
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> get(actor, path))
                .satisfies(refused -> assertThat(refused.category()).isEqualTo(category));
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void the_index_lists_the_models_of_the_json_api_that_the_caller_may_view() throws IOException {
        Actor viewer = CannedRequestContext.user(
                Grant.of("products", Set.of(Action.VIEW, Action.EDIT)),
                Grant.of("tags", Set.of(Action.CREATE)),
                Grant.of("pages", Set.of(Action.VIEW)));
        JsonNode items = get(viewer, "/admin/api/schema/").get("items");
        assertThat(items.toString())
                .isEqualTo("[{\"name\":\"products\",\"label\":\"Products\",\"label_plural\":\"Products\","
                        + "\"url\":\"/admin/api/products/\",\"schema\":\"/admin/api/schema/products/\","
                        + "\"actions\":[\"view\",\"edit\"],\"key\":[\"id\"]}]");
    }

    @Test
    void a_superuser_sees_all_but_what_is_not_in_the_json_api() throws IOException {
        JsonNode items =
                get(CannedRequestContext.superuser(), "/admin/api/schema").get("items");
        List<String> names = new ArrayList<>();
        items.forEach(item -> names.add(item.get("name").textValue()));
        assertThat(names)
                .containsExactly(
                        "categories",
                        "tags",
                        "countries",
                        "products",
                        "playlist_track",
                        "events",
                        "admin_audit_log",
                        "admin_roles",
                        "admin_users");
        assertThat(items.get(6).get("actions").toString()).isEqualTo("[\"view\",\"export\"]");
        assertThat(items.get(4).get("key").toString()).isEqualTo("[\"playlist_id\",\"track_id\"]");
    }

    @Test
    void a_schema_is_one_of_draft_2020_12_with_the_bodies_below_it() throws IOException {
        JsonNode schema = get(CannedRequestContext.superuser(), "/admin/api/schema/products/");
        var registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        assertThat(registry.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                        .validate(schema.toString(), InputFormat.JSON))
                .isEmpty();
        assertThat(schema.get("$schema").textValue()).isEqualTo("https://json-schema.org/draft/2020-12/schema");
        assertThat(schema.get("$id").textValue()).isEqualTo("/admin/api/schema/products/");
        assertThat(names(schema.get("$defs"))).containsExactly("create", "update", "patch");
        assertThat(schema.get("$defs").get("create").get("required").toString()).isEqualTo("[\"name\",\"price\"]");
        assertThat(schema.get("x-display").textValue()).isEqualTo("{name}");
        assertThat(names(schema.get("properties")))
                .contains("tags", "created_at")
                .doesNotContain("secret");
        assertThat(schema.get("required")).hasSameSizeAs(schema.get("properties"));
    }

    @Test
    void fields_that_the_caller_may_not_see_or_write_are_left_out() throws IOException {
        Actor clerk = CannedRequestContext.user(new Grant(
                "products",
                Set.of(Action.VIEW, Action.CREATE, Action.EDIT),
                Map.of(
                        "price", Set.of(),
                        "stock", Set.of(Action.VIEW),
                        "weight", Set.of(Action.VIEW, Action.CREATE),
                        "name", Set.of(Action.EDIT)),
                Optional.empty()));
        JsonNode schema = get(clerk, "/admin/api/schema/products/");
        assertThat(schema.toString()).doesNotContain("price").doesNotContain("x-display");
        assertThat(names(schema.get("properties"))).contains("stock", "weight").doesNotContain("name");
        JsonNode bodies = schema.get("$defs");
        assertThat(names(bodies.get("create").get("properties")))
                .contains("weight")
                .doesNotContain("stock", "name");
        assertThat(names(bodies.get("update").get("properties")))
                .contains("name")
                .doesNotContain("stock", "weight");
        assertThat(names(bodies.get("patch").get("properties")))
                .contains("name")
                .doesNotContain("stock", "weight");
    }

    @Test
    void without_the_right_to_write_there_is_no_valid_body() throws IOException {
        JsonNode viewed =
                get(CannedRequestContext.user(Grant.of("*", Set.of(Action.VIEW))), "/admin/api/schema/products/");
        assertThat(viewed.get("$defs").toString()).isEqualTo("{\"create\":false,\"update\":false,\"patch\":false}");
        JsonNode log = get(CannedRequestContext.superuser(), "/admin/api/schema/admin_audit_log/");
        assertThat(log.get("$defs").toString()).isEqualTo("{\"create\":false,\"update\":false,\"patch\":false}");
    }

    @Test
    void refusals_tell_apart_who_from_what() {
        isRefused(
                RequestRejectedException.Category.UNAUTHENTICATED,
                CannedRequestContext.anonymous(),
                "/admin/api/schema/");
        isRefused(
                RequestRejectedException.Category.UNAUTHENTICATED,
                CannedRequestContext.anonymous(),
                "/admin/api/schema/nothing/");
        Actor nosy = CannedRequestContext.user(Grant.of("tags", Set.of(Action.VIEW)));
        isRefused(RequestRejectedException.Category.FORBIDDEN, nosy, "/admin/api/schema/products/");
        isRefused(
                RequestRejectedException.Category.NOT_FOUND,
                CannedRequestContext.superuser(),
                "/admin/api/schema/nothing/");
        isRefused(
                RequestRejectedException.Category.NOT_FOUND,
                CannedRequestContext.superuser(),
                "/admin/api/schema/pages/");
        isRefused(
                RequestRejectedException.Category.NOT_FOUND,
                CannedRequestContext.superuser(),
                "/admin/api/schema/hidden_things/");
    }

    @Test
    void an_unknown_parameter_is_named() {
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> get(CannedRequestContext.superuser(), "/admin/api/schema/", Map.of("q", "x")))
                .satisfies(refused -> {
                    assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.MALFORMED);
                    assertThat(refused.violations())
                            .singleElement()
                            .satisfies(v -> assertThat(v.pointer()).isEqualTo("?q"));
                });
    }
}
