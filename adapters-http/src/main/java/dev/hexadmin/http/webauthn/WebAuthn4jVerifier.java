package dev.hexadmin.http.webauthn;

import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.converter.AttestedCredentialDataConverter;
import com.webauthn4j.converter.util.ObjectConverter;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticatorTransport;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.authenticator.AuthenticatorData;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.webauthn4j.verifier.exception.BadChallengeException;
import com.webauthn4j.verifier.exception.BadOriginException;
import com.webauthn4j.verifier.exception.BadRpIdException;
import com.webauthn4j.verifier.exception.BadSignatureException;
import com.webauthn4j.verifier.exception.CrossOriginException;
import com.webauthn4j.verifier.exception.MaliciousCounterValueException;
import com.webauthn4j.verifier.exception.NotAllowedAlgorithmException;
import com.webauthn4j.verifier.exception.UserNotPresentException;
import com.webauthn4j.verifier.exception.UserNotVerifiedException;
import com.webauthn4j.verifier.exception.VerificationException;
import dev.hexadmin.application.identity.port.PasskeyRejectedException;
import dev.hexadmin.application.identity.port.PasskeyVerifier;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Verifies responses with WebAuthn4J. Attestation is neither requested nor checked: passkeys of all makes are accepted. A
 * stored key is the attested credential data of its registration (Web Authentication, section 6.5.2). Thread-safe.
 */
public final class WebAuthn4jVerifier implements PasskeyVerifier {
    /** The algorithms of passkeys, the preferred one first (IANA COSE Algorithms). */
    public static final List<Long> ALGORITHMS = List.of(
            COSEAlgorithmIdentifier.EdDSA.getValue(),
            COSEAlgorithmIdentifier.ES256.getValue(),
            COSEAlgorithmIdentifier.RS256.getValue());

    private static final int MAX_LENGTH = 65_536;
    private static final int MAX_TRANSPORTS = 8;
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();

    /** Loaded with the first passkey: reading the classes of JSON and CBOR takes part of a start. */
    private static final class Library {
        static final ObjectConverter CONVERTER = new ObjectConverter();
        static final WebAuthnManager MANAGER = WebAuthnManager.createNonStrictWebAuthnManager(CONVERTER);
        static final AttestedCredentialDataConverter KEYS = new AttestedCredentialDataConverter(CONVERTER);

        private Library() {}
    }

    @Override
    public Credential register(String response, Expected expected) {
        RegistrationData data = parsed(response, () -> Library.MANAGER.parseRegistrationResponseJSON(response));
        List<PublicKeyCredentialParameters> algorithms = ALGORITHMS.stream()
                .map(algorithm -> new PublicKeyCredentialParameters(
                        PublicKeyCredentialType.PUBLIC_KEY, COSEAlgorithmIdentifier.create(algorithm)))
                .toList();
        verified(() -> Library.MANAGER.verify(
                data, new RegistrationParameters(site(expected), algorithms, expected.userVerification(), true)));
        AuthenticatorData<?> authenticator =
                present(data.getAttestationObject()).getAuthenticatorData();
        AttestedCredentialData key = present(authenticator.getAttestedCredentialData());
        Set<AuthenticatorTransport> transports = data.getTransports();
        return new Credential(
                TEXT.encodeToString(key.getCredentialId()),
                TEXT.encodeToString(Library.KEYS.convert(key)),
                authenticator.getSignCount(),
                new Sync(authenticator.isFlagBE(), authenticator.isFlagBS()),
                transports == null
                        ? List.of()
                        : transports.stream()
                                .map(AuthenticatorTransport::getValue)
                                .filter(transport -> transport.matches("[a-z-]{1,20}"))
                                .sorted()
                                .limit(MAX_TRANSPORTS)
                                .toList());
    }

    @Override
    public Claim read(String response) {
        AuthenticationData data = parse(response);
        byte @Nullable [] handle = data.getUserHandle();
        return new Claim(
                TEXT.encodeToString(present(data.getCredentialId())),
                handle == null ? "" : TEXT.encodeToString(handle));
    }

    @Override
    public Use authenticate(String response, Expected expected, Credential credential) {
        AuthenticationData data = parse(response);
        CredentialRecordImpl stored = new CredentialRecordImpl(
                new NoneAttestationStatement(),
                true,
                credential.sync().eligible(),
                credential.sync().backedUp(),
                credential.signCount(),
                Library.KEYS.convert(Base64.getUrlDecoder().decode(credential.publicKey())),
                null,
                null,
                null,
                null);
        verified(() -> Library.MANAGER.verify(
                data,
                new AuthenticationParameters(
                        site(expected),
                        stored,
                        List.of(Base64.getUrlDecoder().decode(credential.id())),
                        expected.userVerification(),
                        true)));
        AuthenticatorData<?> authenticator = present(data.getAuthenticatorData());
        return new Use(authenticator.getSignCount(), authenticator.isFlagBS());
    }

    private static AuthenticationData parse(String response) {
        return parsed(response, () -> Library.MANAGER.parseAuthenticationResponseJSON(response));
    }

    private static ServerProperty site(Expected expected) {
        return new ServerProperty(
                expected.party().origins().stream().map(Origin::create).collect(Collectors.toSet()),
                expected.party().id(),
                new DefaultChallenge(Base64.getUrlDecoder().decode(expected.challenge())));
    }

    /** The library throws exceptions of many kinds for what is not a response. */
    private static <T> T parsed(String response, Supplier<@Nullable T> parser) {
        if (response.length() > MAX_LENGTH) {
            throw new PasskeyRejectedException("malformed");
        }
        try {
            return present(parser.get());
        } catch (RuntimeException e) {
            throw new PasskeyRejectedException("malformed");
        }
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new PasskeyRejectedException("malformed");
        }
        return value;
    }

    private static void verified(Runnable verification) {
        try {
            verification.run();
        } catch (VerificationException e) {
            throw new PasskeyRejectedException(reason(e));
        } catch (RuntimeException e) { // such as a key that is not a point of its curve
            throw new PasskeyRejectedException("malformed");
        }
    }

    private static String reason(VerificationException e) {
        return switch (e) {
            case MaliciousCounterValueException counter -> PasskeyRejectedException.SIGN_COUNT;
            case BadChallengeException challenge -> "wrong_challenge";
            case BadOriginException origin -> "wrong_origin";
            case CrossOriginException origin -> "wrong_origin";
            case BadRpIdException party -> "wrong_rp_id";
            case BadSignatureException signature -> "wrong_signature";
            case UserNotVerifiedException user -> "user_not_verified";
            case UserNotPresentException user -> "user_not_present";
            case NotAllowedAlgorithmException algorithm -> "algorithm_not_allowed";
            default -> "invalid_response";
        };
    }
}
