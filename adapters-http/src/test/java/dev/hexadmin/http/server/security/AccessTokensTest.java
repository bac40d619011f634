package dev.hexadmin.http.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.identity.SigningIn.Claims;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.server.security.AccessTokens.Verdict;
import dev.hexadmin.http.settings.HttpSettings.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class AccessTokensTest {
    private static final Secret OLD = new Secret("k1", "0123456789abcdef0123456789abcdef".getBytes(UTF_8));
    private static final Secret NEW = new Secret("k2", "fedcba9876543210fedcba9876543210".getBytes(UTF_8));
    private static final Claims CLAIMS = new Claims(new UserId(42), 7, Optional.of("f1"));
    private static final Duration LIFETIME = Duration.ofSeconds(600);

    private Instant now = Instant.parse("2026-11-20T10:00:00Z");
    private final AccessTokens tokens = tokens(List.of(OLD), "hexadmin");

    private AccessTokens tokens(List<Secret> secrets, String issuer) {
        return new AccessTokens(secrets, issuer, () -> now, new SplittableRandom(1));
    }

    private static String decoded(String part) {
        return new String(Base64.getUrlDecoder().decode(part), UTF_8);
    }

    private static String encoded(String part) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(part.getBytes(UTF_8));
    }

    /** A token with this header and body, signed as it should be. */
    private static String signed(String header, String body, String algorithm, byte[] key) throws Exception {
        String input = encoded(header) + "." + encoded(body);
        Mac mac = Mac.getInstance(algorithm);
        mac.init(new SecretKeySpec(key, algorithm));
        return input + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(input.getBytes(UTF_8)));
    }

    private static final String HEADER = "{\"alg\":\"HS256\",\"kid\":\"k1\",\"typ\":\"at+jwt\"}";
    private static final String BODY =
            "{\"iss\":\"hexadmin\",\"aud\":\"hexadmin\",\"sub\":\"42\",\"exp\":1795000000,\"iat\":1,\"jti\":\"x\",\"tv\":7,\"sid\":\"f1\"}";

    private Verdict readSigned(String header, String body) throws Exception {
        return tokens.read(signed(header, body, "HmacSHA256", OLD.bytes()));
    }

    @Test
    void a_token_says_what_the_contract_lists() {
        String[] parts = tokens.issue(CLAIMS, LIFETIME).split(Pattern.quote("."), -1);
        assertThat(decoded(parts[0])).isEqualTo(HEADER);
        assertThat(decoded(parts[1]))
                .matches("\\{\"iss\":\"hexadmin\",\"aud\":\"hexadmin\",\"sub\":\"42\",\"iat\":1795168800,"
                        + "\"exp\":1795169400,\"jti\":\"[A-Za-z0-9_-]{22}\",\"tv\":7,\"sid\":\"f1\"}");
    }

    @Test
    void a_token_is_good_until_it_expires_first_and_later() {
        String token = tokens.issue(CLAIMS, LIFETIME);
        assertThat(tokens.read(token)).isEqualTo(new Verdict.Good(CLAIMS));
        now = now.plus(LIFETIME).minusMillis(1);
        assertThat(tokens.read(token)).isEqualTo(new Verdict.Good(CLAIMS));
        now = now.plusMillis(1);
        assertThat(tokens.read(token)).isEqualTo(new Verdict.Expired());
        assertThat(tokens(List.of(OLD), "hexadmin").read(token)).isEqualTo(new Verdict.Expired());
    }

    @Test
    void a_hand_made_token_of_the_same_form_is_good() throws Exception {
        now = Instant.ofEpochSecond(1_794_999_999);
        assertThat(readSigned(HEADER, BODY)).isEqualTo(new Verdict.Good(CLAIMS));
    }

    @Test
    void a_token_of_a_version_that_did_not_name_the_sign_in_is_good() throws Exception {
        now = Instant.ofEpochSecond(1_794_999_999);
        assertThat(readSigned(HEADER, BODY.replace(",\"sid\":\"f1\"", "")))
                .isEqualTo(new Verdict.Good(new Claims(new UserId(42), 7, Optional.empty())));
    }

    @Test
    void other_algorithms_types_keys_issuers_and_claims_are_not() throws Exception {
        now = Instant.ofEpochSecond(1_794_999_999);
        assertThat(tokens.read(encoded(HEADER.replace("HS256", "none")) + "." + encoded(BODY) + "."))
                .isEqualTo(new Verdict.Invalid());
        byte[] longKey = new byte[64];
        AccessTokens withLongKey = tokens(List.of(new Secret("k1", longKey)), "hexadmin");
        assertThat(withLongKey.read(signed(HEADER, BODY, "HmacSHA256", longKey)))
                .isEqualTo(new Verdict.Good(CLAIMS));
        assertThat(withLongKey.read(signed(HEADER.replace("HS256", "HS512"), BODY, "HmacSHA512", longKey)))
                .isEqualTo(new Verdict.Invalid());
        for (String header : List.of(
                HEADER.replace("at+jwt", "JWT"),
                HEADER.replace(",\"typ\":\"at+jwt\"", ""),
                HEADER.replace("k1", "k9"),
                HEADER.replace("\"kid\":\"k1\",", ""),
                HEADER.replace("}", ",\"crit\":[\"x\"],\"x\":1}"),
                "[]",
                "no json")) {
            assertThat(readSigned(header, BODY)).as(header).isEqualTo(new Verdict.Invalid());
        }
        for (String body : List.of(
                BODY.replace("\"iss\":\"hexadmin\"", "\"iss\":\"other\""),
                BODY.replace("\"aud\":\"hexadmin\"", "\"aud\":\"other\""),
                BODY.replace("\"aud\":\"hexadmin\",", ""),
                BODY.replace("\"sub\":\"42\"", "\"sub\":\"ada\""),
                BODY.replace("\"sub\":\"42\",", ""),
                BODY.replace("\"exp\":1795000000,", ""),
                BODY.replace("1795000000", "\"soon\""),
                BODY.replace(",\"tv\":7", ""),
                BODY.replace("\"tv\":7", "\"tv\":\"7\""),
                BODY.replace("\"sid\":\"f1\"", "\"sid\":1"),
                "[]",
                "no json")) {
            assertThat(readSigned(HEADER, body)).as(body).isEqualTo(new Verdict.Invalid());
        }
    }

    @Test
    void a_token_changed_anywhere_is_invalid() {
        String token = tokens.issue(CLAIMS, LIFETIME);
        for (int i = 0; i < token.length(); i++) {
            char other = token.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(tokens.read(token.substring(0, i) + other + token.substring(i + 1)))
                    .isNotInstanceOf(Verdict.Good.class);
        }
        for (String text : List.of("", ".", "..", "a.b.c", "hx_something", token + ".", "x".repeat(100_000))) {
            assertThat(tokens.read(text)).isEqualTo(new Verdict.Invalid());
        }
    }

    @Test
    void a_token_has_one_text() throws Exception {
        now = Instant.ofEpochSecond(1_794_999_999);
        // 32 bytes of a signature end with four bits that belong to no byte
        String token = signed(HEADER, BODY, "HmacSHA256", OLD.bytes());
        assertThat(tokens.read(token)).isEqualTo(new Verdict.Good(CLAIMS));
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        char last = token.charAt(token.length() - 1);
        String other = token.substring(0, token.length() - 1) + alphabet.charAt(alphabet.indexOf(last) + 1);
        String signature = token.substring(token.lastIndexOf('.') + 1);
        String input = token.substring(0, token.lastIndexOf('.'));
        for (String text : List.of(
                other,
                token + "=",
                token + "\n",
                token + "!",
                input + ". " + signature,
                input + "." + signature.replace('-', '+').replace('_', '/') + "==")) {
            assertThat(tokens.read(text)).as(text).isEqualTo(new Verdict.Invalid());
        }
        String padded = encoded(HEADER) + "=." + encoded(BODY);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(OLD.bytes(), "HmacSHA256"));
        assertThat(tokens.read(padded + "."
                        + Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(padded.getBytes(UTF_8)))))
                .isEqualTo(new Verdict.Invalid());
    }

    @Test
    void a_new_secret_signs_while_the_old_one_is_still_accepted() {
        AccessTokens rotated = tokens(List.of(NEW, OLD), "hexadmin");
        assertThat(rotated.read(tokens.issue(CLAIMS, LIFETIME))).isEqualTo(new Verdict.Good(CLAIMS));
        String signedNew = rotated.issue(CLAIMS, LIFETIME);
        assertThat(decoded(signedNew.substring(0, signedNew.indexOf('.')))).contains("k2");
        assertThat(tokens.read(signedNew)).isEqualTo(new Verdict.Invalid());
        assertThat(tokens(List.of(NEW), "hexadmin").read(tokens.issue(CLAIMS, LIFETIME)))
                .isEqualTo(new Verdict.Invalid());
    }

    @Test
    void secrets_that_are_short_doubled_or_missing_are_refused() {
        assertThatThrownBy(() -> tokens(List.of(), "x")).hasMessageContaining("at least one secret");
        assertThatThrownBy(() -> tokens(List.of(new Secret("k1", new byte[31])), "x"))
                .hasMessageContaining("'k1' has 31 bytes");
        assertThatThrownBy(() -> tokens(List.of(OLD, OLD), "x")).hasMessageContaining("'k1'");
    }
}
