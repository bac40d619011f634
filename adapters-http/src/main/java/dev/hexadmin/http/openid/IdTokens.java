package dev.hexadmin.http.openid;

import dev.hexadmin.application.identity.port.OpenIdProviders.IssuedToken;
import dev.hexadmin.application.identity.port.OpenIdProviders.VerifiedIdentity;
import dev.hexadmin.application.identity.port.ProviderRejectedException;
import dev.hexadmin.application.identity.port.ProviderUnavailableException;
import dev.hexadmin.http.settings.OpenIdClient;
import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.VerificationJwkSelector;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.ErrorCodes;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.jwx.JsonWebStructure;
import org.jose4j.keys.resolvers.VerificationKeyResolver;
import org.jose4j.lang.JoseException;
import org.jose4j.lang.UnresolvableKeyException;
import org.jspecify.annotations.Nullable;

/**
 * Verifies ID tokens as OpenID Connect Core 1.0, section 3.1.3.7, and RFC 8725 say. Only asymmetric algorithms are accepted.
 * Thread-safe.
 */
final class IdTokens {
    private static final int MAX_TOKEN = 64 * 1024;
    private static final int MAX_SUBJECT = 255;
    private static final AlgorithmConstraints ASYMMETRIC = new AlgorithmConstraints(
            ConstraintType.PERMIT,
            AlgorithmIdentifiers.RSA_USING_SHA256,
            AlgorithmIdentifiers.RSA_USING_SHA384,
            AlgorithmIdentifiers.RSA_USING_SHA512,
            AlgorithmIdentifiers.RSA_PSS_USING_SHA256,
            AlgorithmIdentifiers.RSA_PSS_USING_SHA384,
            AlgorithmIdentifiers.RSA_PSS_USING_SHA512,
            AlgorithmIdentifiers.ECDSA_USING_P256_CURVE_AND_SHA256,
            AlgorithmIdentifiers.ECDSA_USING_P384_CURVE_AND_SHA384,
            AlgorithmIdentifiers.ECDSA_USING_P521_CURVE_AND_SHA512,
            AlgorithmIdentifiers.EDDSA);

    private final OpenIdClient client;
    private final CachedDocument<List<JsonWebKey>> keys;
    private final InstantSource clock;

