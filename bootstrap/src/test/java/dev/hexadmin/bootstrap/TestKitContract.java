package dev.hexadmin.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.hexadmin.domain.models.DefaultValue;
import dev.hexadmin.domain.models.FieldDefinition;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.testkit.AuditLine;
import dev.hexadmin.testkit.SentMessage;
import dev.hexadmin.testkit.TestClient;
import dev.hexadmin.testkit.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What tests of other programs are written with. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class TestKitContract {
    @RegisterExtension
    final TestServer server = TestServer.of(TestKitContract::program)
            .with(this::onDatabase)
            .role("clerk", Map.of("parcels", List.of("view", "create", "edit")))
            .role("guest", Map.of("parcels", List.of("view")));

    abstract Hexadmin.Builder onDatabase(Hexadmin.Builder builder);

    /** A program that would listen on a port of its own and write to a database of its own. */
    private static Hexadmin.Builder program() {
        return Hexadmin.builder()
                .set(Setting.PORT, 8080)
                .set(Setting.DATABASE_URL, "sqlite:/there/is/no/such/folder/program.db")
                .register(ModelDefinition.builder("parcels")
                        .field("id", FieldType.INTEGER, FieldDefinition.Builder::primaryKey)
                        .field("to", FieldType.STRING, f -> f.required().maxLength(40))
                        .field("sent_at", FieldType.DATETIME, f -> f.defaultValue(new DefaultValue.Now()))
                        .build());
    }

    @AfterEach
    void forget() {
        server.clearMessages();
    }

    private static String parcel(String to) {
        return "{\"to\":\"" + to + "\"}";
    }

    @Test
    void clients_have_the_rights_of_their_role_and_no_others() {
        TestClient clerk = server.as("clerk");
        assertThat(server.as("clerk")).isSameAs(clerk);
        String path = "/admin/api/parcels/"
                + clerk.post("/admin/api/parcels/", parcel("Ada")).expect(201).at("/id") + "/";
        assertThat(clerk.get(path).expect(200).at("/to")).isEqualTo("Ada");
        assertThat(clerk.patch(path, parcel("Bob")).expect(200).at("/to")).isEqualTo("Bob");
        assertThat(clerk.delete(path).expect(403).problem()).isEqualTo("forbidden");
        server.as("guest").post("/admin/api/parcels/", parcel("Eve")).expect(403);
        server.anonymous().get(path).expect(401);
        server.superuser().delete(path).expect(204);
        assertThat(clerk.rights("parcels")).containsExactly("create", "edit", "view");
        assertThat(server.superuser().rights("parcels")).contains("delete", "export");
        assertThatThrownBy(() -> server.as("nobody")).hasMessage("there is no role 'nobody'");
    }

    @Test
    void an_answer_that_was_not_expected_shows_request_and_body() {
        assertThatThrownBy(() -> server.superuser()
                        .post("/admin/api/parcels/", "{\"to\":\"\"}")
                        .expect(201))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("expected 201, but POST /admin/api/parcels/ was answered 422: ")
                .hasMessageContaining("\"/to\"");
        assertThat(server.anonymous().get("/observe/health/live").problem()).isEmpty();
        assertThatThrownBy(() -> server.anonymous().get("/admin/login").json()).hasMessageContaining("is no JSON");
    }

    @Test
    void messages_are_kept_instead_of_sent() {
        server.superuser().post("/api/notifications/send", """
            {"user_id":"someone","email":"ada@example.com","phone":"+15017122661","title":"Your parcel",
            "message":"It is on its way.","channels":["email","sms"]}\
            """).expect(200);
        assertThat(server.awaitMessages(2))
                .containsExactlyInAnyOrder(
                        new SentMessage("email", "ada@example.com", "Your parcel", "It is on its way."),
                        new SentMessage("sms", "+15017122661", "", "It is on its way."));
        assertThat(server.messages()).hasSize(2);
    }

    @Test
    void the_clock_is_turned_and_clients_stay_signed_in() {
        TestClient clerk = server.as("clerk");
        Instant before = sentAt(clerk);
        server.clock().advance(Duration.ofDays(40));
        assertThat(sentAt(clerk)).isAfterOrEqualTo(before.plus(Duration.ofDays(40)));
        assertThatThrownBy(() -> server.clock().advance(Duration.ofDays(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Instant sentAt(TestClient client) {
        return Instant.parse(
                client.post("/admin/api/parcels/", parcel("Ada")).expect(201).at("/sent_at"));
    }

    @Test
    void the_audit_log_tells_who_changed_which_fields_wherever_the_panel_is() {
        TestServer fresh = TestServer.of(TestKitContract::program)
                .with(program -> program.set(Setting.ADMIN_PATH, "/office"))
                .role("Clerk", Map.of("parcels", List.of("view")));
        try (fresh) {
            fresh.start();
            assertThat(fresh.hexadmin().panelUrl()).isEqualTo(fresh.url().resolve("/office"));
            fresh.as("Clerk").get("/office/api/parcels/").expect(200);
            String id = fresh.superuser()
                    .post("/office/api/parcels/", parcel("Ada"))
                    .expect(201)
                    .at("/id");
            fresh.superuser()
                    .patch("/office/api/parcels/" + id + "/", parcel("Bob"))
                    .expect(200);
            assertThat(fresh.audit("parcels"))
                    .extracting(AuditLine::event, AuditLine::record, AuditLine::actor)
                    .containsExactly(
                            tuple("create", id, "superuser@example.com"), tuple("update", id, "superuser@example.com"));
            assertThat(fresh.audit("parcels").get(1).fields()).isEqualTo(Set.of("to"));
        }
        assertThatThrownBy(fresh::url).hasMessage("the server is not started");
    }
}
