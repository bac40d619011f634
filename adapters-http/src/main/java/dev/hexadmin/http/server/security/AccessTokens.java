package dev.hexadmin.http.server.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.hexadmin.application.identity.SigningIn.Claims;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.http.settings.HttpSettings.Secret;
import java.security.Key;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.NumericDate;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.keys.HmacKey;
import org.jose4j.lang.JoseException;
import org.jspecify.annotations.Nullable;

/**
 * Makes and reads access tokens: JWT (RFC 7519) of type {@code at+jwt} (RFC 9068), signed with HS256 and nothing else
 * (RFC 8725). Thread-safe.
 *
 * <p>Reading a token for the first time costs about ten microseconds; the result is cached until the token expires, for a
 * bounded number of tokens. Only the content of the token is cached: the caller checks for each request whether its user
 * may still sign in.
 */
public final class AccessTokens {
    private static final String TYPE = "at+jwt";
    private static final String TOKEN_VERSION = "tv";
    private static final String SIGN_IN = "sid";
    private static final int LEAST_SECRET_BYTES = 32;
    private static final int LONGEST = 2_048;
    private static final int REMEMBERED = 10_000;
    private static final int ID_BYTES = 16;
    private static final AlgorithmConstraints ONLY_HS256 =
            new AlgorithmConstraints(ConstraintType.PERMIT, AlgorithmIdentifiers.HMAC_SHA256);

    private final Map<String, Key> keys = new LinkedHashMap<>();
    private final String signingKeyId;
    private final String issuer;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final Cache<String, Known> known =
            Caffeine.newBuilder().maximumSize(REMEMBERED).build();

    private record Known(Claims claims, long expiresAtMillis) {}

    /** What a token turned out to be. */
    public sealed interface Verdict {
        /** It is ours and not too old. */
        record Good(Claims claims) implements Verdict {}

        /** It was good. */
        record Expired() implements Verdict {}

        /** It is not ours, or damaged. */
        record Invalid() implements Verdict {}
    }

    /**
     * Takes the keys.
     *
     * @param secrets at least one; the first signs, all are accepted, so that secrets can be changed without a break
     * @param issuer {@code iss} and {@code aud}
     * @param random for {@code jti}
     * @throws IllegalArgumentException for a secret shorter than 256 bits, naming its key id
     */
    public AccessTokens(List<Secret> secrets, String issuer, InstantSource clock, RandomGenerator random) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("access tokens need at least one secret");
        }
        for (Secret secret : secrets) {
            if (secret.bytes().length < LEAST_SECRET_BYTES) {
                throw new IllegalArgumentException("the access token secret '" + secret.keyId() + "' has "
                        + secret.bytes().length + " bytes; HS256 needs " + LEAST_SECRET_BYTES);
            }
            if (keys.put(secret.keyId(), new HmacKey(secret.bytes())) != null) {
                throw new IllegalArgumentException("two access token secrets have the id '" + secret.keyId() + "'");
            }
        }
        this.signingKeyId = secrets.getFirst().keyId();
        this.issuer = issuer;
        this.clock = clock;
        this.random = random;
    }

    /** A new token. */
    public String issue(Claims claims, Duration lifetime) {
        long now = clock.instant().getEpochSecond();
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        JwtClaims body = new JwtClaims();
        body.setIssuer(issuer);
        body.setAudience(issuer);
        body.setSubject(claims.user().toString());
        body.setIssuedAt(NumericDate.fromSeconds(now));
        body.setExpirationTime(NumericDate.fromSeconds(now + lifetime.toSeconds()));
        body.setJwtId(Base64.getUrlEncoder().withoutPadding().encodeToString(id));
        body.setClaim(TOKEN_VERSION, claims.tokenVersion());
        claims.signIn().ifPresent(family -> body.setClaim(SIGN_IN, family));
        JsonWebSignature jws = new JsonWebSignature();
        jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);
        jws.setKeyIdHeaderValue(signingKeyId);
        jws.setHeader("typ", TYPE);
        jws.setKey(keys.get(signingKeyId));
        jws.setPayload(body.toJson());
        try {
            return jws.getCompactSerialization();
        } catch (JoseException e) {
            throw new IllegalStateException("an access token could not be signed", e);
        }
    }

    /** Reads a token. */
    public Verdict read(String token) {
        if (token.length() > LONGEST) {
            return new Verdict.Invalid();
        }
        @Nullable Known found = known.getIfPresent(token);
        if (found == null) {
            found = verified(token);
            if (found == null) {
                return new Verdict.Invalid();
            }
            if (clock.millis() < found.expiresAtMillis()) {
                known.put(token, found);
            }
        }
        if (clock.millis() >= found.expiresAtMillis()) {
            known.invalidate(token);
            return new Verdict.Expired();
        }
        return new Verdict.Good(found.claims());
    }

    /**
     * Whether all parts are base64url without padding (RFC 7515, section 2), and no bit is set that belongs to no byte
     * (RFC 4648, section 3.5): a token has one text.
     */
    private static boolean isCanonical(String token) {
        for (String part : token.split("\\.", -1)) {
            try {
                byte[] bytes = Base64.getUrlDecoder().decode(part);
                if (!Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(bytes)
                        .equals(part)) {
                    return false;
                }
            } catch (IllegalArgumentException e) {
                return false;
            }
        }
        return true;
    }

    private @Nullable Known verified(String token) {
        if (!isCanonical(token)) {
            return null;
        }
        try {
            JsonWebSignature jws = new JsonWebSignature();
            jws.setAlgorithmConstraints(ONLY_HS256);
            jws.setCompactSerialization(token);
            @Nullable String keyId = jws.getKeyIdHeaderValue();
            @Nullable Key key = keyId == null ? null : keys.get(keyId);
            if (key == null || !TYPE.equalsIgnoreCase(jws.getHeader("typ"))) {
                return null;
            }
            jws.setKey(key);
            if (!jws.verifySignature()) {
                return null;
            }
            JwtClaims body = JwtClaims.parse(jws.getPayload());
            if (!issuer.equals(body.getIssuer())
                    || !body.hasAudience()
                    || !body.getAudience().contains(issuer)) {
                return null;
            }
            @Nullable NumericDate expires = body.getExpirationTime();
            @Nullable String subject = body.getSubject();
            @Nullable Long tokenVersion = body.getClaimValue(TOKEN_VERSION, Long.class);
            if (expires == null || subject == null || tokenVersion == null) {
                return null;
            }
            Optional<String> signIn = Optional.ofNullable(body.getClaimValue(SIGN_IN, String.class));
            return new Known(
                    new Claims(new UserId(Long.parseLong(subject)), tokenVersion, signIn), expires.getValueInMillis());
        } catch (JoseException | InvalidJwtException | MalformedClaimException | NumberFormatException e) {
            return null;
        }
    }
}