    IdTokens(OpenIdClient client, CachedDocument<List<JsonWebKey>> keys, InstantSource clock) {
        this.client = client;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * The claims of a valid token.
     *
     * @param nonce that the token must contain; when it is empty, the token must have none
     * @throws ProviderRejectedException when it is not valid
     * @throws ProviderUnavailableException when the keys cannot be read
     */
    VerifiedIdentity verify(String token, Optional<String> nonce) {
        if (token.length() > MAX_TOKEN) {
            throw new ProviderRejectedException("invalid_token");
        }
        KeyResolver resolver = new KeyResolver();
        try {
            JwtClaims claims = consumer(resolver).processToClaims(token);
            requireAuthorizedParty(claims);
            requireNonce(claims, nonce);
            if (claims.getSubject().length() > MAX_SUBJECT) {
                throw new ProviderRejectedException("invalid_claim");
            }
            return identity(token, claims);
        } catch (InvalidJwtException e) {
            if (resolver.unavailable != null) {
                throw resolver.unavailable;
            }
            throw new ProviderRejectedException(reason(e));
        } catch (MalformedClaimException e) {
            throw new ProviderRejectedException("invalid_claim");
        }
    }

    private JwtConsumer consumer(VerificationKeyResolver resolver) {
        int skew = (int) client.clockSkew().toSeconds();
        return new JwtConsumerBuilder()
                .setJwsAlgorithmConstraints(ASYMMETRIC)
                .setVerificationKeyResolver(resolver)
                .setExpectedIssuer(client.issuer())
                .setExpectedAudience(client.clientId())
                .setRequireSubject()
                .setRequireExpirationTime()
                .setRequireIssuedAt()
                .setAllowedClockSkewInSeconds(skew)
                .setIssuedAtRestrictions(0, Integer.MAX_VALUE) // the skew is added to it
                .setEvaluationTime(NumericDate.fromMilliseconds(clock.millis()))
                .build();
    }

    /** Finds the key of a token; the keys are read again for one that is not among them. */
    private final class KeyResolver implements VerificationKeyResolver {
        private @Nullable ProviderUnavailableException unavailable;

        @Override
        public Key resolveKey(JsonWebSignature token, List<JsonWebStructure> nesting) throws UnresolvableKeyException {
            try {
                @Nullable JsonWebKey key = select(token, keys.get());
                if (key == null) {
                    key = select(token, keys.reread());
                }
                if (key == null) {
                    throw new UnresolvableKeyException("no key of the provider fits");
                }
                return key.getKey();
            } catch (JoseException e) {
                throw new UnresolvableKeyException("no key of the provider fits", e);
            } catch (ProviderUnavailableException e) {
                unavailable = e;
                throw new UnresolvableKeyException("the keys of the provider cannot be read", e);
            }
        }

        private @Nullable JsonWebKey select(JsonWebSignature token, List<JsonWebKey> known) throws JoseException {
            return new VerificationJwkSelector().selectWithVerifySignatureDisambiguate(token, known);
        }
    }

    private void requireAuthorizedParty(JwtClaims claims) throws MalformedClaimException {
        @Nullable String party = claims.getStringClaimValue("azp");
        if (party == null ? claims.getAudience().size() > 1 : !party.equals(client.clientId())) {
            throw new ProviderRejectedException("wrong_authorized_party");
        }
    }

    private static void requireNonce(JwtClaims claims, Optional<String> expected) throws MalformedClaimException {
        @Nullable String nonce = claims.getStringClaimValue("nonce");
        boolean right = expected.isEmpty()
                ? nonce == null
                : nonce != null && MessageDigest.isEqual(bytes(nonce), bytes(expected.get()));
        if (!right) {
            throw new ProviderRejectedException("wrong_nonce");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private VerifiedIdentity identity(String token, JwtClaims claims) throws MalformedClaimException {
        return new VerifiedIdentity(
                claims.getIssuer(),
                claims.getSubject(),
                text(claims, "email"),
                // some providers write booleans as text
                "true".equals(String.valueOf(claims.getClaimValue("email_verified"))),
                text(claims, "name")
                        .or(() -> text(claims, "preferred_username"))
                        .orElse(""),
                groups(claims),
                new IssuedToken(token, instant(claims.getIssuedAt()), instant(claims.getExpirationTime())));
    }

    private static Instant instant(NumericDate date) {
        return Instant.ofEpochMilli(date.getValueInMillis());
    }

    private static Optional<String> text(JwtClaims claims, String name) {
        return claims.getClaimValue(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** The groups: a list of texts, or one text. */
    private Set<String> groups(JwtClaims claims) {
        String name = client.groupsClaim();
        // Entra ID leaves out the groups of users who have many, and names where they can be read
        if (claims.getClaimValue("_claim_names") instanceof Map<?, ?> elsewhere && elsewhere.containsKey(name)) {
            throw new ProviderRejectedException("groups_not_in_token");
        }
        Set<String> groups = new LinkedHashSet<>();
        switch (claim(claims.getClaimsMap(), name)) {
            case List<?> list -> list.forEach(group -> groups.add(String.valueOf(group)));
            case String text -> groups.add(text);
            case null, default -> {}
        }
        return groups;
    }

    private static @Nullable Object claim(Map<?, ?> claims, String name) {
        @Nullable Object whole = claims.get(name);
        int dot = name.indexOf('.');
        return whole != null || dot < 0 || !(claims.get(name.substring(0, dot)) instanceof Map<?, ?> inner)
                ? whole
                : claim(inner, name.substring(dot + 1));
    }

    private static String reason(InvalidJwtException e) {
        List<String> reasons = new ArrayList<>();
        if (e.hasErrorCode(ErrorCodes.ISSUER_INVALID) || e.hasErrorCode(ErrorCodes.ISSUER_MISSING)) {
            reasons.add("wrong_issuer");
        }
        if (e.hasErrorCode(ErrorCodes.AUDIENCE_INVALID) || e.hasErrorCode(ErrorCodes.AUDIENCE_MISSING)) {
            reasons.add("wrong_audience");
        }
        if (e.hasErrorCode(ErrorCodes.EXPIRED)) {
            reasons.add("token_expired");
        }
        if (e.hasErrorCode(ErrorCodes.NOT_YET_VALID) || e.hasErrorCode(ErrorCodes.ISSUED_AT_INVALID_FUTURE)) {
            reasons.add("token_not_yet_valid");
        }
        if (e.hasErrorCode(ErrorCodes.SIGNATURE_INVALID)) {
            reasons.add("wrong_signature");
        }
        return reasons.isEmpty() ? "invalid_token" : reasons.getFirst();
    }
}
