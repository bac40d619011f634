package dev.hexadmin.persistence.identity;

import static dev.hexadmin.persistence.identity.InstalledIdentity.ORIGIN;
import static dev.hexadmin.persistence.identity.InstalledIdentity.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.access.ManagingRoles;
import dev.hexadmin.application.access.RightsOverview;
import dev.hexadmin.application.access.RightsOverview.Source;
import dev.hexadmin.application.identity.ManagingUsers;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Users and their own accounts, and administrators of accounts. */
abstract class OwnAccountContract {
    private static final String OTHER = "copper-Lantern-72-meadow";

    @TempDir
    Path folder;

    InstalledIdentity installed;
    ManagingUsers managing;
    SettingUpSecondFactor factor;
    SigningIn signingIn;
    UserId root;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new InstalledIdentity(settings(folder));
        managing = installed.first.identity().managingUsers();
        factor = installed.first.identity().accounts().secondFactor();
        signingIn = installed.first.identity().signingIn();
        root = managing.createSuperuser(InstalledIdentity.OPERATOR, "root@example.com", PASSWORD, "Root");
        installed.audit.clear();
    }

    @AfterEach
    void close() {
        installed.close();
    }

    private Outcome signIn(String password) {
        return signingIn.signIn(new Actor.Anonymous(ORIGIN), "root@example.com", password, Optional.empty());
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private static void assertInvalid(String violation, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.violations())
                                .map(each -> each.pointer() + " " + each.code())
                                .containsExactly(violation));
    }

    private List<String> turnOn(UserId user) {
        return factor.confirm(installed.actor(user), PASSWORD, installed.code(factor.begin(installed.actor(user))));
    }

    @Test
    void a_new_name_is_kept_and_told_and_the_same_one_is_nothing() {
        managing.rename(installed.actor(root), "  Root Lovelace ");
        managing.rename(installed.actor(root), "Root Lovelace");
        assertThat(installed.column("SELECT full_name FROM admin_users")).containsExactly("Root Lovelace");
        assertThat(installed.audit)
                .singleElement()
                .satisfies(entry ->
                        assertThat(entry.changesJson()).isEqualTo("{\"full_name\":[\"Root\",\"Root Lovelace\"]}"));
        assertInvalid("/full_name max_length", () -> managing.rename(installed.actor(root), "x".repeat(151)));
        assertInvalid("/full_name max_length", () -> managing.rename(installed.actor(root), "a\0b"));
    }

    @Test
    void a_new_password_of_ones_own_ends_every_session() {
        SigningIn.Tokens tokens = ((Outcome.Complete) signIn(PASSWORD)).tokens();
        installed.audit.clear();

        managing.changeOwnPassword(installed.actor(root), PASSWORD, OTHER, false);

        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isEmpty();
        assertRefused(
                "invalid_refresh_token", () -> signingIn.refresh(new Actor.Anonymous(ORIGIN), tokens.refreshToken()));
        assertThat(installed.events()).containsExactly("password_change");
        assertRefused("invalid_credentials", () -> signIn(PASSWORD));
        assertThat(signIn(OTHER)).isInstanceOf(Outcome.Complete.class);
    }

    @Test
    void whoever_does_not_know_the_current_password_sets_no_new_one() {
        assertInvalid(
                "/current_password wrong_password",
                () -> managing.changeOwnPassword(installed.actor(root), "Wrong", OTHER, false));
        assertThat(installed.column("SELECT reason FROM admin_login_attempts"))
                .containsExactly("wrong_current_password");
        assertThat(installed.column("SELECT email FROM admin_login_attempts")).containsExactly("root@example.com");
        assertThat(installed.events()).containsExactly("password_change_failed");
        assertThat(signIn(PASSWORD)).isInstanceOf(Outcome.Complete.class);
    }

    @Test
    void a_weak_or_unchanged_password_is_told_at_its_field() {
        Actor.SignedIn actor = installed.actor(root);
        assertInvalid("/password min_length", () -> managing.changeOwnPassword(actor, PASSWORD, "short", false));
        assertInvalid(
                "/password too_weak", () -> managing.changeOwnPassword(actor, PASSWORD, "aaaaaaaaaaaaaaaa", false));
        assertInvalid("/password unchanged", () -> managing.changeOwnPassword(actor, PASSWORD, PASSWORD, false));
        assertThat(installed.events()).isEmpty();
    }

    @Test
    void of_two_new_passwords_at_the_same_moment_one_wins() throws Exception {
        Actor.SignedIn actor = installed.actor(root);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> both = new ArrayList<>();
            for (String wanted : List.of(OTHER, OTHER + "-2")) {
                both.add(executor.submit(() -> {
                    try {
                        managing.changeOwnPassword(actor, PASSWORD, wanted, false);
                        return true;
                    } catch (RequestRejectedException refused) {
                        return false;
                    }
                }));
            }
            assertThat(List.of(both.getFirst().get(), both.getLast().get())).containsExactlyInAnyOrder(true, false);
        }
        assertThat(installed.events()).containsOnlyOnce("password_change");
    }

    @Test
    void a_second_factor_that_was_begun_is_shown_until_it_is_confirmed() {
        Actor.SignedIn actor = installed.actor(root);
        assertThat(factor.begun(actor)).isEmpty();
        SettingUpSecondFactor.Secret secret = factor.begin(actor);
        assertThat(factor.begun(actor)).contains(secret);
        assertThat(factor.backupCodesLeft(actor)).isZero();
        assertThat(factor.asksForPassword(actor)).isTrue();
        assertInvalid("/current_password wrong_password", () -> factor.confirm(actor, OTHER, installed.code(secret)));
        assertThat(installed.events()).containsOnlyOnce("second_factor_failed");
        assertThat(factor.on(actor)).isFalse();
        factor.confirm(actor, PASSWORD, installed.code(secret));
        assertThat(factor.begun(actor)).isEmpty();
        assertThat(factor.backupCodesLeft(actor)).isEqualTo(10);
    }

    @Test
    void the_code_that_confirmed_it_signs_nobody_in_and_each_later_one_once() {
        SettingUpSecondFactor.Secret secret = factor.begin(installed.actor(root));
        List<String> backup = factor.confirm(installed.actor(root), PASSWORD, installed.code(secret));
        Actor anonymous = new Actor.Anonymous(ORIGIN);
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(anonymous, "root@example.com", PASSWORD, Optional.of(installed.code(secret))));
        installed.pass(Duration.ofSeconds(30));
        assertThat(signingIn.signIn(anonymous, "root@example.com", PASSWORD, Optional.of(installed.code(secret))))
                .isInstanceOf(Outcome.Complete.class);
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(anonymous, "root@example.com", PASSWORD, Optional.of(installed.code(secret))));
        assertThat(signingIn.signIn(anonymous, "root@example.com", PASSWORD, Optional.of(backup.getFirst())))
                .isInstanceOf(Outcome.Complete.class);
        assertThat(factor.backupCodesLeft(installed.actor(root))).isEqualTo(9);
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(anonymous, "root@example.com", PASSWORD, Optional.of(backup.getFirst())));
    }

    @Test
    void after_ten_wrong_codes_no_code_is_good_for_a_quarter_of_an_hour_wherever_it_is_typed() {
        SettingUpSecondFactor.Secret secret = factor.begin(installed.actor(root));
        factor.confirm(installed.actor(root), PASSWORD, installed.code(secret));
        installed.pass(Duration.ofSeconds(30));
        for (int i = 0; i < 5; i++) {
            assertInvalid("/code wrong_code", () -> factor.remove(installed.actor(root), "000000"));
            assertRefused(
                    "invalid_credentials",
                    () -> signingIn.signIn(
                            new Actor.Anonymous(ORIGIN), "root@example.com", PASSWORD, Optional.of("000000")));
        }
        assertInvalid("/code wrong_code", () -> factor.remove(installed.actor(root), installed.code(secret)));
        installed.pass(Duration.ofMinutes(15));
        factor.remove(installed.actor(root), installed.code(secret));
        assertThat(factor.on(installed.actor(root))).isFalse();
    }

    @Test
    void a_lost_second_factor_is_turned_off_by_who_may_edit_the_user_and_holds_all_their_rights() {
        UserId ada = installed.user("ada", "Editor");
        turnOn(ada);
        installed.role("Warden", Map.of("admin_users", List.of("view", "edit")), Map.of());
        UserId kim = installed.user("kim", "Warden");
        installed.audit.clear();

        assertThat(managing.secondFactorOn(installed.actor(kim), ada)).isTrue();
        assertRefused("escalation", () -> managing.removeSecondFactor(installed.actor(kim), ada));
        installed.give(kim, "Editor");
        managing.removeSecondFactor(installed.actor(kim), ada);

        assertThat(managing.secondFactorOn(installed.actor(kim), ada)).isFalse();
        assertThat(installed.audit).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo("second_factor_off");
            assertThat(entry.recordId()).isEqualTo(ada.toString());
            assertThat(entry.actor()).isEqualTo(installed.actor(kim));
        });
        assertRefused("second_factor_off", () -> managing.removeSecondFactor(installed.actor(kim), ada));

        turnOn(root);
        assertRefused("escalation", () -> managing.removeSecondFactor(installed.actor(kim), root));
        assertRefused("own_second_factor", () -> managing.removeSecondFactor(installed.actor(root), root));
        managing.removeSecondFactor(InstalledIdentity.OPERATOR, root);
        assertThat(factor.on(installed.actor(root))).isFalse();
    }

    @Test
    void what_is_done_with_users_keeps_to_rights_and_row_policies() {
        UserId ada = installed.user("ada", "Editor");
        Actor.SignedIn bob = installed.actor(installed.user("bob", "Editor"));
        assertRefused("forbidden", () -> managing.removeSecondFactor(bob, ada));
        assertRefused("forbidden", () -> managing.endSessions(bob, ada, false));
        assertRefused("forbidden", () -> managing.rightsOf(bob, ada));
        assertRefused("forbidden", () -> managing.secondFactorOn(bob, ada));
        installed.role(
                "Clerk",
                Map.of("admin_users", List.of("view", "edit")),
                Map.of("admin_users", "email <> 'ada@example.com'"));
        Actor.SignedIn eva = installed.actor(installed.user("eva", "Clerk"));
        assertRefused("not_found", () -> managing.removeSecondFactor(eva, ada));
        assertRefused("not_found", () -> managing.endSessions(eva, ada, false));
        assertRefused("not_found", () -> managing.rightsOf(eva, ada));
        assertRefused("not_found", () -> managing.rightsOf(eva, new UserId(4_711)));
    }

    @Test
    void sessions_of_others_are_ended_but_not_those_of_a_superuser_by_anybody_less() {
        SigningIn.Tokens tokens = ((Outcome.Complete) signIn(PASSWORD)).tokens();
        installed.role("Warden", Map.of("admin_users", List.of("view", "edit")), Map.of());
        Actor.SignedIn kim = installed.actor(installed.user("kim", "Warden"));
        assertRefused("escalation", () -> managing.endSessions(kim, root, false));
        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isPresent();
        managing.endSessions(installed.actor(installed.user("boss", "SuperAdmin")), root, false);
        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isEmpty();
        assertThat(installed.events()).contains("sign_out_everywhere");
    }

    @Test
    void what_a_user_may_do_is_told_with_what_gives_it() {
        long buyer = installed
                .first
                .access()
                .managingRoles()
                .create(
                        InstalledIdentity.OPERATOR,
                        () -> new ManagingRoles.Draft(
                                "Buyer",
                                "",
                                Map.of("products", List.of("view", "edit")),
                                Map.of("products", Map.of("cost", List.of("view"))),
                                Map.of("products", "name = 'a'")),
                        false)
                .id();
        UserId ada = installed.user("ada", "Buyer", "Viewer");
        installed
                .first
                .access()
                .managingRoles()
                .grantDirectly(installed.actor(root), ada, Map.of("products", Set.of(Action.EXPORT)));

        RightsOverview overview = managing.rightsOf(installed.actor(ada), ada);

        assertThat(overview.superuserBy()).isEmpty();
        assertThat(overview.models()).singleElement().satisfies(on -> {
            assertThat(on.model().name()).isEqualTo("products");
            Source asBuyer = new Source.OfRole(buyer, "Buyer");
            Source asViewer = new Source.OfRole(installed.role("Viewer"), "Viewer");
            assertThat(on.actions())
                    .containsExactly(
                            new RightsOverview.Allowed(Action.VIEW, List.of(asBuyer, asViewer), List.of(), List.of()),
                            new RightsOverview.Allowed(
                                    Action.EDIT, List.of(asBuyer), List.of("name = 'a'"), List.of("cost")),
                            new RightsOverview.Allowed(
                                    Action.EXPORT, List.of(new Source.Direct()), List.of(), List.of()));
        });
    }

    @Test
    void a_superuser_may_do_everything_and_it_is_told_why() {
        assertThat(managing.rightsOf(installed.actor(root), root).superuserBy()).containsExactly(new Source.Flag());
        UserId boss = installed.user("boss", "SuperAdmin");
        RightsOverview overview = managing.rightsOf(installed.actor(root), boss);
        assertThat(overview.superuserBy())
                .containsExactly(new Source.OfRole(installed.role("SuperAdmin"), "SuperAdmin"));
        assertThat(overview.models())
                .hasSameSizeAs(installed.registry.models())
                .allSatisfy(on -> assertThat(on.actions()).hasSize(Action.values().length));
    }
}
