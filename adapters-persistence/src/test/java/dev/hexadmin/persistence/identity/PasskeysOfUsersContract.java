package dev.hexadmin.persistence.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.ManagingPasskeys;
import dev.hexadmin.application.identity.ManagingPasskeys.Added;
import dev.hexadmin.application.identity.ManagingPasskeys.New;
import dev.hexadmin.application.identity.ManagingPasskeys.Passkey;
import dev.hexadmin.application.identity.ManagingPasskeys.Registration;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.application.identity.SigningIn.SecondStep;
import dev.hexadmin.application.identity.SigningInWithPasskey;
import dev.hexadmin.application.identity.SigningInWithPasskey.Challenge;
import dev.hexadmin.application.identity.SigningInWithPasskey.Response;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.audit.AuditEntry;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.domain.identity.SignInMethod;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.text.Language;
import dev.hexadmin.persistence.identity.FakeAuthenticators.Answer;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Passkeys of users, and signing in with them, on a real database. */
abstract class PasskeysOfUsersContract {
    private static final String PASSWORD = InstalledIdentity.PASSWORD;
    private static final String ORIGIN = "https://admin.example.com";
    private static final RelyingParty PARTY = new RelyingParty("admin.example.com", Set.of(ORIGIN));
    private static final Actor ANYBODY = new Actor.Anonymous(InstalledIdentity.ORIGIN);

    @TempDir
    Path folder;

    private InstalledIdentity installed;
    private ManagingPasskeys managing;
    private SigningInWithPasskey signing;
    private UserId root;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new InstalledIdentity(settings(folder));
        managing = installed.first.identity().accounts().passkeys();
        signing = installed.first.identity().accounts().signingInWithPasskey();
        root = installed
                .first
                .identity()
                .managingUsers()
                .createSuperuser(InstalledIdentity.OPERATOR, "root@example.com", PASSWORD, "Root");
        installed.audit.clear();
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

