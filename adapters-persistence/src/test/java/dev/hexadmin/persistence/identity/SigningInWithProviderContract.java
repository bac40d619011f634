package dev.hexadmin.persistence.identity;

import static dev.hexadmin.persistence.identity.InstalledIdentity.ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentityProvider;
import dev.hexadmin.application.identity.IdentityProvider.AccountRules;
import dev.hexadmin.application.identity.IdentityProvider.Provision;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningInWithProvider;
import dev.hexadmin.application.identity.SigningInWithProvider.Completed;
import dev.hexadmin.application.identity.SigningInWithProvider.Proof;
import dev.hexadmin.application.identity.SigningInWithProvider.ProviderAnswer;
import dev.hexadmin.application.identity.SigningInWithProvider.Start;
import dev.hexadmin.application.identity.port.OpenIdProviders.IssuedToken;
import dev.hexadmin.application.identity.port.OpenIdProviders.VerifiedIdentity;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Label;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.net.URI;
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

/** Users who authenticate at a provider of OpenID Connect. */
abstract class SigningInWithProviderContract {
    private static final Actor ANYBODY = new Actor.Anonymous(ORIGIN);
    private static final URI BACK = URI.create("https://admin.example/admin/oidc/corp/callback");
    private static final String ISSUER = "https://corp.example";
    private static final Map<String, String> ROLES =
            Map.of("staff", "Editor", "readers", "Viewer", "admins", "SuperAdmin", "others", "Missing");

    @TempDir
    Path folder;

