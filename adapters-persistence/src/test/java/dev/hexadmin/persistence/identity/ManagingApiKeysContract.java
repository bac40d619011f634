package dev.hexadmin.persistence.identity;

import static dev.hexadmin.persistence.identity.InstalledIdentity.ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingApiKeys.Created;
import dev.hexadmin.application.identity.ManagingApiKeys.Draft;
import dev.hexadmin.application.identity.ManagingApiKeys.Key;
import dev.hexadmin.application.identity.ManagingApiKeys.State;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.Violation;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class ManagingApiKeysContract {
    @TempDir
    Path folder;

    InstalledIdentity house;
    ManagingApiKeys keys;
    Model products;
    UserId ada;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        house = new InstalledIdentity(settings(folder));
        keys = house.first.identity().managingApiKeys();
        products = house.registry.model("products").orElseThrow();
        ada = house.user("ada", "Editor");
    }

    @AfterEach
    void close() {
        house.close();
    }

    private Created key(UserId owner, String role) {
        return keys.create(house.actor(owner), new Draft("import", house.role(role), Optional.empty()));
    }

    private Optional<Actor.SignedIn> used(Created key) {
        return keys.actor(key.text(), ORIGIN);
    }

    private State state(UserId owner) {
        return keys.of(house.actor(owner), owner).getFirst().state();
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private List<String> violations(Draft draft) {
        try {
            keys.create(house.actor(ada), draft);
            return List.of();
        } catch (RequestRejectedException refused) {
            return refused.violations().stream()
                    .map((Violation violation) -> violation.pointer() + " " + violation.code())
                    .toList();
        }
    }

    @Test
    void a_key_stands_for_its_owner_with_the_rights_of_its_role() {
        Created key = key(ada, "Viewer");

        assertThat(key.text())
                .matches("hx_[A-Za-z0-9_-]{43}")
                .startsWith(key.key().prefix());
        assertThat(key.key().prefix()).hasSize(9);
        assertThat(used(key)).hasValueSatisfying(actor -> {
            assertThat(actor.id()).isEqualTo(ada);
            assertThat(actor.name()).isEqualTo("ada@example.com by " + key.key().prefix());
            assertThat(actor.origin()).isEqualTo(ORIGIN);
            assertThat(actor.key()).contains(new Actor.ApiKey(key.key().prefix(), "Viewer"));
            assertThat(actor.rights().actions(products)).containsExactly(Action.VIEW);
        });
        assertThat(keys.of(house.actor(ada), ada))
                .containsExactly(new Key(
                        key.key().id(),
                        "import",
                        key.key().prefix(),
                        Optional.of("Viewer"),
                        house.now,
                        Optional.empty(),
                        Optional.empty(),
                        State.GOOD));
        assertThat(house.first
                        .identity()
                        .signingIn()
                        .profile(used(key).orElseThrow())
                        .access()
                        .roles())
                .containsExactly("Viewer");
    }

    @Test
    void the_key_itself_is_nowhere_but_in_the_answer() {
        Created key = key(ada, "Viewer");
        assertThat(house.column("SELECT key_hash FROM admin_api_keys"))
                .singleElement()
                .isNotEqualTo(key.text());
        assertThat(key.toString()).doesNotContain(key.text());
        assertThat(house.audit).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo("api_key_created");
            assertThat(entry.recordId()).isEqualTo(ada.toString());
            assertThat(entry.changesJson())
                    .contains("\"" + key.key().prefix() + "\"", "\"Viewer\"", "\"import\"")
                    .doesNotContain(key.text());
        });
    }

    @Test
    void a_text_that_is_no_key_is_nobodys() {
        Created key = key(ada, "Viewer");
        String last = key.text().endsWith("A") ? "B" : "A";
        for (String wrong : List.of(
                "hx_",
                key.key().prefix(),
                key.text() + "A",
                key.text().substring(0, key.text().length() - 1) + last,
                key.text().toUpperCase(java.util.Locale.ROOT),
                "hx_\0")) {
            assertThat(keys.actor(wrong, ORIGIN)).as(wrong).isEmpty();
        }
    }

    @Test
    void an_expired_key_is_dead_to_the_moment_and_shown_as_such_for_a_while() {
        Instant end = house.now.plus(Duration.ofDays(1));
        Created key = keys.create(house.actor(ada), new Draft("x", house.role("Viewer"), Optional.of(end)));
        house.pass(Duration.ofDays(1).minusMillis(1));
        assertThat(used(key)).isPresent();
        house.pass(Duration.ofMillis(1));
        assertThat(used(key)).isEmpty();
        assertThat(state(ada)).isEqualTo(State.EXPIRED);

        house.pass(Duration.ofDays(90));
        house.first.identity().upkeep().sweep();
        assertThat(keys.of(house.actor(ada), ada)).hasSize(1);
        house.pass(Duration.ofSeconds(1));
        assertThat(house.first.identity().upkeep().sweep()).isEqualTo(1);
        assertThat(keys.of(house.actor(ada), ada)).isEmpty();
    }

    @Test
    void a_revoked_key_is_dead_at_once_here_and_within_two_seconds_elsewhere() {
        Created key = key(ada, "Viewer");
        ManagingApiKeys elsewhere = house.server().identity().managingApiKeys();
        assertThat(used(key)).isPresent();
        assertThat(elsewhere.actor(key.text(), ORIGIN)).isPresent();
        house.audit.clear();

        keys.revoke(house.actor(ada), key.key().id());

        assertThat(used(key)).isEmpty();
        house.pass(Duration.ofSeconds(2));
        assertThat(elsewhere.actor(key.text(), ORIGIN)).isEmpty();
        assertThat(keys.of(house.actor(ada), ada)).isEmpty();
        assertThat(house.events()).containsExactly("api_key_revoked");
        assertRefused("not_found", () -> keys.revoke(house.actor(ada), key.key().id()));
        assertRefused("not_found", () -> keys.revoke(house.actor(ada), 4_711));
    }

    @Test
    void a_key_dies_with_its_owner() {
        Created key = key(ada, "Viewer");
        house.run("UPDATE admin_users SET is_active = NOT is_active WHERE id = " + ada);
        house.pass(Duration.ofSeconds(2));
        assertThat(used(key)).isEmpty();
        house.run("UPDATE admin_users SET is_active = NOT is_active WHERE id = " + ada);
        house.pass(Duration.ofSeconds(2));
        assertThat(used(key)).isPresent();
        house.run("DELETE FROM admin_users WHERE id = " + ada);
        house.pass(Duration.ofSeconds(2));
        assertThat(used(key)).isEmpty();
        assertThat(house.column("SELECT id FROM admin_api_keys")).isEmpty();
    }

    @Test
    void a_new_password_and_signing_out_everywhere_do_not_end_keys() {
        Created key = key(ada, "Viewer");
        house.first.identity().signingIn().signOutEverywhere(house.actor(ada));
        assertThat(used(key)).isPresent();
    }

    @Test
    void what_changes_in_the_role_holds_for_the_key_at_once() {
        long role = house.role("Buyer", Map.of("products", List.of("view")), Map.of());
        Created key = key(ada, "Buyer");
        assertThat(used(key).orElseThrow().rights().actions(products)).containsExactly(Action.VIEW);
        ManagingRoles roles = house.first.access().managingRoles();
        roles.change(
                InstalledIdentity.OPERATOR,
                role,
                draft -> new ManagingRoles.Draft(
                        "Purchaser", "", Map.of("products", List.of("edit")), Map.of(), Map.of()),
                Optional.empty(),
                false);
        assertThat(used(key)).hasValueSatisfying(actor -> {
            assertThat(actor.rights().actions(products)).containsExactly(Action.EDIT);
            assertThat(actor.key().orElseThrow().role()).isEqualTo("Purchaser");
        });
        roles.delete(InstalledIdentity.OPERATOR, role, Optional.empty(), false);
        assertThat(used(key)).isEmpty();
        house.pass(Duration.ofSeconds(2));
        assertThat(used(key)).isEmpty();
        assertThat(state(ada)).isEqualTo(State.ROLE_GONE);
    }

    @Test
    void a_key_rests_while_its_owner_holds_less_than_its_role() {
        Created key = key(ada, "Editor");
        house.run("DELETE FROM admin_user_roles WHERE user_id = " + ada);
        house.give(ada, "Viewer");
        assertThat(used(key)).isEmpty();
        assertThat(state(ada)).isEqualTo(State.BEYOND_OWNER);
        house.give(ada, "Editor");
        assertThat(used(key)).isPresent();
        assertThat(state(ada)).isEqualTo(State.GOOD);
    }

    @Test
    void a_key_of_a_superusers_role_rests_when_its_owner_is_none_any_more() {
        UserId root = house.user("root", "SuperAdmin");
        Created key = key(root, "SuperAdmin");
        assertThat(used(key).orElseThrow().rights().superuser()).isTrue();
        house.run("DELETE FROM admin_user_roles WHERE user_id = " + root);
        house.give(root, "Admin");
        assertThat(used(key)).isEmpty();
    }

    @Test
    void nobody_makes_a_key_with_more_than_they_hold() {
        assertRefused("escalation", () -> key(ada, "Admin"));
        assertRefused("escalation", () -> key(ada, "SuperAdmin"));
        assertThat(keys.possibleRoles(house.actor(ada)))
                .extracting(ManagingApiKeys.Role::name)
                .containsExactly("Editor", "Viewer");
        assertThat(keys.possibleRoles(house.actor(house.user("root", "SuperAdmin"))))
                .extracting(ManagingApiKeys.Role::name)
                .containsExactly("Admin", "Editor", "SuperAdmin", "Viewer");
        assertThat(keys.possibleRoles(house.actor(house.user("bob")))).isEmpty();
        assertThat(house.column("SELECT id FROM admin_api_keys")).isEmpty();
    }

    @Test
    void what_is_wrong_with_a_draft_is_told_by_field() {
        long viewer = house.role("Viewer");
        assertThat(violations(new Draft("  ", viewer, Optional.of(house.now))))
                .containsExactly("/name required", "/expires_at past");
        assertThat(violations(new Draft("x".repeat(81), viewer, Optional.of(Instant.MAX))))
                .containsExactly("/name max_length", "/expires_at maximum");
        assertThat(violations(new Draft("a\0b", viewer, Optional.empty()))).containsExactly("/name max_length");
        assertThat(violations(new Draft("x", 4_711, Optional.empty()))).containsExactly("/role unknown_role");
        assertThat(violations(new Draft(" é".repeat(40), viewer, Optional.of(Instant.parse("9999-12-31T00:00:00Z")))))
                .isEmpty();
        assertThat(house.moments("expires_at", "admin_api_keys")).containsExactly("9999-12-31T00:00:00Z");
    }

    @Test
    void there_are_at_most_fifty_at_a_time() {
        Created first = key(ada, "Viewer");
        for (int i = 1; i < ManagingApiKeys.MOST; i++) {
            key(ada, "Viewer");
        }
        assertRefused("too_many_keys", () -> key(ada, "Viewer"));
        keys.revoke(house.actor(ada), first.key().id());
        key(ada, "Viewer");
        assertThat(keys.of(house.actor(ada), ada)).hasSize(ManagingApiKeys.MOST);
    }

    @Test
    void a_use_is_written_down_later_and_at_most_once_a_minute() {
        Created key = key(ada, "Viewer");
        used(key);
        assertThat(house.moments("last_used_at", "admin_api_keys")).containsExactly("never");
        String first = house.now.toString();
        house.first.identity().upkeep().catchUp();
        assertThat(house.moments("last_used_at", "admin_api_keys")).containsExactly(first);
        assertThat(keys.of(house.actor(ada), ada).getFirst().lastUsedAt()).contains(house.now);

        house.pass(Duration.ofSeconds(59));
        used(key);
        house.first.identity().upkeep().catchUp();
        assertThat(house.moments("last_used_at", "admin_api_keys")).containsExactly(first);

        house.pass(Duration.ofSeconds(1));
        used(key);
        house.first.identity().upkeep().catchUp();
        assertThat(house.moments("last_used_at", "admin_api_keys")).containsExactly(house.now.toString());
    }

    @Test
    void with_two_servers_a_use_is_written_down_once_a_minute_too() {
        Created key = key(ada, "Viewer");
        var elsewhere = house.server().identity();
        used(key);
        elsewhere.managingApiKeys().actor(key.text(), ORIGIN);
        String first = house.now.toString();
        house.first.identity().upkeep().catchUp();
        house.pass(Duration.ofSeconds(30));
        elsewhere.managingApiKeys().actor(key.text(), ORIGIN);
        elsewhere.upkeep().catchUp();
        assertThat(house.moments("last_used_at", "admin_api_keys")).containsExactly(first);
    }

    @Test
    void nothing_of_a_user_in_person_is_done_with_a_key() {
        UserId root = house.user("root", "SuperAdmin");
        Created key = key(root, "SuperAdmin");
        Actor.SignedIn program = used(key).orElseThrow();
        var identity = house.first.identity();
        Draft draft = new Draft("more", house.role("Viewer"), Optional.empty());
        assertRefused("not_by_key", () -> keys.create(program, draft));
        assertRefused("not_by_key", () -> keys.of(program, root));
        assertRefused("not_by_key", () -> keys.revoke(program, key.key().id()));
        assertRefused("not_by_key", () -> identity.signingIn().signOutEverywhere(program));
        assertRefused("not_by_key", () -> identity.managingUsers().rename(program, "Eva"));
        assertRefused("not_by_key", () -> identity.managingUsers().changeOwnPassword(program, "a", "b"));
        assertRefused("not_by_key", () -> identity.managingUsers().changePassword(program, "ada@example.com", "a"));
        assertRefused("not_by_key", () -> identity.managingUsers().endSessions(program, root));
        assertRefused("not_by_key", () -> identity.settingUpSecondFactor().begin(program));
        assertRefused("not_by_key", () -> identity.settingUpSecondFactor().begun(program));
        assertRefused("not_by_key", () -> identity.settingUpSecondFactor().confirm(program, "1"));
        assertRefused("not_by_key", () -> identity.settingUpSecondFactor().remove(program, "1"));
        assertRefused("not_by_key", () -> identity.managingUsers().removeSecondFactor(program, root));
        assertRefused("not_by_key", () -> identity.settingUpSecondFactor().on(program));
        assertRefused("not_by_key", () -> identity.settingUpSecondFactor().backupCodesLeft(program));
        assertRefused("not_by_key", () -> identity.keepingSessions().list(program));
        assertRefused("not_by_key", () -> identity.keepingSessions().end(program, "1"));
        assertRefused("not_by_key", () -> identity.keepingSessions().endOthers(program, "1"));
        assertRefused("not_by_key", () -> identity.keepingSessions().signOut(program, "1"));
        assertRefused("not_by_key", () -> keys.possibleRoles(program));
    }

    @Test
    void keys_of_others_are_for_who_may_edit_these_users() {
        Created key = key(ada, "Viewer");
        long id = key.key().id();
        Actor.SignedIn bob = house.actor(house.user("bob", "Editor"));
        assertRefused("forbidden", () -> keys.of(bob, ada));
        assertRefused("forbidden", () -> keys.revoke(bob, id));

        house.role(
                "Clerk", Map.of("admin_users", List.of("edit")), Map.of("admin_users", "email <> 'ada@example.com'"));
        Actor.SignedIn eva = house.actor(house.user("eva", "Clerk"));
        assertRefused("not_found", () -> keys.of(eva, ada));
        assertRefused("not_found", () -> keys.revoke(eva, id));

        house.role("Warden", Map.of("admin_users", List.of("view", "edit")), Map.of());
        Actor.SignedIn kim = house.actor(house.user("kim", "Warden"));
        assertThat(keys.of(kim, ada)).hasSize(1);
        keys.revoke(kim, id);
        assertThat(used(key)).isEmpty();

        Created strong = key(house.user("root", "SuperAdmin"), "SuperAdmin");
        assertRefused("escalation", () -> keys.revoke(kim, strong.key().id()));
        assertThat(used(strong)).isPresent();
    }

    @Test
    void who_acted_by_a_key_is_in_the_audit_log_with_the_key() {
        Created key = key(ada, "Viewer");
        var trail = new dev.hexadmin.persistence.audit.JdbcAuditTrail(house.database);
        house.database.write(scope -> {
            trail.append(new AuditEntry(house.now, used(key).orElseThrow(), "update", "products", "1", List.of()));
            return 0;
        });
        assertThat(house.column("SELECT actor FROM admin_audit_log"))
                .containsExactly("ada@example.com by " + key.key().prefix());
        assertThat(house.column("SELECT user_id FROM admin_audit_log")).containsExactly(ada.toString());
    }
}
