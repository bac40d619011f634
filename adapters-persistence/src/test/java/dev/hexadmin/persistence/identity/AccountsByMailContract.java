package dev.hexadmin.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.ChangingAddresses;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.InvitingUsers;
import dev.hexadmin.application.identity.InvitingUsers.Draft;
import dev.hexadmin.application.identity.InvitingUsers.Invitation;
import dev.hexadmin.application.identity.InvitingUsers.State;
import dev.hexadmin.application.identity.ManagingApiKeys;
import dev.hexadmin.application.identity.RecoveringPasswords;
import dev.hexadmin.application.identity.ReviewingAccess;
import dev.hexadmin.application.identity.ReviewingAccess.Wanted;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.application.identity.port.AccountMail.Kind;
import dev.hexadmin.application.identity.port.AccountMail.Letter;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.EmailAddress;
import dev.hexadmin.domain.identity.OpenSession;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.domain.text.LocaleChoice;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invitations, forgotten passwords, new addresses, notices of new devices, and the access of all users. */
abstract class AccountsByMailContract {
    private static final String PASSWORD = InstalledIdentity.PASSWORD;
    private static final String OTHER_PASSWORD = "seventeen violet umbrellas dance";
    private static final Actor.Origin ORIGIN = InstalledIdentity.ORIGIN;
    private static final Actor ANYBODY = new Actor.Anonymous(ORIGIN);

    @TempDir
    Path folder;