    private static void assertInvalid(String violation, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.violations())
                                .map(each -> each.pointer() + " " + each.code())
                                .containsExactly(violation));
    }

    private Actor.SignedIn actor() {
        return installed.actor(root);
    }

    /** An authenticator with one passkey of the superuser. */
    private record Device(String id, String handle) {
        String sign(Challenge challenge, long count) {
            return new Answer(id, handle, challenge.challenge(), ORIGIN, true, count, "key-of-" + id).text();
        }
    }

    private Added add(String name, long count) {
        return add(name, "c-" + name, count);
    }

    private Added add(String name, String id, long count) {
        Registration begun = managing.begin(actor(), PASSWORD);
        String answer =
                new Answer(id, begun.userHandle(), begun.challenge(), ORIGIN, true, count, "key-of-" + id).text();
        return managing.add(actor(), PARTY, new New(begun.ticket(), name, answer), Language.ENGLISH);
    }

    private Device device(String name) {
        return new Device("c-" + name, managing.begin(actor(), PASSWORD).userHandle());
    }

    private KeepingSessions.Opened enter(Device device, long count) {
        Challenge challenge = signing.begin(ANYBODY);
        return signing.enter(ANYBODY, PARTY, response(challenge, device.sign(challenge, count)), "Firefox");
    }

    private static Response response(Challenge challenge, String credential) {
        return new Response(challenge.ticket(), credential, Optional.empty());
    }

    private String reason() {
        return installed
                .column("SELECT reason FROM admin_login_attempts ORDER BY id")
                .getLast();
    }

    private List<String> subjects() {
        return installed.mail.subjects();
    }

    @Test
    void a_passkey_is_added_with_the_password_and_noted() {
        Added added = add("Laptop", 1);
        assertThat(added.passkey().name()).isEqualTo("Laptop");
        assertThat(added.passkey().createdAt()).isEqualTo(installed.now);
        assertThat(added.passkey().lastUsedAt()).isEmpty();
        assertThat(added.backupCodes()).hasSize(10).doesNotHaveDuplicates();
        assertThat(managing.list(actor())).containsExactly(added.passkey());
        assertThat(managing.backupCodesLeft(actor())).isEqualTo(10);
        assertThat(installed.audit).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo("passkey_added");
            assertThat(entry.changesJson()).isEqualTo("{\"passkey\":[null,\"Laptop\"]}");
        });
        assertThat(subjects()).containsExactly("A passkey was added to your account");
        assertThat(add("Phone", 0).backupCodes()).isEmpty();
    }

    @Test
    void the_password_has_to_be_right_each_time() {
        assertInvalid("/current_password wrong_password", () -> managing.begin(actor(), "wrong"));
        assertThat(reason()).isEqualTo("wrong_current_password");
        Passkey passkey = add("Laptop", 1).passkey();
        assertInvalid(
                "/current_password wrong_password",
                () -> managing.remove(actor(), passkey.id(), "wrong", Language.ENGLISH, false));
        assertThat(managing.list(actor())).hasSize(1);
    }

    @Test
    void an_api_key_touches_no_passkey() {
        Actor.SignedIn key = new Actor.SignedIn(
                root,
                actor().email(),
                actor().rights(),
                InstalledIdentity.ORIGIN,
                Optional.of(new Actor.ApiKey("hx_1", "Admin")));
        assertRefused("not_by_key", () -> managing.list(key));
        assertRefused("not_by_key", () -> managing.begin(key, PASSWORD));
        assertRefused("not_by_key", () -> managing.rename(key, 1, "x", false));
        assertRefused("not_by_key", () -> managing.remove(key, 1, PASSWORD, Language.ENGLISH, false));
        assertRefused("not_by_key", () -> managing.removeAll(key, root));
    }

    @Test
    void the_response_has_to_fit_the_registration() {
        Registration begun = managing.begin(actor(), PASSWORD);
        Answer answer = new Answer("c", begun.userHandle(), begun.challenge(), ORIGIN, true, 0, "k");
        String elsewhere =
                new Answer("c", begun.userHandle(), begun.challenge(), "https://evil.example", true, 0, "k").text();
        String unverified = new Answer("c", begun.userHandle(), begun.challenge(), ORIGIN, false, 0, "k").text();
        for (String wrong : List.of("", "{}", elsewhere, unverified)) {
            assertInvalid(
                    "/credential invalid_credential",
                    () -> managing.add(actor(), PARTY, new New(begun.ticket(), "a", wrong), Language.ENGLISH));
        }
        assertThat(installed.events()).containsOnly("passkey_failed");
        assertInvalid(
                "/ticket expired",
                () -> managing.add(actor(), PARTY, new New("nonsense", "a", answer.text()), Language.ENGLISH));
        assertInvalid(
                "/ticket expired",
                () -> managing.add(
                        actor(),
                        PARTY,
                        new New(signing.begin(ANYBODY).ticket(), "a", answer.text()),
                        Language.ENGLISH));
        UserId other = installed.user("eva");
        assertInvalid(
                "/ticket expired",
                () -> managing.add(
                        installed.actor(other), PARTY, new New(begun.ticket(), "a", answer.text()), Language.ENGLISH));
        managing.add(actor(), PARTY, new New(begun.ticket(), "a", answer.text()), Language.ENGLISH);
        assertInvalid(
                "/ticket expired",
                () -> managing.add(actor(), PARTY, new New(begun.ticket(), "b", answer.text()), Language.ENGLISH));
    }

    @Test
    void a_registration_ends_after_five_minutes() {
        Registration begun = managing.begin(actor(), PASSWORD);
        installed.pass(Duration.ofMinutes(5));
        String answer = new Answer("c", begun.userHandle(), begun.challenge(), ORIGIN, true, 0, "k").text();
        assertInvalid(
                "/ticket expired",
                () -> managing.add(actor(), PARTY, new New(begun.ticket(), "a", answer), Language.ENGLISH));
    }

    @Test
    void names_are_short_and_printable() {
        for (String name : List.of("", "   ")) {
            assertInvalid("/name required", () -> add(name, "c", 0));
        }
        for (String name : List.of("x".repeat(81), "a\nb", "a\0b")) {
            assertInvalid("/name max_length", () -> add(name, "c", 0));
        }
        Passkey passkey = add(" 電話 📱 ", "c", 0).passkey();
        assertThat(passkey.name()).isEqualTo("電話 📱");
        assertInvalid("/name required", () -> managing.rename(actor(), passkey.id(), " ", false));
        assertThat(managing.rename(actor(), passkey.id(), "Phone", false).name())
                .isEqualTo("Phone");
        assertThat(installed.events()).endsWith("passkey_renamed");
        assertRefused("not_found", () -> managing.rename(actor(), passkey.id() + 1, "x", false));
    }

    @Test
    void an_authenticator_is_known_once_and_a_user_has_twenty_at_most() {
        add("one", 0);
        assertThat(managing.begin(actor(), PASSWORD).existing()).singleElement().satisfies(descriptor -> {
            assertThat(descriptor.credentialId()).isEqualTo("c-one");
            assertThat(descriptor.transports()).containsExactly("hybrid", "internal");
        });
        assertRefused("unique", () -> add("other", "c-one", 0));
        Registration early = managing.begin(actor(), PASSWORD);
        for (int i = 2; i <= ManagingPasskeys.MOST; i++) {
            add("key-" + i, 0);
        }
        assertRefused("too_many_passkeys", () -> managing.begin(actor(), PASSWORD));
        String late = new Answer("late", early.userHandle(), early.challenge(), ORIGIN, true, 0, "k").text();
        assertRefused(
                "too_many_passkeys",
                () -> managing.add(actor(), PARTY, new New(early.ticket(), "late", late), Language.ENGLISH));
        assertThat(managing.list(actor())).hasSize(ManagingPasskeys.MOST);
    }

    @Test
    void a_passkey_signs_in_without_a_password() {
        add("Laptop", 1);
        Device laptop = device("Laptop");
        installed.audit.clear();
        installed.pass(Duration.ofHours(1));

        KeepingSessions.Opened opened = enter(laptop, 2);

        KeepingSessions sessions = installed.first.identity().keepingSessions();
        assertThat(sessions.find(opened.token(), InstalledIdentity.ORIGIN))
                .hasValueSatisfying(session -> assertThat(session.actor().id()).isEqualTo(root));
        assertThat(sessions.list(actor()))
                .singleElement()
                .satisfies(open -> assertThat(open.method()).contains(SignInMethod.PASSKEY));
        assertThat(managing.list(actor())).singleElement().satisfies(passkey -> {
            assertThat(passkey.lastUsedAt()).contains(installed.now);
            assertThat(passkey.synced()).isTrue();
        });
        assertThat(installed.audit).singleElement().satisfies(entry -> {
            assertThat(entry.event()).isEqualTo("sign_in");
            assertThat(entry.changesJson()).isEqualTo("{\"passkey\":[null,\"Laptop\"]}");
        });
        assertThat(installed.column("SELECT last_login FROM admin_users")).doesNotContain("null");
    }

    @Test
    void programs_get_tokens_for_a_passkey() {
        add("Laptop", 1);
        Challenge challenge = signing.begin(ANYBODY);
        SigningIn.Tokens tokens = signing.prepareTokens(
                        ANYBODY, PARTY, response(challenge, device("Laptop").sign(challenge, 2)))
                .carryOut()
                .orThrow();
        assertThat(tokens.claims().user()).isEqualTo(root);
    }

    @Test
    void every_failure_looks_the_same_and_is_recorded() {
        add("Laptop", 1);
        Device laptop = device("Laptop");
        String handle = laptop.handle();
        record Wrong(String reason, Answer answer) {}
        Challenge challenge = signing.begin(ANYBODY);
        String nonce = challenge.challenge();
        for (Wrong wrong : List.of(
                new Wrong("unknown_passkey", new Answer("c-x", handle, nonce, ORIGIN, true, 9, "k")),
                new Wrong("wrong_user_handle", new Answer("c-Laptop", "other", nonce, ORIGIN, true, 9, "k")),
                new Wrong("wrong_user_handle", new Answer("c-Laptop", "", nonce, ORIGIN, true, 9, "k")),
                new Wrong("wrong_signature", new Answer("c-Laptop", handle, nonce, ORIGIN, true, 9, "k")),
                new Wrong("wrong_origin", new Answer("c-Laptop", handle, nonce, "https://x", true, 9, "k")),
                new Wrong("user_not_verified", new Answer("c-Laptop", handle, nonce, ORIGIN, false, 9, "k")),
                new Wrong("wrong_challenge", new Answer("c-Laptop", handle, "old", ORIGIN, true, 9, "k")))) {
            Challenge fresh = signing.begin(ANYBODY);
            Answer answer = wrong.answer();
            String challenged = answer.challenge().equals(nonce) ? fresh.challenge() : answer.challenge();
            String text = new Answer(
                            answer.credentialId(),
                            answer.userHandle(),
                            challenged,
                            answer.origin(),
                            answer.verified(),
                            answer.signCount(),
                            answer.secret())
                    .text();
            assertRefused("passkey_rejected", () -> signing.enter(ANYBODY, PARTY, response(fresh, text), ""));
            assertThat(reason()).isEqualTo(wrong.reason());
        }
        assertRefused("passkey_rejected", () -> signing.enter(ANYBODY, PARTY, response(challenge, "{}"), ""));
        assertThat(reason()).isEqualTo("malformed");
        assertThat(installed.events().stream().filter("sign_in_failed"::equals)).hasSize(8);
    }

    @Test
    void a_challenge_is_good_once_and_for_five_minutes() {
        add("Laptop", 0);
        Device laptop = device("Laptop");
        Challenge challenge = signing.begin(ANYBODY);
        Response answer = response(challenge, laptop.sign(challenge, 0));
        signing.enter(ANYBODY, PARTY, answer, "");
        assertRefused("passkey_ticket_expired", () -> signing.enter(ANYBODY, PARTY, answer, ""));
        // also on another server
        assertRefused(
                "passkey_ticket_expired",
                () -> installed
                        .server()
                        .identity()
                        .accounts()
                        .signingInWithPasskey()
                        .enter(ANYBODY, PARTY, answer, ""));
        Challenge failed = signing.begin(ANYBODY);
        assertRefused("passkey_rejected", () -> signing.enter(ANYBODY, PARTY, response(failed, "{}"), ""));
        assertRefused(
                "passkey_ticket_expired",
                () -> signing.enter(ANYBODY, PARTY, response(failed, laptop.sign(failed, 0)), ""));
        Challenge late = signing.begin(ANYBODY);
        installed.pass(Duration.ofMinutes(5));
        assertRefused(
                "passkey_ticket_expired",
                () -> signing.enter(ANYBODY, PARTY, response(late, laptop.sign(late, 0)), ""));
    }

    @Test
    void another_server_completes_a_sign_in() {
        add("Laptop", 1);
        Challenge challenge = signing.begin(ANYBODY);
        Response answer = response(challenge, device("Laptop").sign(challenge, 2));
        assertThat(installed
                        .server()
                        .identity()
                        .accounts()
                        .signingInWithPasskey()
                        .enter(ANYBODY, PARTY, answer, "")
                        .token())
                .isNotEmpty();
    }

    @Test
    void a_counter_that_does_not_increase_is_a_copy() {
        add("Key", 5);
        Device key = device("Key");
        enter(key, 6);
        installed.mail.letters.clear();
        for (long count : List.of(6L, 3L, 0L)) {
            assertRefused("passkey_rejected", () -> enter(key, count));
            assertThat(reason()).isEqualTo("sign_count");
        }
        assertThat(subjects())
                .containsOnly("A sign-in with your passkey was rejected")
                .hasSize(3);
        enter(key, 7);
    }

    @Test
    void an_inactive_user_does_not_sign_in() {
        add("Laptop", 1);
        Device laptop = device("Laptop");
        installed.run("UPDATE admin_users SET is_active = "
                + (installed
                                .column("SELECT is_active FROM admin_users")
                                .getFirst()
                                .equals("true")
                        ? "FALSE"
                        : "0"));
        assertRefused("passkey_rejected", () -> enter(laptop, 2));
        assertThat(reason()).isEqualTo("inactive");
    }

    private Outcome password(Optional<String> code) {
        return installed.first.identity().signingIn().signIn(ANYBODY, "root@example.com", PASSWORD, code);
    }

    @Test
    void after_the_password_the_passkey_is_the_second_factor() {
        assertThat(password(Optional.empty())).isInstanceOf(Outcome.Complete.class);
        List<String> backupCodes = add("Laptop", 1).backupCodes();
        Outcome.SecondFactorNeeded needed = (Outcome.SecondFactorNeeded) password(Optional.empty());
        assertThat(needed.step()).isEqualTo(new SecondStep(false, true, true));
        Challenge challenge =
                signing.beginSecondStep(ANYBODY, needed.temporaryToken()).orElseThrow();
        assertThat(challenge.userVerification()).isFalse();
        assertThat(challenge.allowed())
                .singleElement()
                .satisfies(descriptor -> assertThat(descriptor.credentialId()).isEqualTo("c-Laptop"));

        // a security key that knows neither user nor PIN is enough beside the password
        String answer = new Answer("c-Laptop", "", challenge.challenge(), ORIGIN, false, 2, "key-of-c-Laptop").text();
        Response second = new Response(challenge.ticket(), answer, Optional.of(needed.temporaryToken()));
        assertRefused("passkey_ticket_expired", () -> signing.enter(ANYBODY, PARTY, response(challenge, answer), ""));
        signing.enter(ANYBODY, PARTY, second, "");
        assertThat(installed.first.identity().keepingSessions().list(actor()))
                .singleElement()
                .satisfies(open -> assertThat(open.method()).contains(SignInMethod.PASSWORD_AND_PASSKEY));

        assertThat(password(Optional.of(backupCodes.getFirst()))).isInstanceOf(Outcome.Complete.class);
        assertRefused("invalid_credentials", () -> password(Optional.of(backupCodes.getFirst())));
        assertThat(managing.backupCodesLeft(actor())).isEqualTo(9);
    }

    @Test
    void the_second_step_takes_only_a_passkey_of_the_same_user() {
        add("Laptop", 1);
        UserId eva = installed.user("eva");
        installed.run(
                "UPDATE admin_users SET password_hash = (SELECT h FROM (SELECT password_hash AS h FROM admin_users"
                        + " WHERE id = " + root + ") AS r) WHERE id = " + eva);
        Registration begun = managing.begin(installed.actor(eva), PASSWORD);
        managing.add(
                installed.actor(eva),
                PARTY,
                new New(
                        begun.ticket(),
                        "Eva's",
                        new Answer("c-eva", begun.userHandle(), begun.challenge(), ORIGIN, true, 0, "eva").text()),
                Language.ENGLISH);
        Outcome.SecondFactorNeeded needed = (Outcome.SecondFactorNeeded) password(Optional.empty());
        Challenge challenge =
                signing.beginSecondStep(ANYBODY, needed.temporaryToken()).orElseThrow();
        String answer = new Answer("c-eva", begun.userHandle(), challenge.challenge(), ORIGIN, true, 0, "eva").text();
        assertRefused(
                "passkey_rejected",
                () -> signing.enter(
                        ANYBODY,
                        PARTY,
                        new Response(challenge.ticket(), answer, Optional.of(needed.temporaryToken())),
                        ""));
        assertThat(reason()).isEqualTo("passkey_of_another_user");
        assertRefused("invalid_credentials", () -> signing.beginSecondStep(ANYBODY, "unknown"));
    }

    @Test
    void codes_and_passkeys_stand_beside_each_other() {
        SettingUpSecondFactor factor = installed.first.identity().accounts().secondFactor();
        SettingUpSecondFactor.Secret secret = factor.begin(actor());
        factor.confirm(actor(), PASSWORD, installed.code(secret));
        Passkey passkey = add("Laptop", 1).passkey();
        assertThat(managing.backupCodesLeft(actor())).isEqualTo(10);
        assertThat(((Outcome.SecondFactorNeeded) password(Optional.empty())).step())
                .isEqualTo(new SecondStep(true, true, true));
        enter(device("Laptop"), 2); // verified by the authenticator, which is both factors

        installed.pass(Duration.ofMinutes(1));
        factor.remove(actor(), installed.code(secret));
        assertThat(((Outcome.SecondFactorNeeded) password(Optional.empty())).step())
                .isEqualTo(new SecondStep(false, true, true));
        managing.remove(actor(), passkey.id(), PASSWORD, Language.ENGLISH, false);
        assertThat(installed.column("SELECT code_hash FROM admin_backup_codes")).isEmpty();
        assertThat(password(Optional.empty())).isInstanceOf(Outcome.Complete.class);
        assertThat(installed.events()).contains("passkey_removed");
        assertThat(subjects()).contains("A passkey was removed from your account");
    }

    @Test
    void an_administrator_sees_and_removes_the_passkeys_of_others() {
        UserId eva = installed.user("eva", "Editor");
        installed.run(
                "UPDATE admin_users SET password_hash = (SELECT h FROM (SELECT password_hash AS h FROM admin_users"
                        + " WHERE id = " + root + ") AS r) WHERE id = " + eva);
        Registration begun = managing.begin(installed.actor(eva), PASSWORD);
        managing.add(
                installed.actor(eva),
                PARTY,
                new New(
                        begun.ticket(),
                        "Eva's",
                        new Answer("c-eva", begun.userHandle(), begun.challenge(), ORIGIN, true, 0, "eva").text()),
                Language.ENGLISH);
        assertThat(managing.of(actor(), eva)).extracting(Passkey::name).containsExactly("Eva's");
        assertRefused("forbidden", () -> managing.of(installed.actor(eva), root));
        assertRefused("forbidden", () -> managing.removeAll(installed.actor(eva), root));
        assertRefused("own_second_factor", () -> managing.removeAll(actor(), root));
        managing.removeAll(actor(), eva);
        assertThat(managing.of(actor(), eva)).isEmpty();
        assertThat(installed.audit.getLast()).extracting(AuditEntry::event).isEqualTo("passkey_removed");
        assertThat(installed.column("SELECT code_hash FROM admin_backup_codes")).isEmpty();
        assertRefused("no_passkeys", () -> managing.removeAll(actor(), eva));
    }
}
