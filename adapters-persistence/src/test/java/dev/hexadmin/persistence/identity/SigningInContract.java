package dev.hexadmin.persistence.identity;

import static dev.hexadmin.persistence.identity.IdentityFixture.ANYBODY;
import static dev.hexadmin.persistence.identity.IdentityFixture.EMAIL;
import static dev.hexadmin.persistence.identity.IdentityFixture.OPERATOR;
import static dev.hexadmin.persistence.identity.IdentityFixture.ORIGIN;
import static dev.hexadmin.persistence.identity.IdentityFixture.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hexadmin.application.RequestRejectedException;
import dev.hexadmin.application.identity.IdentityAssembly;
import dev.hexadmin.application.identity.KeepingSessions;
import dev.hexadmin.application.identity.SettingUpSecondFactor;
import dev.hexadmin.application.identity.SigningIn;
import dev.hexadmin.application.identity.SigningIn.Claims;
import dev.hexadmin.application.identity.SigningIn.Outcome;
import dev.hexadmin.application.identity.SigningIn.Tokens;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.persistence.credentials.JavaOtpCodes;
import dev.hexadmin.persistence.jdbc.MonthlyTables;
import dev.hexadmin.persistence.settings.DatabaseSettings;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

abstract class SigningInContract {
    @TempDir
    Path folder;

    IdentityFixture installed;
    SigningIn signingIn;
    UserId ada;

    abstract DatabaseSettings settings(Path folder);

    @BeforeEach
    void open() {
        installed = new IdentityFixture(settings(folder));
        signingIn = installed.identity.signingIn();
        ada = installed.superuser();
        installed.audit.clear();
    }

    @AfterEach
    void close() {
        installed.close();
    }

