package dev.hexadmin.http.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.RoleListRequest;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.access.Role;
import dev.hexadmin.domain.access.RoleRights;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.http.server.idempotency.IdempotentPosts;
import dev.hexadmin.http.server.idempotency.NoIdempotencyKeys;
import dev.hexadmin.http.server.request.RequestContext;
import dev.hexadmin.http.server.response.Response;
import dev.hexadmin.http.server.routing.Route;
import io.helidon.http.Method;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RolesResourceTest {
    private static final Role CLERK = new Role(
            3,
            "Clerk",
            "Sells \"things\"",
            false,
            new RoleRights(
                    Map.of("products", Set.of(Action.EDIT, Action.VIEW)),
                    Map.of("products", Map.of("cost", Set.of())),
                    Map.of("orders", "owner_id = $user.id")),
            2,
            Instant.parse("2026-11-20T17:30:00Z"));
    private static final String CLERK_JSON = "{\"id\":3,\"name\":\"Clerk\",\"description\":\"Sells \\\"things\\\"\","
            + "\"permissions\":{\"products\":[\"view\",\"edit\"]},\"field_permissions\":{\"products\":{\"cost\":[]}},"
            + "\"row_policies\":{\"orders\":\"owner_id = $user.id\"},\"user_count\":2,"
            + "\"created_at\":\"2026-11-20T17:30:00Z\"}";
    private static final String ETAG = "\"" + CLERK.version() + "\"";

    /** Knows one role, and what it was asked for. */
    private static final class OneRole implements ManagingRoles {
        private final List<String> calls = new ArrayList<>();
        private @Nullable Draft draft;

        private static Role role(long id) {
            if (id != CLERK.id()) {
                throw RequestRejectedException.notFound("There is no such role.");
            }
            return CLERK;
        }

        @Override
        public Listing list(Actor actor, RoleListRequest request) {
            calls.add("list " + request.page() + " " + request.perPage() + " "
                    + request.violations().size());
            return new Listing(List.of(CLERK), 2, 1, 3);
        }

        @Override
        public Role get(Actor actor, long id) {
            return role(id);
        }

        @Override
        public Role create(Actor actor, Supplier<Draft> wanted, boolean dryRun) {
            calls.add("create " + dryRun);
            draft = wanted.get();
            return CLERK;
        }

        @Override
        public Role change(
                Actor actor, long id, UnaryOperator<Draft> change, Optional<List<Version>> expected, boolean dryRun) {
            calls.add("change " + expected + " " + dryRun);
            draft = change.apply(Draft.of(role(id)));
            return CLERK;
        }

        @Override
        public void delete(Actor actor, long id, Optional<List<Version>> expected, boolean dryRun) {
            calls.add("delete " + role(id).id() + " " + expected + " " + dryRun);
        }

        @Override
        public void grantDirectly(Actor actor, UserId user, Map<String, Set<Action>> permissions) {
            throw new AssertionError("no route does this");
        }

        @Override
        public void seed(Actor.Operator operator) {
            throw new AssertionError("no route does this");
        }
    }

    private record Request(
            Method method, String path, Map<String, String> query, Map<String, String> headers, String text)
            implements RequestContext {
        @Override
        public String variable(String name) {
            return path.substring(path.lastIndexOf('/') + 1);
        }

        @Override
        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name));
        }

        @Override
        public String url() {
            return "http://localhost" + path;
        }

        @Override
        public Actor actor() {
            return signedIn();
        }

        @Override
        public Actor.SignedIn signedIn() {
            return new Actor.SignedIn(new UserId(1), new EmailAddress("s@example.com"), Rights.ALL, Actor.Origin.LOCAL);
        }

        @Override
        public byte[] body() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    private final OneRole roles = new OneRole();
    private final List<Route> routes =
            new RolesResource(roles, new IdempotentPosts(new NoIdempotencyKeys()), "/admin").routes();

    private Response send(
            String method, String path, Map<String, String> query, Map<String, String> headers, String body) {
        String template = path.endsWith("/roles") ? "/admin/api/roles" : "/admin/api/roles/{id}";
        Route route = routes.stream()
                .filter(each ->
                        each.method().text().equals(method) && each.template().equals(template))
                .findFirst()
                .orElseThrow();
        return route.handler().handle(new Request(route.method(), path, query, headers, body));
    }

    private Response send(String method, String path, String body) {
        return send(method, path, Map.of(), Map.of(), body);
    }

    private static String text(Response answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    @Test
    void a_list_is_the_envelope_with_links() {
        Response answer = send("GET", "/admin/api/roles", Map.of("page", "2", "per_page", "1"), Map.of(), "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(text(answer))
                .isEqualTo("{\"items\":[" + CLERK_JSON + "],\"total\":3,\"page\":2,\"per_page\":1,\"total_pages\":3,"
                        + "\"has_next\":true,\"next_cursor\":null,\"prev_cursor\":null}");
        assertThat(answer.header("Link").orElseThrow())
                .contains("page=3&per_page=1>; rel=\"next\"")
                .contains("rel=\"first\"")
                .contains("rel=\"prev\"")
                .contains("rel=\"last\"");
    }

    @Test
    void a_role_is_read_with_its_tag_and_not_sent_again_to_who_has_it() {
        Response answer = send("GET", "/admin/api/roles/3", "");
        assertThat(text(answer)).isEqualTo(CLERK_JSON);
        assertThat(answer.header("ETag")).contains(ETAG);
        Response again = send("GET", "/admin/api/roles/3", Map.of(), Map.of("If-None-Match", "\"x\", W/" + ETAG), "");
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> send("GET", "/admin/api/roles/3", Map.of("fields", "id"), Map.of(), ""));
        for (String id : List.of("4", "x", "99999999999999999999")) {
            assertThatExceptionOfType(RequestRejectedException.class)
                    .isThrownBy(() -> send("GET", "/admin/api/roles/" + id, ""))
                    .satisfies(refused ->
                            assertThat(refused.category()).isEqualTo(RequestRejectedException.Category.NOT_FOUND));
        }
    }

    @Test
    void a_create_is_a_201_with_its_place() {
        Response answer =
                send("POST", "/admin/api/roles", "{\"name\":\"Clerk\",\"permissions\":{\"products\":[\"view\"]}}");
        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.header("Location")).contains("/admin/api/roles/3");
        assertThat(answer.header("ETag")).contains(ETAG);
        assertThat(roles.draft)
                .isEqualTo(
                        new ManagingRoles.Draft("Clerk", "", Map.of("products", List.of("view")), Map.of(), Map.of()));
        Response dry = send("POST", "/admin/api/roles", Map.of(), Map.of("Prefer", "tx=rollback"), "{\"name\":\"C\"}");
        assertThat(dry.header("Preference-Applied")).contains("tx=rollback");
        assertThat(roles.calls).containsExactly("create false", "create true");
    }

    @Test
    void a_put_empties_what_is_absent_and_a_patch_keeps_it() {
        send("PUT", "/admin/api/roles/3", "{\"name\":\"Seller\"}");
        assertThat(roles.draft).isEqualTo(new ManagingRoles.Draft("Seller", "", Map.of(), Map.of(), Map.of()));
        send("PATCH", "/admin/api/roles/3", "{\"description\":null,\"row_policies\":{}}");
        assertThat(roles.draft)
                .isEqualTo(new ManagingRoles.Draft(
                        "Clerk",
                        "",
                        Map.of("products", List.of("view", "edit")),
                        Map.of("products", Map.of("cost", List.of())),
                        Map.of()));
    }

    @Test
    void if_match_goes_along() {
        send("PATCH", "/admin/api/roles/3", Map.of(), Map.of("If-Match", ETAG), "{}");
        send("PUT", "/admin/api/roles/3", Map.of(), Map.of("If-Match", "*"), "{}");
        Response deleted = send("DELETE", "/admin/api/roles/3", Map.of(), Map.of("If-Match", "\"a\", \"b\""), "");
        assertThat(deleted.status()).isEqualTo(204);
        assertThat(roles.calls)
                .containsExactly(
                        "change Optional[[" + CLERK.version() + "]] false",
                        "change Optional.empty false",
                        "delete 3 Optional[[a, b]] false");
    }

    @Test
    void a_dry_delete_tells_what_would_go() {
        Response answer = send("DELETE", "/admin/api/roles/3", Map.of("dry_run", "true"), Map.of(), "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(text(answer)).isEqualTo("{\"deleted\":{\"admin_roles\":1}}");
        assertThat(roles.calls).containsExactly("delete 3 Optional.empty true");
    }

    @Test
    void members_of_another_kind_are_named() {
        String body = "{\"name\":1,\"description\":[],\"permissions\":{\"a/b\":\"view\",\"c\":[\"view\",null]},"
                + "\"field_permissions\":{\"d\":[],\"e\":{\"f\":{}}},\"row_policies\":{\"g\":null},"
                + "\"id\":1,\"user_count\":0,\"created_at\":\"\",\"colour\":\"red\"}";
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> send("POST", "/admin/api/roles", body))
                .satisfies(refused -> assertThat(refused.violations())
                        .extracting(Violation::pointer, Violation::code)
                        .extracting(Object::toString)
                        .containsExactly(
                                "(\"/name\", \"type\")",
                                "(\"/description\", \"type\")",
                                "(\"/permissions/a~1b\", \"type\")",
                                "(\"/permissions/c/1\", \"type\")",
                                "(\"/field_permissions/d\", \"type\")",
                                "(\"/field_permissions/e/f\", \"type\")",
                                "(\"/row_policies/g\", \"type\")",
                                "(\"/id\", \"read_only\")",
                                "(\"/user_count\", \"read_only\")",
                                "(\"/created_at\", \"read_only\")",
                                "(\"/colour\", \"unknown_field\")"));
    }
}