    final FakeProviders providers = new FakeProviders();
    InstalledIdentity installed;
    private SigningInWithProvider signingIn;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new InstalledIdentity(
                settings(folder),
                Optional.empty(),
                providers.with(List.of(
                        provider("corp", ISSUER, Provision.EVERYONE, false, ROLES),
                        provider("partner", "https://partner.example", Provision.INVITED, true, Map.of()))));
        signingIn = installed.first.identity().signingInWithProvider();
        installed.user("boss", "SuperAdmin");
    }

    @AfterEach
    void close() {
        installed.close();
    }

    private static IdentityProvider provider(
            String name, String issuer, Provision provision, boolean trustEmail, Map<String, String> roles) {
        return new IdentityProvider(
                name,
                Label.of(name + " login"),
                issuer,
                "hexadmin",
                List.of("openid"),
                new AccountRules(provision, trustEmail, roles));
    }

    private VerifiedIdentity identity(String subject, String email, String... groups) {
        return identity(ISSUER, subject, Optional.of(email), true, groups);
    }

    private VerifiedIdentity identity(
            String issuer, String subject, Optional<String> email, boolean verified, String... groups) {
        return new VerifiedIdentity(
                issuer,
                subject,
                email,
                verified,
                "Eva \u0000Example",
                Set.of(groups),
                new IssuedToken("token-of-" + subject, installed.now, installed.now.plusSeconds(300)));
    }

    private Completed enter(VerifiedIdentity identity) {
        return enter("corp", identity);
    }

    private Completed enter(String provider, VerifiedIdentity identity) {
        Start start = signingIn.start(ANYBODY, provider, BACK, "/admin/products/");
        providers.codes.put("code", identity);
        return signingIn.enter(ANYBODY, provider, callback(start), "Firefox");
    }

    private ProviderAnswer callback(Start start) {
        return new ProviderAnswer(
                Optional.of(start.ticket()),
                BACK,
                Optional.of(providers.requests.getLast().state()),
                Optional.of("code"),
                Optional.empty());
    }

    private Optional<KeepingSessions.Session> session(Completed entry) {
        return installed.first.identity().keepingSessions().find(entry.opened().token(), ORIGIN);
    }

    private UserId user(Completed entry) {
        return session(entry).orElseThrow().actor().id();
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private List<String> roles(UserId user) {
        return installed.column("SELECT r.name FROM admin_user_roles ur JOIN admin_roles r ON r.id = ur.role_id"
                + " WHERE ur.user_id = " + user + " ORDER BY r.name");
    }

    private String lastReason() {
        return String.valueOf(installed.audit.getLast().changes().stream()
                .filter(change -> change.field().equals("reason"))
                .findFirst()
                .orElseThrow()
                .after());
    }

    @Test
    void an_unknown_user_gets_an_account_with_the_roles_of_the_groups() {
        Completed entry = enter(identity("s-1", "Eva@Example.com", "staff", "unmapped", "others"));
        assertThat(entry.next()).isEqualTo("/admin/products/");
        UserId eva = user(entry);
        assertThat(session(entry).orElseThrow().actor().email().value()).isEqualTo("eva@example.com");
        assertThat(installed.column("SELECT full_name FROM admin_users WHERE id = " + eva))
                .containsExactly("Eva Example");
        assertThat(roles(eva)).containsExactly("Editor");
        assertThat(installed.events()).containsExactly("create", "update", "sign_in");
        assertThat(installed.audit.getFirst().actor()).isEqualTo(new Actor.Operator("identity provider corp"));
        assertThat(installed.audit.getLast().changes())
                .containsExactly(new AuditEntry.Change("provider", null, "corp"));
        assertThat(installed.column("SELECT success FROM admin_login_attempts")).hasSize(1);
        assertThat(installed
                        .first
                        .identity()
                        .keepingSessions()
                        .list(session(entry).orElseThrow().actor()))
                .singleElement()
                .satisfies(open -> assertThat(open.browser()).isEqualTo("Firefox"));
    }

    @Test
    void the_same_subject_is_the_same_account_whatever_the_address() {
        UserId eva = user(enter(identity("s-1", "eva@example.com")));
        assertThat(user(enter(identity("s-1", "eva.new@example.com")))).isEqualTo(eva);
        assertThat(user(enter(identity(ISSUER, "s-1", Optional.empty(), false))))
                .isEqualTo(eva);
        assertThat(installed.column("SELECT email FROM admin_users WHERE id = " + eva))
                .containsExactly("eva@example.com");
        assertThat(installed.moments("last_sign_in", "admin_linked_identities"))
                .containsExactly(installed.now.toString());
    }

    @Test
    void an_account_is_linked_by_its_verified_address_only() {
        UserId eva = installed.user("eva");
        installed.audit.clear();
        assertRefused("no_account", () -> enter(identity(ISSUER, "s-1", Optional.of("eva@example.com"), false)));
        assertThat(lastReason()).isEqualTo("email_not_verified");
        assertRefused("no_account", () -> enter(identity(ISSUER, "s-1", Optional.empty(), true)));
        assertThat(lastReason()).isEqualTo("no_email");
        assertRefused("no_account", () -> enter(identity("s-1", "no address")));
        installed.audit.clear();
        assertThat(user(enter(identity("s-1", "EVA@example.com")))).isEqualTo(eva);
        assertThat(installed.events()).containsExactly("identity_linked", "sign_in");
        assertThat(installed.audit.getFirst().changes())
                .containsExactly(
                        new AuditEntry.Change("provider", null, "corp"), new AuditEntry.Change("subject", null, "s-1"));
    }

    @Test
    void an_account_that_is_linked_is_not_given_to_another_user_with_its_address() {
        UserId eva = user(enter(identity("s-1", "eva@example.com")));
        assertRefused("no_account", () -> enter(identity("s-2", "eva@example.com")));
        assertThat(lastReason()).isEqualTo("other_identity_linked");
        // another provider may know the user, too
        assertThat(user(enter(
                        "partner", identity("https://partner.example", "s-2", Optional.of("eva@example.com"), false))))
                .isEqualTo(eva);
    }

    @Test
    void accounts_of_an_identity_source_are_not_linked() {
        UserId eva = installed.user("eva");
        installed.run("UPDATE admin_users SET source = 'members', subject = 'm-1' WHERE id = " + eva);
        assertRefused("no_account", () -> enter(identity("s-1", "eva@example.com")));
        assertThat(lastReason()).isEqualTo("managed_elsewhere");
    }

    @Test
    void an_inactive_user_cannot_sign_in() {
        UserId eva = user(enter(identity("s-1", "eva@example.com")));
        installed.run("UPDATE admin_users SET is_active = false WHERE id = " + eva);
        assertRefused("no_account", () -> enter(identity("s-1", "eva@example.com", "staff")));
        assertThat(lastReason()).isEqualTo("inactive");
        assertThat(roles(eva)).isEmpty();
        UserId kim = installed.user("kim");
        installed.run("UPDATE admin_users SET is_active = false WHERE id = " + kim);
        assertRefused("no_account", () -> enter(identity("s-2", "kim@example.com")));
        assertThat(installed.column("SELECT subject FROM admin_linked_identities"))
                .containsExactly("s-1");
    }

    @Test
    void a_provider_for_invited_users_creates_no_account() {
        assertRefused(
                "no_account",
                () -> enter(
                        "partner", identity("https://partner.example", "p-1", Optional.of("eva@example.com"), true)));
        assertThat(lastReason()).isEqualTo("unknown_user");
        UserId eva = installed.user("eva");
        assertThat(user(enter(
                        "partner", identity("https://partner.example", "p-1", Optional.of("eva@example.com"), true))))
                .isEqualTo(eva);
    }

    @Test
    void the_first_account_is_not_a_strangers() {
        installed.run("DELETE FROM admin_users");
        assertRefused("no_account", () -> enter(identity("s-1", "eva@example.com", "staff")));
        assertThat(installed.first.identity().managingUsers().empty()).isTrue();
        UserId eva = user(enter(identity("s-1", "eva@example.com", "admins")));
        assertThat(roles(eva)).containsExactly("SuperAdmin");
    }

    @Test
    void roles_of_the_mapping_follow_the_groups_and_others_stay() {
        UserId eva = user(enter(identity("s-1", "eva@example.com", "staff")));
        installed.give(eva, "Admin");
        installed.audit.clear();
        Completed entry = enter(identity("s-1", "eva@example.com", "readers"));
        assertThat(roles(eva)).containsExactly("Admin", "Viewer");
        assertThat(installed.events()).containsExactly("update", "sign_in");
        assertThat(session(entry).orElseThrow().actor().rights().superuser()).isFalse();
        enter(identity("s-1", "eva@example.com", "readers"));
        assertThat(installed.events()).containsExactly("update", "sign_in", "sign_in");
        enter(identity("s-1", "eva@example.com"));
        assertThat(roles(eva)).containsExactly("Admin");
        // a provider without a mapping leaves the roles alone
        installed.give(eva, "Viewer");
        enter("partner", identity("https://partner.example", "p-1", Optional.of("eva@example.com"), true));
        assertThat(roles(eva)).containsExactly("Admin", "Viewer");
    }

    @Test
    void the_last_active_superuser_stays_one() {
        UserId eva = user(enter(identity("s-1", "eva@example.com", "admins")));
        installed.run("UPDATE admin_users SET is_active = false WHERE email = 'boss@example.com'");
        enter(identity("s-1", "eva@example.com"));
        assertThat(roles(eva)).containsExactly("SuperAdmin");
        installed.run("UPDATE admin_users SET is_active = true WHERE email = 'boss@example.com'");
        enter(identity("s-1", "eva@example.com"));
        assertThat(roles(eva)).isEmpty();
    }

    @Test
    void one_user_who_signs_in_many_times_at_once_gets_one_account() throws Exception {
        List<Future<UserId>> all = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            providers.tokens.put("t-" + i, identity("s-1", "eva@example.com", "staff"));
        }
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 8; i++) {
                String token = "t-" + i;
                all.add(executor.submit(() -> tokens(token).claims().user()));
            }
        }
        UserId eva = all.getFirst().get();
        for (Future<UserId> one : all) {
            assertThat(one.get()).isEqualTo(eva);
        }
        assertThat(installed.column("SELECT id FROM admin_users WHERE email = 'eva@example.com'"))
                .hasSize(1);
    }

    private SigningIn.Tokens tokens(String token) {
        return signingIn
                .prepareExchange(ANYBODY, "corp", new Proof.IdToken(token, Optional.empty()))
                .carryOut()
                .orThrow();
    }

    @Test
    void a_state_is_accepted_once_by_one_of_several_servers() {
        Start start = signingIn.start(ANYBODY, "corp", BACK, "/admin");
        ProviderAnswer callback = callback(start);
        providers.codes.put("code", identity("s-1", "eva@example.com"));
        SigningInWithProvider other = installed.server().identity().signingInWithProvider();
        assertThat(other.enter(ANYBODY, "corp", callback, "").next()).isEqualTo("/admin");
        providers.codes.put("code", identity("s-1", "eva@example.com"));
        installed.audit.clear();
        assertRefused("provider_sign_in_failed", () -> other.enter(ANYBODY, "corp", callback, ""));
        assertRefused("provider_sign_in_failed", () -> signingIn.enter(ANYBODY, "corp", callback, ""));
        assertThat(providers.redeemed).hasSize(1);
        assertThat(installed.audit).isEmpty();
    }

    @Test
    void the_code_is_redeemed_with_the_secrets_of_its_start() {
        Start start = signingIn.start(ANYBODY, "corp", BACK, "/admin");
        providers.codes.put("code", identity("s-1", "eva@example.com"));
        signingIn.enter(ANYBODY, "corp", callback(start), "");
        var request = providers.requests.getLast();
        var redeemed = providers.redeemed.getLast();
        assertThat(request.redirectUri()).isEqualTo(BACK);
        assertThat(redeemed.redirectUri()).isEqualTo(BACK);
        assertThat(redeemed.nonce()).isEqualTo(request.nonce());
        assertThat(redeemed.codeVerifier()).hasSizeGreaterThanOrEqualTo(43);
        assertThat(List.of(request.state(), request.nonce(), redeemed.codeVerifier(), request.codeChallenge()))
                .doesNotHaveDuplicates();
        assertThat(start.ticket()).doesNotContain(request.state(), request.nonce(), redeemed.codeVerifier());
        assertThat(start).asString().doesNotContain(start.ticket());
    }

    @Test
    void a_response_that_belongs_to_no_sign_in_of_the_browser_is_rejected() {
        Start start = signingIn.start(ANYBODY, "corp", BACK, "/admin");
        ProviderAnswer right = callback(start);
        Start others = signingIn.start(ANYBODY, "corp", BACK, "/admin");
        Start ofPartner = signingIn.start(ANYBODY, "partner", BACK, "/admin");
        for (Optional<String> ticket : List.of(
                Optional.<String>empty(),
                Optional.of(""),
                Optional.of("junk"),
                Optional.of(start.ticket() + "A"),
                Optional.of(others.ticket()),
                Optional.of(ofPartner.ticket()))) {
            assertRefused(
                    "provider_sign_in_failed",
                    () -> signingIn.enter(
                            ANYBODY,
                            "corp",
                            new ProviderAnswer(ticket, BACK, right.state(), right.code(), Optional.empty()),
                            ""));
        }
        for (Optional<String> state : List.of(Optional.<String>empty(), Optional.of(""), Optional.of("other"))) {
            assertRefused(
                    "provider_sign_in_failed",
                    () -> signingIn.enter(
                            ANYBODY,
                            "corp",
                            new ProviderAnswer(right.ticket(), BACK, state, right.code(), Optional.empty()),
                            ""));
        }
        assertRefused("provider_sign_in_failed", () -> signingIn.enter(ANYBODY, "partner", right, ""));
        assertRefused("not_found", () -> signingIn.enter(ANYBODY, "unknown", right, ""));
        assertThat(providers.redeemed).isEmpty();
        installed.pass(Duration.ofMinutes(10));
        assertRefused("provider_sign_in_failed", () -> signingIn.enter(ANYBODY, "corp", right, ""));
    }

    @Test
    void a_rejection_by_the_provider_is_recorded() {
        Start start = signingIn.start(ANYBODY, "corp", BACK, "/admin");
        assertRefused("provider_sign_in_failed", () -> signingIn.enter(ANYBODY, "corp", callback(start), ""));
        assertThat(lastReason()).isEqualTo("code_rejected");
        Start denied = signingIn.start(ANYBODY, "corp", BACK, "/admin");
        ProviderAnswer error = new ProviderAnswer(
                Optional.of(denied.ticket()),
                BACK,
                Optional.of(providers.requests.getLast().state()),
                Optional.empty(),
                Optional.empty());
        assertRefused("provider_sign_in_failed", () -> signingIn.enter(ANYBODY, "corp", error, ""));
        assertThat(lastReason()).isEqualTo("denied_by_provider");
        Start mixed = signingIn.start(ANYBODY, "corp", BACK, "/admin");
        ProviderAnswer other = new ProviderAnswer(
                Optional.of(mixed.ticket()),
                BACK,
                Optional.of(providers.requests.getLast().state()),
                Optional.of("code"),
                Optional.of("https://evil.example"));
        providers.codes.put("code", identity("s-1", "eva@example.com"));
        assertRefused("provider_sign_in_failed", () -> signingIn.enter(ANYBODY, "corp", other, ""));
        assertThat(lastReason()).isEqualTo("wrong_issuer");
        assertThat(installed.column("SELECT reason FROM admin_login_attempts ORDER BY id"))
                .containsExactly("code_rejected", "denied_by_provider", "wrong_issuer");
    }

    @Test
    void an_unavailable_provider_is_said_to_be_so() {
        Start start = signingIn.start(ANYBODY, "corp", BACK, "/admin");
        providers.tokens.put("t", identity("s-1", "eva@example.com"));
        providers.away = true;
        assertRefused("identity_provider_unavailable", () -> signingIn.start(ANYBODY, "corp", BACK, "/admin"));
        assertRefused("identity_provider_unavailable", () -> signingIn.enter(ANYBODY, "corp", callback(start), ""));
        assertRefused("identity_provider_unavailable", () -> tokens("t"));
    }

    @Test
    void an_id_token_is_exchanged_once_and_only_while_it_is_new() {
        providers.tokens.put("t", identity("s-1", "eva@example.com"));
        SigningIn.Tokens first = tokens("t");
        assertThat(installed.first.identity().signingIn().actor(first.claims(), ORIGIN))
                .isPresent();
        assertThat(installed
                        .first
                        .identity()
                        .signingIn()
                        .refresh(ANYBODY, first.refreshToken())
                        .claims())
                .isEqualTo(first.claims());
        assertRefused("provider_sign_in_failed", () -> tokens("t"));
        assertThat(lastReason()).isEqualTo("token_reused");
        providers.tokens.put("old", identity("s-1", "eva@example.com"));
        installed.pass(Duration.ofMinutes(10).plusSeconds(1));
        assertRefused("provider_sign_in_failed", () -> tokens("old"));
        assertThat(lastReason()).isEqualTo("token_too_old");
        assertRefused("provider_sign_in_failed", () -> tokens("t"));
    }

    @Test
    void a_code_of_a_client_is_exchanged() {
        providers.codes.put("code", identity("s-1", "eva@example.com"));
        SigningIn.Tokens tokens = signingIn
                .prepareExchange(ANYBODY, "corp", new Proof.Code("code", "verifier", BACK, "n"))
                .carryOut()
                .orThrow();
        assertThat(installed.first.identity().signingIn().actor(tokens.claims(), ORIGIN))
                .isPresent();
        assertThat(providers.redeemed.getLast().nonce()).isEqualTo("n");
    }

    @Test
    void the_sign_out_leads_to_the_provider_with_the_token_of_the_session() {
        Completed entry = enter(identity("s-1", "eva@example.com"));
        Actor.SignedIn eva = session(entry).orElseThrow().actor();
        URI login = URI.create("https://admin.example/admin/login");
        assertThat(signingIn
                        .signOutPage(eva, entry.opened().token(), login)
                        .orElseThrow()
                        .address())
                .hasToString("https://corp.example/out?hint=token-of-s-1&to=https://admin.example/admin/login");
        assertThat(installed.column("SELECT sealed_id_token FROM admin_sessions"))
                .noneMatch(text -> text.contains("token-of"));
        providers.away = true;
        assertThat(signingIn.signOutPage(eva, entry.opened().token(), login)).isEmpty();
        assertThat(signingIn.signOutPage(eva, "another", login)).isEmpty();
    }

    @Test
    void a_session_that_outlives_the_others_can_still_be_ended_at_the_provider() {
        Completed entry = enter(identity("s-1", "eva@example.com"));
        KeepingSessions.Session session = session(entry).orElseThrow();
        installed.first.identity().keepingSessions().endOthers(session.actor(), session.id());
        assertThat(signingIn.signOutPage(session.actor(), entry.opened().token(), BACK))
                .isPresent();
    }

    @Test
    void a_password_sign_in_of_such_an_account_fails_and_it_has_no_password_to_change() {
        Completed entry = enter(identity("s-1", "eva@example.com"));
        for (String password : List.of("none", "", "x")) {
            assertRefused(
                    "invalid_credentials",
                    () -> installed
                            .first
                            .identity()
                            .signingIn()
                            .signIn(ANYBODY, "eva@example.com", password, Optional.empty()));
        }
        Actor.SignedIn eva = session(entry).orElseThrow().actor();
        assertThatExceptionOfType(RequestRejectedException.class)
                .isThrownBy(() -> installed
                        .first
                        .identity()
                        .managingUsers()
                        .changeOwnPassword(eva, "none", "turquoise otter gardens at noon", false))
                .satisfies(refused ->
                        assertThat(refused.violations().getFirst().code()).isEqualTo("no_password"));
    }

    @Test
    void expired_marks_are_swept() {
        providers.tokens.put("t", identity("s-1", "eva@example.com"));
        tokens("t");
        enter(identity("s-1", "eva@example.com"));
        assertThat(installed.column("SELECT token_hash FROM admin_used_tokens")).hasSize(2);
        installed.pass(Duration.ofMinutes(21));
        installed.first.identity().upkeep().sweep();
        assertThat(installed.column("SELECT token_hash FROM admin_used_tokens")).isEmpty();
    }
}
