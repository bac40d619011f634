package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.records.EditingRecords;
import dev.hexadmin.application.records.RecordsAssembly;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.RowPolicy.CallerValue;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.Reference.OnDelete;
import dev.hexadmin.http.HttpAdapter.RouteLine;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attacks over HTTP by users with some rights who try to get more. Each test has its own users and records. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AccessBoundariesContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private RunningServer server;
    private String root;

    abstract DatabaseSettings database(Path folder);

    @BeforeAll
    void start(@TempDir Path folder) {
        server = RunningServer.start(
                database(folder),
                options -> options.register(ModelDefinition.builder("customers")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("email", FieldType.EMAIL)
                                .field("owner_id", FieldType.INTEGER)
                                .build())
                        .register(ModelDefinition.builder("cards")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("name", FieldType.STRING)
                                .field("pin", FieldType.STRING, f -> f.writeOnly())
                                .field("credit", FieldType.INTEGER)
                                .field("owner_id", FieldType.INTEGER)
                                .build())
                        .register(ModelDefinition.builder("teams")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("name", FieldType.STRING)
                                .build())
                        .register(ModelDefinition.builder("parcels")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field(
                                        "team_id",
                                        FieldType.REFERENCE,
                                        f -> f.to("teams").onDelete(OnDelete.CASCADE))
                                .field("owner_id", FieldType.INTEGER)
                                .build())
                        .register(ModelDefinition.builder("invoices")
                                .field("id", FieldType.INTEGER, f -> f.primaryKey())
                                .field("code", FieldType.STRING, f -> f.unique())
                                .field("team_id", FieldType.REFERENCE, f -> f.to("teams"))
                                .field("author_id", FieldType.REFERENCE, f -> f.to("admin_users"))
                                .field("teams", FieldType.REFERENCES, f -> f.to("teams"))
                                .build()));
        root = server.token();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    private static JsonNode ok(int status, HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        return answer.body().isEmpty() ? RunningServer.JSON.nullNode() : RunningServer.json(answer);
    }

    /** Checks a refusal; where it points. */
    private static List<String> refused(int status, String code, HttpResponse<String> answer) {
        JsonNode problem = ok(status, answer);
        assertThat(problem.path("code").asText()).as(answer.body()).isEqualTo(code);
        List<String> pointers = new ArrayList<>();
        problem.path("errors")
                .forEach(error -> pointers.add(error.path("pointer").asText()));
        return pointers;
    }

    /** Sends JSON with {@code '} for {@code "}. */
    private HttpResponse<String> send(String method, String path, String token, String body, String... headers) {
        return server.send(method, "/admin/api/" + path, token, body.replace('\'', '"'), headers);
    }

    private long created(String path, String body) {
        return ok(201, send("POST", path, root, body)).path("id").asLong();
    }

    private static String unique(String word) {
        return word + NUMBER.incrementAndGet();
    }

    private long role(String permissions, String more) {
        return created("roles/", "{'name':'" + unique("Role ") + "','permissions':" + permissions + more + "}");
    }

    /** A user who may sign in. */
    private record Person(long id, String email, String token) {}

    private Person person(Long... roles) {
        String email = unique("person") + "@example.com";
        long id = created("admin_users/", user(email, roles));
        return new Person(id, email, server.token(email, RunningServer.PASSWORD));
    }

    private static String user(String email, Long... roles) {
        return "{'email':'" + email + "','password':'" + RunningServer.PASSWORD + "','roles':" + List.of(roles) + "}";
    }

    private Actor.SignedIn actor(Person person) {
        UserId id = new UserId(person.id());
        return new Actor.SignedIn(
                id,
                new EmailAddress(person.email()),
                server.hexadmin().installation().access().liveRights().of(id),
                Actor.Origin.LOCAL);
    }

    private String key(Person owner, long role) {
        return server.hexadmin()
                .installation()
                .identity()
                .managingApiKeys()
                .create(actor(owner), new ManagingApiKeys.Draft("test", role, Optional.empty()))
                .text();
    }

    /** A policy that compares with a value of the caller, and the customers' field for it. */
    private static String policy(CallerValue value) {
        return switch (value) {
            case ID -> "owner_id = $user.id";
            case EMAIL -> "email = $user.email";
        };
    }

    @ParameterizedTest
    @EnumSource(CallerValue.class)
    void what_is_granted_by_a_value_of_the_caller_is_not_passed_on(CallerValue value) {
        String rights =
                "{'customers':['view'],'admin_users':['view','create','edit'],'admin_roles':['view','create','edit']}";
        String policies = ",'row_policies':{'customers':'" + policy(value) + "'}";
        long ownCustomer = role(rights, policies);
        long plain = role("{'admin_roles':['view']}", "");
        Person mallory = person(ownCustomer);
        String victim = unique("victim") + "@example.com";
        created("customers/", "{'email':'" + victim + "','owner_id':9999}");
        long own = created("customers/", "{'email':'" + mallory.email() + "','owner_id':" + mallory.id() + "}");

        refused(403, "escalation", send("POST", "admin_users/", mallory.token(), user(victim, ownCustomer)));
        refused(
                403,
                "escalation",
                send("POST", "admin_users/bulk", mallory.token(), "{'create':[" + user(victim, ownCustomer) + "]}"));
        long helper = ok(201, send("POST", "admin_users/", mallory.token(), user(victim, plain)))
                .path("id")
                .asLong();
        refused(
                403,
                "escalation",
                send("PATCH", "admin_users/" + helper, mallory.token(), "{'roles':[" + ownCustomer + "]}"));
        refused(
                403,
                "escalation",
                send(
                        "POST",
                        "roles/",
                        mallory.token(),
                        "{'name':'" + unique("Theirs ") + "','permissions':{'customers':['view']}" + policies + "}"));
        refused(
                403,
                "escalation",
                send(
                        "PATCH",
                        "roles/" + plain,
                        mallory.token(),
                        "{'permissions':{'admin_roles':['view'],'customers':['view']}" + policies + "}"));

        for (String token : List.of(mallory.token(), key(mallory, ownCustomer))) {
            JsonNode seen = ok(200, send("GET", "customers/", token, ""));
            assertThat(seen.path("total").asLong()).isEqualTo(1);
            assertThat(seen.path("items").path(0).path("id").asLong()).isEqualTo(own);
        }
    }

    @ParameterizedTest
    @EnumSource(CallerValue.class)
    void a_value_that_a_row_policy_compares_with_is_not_changed_by_the_user_whom_it_binds(CallerValue value) {
        String field = value.field();
        long bound = role(
                "{'customers':['view'],'admin_users':['view','edit']}",
                ",'row_policies':{'customers':'" + policy(value) + "'}");
        Person mallory = person(bound);
        String victim = unique("victim") + "@example.com";
        created("customers/", "{'email':'" + victim + "','owner_id':9999}");
        String change = "{'" + field + "':" + (value == CallerValue.ID ? "9999" : "'" + victim + "'") + "}";
        String path = "admin_users/" + mallory.id();

        HttpResponse<String> answer = send("PATCH", path, mallory.token(), change);
        assertThat(value == CallerValue.ID ? refused(422, "invalid", answer) : refused(403, "escalation", answer))
                .containsExactly("/" + field);
        if (value != CallerValue.ID) {
            refused(
                    403,
                    "escalation",
                    send(
                            "POST",
                            "admin_users/bulk",
                            mallory.token(),
                            "{'update':[{'id':" + mallory.id() + "," + change.substring(1) + "]}"));
            refused(403, "escalation", send("PUT", path, mallory.token(), change));
            Person bystander = person(bound);
            refused(403, "escalation", send("PATCH", "admin_users/" + bystander.id(), mallory.token(), change));
        }
        assertThat(ok(200, send("GET", "customers/", mallory.token(), ""))
                        .path("total")
                        .asLong())
                .isZero();
        ok(200, send("PATCH", path, mallory.token(), "{'full_name':'Mallory'}"));
    }

    @ParameterizedTest
    @EnumSource(CallerValue.class)
    void users_whom_no_such_policy_binds_pass_rights_on_and_change_their_own_address(CallerValue value) {
        String policies = ",'row_policies':{'customers':'" + policy(value) + "'}";
        long everything = role(
                "{'customers':['view'],'admin_users':['view','create','edit'],'admin_roles':['view','create']}", "");
        long own = role("{'customers':['view']}", policies);
        Person admin = person(everything, own); // one of the two grants has no policy: none binds

        ok(201, send("POST", "admin_users/", admin.token(), user(unique("new") + "@example.com", own)));
        ok(
                201,
                send(
                        "POST",
                        "roles/",
                        admin.token(),
                        "{'name':'" + unique("Theirs ") + "','permissions':{'customers':['view']}" + policies + "}"));
        refused(
                403,
                "own_email",
                send(
                        "PATCH",
                        "admin_users/" + admin.id(),
                        admin.token(),
                        "{'email':'" + unique("new") + "@example.com'}"));
        Person bound = person(own);
        ok(
                200,
                send(
                        "PATCH",
                        "admin_users/" + bound.id(),
                        admin.token(),
                        "{'email':'" + unique("new") + "@example.com'}"));
    }

    private static String etag(HttpResponse<String> answer) {
        ok(200, answer);
        return answer.headers().firstValue("ETag").orElse("");
    }

    private long auditRows(long card) {
        return ok(200, send("GET", "admin_audit_log/?model=cards&record_id=" + card, root, ""))
                .path("total")
                .asLong();
    }

    @ParameterizedTest
    @ValueSource(strings = {"'pin':'1234'", "'credit':5000"})
    void a_guess_at_what_may_be_written_and_not_viewed_is_not_confirmed(String right) {
        String wrong = right.replace("1234", "9999").replace("5000", "1");
        long editing = role(
                "{'cards':['view','create','edit','import']}", ",'field_permissions':{'cards':{'credit':['edit']}}");
        Person mallory = person(editing);
        long card = created("cards/", "{'name':'a','pin':'1234','credit':5000}");
        String path = "cards/" + card;
        String before = etag(send("GET", path, mallory.token(), ""));

        for (String guess : List.of(wrong, right)) {
            HttpResponse<String> tried =
                    send("PATCH", path + "?dry_run=true", mallory.token(), "{" + guess + "}", "If-Match", before);
            ok(200, tried);
            assertThat(tried.headers().firstValue("ETag")).isEmpty();
            assertThat(tried.headers().firstValue("Preference-Applied")).contains("tx=rollback");
        }
        long rows = auditRows(card);
        assertThat(etag(send("PATCH", path, mallory.token(), "{" + right + "}")))
                .isEqualTo(before);
        assertThat(auditRows(card)).as("the right guess is logged").isEqualTo(rows + 1);
        assertThat(etag(send("PATCH", path, mallory.token(), "{" + wrong + "}")))
                .isEqualTo(before);
        assertThat(auditRows(card)).as("as a wrong one is").isEqualTo(rows + 2);
        assertThat(send("GET", path, mallory.token(), "", "If-None-Match", before)
                        .statusCode())
                .isEqualTo(304);
        HttpResponse<String> stale = send("PATCH", path, mallory.token(), "{'name':'b'}", "If-Match", "\"old\"");
        refused(412, "precondition_failed", stale);
        assertThat(stale.headers().firstValue("ETag")).contains(before.replaceAll("[.].*", "\""));
        ok(200, send("PATCH", path, root, "{'name':'b'}"));
        assertThat(etag(send("GET", path, mallory.token(), ""))).isNotEqualTo(before);
        assertThat(send("PATCH", path, mallory.token(), "{'name':'c'}", "If-Match", before)
                        .statusCode())
                .isEqualTo(412);
    }

    @Test
    void changes_of_many_and_imports_count_a_field_that_is_not_viewed_as_changed() {
        long editing = role(
                "{'cards':['view','create','edit','import']}", ",'field_permissions':{'cards':{'credit':['edit']}}");
        Person mallory = person(editing);
        long card = created("cards/", "{'name':'many','pin':'1234','credit':5000}");
        RecordsAssembly records = server.hexadmin().installation().records();
        Model cards = server.hexadmin().installation().registry().model("cards").orElseThrow();
        Actor actor = actor(mallory);
        for (Map<String, Object> guess :
                List.<Map<String, Object>>of(Map.of("pin", "1234"), Map.of("pin", "9"), Map.of("credit", 5000L))) {
            assertThat(records.editing()
                            .editAll(
                                    actor,
                                    cards,
                                    new EditingRecords.Selection.Keys(List.of(Long.toString(card))),
                                    new EditingRecords.Change.Edit(guess),
                                    true)
                            .changed())
                    .isEqualTo(1);
        }
        assertThat(records.editing()
                        .editAll(
                                actor,
                                cards,
                                new EditingRecords.Selection.Keys(List.of(Long.toString(card))),
                                new EditingRecords.Change.Edit(Map.of("name", "many")),
                                true)
                        .changed())
                .isZero();
    }

    @Test
    void ones_own_password_is_not_set_without_the_current_one() {
        long editing = role("{'admin_users':['view','edit']}", "");
        Person ada = person(editing);
        String other = "copper-Lantern-72-meadow";
        String rootId =
                ok(200, server.send("GET", "/api/auth/me", root, "")).path("id").asText();
        for (String[] self : new String[][] {
            {Long.toString(ada.id()), ada.email(), ada.token()},
            {rootId, RunningServer.EMAIL, root}
        }) {
            String path = "admin_users/" + self[0];
            String password = "'password':'" + other + "'";
            assertThat(refused(403, "own_password", send("PATCH", path, self[2], "{" + password + "}")))
                    .containsExactly("/password");
            refused(403, "own_password", send("PUT", path, self[2], "{'email':'" + self[1] + "'," + password + "}"));
            assertThat(refused(
                            403,
                            "own_password",
                            send(
                                    "POST",
                                    "admin_users/bulk",
                                    self[2],
                                    "{'update':[{'id':" + self[0] + "," + password + "}]}")))
                    .containsExactly("/update/0/password");
            server.token(self[1], RunningServer.PASSWORD);
            assertThat(ok(200, server.send("GET", "/api/auth/me", self[2], ""))
                            .path("email")
                            .asText())
                    .isEqualTo(self[1]);
        }
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, ada.email(), RunningServer.PASSWORD)) {
            PanelVisitor.Page form = visitor.get("/admin/users/" + ada.id() + "/edit");
            assertThat(form.document().select("input[name=password]")).isEmpty();
            assertThat(form.document().select("main a[href=/admin/profile]")).isNotEmpty();
            form.form().set("password", other).set("full_name", "Ada").send();
            Person bob = person();
            assertThat(visitor.get("/admin/users/" + bob.id() + "/edit")
                            .document()
                            .select("input[name=password]"))
                    .isNotEmpty();
        }
        assertThat(refused(
                        422,
                        "invalid",
                        server.send(
                                "PUT",
                                "/api/auth/password",
                                ada.token(),
                                "{\"current_password\":\"" + other + "\",\"password\":\"" + other + "\"}")))
                .containsExactly("/current_password");
        String right = "{\"current_password\":\"" + RunningServer.PASSWORD + "\",\"password\":\"" + other + "\"}";
        refused(403, "not_by_key", server.send("PUT", "/api/auth/password", key(ada, editing), right));
        ok(204, server.send("PUT", "/admin/api/auth/password", ada.token(), right));
        refused(401, "invalid_token", server.send("GET", "/api/auth/me", ada.token(), ""));
        assertThat(server.token(ada.email(), other)).isNotEmpty();
    }

    /** What a program may call with a key that is good for nothing but its owner's account. */
    @Test
    void every_route_about_the_account_itself_rejects_api_keys_of_any_role() {
        long viewer = role("{'*':['view']}", "");
        Person ada = person(viewer);
        long everything = ok(200, server.send("GET", "/admin/api/roles/?q=SuperAdmin", root, ""))
                .path("items")
                .path(0)
                .path("id")
                .asLong();
        long rootId =
                ok(200, server.send("GET", "/api/auth/me", root, "")).path("id").asLong();
        Person superuser = new Person(rootId, RunningServer.EMAIL, root);
        List<String> keys = List.of(key(ada, viewer), key(superuser, everything));
        List<RouteLine> personal = server.hexadmin().routes().stream()
                .filter(route -> route.policy().equals("PERSON"))
                .toList();
        for (RouteLine route : personal) {
            String path =
                    route.template().replace("{id}", Long.toString(ada.id())).replaceAll("[{][^}]+[}]", "1");
            for (String key : keys) {
                HttpResponse<String> answer = server.exchange(route.method(), path, key, "");
                assertThat(answer.statusCode()).as(route + answer.body()).isEqualTo(403);
                assertThat(answer.body()).as(route.toString()).contains("in person");
            }
        }
        for (String key : keys) {
            refused(403, "not_by_key", server.send("POST", "/api/auth/logout", key, "{\"all\":true}"));
        }
        ok(200, server.send("GET", "/api/auth/me", ada.token(), ""));
        ok(200, server.send("GET", "/api/auth/me", root, ""));
    }

    /** A new route must be listed in this test as one of the account itself, or must require a right. */
    @Test
    void routes_for_all_signed_in_users_are_listed() {
        Map<String, Set<String>> byPolicy = new TreeMap<>();
        for (RouteLine route : server.hexadmin().routes()) {
            byPolicy.computeIfAbsent(route.policy(), policy -> new TreeSet<>())
                    .add(route.method() + " " + route.template());
        }
        assertThat(byPolicy.keySet()).containsExactly("PERSON", "PUBLIC", "RIGHTS", "SIGNED_IN");
        assertThat(byPolicy.get("SIGNED_IN"))
                .containsExactlyInAnyOrder(
                        "DELETE /admin/api/saved_views/{id}",
                        "GET /admin",
                        "GET /admin/api/auth/me",
                        "GET /admin/api/dashboard",
                        "GET /admin/api/saved_views",
                        "GET /admin/api/saved_views/{id}",
                        "GET /admin/api/schema",
                        "GET /admin/api/search",
                        "GET /admin/search",
                        "GET /admin/search/suggestions",
                        "GET /api/auth/me",
                        "PATCH /admin/api/saved_views/{id}",
                        "POST /admin/api/saved_views",
                        "POST /admin/saved_views",
                        "POST /admin/saved_views/{id}",
                        "POST /admin/theme",
                        "PUT /admin/api/saved_views/{id}");
        assertThat(byPolicy.get("PERSON"))
                .contains(
                        "GET /api/notifications/preferences",
                        "PUT /api/notifications/preferences",
                        "POST /admin/logout",
                        "GET /admin/notifications",
                        "POST /admin/notifications/read-all",
                        "POST /admin/profile/sessions/end-others",
                        "POST /admin/users/{id}/remove-2fa",
                        "PUT /api/auth/password");
        assertThat(server.hexadmin().routes())
                .filteredOn(route -> route.template().startsWith("/admin/profile")
                        || route.template().endsWith("/preferences"))
                .allSatisfy(
                        route -> assertThat(route.policy()).as(route.toString()).isEqualTo("PERSON"));
    }

    @Test
    void a_key_reads_its_owners_inbox_only_with_a_right_of_its_role() {
        String base = "/api/notifications";
        long nothing = role("{'*':['view']}", "");
        long reading = role("{'admin_notifications':['view']}", "");
        long marking = role("{'admin_notifications':['view','edit']}", "");
        Person ada = person(nothing, reading, marking);
        ok(
                200,
                server.send(
                        "POST", base + "/send", root, "{\"user_id\":" + ada.id() + ",\"message\":\"for Ada alone\"}"));
        String none = key(ada, nothing);
        for (String path : List.of("", "/unread-count", "/stream")) {
            HttpResponse<String> answer = server.send("GET", base + path, none, "");
            refused(403, "forbidden", answer);
            assertThat(answer.body()).doesNotContain("for Ada alone").contains("admin_notifications");
        }
        refused(403, "forbidden", server.send("PUT", base + "/read-all", none, ""));
        refused(403, "not_by_key", server.send("GET", base + "/preferences", none, ""));
        refused(
                403,
                "not_by_key",
                server.send("PUT", base + "/preferences", none, "{\"channel\":\"sms\",\"enabled\":false}"));
        String reads = key(ada, reading);
        assertThat(server.send("GET", base, reads, "").body()).contains("for Ada alone");
        refused(403, "forbidden", server.send("PUT", base + "/read-all", reads, ""));
        assertThat(ok(200, server.send("GET", base + "/unread-count", reads, ""))
                        .path("count")
                        .asLong())
                .isEqualTo(1);
        ok(200, server.send("PUT", base + "/read-all", key(ada, marking), ""));
        assertThat(server.send("GET", base, ada.token(), "").body()).contains("for Ada alone");
    }

    private long count(String path) {
        return ok(200, send("GET", path, root, "")).path("total").asLong();
    }

    private static Map<String, Long> deleted(HttpResponse<String> answer) {
        Map<String, Long> deleted = new TreeMap<>();
        ok(200, answer)
                .path("deleted")
                .properties()
                .forEach(one -> deleted.put(one.getKey(), one.getValue().asLong()));
        return deleted;
    }

    @Test
    void a_delete_takes_nothing_along_that_the_caller_may_not_delete() {
        long team = created("teams/", "{'name':'cascading'}");
        created("parcels/", "{'team_id':" + team + ",'owner_id':7}");
        long others = created("parcels/", "{'team_id':" + team + ",'owner_id':8}");
        Person without = person(role("{'teams':['view','delete']}", ""));
        Person viewing = person(role("{'teams':['view','delete'],'parcels':['view']}", ""));
        String deleting = "{'teams':['view','delete'],'parcels':['view','delete']}";
        Person bound = person(role(deleting, ",'row_policies':{'parcels':'owner_id = 7'}"));

        for (Person person : List.of(without, viewing, bound)) {
            String code = person == bound ? "row_policy" : "forbidden";
            HttpResponse<String> alone = send("DELETE", "teams/" + team, person.token(), "");
            refused(403, code, alone);
            assertThat(alone.body().contains("parcels")).isEqualTo(person == viewing);
            refused(403, code, send("DELETE", "teams/" + team + "?dry_run=true", person.token(), ""));
            HttpResponse<String> bulk = send("POST", "teams/bulk", person.token(), "{'delete':[" + team + "]}");
            refused(403, code, bulk);
            try (PanelVisitor visitor = PanelVisitor.signedIn(server, person.email(), RunningServer.PASSWORD)) {
                PanelVisitor.Page page = visitor.get("/admin/teams/" + team + "/delete");
                assertThat(page.text("main")).contains("cannot be deleted");
                assertThat(page.text("main").contains("parcel")).isEqualTo(person != without);
                assertThat(page.text("main").contains("other record")).isEqualTo(person != viewing);
            }
        }
        assertThat(count("parcels/?team_id=" + team)).isEqualTo(2);
        ok(200, send("PATCH", "parcels/" + others, root, "{'owner_id':7}"));
        assertThat(deleted(send("DELETE", "teams/" + team + "?dry_run=true", bound.token(), "")))
                .isEqualTo(Map.of("teams", 1L, "parcels", 2L));
        ok(204, send("DELETE", "teams/" + team, bound.token(), ""));
        assertThat(count("parcels/?team_id=" + team)).isZero();
    }

    @Test
    void models_that_the_caller_may_not_view_are_not_named_when_a_record_is_deleted_or_in_use() {
        long team = created("teams/", "{'name':'in use'}");
        long invoice = created("invoices/", "{'team_id':" + team + "}");
        created("parcels/", "{'team_id':" + team + "}");
        Person blind = person(role("{'teams':['view','delete'],'parcels':['delete']}", ""));
        HttpResponse<String> held = send("DELETE", "teams/" + team, blind.token(), "");
        refused(409, "in_use", held);
        assertThat(held.body()).contains("Other records").doesNotContainIgnoringCase("invoices");
        try (PanelVisitor visitor = PanelVisitor.signedIn(server, blind.email(), RunningServer.PASSWORD)) {
            String page = visitor.get("/admin/teams/" + team + "/delete").text("main");
            assertThat(page)
                    .contains("1 other record prevents deletion")
                    .contains("1 other record would be deleted")
                    .doesNotContainIgnoringCase("invoice")
                    .doesNotContainIgnoringCase("parcel");
        }
        assertThat(send("DELETE", "teams/" + team, root, "").body()).contains("Invoices");
        ok(204, send("DELETE", "invoices/" + invoice, root, ""));
        assertThat(deleted(send("DELETE", "teams/" + team + "?dry_run=true", blind.token(), "")))
                .isEqualTo(Map.of("teams", 1L, "other records", 1L));
    }

    /** The response without the parts that differ for each request. */
    private static String told(HttpResponse<String> answer) {
        return answer.statusCode() + " " + answer.body().replaceAll("\"instance\":\"[^\"]*\"", "");
    }

    @Test
    void a_reference_to_a_record_that_the_caller_may_not_view_is_one_to_a_record_that_does_not_exist() {
        long mine = created("teams/", "{'name':'mine'}");
        long hidden = created("teams/", "{'name':'hidden'}");
        long missing = 987_654_321;
        String code = unique("code");
        created("invoices/", "{'code':'" + code + "'}");
        String writing = "{'invoices':['view','create','edit'],'teams':['view']}";
        Person bound = person(role(writing, ",'row_policies':{'teams':'id = " + mine + "'}"));
        Person blind = person(role("{'invoices':['view','create','edit']}", ""));
        long invoice = created("invoices/", "{'team_id':" + hidden + ",'teams':[" + hidden + "]}");
        for (Person person : List.of(bound, blind)) {
            for (String member : List.of("'team_id':%d", "'teams':[%d]", "'team_id':%d,'code':'" + code + "'")) {
                List<List<String>> answers = new ArrayList<>();
                for (long target : List.of(hidden, missing)) {
                    String body = "{" + member.formatted(target) + "}";
                    HttpResponse<String> create = send("POST", "invoices/", person.token(), body);
                    refused(409, "reference_not_found", create);
                    String update = member.formatted(target == hidden ? other(hidden) : missing);
                    answers.add(List.of(
                            told(create),
                            told(send("POST", "invoices/?dry_run=true", person.token(), body)),
                            told(send("POST", "invoices/bulk", person.token(), "{'create':[" + body + "]}")),
                            told(send("PATCH", "invoices/" + invoice, person.token(), "{" + update + "}"))));
                }
                assertThat(answers.getFirst()).isEqualTo(answers.getLast());
            }
            // the existing value may stay
            ok(
                    200,
                    send(
                            "PATCH",
                            "invoices/" + invoice,
                            person.token(),
                            "{'team_id':" + hidden + ",'teams':[" + hidden + "],'code':'" + unique("c") + "'}"));
        }
        ok(201, send("POST", "invoices/", bound.token(), "{'team_id':" + mine + ",'teams':[" + mine + "]}"));
        refused(409, "reference_not_found", send("POST", "invoices/", blind.token(), "{'team_id':" + mine + "}"));
        ok(201, send("POST", "invoices/", blind.token(), "{'author_id':" + blind.id() + "}"));
        refused(
                409,
                "reference_not_found",
                send("POST", "invoices/", blind.token(), "{'author_id':" + bound.id() + "}"));
        ok(201, send("POST", "invoices/", root, "{'team_id':" + hidden + ",'author_id':" + bound.id() + "}"));
    }

    /** A similar record. */
    private long other(long hidden) {
        assertThat(hidden).isPositive();
        return created("teams/", "{'name':'hidden'}");
    }

    @Test
    void second_steps_with_unknown_tokens_are_few_and_leave_no_rows() {
        long audit = count("admin_audit_log/");
        long attempts = count("admin_login_attempts/");
        for (int i = 0; i < 14; i++) {
            String path = i % 2 == 0 ? "/api/auth/2fa/verify" : "/admin/api/auth/2fa/verify";
            HttpResponse<String> answer =
                    server.send("POST", path, "", "{\"temp_token\":\"unknown" + i + "\",\"code\":\"123456\"}");
            refused(i < 10 ? 401 : 429, i < 10 ? "invalid_credentials" : "rate_limited", answer);
            if (i >= 10) {
                assertThat(answer.headers().firstValue("RateLimit-Policy")).contains("\"second-factor\";q=10;w=900");
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            }
        }
        assertThat(count("admin_audit_log/")).isEqualTo(audit);
        assertThat(count("admin_login_attempts/")).isEqualTo(attempts);
    }
}
