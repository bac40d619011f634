package dev.hexadmin.persistence.identity;

import static dev.hexadmin.persistence.identity.IdentityFixture.ANYBODY;
import static dev.hexadmin.persistence.identity.IdentityFixture.EMAIL;
import static dev.hexadmin.persistence.identity.IdentityFixture.OPERATOR;
import static dev.hexadmin.persistence.identity.IdentityFixture.ORIGIN;
import static dev.hexadmin.persistence.identity.IdentityFixture.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentityModels;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.port.ClusterEvent;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.Account;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.models.ModelRegistry;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.persistence.database.sqlite.SqliteKind;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class ManagingUsersContract {
    private static final Actor.SignedIn EDITOR = new Actor.SignedIn(
            new UserId(99), new EmailAddress("ed@example.com"), new Rights(false, List.of()), ORIGIN);
    private static final Actor.SignedIn ROOT =
            new Actor.SignedIn(new UserId(98), new EmailAddress("root@example.com"), Rights.ALL, ORIGIN);

    @TempDir
    Path folder;

    IdentityFixture installed;
    ManagingUsers managing;
    RecordHooks hooks;
    final Model model = ModelRegistry.of(List.of(
                    IdentityModels.users(),
                    IdentityModels.loginAttempts(),
                    ModelDefinition.builder("admin_roles")
                            .display("{name}")
                            .field("id", FieldType.INTEGER, f -> f.primaryKey())
                            .field("name", FieldType.STRING)
                            .access(ModelDefinition.Access.BUILT_IN)
                            .build()))
            .model("admin_users")
            .orElseThrow();

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new IdentityFixture(settings(folder));
        managing = installed.identity.managingUsers();
        hooks = installed.identity.userHooks();
    }

    @AfterEach
    void close() {
        installed.close();
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private static void assertViolation(String pointerAndCode, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.violations().stream().map(v -> v.pointer() + " " + v.code()))
                                .containsExactly(pointerAndCode));
    }

    // accounts

    @Test
    void an_operator_makes_a_superuser_and_lists_accounts() {
        UserId ada = installed.superuser();
        assertThat(managing.empty()).isFalse();
        assertThat(managing.list(ROOT)).singleElement().satisfies(account -> {
            assertThat(account.id()).isEqualTo(ada);
            assertThat(account.email().value()).isEqualTo(EMAIL);
            assertThat(account.superuser()).isTrue();
            assertThat(account.active()).isTrue();
            assertThat(account.roles()).isEmpty();
            assertThat(account.lastLogin()).isEmpty();
        });
        assertThat(installed.events()).containsExactly("create");
        assertThat(installed.audit.toString()).doesNotContain(PASSWORD).doesNotContain("argon2");
        assertRefused("unique", () -> managing.createSuperuser(OPERATOR, "ADA@example.com", PASSWORD, ""));
        assertRefused("forbidden", () -> managing.createSuperuser(EDITOR, "b@example.com", PASSWORD, ""));
        assertRefused("forbidden", () -> managing.list(EDITOR));
    }

    @Test
    void what_is_wrong_with_an_account_is_named() {
        assertViolation("/email email", () -> managing.createSuperuser(OPERATOR, "no address", PASSWORD, ""));
        assertViolation("/password min_length", () -> managing.createSuperuser(OPERATOR, EMAIL, "short", ""));
        assertViolation("/password too_weak", () -> managing.createSuperuser(OPERATOR, EMAIL, "password1234", ""));
        assertViolation(
                "/password too_weak",
                () -> managing.createSuperuser(
                        OPERATOR, "wilhelmina@example.com", "WilhelminaKowalska", "Wilhelmina Kowalska"));
        assertViolation(
                "/full_name max_length", () -> managing.createSuperuser(OPERATOR, EMAIL, PASSWORD, "x".repeat(151)));
        assertThat(managing.empty()).isTrue();
    }

    @Test
    void users_choose_the_language_and_the_zone_that_they_read_in() {
        UserId ada = installed.superuser();
        Actor.SignedIn self = new Actor.SignedIn(ada, new EmailAddress(EMAIL), Rights.NONE, ORIGIN);
        KeepingSessions sessions = installed.identity.keepingSessions();
        String token = ((KeepingSessions.Outcome.Complete) sessions.signIn(ANYBODY, EMAIL, PASSWORD, ""))
                .opened()
                .token();
        assertThat(sessions.find(token, ORIGIN).orElseThrow().actor().locale()).isEqualTo(LocaleChoice.NONE);
        LocaleChoice german = LocaleChoice.of(Optional.of("de"), Optional.of("Europe/Berlin"));
        managing.choose(self, german);
        managing.choose(self, german); // no second entry in the audit log
        assertThat(sessions.find(token, ORIGIN).orElseThrow().actor().locale()).isEqualTo(german);
        assertThat(installed
                        .identity
                        .signingIn()
                        .profile(sessions.find(token, ORIGIN).orElseThrow().actor())
                        .locale())
                .isEqualTo(german);
        managing.choose(self, LocaleChoice.NONE);
        assertThat(sessions.find(token, ORIGIN).orElseThrow().actor().locale()).isEqualTo(LocaleChoice.NONE);
        assertThat(installed.events()).containsExactly("create", "sign_in", "update", "update");
    }

    @Test
    void superusers_change_the_passwords_of_others_and_only_with_the_current_one_their_own() {
        UserId ada = installed.superuser();
        Actor.SignedIn self = new Actor.SignedIn(ada, new EmailAddress(EMAIL), Rights.NONE, ORIGIN);
        assertRefused("own_password", () -> managing.changePassword(self, EMAIL, "entirely different words today"));
        managing.changePassword(ROOT, EMAIL, "yet more different words tomorrow");
        assertRefused("forbidden", () -> managing.changePassword(EDITOR, EMAIL, "entirely different words today"));
        assertRefused("not_found", () -> managing.changePassword(OPERATOR, "x@example.com", PASSWORD));
        assertViolation("/password min_length", () -> managing.changePassword(ROOT, EMAIL, "short"));
        assertThat(installed
                        .identity
                        .signingIn()
                        .signIn(ANYBODY, EMAIL, "yet more different words tomorrow", Optional.empty()))
                .isInstanceOf(SigningIn.Outcome.Complete.class);
    }

    @Test
    void the_set_up_link_makes_the_first_superuser_once() {
        String token = managing.createSetupToken().orElseThrow();
        assertRefused("invalid_setup_token", () -> managing.completeSetup(ANYBODY, "guess", EMAIL, PASSWORD, "Ada"));
        assertViolation("/password min_length", () -> managing.completeSetup(ANYBODY, token, EMAIL, "short", "Ada"));
        UserId ada = managing.completeSetup(ANYBODY, token, EMAIL, PASSWORD, "Ada");
        assertThat(managing.list(OPERATOR))
                .singleElement()
                .satisfies(account -> assertThat(account.id()).isEqualTo(ada));
        assertRefused(
                "invalid_setup_token", () -> managing.completeSetup(ANYBODY, token, "b@example.com", PASSWORD, "Bob"));
        assertThat(managing.createSetupToken()).isEmpty();
    }

    @Test
    void of_two_servers_set_up_at_once_one_wins() throws Exception {
        ManagingUsers elsewhere = installed.assemble().managingUsers();
        String here = managing.createSetupToken().orElseThrow();
        String there = elsewhere.createSetupToken().orElseThrow();
        assertThat(race(List.of(
                        () -> managing.completeSetup(ANYBODY, here, "a@example.com", PASSWORD, ""),
                        () -> elsewhere.completeSetup(ANYBODY, there, "b@example.com", PASSWORD, ""))))
                .containsExactlyInAnyOrder("done", "setup_done");
        assertThat(managing.list(OPERATOR)).hasSize(1);
    }

    /** Runs all at once: "done", or the code of the refusal. */
    private static List<String> race(List<Runnable> steps) throws Exception {
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> all = new ArrayList<>();
            for (Runnable step : steps) {
                all.add(executor.submit(() -> {
                    try {
                        step.run();
                        return "done";
                    } catch (RequestRejectedException e) {
                        return e.code();
                    }
                }));
            }
            List<String> outcomes = new ArrayList<>();
            for (Future<String> one : all) {
                outcomes.add(one.get());
            }
            return outcomes;
        }
    }

    // the hooks of admin_users

    private StoredRecord record(UserId id, boolean active, boolean superuser, String password) {
        Map<String, @Nullable Object> values = new HashMap<>();
        model.fields().forEach(field -> values.put(field.name(), null));
        values.put("id", id.value());
        values.put("email", EMAIL);
        values.put("full_name", "");
        values.put("is_active", active);
        values.put("is_superuser", superuser);
        values.put("password", password);
        values.put("roles", List.of());
        return new StoredRecord(model, new RecordKey(List.of(id.value())), values, new Version("v"));
    }

    private static Map<String, @Nullable Object> values(Object... pairs) {
        Map<String, @Nullable Object> values = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put((String) pairs[i], pairs[i + 1]);
        }
        return values;
    }

    private HookedChange creating(Actor actor, Map<String, @Nullable Object> values) {
        return HookedChange.create(installed.database, actor, model, values);
    }

    private HookedChange updating(Actor actor, StoredRecord before, Map<String, @Nullable Object> changes) {
        return HookedChange.update(installed.database, actor, before, changes);
    }

    private HookedChange updated(Actor actor, StoredRecord before, StoredRecord after) {
        return HookedChange.updated(installed.database, actor, before, after);
    }

    private HookedChange deleting(Actor actor, StoredRecord record) {
        return HookedChange.delete(installed.database, actor, record);
    }

    private void inTransaction(Runnable step) {
        installed.database.write(scope -> {
            step.run();
            return 0;
        });
    }

    @Test
    void a_password_is_checked_and_hashed_before_the_transaction() {
        Map<String, @Nullable Object> values = values("email", EMAIL, "password", PASSWORD);
        hooks.prepare(ROOT, Optional.empty(), values);
        assertThat(installed.hashes.matches(PASSWORD, String.valueOf(values.get("password"))))
                .isTrue();
        assertViolation("/password required", () -> hooks.prepare(ROOT, Optional.empty(), values("email", EMAIL)));
        assertViolation(
                "/password too_weak",
                () -> hooks.prepare(
                        ROOT,
                        Optional.empty(),
                        values(
                                "full_name",
                                "Wilhelmina Kowalska",
                                "email",
                                "x@y.z",
                                "password",
                                "WilhelminaKowalska")));
    }

    @Test
    void a_new_password_is_held_against_the_stored_name_and_address() {
        UserId user = managing.createSuperuser(OPERATOR, "wilhelmina@example.com", PASSWORD, "Wilhelmina Kowalska");
        RecordKey key = new RecordKey(List.of(user.value()));
        assertViolation(
                "/password too_weak",
                () -> hooks.prepare(ROOT, Optional.of(key), values("password", "WilhelminaKowalska")));
        Map<String, @Nullable Object> without = values("full_name", "W");
        hooks.prepare(ROOT, Optional.of(key), without);
        assertThat(without).containsOnlyKeys("full_name");
        Map<String, @Nullable Object> gone = values("password", PASSWORD);
        hooks.prepare(ROOT, Optional.of(new RecordKey(List.of(12345L))), gone);
        assertThat(String.valueOf(gone.get("password"))).startsWith("$argon2id$");
    }

    @Test
    void addresses_are_stored_in_lower_case_and_a_password_is_never_cleared() {
        UserId ada = installed.superuser();
        Map<String, @Nullable Object> created = values("email", " Bob@Example.COM ");
        inTransaction(() -> hooks.onCreate(creating(EDITOR, created)));
        assertThat(created).containsEntry("email", "bob@example.com");
        Map<String, @Nullable Object> changed = values("email", "EVE@example.com", "password", null);
        inTransaction(() -> hooks.onUpdate(updating(ROOT, record(ada, true, true, "h"), changed)));
        assertThat(changed).containsOnlyKeys("email").containsEntry("email", "eve@example.com");
    }

    @Test
    void only_a_superuser_makes_changes_or_deletes_a_superuser() {
        UserId ada = installed.superuser();
        managing.createSuperuser(OPERATOR, "b@example.com", PASSWORD, "");
        StoredRecord superuser = record(ada, true, true, "h");
        StoredRecord plain = record(ada, true, false, "h");
        assertRefused(
                "escalation",
                () -> inTransaction(() -> hooks.onCreate(creating(EDITOR, values("is_superuser", true)))));
        assertRefused(
                "escalation",
                () -> inTransaction(() -> hooks.onUpdate(updating(EDITOR, plain, values("is_superuser", true)))));
        assertRefused(
                "escalation",
                () -> inTransaction(() -> hooks.onUpdate(updating(EDITOR, superuser, values("full_name", "x")))));
        assertRefused("escalation", () -> inTransaction(() -> hooks.onDelete(deleting(EDITOR, superuser))));
        inTransaction(() -> {
            hooks.onCreate(creating(ROOT, values("is_superuser", true)));
            hooks.onUpdate(updating(ROOT, plain, values("is_superuser", true)));
            hooks.onUpdate(updating(ROOT, superuser, values("is_superuser", false)));
            hooks.onUpdate(updating(EDITOR, plain, values("full_name", "x")));
            hooks.onDelete(deleting(ROOT, superuser));
            hooks.onDelete(deleting(EDITOR, plain));
        });
    }

    @Test
    void roles_that_are_new_to_the_user_must_be_the_actors_to_give() {
        StoredRecord before = record(new UserId(5), true, false, "h");
        before = new StoredRecord(model, before.key(), with(before.values(), "roles", List.of(1L)), before.version());
        StoredRecord user = before;
        inTransaction(() -> {
            hooks.onCreate(creating(EDITOR, values("roles", List.of(2L, 3L))));
            hooks.onUpdate(updating(EDITOR, user, values("roles", List.of(1L, 4L))));
            hooks.onUpdate(updating(EDITOR, user, values("roles", List.of())));
        });
        assertThat(installed.assigned).containsExactly(List.of(2L, 3L), List.of(4L));
    }

    @Test
    void who_sets_anothers_password_or_address_must_hold_all_their_rights() {
        StoredRecord before = record(new UserId(5), true, false, "h");
        StoredRecord user =
                new StoredRecord(model, before.key(), with(before.values(), "roles", List.of(1L)), before.version());
        Actor.SignedIn self = new Actor.SignedIn(new UserId(5), new EmailAddress(EMAIL), Rights.NONE, ORIGIN);
        inTransaction(() -> {
            hooks.onUpdate(updating(EDITOR, user, values("full_name", "x", "email", " " + EMAIL, "password", null)));
            hooks.onUpdate(updating(self, user, values("password", "hash")));
        });
        assertThat(installed.takenOver).isEmpty();
        assertRefused(
                "own_email",
                () -> inTransaction(() -> hooks.onUpdate(updating(self, user, values("email", "new@example.com")))));
        inTransaction(() -> {
            hooks.onUpdate(updating(EDITOR, user, values("password", "hash")));
            hooks.onUpdate(updating(EDITOR, user, values("email", "new@example.com")));
        });
        assertThat(installed.takenOver).containsExactly("5 with [1]", "5 with [1]");
    }

    private static Map<String, @Nullable Object> with(Map<String, @Nullable Object> values, String name, Object value) {
        Map<String, @Nullable Object> changed = new HashMap<>(values);
        changed.put(name, value);
        return changed;
    }

    @Test
    void the_last_active_superuser_stays() {
        UserId ada = installed.superuser();
        StoredRecord last = record(ada, true, true, "h");
        installed.run("INSERT INTO admin_users (email, password_hash, created_at, is_superuser, is_active)"
                + " SELECT 'idle@example.com', 'h', created_at, is_superuser, NOT is_active FROM admin_users");
        installed.run("INSERT INTO admin_users (email, password_hash, created_at)"
                + " SELECT 'plain@example.com', 'h', created_at FROM admin_users WHERE email = 'ada@example.com'");
        assertRefused(
                "last_superuser",
                () -> inTransaction(() -> hooks.onUpdate(updating(ROOT, last, values("is_superuser", false)))));
        assertRefused(
                "last_superuser",
                () -> inTransaction(() -> hooks.onUpdate(updating(ROOT, last, values("is_active", false)))));
        assertRefused("last_superuser", () -> inTransaction(() -> hooks.onDelete(deleting(OPERATOR, last))));
        inTransaction(() -> hooks.onUpdate(updating(ROOT, last, values("full_name", "x", "is_active", true))));
    }

    @Test
    void a_role_that_makes_superusers_counts_like_the_flag() {
        UserId ada = installed.superuser();
        installed.run("INSERT INTO admin_roles (name, description, is_superuser, created_at)"
                + " SELECT 'SuperAdmin', '', is_superuser, created_at FROM admin_users");
        long role =
                Long.parseLong(installed.column("SELECT id FROM admin_roles").getFirst());
        installed.run("INSERT INTO admin_users (email, password_hash, created_at)"
                + " SELECT 'bob@example.com', 'h', created_at FROM admin_users");
        UserId bob = new UserId(Long.parseLong(installed
                .column("SELECT id FROM admin_users WHERE email = 'bob@example.com'")
                .getFirst()));
        installed.run("INSERT INTO admin_user_roles (user_id, role_id) VALUES (" + bob + ", " + role + ")");
        StoredRecord plain = record(bob, true, false, "h");
        StoredRecord byRole =
                new StoredRecord(model, plain.key(), with(plain.values(), "roles", List.of(role)), plain.version());

        assertRefused(
                "escalation",
                () -> inTransaction(() -> hooks.onCreate(creating(EDITOR, values("roles", List.of(role))))));
        assertRefused(
                "escalation",
                () -> inTransaction(() -> hooks.onUpdate(updating(EDITOR, plain, values("roles", List.of(role))))));
        assertRefused(
                "escalation",
                () -> inTransaction(() -> hooks.onUpdate(updating(EDITOR, byRole, values("full_name", "x")))));
        assertRefused("escalation", () -> inTransaction(() -> hooks.onDelete(deleting(EDITOR, byRole))));
        inTransaction(() -> hooks.onUpdate(updating(ROOT, record(ada, true, true, "h"), values("is_active", false))));

        installed.run("UPDATE admin_users SET is_superuser = NOT is_superuser WHERE id = " + ada);
        assertRefused(
                "last_superuser",
                () -> inTransaction(() -> hooks.onUpdate(updating(ROOT, byRole, values("roles", List.of())))));
        assertRefused("last_superuser", () -> inTransaction(() -> hooks.onDelete(deleting(ROOT, byRole))));
        inTransaction(() -> hooks.onUpdate(updating(ROOT, byRole, values("roles", List.of(), "is_superuser", true))));
    }

    @Test
    void superusers_who_step_down_at_the_same_moment_leave_one_behind() throws Exception {
        List<UserId> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            all.add(managing.createSuperuser(OPERATOR, "u" + i + "@example.com", PASSWORD, ""));
        }
        List<Runnable> steps = new ArrayList<>();
        for (UserId user : all) {
            // like the record engine: lock the row, run the hooks, change the row
            steps.add(() -> inTransaction(() -> {
                installed.database.execute(execute -> execute.get(
                        "SELECT id FROM admin_users WHERE id = ?"
                                + (installed.database.kind() instanceof SqliteKind ? "" : " FOR UPDATE"),
                        user.value()));
                hooks.onUpdate(updating(ROOT, record(user, true, true, "h"), values("is_superuser", false)));
                installed.database.execute(execute -> execute.update(
                        "UPDATE admin_users SET is_superuser = NOT is_superuser WHERE id = ?", user.value()));
            }));
        }
        assertThat(race(steps))
                .hasSize(6)
                .containsOnlyOnce("last_superuser")
                .filteredOn("done"::equals)
                .hasSize(5);
        assertThat(managing.list(OPERATOR)).filteredOn(Account::superuser).hasSize(1);
    }

    @Test
    void a_new_password_or_a_deactivation_ends_sessions_after_the_commit_and_a_rehearsal_ends_none() {
        UserId ada = installed.superuser();
        SigningIn signingIn = installed.identity.signingIn();
        SigningIn.Tokens tokens =
                ((SigningIn.Outcome.Complete) signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.empty())).tokens();
        installed.audit.clear();
        installed.announced.clear();
        StoredRecord before = record(ada, true, true, "h1");

        installed.database.rehearse(scope -> {
            hooks.afterUpdate(updated(ROOT, before, record(ada, false, true, "h2")));
            return 0;
        });
        assertThat(installed.announced).isEmpty();
        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isPresent();

        inTransaction(() -> hooks.afterUpdate(updated(ROOT, before, record(ada, true, false, "h1"))));
        assertThat(installed.announced)
                .containsExactly(new ClusterEvent.UserChanged(ada)); // rights changed, sessions continue
        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isPresent();

        installed.audit.clear();
        inTransaction(() -> hooks.afterUpdate(updated(ROOT, before, record(ada, true, true, "h2"))));
        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isEmpty();
        assertThat(installed.events()).containsExactly("password_change");

        SigningIn.Tokens next =
                ((SigningIn.Outcome.Complete) signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.empty())).tokens();
        assertThat(signingIn.actor(next.claims(), ORIGIN)).isPresent();
        inTransaction(() -> hooks.afterUpdate(updated(ROOT, before, record(ada, false, true, "h1"))));
        assertThat(signingIn.actor(next.claims(), ORIGIN)).isEmpty();
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, next.refreshToken()));
    }

    @Test
    void a_profile_shows_roles_and_rights() {
        UserId ada = installed.superuser();
        for (String name : List.of("Viewer", "Editor")) {
            installed.run("INSERT INTO admin_roles (name, description, created_at) SELECT '" + name
                    + "', '', created_at FROM admin_users");
        }
        installed.run(
                "INSERT INTO admin_user_roles (user_id, role_id) SELECT u.id, r.id FROM admin_users u, admin_roles r"
                        + " WHERE r.name IN ('Editor', 'Viewer')");
        SigningIn signingIn = installed.identity.signingIn();
        SigningIn.Profile profile =
                signingIn.profile(new Actor.SignedIn(ada, new EmailAddress(EMAIL), Rights.ALL, ORIGIN));
        assertThat(profile.access().roles()).containsExactly("Editor", "Viewer");
        assertThat(profile.access().permissions())
                .isEqualTo(Map.of("*", List.of("view", "create", "edit", "delete", "export", "import")));
        assertThat(managing.list(OPERATOR).getFirst().roles()).containsExactly("Editor", "Viewer");
    }
}