    private Tokens signIn() {
        return complete(signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.empty()));
    }

    private static Tokens complete(Outcome outcome) {
        return ((Outcome.Complete) outcome).tokens();
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        RequestRejectedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private boolean accepted(Tokens tokens) {
        return signingIn.actor(tokens.claims(), ORIGIN).isPresent();
    }

    @Test
    void the_right_password_opens_a_session_in_any_case_of_the_address() {
        Tokens tokens = complete(signingIn.signIn(ANYBODY, "  ADA@Example.com", PASSWORD, Optional.empty()));

        assertThat(tokens.accessLifetime()).isEqualTo(Duration.ofMinutes(10));
        assertThat(tokens.refreshLifetime()).isEqualTo(Duration.ofDays(7));
        assertThat(tokens.refreshToken()).matches("[A-Za-z0-9_-]{43}");
        assertThat(signingIn.actor(tokens.claims(), ORIGIN)).hasValueSatisfying(actor -> {
            assertThat(actor.id()).isEqualTo(ada);
            assertThat(actor.email().value()).isEqualTo(EMAIL);
            assertThat(actor.origin()).isEqualTo(ORIGIN);
        });
        assertThat(installed.events()).containsExactly("sign_in");
        assertThat(installed.audit.getFirst().actor())
                .isInstanceOfSatisfying(
                        Actor.SignedIn.class, actor -> assertThat(actor.id()).isEqualTo(ada));
        assertThat(installed.column("SELECT reason FROM admin_login_attempts")).containsExactly("");
    }

    @Test
    void the_refresh_token_is_nowhere_in_the_database() {
        Tokens tokens = signIn();
        Tokens next = signingIn.refresh(ANYBODY, tokens.refreshToken());
        assertThat(installed.column("SELECT token_hash FROM admin_refresh_tokens"))
                .hasSize(2)
                .doesNotContain(tokens.refreshToken(), next.refreshToken());
    }

    @Test
    void unknown_wrong_and_inactive_look_the_same_and_leave_a_row_each() {
        installed.run("INSERT INTO admin_users (email, password_hash, created_at, is_active)"
                + " SELECT 'bob@example.com', password_hash, created_at, NOT is_active FROM admin_users");
        List<String> answers = new ArrayList<>();
        for (String[] tried : new String[][] {
            {"nobody@example.com", PASSWORD}, {"no address", PASSWORD}, {EMAIL, "wrong"}, {"bob@example.com", PASSWORD}
        }) {
            assertThatThrownBy(() -> signingIn.signIn(ANYBODY, tried[0], tried[1], Optional.empty()))
                    .isInstanceOfSatisfying(
                            RequestRejectedException.class,
                            refused -> answers.add(refused.code() + " " + refused.detail()));
        }
        assertThat(answers).hasSize(4).containsOnly("invalid_credentials The address or the password is wrong.");
        assertThat(installed.column("SELECT reason FROM admin_login_attempts ORDER BY id"))
                .containsExactly("unknown_user", "unknown_user", "wrong_password", "inactive");
        assertThat(installed.column("SELECT address FROM admin_login_attempts")).containsOnly("192.0.2.7");
        assertThat(installed.events()).hasSize(4).containsOnly("sign_in_failed");
        assertThat(installed.audit.toString()).doesNotContain(PASSWORD);
    }

    @Test
    void an_address_of_any_length_and_content_is_a_failed_attempt() {
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(ANYBODY, "\0\ud800x".repeat(5_000), "x", Optional.empty()));
        assertThat(installed.column("SELECT email FROM admin_login_attempts").getFirst())
                .matches("x{1,254}");
    }

    @Test
    void a_bcrypt_hash_is_accepted_and_made_anew() {
        // hashes of "correct horse" from other programs
        installed.run("UPDATE admin_users SET password_hash = '"
                + org.bouncycastle.crypto.generators.OpenBSDBCrypt.generate(
                        "2b", "correct horse".toCharArray(), new byte[16], 4)
                + "'");
        assertThat(complete(signingIn.signIn(ANYBODY, EMAIL, "correct horse", Optional.empty())))
                .isNotNull();
        assertThat(installed.column("SELECT password_hash FROM admin_users").getFirst())
                .startsWith("$argon2id$v=19$");
        assertThat(complete(signingIn.signIn(ANYBODY, EMAIL, "correct horse", Optional.empty())))
                .isNotNull();
    }

    @Test
    void a_refresh_gives_a_new_token_and_the_old_one_gives_the_same_again_for_ten_seconds() {
        Tokens first = signIn();
        installed.pass(Duration.ofMinutes(9));
        Tokens second = signingIn.refresh(ANYBODY, first.refreshToken());
        assertThat(second.refreshToken()).isNotEqualTo(first.refreshToken());
        assertThat(second.refreshLifetime()).isEqualTo(Duration.ofDays(7));
        installed.pass(Duration.ofMillis(9_999));
        Tokens again = signingIn.refresh(ANYBODY, first.refreshToken());
        assertThat(again.refreshToken()).isEqualTo(second.refreshToken());
        assertThat(again.refreshLifetime()).isEqualTo(Duration.ofDays(7).minusMillis(9_999));
        assertThat(signingIn.refresh(ANYBODY, second.refreshToken()).refreshToken())
                .isNotEqualTo(second.refreshToken());
        assertThat(installed.events()).containsExactly("sign_in");
    }

    @Test
    void a_token_used_again_later_ends_its_family_and_no_other() {
        Tokens other = signIn();
        Tokens first = signIn();
        Tokens second = signingIn.refresh(ANYBODY, first.refreshToken());
        installed.pass(Duration.ofSeconds(10));
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, first.refreshToken()));
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, second.refreshToken()));
        assertThat(accepted(first) || accepted(second)).isFalse();
        assertThat(accepted(other)).isTrue();
        assertThat(installed.events()).containsExactly("sign_in", "sign_in", "refresh_token_reuse");
        assertThat(signingIn.refresh(ANYBODY, other.refreshToken())).isNotNull();
    }

    @Test
    void unknown_and_expired_tokens_are_told_apart() {
        Tokens tokens = signIn();
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, "made up"));
        installed.pass(Duration.ofDays(7));
        assertRefused("refresh_token_expired", () -> signingIn.refresh(ANYBODY, tokens.refreshToken()));
        assertThat(installed.identity.upkeep().sweep()).isZero();
        installed.pass(Duration.ofDays(2));
        assertThat(installed.identity.upkeep().sweep()).isEqualTo(1);
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, tokens.refreshToken()));
        assertThat(installed.column("SELECT email FROM admin_login_attempts")).hasSize(1);
        // where the database has partitions, the month of the migration is over, too
        installed.pass(Duration.between(installed.now, Instant.now()).abs().plusDays(90 + 62));
        new MonthlyTables(installed.database).advance(installed.now);
        installed.identity.upkeep().sweep();
        assertThat(installed.column("SELECT email FROM admin_login_attempts")).isEmpty();
    }

    @Test
    void of_a_thousand_refreshes_with_one_token_at_once_all_get_one_successor() throws Exception {
        Tokens tokens = signIn();
        List<String> successors = new ArrayList<>();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Tokens>> all = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                all.add(executor.submit(() -> signingIn.refresh(ANYBODY, tokens.refreshToken())));
            }
            for (Future<Tokens> one : all) {
                successors.add(one.get().refreshToken());
            }
        }
        assertThat(successors).hasSize(1_000);
        assertThat(successors.stream().collect(Collectors.toSet())).hasSize(1);
        assertThat(installed.column("SELECT count(*) FROM admin_refresh_tokens"))
                .containsExactly("2");
        assertThat(installed.events()).containsExactly("sign_in");
    }

    @Test
    void signing_out_ends_the_family_and_an_unknown_token_is_no_error() {
        Tokens first = signIn();
        Tokens second = signingIn.refresh(ANYBODY, first.refreshToken());
        Tokens other = signIn();
        assertThat(accepted(first) && accepted(second) && accepted(other)).isTrue();
        signingIn.signOut(ANYBODY, first.refreshToken(), false);
        assertThat(accepted(first) || accepted(second)).isFalse();
        assertThat(accepted(other)).isTrue();
        signingIn.signOut(ANYBODY, first.refreshToken(), false);
        signingIn.signOut(ANYBODY, "made up", false);
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, second.refreshToken()));
        assertThat(installed.events()).containsExactly("sign_in", "sign_in", "sign_out");
    }

    @Test
    void access_tokens_are_accepted_while_the_refresh_tokens_of_their_sign_in_rotate_and_expire() {
        Tokens first = signIn();
        installed.pass(Duration.ofDays(6));
        signingIn.refresh(ANYBODY, first.refreshToken());
        assertThat(accepted(first)).isTrue();
        installed.pass(Duration.ofDays(8)); // the live feed of a client that goes on without refreshing
        installed.identity.upkeep().sweep();
        assertThat(accepted(first)).isTrue();
        installed.pass(Duration.ofDays(1));
        installed.identity.upkeep().sweep();
        installed.pass(Duration.ofSeconds(2));
        assertThat(accepted(first)).isFalse();
        Claims unnamed = new Claims(ada, first.claims().tokenVersion(), Optional.empty());
        assertThat(signingIn.actor(unnamed, ORIGIN)).isPresent(); // of a version that did not name the sign-in
    }

    @Test
    void of_signing_out_and_refreshing_at_once_no_token_is_left() throws Exception {
        for (int i = 0; i < 20; i++) {
            Tokens first = signIn();
            try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int j = 0; j < 4; j++) {
                    executor.submit(() -> signingIn.refresh(ANYBODY, first.refreshToken()));
                }
                executor.submit(() -> signingIn.signOut(ANYBODY, first.refreshToken(), false))
                        .get();
            }
            assertThat(accepted(first)).isFalse();
        }
        assertThat(installed.column("SELECT count(*) FROM admin_refresh_tokens WHERE revoked_at IS NULL"))
                .containsExactly("0");
    }

    @Test
    void a_session_in_use_slides_up_to_its_absolute_timeout_and_an_idle_one_ends() {
        KeepingSessions sessions = installed.identity.keepingSessions();
        KeepingSessions.Outcome outcome = sessions.signIn(ANYBODY, EMAIL, PASSWORD, "a browser");
        String cookie = ((KeepingSessions.Outcome.Complete) outcome).opened().token();
        Instant begun = installed.now;
        for (int i = 0; i < 3; i++) {
            installed.now = installed.now.plus(Duration.ofHours(7));
            assertThat(sessions.use(cookie, ORIGIN)).isPresent();
            // other servers read the change, too
            assertThat(installed
                            .assemble()
                            .keepingSessions()
                            .find(cookie, ORIGIN)
                            .orElseThrow()
                            .expiresAt())
                    .isEqualTo(i < 2 ? installed.now.plus(Duration.ofHours(8)) : begun.plus(Duration.ofDays(1)));
        }
        installed.now = begun.plus(Duration.ofDays(1));
        assertThat(sessions.use(cookie, ORIGIN)).isEmpty();

        cookie = ((KeepingSessions.Outcome.Complete) sessions.signIn(ANYBODY, EMAIL, PASSWORD, "a browser"))
                .opened()
                .token();
        installed.now = installed.now.plus(Duration.ofHours(7));
        assertThat(sessions.find(cookie, ORIGIN)).isPresent(); // reading does not count as use
        installed.now = installed.now.plus(Duration.ofHours(1));
        assertThat(sessions.use(cookie, ORIGIN)).isEmpty();
    }

    @Test
    void signing_out_everywhere_ends_refresh_access_and_panel_sessions_at_once() {
        Tokens one = signIn();
        Tokens other = signIn();
        installed.run("INSERT INTO admin_sessions (token_hash, user_id, token_version, created_at, expires_at)"
                + " SELECT 'x', id, 1, created_at, created_at FROM admin_users");
        Actor.SignedIn actor = signingIn.actor(one.claims(), ORIGIN).orElseThrow();
        signingIn.signOutEverywhere(actor, false);
        assertThat(accepted(one)).isFalse();
        assertThat(accepted(other)).isFalse();
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, other.refreshToken()));
        assertThat(installed.column("SELECT count(*) FROM admin_sessions")).containsExactly("0");
        assertThat(accepted(signIn())).isTrue();
    }

    @Test
    void a_new_password_ends_every_session_at_once_and_elsewhere_after_two_seconds() {
        IdentityAssembly elsewhere = installed.assemble();
        Tokens tokens = signIn();
        assertThat(elsewhere.signingIn().actor(tokens.claims(), ORIGIN)).isPresent();
        installed.identity.managingUsers().changePassword(OPERATOR, EMAIL, "entirely different words today");
        assertThat(accepted(tokens)).isFalse();
        installed.pass(Duration.ofSeconds(2));
        assertThat(elsewhere.signingIn().actor(tokens.claims(), ORIGIN)).isEmpty();
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, tokens.refreshToken()));
        assertRefused("invalid_credentials", () -> signIn());
        assertThat(installed.events()).containsExactly("sign_in", "password_change", "sign_in_failed");
    }

    @Test
    void a_user_who_is_gone_has_no_session() {
        Tokens tokens = signIn();
        assertThat(accepted(tokens)).isTrue();
        installed.run("DELETE FROM admin_users");
        installed.pass(Duration.ofSeconds(2));
        assertThat(accepted(tokens)).isFalse();
        assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, tokens.refreshToken()));
        // its id is not given to another account
        assertThat(installed.superuser()).isNotEqualTo(ada);
    }

    @Test
    void attempts_are_kept_in_a_bounded_number() {
        installed.database.write(scope -> {
            JdbcLoginAttempts attempts = new JdbcLoginAttempts(installed.database);
            for (int i = 0; i < 10; i++) {
                attempts.add("a" + i, "", false, "wrong_password", installed.now, 4);
            }
            return 0;
        });
        assertThat(installed.column("SELECT email FROM admin_login_attempts ORDER BY id"))
                .containsExactly("a6", "a7", "a8", "a9");
    }

    @Test
    void attempts_of_a_new_month_do_not_remove_those_of_the_month_before_where_there_are_partitions() {
        MonthlyTables months = new MonthlyTables(installed.database);
        JdbcLoginAttempts attempts = new JdbcLoginAttempts(installed.database);
        assumeTrue(months.exist());
        for (int i = 0; i < 10; i++) {
            int number = i;
            if (i == 5) {
                months.advance(Instant.now().plus(Duration.ofDays(80)));
            }
            installed.database.write(scope -> {
                attempts.add("a" + number, "", false, "wrong_password", installed.now, 2);
                return number;
            });
        }
        assertThat(installed.column("SELECT email FROM admin_login_attempts ORDER BY id"))
                .containsExactly("a3", "a4", "a8", "a9");
    }

    // the second factor

    private String code(String base32, Duration ahead) {
        return new JavaOtpCodes().code(base32(base32), installed.now.plus(ahead).getEpochSecond() / 30);
    }

    private static byte[] base32(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int buffer = 0;
        int bits = 0;
        for (char c : text.toCharArray()) {
            buffer = buffer << 5 | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c);
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                out.write(buffer >> bits);
                buffer &= (1 << bits) - 1;
            }
        }
        return out.toByteArray();
    }

    private String secret;
    private List<String> backupCodes;

    private void turnOn() {
        SettingUpSecondFactor setup = installed.identity.accounts().secondFactor();
        Actor.SignedIn actor = signingIn.actor(signIn().claims(), ORIGIN).orElseThrow();
        assertThat(setup.on(actor)).isFalse();
        SettingUpSecondFactor.Secret made = setup.begin(actor);
        assertThat(made.address())
                .isEqualTo("otpauth://totp/Hexadmin:ada%40example.com?secret=" + made.base32() + "&issuer=Hexadmin");
        assertThat(signIn()).isNotNull(); // not confirmed, so not required
        assertRefused("invalid", () -> setup.confirm(actor, PASSWORD, "abcdef"));
        secret = made.base32();
        backupCodes = setup.confirm(actor, PASSWORD, code(secret, Duration.ZERO));
        assertThat(setup.on(actor)).isTrue();
        assertRefused("second_factor_on", () -> setup.begin(actor));
        assertThat(installed.column("SELECT sealed_secret FROM admin_user_totp").getFirst())
                .doesNotContain(secret);
        assertThat(installed.column("SELECT code_hash FROM admin_backup_codes"))
                .hasSize(10)
                .doesNotContainAnyElementsOf(backupCodes);
        installed.pass(Duration.ofSeconds(90));
        installed.audit.clear();
    }

    private String pending() {
        return ((Outcome.SecondFactorNeeded) signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.empty()))
                .temporaryToken();
    }

    @Test
    void with_a_second_factor_the_password_alone_opens_nothing() {
        turnOn();
        Outcome outcome = signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.empty());
        assertThat(outcome).isInstanceOfSatisfying(Outcome.SecondFactorNeeded.class, needed -> {
            assertThat(needed.lifetime()).isEqualTo(Duration.ofSeconds(300));
            assertRefused("invalid_refresh_token", () -> signingIn.refresh(ANYBODY, needed.temporaryToken()));
            assertThat(signingIn.verifySecondFactor(ANYBODY, needed.temporaryToken(), code(secret, Duration.ZERO)))
                    .isNotNull();
            installed.pass(Duration.ofSeconds(60));
            assertRefused( // valid once
                    "invalid_credentials",
                    () -> signingIn.verifySecondFactor(ANYBODY, needed.temporaryToken(), code(secret, Duration.ZERO)));
        });
        assertThat(installed.events()).containsExactly("sign_in"); // an unknown temporary token adds no entry
    }

    @Test
    void a_code_along_with_the_password_is_enough_and_good_once_within_a_step_of_now() {
        turnOn();
        String code = code(secret, Duration.ofSeconds(-30));
        assertThat(complete(signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.of(code))))
                .isNotNull();
        assertRefused("invalid_credentials", () -> signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.of(code)));
        String spaced = code(secret, Duration.ofSeconds(30));
        assertThat(complete(signingIn.signIn(
                        ANYBODY, EMAIL, PASSWORD, Optional.of(spaced.substring(0, 3) + " " + spaced.substring(3)))))
                .isNotNull();
        assertRefused( // an earlier step than one already used
                "invalid_credentials",
                () -> signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.of(code(secret, Duration.ZERO))));
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.of(code(secret, Duration.ofSeconds(90)))));
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(ANYBODY, EMAIL, "wrong", Optional.of(code(secret, Duration.ofSeconds(30)))));
    }

    @Test
    void a_backup_code_is_good_once() {
        turnOn();
        String code = backupCodes.get(3);
        String typed = code.substring(0, 5).toLowerCase(java.util.Locale.ROOT) + "-" + code.substring(5);
        assertThat(signingIn.verifySecondFactor(ANYBODY, pending(), typed)).isNotNull();
        assertRefused("invalid_credentials", () -> signingIn.verifySecondFactor(ANYBODY, pending(), code));
        assertThat(signingIn.verifySecondFactor(ANYBODY, pending(), backupCodes.get(4)))
                .isNotNull();
    }

    @Test
    void a_temporary_token_ends_after_five_tries_or_five_minutes() {
        turnOn();
        String token = pending();
        for (int i = 0; i < 5; i++) {
            assertRefused("invalid_credentials", () -> signingIn.verifySecondFactor(ANYBODY, token, "000000"));
        }
        assertRefused(
                "invalid_credentials", () -> signingIn.verifySecondFactor(ANYBODY, token, code(secret, Duration.ZERO)));
        String late = pending();
        installed.pass(Duration.ofMinutes(5));
        assertRefused(
                "invalid_credentials", () -> signingIn.verifySecondFactor(ANYBODY, late, code(secret, Duration.ZERO)));
        assertThat(signingIn.verifySecondFactor(ANYBODY, pending(), code(secret, Duration.ZERO)))
                .isNotNull();
    }

    @Test
    void after_ten_wrong_codes_in_a_row_no_code_is_good_for_a_quarter_of_an_hour() {
        turnOn();
        for (int i = 0; i < 10; i++) {
            assertRefused(
                    "invalid_credentials", () -> signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.of("not a code")));
        }
        assertRefused(
                "invalid_credentials",
                () -> signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.of(code(secret, Duration.ZERO))));
        installed.pass(Duration.ofMinutes(15));
        assertThat(complete(signingIn.signIn(ANYBODY, EMAIL, PASSWORD, Optional.of(code(secret, Duration.ZERO)))))
                .isNotNull();
    }

    @Test
    void one_code_used_by_many_at_once_opens_one_session() throws Exception {
        turnOn();
        String code = code(secret, Duration.ZERO);
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            tokens.add(pending());
        }
        int opened = 0;
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Boolean>> all = new ArrayList<>();
            for (String token : tokens) {
                all.add(executor.submit(() -> {
                    try {
                        signingIn.verifySecondFactor(ANYBODY, token, code);
                        return true;
                    } catch (RequestRejectedException e) {
                        return false;
                    }
                }));
            }
            for (Future<Boolean> one : all) {
                opened += one.get() ? 1 : 0;
            }
        }
        assertThat(opened).isEqualTo(1);
    }

    @Test
    void turning_the_second_factor_off_takes_a_code() {
        turnOn();
        SettingUpSecondFactor setup = installed.identity.accounts().secondFactor();
        Actor.SignedIn actor = signingIn
                .actor(
                        signingIn
                                .verifySecondFactor(ANYBODY, pending(), backupCodes.get(0))
                                .claims(),
                        ORIGIN)
                .orElseThrow();
        assertRefused("invalid", () -> setup.remove(actor, "000000"));
        setup.remove(actor, code(secret, Duration.ZERO));
        assertThat(setup.on(actor)).isFalse();
        assertThat(signIn()).isNotNull();
        assertThat(installed.column("SELECT count(*) FROM admin_backup_codes")).containsExactly("0");
    }
}
