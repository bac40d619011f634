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

    InstalledIdentity house;
    ManagingUsers managing;
    SettingUpSecondFactor factor;
    SigningIn signingIn;
    UserId root;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        house = new InstalledIdentity(settings(folder));
        managing = house.first.identity().managingUsers();
        factor = house.first.identity().settingUpSecondFactor();
        signingIn = house.first.identity().signingIn();
        root = managing.createSuperuser(InstalledIdentity.OPERATOR, "root@example.com", PASSWORD, "Root");
        house.audit.clear();
    }

    @AfterEach
    void close() {
        house.close();
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
        return factor.confirm(house.actor(user), house.code(factor.begin(house.actor(user))));
    }

    @Test
    void a_new_name_is_kept_and_told_and_the_same_one_is_nothing() {
        managing.rename(house.actor(root), "  Root Lovelace ");
        managing.rename(house.actor(root), "Root Lovelace");
        assertThat(house.column("SELECT full_name FROM admin_users")).containsExactly("Root Lovelace");
        assertThat(house.audit)
                .singleElement()
                .satisfies(entry ->
                        assertThat(entry.changesJson()).isEqualTo("{\"full_name\":[\"Root\",\"Root Lovelace\"]}"));
        assertInvalid("/full_name max_length", () -> managing.rename(house.actor(root), "x".repeat(151)));
        assertInvalid("/full_name max_length", () -> managing.rename(house.actor(root), "a\0b"));
    }

    @Test
    void a_new_password_of_ones_own_ends_every_session() {
        SigningIn.Tokens tokens = ((Outcome.Complete) signIn(PASSWORD)).tokens();
        house.audit.clear();

        managing.changeOwnPassword(house.actor(root), PASSWORD, OTHER);

        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isEmpty();
        assertRefused(
                "invalid_refresh_token", () -> signingIn.refresh(new Actor.Anonymous(ORIGIN), tokens.refreshToken()));
        assertThat(house.events()).containsExactly("password_change");
        assertRefused("invalid_credentials", () -> signIn(PASSWORD));
        assertThat(signIn(OTHER)).isInstanceOf(Outcome.Complete.class);
    }

    @Test
    void whoever_does_not_know_the_current_password_sets_no_new_one() {
        assertInvalid(
                "/current_password wrong_password",
                () -> managing.changeOwnPassword(house.actor(root), "Wrong", OTHER));
        assertThat(house.column("SELECT reason FROM admin_login_attempts")).containsExactly("wrong_current_password");
        assertThat(house.column("SELECT email FROM admin_login_attempts")).containsExactly("root@example.com");
        assertThat(house.events()).containsExactly("password_change_failed");
        assertThat(signIn(PASSWORD)).isInstanceOf(Outcome.Complete.class);
    }

    @Test
    void a_weak_or_unchanged_password_is_told_at_its_field() {
        Actor.SignedIn actor = house.actor(root);
        assertInvalid("/password min_length", () -> managing.changeOwnPassword(actor, PASSWORD, "short"));
        assertInvalid("/password too_weak", () -> managing.changeOwnPassword(actor, PASSWORD, "aaaaaaaaaaaaaaaa"));
        assertInvalid("/password unchanged", () -> managing.changeOwnPassword(actor, PASSWORD, PASSWORD));
        assertThat(house.events()).isEmpty();
    }

    @Test
    void of_two_new_passwords_at_the_same_moment_one_wins() throws Exception {
        Actor.SignedIn actor = house.actor(root);
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> both = new ArrayList<>();
            for (String wanted : List.of(OTHER, OTHER + "-2")) {
                both.add(executor.submit(() -> {
                    try {
                        managing.changeOwnPassword(actor, PASSWORD, wanted);
                        return true;
                    } catch (RequestRejectedException refused) {
                        return false;
                    }
                }));
            }
            assertThat(List.of(both.getFirst().get(), both.getLast().get())).containsExactlyInAnyOrder(true, false);
        }
        assertThat(house.events()).containsOnlyOnce("password_change");
    }

    @Test
    void a_second_factor_that_was_begun_is_shown_until_it_is_confirmed() {
        Actor.SignedIn actor = house.actor(root);
        assertThat(factor.begun(actor)).isEmpty();
        SettingUpSecondFactor.Secret secret = factor.begin(actor);
        assertThat(factor.begun(actor)).contains(secret);
        assertThat(factor.backupCodesLeft(actor)).isZero();
        factor.confirm(actor, house.code(secret));
        assertThat(factor.begun(actor)).isEmpty();
        assertThat(factor.backupCodesLeft(actor)).isEqualTo(10);
    }

    @Test
    void the_code_that_confirmed_it_signs_nobody_in_and_each_later_one_once() {
        SettingUpSecondFactor.Secret secret = factor.begin(house.actor(root));
        List<String> backup = factor.confirm(house.actor(root), house.code(secret));
        Actor nobody = new Actor.Anonymous(ORIGIN);
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(nobody, "root@example.com", PASSWORD, Optional.of(house.code(secret))));
        house.pass(Duration.ofSeconds(30));
        assertThat(signingIn.signIn(nobody, "root@example.com", PASSWORD, Optional.of(house.code(secret))))
                .isInstanceOf(Outcome.Complete.class);
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(nobody, "root@example.com", PASSWORD, Optional.of(house.code(secret))));
        assertThat(signingIn.signIn(nobody, "root@example.com", PASSWORD, Optional.of(backup.getFirst())))
                .isInstanceOf(Outcome.Complete.class);
        assertThat(factor.backupCodesLeft(house.actor(root))).isEqualTo(9);
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(nobody, "root@example.com", PASSWORD, Optional.of(backup.getFirst())));
    }

    @Test
    void after_ten_wrong_codes_no_code_is_good_for_a_quarter_of_an_hour_wherever_it_is_typed() {
        SettingUpSecondFactor.Secret secret = factor.begin(house.actor(root));
        factor.confirm(house.actor(root), house.code(secret));
        house.pass(Duration.ofSeconds(30));
        for (int i = 0; i < 5; i++) {
            assertInvalid("/code wrong_code", () -> factor.remove(house.actor(root), "000000"));
            assertRefused(
                    "invalid_credentials",
                    () -> signingIn.signIn(
                            new Actor.Anonymous(ORIGIN), "root@example.com", PASSWORD, Optional.of("000000")));
        }
        assertInvalid("/code wrong_code", () -> factor.remove(house.actor(root), house.code(secret)));
        house.pass(Duration.ofMinutes(15));
        factor.remove(house.actor(root), house.code(secret));
        assertThat(factor.on(house.actor(root))).isFalse();
    }

    @Test
    void a_lost_second_factor_is_turned_off_by_who_may_edit_the_user_and_holds_all_their_rights() {
        UserId ada = house.user("ada", "Editor");
        turnOn(ada);
        house.role("Warden", Map.of("admin_users", List.of("view", "edit")), Map.of());
        UserId kim = house.user("kim", "Warden");
        house.audit.clear();

        assertThat(managing.secondFactorOn(house.actor(kim), ada)).isTrue();
        assertRefused("escalation", () -> managing.removeSecondFactor(house.actor(kim), ada));
        house.give(kim, "Editor");
        managing.removeSecondFactor(house.actor(kim), ada);

        assertThat(managing.secondFactorOn(house.actor(kim), ada)).isFalse();
        assertThat(house.audit).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo("second_factor_off");
            assertThat(entry.recordId()).isEqualTo(ada.toString());
            assertThat(entry.actor()).isEqualTo(house.actor(kim));
        });
        assertRefused("second_factor_off", () -> managing.removeSecondFactor(house.actor(kim), ada));

        turnOn(root);
        assertRefused("escalation", () -> managing.removeSecondFactor(house.actor(kim), root));
        assertRefused("own_second_factor", () -> managing.removeSecondFactor(house.actor(root), root));
        managing.removeSecondFactor(InstalledIdentity.OPERATOR, root);
        assertThat(factor.on(house.actor(root))).isFalse();
    }

    @Test
    void what_is_done_with_users_keeps_to_rights_and_row_policies() {
        UserId ada = house.user("ada", "Editor");
        Actor.SignedIn bob = house.actor(house.user("bob", "Editor"));
        assertRefused("forbidden", () -> managing.removeSecondFactor(bob, ada));
        assertRefused("forbidden", () -> managing.endSessions(bob, ada));
        assertRefused("forbidden", () -> managing.rightsOf(bob, ada));
        assertRefused("forbidden", () -> managing.secondFactorOn(bob, ada));
        house.role(
                "Clerk",
                Map.of("admin_users", List.of("view", "edit")),
                Map.of("admin_users", "email <> 'ada@example.com'"));
        Actor.SignedIn eva = house.actor(house.user("eva", "Clerk"));
        assertRefused("not_found", () -> managing.removeSecondFactor(eva, ada));
        assertRefused("not_found", () -> managing.endSessions(eva, ada));
        assertRefused("not_found", () -> managing.rightsOf(eva, ada));
        assertRefused("not_found", () -> managing.rightsOf(eva, new UserId(4_711)));
    }

    @Test
    void sessions_of_others_are_ended_but_not_those_of_a_superuser_by_anybody_less() {
        SigningIn.Tokens tokens = ((Outcome.Complete) signIn(PASSWORD)).tokens();
        house.role("Warden", Map.of("admin_users", List.of("view", "edit")), Map.of());
        Actor.SignedIn kim = house.actor(house.user("kim", "Warden"));
        assertRefused("escalation", () -> managing.endSessions(kim, root));
        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isPresent();
        managing.endSessions(house.actor(house.user("boss", "SuperAdmin")), root);
        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).isEmpty();
        assertThat(house.events()).contains("sign_out_everywhere");
    }

    @Test
    void what_a_user_may_do_is_told_with_what_gives_it() {
        long buyer = house.first
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
        UserId ada = house.user("ada", "Buyer", "Viewer");
        house.first
                .access()
                .managingRoles()
                .grantDirectly(house.actor(root), ada, Map.of("products", Set.of(Action.EXPORT)));

        RightsOverview overview = managing.rightsOf(house.actor(ada), ada);

        assertThat(overview.superuserBy()).isEmpty();
        assertThat(overview.models()).singleElement().satisfies(on -> {
            assertThat(on.model().name()).isEqualTo("products");
            Source asBuyer = new Source.OfRole(buyer, "Buyer");
            Source asViewer = new Source.OfRole(house.role("Viewer"), "Viewer");
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
        assertThat(managing.rightsOf(house.actor(root), root).superuserBy()).containsExactly(new Source.Flag());
        UserId boss = house.user("boss", "SuperAdmin");
        RightsOverview overview = managing.rightsOf(house.actor(root), boss);
        assertThat(overview.superuserBy()).containsExactly(new Source.OfRole(house.role("SuperAdmin"), "SuperAdmin"));
        assertThat(overview.models())
                .hasSameSizeAs(house.registry.models())
                .allSatisfy(on -> assertThat(on.actions()).hasSize(Action.values().length));
    }
}
