package dev.hexadmin.persistence.identity;

import static dev.hexadmin.persistence.identity.InstalledIdentity.OPERATOR;
import static dev.hexadmin.persistence.identity.InstalledIdentity.ORIGIN;
import static dev.hexadmin.persistence.identity.Members.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.spi.ExternalUser;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users of an external identity source. */
abstract class ExternalAccountsContract {
    private static final Actor ANYBODY = new Actor.Anonymous(ORIGIN);
    private static final ExternalUser ADA =
            ExternalUser.of("m-1", "Ada@example.com").named("Ada Lovelace").inRoles(Set.of("Editor"));

    @TempDir
    Path folder;

    final Members members = new Members();
    InstalledIdentity installed;
    SigningIn signingIn;
    KeepingSessions sessions;
    ManagingUsers managing;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new InstalledIdentity(settings(folder), Optional.of(members));
        signingIn = installed.first.identity().signingIn();
        sessions = installed.first.identity().keepingSessions();
        managing = installed.first.identity().managingUsers();
        members.join(ADA);
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

    private static void assertKeptElsewhere(ThrowingCallable call, String... pointers) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RequestRejectedException.class, refused -> {
            assertThat(refused.violations()).allSatisfy(violation -> {
                assertThat(violation.code()).isEqualTo("external_account");
                assertThat(violation.message()).contains("'members'");
            });
            assertThat(refused.violations().stream().map(violation -> violation.pointer()))
                    .containsExactlyInAnyOrder(pointers);
        });
    }

    private Tokens signIn() {
        return signIn("ada@example.com");
    }

    private Tokens signIn(String email) {
        return complete(signingIn.signIn(ANYBODY, email, PASSWORD, Optional.empty()));
    }

    private static Tokens complete(Outcome outcome) {
        return ((Outcome.Complete) outcome).tokens();
    }

    private Optional<Actor.SignedIn> actor(Tokens tokens) {
        return signingIn.actor(tokens.claims(), ORIGIN);
    }

    private Optional<Actor.SignedIn> byCard(String subject) {
        return signingIn.actor("card " + subject, ORIGIN);
    }

    private boolean mayEdit(Actor.SignedIn actor) {
        return actor.rights()
                .allows(Action.EDIT, installed.registry.model("products").orElseThrow());
    }

    private List<String> roles() {
        return installed.column("SELECT r.name FROM admin_user_roles ur JOIN admin_roles r ON r.id = ur.role_id"
                + " JOIN admin_users u ON u.id = ur.user_id WHERE u.subject = 'm-1' ORDER BY 1");
    }

    // arriving

    @Test
    void the_first_sign_in_makes_an_account_without_a_password() {
        Tokens tokens = signIn();

        Actor.SignedIn ada = actor(tokens).orElseThrow();
        assertThat(ada.email().value()).isEqualTo("ada@example.com");
        assertThat(mayEdit(ada)).isTrue();
        assertThat(roles()).containsExactly("Editor");
        SigningIn.Profile profile = signingIn.profile(ada);
        assertThat(profile.fullName()).isEqualTo("Ada Lovelace");
        assertThat(profile.source()).contains("members");
        assertThat(installed.column("SELECT password_hash FROM admin_users")).containsExactly("none");
        assertThat(installed.events()).containsExactly("create", "sign_in");
        AuditEntry made = installed.audit.getFirst();
        assertThat(made.actor()).isEqualTo(new Actor.Operator("identity source members"));
        assertThat(made.changesJson()).contains("\"source\":[null,\"members\"]").doesNotContain("m-1", PASSWORD);
        assertThat(installed.column("SELECT reason FROM admin_login_attempts")).containsExactly("");

        signIn();
        assertThat(installed.events()).containsExactly("create", "sign_in", "sign_in");
        assertThat(installed.column("SELECT count(*) FROM admin_users")).containsExactly("1");
    }

    @Test
    void the_panel_is_open_to_them_too() {
        KeepingSessions.Outcome outcome = sessions.signIn(ANYBODY, "ada@example.com", PASSWORD, "a browser");
        String cookie = ((KeepingSessions.Outcome.Complete) outcome).opened().token();
        assertThat(sessions.find(cookie, ORIGIN).orElseThrow().actor().email().value())
                .isEqualTo("ada@example.com");
    }

    @Test
    void many_who_arrive_at_once_get_one_account() throws Exception {
        List<Future<Tokens>> all = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                all.add(threads.submit(() -> signIn()));
            }
        }
        Set<UserId> ids = new java.util.HashSet<>();
        for (Future<Tokens> each : all) {
            ids.add(each.get().claims().user());
        }
        assertThat(ids).hasSize(1);
        assertThat(installed.events()).filteredOn("create"::equals).hasSize(1);
    }

    @Test
    void each_sign_in_brings_the_account_to_what_the_source_says() {
        UserId before = signIn().claims().user();
        installed.audit.clear();
        members.join(ExternalUser.of("m-1", "ada@elsewhere.example")
                .named("Ada King")
                .asSuperuser()
                .inRoles(Set.of("Viewer")));

        Tokens tokens = signIn("ada@elsewhere.example");

        assertThat(tokens.claims().user()).isEqualTo(before);
        assertThat(actor(tokens).orElseThrow().rights().superuser()).isTrue();
        assertThat(roles()).containsExactly("Viewer");
        assertThat(installed.events()).containsExactly("update", "sign_in");
        assertThat(installed.audit.getFirst().changesJson())
                .contains("\"email\":[\"ada@example.com\",\"ada@elsewhere.example\"]")
                .contains("\"full_name\":[\"Ada Lovelace\",\"Ada King\"]")
                .contains("\"is_superuser\":[false,true]")
                .contains("\"roles\":[[" + installed.role("Editor") + "],[" + installed.role("Viewer") + "]]");
        assertRefused("invalid_credentials", () -> signIn("ada@example.com"));
    }

    @Test
    void a_role_that_is_not_there_is_left_out() {
        members.join(ADA.inRoles(Set.of("Viewer", "Librarian")));
        signIn();
        assertThat(roles()).containsExactly("Viewer");
        installed.role("Librarian", Map.of(), Map.of());
        signIn();
        assertThat(roles()).containsExactly("Librarian", "Viewer");
    }

    @Test
    void whoever_is_unknown_or_wrong_there_is_refused_like_anybody() {
        assertRefused("invalid_credentials", () -> signIn("nobody@example.com"));
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(ANYBODY, "ada@example.com", "not the password", Optional.empty()));
        signIn();
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(ANYBODY, "ada@example.com", "not the password", Optional.empty()));
        assertThat(installed.column("SELECT reason FROM admin_login_attempts ORDER BY id"))
                .containsExactly("unknown_user", "unknown_user", "", "wrong_password");
        int asked = members.signIns.get();
        assertRefused("invalid_credentials", () -> signingIn.signIn(ANYBODY, "ada@example.com", "", Optional.empty()));
        assertThat(members.signIns).hasValue(asked);
    }

    @Test
    void a_second_factor_of_here_is_asked_for_as_of_everybody() {
        SettingUpSecondFactor factor = installed.first.identity().accounts().secondFactor();
        Actor.SignedIn ada = actor(signIn()).orElseThrow();
        SettingUpSecondFactor.Secret secret = factor.begin(ada);
        assertThat(factor.asksForPassword(ada)).isFalse();
        factor.confirm(ada, "", installed.code(secret));
        assertThat(signingIn.signIn(ANYBODY, "ada@example.com", PASSWORD, Optional.empty()))
                .isInstanceOf(Outcome.SecondFactorNeeded.class);
    }

    // accounts that were created in Hexadmin

    @Test
    void an_account_that_was_made_here_is_never_taken_over_and_its_password_never_shown() {
        managing.createSuperuser(OPERATOR, "root@example.com", "turquoise otter gardens at noon", "Root");
        members.join(ExternalUser.of("m-9", "root@example.com").asSuperuser());

        assertRefused("invalid_credentials", () -> signIn("root@example.com"));
        complete(signingIn.signIn(ANYBODY, "root@example.com", "turquoise otter gardens at noon", Optional.empty()));

        assertThat(members.signIns).hasValue(0);
        assertThat(members.shown).isEmpty();
        assertThat(byCard("m-9")).isEmpty();
        assertThat(installed.column("SELECT coalesce(source, 'here') FROM admin_users"))
                .containsExactly("here");
    }

    @Test
    void an_address_of_somebody_here_is_not_moved_to() {
        managing.createSuperuser(OPERATOR, "root@example.com", "turquoise otter gardens at noon", "Root");
        Tokens tokens = signIn();
        members.join(ADA.named("Ada King"));
        members.join(new ExternalUser("m-1", "root@example.com", "Ada King", false, Set.of("Viewer")));
        installed.pass(Duration.ofSeconds(61));

        Actor.SignedIn ada = actor(tokens).orElseThrow();

        assertThat(ada.email().value()).isEqualTo("ada@example.com");
        assertThat(signingIn.profile(ada).fullName()).isEqualTo("Ada King");
        assertThat(roles()).containsExactly("Viewer");
    }

    // staying signed in

    @Test
    void what_changes_in_the_source_is_seen_within_a_minute_and_asked_for_once() {
        Tokens tokens = signIn();
        assertThat(mayEdit(actor(tokens).orElseThrow())).isTrue();
        members.join(ADA.inRoles(Set.of("Viewer")));
        installed.pass(Duration.ofSeconds(59));
        assertThat(mayEdit(actor(tokens).orElseThrow())).isTrue();
        assertThat(members.finds).hasValue(0);

        installed.pass(Duration.ofSeconds(2));
        assertThat(mayEdit(actor(tokens).orElseThrow())).isFalse();
        installed.pass(Duration.ofSeconds(30));
        assertThat(actor(tokens)).isPresent();
        assertThat(members.finds).hasValue(1);
    }

    @Test
    void whoever_leaves_is_signed_out_everywhere_and_comes_back_by_signing_in() {
        Tokens tokens = signIn();
        KeepingSessions.Outcome outcome = sessions.signIn(ANYBODY, "ada@example.com", PASSWORD, "a browser");
        String cookie = ((KeepingSessions.Outcome.Complete) outcome).opened().token();
        Actor.SignedIn ada = actor(tokens).orElseThrow();
        ManagingApiKeys keys = installed.first.identity().managingApiKeys();
        String key = keys.create(ada, new ManagingApiKeys.Draft("import", installed.role("Editor"), Optional.empty()))
                .text();
        assertThat(keys.actor(key, ORIGIN)).isPresent();
        installed.audit.clear();
        members.all.clear();
        installed.pass(Duration.ofSeconds(61));

        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, tokens.refreshToken()));
        assertThat(actor(tokens)).isEmpty();
        assertThat(sessions.find(cookie, ORIGIN)).isEmpty();
        assertThat(keys.actor(key, ORIGIN)).isEmpty();
        assertThat(installed.events()).containsExactly("update");
        assertThat(installed.audit.getFirst().changesJson()).isEqualTo("{\"is_active\":[true,false]}");
        assertThat(installed.moments("gone_at", "admin_users")).containsExactly(installed.now.toString());
        assertRefused("invalid_credentials", this::signIn);

        members.join(ADA);
        installed.audit.clear();
        assertThat(actor(signIn())).isPresent();
        assertThat(installed.events()).containsExactly("update", "sign_in");
        assertThat(installed.moments("gone_at", "admin_users")).containsExactly("never");
        assertThat(sessions.find(cookie, ORIGIN)).isEmpty();
        assertThat(keys.actor(key, ORIGIN)).isPresent();
    }

    @Test
    void another_server_learns_by_itself() {
        Tokens tokens = signIn();
        SigningIn other = installed.server().identity().signingIn();
        assertThat(other.actor(tokens.claims(), ORIGIN)).isPresent();
        assertThat(members.finds).hasValue(1);
        members.all.clear();
        installed.pass(Duration.ofSeconds(61));
        assertThat(other.actor(tokens.claims(), ORIGIN)).isEmpty();
    }

    @Test
    void a_lock_that_was_put_on_here_is_not_taken_off_there() {
        Tokens tokens = signIn();
        installed.run("UPDATE admin_users SET is_active = NOT is_active");
        installed.pass(Duration.ofSeconds(61));
        assertThat(actor(tokens)).isEmpty();
        assertRefused("invalid_credentials", this::signIn);
        assertThat(byCard("m-1")).isEmpty();
        assertThat(installed.column("SELECT reason FROM admin_login_attempts ORDER BY id"))
                .containsExactly("", "inactive");
    }

    @Test
    void an_account_that_was_deleted_is_not_made_again_by_an_old_token() {
        Tokens tokens = signIn();
        installed.run("DELETE FROM admin_users");
        installed.pass(Duration.ofSeconds(61));
        assertThat(actor(tokens)).isEmpty();
        assertThat(installed.column("SELECT count(*) FROM admin_users")).containsExactly("0");
        assertThat(signIn().claims().user()).isNotEqualTo(tokens.claims().user());
    }

    // tokens of the source

    @Test
    void a_token_of_the_source_is_good_here_and_asked_about_once_a_minute() {
        Actor.SignedIn ada = byCard("m-1").orElseThrow();
        assertThat(ada.email().value()).isEqualTo("ada@example.com");
        assertThat(mayEdit(ada)).isTrue();
        assertThat(installed.events()).containsExactly("create");
        assertThat(byCard("m-1")).isPresent();
        assertThat(members.bearers).hasValue(1);
        assertThat(members.finds).hasValue(0);

        members.all.clear();
        installed.pass(Duration.ofSeconds(61));
        assertThat(byCard("m-1")).isEmpty();
        assertThat(members.bearers).hasValue(2);
    }

    @Test
    void a_token_of_nobody_is_asked_about_each_time_and_one_too_long_never() {
        assertThat(byCard("m-7")).isEmpty();
        assertThat(byCard("m-7")).isEmpty();
        assertThat(members.bearers).hasValue(2);
        assertThat(signingIn.actor("", ORIGIN)).isEmpty();
        assertThat(signingIn.actor("x".repeat(8_193), ORIGIN)).isEmpty();
        assertThat(members.bearers).hasValue(2);
    }

    @Test
    void a_token_that_breaks_the_source_keeps_nobody_else_signed_in() {
        assertThat(byCard("m-1")).isPresent();
        members.all.clear();
        installed.pass(Duration.ofSeconds(61));
        assertRefused("identity_source_unavailable", () -> signingIn.actor("torn", ORIGIN));
        assertThat(byCard("m-1")).isEmpty();
    }

    // when the source does not respond

    @Test
    void while_the_source_is_away_its_users_stay_for_an_hour_and_accounts_of_here_go_on() {
        managing.createSuperuser(OPERATOR, "root@example.com", "turquoise otter gardens at noon", "Root");
        Tokens tokens = signIn();
        assertThat(byCard("m-1")).isPresent();
        members.away = true;
        assertRefused("identity_source_unavailable", this::signIn);
        assertRefused("identity_source_unavailable", () -> byCard("m-2"));
        complete(signingIn.signIn(ANYBODY, "root@example.com", "turquoise otter gardens at noon", Optional.empty()));

        installed.pass(Duration.ofSeconds(61));
        assertThat(actor(tokens)).isPresent();
        assertThat(members.finds).hasValue(1);
        installed.pass(Duration.ofSeconds(9)); // the source is not called
        assertThat(actor(tokens)).isPresent();
        assertThat(members.finds).hasValue(1);
        installed.pass(Duration.ofMinutes(58));
        assertThat(actor(tokens)).isPresent();
        assertThat(byCard("m-1")).isPresent();

        installed.pass(Duration.ofMinutes(1));
        assertRefused("identity_source_unavailable", () -> actor(tokens));
        assertRefused("identity_source_unavailable", () -> byCard("m-1"));
        assertRefused("identity_source_unavailable", () -> signingIn.refresh(ANYBODY, tokens.refreshToken()));

        members.away = false;
        assertThat(actor(tokens)).isPresent();
        assertThat(installed.column("SELECT count(*) FROM admin_login_attempts WHERE reason <> ''"))
                .containsExactly("0");
    }

    @Test
    void an_answer_about_somebody_else_is_none() {
        members.join(ExternalUser.of("m-2", "bob@example.com").asSuperuser());
        Tokens tokens = signIn();
        members.confused = true;
        installed.pass(Duration.ofSeconds(61));
        assertThat(actor(tokens).orElseThrow().rights().superuser()).isFalse();
        installed.pass(Duration.ofHours(1));
        assertRefused("identity_source_unavailable", () -> actor(tokens));
    }

    @Test
    void a_source_that_hangs_is_not_waited_for_and_soon_asked_no_more() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        members.hangs = latch;
        List<Future<?>> all = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 80; i++) {
                String subject = "m-" + (100 + i);
                all.add(threads.submit(() -> assertRefused("identity_source_unavailable", () -> byCard(subject))));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } finally {
            latch.countDown();
        }
        assertThat(members.bearers.get()).isLessThanOrEqualTo(64);
        members.hangs = null;
        assertThat(byCard("m-1")).isPresent();
    }

    // fields that the source manages

    @Test
    void nothing_is_changed_here_that_is_kept_there() {
        UserId id = signIn().claims().user();
        Actor.SignedIn ada = installed.actor(id);
        String password = "entirely different words today";
        assertKeptElsewhere(() -> managing.changeOwnPassword(ada, PASSWORD, password, false), "/password");
        assertKeptElsewhere(() -> managing.changePassword(OPERATOR, "ada@example.com", password), "/password");
        assertKeptElsewhere(() -> managing.rename(ada, "Ada King"), "/full_name");
        assertThat(managing.keeper(OPERATOR, id))
                .contains(new ManagingUsers.Keeper(
                        "members", List.of("email", "full_name", "password", "is_superuser", "roles")));
        assertThat(managing.list(OPERATOR))
                .singleElement()
                .satisfies(account -> assertThat(account.source()).contains("members"));

        RecordHooks hooks = installed.first.identity().userHooks();
        StoredRecord before = record(id);
        Map<String, @Nullable Object> changes = new HashMap<>();
        changes.put("email", "ada@elsewhere.example");
        changes.put("full_name", "Ada King");
        changes.put("password", "$argon2id$…");
        changes.put("is_superuser", true);
        changes.put("roles", List.of(installed.role("SuperAdmin")));
        changes.put("is_active", false);
        assertKeptElsewhere(
                () -> hooks.onUpdate(HookedChange.update(installed.database, OPERATOR, before, new HashMap<>(changes))),
                "/email",
                "/full_name",
                "/password",
                "/is_superuser",
                "/roles");
        Map<String, @Nullable Object> same = new HashMap<>(before.values());
        same.put("is_active", false);
        same.remove("password");
        hooks.onUpdate(HookedChange.update(installed.database, OPERATOR, before, same));

        members.rights = false;
        assertThat(managing.keeper(OPERATOR, id).orElseThrow().fields())
                .containsExactly("email", "full_name", "password");
        assertKeptElsewhere(
                () -> hooks.onUpdate(HookedChange.update(installed.database, OPERATOR, before, new HashMap<>(changes))),
                "/email",
                "/full_name",
                "/password");
    }

    private StoredRecord record(UserId id) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put("email", "ada@example.com");
        values.put("full_name", "Ada Lovelace");
        values.put("password", "none");
        values.put("is_active", true);
        values.put("is_superuser", false);
        values.put("roles", List.of(installed.role("Editor")));
        values.put("source", "members");
        return new StoredRecord(
                installed.registry.model("admin_users").orElseThrow(),
                new RecordKey(List.of(id.value())),
                values,
                new Version("1"));
    }

    @Test
    void a_source_that_gives_no_rights_leaves_them_to_this_place() {
        members.rights = false;
        members.join(ADA.asSuperuser());
        Tokens tokens = signIn();
        assertThat(actor(tokens).orElseThrow().rights().superuser()).isFalse();
        assertThat(roles()).isEmpty();
        installed.give(tokens.claims().user(), "Viewer");
        installed.pass(Duration.ofSeconds(61));
        assertThat(actor(tokens)).isPresent();
        signIn();
        assertThat(roles()).containsExactly("Viewer");
    }

    @Test
    void without_their_source_its_users_are_nobody() {
        Tokens tokens = signIn();
        IdentityAssembly without = installed.serverWithoutSource().identity();
        assertThat(without.signingIn().actor(tokens.claims(), ORIGIN)).isEmpty();
        assertRefused("invalid_refresh_token", () -> without.signingIn().refresh(ANYBODY, tokens.refreshToken()));
        assertRefused(
                "invalid_credentials",
                () -> without.signingIn().signIn(ANYBODY, "ada@example.com", PASSWORD, Optional.empty()));
        assertThat(without.managingUsers().keeper(OPERATOR, tokens.claims().user()))
                .isPresent();
    }
}
