package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.RowPolicy.CallerValue;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.persistence.DatabaseSettings;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Attacks over HTTP by users who hold some rights and try to reach more. Each test has users and records of its own. */
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

    /** Somebody who may sign in. */
    private record Person(long id, String email, String token) {}

    private Person person(Long... roles) {
        String email = unique("person") + "@example.com";
        long id = created("admin_users/", user(email, roles));
        return new Person(id, email, server.token(email, RunningServer.PASSWORD));
    }

    private static String user(String email, Long... roles) {
        return "{'email':'" + email + "','password':'" + RunningServer.PASSWORD + "','roles':" + List.of(roles) + "}";
    }

    private String key(Person owner, long role) {
        UserId id = new UserId(owner.id());
        Actor.SignedIn actor = new Actor.SignedIn(
                id,
                new EmailAddress(owner.email()),
                server.hexadmin().installation().access().liveRights().of(id),
                Actor.Origin.LOCAL);
        return server.hexadmin()
                .installation()
                .identity()
                .managingApiKeys()
                .create(actor, new ManagingApiKeys.Draft("test", role, Optional.empty()))
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
        ok(
                200,
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
}