    private InstalledIdentity installed;
    private IdentityAssembly identity;
    private InvitingUsers inviting;
    private RecoveringPasswords recovering;
    private ChangingAddresses changing;
    private ReviewingAccess reviewing;
    private CapturedMail mail;
    private UserId root;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new InstalledIdentity(settings(folder));
        identity = installed.first.identity();
        inviting = identity.accounts().inviting();
        recovering = identity.accounts().recovering();
        changing = identity.accounts().changing();
        reviewing = identity.accounts().reviewing();
        mail = installed.mail;
        root = identity.managingUsers()
                .createSuperuser(InstalledIdentity.OPERATOR, "root@example.com", PASSWORD, "Root");
        installed.audit.clear();
    }

    @AfterEach
    void close() {
        installed.close();
    }

    private static void assertRefused(String code, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private static void assertInvalid(String violation, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(
                                        refused.violations().stream().map(one -> one.pointer() + " " + one.code()))
                                .contains(violation));
    }

    private Actor.SignedIn rootActor() {
        return installed.actor(root);
    }

    private Invitation invite(String email, String... roles) {
        return inviting.invite(
                rootActor(),
                new Draft(
                        email,
                        "Ada Lovelace",
                        List.of(roles).stream().map(installed::role).toList(),
                        Language.ENGLISH),
                false);
    }

    private State state(Invitation invitation) {
        return inviting.get(rootActor(), invitation.id()).state();
    }

    private Outcome signIn(String email, String password) {
        return signIn(email, password, Actor.Client.UNKNOWN);
    }

    private Outcome signIn(String email, String password, Actor.Client client) {
        return identity.signingIn().signIn(new Actor.Anonymous(ORIGIN.from(client)), email, password, Optional.empty());
    }

    // ---- invitations

    @Test
    void an_invited_user_sets_a_password_and_has_the_roles() {
        Invitation invitation = invite(" Ada@Example.com ", "Editor", "Viewer");
        assertThat(invitation.email().value()).isEqualTo("ada@example.com");
        assertThat(invitation.state()).isEqualTo(State.PENDING);
        assertThat(mail.letters).singleElement().satisfies(letter -> {
            assertThat(letter.kind()).isEqualTo(Kind.LINK);
            assertThat(letter.to().value()).isEqualTo("ada@example.com");
            assertThat(letter.wording().link().orElseThrow().address())
                    .startsWith("https://panel.example/invitation?token=");
        });
        String token = mail.token();
        assertThat(inviting.find(token))
                .contains(new InvitingUsers.Invited(new EmailAddress("ada@example.com"), "Ada Lovelace"));

        UserId ada = inviting.prepareAccept(ANYBODY, token, "Ada King", OTHER_PASSWORD, false)
                .carryOut();

        assertThat(state(invitation)).isEqualTo(State.ACCEPTED);
        assertThat(signIn("ada@example.com", OTHER_PASSWORD)).isInstanceOf(Outcome.Complete.class);
        assertThat(installed.column("SELECT full_name FROM admin_users WHERE id = " + ada))
                .containsExactly("Ada King");
        assertThat(installed.column("SELECT role_id FROM admin_user_roles WHERE user_id = " + ada))
                .containsExactlyInAnyOrder(
                        Long.toString(installed.role("Editor")), Long.toString(installed.role("Viewer")));
        assertThat(installed.events()).contains("invitation_sent", "invitation_accepted");
        assertRefused("invalid_link", () -> inviting.prepareAccept(ANYBODY, token, "", OTHER_PASSWORD, false));
        assertRefused("invitation_closed", () -> inviting.withdraw(rootActor(), invitation.id(), false));
        assertRefused("unique", () -> inviting.sendAgain(rootActor(), invitation.id(), Language.ENGLISH, false));
    }

    @Test
    void no_token_is_stored_or_audited() {
        invite("ada@example.com", "Viewer");
        String token = mail.token();
        assertThat(token).hasSize(43);
        assertThat(installed.column("SELECT token_hash FROM admin_invitations"))
                .singleElement()
                .satisfies(hash -> assertThat(hash).hasSize(43).isNotEqualTo(token));
        assertThat(installed.audit)
                .extracting(AuditEntry::toString)
                .noneSatisfy(entry -> assertThat(entry).contains(token));
        assertThat(mail.letters.toString()).doesNotContain(token);
    }

    @Test
    void an_invitation_expires_and_is_sent_again_with_a_new_link() {
        Invitation invitation = invite("ada@example.com", "Viewer");
        String first = mail.token();
        installed.pass(Duration.ofDays(7));
        assertThat(state(invitation)).isEqualTo(State.EXPIRED);
        assertThat(inviting.find(first)).isEmpty();
        assertRefused("invalid_link", () -> inviting.prepareAccept(ANYBODY, first, "", OTHER_PASSWORD, false));

        inviting.sendAgain(rootActor(), invitation.id(), Language.ENGLISH, false);

        String second = mail.token();
        assertThat(second).isNotEqualTo(first);
        assertThat(inviting.find(first)).isEmpty();
        assertThat(inviting.find(second)).isPresent();
        assertThat(state(invitation)).isEqualTo(State.PENDING);
    }

    @Test
    void a_withdrawn_invitation_is_not_accepted() {
        Invitation invitation = invite("ada@example.com", "Viewer");
        String token = mail.token();
        var prepared = inviting.prepareAccept(ANYBODY, token, "", OTHER_PASSWORD, false);
        inviting.withdraw(rootActor(), invitation.id(), false);
        assertRefused("invalid_link", prepared::carryOut);
        assertThat(inviting.find(token)).isEmpty();
        assertThat(state(invitation)).isEqualTo(State.WITHDRAWN);
        assertRefused(
                "invitation_closed", () -> inviting.sendAgain(rootActor(), invitation.id(), Language.ENGLISH, false));
        invite("ada@example.com", "Viewer");
    }

    @Test
    void of_two_requests_one_accepts() {
        invite("ada@example.com", "Viewer");
        var one = inviting.prepareAccept(ANYBODY, mail.token(), "", OTHER_PASSWORD, false);
        var other = inviting.prepareAccept(ANYBODY, mail.token(), "", OTHER_PASSWORD, false);
        one.carryOut();
        assertRefused("invalid_link", other::carryOut);
    }

    @Test
    void nobody_gives_rights_that_they_do_not_have() {
        installed.role("Clerk", Map.of("admin_users", List.of("view", "create")), Map.of());
        Actor.SignedIn kim = installed.actor(installed.user("kim", "Clerk"));
        Draft draft = new Draft("ada@example.com", "", List.of(installed.role("Editor")), Language.ENGLISH);
        assertRefused("escalation", () -> inviting.invite(kim, draft, false));
        Actor.SignedIn viewer = installed.actor(installed.user("vi", "Viewer"));
        assertRefused("forbidden", () -> inviting.invite(viewer, draft, false));
        assertRefused("forbidden", () -> inviting.list(viewer, 1, 20));
        Invitation invitation = invite("ada@example.com", "Editor");
        assertRefused("forbidden", () -> inviting.withdraw(viewer, invitation.id(), false));
        assertRefused("escalation", () -> inviting.sendAgain(kim, invitation.id(), Language.ENGLISH, false));
        assertThat(mail.letters).hasSize(1);
    }

    @Test
    void an_invitation_counts_only_while_its_sender_may_send_it() {
        UserId kim = installed.user("kim", "SuperAdmin");
        inviting.invite(
                installed.actor(kim),
                new Draft("ada@example.com", "", List.of(installed.role("Editor")), Language.ENGLISH),
                false);
        assertThat(inviting.find(mail.token())).isPresent();
        installed.run("UPDATE admin_users SET is_active = NOT is_active WHERE id = " + kim);
        assertThat(inviting.find(mail.token())).isEmpty();
        assertRefused("invalid_link", () -> inviting.prepareAccept(ANYBODY, mail.token(), "", OTHER_PASSWORD, false));
    }

    @Test
    void what_cannot_be_invited_is_named() {
        invite("ada@example.com", "Viewer");
        assertRefused("invitation_pending", () -> invite("ADA@example.com", "Viewer"));
        assertRefused("unique", () -> invite("root@example.com"));
        assertInvalid("/email email", () -> invite("no address"));
        assertInvalid(
                "/full_name max_length",
                () -> inviting.invite(
                        rootActor(), new Draft("b@example.com", "x".repeat(151), List.of(), Language.ENGLISH), false));
        assertInvalid(
                "/roles unknown_role",
                () -> inviting.invite(
                        rootActor(), new Draft("b@example.com", "", List.of(4_711L), Language.ENGLISH), false));
        assertRefused("not_found", () -> inviting.get(rootActor(), 4_711));
        mail.available = false;
        assertRefused("mail_not_configured", () -> invite("b@example.com"));
        assertThat(inviting.available()).isFalse();
        assertThat(mail.letters).hasSize(1);
    }

    @Test
    void invitations_are_listed_newest_first_and_a_dry_run_leaves_none() {
        invite("a@example.com", "Viewer");
        invite("b@example.com");
        inviting.invite(rootActor(), new Draft("c@example.com", "", List.of(), Language.ENGLISH), true);
        InvitingUsers.Listing listing = inviting.list(rootActor(), 1, 1);
        assertThat(listing.total()).isEqualTo(2);
        assertThat(listing.items()).extracting(one -> one.email().value()).containsExactly("b@example.com");
        assertThat(inviting.list(rootActor(), 2, 1).items()).singleElement().satisfies(one -> {
            assertThat(one.roles()).extracting(InvitingUsers.Role::name).containsExactly("Viewer");
            assertThat(one.invitedBy()).contains(new EmailAddress("root@example.com"));
        });
        installed.pass(Duration.ofDays(98));
        identity.upkeep().sweep();
        assertThat(inviting.list(rootActor(), 1, 20).items()).isEmpty();
    }

    // ---- forgotten passwords

    @Test
    void a_link_sets_a_new_password_once_and_ends_all_sessions() {
        SigningIn.Tokens tokens = ((Outcome.Complete) signIn("root@example.com", PASSWORD)).tokens();
        recovering.request(ANYBODY, "Root@example.com");
        Letter letter = mail.letters.getLast();
        assertThat(letter.kind()).isEqualTo(Kind.LINK);
        assertThat(letter.wording().paragraphs().getFirst().english())
                .contains("20 Nov 2026, 10:00 UTC", ORIGIN.address());
        String token = mail.token();
        assertThat(recovering.valid(token)).isTrue();
        assertInvalid("/password min_length", () -> recovering.prepareReset(ANYBODY, token, "short", false));

        recovering.prepareReset(ANYBODY, token, OTHER_PASSWORD, false).carryOut();

        assertThat(identity.signingIn().actor(tokens.claims(), ORIGIN)).isEmpty();
        assertRefused("invalid_refresh_token", () -> identity.signingIn().refresh(ANYBODY, tokens.refreshToken()));
        assertRefused("invalid_credentials", () -> signIn("root@example.com", PASSWORD));
        assertThat(signIn("root@example.com", OTHER_PASSWORD)).isInstanceOf(Outcome.Complete.class);
        assertRefused("invalid_link", () -> recovering.prepareReset(ANYBODY, token, PASSWORD, false));
        assertThat(mail.subjects()).endsWith("Your password was changed");
        assertThat(installed.events()).contains("password_reset_requested", "password_change");
        assertThat(installed.audit.toString()).doesNotContain(token);
    }

    @Test
    void no_mail_goes_to_an_unknown_a_disabled_and_a_provider_only_address() {
        UserId off = installed.user("off");
        installed.run("UPDATE admin_users SET is_active = NOT is_active WHERE id = " + off);
        UserId provider = installed.user("provider");
        installed.run("UPDATE admin_users SET password_hash = '"
                + dev.hexadmin.domain.identity.User.Credentials.NO_PASSWORD + "' WHERE id = " + provider);
        recovering.request(ANYBODY, "off@example.com");
        recovering.request(ANYBODY, "provider@example.com");
        recovering.request(ANYBODY, "nobody@example.com");
        assertThat(mail.letters).isEmpty();
        assertInvalid("/email email", () -> recovering.request(ANYBODY, "no address"));
        mail.available = false;
        assertRefused("mail_not_configured", () -> recovering.request(ANYBODY, "root@example.com"));
    }

    @Test
    void a_link_for_a_new_password_ends_with_time_with_another_password_and_with_another_address() {
        recovering.request(ANYBODY, "root@example.com");
        String late = mail.token();
        installed.pass(Duration.ofMinutes(30));
        assertThat(recovering.valid(late)).isFalse();
        assertRefused("invalid_link", () -> recovering.prepareReset(ANYBODY, late, OTHER_PASSWORD, false));

        recovering.request(ANYBODY, "root@example.com");
        String before = mail.token();
        identity.managingUsers().changeOwnPassword(rootActor(), PASSWORD, OTHER_PASSWORD, false);
        assertThat(recovering.valid(before)).isFalse();

        recovering.request(ANYBODY, "root@example.com");
        String old = mail.token();
        installed.run("UPDATE admin_users SET email = 'new@example.com' WHERE id = " + root);
        assertThat(recovering.valid(old)).isFalse();
        assertThat(recovering.valid("")).isFalse();
        assertThat(recovering.valid("x\0y")).isFalse();
    }

    @Test
    void a_second_factor_stays_on() {
        SettingUpSecondFactor factor = identity.accounts().secondFactor();
        factor.confirm(rootActor(), PASSWORD, installed.code(factor.begin(rootActor())));
        recovering.request(ANYBODY, "root@example.com");
        recovering.prepareReset(ANYBODY, mail.token(), OTHER_PASSWORD, false).carryOut();
        assertThat(signIn("root@example.com", OTHER_PASSWORD)).isInstanceOf(Outcome.SecondFactorNeeded.class);
    }

    // ---- new addresses

    @Test
    void a_new_address_counts_when_it_is_confirmed() {
        assertThat(changing.request(rootActor(), "New@Example.com", PASSWORD, Language.ENGLISH, false))
                .isFalse();
        assertThat(changing.pending(rootActor()).orElseThrow().email().value()).isEqualTo("new@example.com");
        assertThat(mail.letters)
                .extracting(letter -> letter.to().value() + " " + letter.kind())
                .containsExactly("new@example.com LINK", "root@example.com ALERT");
        assertThat(signIn("root@example.com", PASSWORD)).isInstanceOf(Outcome.Complete.class);
        String address = mail.letters.getFirst().wording().link().orElseThrow().address();
        String token = address.substring(address.indexOf('=') + 1);
        assertThat(changing.find(token)).contains(new EmailAddress("new@example.com"));

        assertThat(changing.confirm(ANYBODY, token, false).value()).isEqualTo("new@example.com");

        assertThat(changing.pending(rootActor())).isEmpty();
        assertRefused("invalid_credentials", () -> signIn("root@example.com", PASSWORD));
        assertThat(signIn("new@example.com", PASSWORD)).isInstanceOf(Outcome.Complete.class);
        assertRefused("invalid_link", () -> changing.confirm(ANYBODY, token, false));
    }

    @Test
    void a_new_address_needs_the_password_and_must_be_free() {
        installed.user("ada");
        assertInvalid(
                "/current_password wrong_password",
                () -> changing.request(rootActor(), "new@example.com", "wrong", Language.ENGLISH, false));
        assertInvalid(
                "/email email", () -> changing.request(rootActor(), "no address", PASSWORD, Language.ENGLISH, false));
        assertInvalid(
                "/email unchanged",
                () -> changing.request(rootActor(), "ROOT@example.com", PASSWORD, Language.ENGLISH, false));
        assertRefused(
                "unique", () -> changing.request(rootActor(), "ada@example.com", PASSWORD, Language.ENGLISH, false));
        assertThat(mail.letters).isEmpty();
        assertThat(installed.events()).contains("email_change_failed");

        changing.request(rootActor(), "new@example.com", PASSWORD, Language.ENGLISH, false);
        String address = mail.letters.getFirst().wording().link().orElseThrow().address();
        String token = address.substring(address.indexOf('=') + 1);
        installed.user("new");
        assertRefused("unique", () -> changing.confirm(ANYBODY, token, false));
        identity.managingUsers().changeOwnPassword(rootActor(), PASSWORD, OTHER_PASSWORD, false);
        assertRefused("invalid_link", () -> changing.confirm(ANYBODY, token, false));
    }

    @Test
    void without_mail_an_address_is_changed_at_once() {
        mail.available = false;
        assertThat(changing.confirms()).isFalse();
        assertThat(changing.request(rootActor(), "new@example.com", PASSWORD, Language.ENGLISH, false))
                .isTrue();
        assertThat(signIn("new@example.com", PASSWORD)).isInstanceOf(Outcome.Complete.class);
    }

    // ---- new devices

    @Test
    void a_sign_in_with_a_new_device_is_told_but_not_the_first_one() {
        Actor.Client laptop = new Actor.Client(
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0", "a".repeat(43), Language.ENGLISH);
        Actor.Client script = new Actor.Client("curl/8.1", "", Language.ENGLISH);
        signIn("root@example.com", PASSWORD, laptop);
        signIn("root@example.com", PASSWORD, laptop);
        assertThat(mail.letters).isEmpty();
        signIn("root@example.com", PASSWORD, script);
        signIn("root@example.com", PASSWORD, new Actor.Client("curl/8.2", "", Language.ENGLISH));
        assertThat(mail.letters).singleElement().satisfies(letter -> {
            assertThat(letter.kind()).isEqualTo(Kind.NOTICE);
            assertThat(letter.user()).contains(root);
            assertThat(letter.wording().paragraphs().getFirst().english())
                    .contains("20 Nov 2026, 10:00 UTC", ORIGIN.address(), "curl/8.1");
        });
        signIn("root@example.com", PASSWORD, new Actor.Client(laptop.userAgent(), "b".repeat(43), Language.ENGLISH));
        assertThat(mail.letters).hasSize(2);
        assertThat(mail.letters.getLast().wording().paragraphs().getFirst().english())
                .contains("Firefox 145 on Linux");
        assertThat(installed.column("SELECT device_hash FROM admin_known_devices"))
                .hasSize(3)
                .noneMatch(hash -> hash.contains("aaaa"));
        assertRefused(
                "invalid_credentials",
                () -> signIn("root@example.com", "wrong", new Actor.Client("other", "", Language.ENGLISH)));
        assertThat(mail.letters).hasSize(2);
    }

    // ---- the access of all users

    private List<OpenSession> sessions(Actor.SignedIn actor, String email) {
        return reviewing
                .sessions(actor, new Wanted(Optional.empty(), email, 1, 20))
                .items();
    }

    @Test
    void administrators_see_and_end_the_sessions_of_all_users() {
        identity.managingUsers().createSuperuser(InstalledIdentity.OPERATOR, "ada@example.com", PASSWORD, "");
        var opened = (dev.hexadmin.application.identity.KeepingSessions.Outcome.Complete)
                identity.keepingSessions().signIn(ANYBODY, "ada@example.com", PASSWORD, "a browser");
        installed.pass(Duration.ofSeconds(1));
        SigningIn.Tokens tokens = ((Outcome.Complete) signIn("root@example.com", PASSWORD)).tokens();
        identity.signingIn().refresh(ANYBODY, tokens.refreshToken());

        List<OpenSession> all = sessions(rootActor(), "");

        assertThat(all)
                .extracting(one -> one.kind() + " " + one.email().value())
                .containsExactly("API root@example.com", "PANEL ada@example.com");
        assertThat(all.getLast().signIn().browser()).isEqualTo("a browser");
        assertThat(all)
                .extracting(one -> one.signIn().method().orElseThrow() + " from "
                        + one.signIn().address())
                .containsOnly(
                        SignInMethod.PASSWORD + " from " + ANYBODY.origin().address());
        assertThat(sessions(rootActor(), "ADA@")).hasSize(1);
        assertThat(sessions(rootActor(), "a_a")).isEmpty();
        assertThat(reviewing
                        .sessions(rootActor(), new Wanted(Optional.of(root), "", 1, 20))
                        .total())
                .isEqualTo(1);

        reviewing.endSession(rootActor(), all.getLast().id(), false);
        assertThat(identity.keepingSessions().find(opened.opened().token(), ORIGIN))
                .isEmpty();
        assertThat(identity.signingIn().actor(tokens.claims(), ORIGIN)).isPresent();
        reviewing.endSession(rootActor(), all.getFirst().id(), false);
        assertThat(identity.signingIn().actor(tokens.claims(), ORIGIN)).isEmpty();
        assertRefused("invalid_refresh_token", () -> identity.signingIn().refresh(ANYBODY, tokens.refreshToken()));
        assertThat(sessions(rootActor(), "")).isEmpty();
        assertRefused(
                "not_found",
                () -> reviewing.endSession(rootActor(), all.getFirst().id(), false));
        assertRefused("not_found", () -> reviewing.endSession(rootActor(), "x", false));
    }

    @Test
    void rights_and_row_policies_hold_for_the_access_of_others() {
        signIn("root@example.com", PASSWORD);
        installed.role(
                "Clerk",
                Map.of("admin_users", List.of("view", "edit")),
                Map.of("admin_users", "email <> 'root@example.com'"));
        installed.role("Warden", Map.of("admin_users", List.of("view", "edit")), Map.of());
        Actor.SignedIn viewer = installed.actor(installed.user("vi", "Viewer"));
        Actor.SignedIn clerk = installed.actor(installed.user("clerk", "Clerk"));
        Actor.SignedIn warden = installed.actor(installed.user("warden", "Warden"));
        String id = sessions(rootActor(), "").getFirst().id();

        assertRefused("forbidden", () -> sessions(viewer, ""));
        assertRefused("forbidden", () -> reviewing.endSession(viewer, id, false));
        assertThat(sessions(clerk, "")).isEmpty();
        assertRefused("not_found", () -> reviewing.endSession(clerk, id, false));
        assertThat(sessions(warden, "")).hasSize(1);
        assertRefused("escalation", () -> reviewing.endSession(warden, id, false));
        assertThat(sessions(rootActor(), "")).hasSize(1);
    }

    @Test
    void a_row_policy_selects_sessions_and_keys_in_the_database() {
        signIn("root@example.com", PASSWORD);
        installed.role(
                "Clerk",
                Map.of("admin_users", List.of("view", "edit")),
                Map.of("admin_users", "email starts with 'a' or id = $user.id"));
        Actor.SignedIn clerk = installed.actor(installed.user("clerk", "Clerk"));
        List<UserId> ours = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ours.add(installed.user("a" + i, "Clerk"));
            installed.run("UPDATE admin_users SET password_hash = (SELECT hash FROM (SELECT password_hash AS hash"
                    + " FROM admin_users WHERE email = 'root@example.com') r) WHERE email LIKE 'a%'");
            signIn("a" + i + "@example.com", PASSWORD);
        }
        ours.add(clerk.id());
        for (UserId user : ours) {
            identity.managingApiKeys()
                    .create(
                            installed.actor(user),
                            new ManagingApiKeys.Draft("own", installed.role("Clerk"), Optional.empty()));
        }
        identity.managingApiKeys()
                .create(rootActor(), new ManagingApiKeys.Draft("root", installed.role("Viewer"), Optional.empty()));

        var sessions = reviewing.sessions(clerk, new Wanted(Optional.empty(), "", 2, 3));
        var keys = reviewing.keys(clerk, new Wanted(Optional.empty(), "", 1, 4));

        assertThat(sessions.total()).isEqualTo(5);
        assertThat(sessions.items()).hasSize(2);
        assertThat(keys.total()).isEqualTo(6);
        assertThat(keys.items()).hasSize(4).allSatisfy(owned -> assertThat(ours).contains(owned.user()));
        assertThat(reviewing
                        .sessions(clerk, new Wanted(Optional.empty(), "root", 1, 20))
                        .total())
                .isZero();
        assertThat(reviewing
                        .sessions(clerk, new Wanted(Optional.of(ours.getFirst()), "", 1, 20))
                        .total())
                .isEqualTo(1);
    }

    @Test
    void administrators_see_the_keys_of_all_users() {
        identity.managingApiKeys()
                .create(rootActor(), new ManagingApiKeys.Draft("backup", installed.role("Viewer"), Optional.empty()));
        var keys = reviewing.keys(rootActor(), new Wanted(Optional.empty(), "root", 1, 20));
        assertThat(keys.total()).isEqualTo(1);
        assertThat(keys.items()).singleElement().satisfies(owned -> {
            assertThat(owned.email().value()).isEqualTo("root@example.com");
            assertThat(owned.key().name()).isEqualTo("backup");
        });
        assertThat(reviewing
                        .keys(rootActor(), new Wanted(Optional.empty(), "nobody", 1, 20))
                        .items())
                .isEmpty();
    }

    @Test
    void mails_are_in_the_language_and_the_time_zone_of_the_user_and_not_of_the_request() {
        identity.managingUsers().choose(rootActor(), LocaleChoice.of(Optional.of("ja"), Optional.of("Asia/Tokyo")));

        recovering.request(ANYBODY, "root@example.com");

        Letter letter = mail.letters.getLast();
        assertThat(letter.language()).isEqualTo(new Language("ja"));
        assertThat(letter.wording().paragraphs().getFirst().english())
                .contains("20 Nov 2026, 19:00")
                .doesNotContain("Tokyo");
    }
}
