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

    InstalledIdentity installed;
    ManagingApiKeys keys;
    Model products;
    UserId ada;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new InstalledIdentity(settings(folder));
        keys = installed.first.identity().managingApiKeys();
        products = installed.registry.model("products").orElseThrow();
        ada = installed.user("ada", "Editor");
    }

    @AfterEach
    void close() {
        installed.close();
    }

    private Created key(UserId owner, String role) {
        return keys.create(installed.actor(owner), new Draft("import", installed.role(role), Optional.empty()));
    }

    private Optional<Actor.SignedIn> used(Created key) {
        return keys.actor(key.text(), ORIGIN);
    }

    private State state(UserId owner) {
        return keys.of(installed.actor(owner), owner).getFirst().state();
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private List<String> violations(Draft draft) {
        try {
            keys.create(installed.actor(ada), draft);
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
        assertThat(keys.of(installed.actor(ada), ada))
                .containsExactly(new Key(
                        key.key().id(),
                        "import",
                        key.key().prefix(),
                        Optional.of("Viewer"),
                        installed.now,
                        Optional.empty(),
                        Optional.empty(),
                        State.GOOD));
        assertThat(installed
                        .first
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
        assertThat(installed.column("SELECT key_hash FROM admin_api_keys"))
                .singleElement()
                .isNotEqualTo(key.text());
        assertThat(key.toString()).doesNotContain(key.text());
        assertThat(installed.audit).singleElement().satisfies(entry -> {
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
        Instant end = installed.now.plus(Duration.ofDays(1));
        Created key = keys.create(installed.actor(ada), new Draft("x", installed.role("Viewer"), Optional.of(end)));
        installed.pass(Duration.ofDays(1).minusMillis(1));
        assertThat(used(key)).isPresent();
        installed.pass(Duration.ofMillis(1));
        assertThat(used(key)).isEmpty();
        assertThat(state(ada)).isEqualTo(State.EXPIRED);

        installed.pass(Duration.ofDays(90));
        installed.first.identity().upkeep().sweep();
        assertThat(keys.of(installed.actor(ada), ada)).hasSize(1);
        installed.pass(Duration.ofSeconds(1));
        assertThat(installed.first.identity().upkeep().sweep()).isEqualTo(1);
        assertThat(keys.of(installed.actor(ada), ada)).isEmpty();
    }

    @Test
    void a_revoked_key_is_dead_at_once_here_and_within_two_seconds_elsewhere() {
        Created key = key(ada, "Viewer");
        ManagingApiKeys elsewhere = installed.server().identity().managingApiKeys();
        assertThat(used(key)).isPresent();
        assertThat(elsewhere.actor(key.text(), ORIGIN)).isPresent();
        installed.audit.clear();

        keys.revoke(installed.actor(ada), key.key().id(), false);

        assertThat(used(key)).isEmpty();
        installed.pass(Duration.ofSeconds(2));
        assertThat(elsewhere.actor(key.text(), ORIGIN)).isEmpty();
        assertThat(keys.of(installed.actor(ada), ada)).isEmpty();
        assertThat(installed.events()).containsExactly("api_key_revoked");
        assertRefused(
                "not_found", () -> keys.revoke(installed.actor(ada), key.key().id(), false));
        assertRefused("not_found", () -> keys.revoke(installed.actor(ada), 4_711, false));
    }

    @Test
    void a_key_dies_with_its_owner() {
        Created key = key(ada, "Viewer");
        installed.run("UPDATE admin_users SET is_active = NOT is_active WHERE id = " + ada);
        installed.pass(Duration.ofSeconds(2));
        assertThat(used(key)).isEmpty();
        installed.run("UPDATE admin_users SET is_active = NOT is_active WHERE id = " + ada);
        installed.pass(Duration.ofSeconds(2));
        assertThat(used(key)).isPresent();
        installed.run("DELETE FROM admin_users WHERE id = " + ada);
        installed.pass(Duration.ofSeconds(2));
        assertThat(used(key)).isEmpty();
        assertThat(installed.column("SELECT id FROM admin_api_keys")).isEmpty();
    }

    @Test
    void a_new_password_and_signing_out_everywhere_do_not_end_keys() {
        Created key = key(ada, "Viewer");
        installed.first.identity().signingIn().signOutEverywhere(installed.actor(ada), false);
        assertThat(used(key)).isPresent();
    }

    @Test
    void what_changes_in_the_role_holds_for_the_key_at_once() {
        long role = installed.role("Buyer", Map.of("products", List.of("view")), Map.of());
        Created key = key(ada, "Buyer");
        assertThat(used(key).orElseThrow().rights().actions(products)).containsExactly(Action.VIEW);
        ManagingRoles roles = installed.first.access().managingRoles();
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
        installed.pass(Duration.ofSeconds(2));
        assertThat(used(key)).isEmpty();
        assertThat(state(ada)).isEqualTo(State.ROLE_GONE);
    }

    @Test
    void a_key_rests_while_its_owner_holds_less_than_its_role() {
        Created key = key(ada, "Editor");
        installed.run("DELETE FROM admin_user_roles WHERE user_id = " + ada);
        installed.give(ada, "Viewer");
        assertThat(used(key)).isEmpty();
        assertThat(state(ada)).isEqualTo(State.BEYOND_OWNER);
        installed.give(ada, "Editor");
        assertThat(used(key)).isPresent();
        assertThat(state(ada)).isEqualTo(State.GOOD);
    }

    @Test
    void a_key_of_a_superusers_role_rests_when_its_owner_is_none_any_more() {
        UserId root = installed.user("root", "SuperAdmin");
        Created key = key(root, "SuperAdmin");
        assertThat(used(key).orElseThrow().rights().superuser()).isTrue();
        installed.run("DELETE FROM admin_user_roles WHERE user_id = " + root);
        installed.give(root, "Admin");
        assertThat(used(key)).isEmpty();
    }

    @Test
    void nobody_makes_a_key_with_more_than_they_hold() {
        assertRefused("escalation", () -> key(ada, "Admin"));
        assertRefused("escalation", () -> key(ada, "SuperAdmin"));
        assertThat(keys.possibleRoles(installed.actor(ada)))
                .extracting(ManagingApiKeys.Role::name)
                .containsExactly("Editor", "Viewer");
        assertThat(keys.possibleRoles(installed.actor(installed.user("root", "SuperAdmin"))))
                .extracting(ManagingApiKeys.Role::name)
                .containsExactly("Admin", "Editor", "SuperAdmin", "Viewer");
        assertThat(keys.possibleRoles(installed.actor(installed.user("bob")))).isEmpty();
        assertThat(installed.column("SELECT id FROM admin_api_keys")).isEmpty();
    }

    @Test
    void what_is_wrong_with_a_draft_is_told_by_field() {
        long viewer = installed.role("Viewer");
        assertThat(violations(new Draft("  ", viewer, Optional.of(installed.now))))
                .containsExactly("/name required", "/expires_at past");
        assertThat(violations(new Draft("x".repeat(81), viewer, Optional.of(Instant.MAX))))
                .containsExactly("/name max_length", "/expires_at maximum");
        assertThat(violations(new Draft("a\0b", viewer, Optional.empty()))).containsExactly("/name max_length");
        assertThat(violations(new Draft("x", 4_711, Optional.empty()))).containsExactly("/role unknown_role");
        assertThat(violations(new Draft(" é".repeat(40), viewer, Optional.of(Instant.parse("9999-12-31T00:00:00Z")))))
                .isEmpty();
        assertThat(installed.moments("expires_at", "admin_api_keys")).containsExactly("9999-12-31T00:00:00Z");
    }

    @Test
    void there_are_at_most_fifty_at_a_time() {
        Created first = key(ada, "Viewer");
        for (int i = 1; i < ManagingApiKeys.MOST; i++) {
            key(ada, "Viewer");
        }
        assertRefused("too_many_keys", () -> key(ada, "Viewer"));
        keys.revoke(installed.actor(ada), first.key().id(), false);
        key(ada, "Viewer");
        assertThat(keys.of(installed.actor(ada), ada)).hasSize(ManagingApiKeys.MOST);
    }

    @Test
    void a_use_is_written_down_later_and_at_most_once_a_minute() {
        Created key = key(ada, "Viewer");
        used(key);
        assertThat(installed.moments("last_used_at", "admin_api_keys")).containsExactly("never");
        String first = installed.now.toString();
        installed.first.identity().upkeep().catchUp();
        assertThat(installed.moments("last_used_at", "admin_api_keys")).containsExactly(first);
        assertThat(keys.of(installed.actor(ada), ada).getFirst().lastUsedAt()).contains(installed.now);

        installed.pass(Duration.ofSeconds(59));
        used(key);
        installed.first.identity().upkeep().catchUp();
        assertThat(installed.moments("last_used_at", "admin_api_keys")).containsExactly(first);

        installed.pass(Duration.ofSeconds(1));
        used(key);
        installed.first.identity().upkeep().catchUp();
        assertThat(installed.moments("last_used_at", "admin_api_keys")).containsExactly(installed.now.toString());
    }

    @Test
    void with_two_servers_a_use_is_written_down_once_a_minute_too() {
        Created key = key(ada, "Viewer");
        var elsewhere = installed.server().identity();
        used(key);
        elsewhere.managingApiKeys().actor(key.text(), ORIGIN);
        String first = installed.now.toString();
        installed.first.identity().upkeep().catchUp();
        installed.pass(Duration.ofSeconds(30));
        elsewhere.managingApiKeys().actor(key.text(), ORIGIN);
        elsewhere.upkeep().catchUp();
        assertThat(installed.moments("last_used_at", "admin_api_keys")).containsExactly(first);
    }

    @Test
    void nothing_of_a_user_in_person_is_done_with_a_key() {
        UserId root = installed.user("root", "SuperAdmin");
        Created key = key(root, "SuperAdmin");
        Actor.SignedIn program = used(key).orElseThrow();
        var identity = installed.first.identity();
        Draft draft = new Draft("more", installed.role("Viewer"), Optional.empty());
        assertRefused("not_by_key", () -> keys.create(program, draft));
        assertRefused("not_by_key", () -> keys.of(program, root));
        assertRefused("not_by_key", () -> keys.revoke(program, key.key().id(), false));
        assertRefused("not_by_key", () -> identity.signingIn().signOutEverywhere(program, false));
        assertRefused("not_by_key", () -> identity.managingUsers().rename(program, "Eva"));
        assertRefused("not_by_key", () -> identity.managingUsers().changeOwnPassword(program, "a", "b", false));
        assertRefused("not_by_key", () -> identity.managingUsers().changePassword(program, "ada@example.com", "a"));
        assertRefused("not_by_key", () -> identity.managingUsers().endSessions(program, root, false));
        assertRefused("not_by_key", () -> identity.accounts().secondFactor().begin(program));
        assertRefused("not_by_key", () -> identity.accounts().secondFactor().begun(program));
        assertRefused("not_by_key", () -> identity.accounts().secondFactor().confirm(program, "", "1"));
        assertRefused("not_by_key", () -> identity.accounts().secondFactor().remove(program, "1"));
        assertRefused("not_by_key", () -> identity.managingUsers().removeSecondFactor(program, root));
        assertRefused("not_by_key", () -> identity.accounts().secondFactor().on(program));
        assertRefused("not_by_key", () -> identity.accounts().secondFactor().backupCodesLeft(program));
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
        Actor.SignedIn bob = installed.actor(installed.user("bob", "Editor"));
        assertRefused("forbidden", () -> keys.of(bob, ada));
        assertRefused("forbidden", () -> keys.revoke(bob, id, false));

        installed.role(
                "Clerk", Map.of("admin_users", List.of("edit")), Map.of("admin_users", "email <> 'ada@example.com'"));
        Actor.SignedIn eva = installed.actor(installed.user("eva", "Clerk"));
        assertRefused("not_found", () -> keys.of(eva, ada));
        assertRefused("not_found", () -> keys.revoke(eva, id, false));

        installed.role("Warden", Map.of("admin_users", List.of("view", "edit")), Map.of());
        Actor.SignedIn kim = installed.actor(installed.user("kim", "Warden"));
        assertThat(keys.of(kim, ada)).hasSize(1);
        keys.revoke(kim, id, false);
        assertThat(used(key)).isEmpty();

        Created strong = key(installed.user("root", "SuperAdmin"), "SuperAdmin");
        assertRefused("escalation", () -> keys.revoke(kim, strong.key().id(), false));
        assertThat(used(strong)).isPresent();
    }

    @Test
    void who_acted_by_a_key_is_in_the_audit_log_with_the_key() {
        Created key = key(ada, "Viewer");
        var trail = new dev.hexadmin.persistence.audit.JdbcAuditTrail(installed.database);
        installed.database.write(scope -> {
            trail.append(new AuditEntry(installed.now, used(key).orElseThrow(), "update", "products", "1", List.of()));
            return 0;
        });
        assertThat(installed.column("SELECT actor FROM admin_audit_log"))
                .containsExactly("ada@example.com by " + key.key().prefix());
        assertThat(installed.column("SELECT user_id FROM admin_audit_log")).containsExactly(ada.toString());
    }
}
