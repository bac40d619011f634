package dev.hexadmin.http.openid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hexadmin.application.identity.port.OpenIdProviders.AuthorizationCode;
import dev.hexadmin.application.identity.port.OpenIdProviders.AuthorizationRequest;
import dev.hexadmin.application.identity.port.OpenIdProviders.SignOutRequest;
import dev.hexadmin.application.identity.port.OpenIdProviders.VerifiedIdentity;
import dev.hexadmin.application.identity.port.ProviderRejectedException;
import dev.hexadmin.application.identity.port.ProviderUnavailableException;
import dev.hexadmin.http.settings.OpenIdClient;
import io.helidon.http.Status;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jose4j.jwk.EcJwkGenerator;
import org.jose4j.jwk.EllipticCurveJsonWebKey;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.keys.EllipticCurves;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenIdConnectionsIT {
    private static final URI BACK = URI.create("https://admin.example/admin/oidc/op/callback");
    private static final Optional<String> NONCE = Optional.of("n-1");

    private final ScriptedProvider provider = new ScriptedProvider();
    private Instant now = Instant.parse("2026-11-20T10:00:00Z");
    private OpenIdConnections connections = connections(client(provider.issuer()));

    @AfterEach
    void close() {
        connections.close();
        provider.close();
    }

    private OpenIdConnections connections(OpenIdClient client) {
        return new OpenIdConnections(List.of(client), () -> now);
    }

    private static OpenIdClient client(String issuer) {
        return client(issuer, Optional.of("a secret: 100%"), "groups");
    }

    private static OpenIdClient client(String issuer, Optional<String> secret, String groupsClaim) {
        return new OpenIdClient(
                "op",
                issuer,
                "hex admin",
                secret,
                List.of("openid", "email"),
                groupsClaim,
                Duration.ofSeconds(60),
                false);
    }

    private JwtClaims claims() {
        JwtClaims claims = new JwtClaims();
        claims.setIssuer(provider.issuer());
        claims.setAudience("hex admin");
        claims.setSubject("s-1");
        claims.setIssuedAt(NumericDate.fromSeconds(now.getEpochSecond()));
        claims.setExpirationTime(NumericDate.fromSeconds(now.getEpochSecond() + 300));
        claims.setStringClaim("nonce", "n-1");
        claims.setStringClaim("email", "eva@example.com");
        claims.setClaim("email_verified", true);
        claims.setStringClaim("name", "Eva");
        claims.setStringListClaim("groups", "staff", "admins");
        return claims;
    }

    private VerifiedIdentity verify(String token) {
        return connections.verify("op", token, NONCE);
    }

    private VerifiedIdentity verify(Consumer<JwtClaims> change) {
        JwtClaims claims = claims();
        change.accept(claims);
        return verify(ScriptedProvider.sign(claims, provider.key));
    }

    private void assertRejected(String reason, String token) {
        assertThatExceptionOfType(ProviderRejectedException.class)
                .isThrownBy(() -> verify(token))
                .satisfies(rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    }

    @Test
    void the_claims_of_a_valid_token_are_the_identity() {
        VerifiedIdentity identity = verify(claims -> {});
        assertThat(identity.issuer()).isEqualTo(provider.issuer());
        assertThat(identity.subject()).isEqualTo("s-1");
        assertThat(identity.email()).contains("eva@example.com");
        assertThat(identity.emailVerified()).isTrue();
        assertThat(identity.fullName()).isEqualTo("Eva");
        assertThat(identity.groups()).containsExactlyInAnyOrder("staff", "admins");
        assertThat(identity.token().issuedAt()).isEqualTo(now);
        assertThat(identity.token().expiresAt()).isEqualTo(now.plusSeconds(300));
    }

    @Test
    void an_address_counts_as_verified_only_if_the_provider_says_so() {
        assertThat(verify(claims -> claims.unsetClaim("email_verified")).emailVerified())
                .isFalse();
        assertThat(verify(claims -> claims.setClaim("email_verified", false)).emailVerified())
                .isFalse();
        assertThat(verify(claims -> claims.setClaim("email_verified", "true")).emailVerified())
                .isTrue();
        assertThat(verify(claims -> claims.setClaim("email_verified", 1)).emailVerified())
                .isFalse();
    }

    static Stream<Arguments> wrongClaims() {
        return Stream.of(
                wrong("wrong_issuer", claims -> claims.setIssuer("https://evil.example")),
                wrong("wrong_issuer", claims -> claims.unsetClaim("iss")),
                wrong("wrong_audience", claims -> claims.setAudience("another client")),
                wrong("wrong_audience", claims -> claims.unsetClaim("aud")),
                wrong("wrong_authorized_party", claims -> claims.setAudience("hex admin", "another client")),
                wrong("wrong_authorized_party", claims -> claims.setStringClaim("azp", "another client")),
                wrong("wrong_nonce", claims -> claims.setStringClaim("nonce", "n-2")),
                wrong("wrong_nonce", claims -> claims.unsetClaim("nonce")),
                wrong("invalid_claim", claims -> claims.setClaim("nonce", 7)),
                wrong("invalid_token", claims -> claims.unsetClaim("exp")),
                wrong("invalid_token", claims -> claims.unsetClaim("iat")),
                wrong("invalid_token", claims -> claims.unsetClaim("sub")),
                wrong("invalid_claim", claims -> claims.setSubject("s".repeat(256))),
                wrong("groups_not_in_token", claims -> claims.setClaim("_claim_names", Map.of("groups", "src1"))));
    }

    private static Arguments wrong(String reason, Consumer<JwtClaims> change) {
        return Arguments.of(reason, change);
    }

    @ParameterizedTest
    @MethodSource("wrongClaims")
    void a_token_with_a_wrong_claim_is_rejected(String reason, Consumer<JwtClaims> change) {
        JwtClaims claims = claims();
        change.accept(claims);
        assertRejected(reason, ScriptedProvider.sign(claims, provider.key));
    }

    @Test
    void a_token_for_several_audiences_names_this_client_as_the_authorized_party() {
        assertThat(verify(claims -> {
                            claims.setAudience("hex admin", "another client");
                            claims.setStringClaim("azp", "hex admin");
                        })
                        .subject())
                .isEqualTo("s-1");
    }

    @ParameterizedTest
    @CsvSource({"-359, ok", "-361, token_expired", "59, ok", "61, token_not_yet_valid"})
    void clocks_may_differ_by_a_minute(long seconds, String outcome) {
        JwtClaims claims = claims();
        claims.setIssuedAt(NumericDate.fromSeconds(now.getEpochSecond() + seconds));
        claims.setNotBefore(NumericDate.fromSeconds(now.getEpochSecond() + seconds));
        claims.setExpirationTime(NumericDate.fromSeconds(now.getEpochSecond() + seconds + 300));
        String token = ScriptedProvider.sign(claims, provider.key);
        if (outcome.equals("ok")) {
            assertThat(verify(token).subject()).isEqualTo("s-1");
        } else {
            assertRejected(outcome, token);
        }
    }

    @ParameterizedTest
    @CsvSource({"59, ok", "61, token_not_yet_valid"})
    void a_token_is_not_from_the_future(long seconds, String outcome) {
        JwtClaims claims = claims();
        claims.unsetClaim("nbf");
        claims.setIssuedAt(NumericDate.fromSeconds(now.getEpochSecond() + seconds));
        String token = ScriptedProvider.sign(claims, provider.key);
        if (outcome.equals("ok")) {
            assertThat(verify(token).subject()).isEqualTo("s-1");
        } else {
            assertRejected(outcome, token);
        }
    }

    @Test
    void a_token_without_a_nonce_is_valid_where_none_was_sent() {
        JwtClaims claims = claims();
        String with = ScriptedProvider.sign(claims, provider.key);
        claims.unsetClaim("nonce");
        String without = ScriptedProvider.sign(claims, provider.key);
        assertThat(connections.verify("op", without, Optional.empty()).subject())
                .isEqualTo("s-1");
        assertThatExceptionOfType(ProviderRejectedException.class)
                .isThrownBy(() -> connections.verify("op", with, Optional.empty()));
    }

    @Test
    void a_token_without_a_signature_is_rejected() {
        JsonWebSignature jws = new JsonWebSignature();
        jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.NONE);
        assertRejected("invalid_token", ScriptedProvider.serialized(jws, claims()));
    }

    @Test
    void a_token_whose_secret_is_the_public_key_is_rejected() {
        for (byte[] secret : List.of(
                provider.key.getPublicKey().getEncoded(),
                pem(provider.key).getBytes(StandardCharsets.UTF_8),
                "a secret: 100%".getBytes(StandardCharsets.UTF_8))) {
            JsonWebSignature jws = new JsonWebSignature();
            jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);
            jws.setKeyIdHeaderValue("first");
            jws.setKey(new HmacKey(secret));
            assertRejected("invalid_token", ScriptedProvider.serialized(jws, claims()));
        }
    }

    private static String pem(RsaJsonWebKey key) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(key.getPublicKey().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    @Test
    void a_token_that_another_key_of_the_same_id_has_signed_is_rejected() {
        assertRejected("wrong_signature", ScriptedProvider.sign(claims(), ScriptedProvider.key("first")));
    }

    @Test
    void a_changed_token_is_rejected() {
        String[] parts = ScriptedProvider.sign(claims(), provider.key).split("\\.");
        JwtClaims other = claims();
        other.setSubject("s-2");
        String body = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(other.toJson().getBytes(StandardCharsets.UTF_8));
        assertRejected("wrong_signature", parts[0] + "." + body + "." + parts[2]);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "a.b.c", "a.b.c.d.e", "e30.e30."})
    void what_is_no_token_is_rejected(String text) {
        assertRejected("invalid_token", text);
    }

    @Test
    void a_token_with_an_elliptic_key_is_valid() throws JoseException {
        EllipticCurveJsonWebKey key = EcJwkGenerator.generateJwk(EllipticCurves.P256);
        key.setKeyId("curve");
        provider.publish(provider.key, key);
        JsonWebSignature jws = new JsonWebSignature();
        jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256);
        jws.setKeyIdHeaderValue("curve");
        jws.setKey(key.getPrivateKey());
        assertThat(verify(ScriptedProvider.serialized(jws, claims())).subject()).isEqualTo("s-1");
    }

    @Test
    void a_token_without_a_key_id_is_valid_with_one_of_several_keys() {
        RsaJsonWebKey second = ScriptedProvider.key("second");
        provider.publish(provider.key, second);
        JsonWebSignature jws = new JsonWebSignature();
        jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.RSA_USING_SHA256);
        jws.setKey(second.getPrivateKey());
        assertThat(verify(ScriptedProvider.serialized(jws, claims())).subject()).isEqualTo("s-1");
    }

    @Test
    void keys_are_read_again_for_an_unknown_one_and_only_so_often() {
        assertThat(verify(claims -> {}).subject()).isEqualTo("s-1");
        assertThat(provider.requestsOf("keys")).isEqualTo(1);
        RsaJsonWebKey second = ScriptedProvider.key("second");
        provider.publish(second);
        assertThat(verify(ScriptedProvider.sign(claims(), second)).subject()).isEqualTo("s-1");
        assertThat(provider.requestsOf("keys")).isEqualTo(2);
        String unknown = ScriptedProvider.sign(claims(), ScriptedProvider.key("third"));
        for (int i = 0; i < 5; i++) {
            assertRejected("invalid_token", unknown);
        }
        assertThat(provider.requestsOf("keys")).isEqualTo(2);
        now = now.plus(CachedDocument.REREAD_INTERVAL);
        assertRejected("invalid_token", unknown);
        assertThat(provider.requestsOf("keys")).isEqualTo(3);
    }

    @Test
    void a_key_that_was_withdrawn_is_not_accepted_for_longer_than_ten_minutes() {
        assertThat(verify(claims -> {}).subject()).isEqualTo("s-1");
        provider.publish(ScriptedProvider.key("second"));
        now = now.plus(Duration.ofMinutes(10));
        assertRejected("invalid_token", ScriptedProvider.sign(claims(), provider.key));
    }

    @Test
    void known_keys_are_used_while_the_provider_is_unavailable() {
        assertThat(verify(claims -> {}).subject()).isEqualTo("s-1");
        provider.down = true;
        now = now.plus(Duration.ofHours(2));
        assertThat(verify(claims -> {}).subject()).isEqualTo("s-1");
        now = now.plus(Duration.ofDays(1));
        assertThatExceptionOfType(ProviderUnavailableException.class).isThrownBy(() -> verify(claims -> {}));
    }

    @Test
    void an_unavailable_provider_is_asked_again_after_ten_seconds() {
        provider.down = true;
        for (int i = 0; i < 3; i++) {
            assertThatExceptionOfType(ProviderUnavailableException.class).isThrownBy(() -> verify(claims -> {}));
        }
        assertThat(provider.requestsOf(".well-known/openid-configuration")).isEqualTo(1);
        provider.down = false;
        now = now.plus(CachedDocument.PAUSE);
        assertThat(verify(claims -> {}).subject()).isEqualTo("s-1");
    }

    @Test
    void a_provider_that_cannot_be_reached_is_unavailable() {
        provider.close();
        assertThatExceptionOfType(ProviderUnavailableException.class).isThrownBy(this::authorization);
    }

    private URI authorization() {
        return connections.authorization("op", new AuthorizationRequest(BACK, "st", "n-1", "challenge"));
    }

    @Test
    void a_browser_is_sent_to_the_provider_with_a_challenge() {
        assertThat(authorization())
                .hasToString(provider.issuer()
                        + "/authorize?tenant=a%20b&response_type=code&client_id=hex+admin&redirect_uri="
                        + "https%3A%2F%2Fadmin.example%2Fadmin%2Foidc%2Fop%2Fcallback&scope=openid+email&state=st"
                        + "&nonce=n-1&code_challenge=challenge&code_challenge_method=S256");
        authorization();
        assertThat(provider.requests).containsExactly(".well-known/openid-configuration");
    }

    private VerifiedIdentity redeem() {
        return connections.redeem("op", new AuthorizationCode("c-1", "verifier", BACK, "n-1"));
    }

    private void answer(JwtClaims claims) {
        provider.tokenBody =
                "{\"token_type\":\"Bearer\",\"id_token\":\"" + ScriptedProvider.sign(claims, provider.key) + "\"}";
    }

    @Test
    void a_code_is_exchanged_with_the_secret_in_the_header() {
        answer(claims());
        assertThat(redeem().subject()).isEqualTo("s-1");
        assertThat(provider.form)
                .containsOnly(
                        Map.entry("grant_type", "authorization_code"),
                        Map.entry("code", "c-1"),
                        Map.entry("redirect_uri", BACK.toString()),
                        Map.entry("code_verifier", "verifier"));
        assertThat(provider.authorization.map(header -> new String(
                        Base64.getDecoder().decode(header.substring("Basic ".length())), StandardCharsets.UTF_8)))
                .contains("hex+admin:a+secret%3A+100%25");
    }

    @Test
    void a_code_is_exchanged_with_the_secret_in_the_body_if_the_provider_wants_it_there() {
        provider.metadata.put("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
        answer(claims());
        assertThat(redeem().subject()).isEqualTo("s-1");
        assertThat(provider.form)
                .containsEntry("client_secret", "a secret: 100%")
                .containsEntry("client_id", "hex admin");
        assertThat(provider.authorization).isEmpty();
    }

    @Test
    void a_public_client_has_no_secret() {
        connections.close();
        connections = connections(client(provider.issuer(), Optional.empty(), "groups"));
        answer(claims());
        assertThat(redeem().subject()).isEqualTo("s-1");
        assertThat(provider.form).containsEntry("client_id", "hex admin").doesNotContainKey("client_secret");
        assertThat(provider.authorization).isEmpty();
    }

    @Test
    void the_token_of_a_code_is_verified() {
        JwtClaims claims = claims();
        claims.setStringClaim("nonce", "n-2");
        answer(claims);
        assertThatExceptionOfType(ProviderRejectedException.class)
                .isThrownBy(this::redeem)
                .satisfies(rejected -> assertThat(rejected.reason()).isEqualTo("wrong_nonce"));
    }

    @ParameterizedTest
    @CsvSource({
        "400, '{\"error\":\"invalid_grant\"}', code_rejected",
        "401, '{\"error\":\"invalid_client\"}', client_rejected",
        "400, '{}', client_rejected"
    })
    void a_code_that_the_provider_rejects_is_rejected(int status, String body, String reason) {
        provider.status = Status.create(status);
        provider.tokenBody = body;
        assertThatExceptionOfType(ProviderRejectedException.class)
                .isThrownBy(this::redeem)
                .satisfies(rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    }

    @ParameterizedTest
    @CsvSource({"200, '{}'", "200, 'not JSON'", "200, '[]'", "500, '{\"error\":\"server_error\"}'", "200, ''"})
    void a_provider_that_does_not_answer_as_specified_is_unavailable(int status, String body) {
        provider.status = Status.create(status);
        provider.tokenBody = body;
        assertThatExceptionOfType(ProviderUnavailableException.class).isThrownBy(this::redeem);
    }

    @Test
    void a_body_of_more_than_a_mebibyte_is_not_read() {
        provider.tokenBody = "{\"id_token\":\"" + "x".repeat(1024 * 1024) + "\"}";
        assertThatExceptionOfType(ProviderUnavailableException.class).isThrownBy(this::redeem);
    }

    @Test
    void metadata_of_another_issuer_are_not_used() {
        provider.metadata.put("issuer", provider.issuer() + "/");
        assertThatExceptionOfType(ProviderUnavailableException.class).isThrownBy(this::authorization);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://192.0.2.1/x", "ftp://127.0.0.1/x", "/x", "https://127.0.0.1/#x", "http://u@127.0.0.1/"})
    void metadata_with_an_endpoint_without_tls_are_not_used(String address) {
        provider.metadata.put("token_endpoint", address);
        assertThatExceptionOfType(ProviderUnavailableException.class).isThrownBy(this::authorization);
    }

    @Test
    void redirects_are_not_followed() {
        provider.metadata.put("jwks_uri", provider.issuer() + "/moved");
        assertThatExceptionOfType(ProviderUnavailableException.class).isThrownBy(() -> verify(claims -> {}));
        assertThat(provider.requestsOf("keys")).isZero();
    }

    @Test
    void groups_may_be_one_text_inside_an_object_or_missing() {
        connections.close();
        connections = connections(client(provider.issuer(), Optional.empty(), "realm_access.roles"));
        assertThat(verify(claims -> claims.setClaim("realm_access", Map.of("roles", List.of("a", "b"))))
                        .groups())
                .containsExactlyInAnyOrder("a", "b");
        assertThat(verify(claims -> claims.setClaim("realm_access", Map.of("roles", "a")))
                        .groups())
                .containsExactly("a");
        assertThat(verify(claims -> claims.setClaim("realm_access.roles", List.of("whole")))
                        .groups())
                .containsExactly("whole");
        assertThat(verify(claims -> claims.setClaim("realm_access", "roles")).groups())
                .isEmpty();
        assertThat(verify(claims -> {}).groups()).isEmpty();
    }

    @Test
    void the_sign_out_page_has_the_token_and_the_way_back() {
        assertThat(connections.signOut("op", new SignOutRequest(Optional.of("t-1"), BACK)))
                .contains(URI.create(provider.issuer()
                        + "/logout?id_token_hint=t-1&client_id=hex+admin&post_logout_redirect_uri="
                        + "https%3A%2F%2Fadmin.example%2Fadmin%2Foidc%2Fop%2Fcallback"));
    }

    @Test
    void a_provider_without_a_sign_out_page_has_none() {
        provider.metadata.remove("end_session_endpoint");
        assertThat(connections.signOut("op", new SignOutRequest(Optional.empty(), BACK)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "https://id.example, false, true",
        "https://id.example/realms/a, false, true",
        "http://id.example, false, false",
        "http://id.example, true, true",
        "http://localhost:8080/x, false, true",
        "http://127.0.0.1:8080, false, true",
        "http://[::1]:8080, false, true",
        "http://127.0.0.1.evil.example, false, false",
        "http://localhost.evil.example, false, false",
        "id.example, false, false",
        "https://id.example/#a, false, false",
        "'https://id example', false, false"
    })
    void addresses_have_tls_except_on_this_machine(String address, boolean allowHttp, boolean allowed) {
        assertThat(OpenIdClient.isAllowed(address, allowHttp)).isEqualTo(allowed);
    }
}
