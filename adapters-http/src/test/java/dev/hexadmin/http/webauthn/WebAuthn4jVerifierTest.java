package dev.hexadmin.http.webauthn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hexadmin.application.identity.port.PasskeyRejectedException;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Claim;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Credential;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Expected;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Sync;
import dev.hexadmin.application.identity.port.PasskeyVerifier.Use;
import dev.hexadmin.domain.identity.RelyingParty;
import dev.hexadmin.testing.passkeys.SoftAuthenticator;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class WebAuthn4jVerifierTest {
    private static final String ORIGIN = "https://admin.example.com";
    private static final String CHALLENGE = "Y2hhbGxlbmdlIG9mIDMyIGJ5dGVzIG9yIG1vcmUuLi4";
    private static final RelyingParty PARTY =
            new RelyingParty("example.com", Set.of(ORIGIN, "https://app.example.com"));
    private static final Expected EXPECTED = new Expected(CHALLENGE, PARTY, true);
    private static final Expected UNVERIFIED = new Expected(CHALLENGE, PARTY, false);

    private final WebAuthn4jVerifier verifier = new WebAuthn4jVerifier();
    private final SoftAuthenticator device = new SoftAuthenticator("example.com", ORIGIN);

    private static void assertRejected(String reason, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        PasskeyRejectedException.class,
                        rejected -> assertThat(rejected.reason()).isEqualTo(reason));
    }

    private Credential registered() {
        return verifier.register(device.create(CHALLENGE, "aGFuZGxl"), EXPECTED);
    }

    @Test
    void a_registered_passkey_signs_in() {
        Credential credential = registered();
        assertThat(credential.id()).isEqualTo(device.id());
        assertThat(credential.signCount()).isEqualTo(1);
        assertThat(credential.sync()).isEqualTo(new Sync(true, true));
        assertThat(credential.transports()).containsExactly("hybrid", "internal");
        device.signCount = 2;
        device.origin = "https://app.example.com";
        String response = device.get(CHALLENGE);
        assertThat(verifier.read(response)).isEqualTo(new Claim(device.id(), "aGFuZGxl"));
        assertThat(verifier.authenticate(response, EXPECTED, credential)).isEqualTo(new Use(2, true));
    }

    @Test
    void a_response_of_another_site_or_challenge_is_rejected() {
        Credential credential = registered();
        device.signCount = 2;
        assertRejected("wrong_challenge", () -> verifier.authenticate(device.get("b3RoZXI"), EXPECTED, credential));
        assertRejected("wrong_challenge", () -> verifier.register(device.create("b3RoZXI", "aGFuZGxl"), EXPECTED));
        device.origin = "https://admin.example.com.evil.example";
        assertRejected("wrong_origin", () -> verifier.authenticate(device.get(CHALLENGE), EXPECTED, credential));
        assertRejected("wrong_origin", () -> verifier.register(device.create(CHALLENGE, "aGFuZGxl"), EXPECTED));
        device.origin = ORIGIN;
        device.rpId = "evil.example";
        assertRejected("wrong_rp_id", () -> verifier.authenticate(device.get(CHALLENGE), EXPECTED, credential));
        assertRejected("wrong_rp_id", () -> verifier.register(device.create(CHALLENGE, "aGFuZGxl"), EXPECTED));
    }

    @Test
    void the_user_has_to_be_verified_where_that_is_expected() {
        Credential credential = registered();
        device.verifies = false;
        device.signCount = 2;
        assertRejected("user_not_verified", () -> verifier.authenticate(device.get(CHALLENGE), EXPECTED, credential));
        assertRejected("user_not_verified", () -> verifier.register(device.create(CHALLENGE, "aGFuZGxl"), EXPECTED));
        assertThat(verifier.authenticate(device.get(CHALLENGE), UNVERIFIED, credential)
                        .signCount())
                .isEqualTo(2);
    }

    @Test
    void a_signature_of_another_key_is_rejected() {
        Credential credential = registered();
        SoftAuthenticator other = new SoftAuthenticator("example.com", ORIGIN);
        other.signCount = 9;
        String forged = other.get(CHALLENGE).replace(other.id(), device.id());
        assertRejected("wrong_signature", () -> verifier.authenticate(forged, EXPECTED, credential));
    }

    @Test
    void a_counter_that_does_not_increase_is_rejected_unless_there_is_none() {
        device.signCount = 5;
        Credential credential = registered();
        for (long count : List.of(5L, 4L, 0L)) {
            device.signCount = count;
            assertRejected(
                    PasskeyRejectedException.SIGN_COUNT,
                    () -> verifier.authenticate(device.get(CHALLENGE), EXPECTED, credential));
        }
        device.signCount = 0;
        Credential without = registered();
        assertThat(verifier.authenticate(device.get(CHALLENGE), EXPECTED, without)
                        .signCount())
                .isZero();
    }

    @Test
    void what_is_no_response_is_malformed() {
        Credential credential = registered();
        String registration = device.create(CHALLENGE, "aGFuZGxl");
        for (String wrong : List.of(
                "",
                "null",
                "[]",
                "{}",
                "{\"id\":1}",
                "x".repeat(70_000),
                "{\"id\":\"AA\",\"rawId\":\"AA\",\"type\":\"public-key\",\"response\":null}",
                "{\"id\":\"!\",\"rawId\":\"!\",\"type\":\"public-key\",\"response\":{\"clientDataJSON\":\"!\"}}",
                registration.replaceAll("\"attestationObject\":\"[^\"]{40}", "\"attestationObject\":\""))) {
            assertRejected("malformed", () -> verifier.register(wrong, EXPECTED));
            assertRejected("malformed", () -> verifier.authenticate(wrong, EXPECTED, credential));
            assertRejected("malformed", () -> verifier.read(wrong));
        }
    }
}
